import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.rules import Rules
from moolab.errors import InvalidCode, InvalidMove, MoolabError
from moolab.games.drawing import commitment
from moolab.games.people.game import GAME, SEATS, Match, Setup
from tests.helpers.examples import examples
from tests.helpers.games import codes, rules

MM4 = Rules.parse("mm4x10")
SECRETS = ("first secret 2396", "second secret 8217")


def after(*moves: str) -> Match:
    return GAME.replay(Setup.new(MM4, seed=1), moves)


def test_both_get_the_same_number_of_guesses() -> None:
    match = after(*SECRETS, "first guess 1234", "second guess 1234", "first guess 8217")
    assert (match.found("first"), match.phase, match.turn) == (True, "guess", "second")
    lost = GAME.apply(match, "second", "guess 5678")
    assert (lost.phase, lost.turn) == ("over", None)
    assert (lost.outcome("first"), lost.outcome("second")) == ("won", "lost")
    drawn = GAME.apply(match, "second", "guess 2396")
    assert (drawn.outcome("first"), drawn.outcome("second")) == ("drawn", "drawn")


def test_the_second_wins_at_once_where_the_first_has_had_its_guess() -> None:
    match = after(*SECRETS, "first guess 1234", "second guess 2396")
    assert (match.outcome("first"), match.outcome("second")) == ("lost", "won")


def test_secrets_come_in_any_order_and_are_sealed_at_once() -> None:
    match = after(*reversed(SECRETS))
    assert match.turn == "first"
    alone = after("second secret 8217")
    assert alone.phase == "secret"
    assert alone.commitment("first") is None
    assert alone.commitment("second") == commitment("8217", alone.setup.nonces[1])


def test_at_the_end_both_see_both_secrets() -> None:
    over = after(*SECRETS, "first resign")
    for to in SEATS:
        for seat, secret, nonce in zip(SEATS, ("2396", "8217"), over.setup.nonces, strict=True):
            assert over.reveal(seat, to=to) == (secret, nonce)


def test_either_may_resign_at_any_time() -> None:
    over = after(*SECRETS, "second resign")
    assert (over.outcome("first"), over.outcome("second")) == ("won", "resigned")
    early = after("first resign")
    assert (early.outcome("second"), early.reveal("first", to="second")) == ("won", None)


def test_a_game_without_end_is_a_draw() -> None:
    guesses = ("first guess 0000", "second guess 0000") * 64
    assert after(*SECRETS, *guesses[:-1]).phase == "guess"
    assert after(*SECRETS, *guesses).outcome("second") == "drawn"


@pytest.mark.parametrize(
    ("moves", "seat", "move", "reason"),
    [
        ((), "third", "secret 1234", "'third' is not a seat"),
        ((), "first", "undo", "is not a move; there are secret, guess, resign"),
        ((), "first", "guess 1234", "first set your secret"),
        (SECRETS[:1], "first", "guess 1234", "the other player has not set a secret yet"),
        (SECRETS[:1], "first", "secret 1234", "cannot be changed"),
        (SECRETS, "second", "guess 1234", "it is the other player's turn"),
        ((*SECRETS, "first guess 1234"), "first", "guess 1234", "it is the other player's turn"),
        (SECRETS, "second", "resign now", "'now' is too much"),
        ((*SECRETS, "first resign"), "second", "guess 1234", "the game is over"),
    ],
)
def test_moves_that_are_not_possible(
    moves: tuple[str, ...], seat: str, move: str, reason: str
) -> None:
    with pytest.raises(InvalidMove, match=reason):
        GAME.apply(after(*moves), seat, move)


def test_codes_are_those_of_the_game() -> None:
    with pytest.raises(InvalidCode):
        GAME.apply(after(), "first", "secret 12")
    with pytest.raises(InvalidCode):
        GAME.apply(after(*SECRETS), "first", "guess")


@pytest.mark.usefixtures("chance")
def test_nonces_come_from_the_seed_or_differ() -> None:
    assert Setup.new(MM4, seed=5) == Setup.new(MM4, seed=5) != Setup.new(MM4, seed=6)
    assert len({nonce for _ in range(3) for nonce in Setup.new(MM4).nonces}) == 6


@settings(max_examples=examples(20))
@given(st.data(), rules(most_codes=3000))
def test_any_order_of_moves(data: st.DataObject, game: Rules) -> None:
    match = GAME.begin(Setup.new(game, seed=data.draw(st.integers(0, 99))))
    for _ in range(data.draw(st.integers(0, 24))):
        due = [match.turn] if match.turn else []
        seat = data.draw(st.sampled_from([*due, *due, *SEATS]))
        verb = data.draw(st.sampled_from(["guess", "guess", "guess", "secret", "resign"]))
        move = verb if verb == "resign" else f"{verb} {data.draw(codes(game))}"
        before = match
        try:
            match = GAME.apply(match, seat, move)
        except MoolabError:
            assert before.phase == "over" or before.turn != seat or verb == "secret"
            continue
        assert match.moves == (*before.moves, f"{seat} {move}")
        assert verb != "guess" or before.turn == seat
        first, second = match.sides
        assert 0 <= len(first.turns) - len(second.turns) <= 1
        for mine, other in (SEATS, SEATS[::-1]):
            assert (match.phase == "over") == (match.outcome(mine) is not None)
            assert match.phase == "over" or match.reveal(other, to=mine) is None
            sought = match.side(other).secret
            turns = match.side(mine).turns
            assert not turns or (sought and all(turn.fits(game, sought) for turn in turns))
    assert GAME.replay(match.setup, match.moves) == match
