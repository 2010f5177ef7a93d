"""Broken copies of a function: each differs from it in one place, as a careless change might.

A trace from a paragraph to a test counts only if such a change makes that test fail (`etg trace --mutate`). A mutant is
put in place by swapping the function's code object, so everybody who has imported the function sees it, and nothing
is imported anew. Knows neither paragraphs nor tests.
"""

import ast
import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from audit.calls import assigned_name, definitions

Definition = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class Edit(NamedTuple):
    """One change: another value for one field of one node."""

    node: ast.AST
    field: str
    value: Any
    line: int
    what: str
    rough: bool = False  # so rough that hardly any test misses it: tried last


# --- where a function is, in the source and in the running program ----------------------------------------------


class Place(NamedTuple):
    """A function, a method, a constant or an attribute of a class: `games.baccarat.rules`, `Baccarat.review`."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def mentioned(node: ast.AST) -> set[str]:
    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return names | {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}


def raw_function(module: ModuleType, name: str) -> FunctionType | None:
    """The function behind decorators: a property's getter, what `cache` wraps, a static method's own."""
    found: object = module
    for part in name.split("."):
        found = vars(found).get(part)
        if found is None:
            return None
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None


# --- the changes ------------------------------------------------------------------------------------------------

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OTHER_FUNCTION: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


def edits(node: ast.AST) -> list[Edit]:
    """Every change that this definition offers, fine ones first."""
    found = [edit for inner, line in nodes_to_change(node) for edit in edits_of(inner, line)]
    return sorted(found, key=lambda edit: edit.rough)


def nodes_to_change(top: ast.AST) -> Iterator[tuple[ast.AST, int]]:
    """The nodes below a definition with their lines, without docstrings, annotations, decorators and defaults."""
    if isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef):
        starts: list[ast.AST] = list(without_docstring(top.body))
        yield top, top.lineno
    elif isinstance(top, ast.Assign | ast.AnnAssign):
        starts = [top.value] if top.value is not None else []
    else:
        starts = []
    stack = [(start, getattr(start, "lineno", 0)) for start in reversed(starts)]
    while stack:
        node, line = stack.pop()
        yield node, line
        for child in reversed(list(ast.iter_child_nodes(node))):
            if isinstance(node, ast.AnnAssign) and child is node.annotation:
                continue
            if isinstance(node, SCOPES) and isinstance(child, ast.arguments):
                continue
            if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant) and " " in ast.unparse(node):
                continue  # a piece of a sentence, see `others`
            stack.append((child, getattr(child, "lineno", line)))


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


def edits_of(node: ast.AST, line: int) -> Iterator[Edit]:
    """What can be changed at this very node."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    what = f"{type(op).__name__} becomes {other.__name__}"
                    yield Edit(node, "ops", [*ops[:index], other(), *ops[index + 1 :]], line, what)
        case ast.BoolOp(op=op, values=values):
            other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield Edit(node, "op", other_op, line, f"{type(op).__name__} becomes {type(other_op).__name__}")
            for index, value in enumerate(values):
                neutral = ast.copy_location(ast.Constant(isinstance(op, ast.And)), value)
                left = [*values[:index], neutral, *values[index + 1 :]]
                yield Edit(node, "values", left, line, f"without `{ast.unparse(value)}`")
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Constant):
                yield Edit(node, "test", negated(test), line, f"`{ast.unparse(test)}` negated")
        case ast.comprehension(ifs=ifs) if ifs:
            yield Edit(node, "ifs", [negated(ifs[0]), *ifs[1:]], line, f"`{ast.unparse(ifs[0])}` negated")
            yield Edit(node, "ifs", ifs[1:], line, f"without `if {ast.unparse(ifs[0])}`")
        case ast.match_case(guard=ast.expr() as guard):
            yield Edit(node, "guard", negated(guard), line, f"`{ast.unparse(guard)}` negated")
        case ast.BinOp(op=operator) if type(operator) in OPERATORS:
            other_operator = OPERATORS[type(operator)]()
            what = f"{type(operator).__name__} becomes {type(other_operator).__name__}"
            yield Edit(node, "op", other_operator, line, what)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield Edit(node, "op", ast.UAdd(), line, f"`-{ast.unparse(operand)}` without the sign")
        case ast.Constant(value=value):
            yield from (Edit(node, "value", other, line, f"{value!r} becomes {other!r}") for other in others(value))
        case ast.Call(func=ast.Name(id=name) as func) if name in OTHER_FUNCTION:
            yield Edit(func, "id", OTHER_FUNCTION[name], line, f"{name} becomes {OTHER_FUNCTION[name]}")
        case ast.Call(func=ast.Name(id="replace"), keywords=keywords):
            for index, keyword in enumerate(keywords):
                left_keywords = [*keywords[:index], *keywords[index + 1 :]]
                yield Edit(node, "keywords", left_keywords, line, f"replaces no {keyword.arg}")
        case ast.Tuple(elts=elts, ctx=ast.Load()) | ast.List(elts=elts, ctx=ast.Load()) | ast.Set(elts=elts):
            for index, element in enumerate(elts):
                left = [*elts[:index], *elts[index + 1 :]]
                yield Edit(node, "elts", left, line, f"without `{ast.unparse(element)}`", rough=True)
        case ast.Return(value=ast.expr() as returned):
            yield from other_returns(node, returned, line)
    if isinstance(node, ast.For | ast.comprehension):
        nothing = ast.copy_location(ast.Tuple([], ast.Load()), node.iter)
        yield Edit(node, "iter", nothing, line, f"nothing in `{ast.unparse(node.iter)}`", rough=True)
    yield from deletions(node)


def negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def others(value: object) -> tuple[object, ...]:
    """Other constants of the same type. A sentence for people has none: changing it breaks no rule."""
    match value:
        case bool():
            return (not value,)
        case int():
            return value + 1, value - 1
        case str() if " " not in value.strip():
            return (f"{value}x", "") if value else ("x",)
    return ()


def other_returns(node: ast.Return, value: ast.expr, line: int) -> Iterator[Edit]:
    """Rough ones: a constant instead of what was worked out."""
    candidates: tuple[bool | tuple[()] | None, ...]
    match value:
        case ast.Constant():
            candidates = (None, True)
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            candidates = (True, False)
        case ast.Tuple():
            candidates = ((),)
        case _:
            candidates = (None,)
    for candidate in candidates:
        if isinstance(value, ast.Constant) and value.value is candidate:
            continue
        other = ast.Tuple([], ast.Load()) if isinstance(candidate, tuple) else ast.Constant(candidate)
        yield Edit(node, "value", ast.copy_location(other, value), line, f"returns {candidate!r}", rough=True)


def deletions(node: ast.AST) -> Iterator[Edit]:
    """Each statement left out that does something without giving a name its first value."""
    for field, body in statement_lists(node):
        for index, statement in enumerate(body):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            if isinstance(statement, ast.Pass | ast.If | ast.Match | ast.With | ast.Try | ast.For | ast.While):
                continue  # their parts are changed, each for itself
            if isinstance(node, ast.FunctionDef) and ast.unparse(statement) == "return None":
                continue  # it would return None all the same
            rough = isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return)
            left = [*body[:index], ast.copy_location(ast.Pass(), statement), *body[index + 1 :]]
            first_line = ast.unparse(statement).split("\n")[0]
            yield Edit(node, field, left, statement.lineno, f"without `{first_line}`", rough)


def statement_lists(node: ast.AST) -> Iterator[tuple[str, list[ast.stmt]]]:
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            yield field, body


# --- broken code, put in place ------------------------------------------------------------------------------------


class Mutant(NamedTuple):
    place: Place
    line: int
    what: str
    statement: int | None  # the innermost statement it is in, as `instrumented` counts; None: not known
    put: Callable[[], Callable[[], None]]  # puts it in place and gives what takes it out again

    def __str__(self) -> str:
        return f"{self.place} line {self.line}: {self.what}"


class Source:
    """The modules of a package as they are on the disk, and as they run."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, tuple[ast.stmt, ast.ClassDef | None]]] = {}

    def module(self, name: str) -> dict[str, tuple[ast.stmt, ast.ClassDef | None]]:
        if name not in self._found:
            tree = ast.parse(Path(str(sys.modules[name].__file__)).read_text())
            self._found[name] = {place: (node, owner) for place, node, owner in definitions(tree)}
        return self._found[name]

    def mutants(self, place: Place) -> Iterator[Mutant]:
        """All mutants of a function, a constant or a class attribute; of a class, those of all its attributes."""
        node, owner = self.module(place.module)[place.name]
        match node:
            case ast.ClassDef(body=body):
                names = (assigned_name(inner) for inner in body)
                for attribute in (Place(place.module, f"{place.name}.{name}") for name in names if name is not None):
                    yield from self.mutants(attribute)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from self._function_mutants(place, node, owner)
            case ast.Assign() | ast.AnnAssign() if owner is None:
                for edit, value in other_values(node, vars(sys.modules[place.module])):
                    put = functools.partial(self._put_constant, place, value)
                    yield Mutant(place, edit.line, edit.what, None, put)
            case ast.Assign() | ast.AnnAssign() if owner is not None:
                yield from attribute_mutants(place, node, owner)

    def shows_in(self, place: Place) -> set[str]:
        """The names in which a change of a function, constant or class attribute can show."""
        return {place.name.split(".")[-1], *(name for name, _ in self.made_from(place))}

    def readers(self, place: Place, modules: Sequence[str]) -> list[Place]:
        """The functions of these modules that mention such a name."""
        names = self.shows_in(place)
        found = []
        for module in modules:
            for name, (node, _) in self.module(module).items():
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and names & mentioned(node):
                    found.append(Place(module, name))
        return found

    def made_from(self, place: Place) -> list[tuple[str, ast.expr]]:
        """The constants further down in the module that are computed with this function or constant."""
        changed, found = {place.name}, []
        for name, (node, owner) in self.module(place.module).items():
            if owner is not None or not isinstance(node, ast.Assign | ast.AnnAssign) or name in changed:
                continue
            if node.value is not None and changed & mentioned(node.value):
                changed.add(name)
                found.append((name, node.value))
        return found

    def _put_constant(self, place: Place, value: object) -> Callable[[], None]:
        take_out = rebind(place, value)
        return self._with_dependents(place, take_out)

    def _put_function(self, place: Place, function: FunctionType, code: CodeType) -> Callable[[], None]:
        return self._with_dependents(place, put_code(function, code))

    def _with_dependents(self, place: Place, take_out: Callable[[], None]) -> Callable[[], None]:
        """The constants made from what was changed are made anew, as far as they still can be."""
        undo = [take_out]
        for name, expression in self.made_from(place):
            code = compile(ast.Expression(expression), "<mutant>", "eval")
            try:
                value = eval(code, vars(sys.modules[place.module]))
            except Exception:  # noqa: BLE001  broken code may raise anything; then the table stays as it was
                break
            undo.append(rebind(Place(place.module, name), value))
        return functools.partial(in_reverse, undo)

    def _function_mutants(self, place: Place, node: Definition, owner: ast.ClassDef | None) -> Iterator[Mutant]:
        function = raw_function(sys.modules[place.module], place.name)
        if function is None:
            return
        statements = {id(inner): number for number, statement in numbered(node) for inner in own_nodes(statement)}
        statement_numbers = {id(statement): number for number, statement in numbered(node)}
        for edit in edits(node):
            before = getattr(edit.node, edit.field)
            setattr(edit.node, edit.field, edit.value)
            try:
                code = compiled(node, owner, function)
            except (SyntaxError, ValueError):
                continue  # no such program
            finally:
                setattr(edit.node, edit.field, before)
            if code.co_freevars != function.__code__.co_freevars:
                continue  # it would need another closure
            number = statements.get(id(edit.node))
            if isinstance(edit.value, list) and edit.value and isinstance(edit.value[0], ast.stmt):
                gone = next(old for old, new in zip(before, edit.value, strict=True) if old is not new)
                number = statement_numbers.get(id(gone))
            put = functools.partial(self._put_function, place, function, code)
            yield Mutant(place, edit.line, edit.what, number, put)

    def instrumented(self, place: Place, hit: str) -> Callable[[], Callable[[], None]] | None:
        """The function as it is, but it calls the global `hit` with the number of each statement it comes to."""
        node, owner = self.module(place.module)[place.name]
        function = raw_function(sys.modules[place.module], place.name)
        if function is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None
        numbers = [number for number, _ in numbered(node)]
        copied = deepcopy(node)
        calls = {
            id(statement): ast.Expr(ast.Call(ast.Name(hit, ast.Load()), [ast.Constant(f"{place} {number}")], []))
            for number, (_, statement) in zip(numbers, list(numbered(copied)), strict=True)
        }
        for inner in list(ast.walk(copied)):
            for field, body in list(statement_lists(inner)):
                told = [(calls.get(id(statement)), statement) for statement in body]
                setattr(inner, field, [part for pair in told for part in pair if part is not None])
        code = compiled(copied, owner, function)
        return functools.partial(put_code, function, code)


def numbered(node: Definition) -> Iterator[tuple[int, ast.stmt]]:
    """The statements of a function, counted; those of functions defined in it belong to it."""
    docstring = node.body[0] if without_docstring(node.body) is not node.body else None
    statements = (inner for inner in ast.walk(node) if isinstance(inner, ast.stmt) and inner is not node)
    yield from enumerate(statement for statement in statements if statement is not docstring)


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """The statement and its expressions, without the statements inside it."""
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        yield node
        stack += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def compiled(node: Definition, owner: ast.ClassDef | None, function: FunctionType) -> CodeType:
    """The code of a definition alone, inside its class if it has one, so that `super()` finds its cell.

    A generator that lost its only `yield` is one still: the caller iterates it, and Python wants its kind unchanged.
    """
    bare = ast.FunctionDef if isinstance(node, ast.FunctionDef) else ast.AsyncFunctionDef
    never = ast.If(ast.Constant(False), [ast.Expr(ast.Yield())], [])
    body = [*node.body, never] if function.__code__.co_flags & inspect.CO_GENERATOR else node.body
    alone: ast.stmt = ast.copy_location(bare(node.name, node.args, body, [], None, node.type_comment), node)
    if owner is not None:
        alone = ast.copy_location(ast.ClassDef(owner.name, [], [], [alone], []), owner)
    module = ast.fix_missing_locations(ast.Module([alone], []))
    code = compile(module, function.__code__.co_filename, "exec")
    for name in ([owner.name] if owner is not None else []) + [node.name]:
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code


def put_code(function: FunctionType, code: CodeType) -> Callable[[], None]:
    before = function.__code__
    function.__code__ = code

    def take_out() -> None:
        function.__code__ = before

    return take_out


def other_values(node: ast.Assign | ast.AnnAssign, names: dict[str, Any]) -> Iterator[tuple[Edit, object]]:
    """What the name would hold if its expression were changed in one place."""
    for edit in edits(node):
        before = getattr(edit.node, edit.field)
        setattr(edit.node, edit.field, edit.value)
        try:
            assert node.value is not None
            expression = compile(ast.fix_missing_locations(ast.Expression(deepcopy(node.value))), "<mutant>", "eval")
            yield edit, eval(expression, names)
        except (ArithmeticError, AttributeError, LookupError, NameError, SyntaxError, TypeError, ValueError):
            continue  # there is no such value
        finally:
            setattr(edit.node, edit.field, before)


def attribute_mutants(place: Place, node: ast.Assign | ast.AnnAssign, owner: ast.ClassDef) -> Iterator[Mutant]:
    """A class attribute with another value. The fields of structs and the members of enums are no such thing."""
    module = sys.modules[place.module]
    class_, name = vars(module)[owner.name], place.name.split(".")[-1]
    if hasattr(class_, "__struct_fields__") or hasattr(class_, "__members__") or name not in vars(class_):
        return
    for edit, value in other_values(node, {**vars(module), **vars(class_)}):
        yield Mutant(place, edit.line, edit.what, None, functools.partial(put_attribute, class_, name, value))


def put_attribute(class_: type, name: str, value: object) -> Callable[[], None]:
    before = vars(class_)[name]
    setattr(class_, name, value)
    return functools.partial(setattr, class_, name, before)


def rebind(place: Place, value: object) -> Callable[[], None]:
    """Gives a module's name another value, also in the modules that have imported it."""
    before = vars(sys.modules[place.module])[place.name]
    modules = [
        module for module in list(sys.modules.values()) if getattr(module, "__dict__", {}).get(place.name) is before
    ]
    for module in modules:
        setattr(module, place.name, value)

    def take_out() -> None:
        for module in modules:
            setattr(module, place.name, before)

    return take_out


def in_reverse(undo: list[Callable[[], None]]) -> None:
    for take_out in reversed(undo):
        take_out()


@contextmanager
def in_place(mutant: Mutant) -> Iterator[None]:
    take_out = mutant.put()
    try:
        yield
    finally:
        take_out()


def caches(packages: tuple[str, ...]) -> list[Callable[[], None]]:
    """What empties each `functools` cache of these packages: an answer remembered would hide a mutant."""
    found: dict[int, Callable[[], None]] = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] not in packages:
            continue
        for value in list(vars(module).values()):
            inside = list(vars(value).values()) if isinstance(value, type) else []
            for candidate in (value, *inside):
                clear = getattr(candidate, "cache_clear", None)
                if callable(clear):
                    found[id(candidate)] = clear
    return list(found.values())
