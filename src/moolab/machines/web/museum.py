"""Small machines, in the browser."""

from functools import partial
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import MoolabError
from moolab.games.setup import decode, encode
from moolab.machines.game import GAME, MachineView, Setup, kind_of
from moolab.machines.ports import PORTS
from moolab.machines.session import ENTRY_POINTS, Kind
from moolab.machines.source import format_argument
from moolab.machines.targets import MICROCONTROLLERS, NAMES
from moolab.support.extensions import installed
from moolab.support.language import translate, translate_plural
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.limits import LONGEST_TEXT, MOST_BODY_BYTES
from moolab.web.pages.forms import Text
from moolab.web.pages.home import list_unfinished
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.rendering import render
from moolab.web.server import Server, ServerHere

OURS = tuple(dict.fromkeys(port.target for port in PORTS))
"""The machines that we have programs for."""

router = APIRouter(prefix="/machines", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("machine")]
Program = Annotated[str, Form(max_length=MOST_BODY_BYTES)]

OtherArguments = Annotated[str | None, Form(max_length=LONGEST_TEXT)]

_KEEPERS = [p.file for p in PORTS if p.target not in MICROCONTROLLERS and not p.breaks]
"""Programs of ours in whose memory is what the player should not see."""


@router.get("")
async def choose(request: Request, server: ServerHere) -> Response:
    """All machines, with our programs, and room for another."""
    nothing = {"target": "", "program": "", "dialect": "", "name": "", "arguments": ""}
    return await _choice(request, server, nothing)


@router.post("")
async def begin(
    request: Request,
    server: ServerHere,
    port: Text = "",
    target: Text = "",
    program: Program = "",
    dialect: Text = "",
    name: Text = "",
    arguments: Text = "",
) -> Response:
    """Put a program into a machine, and go to its page."""
    typed: dict[str, Any] = {
        "target": target,
        "program": program,
        "dialect": dialect,
        "name": name,
        "arguments": arguments,
    }
    try:
        # To look for programs in a long text takes a while.
        setup = await anyio.to_thread.run_sync(partial(Setup.new, port=port or None, **typed))
        return await _begun(request, server, setup)
    except MoolabError as error:
        return await _choice(request, server, typed | {"port": port}, error)


@router.get("/{game}")
async def show(visit: VisitHere) -> Response:
    """A machine."""
    return await _page(visit)


@router.get("/{game}/program")
async def change(visit: VisitHere) -> Response:
    """The program of a machine, to be changed."""
    setup = await _setup(visit)
    arguments = " ".join(map(format_argument, setup.arguments))
    typed = encode(setup) | {"port": "", "name": setup.name or "", "arguments": arguments}
    return await _choice(visit.request, visit.server, typed)


@router.post("/{game}")
async def execute(
    visit: VisitHere,
    move: Text = "",
    verb: Text = "",
    text: Text = "",
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Execute a command, whole or as a word and what is behind it."""
    try:
        await visit.move(move or f"{verb} {text}", after)
    except MoolabError as error:
        return await _page(visit, error=error)
    return RedirectResponse(f"/machines/{visit.game}", 303)


@router.post("/{game}/again")
async def again(visit: VisitHere, arguments: OtherArguments = None) -> Response:
    """Begin again with the same program; a routine can be called with other arguments."""
    try:
        setup = (await _setup(visit)).anew(arguments)
        return await _begun(visit.request, visit.server, setup)
    except MoolabError as error:
        return await _page(visit, error=error)


async def _setup(visit: Visit) -> Setup:
    row = await anyio.to_thread.run_sync(visit.server.store.find, visit.game)
    return decode(Setup, row.setup)


async def _begun(request: Request, server: Server, setup: Setup) -> Response:
    player = player_or_new(request)
    opened = await server.games.open("machine", setup, {"player": player})
    return redirect_player(request, f"/machines/{opened.id}", player)


async def _choice(
    request: Request, server: Server, typed: dict[str, Any], error: MoolabError | None = None
) -> Response:
    values = {
        "unfinished": await list_unfinished(request, server, "machine"),
        "ports": {target: [port for port in PORTS if port.target == target] for target in OURS},
        "names": {
            "": translate("what the text is for"),
            **NAMES,
            **{each: each for each in installed(ENTRY_POINTS)},
        },
        "dialects": {
            "": translate("what the text uses"),
            "ulisp": "uLisp",
            "common": translate("the Lisp of the article on trilobite"),
        },
        "microcontrollers": MICROCONTROLLERS,
        "most": Kind.limits.program,
        "typed": typed,
        "refused": next((port.target for port in PORTS if port.file == typed.get("port")), None),
    }
    return render(request, "machine/museum.html", values, error)


async def _page(visit: Visit, *, error: MoolabError | None = None) -> Response:
    view: MachineView
    row, view = await visit.look()
    values: dict[str, Any] = {
        "id": visit.game,
        "title": GAME.title(decode(Setup, row.setup)),
        "port": row.setup["port"],
        "machine": view,
        "playing": row.setup["port"] in _KEEPERS,
        "said": _said(view),
    }
    machine = kind_of(view.target)
    values |= machine.shown(row.setup, view.pending or "")
    return render(visit.request, machine.template, values, error)


def _said(view: MachineView) -> str:
    """What has become of the machine, in a sentence or two."""
    if view.fault:
        return f"{view.fault[:1].upper()}{view.fault[1:]}."
    if view.unfinished:
        steps = kind_of(view.target).limits.steps
        return translate("Still running after {count} steps: Run lets it go on.", count=steps)
    if view.stopped and view.stopped.startswith("waiting for keys"):
        return translate("Ready. Press a key.")
    if view.stopped:
        return translate("It has stopped: {reason}.", reason=view.stopped)
    [text] = [line.text for line in view.listing if line.current] or [view.place]
    return translate_plural("After {number} [step|steps], next is {line}", view.time, line=text)
