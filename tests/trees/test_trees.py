"""Decision trees: built lazily, written, read, proved, drawn."""

import gzip
import json
import random
import re
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes, index_of
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import Turn, parse_history
from moolab.errors import InvalidTree, NotInTree, SpaceTooLarge
from moolab.strategies import STRATEGIES, Strategy, strategy
from moolab.trees.build import build
from moolab.trees.node import steps, tree, walk
from moolab.trees.paths import subtree
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.text import count_codes, dot_lines, page_pieces
from moolab.trees.vectors import read_vectors
from moolab.trees.verify import verify
from moolab.trees.writing import dump, write
from tests.helpers.examples import examples
from tests.helpers.games import SMALL, rules
from tests.strategies.test_strategies import guesses_needed

AB4X6 = Rules.parse("ab4x6")
TREE = list(build(strategy("consistent", AB4X6, start="0123")))


def text_of(game: Rules, nodes: list[Step]) -> str:
    return "".join(dump(game, "test", nodes))


def read(path: Path) -> list[Step]:
    with open_tree(path) as file:
        return list(file.steps)


class Asked(Strategy):
    """Any candidate, counting how often it is asked."""

    asked = 0

    def choose(self, candidates: Candidates) -> str:
        Asked.asked += 1
        return candidates[0]


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(Asked, "asked", 0)
    return tree(Asked(Rules.parse("ab4x10")))


def test_a_fresh_tree_holds_one_node_whatever_the_game() -> None:
    assert tree(strategy("entropy", Rules.parse("ab6x10"))).built == 1


def test_each_branch_is_built_once_when_it_is_looked_at(root: Any) -> None:
    assert len(root.replies) == 13
    assert (root.built, Asked.asked) == (1, 1)
    node = root.replies[Reply(0, 2)]
    assert root.replies[Reply(0, 2)] is node
    assert (root.built, Asked.asked) == (2, 1)
    assert node.guess == node.guess
    assert (root.built, Asked.asked) == (2, 2)
    assert repr(node) == "<node after 0123=02: guess 1045>"
    assert node.candidates.count == 1260
    assert Reply(4, 0) not in root.replies
    with pytest.raises(KeyError):
        root.replies[Reply(4, 0)]


def test_comparing_and_testing_for_membership_build_nothing(root: Any) -> None:
    assert root.replies != tree(Asked(Rules.parse("ab4x10"))).replies
    assert Reply(0, 2) in root.replies
    assert list(root.replies)[:2] == [Reply(0, 0), Reply(0, 1)]
    assert root.built == 1


def test_walking_keeps_nothing_and_asks_only_for_what_it_gives(root: Any) -> None:
    assert len(list(walk(root, depth=2))) == 14 == Asked.asked
    assert root.built == 1
    assert len(list(islice(steps(root), 5))) == 5
    assert root.built == 1


def test_what_was_looked_at_is_walked_through_and_not_built_again(root: Any) -> None:
    guesses = [child.guess for child in root.replies.values()]
    asked = Asked.asked
    assert [step.guess for step in steps(root, depth=2)][1:] == guesses
    assert Asked.asked == asked


def test_following_a_history(root: Any) -> None:
    game = Rules.parse("ab4x10")
    assert root.after(parse_history(game, "0123=02")) is root.replies[Reply(0, 2)]
    with pytest.raises(NotInTree, match="turn 1 leaves the tree: at the root it guesses 0123, not"):
        root.after(parse_history(game, "0124=02"))
    with pytest.raises(NotInTree, match=r"the tree ends after 0123=40: the code is found"):
        root.after(parse_history(game, "0123=40"))


def test_even_games_too_large_to_list_have_a_tree() -> None:
    root = tree(strategy("consistent", Rules.parse("mm10x10"), start="0011223344"))
    assert len(root.replies) == len(Rules.parse("mm10x10").replies) - 1
    assert root.replies[Reply(2, 3)].candidates.known_count is None
    assert root.replies[Reply(2, 3)].built == 1


def test_a_strategy_without_an_end_is_stopped() -> None:
    class Stubborn(Strategy):
        def choose(self, candidates: Candidates) -> str:  # noqa: ARG002 - it does not listen
            return "01"

    with pytest.raises(InvalidTree, match="Stubborn does not come to an end: shown 01=01 "):
        list(build(Stubborn(Rules.parse("ab2x3"))))


@pytest.mark.parametrize(("name", "text"), [("consistent", "mm10x10"), ("parts", "mm8x9")])
def test_whole_trees_of_games_too_large_are_refused(name: str, text: str) -> None:
    with pytest.raises(SpaceTooLarge):
        build(strategy(name, Rules.parse(text)))


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(
    "text",
    # Of 720 and 256 codes; most of the time would be spent on these.
    [
        pytest.param(text, marks=[pytest.mark.slow] if text in ("ab3x10", "emms4x4") else [])
        for text in SMALL
    ],
)
def test_trees_of_every_strategy_are_valid(name: str, text: str) -> None:
    game = Rules.parse(text)
    proof = verify(game, build(strategy(name, game, seed=1)))
    assert proof.secrets == game.size == sum(proof.distribution.values())
    assert proof.distribution[1] == 1


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_tree_needs_as_many_guesses_as_its_strategy(name: str) -> None:
    game = Rules.parse("ab3x6")
    played = [len(guesses_needed(name, game, secret)) for secret in all_codes(game)]
    proof = verify(game, build(strategy(name, game)))
    assert proof[:4] == (120, sum(played), max(played), Counter(played))
    assert proof.expected == proof.mean


@settings(max_examples=examples(15))
@given(game=rules(most_codes=120), seed=st.integers(0, 9), zipped=st.booleans())
def test_what_was_written_is_read_back(
    game: Rules, seed: int, zipped: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    nodes = list(build(strategy("random", game, seed=seed)))
    path = tmp_path_factory.mktemp("trees") / f"tree.json{'.gz' if zipped else ''}"
    assert write(path, game, 'the "best"', nodes) == len(nodes)
    with open_tree(path) as file:
        assert (file.rules, file.strategy, list(file.steps)) == (game, 'the "best"', nodes)


def test_the_file_is_json_with_a_node_a_line(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    write(path, AB4X6, "consistent", TREE)
    fields = json.loads(path.read_text())
    assert list(fields) == ["format", "version", "rules", "strategy", "root"]
    assert fields["root"]["guess"] == TREE[0].guess
    assert list(fields["root"]["replies"]) == [str(s.reply) for s in TREE if s.depth == 1]
    assert len(path.read_text().splitlines()) == len(TREE) + 1


def test_leaves_may_leave_out_their_replies_and_blanks_mean_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    text = text_of(AB4X6, TREE).replace(', "replies": {}', "")
    path.write_text(json.dumps(json.loads(text), indent=3))
    assert read(path) == TREE


def test_the_same_tree_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json.gz", tmp_path / "other.json.gz"
    write(one, AB4X6, "consistent", TREE)
    write(other, AB4X6, "consistent", TREE)
    assert one.read_bytes() == other.read_bytes()
    assert gzip.decompress(one.read_bytes()).decode() == "".join(dump(AB4X6, "consistent", TREE))


def test_an_interrupted_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    def interrupted() -> Iterator[Step]:
        yield from TREE[:5]
        raise KeyboardInterrupt

    path = tmp_path / "tree.json"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write(path, AB4X6, "entropy", interrupted())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


LEAF = '{"guess": "20", "replies": {}}'
BRANCH = f'{{"guess": "12", "replies": {{"01": {LEAF}}}}}'
ROOT = f'{{"guess": "01", "replies": {{"01": {BRANCH}, "02": {LEAF}}}}}'
HEAD = '{"format": "moolab-tree", "version": 1, "rules": "ab2x3", "strategy": "x", "root": '


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file ends too early"),
        ("dear diary", "this is not a tree file of moolab"),
        ("[]", "this is not a tree file of moolab"),
        ("{}", "the tree has no root"),
        (b"\xff\xfe\x00", "this is not a tree file of moolab"),
        (HEAD.replace("moolab-tree", "moolab-game") + ROOT + "}", "this is not a tree file"),
        (HEAD.replace('"version": 1, ', "") + ROOT + "}", "this is not a tree file"),
        (HEAD.replace("1,", "2,") + ROOT + "}", "another version than 1"),
        (HEAD.replace("ab2x3", "ab9x3") + ROOT + "}", "need at least 9 symbols"),
        (HEAD.replace('"rules": "ab2x3"', '"rules": [1]') + ROOT + "}", "'rules' is neither"),
        (HEAD.replace('"rules": "ab2x3", ', "") + ROOT + "}", "does not say its rules before"),
        (HEAD.replace("strategy", "author") + ROOT + "}", "a tree file has no 'author'"),
        (HEAD + ROOT[:-20], "after 01=02: the file ends too early"),
        (HEAD + ROOT, "at the root: the file ends too early"),
        (HEAD + ROOT + "}}", "at the root: from here on this is not JSON"),
        (HEAD + ROOT + ', "more": 1}', "at the root: nothing may follow the root"),
        (HEAD + "[]}", "at the root: a node is missing"),
        (HEAD + '{"replies": {}}}', "at the root: a node begins with its guess"),
        (HEAD + '{"guess": 12}}', "at the root: the guess is not a text"),
        (HEAD + '{"guess": "01", "reply": 1}}', "at the root: after its guess a node has replies"),
        (HEAD + '{"guess": "01", "replies": []}}', "at the root: the replies are not an object"),
        (HEAD + ROOT.replace('"20", "replies": {}', '"20", "replies": {}, "x": 1', 1) + "}",
         "after 01=01 12=01: a node has only a guess and replies"),
        (HEAD + ROOT.replace('"20"', '"22"', 1) + "}", "after 01=01 12=01: '22' has a symbol"),
        (HEAD + ROOT.replace('"20"', '"23"', 1) + "}", "after 01=01 12=01: '23' has the symbol"),
        (HEAD + ROOT.replace('"20"', '"2"', 1) + "}", "after 01=01 12=01: '2' has 1 symbol, but"),
        (HEAD + ROOT.replace('"20"', '" 20"', 1) + "}", "the guess ' 20' has to be written 20"),
        (HEAD + ROOT.replace('"20", ', "20, ", 1) + "}", "after 01=01 12=01: the guess is not a"),
        (HEAD + ROOT.replace('"02"', '"11"') + "}", "at the root: 1 bull, 1 cow is an impossible"),
        (HEAD + ROOT.replace('"02"', '"2 cows"') + "}", "reply '2 cows' has to be written 02"),
        (HEAD + ROOT.replace('"02"', '"?"') + "}", "at the root: '?' is not a reply"),
        (HEAD + ROOT.replace('"02"', '"20"') + "}", "at the root: the reply 20 wins, and leads"),
        (HEAD + ROOT.replace('"02"', '"01"') + "}", "at the root: the reply 01 occurs twice"),
        (HEAD + ROOT.replace('{"01"', '{"10"', 1) + "}", "at the root: the reply 02 comes after"),
        (HEAD + '{"guess": "01", "replies": {"01": ' * 65, "the tree is more than 64 guesses deep"),
        (HEAD + "[" * 10**5, "at the root: a node is missing"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_the_way_to_the_fault(
    text: str | bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InvalidTree, match=re.escape(message)) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_damaged_compression_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.json.gz"
    write(path, AB4X6, "consistent", TREE)
    whole = path.read_bytes()
    for damaged in (whole[:-8], whole[: len(whole) // 2], whole[:-8] + b"12345678", whole[:3]):
        path.write_bytes(damaged)
        with pytest.raises(InvalidTree, match="the compressed file is cut off or damaged"):
            read(path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InvalidTree, match=r"json.gz: after 0123=.*: the compressed file is cut"):
        read(path)


@settings(max_examples=examples(50))
@given(data=st.data())
def test_whatever_stands_in_a_file_is_a_tree_or_a_sentence(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = bytearray((HEAD + ROOT + "}").encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from([b"", b'"', b"{", b"}", b"\\", b",", b"\xff", b"[", b"0", b"\\ud800"])
        )
    path = tmp_path_factory.getbasetemp() / "mutilated.json"
    path.write_bytes(bytes(text))
    with suppress(InvalidTree):
        read(path)


def without(index: int) -> list[Step]:
    return TREE[:index] + TREE[index + 1 :]


def last_leaf() -> int:
    """A node without children, deep down."""
    depths = [step.depth for step in TREE]
    return next(i for i in range(1, len(TREE) - 1) if depths[i + 1] <= depths[i] == 3)


def test_a_missing_branch_is_named() -> None:
    with pytest.raises(InvalidTree, match=r"^after 0123=\d\d .*: no guess, though 1 code is left,"):
        verify(AB4X6, without(last_leaf()))
    with pytest.raises(InvalidTree, match=r"^after 0123=02: no guess, though 84 codes are left"):
        verify(AB4X6, [step for step in TREE if step.depth == 0])


def test_a_branch_that_no_code_reaches_is_named() -> None:
    index = last_leaf()
    extra = Step(TREE[index].depth + 1, Reply(0, 2), "0123")
    with pytest.raises(InvalidTree, match=r"^after .*=02: there is a guess, 0123, but no code"):
        verify(AB4X6, [*TREE[: index + 1], extra, *TREE[index + 1 :]])


def test_a_guess_may_tell_nothing() -> None:
    missed = Reply(0, 0)
    tree = [Step(0, None, "0"), Step(1, missed, "0"), Step(2, missed, "1"), Step(3, missed, "2")]
    assert verify(Rules.parse("ab1x3"), tree).distribution == {1: 1, 3: 1, 4: 1}


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([], "the tree is empty"),
        ([Step(0, Reply(0, 0), "0")], "at the root: the tree does not go on in preorder"),
        ([Step(1, Reply(0, 0), "0")], "at the root: the tree does not go on in preorder"),
        ([Step(0, None, "0"), Step(2, Reply(0, 0), "1")], "does not go on in preorder"),
        ([Step(0, None, "9")], "at the root: '9' has the symbol '9'"),
        ([Step(0, None, "0"), Step(1, Reply(0, 0), "1")] * 2, "does not go on in preorder"),
    ],
)
def test_what_is_no_tree_is_not_valid(nodes: list[Step], message: str) -> None:
    with pytest.raises(InvalidTree, match=message):
        verify(Rules.parse("ab1x3"), nodes)


def test_the_part_of_a_tree_below_a_history() -> None:
    node = tree(strategy("consistent", AB4X6, start="0123"))
    for text in ("", "0123=02", f"0123={TREE[1].reply}"):
        history = parse_history(AB4X6, text)
        assert list(subtree(AB4X6, TREE, history)) == list(steps(node.after(history)))
    with pytest.raises(NotInTree, match="turn 1 leaves the tree: at the root it guesses 0123"):
        list(subtree(AB4X6, TREE, (Turn("5432", Reply(0, 2)),)))
    with pytest.raises(NotInTree, match="it guesses 0123, and has no branch for the reply 00"):
        list(subtree(AB4X6, TREE, (Turn("0123", Reply(0, 0)),)))


def test_codes_are_counted_without_the_strategy() -> None:
    nodes = walk(tree(strategy("consistent", AB4X6, start="0123")))
    assert [count for _, count in count_codes(AB4X6, TREE)] == [
        node.candidates.count for _, node in nodes
    ]


def comb(nodes: int) -> Iterator[Step]:
    """A tree of a given number of nodes, not a good one."""
    chance = random.Random(1)
    game = Rules.parse("mm6x10")
    branches = [reply for reply in game.replies if reply != game.win]
    yield Step(0, None, "001122")
    depth, way = 0, [-1]
    for _ in range(nodes - 1):
        while way[-1] == len(branches) - 1:
            way.pop()
        way[-1] += 1
        depth = len(way)
        yield Step(depth, branches[way[-1]], f"{chance.randrange(10**6):06}")
        if depth < 6:
            way.append(-1)


def test_large_trees_are_written_and_read_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "tree.json.gz"
    write(path, Rules.parse("mm6x10"), "comb", comb(1000))
    read(path)
    tracemalloc.start()
    try:
        assert write(path, Rules.parse("mm6x10"), "comb", comb(30_000)) == 30_000
        with open_tree(path) as file:
            assert sum(1 for _ in file.steps) == 30_000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000


def test_the_page_holds_the_tree() -> None:
    text = "".join(page_pieces(AB4X6, "</script> & co", count_codes(AB4X6, TREE)))
    head, records = re.findall(r"<script type=[^>]*>(.*?)</script>", text, re.DOTALL)
    fields = json.loads(head)
    assert fields["strategy"] == "</script> & co"
    value = {digit: number for number, digit in enumerate(fields["digits"])}
    size = 2 + fields["places"] + fields["countDigits"]
    found = []
    for start in range(0, len(records), size):
        depth, reply, *rest = (value[digit] for digit in records[start : start + size])
        guess = "".join(fields["alphabet"][symbol] for symbol in rest[:4])
        found.append(
            (Step(depth, Reply.parse(fields["replies"][reply][0]) if depth else None, guess),
             rest[4] * 64 + rest[5])
        )  # fmt: skip
    assert found == list(count_codes(AB4X6, TREE))
    assert "://" not in text
    assert "default-src 'none'" in text


def test_the_page_has_digits_for_the_largest_games() -> None:
    for text in ("mm10x36", "ab10x10", "emms10x36"):
        game = Rules.parse(text)
        last = game.replies[-2]
        nodes = [(Step(63, last, game.alphabet[-1] * 10), None)]
        assert "".join(page_pieces(game, "x", nodes))


def test_the_page_tells_all_replies_of_a_list_apart() -> None:
    game = words("english")
    nodes = [(Step(1, reply, game.secrets[-1]), 801) for reply in game.replies[:-1]]
    text = "".join(page_pieces(game, "x", nodes))
    head, records = re.findall(r"<script type=[^>]*>(.*?)</script>", text, re.DOTALL)
    fields = json.loads(head)
    size = 1 + fields["replyDigits"] + 5 * fields["symbolDigits"] + fields["countDigits"]
    assert len(records) == size * len(nodes)
    digits = fields["digits"].index
    found = [
        64 * digits(records[start + 1]) + digits(records[start + 2])
        for start in range(0, len(records), size)
    ]
    assert [fields["replies"][number][0] for number in found] == [str(s.reply) for s, _ in nodes]


def test_graphs_quote_what_they_must() -> None:
    game = Rules.parse('mm1x2:"\\')
    text = list(dot_lines("x", [(Step(0, None, '"'), 2), (Step(1, Reply(0, 0), "\\"), 1)]))
    assert r'  0 [label="\"\n2"]' in text
    assert r'  1 [label="\\\n1"]' in text
    assert game.size == 2


def vectors(game: Rules, tree: list[Step]) -> str:
    """A tree printed as APL vectors, with numbered lines as a listing has them."""
    entries: dict[str, list[int]] = {}
    names: list[str] = []
    for step in tree:
        del names[step.depth :]
        number = index_of(game, step.guess)
        if step.reply is None:
            entries["T"] = [number]
        else:
            entries[names[-1]][game.replies.index(step.reply)] = number
        worth = "" if step.reply is None else (game.places + 1) * step.reply.bulls + step.reply.cows
        names.append(f"{names[-1]}{worth:X}" if names else "X")
        entries[names[-1]] = [0] * len(game.replies)
    return "\n".join(f"[{n}] {name}←{apl(row)}" for n, (name, row) in enumerate(entries.items()))


def apl(row: list[int]) -> str:
    zeros = next((place for place, number in enumerate(row) if number), 0)
    rest = " ".join(map(str, row[zeros:]))
    return f"({zeros}⍴0),{rest}" if zeros > 1 else " ".join(map(str, row))


@pytest.mark.parametrize("text", ["emms4x4", "emms3x5", "ab3x4", "mm2x6"])
def test_a_tree_printed_as_vectors_is_read_back(text: str) -> None:
    game = Rules.parse(text)
    tree = list(build(strategy("parts", game)))
    printed = f"TREES IN APL\n\n[0]   INIT\n{vectors(game, tree)}\nE←'ABCD'\n"
    assert list(read_vectors(game, printed)) == tree


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no tree in vectors here"),
        ("T←1 2\nX←", "there is no tree in vectors here"),
        ("T←256\nX←1", "'T' has the code number 256; those of emms4x4 go to 255"),
        ("T←6\nX←(9⍴300)", "'X' has the code number 300"),
        ("T←6\nX←6", "the guess before X0 is AABC, which tells nothing new"),
        ("T←6\nX←(14⍴6)\n" * 1000, "which tells nothing new"),
        ("T←" + "9" * 10**6, "there is no tree in vectors here"),
    ],
)
def test_what_is_no_tree_in_vectors_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InvalidTree, match=re.escape(fault)):
        list(read_vectors(Rules.parse("emms4x4"), text))
