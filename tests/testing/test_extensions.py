"""Strategies, rules, makers and machines that others write: found by name, checked, refused."""

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from moolab import Game, Machine, Reply, Strategy
from moolab.codes.numbering import all_codes
from moolab.codes.reply_rules import named_rule, own_rule
from moolab.deduction.candidates import Candidates
from moolab.errors import InvalidExtension, InvalidRules, InvalidSetup, UnknownStrategy
from moolab.games.duel.duel import apply
from moolab.machines.testing import check_machine
from moolab.testing import check_maker, check_rule, check_strategy
from tests.cli.test_cli import moo

PARTS = """
from moolab import Strategy

class First(Strategy):
    def choose(self, candidates):
        return candidates[0]

def vowels(guess, secret):
    return sum(a == b for a, b in zip(guess, secret) if a in "aeiou")

def kind(left, guess):
    sizes = left.split(guess)
    return min(sizes, key=sizes.get)

def unkind(left, guess):
    sizes = left.split(guess)
    return max(sizes, key=sizes.get)

def liar(left, guess):
    return "40" if guess == "0123" else "31"

class Counter:
    program_counter = 0
    def __init__(self, program):
        self.number, self.work = int(program), 0
    @property
    def stopped(self):
        return None if self.number else "it has counted to zero"
    def step(self):
        self.number, self.work = self.number - 1, self.work + 1
    def snapshot(self):
        return self.number
    def restore(self, snapshot):
        self.number = snapshot
    def listing(self):
        return [(0, "count down")]
    def groups(self):
        return {"registers": {"number": str(self.number)}}

number = 7
"""

OFFERED = """
[moolab.strategies]
first = parts:First
[moolab.rules]
open-vowels = parts:vowels
[moolab.makers]
kind = parts:kind
liar = parts:liar
[moolab.machines]
counter = parts:Counter
"""


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a module with a part of each kind."""
    (tmp_path / "parts.py").write_text(PARTS)
    monkeypatch.delitem(sys.modules, "parts", raising=False)
    return tmp_path


@pytest.fixture
def installed(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that offers these parts is installed."""
    folder = parts / "parts-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: parts\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(OFFERED)
    monkeypatch.syspath_prepend(str(parts))


@pytest.mark.usefixtures("installed")
def test_an_installed_package_offers_parts_of_each_kind() -> None:
    game = Game("ab3x5")
    named = game.strategy("first")
    assert game.next(by=named) == "012"
    assert named == game.strategy("parts:First")
    assert game.evaluate(named).secrets == 60
    vowels = Game(secrets=["crane", "crone"], rule="open-vowels")
    assert str(vowels.score("crane", "crone")) == "1"
    duel = apply(game.play(role="breaker", maker="kind"), "guess 012")
    assert duel.outcome == "won"
    assert Machine("counter", "7").do("step 3") == ""
    assert "number 7" in repr(Machine("counter", "7"))


def test_parts_in_the_folder_where_a_command_is_typed(
    parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(parts)
    assert moo("next", "-r", "ab3x5", "-s", "parts:First").stdout.startswith("012\n")
    assert (
        "\nparts:First "
        in moo(*("arena", "-r", "ab3x5", "--players", "parts:First,entropy", "--no-times")).stdout
    )
    told = moo("play", "-r", "ab3x5", "--role", "breaker", "--maker", "parts:kind", "--seed", "1")
    assert "Right keeps no secret: parts:kind says what it replies." in told.stdout
    Path("seven").write_text("7")
    assert "count down" in moo("machine", "debug", "parts:Counter", "seven", typed="run\n").stdout
    for arguments, reason in (
        (["next", "-s", "parts:Last"], "has no attribute 'Last'"),
        (["next", "-s", "parts:kind"], "is not a class derived from moolab.Strategy"),
        (["play", "--maker", "parts:number"], "'parts:number' is not a function of candidates and"),
        (["play", "--maker", "sly"], "'sly' is not one of 'honest', 'evil'"),
        (["machine", "debug", "parts:kind", "seven"], "TypeError"),
        (["score", "--rule", "parts:number", "ab", "cd"], "is not a function of guess and secret"),
    ):
        assert reason in moo(*arguments).stderr


def test_a_saved_game_is_played_with_code_of_others_only_if_that_is_named_again(
    parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(parts)
    monkeypatch.syspath_prepend(str(parts))
    began = ("play", "ab3x5", "--role", "breaker", "--maker", "parts:unkind", "--seed", "1")
    again = "play --resume --maker parts:unkind"
    assert moo(*began, typed="012\nquit\n").stdout.endswith(f"; go on with: moo {again}\n")
    listed = again.replace("--resume", "--resume 1")
    assert moo("games").stdout.endswith(f"\n    moo {listed}\n")
    (file,) = map(str, Path("data/moolab").glob("*.json"))
    for command in (("play", "--resume"), ("analyze", file)):
        refused = moo(*command)
        assert refused.returncode == 2
        assert refused.stderr.endswith(
            "the saved game cannot go on: it runs code that does not come with moolab; "
            "if you trust it, add --maker parts:unkind\n"
        )
    assert moo("analyze", file, "--maker", "parts:unkind").stdout.startswith(
        "Your guesses, ab3x5\n"
    )
    assert "[1] Your guess: 012 Score: " in moo(*again.split(), typed="quit\n").stdout
    for line, reason in (
        (f"{again} -s parts:First", "--strategy does not go with --resume"),
        ("play --resume --maker evil", "--maker does not go with --resume"),
        (f"analyze {file} --maker parts:unkind -s entropy", "--strategy does not go with a saved"),
        ("analyze 012=02 --maker parts:unkind", "--maker needs a saved game"),
    ):
        assert reason in moo(*line.split()).stderr


FAULTY = """
from moolab import Strategy

class Unready(Strategy):
    pass

class Silent(Strategy):
    def choose(self, candidates):
        pass

class Late(Strategy):
    def choose(self, candidates):
        return candidates[0] if len(candidates) > 59 else candidates.last

def divide(guess, secret):
    return 1 / 0
"""


def test_a_fault_in_a_part_is_told_with_its_place_and_no_game_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.py").write_text(FAULTY)
    for arguments, reason in (
        (["next", "-s", "faulty:Unready"], "'faulty:Unready' cannot be used: Can't instantiate"),
        (
            ["solve", "1234", "-s", "faulty:Silent"],
            "Silent chooses what cannot be guessed: None",
        ),
        (["score", "--rule", "faulty:divide", "ab", "cd"], "faulty.py, line 16, in divide: Zero"),
    ):
        done = moo(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(f"moo: {reason}")
    late = ("play", "-r", "ab3x5", "-s", "faulty:Late", "--role", "maker", "--seed", "1")
    told = moo(*late, typed="00\n11\nquit\n").stdout
    assert "faulty.py, line 13, in choose: AttributeError(" in " ".join(told.split())
    assert told.endswith("The game stops here.\n")
    match = ("arena", "-r", "ab3x5", "--players", "faulty:Late,entropy", "--games", "all")
    told = " ".join(moo(*match, "--no-times").stdout.split())
    assert "59 games forfeited" in told
    assert "faulty.py, line 13, in choose" in told


@pytest.mark.usefixtures("installed")
def test_what_does_not_do_what_it_has_to_is_said_in_a_sentence() -> None:
    with pytest.raises(UnknownStrategy, match="minotaur, first; did you mean 'first'"):
        Game("ab3x5").strategy("frist")
    with pytest.raises(InvalidExtension, match="replies to 1234 what is not a reply"):
        apply(Game("ab4x10").play(role="breaker", maker="liar"), "guess 1234")
    with pytest.raises(InvalidSetup, match="a maker needs a player who guesses"):
        Game("ab3x5").play(role="maker", maker="kind")
    with pytest.raises(InvalidSetup, match="only the honest maker makes mistakes"):
        Game("ab3x5").play(maker="kind", mistakes=1)
    with pytest.raises(InvalidExtension, match="is not a machine: it has no"):
        Machine("builtins:str", "7")
    with pytest.raises(InvalidExtension, match="has no attribute"):
        Game("ab3x5").play(maker="parts:none")


@pytest.mark.usefixtures("installed")
def test_the_notation_of_a_game_names_no_code_to_be_run() -> None:
    with pytest.raises(InvalidRules, match="'parts:vowels' is not a reply rule"):
        Game("words:english:parts:vowels")
    with pytest.raises(InvalidRules, match="'parts:vowels' is not a reply rule"):
        named_rule("parts:vowels")
    with pytest.raises(InvalidRules, match="'none' is not a reply rule"):
        own_rule("none")


class Last(Strategy):
    def choose(self, candidates: Candidates) -> str:
        return candidates[-1]


@pytest.mark.usefixtures("installed")
def test_what_is_right_passes() -> None:
    check_strategy(Last)
    check_strategy("first", ["ab2x4"])
    check_rule("open-vowels")
    check_rule("parts:vowels", ["crane", "crone", "sloth"], ["audio"])
    check_maker("kind")
    check_machine("counter", "99")


class Restless(Last):
    """Guesses something else each time."""

    asked = 0

    def choose(self, candidates: Candidates) -> str:
        Restless.asked += 1
        return candidates[Restless.asked % len(candidates)]


class Deaf(Last):
    """Takes no start."""

    def guess(self, candidates: Candidates) -> str:
        return candidates[0]


class Loose(Last):
    """Is never consistent."""

    def choose(self, candidates: Candidates) -> str:
        codes = list(all_codes(candidates.rules))
        return codes[len(candidates.history) % len(codes)]


class Careless(Last):
    """Guesses where no code fits."""

    def guess(self, candidates: Candidates) -> str:
        return super().guess(candidates) if candidates else "00"


class Wordy(Last):
    """Guesses what is not a code as it is written."""

    def choose(self, candidates: Candidates) -> str:
        return f" {candidates[0]}"


def counted() -> Callable[[str, str], int]:
    """A rule whose reply is how often it was asked."""
    times = count()
    return lambda *_: next(times)


def forgetful() -> Any:
    """A maker that says something else each time."""
    times = count()

    def reply(left: Candidates, guess: str) -> Reply:
        replies = list(left.split(guess))
        return replies[next(times) % len(replies)]

    return reply


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (lambda: check_strategy(Restless), "and then"),
        (lambda: check_strategy(Deaf), "it has to start with"),
        (lambda: check_strategy(Loose), "is not consistent"),
        (lambda: check_strategy(Careless), "no code fits"),
        (lambda: check_strategy(Wordy), "it guesses ' 01'"),
        (lambda: check_rule(counted()), "the second time"),
        (lambda: check_rule(lambda _, secret: f"1 {secret}=1"), "cannot be read again"),
        (lambda: check_maker(forgetful()), "and then"),
        (lambda: check_maker(lambda *_: "99"), "what is not a reply"),
        (lambda: check_maker(lambda left, _: left.rules.win), "no code that is left gives"),
    ],
)
def test_what_is_wrong_does_not(check: Callable[[], None], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check()


class Counter:
    """A machine that counts down, with a flaw."""

    program_counter = 0

    def __init__(self, program: str) -> None:
        self.flaw, self.number, self.work = program, 50, 0

    @property
    def stopped(self) -> str | None:
        return None if self.number else "done"

    def step(self) -> None:
        self.number -= 1
        self.work += -1 if self.flaw == "work" else 1

    def snapshot(self) -> Any:
        return self.number

    def restore(self, snapshot: Any) -> None:
        self.number = self.number if self.flaw == "restore" else snapshot

    def listing(self) -> list[tuple[int, str]]:
        return [(1, "later"), (0, "earlier")] if self.flaw == "listing" else [(0, "count down")]

    def groups(self) -> Any:
        number: object = self.number if self.flaw == "text" else str(self.number)
        seen = id(self) if self.flaw == "chance" else 0
        return {"registers": {"number": number, "seen": str(seen)}}


@pytest.mark.parametrize(
    ("flaw", "sentence"),
    [
        ("work", "takes work back"),
        ("restore", "it is put back to"),
        ("listing", "not in order"),
        ("text", "number of registers is not a text"),
        ("chance", "and was"),
    ],
)
def test_a_machine_with_a_flaw_does_not_pass(flaw: str, sentence: str) -> None:
    check_machine(Counter, "none")
    with pytest.raises(AssertionError, match=sentence):
        check_machine(Counter, flaw)
