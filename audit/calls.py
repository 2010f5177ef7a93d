"""Which functions, methods, classes and constants a process can come to, found with `ast` alone: nothing is imported.

A bare name leads to the one definition that the module sees by it; an attribute of an unknown object to every method
of that name whose class is reached. A module that nobody imports may be found by its name, if somebody writes that.
So too much may count as reached, but what does not is dead: nobody calls it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

Definition = ast.FunctionDef | ast.AsyncFunctionDef

# Bases that call no method of ours by themselves. Any other base of somebody else's (a Qt object, a thread) may.
QUIET_BASES: Final = frozenset("Struct NamedTuple Protocol Generic Enum IntEnum StrEnum ABC object".split())


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, ast.ClassDef | None]]:
    """Functions, constants, classes and what is in them, by name; what a function defines inside is part of it."""
    for node in tree.body:
        name = defined_name(node)
        if name is not None:
            yield name, node, None
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            inner_name = None if isinstance(inner, ast.ClassDef) else defined_name(inner)
            if inner_name is not None:
                yield f"{name}.{inner_name}", inner, node if isinstance(node, ast.ClassDef) else None


def defined_name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    return assigned_name(node)


def assigned_name(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
    return None


class Module(NamedTuple):
    """A file as the names in it: what it defines, and what it has from elsewhere."""

    name: str
    defined: Mapping[str, ast.stmt]  # `Baccarat`, `Baccarat.review`
    imported: Mapping[str, str]  # `Baccarat` -> `games.baccarat.rules.Baccarat`
    at_once: tuple[ast.stmt, ...]  # what runs when it is imported, besides definitions


def read_module(name: str, tree: ast.Module, *, is_package: bool = False) -> Module:
    defined = {place: node for place, node, _ in definitions(tree)}
    # A class with a decorator may be known by it to somebody else: to QML, for example.
    at_once = [
        node
        for node in tree.body
        if defined_name(node) is None or (isinstance(node, ast.ClassDef) and node.decorator_list)
    ]
    return Module(name, defined, dict(read_imports(tree, name, is_package=is_package)), tuple(at_once))


def read_imports(tree: ast.AST, module: str, *, is_package: bool) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield (alias.asname, alias.name) if alias.asname else (alias.name.split(".")[0],) * 2
            case ast.ImportFrom(module=source, names=names, level=level):
                above = module.split(".")[: None if is_package and level == 1 else is_package - level] if level else []
                base = ".".join([*above, *([source] if source else [])])
                yield from ((alias.asname or alias.name, f"{base}.{alias.name}") for alias in names)


class Reach:
    """Spreads from the entry points until nothing new is mentioned."""

    def __init__(self, modules: Mapping[str, Module]) -> None:
        self.modules = modules
        self.reached: set[str] = set()
        self._attributes: set[str] = set()
        self._waiting: dict[str, list[str]] = {}  # an attribute that nobody has mentioned yet -> places
        self._todo: list[tuple[Module, ast.AST]] = []
        self._packages = {name.split(".")[0] for name in modules}
        imported = {target for module in modules.values() for target in module.imported.values()}
        imported |= {target.rpartition(".")[0] for target in imported}
        words = {name.rpartition(".")[2] for name in modules if name not in imported}
        self._by_word: dict[str, list[Module]] = {}
        for name, module in modules.items():
            if name.rpartition(".")[2] in words:
                for word in (name, name.rpartition(".")[2]):
                    self._by_word.setdefault(word, []).append(module)

    def spread(self, entry_points: Iterable[str]) -> set[str]:
        for name in entry_points:
            self._come_to(name)
        while self._todo:
            self._read(*self._todo.pop())
        return self.reached

    def _come_to(self, name: str) -> None:
        """A full name: of a module, or of something in one, there or passed on from yet another."""
        if name in self.reached:
            return
        if name in self.modules:
            self.reached.add(name)
            self._import(self.modules[name])
            return
        above, _, last = name.rpartition(".")
        if above in self.modules:
            module = self.modules[above]
            self._come_to(above)
            if last in module.defined:
                self.reached.add(name)
                self._define(module, last)
            elif last in module.imported and module.imported[last] != name:
                self._come_to(module.imported[last])
        elif above:
            self._come_to(above)

    def _import(self, module: Module) -> None:
        if "." in module.name:
            self._come_to(module.name.rpartition(".")[0])
        self._todo += [(module, statement) for statement in module.at_once]

    def _define(self, module: Module, name: str) -> None:
        node = module.defined[name]
        if not isinstance(node, ast.ClassDef):
            self._todo.append((module, node))
            return
        self._todo += [(module, part) for part in (*node.bases, *node.keywords, *node.decorator_list)]
        eager = self._may_be_called(module, node)
        for inner in node.body:
            inner_name = defined_name(inner)
            if isinstance(inner, ast.ClassDef) or inner_name is None:
                self._todo.append((module, inner))
                continue
            place = f"{module.name}.{name}.{inner_name}"
            if eager or inner_name.startswith("__"):
                self._come_to_inner(place)
            else:
                self._wait_for(inner_name, place)

    def _may_be_called(self, module: Module, class_: ast.ClassDef) -> bool:
        """Does a base class, or one of theirs, come from outside and call its subclasses' methods?"""
        for base in class_.bases:
            text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
            first, _, rest = text.partition(".")
            full = f"{module.name}.{text}" if first in module.defined else module.imported.get(first, first)
            full = f"{full}.{rest}" if rest and first not in module.defined else full
            if full.split(".")[0] in self._packages:
                theirs = self.modules.get(full.rpartition(".")[0])
                node = theirs.defined.get(full.rpartition(".")[2]) if theirs else None
                if theirs and isinstance(node, ast.ClassDef) and self._may_be_called(theirs, node):
                    return True
            elif text.split(".")[-1] not in QUIET_BASES and not text.endswith(("Error", "Exception")):
                return True
        return False

    def _wait_for(self, attribute: str, place: str) -> None:
        if attribute in self._attributes:
            self._come_to_inner(place)
        else:
            self._waiting.setdefault(attribute, []).append(place)

    def _come_to_inner(self, place: str) -> None:
        above, _, inner = place.rpartition(".")
        if above in self.modules:
            self._come_to(place)
        elif place not in self.reached:
            self.reached.add(place)
            module_name, _, class_ = above.rpartition(".")
            module = self.modules[module_name]
            self._todo.append((module, module.defined[f"{class_}.{inner}"]))

    def _find(self, word: str) -> None:
        """Modules of that name are found by it: what they define is called as an attribute of them."""
        for module in self._by_word.pop(word, ()):
            for name in module.defined:
                if "." not in name:
                    self._wait_for(name, f"{module.name}.{name}")

    def _mention(self, attribute: str) -> None:
        if attribute not in self._attributes:
            self._attributes.add(attribute)
            for place in self._waiting.pop(attribute, ()):
                self._come_to_inner(place)

    def _read(self, module: Module, top: ast.AST) -> None:
        for node in ast.walk(top):
            match node:
                case ast.Name(id=name):
                    if name in module.defined:
                        self._come_to(f"{module.name}.{name}")
                    elif name in module.imported:
                        self._come_to(module.imported[name])
                case ast.Attribute(attr=attribute, ctx=ast.Load()):
                    self._mention(attribute)
                    self._come_to_dotted(module, ast.unparse(node))
                case ast.MatchClass(kwd_attrs=names):
                    for name in names:
                        self._mention(name)
                case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str() as attribute), *_]):
                    self._mention(attribute)
                case ast.Constant(value=str() as word):
                    self._find(word)
                case ast.Import(names=aliases):
                    for alias in aliases:
                        self._come_to(alias.name)
                case ast.ImportFrom(names=aliases):
                    for alias in aliases:
                        source = module.imported[alias.asname or alias.name]
                        self._come_to(source if source in self.modules else source.rpartition(".")[0])

    def _come_to_dotted(self, module: Module, text: str) -> None:
        """`baccarat.rules.fold`, where the first part is a name of a module that was imported."""
        first, _, rest = text.partition(".")
        if first in module.imported and rest.replace(".", "").isidentifier():
            self._come_to(f"{module.imported[first]}.{rest}")


def reached_from(modules: Mapping[str, Module], entry_points: Iterable[str]) -> set[str]:
    """The full names of all that these entry points can come to: `games.baccarat.rules.Baccarat.review`."""
    return Reach(modules).spread(entry_points)
