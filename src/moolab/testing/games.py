"""What a game has to do."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

from moolab.errors import InvalidSetup, MoolabError
from moolab.games.game import Game
from moolab.games.saves import Saved
from moolab.games.setup import Option, decode, encode, options
from moolab.testing.demand import demand

AnyGame = Game[Any, Any]
_ANY: Mapping[str, Sequence[object]] = MappingProxyType({})

_MOVES = 8

_ATTEMPTS = 100
"""Setups that are drawn before there is one that is possible."""

_NO_MOVES = ("", "hello", "guess", "reply 99", "undo twice", "correct 0 00", "\0", "resign now")


def check_game(
    game: "AnyGame", values: "Mapping[str, Sequence[object]]" = _ANY, games: int = 20
) -> None:
    """Make sure that a game fulfils the contract of all games, by playing it at random.

    Args:
        game: an object of a class derived from ``Game``, which is found by its name.
        values: what fields of its setup can be, as far as their descriptions do not say it; what
            neither says is left to chance.
        games: how many are played.

    Raises:
        AssertionError: if a game is not its setup and its moves, is not the same once it was saved,
            shows what is hidden, is changed by what it refuses, or ends without an outcome.

    >>> from moolab.games import game
    >>> check_game(game("boards"), {"rules": ["ab2x4"]}, games=1)
    """
    for number in range(games):
        before = None
        for state in random_states(game, values, Random(f"{game.name} {number}")):
            try:
                _check_state(game, state)
                if before is None:
                    _check_setup(game, state.setup)
                else:
                    _check_move(before, state)
            except AssertionError as error:
                told = json.dumps(encode(state.setup))
                moves = ", ".join(state.moves) or "no move"
                raise AssertionError(f"{game.name}, {told}, after {moves}: {error}") from error
            before = state


def random_states(
    game: Game[Any, Any], values: Mapping[str, Sequence[Any]], chance: Random
) -> Iterator[Any]:
    """All states of a game, from its beginning on: each move is one of those that are expected.

    Args:
        game: what is played.
        values: as for ``check_game``.
        chance: draws the setup and the moves.
    """
    yield (state := game.answered(game.begin(_settled(game, values, chance))))
    for _ in range(_MOVES):
        ways = [
            (seat, word, texts)
            for seat in game.seats
            for word, texts in game.expected(state, seat).items()
            if texts and word != "resign"
        ]
        if not ways:
            return
        seat, word, texts = chance.choice(ways)
        move = f"{word} {texts[chance.randrange(len(texts))]}".strip()
        yield (state := game.answered(game.apply(state, seat, move)))


def _settled(game: Game[Any, Any], values: Mapping[str, Sequence[Any]], chance: Random) -> Any:
    for _ in range(_ATTEMPTS):
        drawn = {
            each.name: _draw(each, values.get(each.name), chance)
            for each in options(game.setup)
            if each.by == "player"
        }
        try:
            return game.settle(**drawn)
        except InvalidSetup:
            continue
    raise AssertionError(f"{game.name}: {_ATTEMPTS} setups are refused, one after another")


def _draw(option: Option, known: Sequence[Any] | None, chance: Random) -> Any:
    """A value of a field; None where it is left to chance."""
    if known or option.choices:
        return chance.choice(known or option.choices)
    if option.type is bool:
        return chance.random() < 0.5
    if option.type is int and option.least is not None and option.most is not None:
        return chance.randint(int(option.least), int(option.most))
    return None


def _check_setup(game: Game[Any, Any], setup: Any) -> None:
    again = decode(game.setup, json.loads(json.dumps(encode(setup))))
    demand(again == setup, "its setup is another one once it was stored")
    demand(game.title(setup), "it has no title")


def _check_state(game: Game[Any, Any], state: Any) -> None:
    seen = _seen(game, state)
    again = game.replay(state.setup, state.moves)
    demand(
        (again.moves, _seen(game, again)) == (state.moves, seen),
        "the same moves lead to another state",
    )
    begun = game.answered(game.begin(replace(state.setup)))
    for text in state.moves[len(begun.moves) :]:
        begun = game.apply_stored(begun, text)
    demand(_seen(game, begun) == seen, "the same setup leads to another game")
    text = str(Saved.of(game.name, state))
    demand(str(Saved.parse(text)) == text, "it is saved in another way once it was read")
    demand(_seen(game, Saved.parse(text).replay()) == seen, "a saved game is another one")
    demand(state.phase in game.phases, f"{state.phase} is not one of its phases")
    hidden = [each.name for each in options(type(state.setup)) if each.hidden]
    for seat, view in zip(game.seats, map(json.loads, seen), strict=True):
        over = game.outcome(state, seat) is not None
        demand(over == (state.phase == "over"), "it is over without an outcome, or has one before")
        demand(view["phase"] == state.phase, f"the view of {seat} has another phase")
        schema = f"moolab/{game.name}/"
        demand(view["schema"].startswith(schema), f"the schema of a view is not {schema}N")
        told = [] if over else [name for name in hidden if view.get(name) is not None]
        demand(not told, f"the view of {seat} tells what is hidden: {', '.join(told)}")
        _check_refusals(game, state, seat)
        _check_end(game, state, seat)
    demand(_seen(game, state) == seen, "a move that is refused, or another state, has changed it")
    _check_undo(game, state)


def _check_refusals(game: Game[Any, Any], state: Any, seat: str) -> None:
    for text in _NO_MOVES:
        try:
            game.apply(state, seat, text)
        except MoolabError as error:
            demand(str(error), f"{text!r} is refused without a sentence")
        else:
            raise AssertionError(f"{text!r} is taken for a move of {seat}")


def _check_end(game: Game[Any, Any], state: Any, seat: str) -> None:
    if "resign" in game.expected(state, seat):
        over = game.apply(state, seat, "resign")
        ended = over.phase == "over" and game.outcome(over, seat) in ("resigned", "lost")
        demand(ended, f"it goes on when {seat} resigns")


def _check_move(before: Any, after: Any) -> None:
    number = len(before.moves)
    longer = len(after.moves) > number and after.moves[:number] == before.moves
    demand(longer, "a move is not added to those before")
    demand(after.setup == before.setup, "a move changes the setup")


def _check_undo(game: Game[Any, Any], state: Any) -> None:
    """What is left after all undoing is a game that could have been played as well."""
    if "undo" not in game.expected(state, game.seats[0]):
        return
    back = game.apply(state, game.seats[0], "undo")
    _check_move(state, back)
    left = game.without_undone(back.setup, back.moves)
    demand("undo" not in left, "what was undone is not left out")
    same = _without_moves(game, game.replay(back.setup, left)) == _without_moves(game, back)
    demand(same, "undoing leads to a state that there never was")


def _seen(game: Game[Any, Any], state: Any) -> list[str]:
    """What each seat sees, byte for byte."""
    return [json.dumps(game.view(state, seat).fields(), sort_keys=True) for seat in game.seats]


def _without_moves(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    view = game.view(state, game.seats[0]).fields()
    return {name: value for name, value in view.items() if name not in ("last", "version")}
