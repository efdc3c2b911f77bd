"""A limit of tries, and losing by it, in each kind of game."""

from dataclasses import replace
from datetime import date

import pytest

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.boards.game import GAME as BOARDS
from moolab.games.boards.game import Setup as BoardsSetup
from moolab.games.daily import Daily, card, streak
from moolab.games.duel.duel import Duel, Setup, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.prose import ending
from moolab.games.duel.stats import Game, summarize
from moolab.games.duel.view import DuelView
from moolab.games.race import Entry, place_of, race_setup, table_text
from moolab.games.saves import Saved
from moolab.games.setup import decode, encode
from moolab.games.tries import usual_tries

AB3 = Rules.parse("ab3x4")


def lost() -> Duel:
    setup = Setup.new(AB3, role="breaker", secret="012", tries=2)
    return GAME.replay(setup, ["guess 013", "guess 013"])


def test_the_usual_numbers() -> None:
    games = "ab3x10 ab4x10 ab5x10 ab10x10 mm4x4 mm4x6 mm5x8 emms4x4 words:english words:english6"
    usual = {game: usual_tries(Rules.parse(game)) for game in games.split()}
    assert list(usual.values()) == [7, 8, 9, 16, 7, 10, 12, 7, 6, 7]
    digits = Rules.parse("ab4x10")
    assert [usual_tries(digits, mistakes=most) for most in range(4)] == [8, 10, 12, 14]
    assert usual_tries(digits, evil=True) == 10
    words = Rules.parse("words:english5")
    assert [usual_tries(words, boards=number) for number in (2, 4, 8)] == [7, 9, 13]


def test_who_guesses_alone_has_the_usual_number_and_may_choose_another() -> None:
    assert Setup.new("ab4x10", role="breaker").tries == 8
    assert Setup.new("ab4x10", role="breaker", tries=0).tries == 0
    assert [Setup.new("ab4x10", role=role).tries for role in ("both", "maker")] == [0, 0]
    assert BoardsSetup.new("words:english5").tries == 9
    assert BoardsSetup.new("words:english5", tries=0).tries == 0
    with pytest.raises(InvalidSetup, match="in this role you make none"):
        Setup.new("ab4x10", role="maker", tries=8)


def test_a_breaker_without_a_try_has_lost_and_sees_the_code() -> None:
    duel = lost()
    view = DuelView.of(duel)
    assert (view.phase, view.outcome, view.finished, view.secret) == ("over", "lost", True, "012")
    assert next(ending(view, AB3)) == "You lose: all 2 guesses are used up."
    for move in ("guess 012", "undo", "resign"):
        with pytest.raises(InvalidMove, match="the game is over"):
            duel.do(move)
    won = GAME.replay(duel.setup, ["guess 013", "guess 012"])
    assert (won.outcome, won.finished) == ("won", True)


def test_a_try_that_is_taken_back_does_not_count() -> None:
    setup = Setup.new(AB3, role="breaker", secret="012", tries=2)
    assert GAME.replay(setup, ["guess 013", "undo", "guess 013", "guess 012"]).outcome == "won"


def test_an_evil_maker_tells_what_was_left() -> None:
    duel = begin(Setup.new(AB3, role="breaker", maker="evil", tries=1)).guess("012")
    said = list(ending(DuelView.of(duel), AB3))
    assert duel.outcome == "lost"
    assert said[0] == "You lose: your only guess is used up."
    assert said[1].startswith("I kept no secret; ")


def test_in_a_duel_of_both_sides_the_computer_has_its_last_guess() -> None:
    setup = Setup.new(AB3, secret="012", start="023", tries=1)
    duel = begin(setup).guess("013")
    assert duel.phase == "reply"
    over = duel.reply("02")
    assert (over.phase, over.outcome, over.finished, over.is_open) == ("over", "lost", True, False)
    assert GAME.expected(over, "player") == {}
    assert GAME.replay(setup, ["guess 012", "reply 02"]).outcome == "won"


def test_boards_are_lost_with_the_last_try() -> None:
    setup = BoardsSetup.new(AB3, 2, seed=1, tries=2)
    wrong = next(code for code in ("012", "013", "023") if code not in setup.secrets)
    state = BOARDS.replay(setup, [f"guess {setup.secrets[0]}", f"guess {wrong}"])
    view = BOARDS.view(state, "player")
    assert (view.phase, view.outcome, view.tries) == ("over", "lost", 2)
    assert [board.secret for board in view.boards] == list(setup.secrets)
    with pytest.raises(InvalidMove, match="the game is over"):
        BOARDS.apply(state, "player", "undo")
    won = BOARDS.replay(setup, [f"guess {secret}" for secret in setup.secrets])
    assert won.outcome == "won"


def test_a_lost_day_is_shared_and_ends_the_streak() -> None:
    daily = Daily("digits", date(2026, 11, 24))
    setup = daily.setup(b"key")
    wrong = next(code for code in ("0123", "1234") if code != setup.secret)
    duel = GAME.replay(setup, [f"guess {wrong}"] * 8)
    assert duel.outcome == "lost"
    replies = [turn.reply for turn in duel.yours]
    shared = card(daily, replies, None, found=False, tries=setup.tries)
    assert shared.splitlines()[0] == "moolab daily 3, digits: X/8"
    given_up = card(daily, replies[:2], None, found=False, tries=setup.tries)
    assert given_up.splitlines()[0] == "moolab daily 3, digits: not found"
    days = [date(2026, 11, 22), date(2026, 11, 23)]
    assert streak(days, daily.day) == 2
    assert streak(days, daily.day, missed=[daily.day]) == 0
    assert streak([*days, daily.day], daily.day, missed=[daily.day]) == 3


def test_who_loses_a_race_comes_last_and_shares_the_place() -> None:
    setup = race_setup(b"key", AB3, "moo")
    wrong = next(code for code in ("012", "013") if code != setup.secret)
    moves = {
        "Ann": [f"guess {wrong}"] * setup.tries,
        "Bob": [f"guess {wrong}", f"guess {setup.secret}"],
        "Cid": [f"guess {wrong}"] * setup.tries,
        "Eve": [f"guess {wrong}"],
    }
    entries = [Entry.of(setup, name, made, len(name)) for name, made in moves.items()]
    assert [place_of(entry, entries) for entry in entries] == [3, 1, 3, None]
    assert table_text("moo", 1, "ab3x4", entries).splitlines()[1:] == [
        "1. Bob: 2 guesses, 0:03",
        "3. Ann: X/4",
        "3. Cid: X/4",
        "1 player has not found the code",
    ]
    # Rounds that were played before there was a limit have none.
    assert not Entry.of(replace(setup, tries=0), "Ann", moves["Ann"], 9).over


def test_a_loss_is_kept_and_older_games_have_no_limit() -> None:
    duel = lost()
    assert Saved.parse(str(Saved.of("duel", duel))).replay().outcome == "lost"
    older = {name: value for name, value in encode(duel.setup).items() if name != "tries"}
    assert decode(Setup, older).tries == 0
    assert GAME.replay(decode(Setup, older), duel.moves).phase == "guess"
    setup = BoardsSetup.new(AB3, 2, seed=1)
    older = {name: value for name, value in encode(setup).items() if name != "tries"}
    assert decode(BoardsSetup, older).tries == 0


def test_losses_have_a_row_in_the_statistics() -> None:
    game = Game("2026-01-01", "ab4x10", "breaker", "consistent", "won", 6, None)
    other = game._replace(outcome="lost", your_guesses=8, found=False)
    [summary] = summarize([game, other])
    assert summary.by_guesses == {"6": 1, "X": 1}
    assert (summary.mean, summary.lost, summary.streak, summary.longest) == (6, 1, 0, 1)
