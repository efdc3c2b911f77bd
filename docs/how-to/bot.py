"""A bot that plays on a moolab server; it needs nothing but Python.

To find the computer's code:   python3 bot.py http://127.0.0.1:8000
To play a duel, with a code:   python3 bot.py http://127.0.0.1:8000 8217
"""

import hashlib
import json
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

PATIENCE = 10
"""How often something is asked that cannot be answered now."""


class Refused(Exception):
    """The server says no; ``kind`` is for programs, the text for people."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.status = status
        self.kind = error["kind"]


class Server:
    """A moolab server."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def ask(self, path: str, sent: dict[str, Any] | None = None, token: str = "") -> Any:
        """What the server answers: to a POST if something is sent, else to a GET.

        A server that is busy, or away, is asked again.
        """
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        body = None if sent is None else json.dumps(sent).encode()
        request = Request(self.address + path, body, headers)  # noqa: S310 - the user chose it
        for _ in range(PATIENCE):
            try:
                with urlopen(request, timeout=60) as answer:  # noqa: S310
                    return json.load(answer)
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise Refused(error.code, json.load(error)["error"]) from None
                time.sleep(int(error.headers.get("Retry-After", 1)))
            except URLError:
                time.sleep(1)
        raise SystemExit(f"{self.address} does not answer")


class Game:
    """A game on a server."""

    def __init__(self, server: Server, **settled: Any) -> None:
        opened = server.ask("/api/games", settled)
        self.server = server
        self.path = f"/api/games/{opened['id']}"
        self.token = opened["token"]
        self.commitment = opened["commitment"]
        self.state = opened["state"]

    def move(self, text: str) -> None:
        """Make a move.

        It says which state it belongs to. So it is made once, even if the answer to it got lost and
        it is sent again.
        """
        sent = {"move": text, "after": self.state["version"]}
        try:
            self.state = self.server.ask(f"{self.path}/moves", sent, self.token)["state"]
        except Refused as refusal:
            if refusal.kind != "overtaken":
                raise
            self.state = self.server.ask(self.path, token=self.token)["state"]

    def advice(self) -> str:
        """What a strategy would guess; your bot may have a better idea here."""
        turns = self.state["turns"]["yours"]
        history = " ".join(f"{turn['guess']}={turn['reply']}" for turn in turns)
        question = {"rules": self.state["rules"], "history": history, "strategy": "consistent"}
        return str(self.server.ask("/api/next", question)["guess"])

    def is_fair(self) -> bool:
        """Whether the computer's code is the one to which it committed itself."""
        sealed = f"{self.state['secret']}:{self.state['nonce']}"
        return hashlib.sha256(sealed.encode()).hexdigest() == self.commitment


def score(guess: str, secret: str) -> str:
    """The reply to a guess: bulls, then cows."""
    bulls = sum(one == other for one, other in zip(guess, secret, strict=True))
    both = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
    return f"{bulls}{both - bulls}"


def play(server: Server, secret: str | None) -> None:
    """Play a game to its end."""
    game = Game(server, rules="ab4x10", role="both" if secret else "breaker")
    print(f"SHA-256 {game.commitment}")
    while game.state["phase"] != "over":
        if game.state["phase"] == "guess":
            game.move(f"guess {game.advice()}")
            print("my guess:   {guess} {reply}".format(**game.state["turns"]["yours"][-1]))
        else:
            assert secret, "a bot that only guesses need not reply"
            game.move(f"reply {score(game.state['pending'], secret)}")
            print("your guess: {guess} {reply}".format(**game.state["turns"]["computer"][-1]))
    if not game.state["finished"]:
        game.move("resign")  # it is lost: now show me your code
    print(game.state["outcome"], game.state["secret"], "fair" if game.is_fair() else "NOT FAIR")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    play(Server(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
