"""Signing on and off, and what a browser may choose for itself: language and contrast. The only forms of the page."""

import secrets

import psycopg
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from floor.page.guard import BadForm, is_from_here, read_form, same
from floor.page.house import FORM, LOOK, SESSION, House, address_of, find_session, forget, language_of, put
from floor.page.people import NUMBER_MAX, Refused
from protocol.people import PIN_MAX

# What somebody who is not let in reads. It never says whether the number or the PIN was wrong.
WHY = {
    "wrong": "Number or PIN is wrong.",
    "unknown": "Number or PIN is wrong.",
    "form": "The form was too old. Please try again.",
    "wait": "Too many wrong tries. Wait %1 seconds.",
    "locked": "This number is locked. A technician of the floor resets it.",
    "busy": "Many sign on just now. Please try again.",
    "role": "This page is not for your position.",
}


async def sign_on(request: Request) -> Response:
    house: House = request.app.state.house
    try:
        return await (_try(request, house) if request.method == "POST" else _ask(request, house))
    except psycopg.OperationalError:
        return house.show(request, "gone.html", status=503)


async def _ask(request: Request, house: House, why: str = "", wait_s: int = 0, status: int = 200) -> Response:
    if not why and await find_session(request, house, awake=False) is not None:
        return RedirectResponse("/", 303)
    token = secrets.token_urlsafe(24)
    response = house.show(
        request, "sign_on.html", status=status, form=token, why=WHY.get(why, ""), wait_s=wait_s, zone=house.page.names
    )
    put(response, FORM, token)
    return response


async def _try(request: Request, house: House) -> Response:
    address = address_of(request)
    try:
        form = await read_form(request)
    except BadForm as bad:
        await house.refuse(request, f"form: {bad}")
        return await _ask(request, house, "form", status=400)
    if not is_from_here(request) or not same(form.get("form", ""), request.cookies.get(FORM, "")):
        await house.refuse(request, "foreign form")
        return await _ask(request, house, "form", status=403)
    if wait_s := house.doorstep.wait_s(address):
        await house.refuse(request, "address waits")
        return await _ask(request, house, "wait", wait_s, status=429)
    number, pin = form.get("number", "").strip(), form.get("pin", "")
    if not _digits(number, NUMBER_MAX) or not _digits(pin, PIN_MAX):
        house.doorstep.failed(address)
        await house.refuse(request, "no number or PIN")  # and none of what was typed: it may be a PIN
        return await _ask(request, house, "wrong", status=403)
    try:
        token = await house.people.sign_on(number, pin, address)
    except Refused as refused:
        if refused.why in ("wrong", "unknown", "locked"):
            house.doorstep.failed(address)
        return await _ask(request, house, refused.why, refused.wait_s, status=403)
    house.doorstep.passed(address)
    response = RedirectResponse("/", 303)
    put(response, SESSION, token)
    forget(response, FORM)
    return response


def _digits(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= most


async def sign_off(request: Request) -> Response:
    house: House = request.app.state.house
    try:
        session = await find_session(request, house, awake=False)
        if session is not None:
            form = await read_form(request)
            if not is_from_here(request) or not same(form.get("csrf", ""), session.csrf):
                await house.refuse(request, "foreign form", session.number)
                return house.show(request, "refused.html", session, status=403)
            await house.people.sign_off(session, address_of(request))
    except BadForm:
        return RedirectResponse("/", 303)
    except psycopg.OperationalError:
        return house.show(request, "gone.html", status=503)
    response = RedirectResponse("/sign-on", 303)
    forget(response, SESSION)
    return response


async def look(request: Request) -> Response:
    """Language and contrast are kept by the browser: nothing of the house changes."""
    house: House = request.app.state.house
    try:
        form = await read_form(request)
    except BadForm:
        form = {}
    back = RedirectResponse(_own_path(form.get("back", "")), 303)
    if is_from_here(request):
        was = house.look_of(request)
        language = language_of(form.get("language", "")) or was.language
        contrast = {"high": True, "normal": False}.get(form.get("contrast", ""), was.contrast)
        put(back, LOOK, f"{language}.{'high' if contrast else 'normal'}", lasting=True)
    return back


def _own_path(text: str) -> str:
    """Back to a page of ours, and to nowhere else."""
    good = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and len(text) < 400
    return text if good and "\\" not in text else "/"


async def awake(request: Request) -> Response:
    """Somebody has touched the page: his session goes on."""
    house: House = request.app.state.house
    try:
        session = await find_session(request, house, awake=is_from_here(request))
    except psycopg.OperationalError:
        return Response(status_code=503)
    return Response(status_code=204 if session else 401)
