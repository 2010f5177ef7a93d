"""`etg floor staff`: who may sign on at the pit's page, and in which role. Each change is on record."""

import argparse
import sys
from pathlib import Path

from deploy.floor_page import address_of
from deploy.keys import table
from deploy.staff import ask_pin
from floor.config import read_floor
from floor.page.register import Register, RegisterError
from floor.page.roles import MAY_SEE, Role
from protocol.config import ConfigError
from protocol.keys import BadKey
from protocol.pins import hash_pin

HELP = "Say who may sign on at the pit's page: numbers, roles and PINs of the floor's own register."
EXAMPLE = """
./etg floor staff add 3001 --name "Max Ong" --role manager --config floor.toml     asks for the PIN twice
./etg floor staff add 2001 --name "Sue Tan" --role supervisor --config floor.toml
./etg floor staff list --config floor.toml
./etg floor staff reset 2001 --config floor.toml       a new PIN; unlocks, and signs off
./etg floor staff disable 2001 --config floor.toml     signs off at once
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="enrol a person: asks for the PIN, twice, without showing it")
    add.add_argument("--name", required=True, metavar="NAME", help="for reading; the number is the person")
    add.add_argument(
        "--role", required=True, choices=[str(role) for role in Role if MAY_SEE[role]], help="what he sees"
    )
    listing = actions.add_parser("list", help="show who is enrolled, without what is secret")
    reset = actions.add_parser("reset", help="give a new PIN: tries are forgotten, sessions end")
    disable = actions.add_parser("disable", help="let a person in no more: sessions end")
    for each in (add, reset, disable):
        each.add_argument("number", metavar="NUMBER", help="3 to 8 digits")
    for each in (add, reset):
        each.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input, one line")
    for each in (add, listing, reset, disable):
        each.add_argument("--config", type=Path, default=Path("floor.toml"), metavar="FILE", help="default: floor.toml")


def run(args: argparse.Namespace) -> int:
    try:
        config = read_floor(args.config)
        with Register(address_of(config)) as register:
            print(_list(register) if args.action == "list" else _change(register, args))
    except (ConfigError, BadKey, RegisterError, OSError) as error:
        print(f"etg floor staff: {error}", file=sys.stderr)
        return 1
    return 0


def _change(register: Register, args: argparse.Namespace) -> str:
    number = args.number
    if not (number.isascii() and number.isdigit() and 3 <= len(number) <= 8):
        raise BadKey(f"{number} is no staff number: 3 to 8 digits")
    match args.action:
        case "add":
            name = args.name.strip()
            if not name.isprintable() or not 0 < len(name) <= 40:
                raise BadKey("a name has 1 to 40 characters that can be printed")
            register.add(number, name, args.role, hash_pin(ask_pin(args)))
            return f"{number} ({name}) may sign on as {args.role}"
        case "reset":
            register.reset(number, hash_pin(ask_pin(args)))
            return f"{number} has a new PIN"
        case _:
            register.disable(number)
            return f"{number} is let in no more"


def _list(register: Register) -> str:
    rows = [(it.number, it.name, it.role, it.state) for it in register.people()]
    return "\n".join(table([("number", "name", "role", ""), *rows]))
