"""People as QML sees them: who can be tapped, who is asked for what, which order waits for whom.

Computes nothing and decides nothing. A PIN and what a badge says never come here: how many signs were typed does.
"""

from typing import Any

from msgspec.structs import replace

from console.panel import rights
from console.panel.board import Board, Machine
from console.panel.form_parts import money_part_of, preview_part
from console.panel.parts import Writing
from console.panel.proposals import Item, Paper, read
from console.panel.proving import Proof
from games.rulings import Position
from looks import words
from looks.times import clock
from looks.viewmodel import Part
from protocol.guide_words import TOPICS
from protocol.keyring import fingerprint
from protocol.people import Member, Proposal, check_code


def people_parts(board: Board) -> list[tuple[str, Any]]:
    """What is so whatever a finger has opened."""
    return [
        ("staff", [person_part(it, board) for it in board.staff]),
        ("prepared", prepared_part(board)),
        ("machines", [machine_part(it) for it in board.machines]),
        ("calls", [{"terminal": call.terminal, "since": clock(call.since)[:5]} for call in board.calls]),
        ("waiting", [waiting_part(it, board) for it in board.proposals]),
    ]


def person_part(member: Member, board: Board | None = None) -> Part:
    return {
        "number": member.number,
        "name": member.name,
        "position": int(member.position),
        "home": int(member.home),
        "active": member.active,
        "locked": member.locked,
        "where": member.panel,
        "onShift": member.on_shift,
        "participant": member.home == Position.PARTICIPANT,
        "away": "" if board is None else board.away.get(member.number, ""),
    }


def machine_part(machine: Machine) -> Part:
    waits = machine.prepared
    return {
        "name": machine.name,
        "role": machine.role,
        "fingerprint": fingerprint(machine.key) if machine.key else "",
        "heard": machine.heard,
        "enrolled": bool(machine.key),
        "prepared": "" if waits is None else waits.what,
        "preparedFingerprint": "" if waits is None else fingerprint(waits.key),
        "why": "" if waits is None else waits.why,
    }


def prepared_part(board: Board) -> list[Part]:
    known = {it.number for it in board.staff if it.active}
    return [
        {
            "number": it.number,
            "name": it.name,
            "position": int(it.position),
            "known": it.number in known,
            "code": check_code(it.credential),
        }
        for it in board.prepared
    ]


def waiting_part(proposal: Proposal, board: Board) -> Part:
    """In the strip that is on every page."""
    paper = read(proposal, board)
    return {
        "id": proposal.command_id.hex(),
        "key": paper.form.key,
        "detail": paper.form.detail,
        "terminal": paper.form.terminal,
        "round": 0,
        "by": proposal.by.name,
        "panel": proposal.panel,
        "mine": proposal.panel == board.panel,
    }


def signers_part(proof: Proof | None, proposal: Proposal | None, board: Board) -> list[Part]:
    """Whom the list offers: for an order who may sign it, else whoever may sign on."""
    if proof is None:
        return []
    if proposal is not None:
        found = rights.who_signs(proposal, board.staff)
    else:
        me = "" if board.me is None else board.me.number
        at_panels = (it for it in board.staff if it.home != Position.PARTICIPANT)
        found = tuple(it for it in at_panels if it.active and it.number != me)
    return [person_part(it) for it in found]


def proof_part(proof: Proof | None, board: Board, *, standing: str, refusal: str, wait_ms: int, said: int) -> Part:
    if proof is None:
        return {}
    name = next((it.name for it in board.staff if it.number == proof.number and it.active), "")
    return {
        "purpose": proof.purpose,
        "number": proof.number,
        "name": name,
        "badge": bool(proof.badge),
        "dots": len(proof.pin),
        "at": proof.at,
        "who": proof.who,
        "ready": proof.whole,
        "busy": board.asking,
        "standing": standing,
        "refusal": words.say(words.REFUSALS, refusal) if refusal else "",
        "waitMs": wait_ms,
        "said": said,
    }


def proposal_part(proposal: Proposal | None, board: Board, fate: str) -> Part:
    """The sheet over an order that waits; `fate`: why it does not wait any more."""
    if proposal is None:
        return {}
    table, paper = Writing(board), read(proposal, board)
    return {
        "id": proposal.command_id.hex(),
        "key": paper.form.key,
        "detail": table.name(paper.form.detail) if paper.form.key == "draw" else paper.form.detail,
        "terminal": paper.form.terminal,
        "round": paper.round_no,
        "paragraph": paper.form.paragraph or proposal.lacks.paragraph,
        "by": proposal.by.name,
        "position": int(proposal.by.position),
        "panel": proposal.panel,
        "mine": proposal.panel == board.panel,
        "needs": [int(it) for it in proposal.needs],
        "facts": [fact_part(item, table) for item in paper.items],
        "cards": list(paper.cards),
        "changed": _changed(paper),
        "laid": paper.over_cards,
        "preview": {} if fate else _preview(paper, board, table),
        "money": {} if fate or paper.money is None else money_part_of(paper.money, table),
        "known": paper.known,
        "stale": bool(fate),
        "why": fate,
    }


def _preview(paper: Paper, board: Board, table: Writing) -> Part:
    """Of cards that an order only is about: where each lies, and no result, since it names none."""
    if not paper.lay:
        return preview_part(paper.form, board, table)
    laid = preview_part(replace(paper.form, values={"cards": " ".join(paper.lay)}), board, table)
    return {name: laid[name] for name in ("places", "tones") if name in laid}


def _changed(paper: Paper) -> list[bool]:
    """Which cards are others than those that lie there."""
    before = paper.form.before.get("cards", "").split()
    return [at >= len(before) or card != before[at] for at, card in enumerate(paper.cards)] if before else []


def fact_part(item: Item, table: Writing) -> Part:
    return {
        "name": item.name,
        "kind": item.kind,
        "value": _written(item.kind, item.value, table),
        "before": _written(item.kind, item.before, table) if item.before else "",
        "changes": bool(item.before),
        "about": words.say(TOPICS, item.about) if item.about else "",
    }


def _written(kind: str, value: str, table: Writing) -> str:
    match kind:
        case "amount":
            return table.full(int(value))
        case "limit":
            return "" if value == "none" else table.full(int(value))
        case "range":
            return "|".join(_written("limit", amount, table) for amount in value.split())
        case "person":
            return f"{table.person(value)}  {value}"
        case "halt" | "position":
            return words.say(words.KINDS[kind], value)
    return value
