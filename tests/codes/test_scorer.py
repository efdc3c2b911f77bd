"""Many codes at once, scored, counted and split by NumPy, against the oracle in plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply, counted_replies, pack_reply
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer, partition, score, select
from moolab.codes.space import CodeSpace
from moolab.errors import SpaceTooLarge
from tests.helpers.examples import examples
from tests.helpers.games import LARGE, SMALL, codes

games = pytest.mark.parametrize("text", SMALL)


@games
def test_every_pair_gets_the_reply_of_the_oracle(text: str) -> None:
    game = Rules.parse(text)
    space = CodeSpace(game)
    listed = list(all_codes(game))
    table = Scorer.of(game, space.codes).table(space.codes)
    for guess, row in zip(listed, table.tolist(), strict=True):
        assert row == [pack_reply(game.reply_rule(guess, secret)) for secret in listed], guess


@games
def test_every_guess_gets_the_counts_of_the_oracle(text: str) -> None:
    game = Rules.parse(text)
    space = CodeSpace(game)
    listed = list(all_codes(game))
    counts = Scorer.of(game, space.codes).count(space.codes)
    for guess, row in zip(listed, counts.tolist(), strict=True):
        expected = Counter(game.reply_rule(guess, secret) for secret in listed)
        assert row == [expected[reply] for reply in counted_replies(game.places)], guess


@games
def test_selecting_and_splitting_agree_with_the_oracle(text: str) -> None:
    game = Rules.parse(text)
    space = CodeSpace(game)
    listed = list(all_codes(game))
    for guess in listed[:: len(listed) // 7 + 1]:
        expected: dict[Reply, list[str]] = {}
        for secret in listed:
            expected.setdefault(game.reply_rule(guess, secret), []).append(secret)
        parts = partition(game, guess, space.codes)
        assert list(parts) == sorted(expected)
        for reply, columns in parts.items():
            assert space.unpack(space.codes[:, columns]) == expected[reply]
            chosen = score(game, guess, space.codes) == pack_reply(reply)
            assert space.unpack(select(space.codes, chosen)) == expected[reply]


@st.composite
def many(draw: st.DrawFn, text: str) -> tuple[list[str], list[str]]:
    """A few guesses of a game, and some codes, at times enough of them for several blocks."""
    game = Rules.parse(text)
    guesses = draw(st.lists(codes(game), min_size=1, max_size=5))
    some = draw(st.lists(codes(game), max_size=8))
    return guesses, some * draw(st.sampled_from([1, 1, 8, 30, 64, 100]))


@pytest.mark.parametrize("text", LARGE)
@settings(max_examples=examples(10))
@given(data=st.data())
def test_large_games_agree_with_the_oracle(text: str, data: st.DataObject) -> None:
    game = Rules.parse(text)
    space = CodeSpace(game)
    guesses, some = data.draw(many(text))
    scorer = Scorer.of(game, space.pack(guesses))
    table, counts = scorer.table(space.pack(some)), scorer.count(space.pack(some))
    for guess, row, sizes in zip(guesses, table.tolist(), counts.tolist(), strict=True):
        replies = [game.reply_rule(guess, secret) for secret in some]
        assert row == [pack_reply(reply) for reply in replies]
        expected = Counter(replies)
        assert sizes == [expected[reply] for reply in counted_replies(game.places)]


@pytest.mark.parametrize("text", ["ab4x12", "emms4x6"])
def test_many_guesses_and_codes_are_scored_in_blocks(text: str) -> None:
    game = Rules.parse(text)
    codes = CodeSpace(game).codes
    some = np.tile(codes[:, ::50], 30)
    scorer = Scorer.of(game, codes)
    table, counts = scorer.table(some), scorer.count(some)
    columns = [pack_reply(reply) for reply in counted_replies(game.places)]
    for number, guess in enumerate(CodeSpace(game).unpack(codes[:, ::100])):
        assert np.array_equal(table[100 * number], score(game, guess, some))
    for row, sizes in zip(table, counts, strict=True):
        assert np.array_equal(np.bincount(row, minlength=256)[columns], sizes)
    assert not scorer.count(some[:, :0]).any()


def test_counting_a_range_of_guesses() -> None:
    space = CodeSpace(Rules.parse("ab4x10"))
    probes = Scorer.of(space.rules, space.codes)
    counts = probes.count(space.codes)
    assert np.array_equal(probes.count(space.codes, 100, 200), counts[100:200])
    assert np.array_equal(probes.count(space.codes, 5000, 6000), counts[5000:])


def test_the_first_guess_of_bulls_and_cows_splits_5040_codes_like_this() -> None:
    game = Rules.parse("ab4x10")
    sizes = {
        str(r): len(part) for r, part in partition(game, "0123", CodeSpace(game).codes).items()
    }
    assert sizes == {
        "00": 360, "01": 1440, "02": 1260, "03": 264, "04": 9, "10": 480, "11": 720, "12": 216,
        "13": 8, "20": 180, "21": 72, "22": 6, "30": 24, "40": 1,
    }  # fmt: skip


@pytest.mark.parametrize("text", [*SMALL, "ab7x10", "mm6x9"])
def test_blocks_are_all_codes_in_numeric_order(text: str) -> None:
    space = CodeSpace(Rules.parse(text))
    assert np.array_equal(np.hstack(list(space.blocks())), space.codes)


@pytest.mark.parametrize("text", ["ab3x10", "emms4x4", "mm3x4:xyzw", "ab2x12"])
def test_packing_and_unpacking_are_a_pair(text: str) -> None:
    space = CodeSpace(Rules.parse(text))
    listed = list(all_codes(space.rules))
    assert space.unpack(space.codes) == listed
    assert np.array_equal(space.pack(listed), space.codes)


def test_too_many_codes_are_not_listed() -> None:
    with pytest.raises(SpaceTooLarge, match="mm10x10 has 10,000,000,000 codes, too many to list"):
        next(CodeSpace(Rules.parse("mm10x10")).blocks())
