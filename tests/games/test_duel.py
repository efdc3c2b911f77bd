import random
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any, get_args
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.replies import partition
from moolab.codes.rules import Rules
from moolab.errors import (
    InvalidCode,
    InvalidMove,
    InvalidReply,
    InvalidSetup,
    MoolabError,
    SpaceTooLarge,
    UnknownStrategy,
)
from moolab.games.drawing import commitment
from moolab.games.duel.duel import (
    Duel,
    Role,
    Setup,
    apply,
    apply_stored,
    begin,
    moves_in_words,
    without_undone,
)
from moolab.games.duel.game import GAME
from moolab.games.duel.hint import hint
from moolab.games.saves import load
from moolab.testing import check_maker
from tests.helpers.examples import examples
from tests.helpers.games import SMALL, codes, rules
from tests.helpers.paths import DATA

MM4 = Rules.parse("mm4x10")
SEAL, REVEAL = f"seal {commitment('8217', 'a1b2')}", "reveal 8217 a1b2"
SAVES = DATA / "saves"
"""Duels as version 0.1.0 kept them: it went on until both had found the code."""


def start_of(role: str, **settled: Any) -> Duel:
    return begin(Setup.new(MM4, role=role, seed=1, **settled))


def play(duel: Duel, *moves: str) -> Duel:
    for move in moves:
        duel = apply(duel, move)
    return duel


def article_duel() -> Duel:
    return start_of("both", secret="8217", start="2396")


def test_the_duel_of_the_lisp_article() -> None:
    duel = article_duel()
    yours = [("1234", "11"), ("5678", "02"), ("3456", "00"), ("1782", "04"), ("7218", "22")]
    computer = [("2396", "02"), ("3002", "02"), ("4123", "04"), ("1234", "40")]
    for round_, (guess, score) in enumerate(yours):
        duel = apply(duel, f"guess {guess}")
        assert str(duel.yours[-1].reply) == score
        if round_ < len(computer):
            assert duel.pending == computer[round_][0]
            duel = apply(duel, f"reply {computer[round_][1]}")
        assert duel.phase == ("guess" if round_ < 3 else "over")
    duel = apply(duel, "guess 8217")
    assert (duel.phase, duel.outcome, duel.finished) == ("over", "lost", True)


LOST = ["guess 1234", "reply 02", "guess 5678", "reply 02", "guess 3456", "reply 04"]
LOST += ["guess 1782", "reply 40"]
"""In the article's duel: the code is 1234, and the computer finds it."""


def test_a_duel_is_lost_when_the_computer_finds_the_code_and_you_have_missed() -> None:
    duel = play(article_duel(), *LOST)
    assert (duel.phase, duel.outcome, duel.computer_guesses) == ("over", "lost", 4)
    assert (duel.finished, duel.may_guess) == (False, True)
    with pytest.raises(InvalidMove, match="the game is over"):
        apply(duel, "reply 02")


def test_guesses_after_a_loss_are_practice() -> None:
    duel = play(article_duel(), *LOST, "guess 7218")
    assert (duel.outcome, str(duel.yours[-1].reply), duel.pending) == ("lost", "22", None)
    assert hint(duel).candidates == duel.left.count
    for end in ("guess 8217", "resign"):
        done = apply(duel, end)
        assert (done.phase, done.outcome, done.finished) == ("over", "lost", True)
        with pytest.raises(InvalidMove, match="the game is over"):
            apply(done, "undo")


def test_the_reply_that_lost_the_game_may_be_corrected() -> None:
    lost = play(article_duel(), *LOST)
    assert play(lost, "correct 4 22").phase == "contradiction"
    duel = play(lost, "correct 4 22", "correct 2 11")
    assert (duel.phase, duel.outcome) == ("guess", None)
    assert apply(lost, "undo").phase == "reply"
    assert GAME.replay(duel.setup, duel.moves) == duel


def test_a_duel_is_won_when_the_computer_misses_in_the_round_in_which_you_find_the_code() -> None:
    duel = play(article_duel(), "guess 8217")
    assert (duel.you_are_done, duel.pending, duel.phase) == (True, "2396", "reply")
    duel = play(duel, "reply 02")
    assert (duel.phase, duel.outcome, duel.pending, duel.finished) == ("over", "won", None, True)
    assert apply(duel, "correct 1 40").outcome == "drawn"
    for move in ("reply 02", "guess 1234"):
        with pytest.raises(InvalidMove, match="the game is over"):
            apply(duel, move)


def test_both_finding_the_code_in_a_round_is_a_draw() -> None:
    duel = play(article_duel(), "guess 8217", "reply 40")
    assert (duel.phase, duel.outcome, duel.finished) == ("over", "drawn", True)


def test_a_reply_that_contradicts_others_decides_nothing() -> None:
    replies = ["guess 1234", "reply 02", "guess 5678", "reply 30"]
    for guess, end in (("8217", "won"), ("3456", None)):
        clash = play(article_duel(), *replies, f"guess {guess}", "reply 00")
        assert (clash.phase, clash.outcome) == ("contradiction", None)
        mended = apply(clash, "correct 2 01")
        assert (mended.outcome, mended.phase) == (end, "over" if end else "guess")


def test_a_duel_taken_up_again_gives_both_sides_the_same_number_of_guesses() -> None:
    duel = play(article_duel(), *LOST, "guess 7218", "guess 7218")
    duel = play(duel, "correct 4 22", "correct 2 11", "guess 8217")
    while duel.phase == "reply":
        assert duel.pending is not None
        duel = apply(duel, f"reply {MM4.score(duel.pending, '1432')}")
    assert duel.computer_guesses <= duel.your_guesses == 7
    assert duel.outcome in ("lost", "drawn")


@pytest.mark.parametrize(
    ("name", "outcome", "yours", "computer"),
    [
        ("lost_then_found", "lost", 6, 4),
        ("lost_then_resigned", "lost", 5, 4),
        ("lost_then_corrected", None, 6, 4),
        ("won_then_replied", "won", 2, 4),
        ("won_then_resigned", "won", 2, 2),
        ("won_then_unfinished", "won", 1, 1),
    ],
)
def test_duels_that_went_on_after_they_were_decided_can_be_read(
    name: str, outcome: str | None, yours: int, computer: int
) -> None:
    duel = load(SAVES / f"{name}.json", GAME)
    assert (duel.outcome, len(duel.yours), len(duel.computer)) == (outcome, yours, computer)


def test_the_breaker_only_guesses() -> None:
    duel = play(start_of("breaker", secret="8217"), "guess 1234", "guess 8217")
    assert (duel.phase, duel.outcome, duel.computer) == ("over", "won", ())


def test_the_maker_only_replies() -> None:
    duel = start_of("maker", start="2396")
    assert (duel.pending, duel.setup.secret, duel.setup.commitment) == ("2396", None, None)
    duel = play(duel, "reply 02", "reply 02", "reply 04", "reply 40")
    assert (duel.phase, duel.outcome, duel.yours) == ("over", "lost", ())


def test_resigning_ends_the_game() -> None:
    duel = play(article_duel(), "guess 1234", "resign")
    assert (duel.phase, duel.outcome) == ("over", "resigned")


def test_undo_takes_back_one_move_of_yours_at_a_time() -> None:
    start = article_duel()
    guessed = play(start, "guess 1234")
    replied = play(guessed, "reply 02")
    assert play(replied, "undo").pending == "2396"
    assert play(replied, "undo").yours == guessed.yours
    twice = play(replied, "undo", "undo")
    assert (twice.yours, twice.pending, twice.phase) == ((), None, "guess")
    assert twice.moves == ("guess 1234", "reply 02", "undo", "undo")
    with pytest.raises(InvalidMove, match="nothing to undo"):
        apply(twice, "undo")


def test_in_a_rated_game_only_replies_are_taken_back() -> None:
    start = start_of("both", secret="8217", start="2396", rated=True)
    replied = play(start, "guess 1234", "reply 02", "guess 5678", "correct 1 03")
    uncorrected = play(replied, "undo")
    assert str(uncorrected.computer[0].reply) == "02"
    with pytest.raises(InvalidMove, match="a guess stays once you have seen its reply"):
        apply(uncorrected, "undo")
    assert play(uncorrected, "reply 02", "undo").yours == replied.yours


def test_undoing_a_turn_goes_back_to_your_last_guess() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 02", "correct 1 01")
    assert moves_in_words(duel.undoable) == "guess 5678, reply 02 and the correction of turn 1"
    back = apply(duel, "undo turn")
    assert (len(back.yours), back.phase) == (1, "guess")
    assert back.moves == (*duel.moves, "undo", "undo", "undo")
    assert back.undoable == ("guess 1234", "reply 02")
    assert GAME.replay(back.setup, back.moves) == back
    start = apply(back, "undo turn")
    assert (start.yours, start.undoable) == ((), ())
    with pytest.raises(InvalidMove, match="nothing to undo"):
        apply(start, "undo turn")


def test_undoing_a_turn_goes_back_by_one_reply_where_replies_are_in_question() -> None:
    clash = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 30")
    clash = play(clash, "guess 3456", "reply 00")
    assert (clash.undoable, apply(clash, "undo turn").phase) == (("reply 00",), "reply")
    maker = play(start_of("maker", start="2396"), "reply 02", "reply 02")
    assert (maker.undoable, apply(maker, "undo turn").pending) == (("reply 02",), "3002")
    rated = play(start_of("both", start="2396", rated=True), "guess 1234", "reply 02")
    assert rated.undoable == ("reply 02",)
    replied = apply(rated, "undo turn")
    assert replied.undoable == ()
    with pytest.raises(InvalidMove, match="a guess stays once you have seen its reply"):
        apply(replied, "undo turn")


def test_a_contradiction_is_a_phase_and_a_correction_ends_it() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 30")
    duel = play(duel, "guess 3456", "reply 00")
    assert duel.phase == "contradiction"
    assert duel.contradiction is not None
    assert duel.contradiction.conflict == (2, 3)
    with pytest.raises(InvalidMove, match="first correct a reply, or undo"):
        apply(duel, "guess 8217")
    repair = duel.contradiction.repairs[0]
    mended = apply(duel, f"correct {repair.turn} {repair.reply}")
    assert (mended.phase, mended.contradiction) == ("guess", None)
    assert mended.known.count == repair.candidates
    assert mended.yours == duel.yours
    assert apply(duel, "undo").phase == "reply"


def test_who_corrects_nothing_is_told_what_to_type() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 30")
    with pytest.raises(InvalidMove, match=r"one of my 2 guesses.*as in correct 1 02"):
        apply(duel, "correct 3 02")
    asked = play(duel, "guess 3456", "reply 00")
    assert asked.phase == "contradiction"
    with pytest.raises(InvalidMove, match=r"one of my 3 guesses.*as in 1 02"):
        apply(asked, "correct yes")


def test_a_correction_that_does_not_mend_is_kept_and_explained_anew() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 30")
    duel = play(duel, "guess 3456", "reply 00", "correct 2 02")
    assert duel.phase == "contradiction"
    assert [str(turn.reply) for turn in duel.computer] == ["02", "02", "00"]


def test_a_correction_in_good_time_changes_the_pending_guess() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678")
    mended = apply(duel, "correct 1 01")
    assert mended.phase == "reply"
    assert mended.pending is not None
    assert mended.pending != duel.pending
    assert mended.pending in mended.known


def test_a_correction_may_say_that_the_code_was_found_long_ago() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "reply 02")
    assert duel.computer[1].guess == "3002"
    duel = play(duel, "correct 1 40")
    assert (duel.computer_is_done, duel.phase, duel.outcome) == (True, "over", "lost")
    assert (len(duel.computer), duel.computer_guesses) == (2, 1)
    duel = play(duel, "guess 8217")
    assert (duel.outcome, duel.your_guesses) == ("lost", 3)


def test_a_correction_may_find_the_code_while_a_guess_is_pending() -> None:
    duel = play(article_duel(), "guess 1234", "reply 02", "guess 5678", "correct 1 40")
    assert (duel.pending, duel.phase, duel.computer_guesses) == (None, "over", 1)


def test_earlier_states_keep_no_candidates() -> None:
    duel = play(article_duel(), "guess 1234")
    known = [ref(duel.known)]
    for move in ("reply 02", "guess 5678", "correct 1 01", "reply 00", "correct 2 02"):
        duel = apply(duel, move)
        known.append(ref(duel.known))
    assert [each() for each in known if each() is not None] == [duel.known]


@settings(max_examples=examples(20))
@given(st.data(), st.sampled_from(SMALL), st.integers(0, 1))
def test_moves_that_last_lead_to_the_same_state_as_all(
    data: st.DataObject, name: str, mistakes: int
) -> None:
    game = Rules.parse(name)
    role = data.draw(st.sampled_from(get_args(Role)))
    duel = start = begin(Setup.new(game, role=role, seed=1, mistakes=mistakes))
    for _ in range(12):
        reply = data.draw(st.sampled_from(game.replies))
        guess = f"guess {data.draw(codes(game))}"
        moves = [guess, f"reply {reply}", f"correct 1 {reply}", "undo", SEAL]
        with suppress(MoolabError):
            duel = apply(duel, data.draw(st.sampled_from(moves)))
    straight = reduce(apply_stored, without_undone(duel.moves), start)
    assert replace(straight, moves=duel.moves) == duel
    assert list(straight.known) == list(duel.known)
    assert straight.undoable == duel.undoable


def test_states_differ_if_your_replies_do() -> None:
    duel = play(article_duel(), "guess 1234")
    some, other = apply(duel, "reply 02"), apply(duel, "reply 03")
    assert replace(some, moves=()) != replace(other, moves=())


def test_without_a_seed_the_secret_comes_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fixed(random.SystemRandom):
        def randrange(self, *_: object) -> int:
            return 4321

        def getrandbits(self, k: int) -> int:
            return k

    monkeypatch.setattr("secrets.SystemRandom", Fixed)
    setup = Setup.new(MM4)
    assert (setup.secret, setup.nonce, setup.seed) == ("4321", f"{128:032x}", 32)


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ([], "", "'' is not a move; there are guess, reply, correct, undo, resign, seal, reveal"),
        ([], "jump", "is not a move"),
        ([], "reply 02", "it is your turn to guess"),
        ([], "undo", "nothing to undo"),
        ([], "undo now", "'now' is too much"),
        ([], "correct 1 02", "there is no reply of yours to correct"),
        (["guess 1234"], "guess 1234", "first reply to my guess 2396"),
        (["guess 1234", "reply 02"], "correct 2 02", "number of one of my 1 guesses"),
        (["guess 1234", "reply 02"], "correct x 02", "number of one of my 1 guesses"),
        (["guess 1234", "reply 02"], f"correct {'1' * 5000} 02", "number of one of my 1 guesses"),
        (["guess 1234", "reply 02"], "correct 1", "number of one of my 1 guesses"),
        (["resign"], "guess 1234", "the game is over"),
        (["resign"], "undo", "the game is over"),
        ([], "seal 1234", "64 hexadecimal digits"),
        (["guess 1234", "reply 02"], SEAL, "before the first reply"),
        ([SEAL], SEAL, "sealed once"),
        (["resign"], SEAL, "the game is over"),
        ([SEAL], REVEAL, "when the game is finished"),
        (["resign"], REVEAL, "when the game is finished"),
        ([SEAL, "resign"], "reveal 8271 a1b2", "not what you have sealed"),
        ([SEAL, "resign", REVEAL], REVEAL, "revealed once"),
        ([SEAL, "guess 8217", "reply 00", REVEAL], "correct 1 40", "the game is over"),
    ],
)
def test_moves_that_are_not_possible(moves: list[str], move: str, reason: str) -> None:
    duel = play(article_duel(), *moves)
    with pytest.raises(InvalidMove, match=reason):
        apply(duel, move)


def test_malformed_codes_and_replies() -> None:
    duel = article_duel()
    with pytest.raises(InvalidCode, match="3 symbols"):
        apply(duel, "guess 123")
    with pytest.raises(InvalidReply, match="impossible"):
        apply(apply(duel, "guess 1234"), "reply 31")
    with pytest.raises(InvalidReply, match="not a reply"):
        apply(play(duel, "guess 1234", "reply 02"), "correct 1 x")


def test_a_game_does_not_go_on_for_ever() -> None:
    duel = play(start_of("breaker", secret="8217", tries=0), *["guess 1234"] * 64)
    with pytest.raises(InvalidMove, match="at most 64 guesses"):
        apply(duel, "guess 8217")
    assert apply(duel, "resign").phase == "over"


def test_what_is_settled_wrongly_is_refused_before_the_game() -> None:
    with pytest.raises(InvalidSetup, match="'role' has to be both, breaker or maker, not 'judge'"):
        Setup.new(MM4, role="judge")
    with pytest.raises(InvalidCode):
        Setup.new(MM4, secret="12")
    with pytest.raises(InvalidCode):
        Setup.new(MM4, start="12")
    with pytest.raises(UnknownStrategy):
        begin(Setup.new(MM4, strategy="luck"))
    for role in get_args(Role):
        with pytest.raises(SpaceTooLarge):
            begin(Setup.new(Rules.parse("10"), role=role, strategy="entropy"))


def test_makers_that_do_not_go_with_the_rest_are_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"maker": "sly"}, "'maker' has to be honest or evil, not 'sly'"),
        ({"maker": "evil", "role": "maker"}, "an evil maker needs a player who guesses"),
        ({"maker": "evil", "secret": "1234"}, "keeps no secret, so it can be given none"),
        ({"maker": "evil", "mistakes": 1}, "an evil maker makes no mistakes"),
        ({"role": "maker", "secret": "1234"}, "keeps no secret, so it can be given none"),
        ({"mistakes": 4}, "'mistakes' has to be from 0 to 3, not 4"),
    ]
    for settled, reason in refused:
        with pytest.raises(InvalidSetup, match=reason):
            Setup.new(MM4, **settled)
    refused = [
        ({"maker": "evil"}, "has to count those that are left"),
        ({"mistakes": 1}, "too many to allow for wrong replies"),
    ]
    for settled, reason in refused:
        with pytest.raises(SpaceTooLarge, match=reason):
            begin(Setup.new(Rules.parse("10"), **settled))
        assert begin(Setup.new(Rules.parse("mm8x10"), **settled)).left.count == 10**8


@pytest.mark.usefixtures("chance")
def test_the_seed_settles_everything_and_without_one_games_differ() -> None:
    assert Setup.new(MM4, seed=5) == Setup.new(MM4, seed=5) != Setup.new(MM4, seed=6)
    assert len({Setup.new(MM4).nonce for _ in range(5)}) == 5
    assert len({Setup.new(MM4).secret for _ in range(40)}) > 1


def test_the_commitment_is_the_sha_256_of_secret_and_nonce() -> None:
    # From: printf %s '8217:a1b2' | sha256sum
    digest = "665b706d6d2219358c5c15e41d45df2cd967fc83d7c53321184740d0196aeaaf"
    setup = Setup.new(MM4, secret="8217")
    assert setup.commitment == commitment("8217", setup.nonce)
    assert commitment("8217", "a1b2") == digest


def test_a_player_seals_a_code_as_the_computer_does() -> None:
    duel = play(article_duel(), "guess 1234", SEAL, "reply 02", "undo turn", "resign")
    assert GAME.view(duel, "player").fields()["seal"] == {
        "commitment": commitment("8217", "a1b2"),
        "secret": None,
        "nonce": None,
    }
    duel = apply(duel, REVEAL)
    assert duel.seal == (commitment("8217", "a1b2"), "8217", "a1b2")
    assert GAME.replay(duel.setup, duel.moves) == duel
    with pytest.raises(InvalidMove, match="no code to seal"):
        apply(start_of("breaker", secret="8217"), SEAL)


def test_the_evil_maker_does_what_a_maker_has_to() -> None:
    check_maker("evil")


def test_the_evil_maker_cannot_lose_while_two_codes_are_left() -> None:
    duel = begin(Setup.new(Rules.parse("ab2x3"), role="breaker", maker="evil"))
    assert (duel.setup.secret, duel.setup.commitment) == (None, None)
    duel = play(duel, "guess 01", "guess 02")
    assert (str(duel.yours[-1].reply), list(duel.left)) == ("02", ["20"])
    duel = play(duel, "guess 12")
    assert duel.phase == "guess"
    assert play(duel, "guess 20").outcome == "won"


def check_evil_reply(before: Duel, guess: str) -> Duel:
    """No reply would have left more codes, and none before this in numeric order as many."""
    after = apply(before, f"guess {guess}")
    parts = partition(before.setup.rules.reply_rule, guess, before.left)
    most = max(map(len, parts.values()))
    reply = after.yours[-1].reply
    assert reply == next(reply for reply, codes in parts.items() if len(codes) == most)
    assert list(after.left) == parts[reply]
    assert (after.phase == "over") == (list(before.left) == [guess])
    return after


@pytest.mark.parametrize("game", [*SMALL, "ab5x10"])
def test_the_evil_maker_in_games_of_any_kind(game: str) -> None:
    evil = begin(Setup.new(Rules.parse(game), role="breaker", maker="evil", seed=1))
    guesses = evil.setup.breaker
    duel = check_evil_reply(evil, guesses.guess(evil.left))
    while duel.phase != "over" and len(duel.left.history) < 3:
        duel = check_evil_reply(duel, guesses.guess(duel.left))
    assert GAME.replay(duel.setup, duel.moves) == duel


@settings(max_examples=examples(15))
@given(st.data(), rules(most_codes=1000))
def test_the_evil_maker_is_consistent_whatever_one_guesses(
    data: st.DataObject, game: Rules
) -> None:
    duel = begin(Setup.new(game, role="breaker", maker="evil", tries=0))
    for _ in range(4):
        if duel.phase == "over":
            break
        duel = check_evil_reply(duel, data.draw(codes(game)))


@settings(max_examples=examples(20))
@given(st.data(), rules(most_codes=3000), st.integers(0, 3))
def test_the_computer_makes_no_more_mistakes_than_it_may(
    data: st.DataObject, game: Rules, most: int
) -> None:
    seed = data.draw(st.integers(0, 99))
    duel = begin(Setup.new(game, role="breaker", mistakes=most, seed=seed, tries=0))
    secret = duel.setup.secret
    assert secret is not None
    for _ in range(8):
        assert apply(duel, f"guess {secret}").outcome == "won"
        guess = data.draw(codes(game))
        duel = apply(duel, f"guess {guess}")
        assert duel.yours[-1].reply in game.replies
        assert (duel.yours[-1].reply == game.win) == (guess == secret)
        if duel.phase == "over":
            break
        again = play(duel, "undo", f"guess {guess}")
        assert again.yours == duel.yours
    assert len(duel.wrong["yours"]) <= most
    assert secret in duel.left
    assert GAME.replay(duel.setup, duel.moves) == duel


def test_mistakes_follow_from_the_seed_and_do_occur() -> None:
    def made(seed: int) -> list[int]:
        duel = begin(Setup.new(MM4, role="breaker", mistakes=2, seed=seed, secret="8217"))
        duel = play(duel, *(f"guess {code}" for code in ("0123", "4567", "8910", "1112", "7218")))
        return [mistake.turn for mistake in duel.wrong["yours"]]

    turns = [made(seed) for seed in range(40)]
    assert turns == [made(seed) for seed in range(40)]
    assert {len(wrong) for wrong in turns} == {0, 1, 2}
    assert {turn for wrong in turns for turn in wrong} == {1, 2, 3, 4, 5}


@settings(max_examples=examples(15))
@given(st.data(), st.sampled_from(SMALL), st.integers(1, 3))
def test_the_computer_finds_your_code_in_spite_of_your_mistakes(
    data: st.DataObject, name: str, most: int
) -> None:
    game = Rules.parse(name)
    secret = data.draw(codes(game))
    strategy = data.draw(st.sampled_from(["consistent", "random", "entropy"]))
    duel = begin(Setup.new(game, role="maker", strategy=strategy, mistakes=most, seed=1))
    made = 0
    while duel.phase == "reply":
        assert duel.pending is not None
        reply = game.score(duel.pending, secret)
        if reply != game.win and made < most and data.draw(st.booleans()):
            reply = data.draw(st.sampled_from([r for r in game.replies if r != game.win]))
            made += 1
        duel = apply(duel, f"reply {reply}")
    assert (duel.phase, duel.your_code) == ("over", secret)
    assert len(duel.wrong["computer"]) <= made


def test_a_contradiction_needs_more_mistakes_than_there_may_be() -> None:
    duel = start_of("maker", start="2396", mistakes=1)
    duel = play(duel, "reply 02", "reply 30")
    pending = duel.pending
    for reply in ("00", "00"):
        if duel.phase == "reply":
            assert duel.contradiction is None
            duel = apply(duel, f"reply {reply}")
    assert pending is not None
    assert duel.contradiction is not None
    assert "even if 1 reply is wrong" in str(duel.contradiction)
    repair = duel.contradiction.repairs[0]
    mended = apply(duel, f"correct {repair.turn} {repair.reply}")
    assert (mended.phase, mended.known.count) == ("reply", repair.candidates)


def test_methods_make_the_moves_that_texts_name() -> None:
    begun = begin(Setup.new("mm4x10", secret="8217", start="2396", seed=1))
    duel = begun.guess((1, 2, 3, 4)).reply((0, 2))
    texts = begun.do("guess 1234", "reply 02")
    assert duel == texts == apply(apply(begun, "guess 1234"), "reply 02")
    assert duel.undo().pending == "2396"
    assert duel.undo().undo().yours == ()
    with pytest.raises(InvalidMove, match="your turn to guess"):
        begun.reply("02")
    with pytest.raises(InvalidMove, match="nothing to undo"):
        begun.undo()
    with pytest.raises(InvalidMove, match="jump"):
        duel.do("undo", "jump")
    with pytest.raises(InvalidCode):
        begun.guess("12")
    with pytest.raises(InvalidReply):
        duel.guess("1234").reply("31")
