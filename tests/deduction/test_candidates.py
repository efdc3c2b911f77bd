"""One conformance suite for all ways to know the candidates."""

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.listed import listed_rules
from moolab.codes.numbering import all_codes, code_at, index_of
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import score
from moolab.codes.space import CodeSpace
from moolab.deduction import unlisted
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import MAX_TURNS, History, Turn, format_history, parse_history
from moolab.deduction.packed import PackedCandidates
from moolab.deduction.plain import PlainCandidates
from moolab.deduction.unlisted import UnlistedCandidates
from moolab.errors import InvalidCode, InvalidReply, InvalidTurn, SpaceTooLarge
from tests.helpers.examples import examples
from tests.helpers.games import codes, possible, rules, told

small_games = rules(most_codes=2000)
tiny_games = rules(most_codes=130)


def every_kind(game: Rules, mistakes: int = 0) -> list[Candidates]:
    kinds = [
        PlainCandidates.all_of(game, mistakes),
        PackedCandidates(game, (), mistakes=mistakes),
    ]
    return kinds if mistakes else [*kinds, UnlistedCandidates(game, ())]


def narrowed(left: Candidates, history: History) -> Candidates:
    return reduce(lambda left, turn: left.after(turn), history, left)


def brute_force(game: Rules, history: History, mistakes: int = 0) -> list[str]:
    return [code for code in all_codes(game) if possible(game, history, code, mistakes)]


@given(told(rules()))
def test_a_history_prints_what_it_parses(game_and_history: tuple[Rules, str, History]) -> None:
    game, _, history = game_and_history
    assert parse_history(game, format_history(history)) == history
    assert parse_history(game, map(str, history)) == history


def test_the_notation_of_a_history() -> None:
    game = Rules.parse("ab4x10")
    history = parse_history(game, ["1389=00", "1234=0 bulls, 2 cows"])
    assert format_history(history) == "1389=00 1234=02"
    assert parse_history(game, "") == ()
    assert parse_history(game, ["1389=00 1234=02"]) == history
    assert parse_history(game, "1389=0 bulls 0 cows 1234=0 2") == history
    assert parse_history(game, "1234=1 bull 2 cows") == parse_history(game, ["1234=12"])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1234", InvalidTurn),
        ("1234=02 1389", InvalidReply),
        ("1234;02", InvalidTurn),
        ("1234:", InvalidReply),
        ("7810:13 1234 02", InvalidReply),
        ("123=02", InvalidCode),
        ("=02", InvalidCode),
        ("1234=", InvalidReply),
        ("1234=02=", InvalidReply),
        ("1234=02 1389 5670=00", InvalidReply),
        ("1234=31", InvalidReply),
        (" ".join(["1234=02"] * 65), InvalidTurn),
    ],
)
def test_what_is_no_history_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_history(Rules.parse("ab4x10"), text)


@settings(max_examples=examples(10))
@given(st.data(), told(small_games))
def test_all_kinds_agree_with_brute_force(
    data: st.DataObject, position: tuple[Rules, str, History]
) -> None:
    game, secret, history = position
    code = data.draw(codes(game))
    fitting = brute_force(game, history)
    behind = [other for other in fitting if index_of(game, other) > index_of(game, code)]
    for kind in every_kind(game):
        left = narrowed(kind, history)
        assert left.history == history
        assert not left.none_left
        assert secret in left
        assert (code in left) == (code in fitting)
        assert left.next_after(code) == (behind or fitting)[0]
        if isinstance(left, UnlistedCandidates):
            continue
        assert left.known_count == left.count == len(left) == len(fitting)
        assert list(left) == [left[index] for index in range(len(fitting))] == fitting
        assert CodeSpace(game).unpack(left.pack()) == fitting
        split = left.split(code)
        parts = dict(left.parts(code))
        assert split is not None
        assert sum(split.values()) == len(fitting)
        assert list(split) == sorted(split)
        assert list(parts) == list(split)
        for reply, size in split.items():
            assert parts[reply] == left.after(Turn(code, reply))
            assert list(parts[reply]) == list(left.after(Turn(code, reply)))
            assert left.after(Turn(code, reply)).count == size


@settings(max_examples=examples(10))
@given(st.data(), told(tiny_games), st.integers(1, 3))
def test_all_kinds_agree_with_brute_force_where_replies_may_be_wrong(
    data: st.DataObject, position: tuple[Rules, str, History], mistakes: int
) -> None:
    game, _, history = position
    some = data.draw(st.lists(st.sampled_from(game.replies), max_size=len(history)))
    said = [turn._replace(reply=reply) for turn, reply in zip(history, some, strict=False)]
    history = data.draw(st.permutations([*said, *history[len(said) :]]).map(tuple))
    code = data.draw(codes(game))
    fitting = brute_force(game, history, mistakes)
    behind = [other for other in fitting if index_of(game, other) > index_of(game, code)]
    following = {
        reply: brute_force(game, (*history, Turn(code, reply)), mistakes) for reply in game.replies
    }
    fewest = next((n for n in range(mistakes) if brute_force(game, history, n)), mistakes)
    for kind in every_kind(game, mistakes):
        left = narrowed(kind, history)
        assert (left.history, left.mistakes) == (history, mistakes)
        assert list(left) == [left[index] for index in range(len(fitting))] == fitting
        assert (left.count, left.none_left) == (len(fitting), not fitting)
        assert (code in left) == (code in fitting)
        assert left.next_after(code) == next(iter(behind or fitting), None)
        assert left.split(code) == {reply: len(some) for reply, some in following.items() if some}
        assert [(reply, list(part)) for reply, part in left.parts(code)] == [
            (reply, some) for reply, some in following.items() if some
        ]
        assert all(part.mistakes == mistakes for _, part in left.parts(code))
        assert left.likeliest.mistakes == fewest
        assert list(left.likeliest) == brute_force(game, history, fewest)
        if fitting:
            assert CodeSpace(game).unpack(left.pack()) == fitting


@given(st.data(), told(tiny_games), st.integers(1, 3))
def test_what_is_likeliest_goes_on_as_if_less_could_be_wrong(
    data: st.DataObject, position: tuple[Rules, str, History], mistakes: int
) -> None:
    game, _, history = position
    turn = Turn(data.draw(codes(game)), data.draw(st.sampled_from(game.replies)))
    for kind in every_kind(game, mistakes):
        likeliest = narrowed(kind, history).likeliest
        assert list(likeliest.after(turn)) == brute_force(game, (*history, turn))
        assert likeliest.likeliest == likeliest


def test_a_win_is_neither_pretended_nor_denied() -> None:
    game = Rules.parse("ab4x10")
    assert list(candidates(game, parse_history(game, "1234=00 5678=40"), 1)) == ["5678"]
    assert "1234" not in candidates(game, parse_history(game, "1234=00"), 3)
    assert candidates(game, parse_history(game, "1234=40 5678=40"), 3).none_left


@pytest.mark.parametrize("budget", [1, 2, 3, 7])
@settings(max_examples=examples(8))
@given(position=told(small_games))
def test_the_search_may_stop_anywhere_and_go_on(
    budget: int, position: tuple[Rules, str, History]
) -> None:
    game, _, history = position
    fitting = brute_force(game, history)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unlisted, "_BUDGET", budget)
        for code in list(all_codes(game))[:: game.size // 20 + 1]:
            behind = [other for other in fitting if index_of(game, other) >= index_of(game, code)]
            assert unlisted.first_consistent(game, history, code) == (behind[0] if behind else None)


@pytest.mark.parametrize("text", ["emms3x3", "mm3x3", "ab3x4"])
def test_the_search_finds_every_secret(text: str) -> None:
    game = Rules.parse(text)
    for secret in all_codes(game):
        for guess in all_codes(game):
            left = UnlistedCandidates(game, (Turn(guess, game.score(guess, secret)),))
            following = left.next_after(secret)
            assert following == candidates(game, left.history).next_after(secret)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        pytest.param("ab9x36", "012345678=11 ABCDEFGHI=02 987654321=20", marks=pytest.mark.slow),
        ("ab8x14", "7DBA625C=05 814CD3A9=25"),
    ],
)
def test_the_search_sees_contradictions_in_games_that_take_long(text: str, turns: str) -> None:
    game = Rules.parse(text)
    assert candidates(game, parse_history(game, turns)).none_left


@pytest.mark.parametrize("game", ["ab3x6", "ab5x10"])
@pytest.mark.parametrize("mistakes", [0, 3])
def test_a_history_grows_up_to_its_limit(game: str, mistakes: int) -> None:
    left = candidates(game, mistakes=mistakes)
    told, other = (Turn("01234"[: left.rules.places], Reply(1, cows)) for cows in (1, 2))
    for _ in range(MAX_TURNS - 1):
        left = left.after(told)
    assert left.count == candidates(game, [told]).count
    left = left.after(other)
    if not mistakes:
        assert ContradictoryReplies(left.rules, left.history).conflict == (1, MAX_TURNS)
    with pytest.raises(InvalidTurn, match="at most 64 turns, not 65"):
        left.after(told)


@settings(max_examples=examples(12))
@given(st.data(), small_games)
def test_all_kinds_see_a_contradiction(data: st.DataObject, game: Rules) -> None:
    code = data.draw(codes(game))
    turns = [Turn(code, game.win), Turn(code, game.replies[0])]
    for left in every_kind(game):
        nothing = left.after(turns[0]).after(turns[1])
        assert nothing.none_left
        assert nothing.next_after(code) is None


@settings(max_examples=examples(12))
@given(told(rules(20_000, 100_000), most_turns=3))
def test_search_and_filter_walk_the_same_codes(position: tuple[Rules, str, History]) -> None:
    game, secret, history = position
    filtered, searched = candidates(game, history), UnlistedCandidates(game, history)
    code = secret
    for _ in range(5):
        following = filtered.next_after(code)
        assert searched.next_after(code) == following
        assert following is not None
        code = following


@pytest.mark.parametrize(
    ("text", "kind"),
    [("mm4x10", PlainCandidates), ("ab5x10", PackedCandidates), ("mm9x10", UnlistedCandidates)],
)
def test_the_size_of_the_game_decides(text: str, kind: type[Candidates]) -> None:
    assert type(candidates(Rules.parse(text))) is kind
    if kind is not UnlistedCandidates:
        assert type(candidates(Rules.parse(text), mistakes=2)) is kind
    with pytest.raises(SpaceTooLarge, match=r"mm9x10 has .* too many to allow for wrong replies"):
        candidates(Rules.parse("mm9x10"), mistakes=2)


def test_games_too_large_to_list_say_so() -> None:
    game = Rules.parse("mm10x10")
    left = candidates(game, parse_history(game, "0123456789=33"))
    assert left.known_count is None
    assert not left.countable

    def by_guess(left: Candidates) -> object:
        return left.split("0123456789")

    for look in (
        iter,
        len,
        lambda left: left.count,
        lambda left: left[0],
        lambda left: left.pack(),
        by_guess,
    ):
        with pytest.raises(SpaceTooLarge, match="too many to list"):
            look(left)


def test_games_of_ten_places_are_played_without_a_list() -> None:
    game = Rules.parse("mm10x10")
    secret, guess = "8305772164", "0123456789"
    left = candidates(game)
    guesses = 0
    while guess != secret:
        left = left.after(Turn(guess, game.score(guess, secret)))
        following = left.next_after(guess)
        assert following is not None
        assert following in left
        guess = following
        guesses += 1
    assert guesses < 20


def test_a_million_codes_are_filtered_in_numeric_order() -> None:
    game = Rules.parse("mm4x32")
    turn = Turn("0012", game.score("0012", "VU91"))
    left = candidates(game).after(turn)
    assert isinstance(left, PackedCandidates)
    replies = score(game, turn.guess, CodeSpace(game).codes)
    assert left.count == int((replies == 16 * turn.reply.bulls + turn.reply.cows).sum())
    indices = [index_of(game, left[place]) for place in range(0, left.count, 1000)]
    assert indices == sorted(indices)
    assert left[0] == next(code for code in all_codes(game) if turn.fits(game, code))


def test_candidates_in_several_blocks_are_one_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.codes.space.BLOCK", 50)
    monkeypatch.setattr("moolab.deduction.packed.BLOCK", 70)
    monkeypatch.setattr("moolab.deduction.packed._TEXTS", 30)
    game = Rules.parse("mm4x6")
    history = parse_history(game, "0123=02")
    left = PackedCandidates(game, ()).after(*history)
    fitting = brute_force(game, history)
    assert isinstance(left, PackedCandidates)
    assert len(left.kept or ()) > 2
    assert list(left) == [left[index] for index in range(left.count)] == fitting
    for place, code in enumerate(fitting):
        assert left.next_after(code) == fitting[(place + 1) % len(fitting)]
    tolerant = PackedCandidates(game, (), mistakes=1).after(*history)
    assert isinstance(tolerant, PackedCandidates)
    assert len(tolerant.kept or ()) > 2
    assert list(tolerant) == brute_force(game, history, 1)
    assert list(tolerant.likeliest) == fitting
    assert tolerant.split("0142") == candidates(game, history, 1).split("0142")


def test_the_first_and_the_last_code() -> None:
    left = candidates(Rules.parse("ab5x10"))
    assert (left[0], left[30239]) == ("01234", "98765")
    assert left.next_after("98765") == "01234" == code_at(left.rules, 0)


def test_a_turn_fits_codes_however_they_are_written() -> None:
    game = Rules.parse("emms4x4")
    turn = Turn("ABCD", Reply(4, 0))
    assert turn.fits(game, "abcd")
    assert Turn("abcd", Reply(4, 0)).fits(game, "ABCD")
    assert not turn.fits(game, "abdc")
    words = listed_rules(["crane", "caper"])
    assert Turn("crane", words.win).fits(words, "CRANE")
    with pytest.raises(InvalidCode):
        turn.fits(game, "ABCX")
