"""The code of the day of a server, played over its HTTP interface for programs."""

import json
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from moolab.cli.dialogues.playing import (
    ask_guess,
    description,
    is_code,
    means_it,
    reply_shown,
    told,
    words_of,
)
from moolab.cli.terminal.output import echo_aside, reason
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn
from moolab.errors import InvalidMove, MoolabError
from moolab.games.daily import Daily
from moolab.games.duel.prose import code_told
from moolab.games.tries import out_of_tries
from moolab.support.atomic import replace_file
from moolab.support.folder import data_file, make_folder
from moolab.support.foreign import parsing
from moolab.support.language import translate
from moolab.support.text import quote, sentence
from moolab.support.typed import command

_PATIENCE = 20
"""Seconds in which a server has to answer."""

_MOST = 1 << 20
"""Bytes of the longest answer that is read."""

_SHOWN = "rules", "commitment", "turns", "version", "finished", "outcome", "secret", "nonce"
"""What a game is shown by."""


class ServerTrouble(MoolabError):
    """A server does not answer, or is not one of moolab's."""


class Remote(NamedTuple):
    """A game on a server.

    Attributes:
        lost: why it cannot be gone on with once it is left; empty if it can.
    """

    server: str
    id: str
    token: str
    lost: str = ""

    def ask(self, move: str | None = None, version: int = 0) -> dict[str, Any]:
        """The state of the game: after a move, which is made once even if its answer was lost.

        Raises:
            MoolabError: as the server says.
        """
        body = None if move is None else {"move": move, "after": version}
        path = f"/api/games/{self.id}{'/moves' if body else ''}"
        told = _ask(self.server, path, body, {"Authorization": f"Bearer {self.token}"})
        state: dict[str, Any] = _fields(self.server, told, "state")["state"]
        _fields(self.server, state, *_SHOWN)
        _fields(self.server, state["turns"], "yours")
        return state


def open_remote(server: str, daily: Daily) -> Remote:
    """Begin the game of a day on a server, or go on with it.

    Raises:
        ServerTrouble: if there is no such server.
        MoolabError: as the server says.
    """
    path = _path(_host(server), daily)
    server = server.rstrip("/")
    if path.is_file():
        with parsing(ServerTrouble(f"{path} is damaged; without it, you begin again")):
            return Remote(server, **json.loads(path.read_text("utf-8")))
    wish = {"kind": daily.kind, "day": str(daily.day)}
    kept = _fields(server, _ask(server, "/api/daily", wish, {}), "id", "token")
    lost = ""
    try:
        make_folder(path.parent)
        with replace_file(path) as file:
            file.write(json.dumps(kept).encode())
    except OSError as error:
        lost = reason(error)
    return Remote(server, **kept, lost=lost)


class RemoteConversation:
    """Leads a person through a game on a server."""

    def __init__(self, terminal: Terminal, remote: Remote) -> None:
        self._terminal = terminal
        self._remote = remote

    def play(self) -> tuple[History, bool, bool, int]:
        """The guesses with their replies, whether it is over, whether it is won, and the tries."""
        state = self._remote.ask()
        rules = Rules.parse(state["rules"])
        say = self._terminal.say
        self._terminal.say_apart(description(rules))
        self._terminal.say_apart(
            translate("The code of the day: no hints. Type resign to give up.")
        )
        if state["commitment"]:
            say(f"SHA-256: {state['commitment']}")
        say()
        self._tell_turns(rules, state)
        while not state["finished"]:
            try:
                state = self._step(rules, state)
            except (EOFError, KeyboardInterrupt):
                say()
                echo_aside(self._last_words())
                break
        if state["finished"]:
            ends = {
                "won": translate("You found my code."),
                "lost": out_of_tries(state.get("tries", 0)),
            }
            say(ends.get(state["outcome"], translate("You gave up.")))
            if state["secret"]:
                say(code_told(state["secret"], state["nonce"]))
        won = state["outcome"] == "won"
        # A server of an earlier version has no limit.
        return _turns(rules, state), state["finished"], won, state.get("tries", 0)

    def _last_words(self) -> str:
        if not self._remote.lost:
            return translate("The game stops here; the same command goes on with it.")
        farewell = translate("it could not be kept: {reason}", reason=self._remote.lost)
        return translate("The game stops here; {farewell}", farewell=farewell)

    def _tell_turns(self, rules: Rules, state: dict[str, Any], known: int = 0) -> None:
        for number, turn in enumerate(_turns(rules, state)[known:], start=known + 1):
            self._terminal.say(f"[{number}] {told(turn, rules, self._terminal)}")

    def _look_again(self, rules: Rules, state: dict[str, Any]) -> dict[str, Any]:
        """The state by now: a move may have been made whose answer was lost."""
        try:
            after = self._remote.ask()
        except MoolabError:
            return state
        self._tell_turns(rules, after, len(state["turns"]["yours"]))
        return after

    def _step(self, rules: Rules, state: dict[str, Any]) -> dict[str, Any]:
        terminal = self._terminal
        words = ["resign", *words_of(rules)]
        number = len(state["turns"]["yours"]) + 1
        answer = ask_guess(terminal, number, lambda: words, tries=state.get("tries", 0))
        try:
            if command(answer) == "resign":
                if not means_it(terminal):
                    return state
                after = self._remote.ask("resign", state["version"])
                terminal.say()
                return after
            if not is_code(rules, answer):
                rules.code(answer)
                raise InvalidMove(translate("type a guess, or resign"))
            after = self._remote.ask(f"guess {answer}", state["version"])
        except MoolabError as error:
            terminal.say_apart(sentence(str(error)))
            return self._look_again(rules, state)
        score = translate("Score:")
        terminal.say(f" {score} {reply_shown(_turns(rules, after)[-1], rules, terminal)}")
        return after


def _turns(rules: Rules, state: dict[str, Any]) -> History:
    return tuple(
        Turn(turn["guess"], rules.reply(turn["reply"])) for turn in state["turns"]["yours"]
    )


def _fields(server: str, told: Any, *names: str) -> dict[str, Any]:
    try:
        return {name: told[name] for name in names}
    except (KeyError, TypeError) as error:
        raise _no_server_of_moolab(server) from error


def _no_server_of_moolab(server: str) -> ServerTrouble:
    return ServerTrouble(f"{server} is not a server of moolab, or an older one")


def _host(server: str) -> str:
    """The host of an address, with its port."""
    with suppress(ValueError):  # a bracket alone
        parts = urlsplit(server)
        if parts.scheme in ("http", "https") and parts.hostname:
            return parts.netloc
    raise ServerTrouble(f"{quote(server)} is not an address such as https://moolab.example")


def _path(host: str, daily: Daily) -> Path:
    name = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in host)
    return data_file("daily") / name / f"{daily.day}-{daily.kind}.token"


def _ask(server: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json", "Accept": "application/json"}
    request = Request(f"{server}{path}", data, headers)  # noqa: S310 - only http and https get here
    try:
        with urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310 - as above
            content = answer.read(_MOST)
    except HTTPError as error:
        with parsing(_no_server_of_moolab(server)):
            message = json.loads(error.read(_MOST))["error"]["message"]
        raise ServerTrouble(message) from error
    except (URLError, HTTPException, OSError) as error:
        raise ServerTrouble(f"{server} does not answer") from error
    except ValueError as error:
        raise _no_server_of_moolab(server) from error
    with parsing(_no_server_of_moolab(server)):
        return json.loads(content)
