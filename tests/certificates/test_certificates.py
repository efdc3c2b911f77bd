"""Certificates prove what they say, and nothing else."""

import gzip
import json
import random
from contextlib import suppress
from functools import cache
from itertools import islice, product
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.certificates.check import announced, check
from moolab.certificates.header import Header, check_rules, header_line, read_header
from moolab.certificates.plain import USELESS, costs_by_size
from moolab.certificates.table import Left, Table
from moolab.certificates.write import Values, prove, write
from moolab.codes.listed import ListedRules, listed_as_written, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.reply_rules import RULES, named_rule, register_rule
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.history import parse_history
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidCertificate, SearchFailed
from moolab.search.optimal import find as find_anew
from tests.cli.test_cli import moo
from tests.helpers import games
from tests.helpers.cases import every
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT

SMALL = ["ab1x2", "ab2x3", "ab3x5", "mm2x4", "mm3x3", "mm3x4", "emms2x4", "emms3x3", "ab4x5"]

find = cache(find_anew)
"""The best trees: many of these tests ask for those of the same games."""


@pytest.mark.parametrize("rules", ["ab2x4", "mm3x3", "emms3x4", "emms4x4", "mm4x3:RGB"])
def test_the_table_has_the_replies_of_the_rule(rules: str) -> None:
    table = Table(Header(Rules.parse(rules), False, 1))
    shown = {number: text for text, number in table.numbers.items()}
    for guess in range(0, len(table.guesses), 3):
        for code, secret in enumerate(table.guesses):
            reply = table.rules.reply_rule(table.guesses[guess], secret)
            assert shown[int(table.replies[guess, code])] == str(reply)
    assert shown[table.win] == str(table.rules.win)


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_the_best_total_is_proved_and_no_better_one(
    name: str, consistent: bool, tmp_path: Path
) -> None:
    rules = Rules.parse(name)
    best = find(rules, consistent=consistent).total
    path = tmp_path / "certificate.gz"
    claims = write(path, Header(rules, consistent, best))
    checked = check(path)
    assert (checked.header, checked.claims) == (Header(rules, consistent, best), claims)
    with pytest.raises(InvalidCertificate, match="needs fewer than"):
        list(prove(Header(rules, consistent, best + 1)))


def best_headers(rules: Rules, *, consistent: bool = False) -> list[Header]:
    """What can be proved of a game, by each objective."""
    worst = find(rules, "worst", consistent=consistent)
    tail = find(rules, "tail", consistent=consistent)
    hardest = find(rules, "least-max", consistent=consistent)
    return [
        Header(rules, consistent, worst.max, "worst"),
        Header(rules, consistent, worst.total, "mean", worst.max),
        Header(rules, consistent, tail.total, "tail", tail.max, tail.at_max),
        Header(rules, consistent, hardest.total, "least-max", hardest.max, hardest.at_max),
    ]


@cache
def listed_headers() -> list[Header]:
    """What can be proved of games with lists: of all guesses, in hard mode, and with priors.

    The last ones are about a first guess, with lists named by their hash, and priors, too.
    """
    some = words("english").secrets[::40]
    rules = listed_rules(some[:16], some[16:])
    first: dict[str, Any] = {"first": some[17]}
    weighed = listed_rules(some, weights=[5, 0, 1, *range(len(some) - 3)])
    return [
        Header(rules, False, find(rules).cost),
        Header(rules, True, find(rules, consistent=True).cost),
        Header(rules, False, find(rules, hard=True).cost, hard=True),
        Header(rules, False, find(rules, "worst", hard=True).max, "worst", hard=True),
        Header(weighed, False, find(weighed).cost),
        Header(rules, False, find(rules, hard=True, **first).cost, hard=True, **first),
        Header(weighed, False, find(weighed, **first).cost, **first, by_hash=True),
    ]


def is_true(header: Header) -> bool:
    """Whether no strategy is better than a header says."""
    rules, consistent = header.rules, header.consistent
    options: dict[str, Any] = {"consistent": consistent, "hard": header.hard, "first": header.first}
    if header.objective == "worst":
        return header.bound <= find(rules, "worst", **options).max
    if header.objective == "mean":
        with suppress(SearchFailed):
            best = find(rules, most=header.max, **options)
            return header.bound <= best.cost
        return True
    assert header.max is not None
    assert header.at_max is not None
    if header.objective == "least-max":
        best = find(rules, "least-max", **options)
        return (header.max, header.at_max, header.bound) <= (best.max, best.at_max, best.total)
    best = find(rules, "tail", **options)
    return (header.bound, header.max, header.at_max) <= (best.total, best.max, best.at_max)


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        *(name for name in SMALL if name not in ("emms3x3", "ab4x5")),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("emms3x3", "ab4x5", "mm4x3")),
    ],
)
def test_other_objectives_are_proved_and_nothing_better(
    name: str, consistent: bool, tmp_path: Path
) -> None:
    for header in best_headers(Rules.parse(name), consistent=consistent):
        write(tmp_path / "certificate", header)
        assert check(tmp_path / "certificate").header == header
        assert is_true(header)
        beyond = header._replace(bound=header.bound + 1)
        if header.at_max is not None:
            beyond = header._replace(at_max=header.at_max + 1)
        assert not is_true(beyond)
        with pytest.raises(InvalidCertificate, match="needs fewer than"):
            list(prove(beyond))


@pytest.mark.parametrize(
    "rules",
    [
        listed_rules(["abc"], ["abd"]),
        listed_as_written(["aA"], ["Aa"], named_rule("jotto")),
    ],
)
def test_where_one_guess_is_enough_that_is_proved(rules: Rules, tmp_path: Path) -> None:
    for header in best_headers(rules):
        write(tmp_path / "certificate", header)
        assert check(tmp_path / "certificate").header == header


def test_a_list_may_be_longer_than_any_claim(tmp_path: Path) -> None:
    codes = ["".join(code) for code in islice(product("abcdefgh", repeat=99), 12_000)]
    header = Header(listed_rules(codes[:2], codes[2:], "jotto"), False, 3)
    write(tmp_path / "certificate", header)
    assert check(tmp_path / "certificate").header == header


@pytest.mark.parametrize("which", range(7))
def test_games_with_lists_are_proved_and_nothing_better(which: int, tmp_path: Path) -> None:
    header, path = listed_headers()[which], tmp_path / "certificate"
    write(path, header)
    assert check(path, known=announced(path, header.rules)).header == header
    with pytest.raises(InvalidCertificate, match="needs fewer than"):
        list(prove(header._replace(bound=header.bound + 1)))


def test_the_table_of_a_list_has_the_replies_of_its_rule() -> None:
    rules = listed_headers()[-1].rules
    assert isinstance(rules, ListedRules)
    table = Table(Header(rules, False, 1))
    shown = {number: text for text, number in table.numbers.items()}
    for guess, row in zip(table.guesses, table.replies, strict=True):
        secrets = table.guesses[: rules.size]
        assert [shown[int(n)] for n in row] == [str(rules.score(guess, code)) for code in secrets]
    assert table.weights.tolist() == sorted(rules.weights, reverse=True)
    assert table.weights.tolist() == list(rules.weights_of(table.guesses))


def costs_of(table: Table, left: Left, guesses: Any) -> Any:
    """What guesses cost at least, by the sizes of their parts."""
    asked = np.array(guesses, np.int32), table.costs_after(left.depth)
    return costs_by_size(table.replies_of(left), *asked)[0]


LOOKED_AT = [
    Header(Rules.parse("ab3x7"), False, 836),
    Header(Rules.parse("mm4x4"), False, 905, "mean", 5),
    Header(Rules.parse("mm3x6"), True, 870),
    Header(Rules.parse("mm4x4"), False, 905, "tail", 5, 10),
    Header(Rules.parse("mm3x6"), False, 4, "worst"),
    *range(7),
    # More replies than a mask has bits.
    Header(listed_rules(words("english").secrets[::5]), False, 420),
    *(
        pytest.param(header, marks=pytest.mark.slow)
        for header in (
            Header(Rules.parse("ab4x8"), False, 7817),
            Header(Rules.parse("mm4x5"), True, 2500),
            Header(Rules.parse("mm4x6"), False, 5626, "mean", 5),
            Header(Rules.parse("mm5x4"), False, 3954, "tail", 5, 100),
        )
    ),
]


@pytest.mark.parametrize("header", LOOKED_AT, ids=str)
def test_looking_ahead_finds_the_least_of_all_guesses(header: Header | int) -> None:
    if isinstance(header, int):
        header = listed_headers()[header]
    table, chance = Table(header), random.Random(1)
    every = table.whole.guesses
    for _ in range(20):
        left = table.whole
        while len(left.codes) > 2:
            some = np.array(chance.sample(every.tolist(), 3), np.int32)
            for guess, cost, parts in table.weak(left, some, USELESS, {}):
                beyond = cost - int(costs_of(table, left, [guess])[0])
                assert beyond == sum(need - table.by_size(part) for part, need in parts)
                for part, need in parts:
                    least = costs_of(table, part, [*part.codes, *part.guesses]).min()
                    assert need == least
            guess, code = chance.randrange(len(table.guesses)), chance.choice(left.codes)
            left = table.part(left, guess, int(table.replies[guess, code]))


@pytest.mark.parametrize("header", LOOKED_AT, ids=str)
def test_plain_and_compiled_code_find_the_same(header: Header | int) -> None:
    if isinstance(header, int):
        header = listed_headers()[header]
    chance, plain, compiled = random.Random(2), Table(header, plain=True), Table(header)
    left = compiled.whole
    for _ in range(8):
        some = np.array(chance.sample(left.guesses.tolist(), min(50, len(left.guesses))), np.int32)
        least = int(costs_of(compiled, left, some).min())
        for bound in (least + 1, least + chance.randrange(1, 2 + least // 10), USELESS):
            ways = [
                [
                    (guess, cost, [(part.codes.tolist(), need) for part, need in parts])
                    for guess, cost, parts in table.weak(left, some, bound, {})
                ]
                for table in (plain, compiled)
            ]
            assert ways[0] == ways[1]
        guess, code = chance.randrange(len(compiled.guesses)), chance.choice(left.codes)
        left = compiled.part(left, guess, int(compiled.replies[guess, code]))
        if len(left.codes) < 3:
            left = compiled.whole


@pytest.mark.parametrize("guesses", [("geese", "eerie"), ("llama", "allay"), ("sassy",)])
def test_hard_mode_allows_what_breaks_no_hint(guesses: tuple[str, ...]) -> None:
    some = words("english").secrets[::20]
    rules = listed_rules(some, ["geese", "eerie", "llama", "allay", "sassy"])
    table = Table(Header(rules, False, 1, hard=True))
    for secret in some:
        turns = " ".join(f"{guess}={rules.score(guess, secret)}" for guess in guesses)
        history = parse_history(rules, turns)
        kept = [code for code in table.guesses if broken_hint(history, code) is None]
        assert [table.guesses[index] for index in table.after(turns).guesses] == kept


@cache
def certificate(name: str, which: int = 0) -> tuple[str, ...]:
    """The lines of a certificate for a game: of its least total, or by another objective."""
    if name == "list":
        header = listed_headers()[which]
    else:
        rules = Rules.parse(name)
        first: dict[str, Any] = {"first": [*all_codes(rules)][1]}
        begun, held = find(rules, **first), find(rules, "worst", consistent=True, **first)
        header = [
            Header(rules, False, find(rules).total),
            *best_headers(rules),
            Header(rules, False, begun.total, **first),
            Header(rules, True, held.max, "worst", **first),
        ][which]
    lines = [header_line(header), *(claim._asdict() for claim in prove(header))]
    return tuple(map(json.dumps, lines))


def damaged(value: Any, chance: random.Random) -> Any:
    """A value that is another one somewhere inside."""
    if isinstance(value, dict):
        name = chance.choice([name for name in value if name not in ("format", "rules")])
        return value | {name: damaged(value[name], chance)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [*value[:at], damaged(value[at], chance), *value[at + 1 :]]
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + chance.choice([-7, -1, 1, 1, 2, 100])
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice("0123456= x") + value[at + 1 :]
    return [0]


other = SimpleNamespace(**run_path(str(PROJECT / "results" / "check.py")))
"""The verifier of one file, which shares nothing with moolab."""


def accepted(path: Path, lines: list[str]) -> Header | None:
    """What is proved, of which plain code, compiled code and the other verifier say the same."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    lists, verdicts = listed_headers()[-1].rules, list[Header | str]()
    assert isinstance(lists, ListedRules)
    for claims, workers in ((0, 1), (1 << 40, 1), (1 << 40, 2)):
        try:
            known = announced(path, lists)._replace(claims=claims)
            verdicts.append(check(path, known=known, workers=workers).header)
        except InvalidCertificate as error:
            verdicts.append(str(error))
    assert verdicts[0] == verdicts[1] == verdicts[2]
    with suppress(other.Refused, ValueError):
        secrets = path.with_name("secrets")
        secrets.write_text("\n".join(lists.guesses), encoding="utf-8")
        verdicts.append(other.check(str(path), [str(secrets)]))
    assert isinstance(verdicts[0], str) is (len(verdicts) == 3)
    return None if isinstance(verdicts[0], str) else verdicts[0]


@pytest.mark.parametrize("name", ["ab3x6", "mm3x4"])
def test_plain_and_compiled_code_say_the_same_of_all_damages(name: str, tmp_path: Path) -> None:
    """Each claim left out, one guess higher or lower, or before all others."""
    lines, path = [*certificate(name)], tmp_path / "certificate"
    whole = accepted(path, lines)
    assert whole is not None
    for at in range(1, len(lines)):
        claim, rest = json.loads(lines[at]), lines[at + 1 :]
        more, less = (json.dumps(claim | {"bound": claim["bound"] + by}) for by in (1, -1))
        assert accepted(path, [*lines[:at], more, *rest]) is None
        found = {
            accepted(path, [*lines[:at], *rest]),
            accepted(path, [*lines[:at], less, *rest]),
            accepted(path, [lines[0], lines[at], *lines[1:at], *rest]),
        }
        assert found <= {None, whole}


def test_a_small_certificate_needs_no_kernel() -> None:
    known = {
        file.name.partition(".")[0]
        for file in (PROJECT / "results" / "certificates").glob("*")
        if announced(file).is_small
    }
    assert known == {"emms4x4", "ab4x7", "mm4x6"}


@settings(max_examples=examples(10))
@given(
    st.sampled_from(["ab3x5", "mm3x4", "ab3x6", "emms3x4", "list", "list"]),
    st.integers(0, 6),
    st.integers(0, 1 << 32),
)
def test_no_damage_proves_what_is_not_true(
    tmp_path_factory: pytest.TempPathFactory, name: str, which: int, seed: int
) -> None:
    """A claim changed in one number, one left out or moved, another symmetry, another game."""
    chance = random.Random(seed)
    lines = [*certificate(name, which)]
    at = chance.randrange(len(lines))
    match chance.choice(["change", "change", "leave out", "swap", "raise"]):
        case "change":
            lines[at] = json.dumps(damaged(json.loads(lines[at]), chance))
        case "leave out":
            del lines[at]
        case "swap":
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case "raise":
            for index in (0, -1):
                line = json.loads(lines[index])
                lines[index] = json.dumps(line | {"bound": line["bound"] + 1})
    header = accepted(tmp_path_factory.mktemp("damaged") / "certificate", lines)
    assert header is None or is_true(header)


@given(games.told(games.rules(most_codes=200, most_places=4), most_turns=2), st.integers(0, 99))
def test_symmetries_that_do_not_keep_the_codes_are_refused(position: Any, seed: int) -> None:
    rules, _, history = position
    table = Table(Header(rules, False, 1))
    left = table.after(" ".join(f"{guess}={reply}" for guess, reply in history))
    chance = random.Random(seed)
    places, symbols = [*range(rules.places)], [*range(rules.symbols)]
    chance.shuffle(places)
    chance.shuffle(symbols)
    texts = [rules.alphabet.index(s) for code in table.guesses for s in code]
    codes = np.array(texts).reshape(-1, rules.places)
    image = np.array(symbols)[codes[:, places]]
    kept = {tuple(code) for code in image[left.codes]} == {
        tuple(code) for code in codes[left.codes]
    }
    try:
        kinds = table.representatives(left, [(places, symbols)])
    except InvalidCertificate:
        assert not kept
    else:
        assert kept
        assert 0 < len(kinds) <= len(table.guesses)


def test_a_guess_and_its_image_split_alike() -> None:
    table = Table(Header(Rules.parse("mm3x4"), False, 1))
    left = table.after("001=10")
    kinds = table.representatives(left, [([0, 1, 2], [0, 1, 3, 2]), ([1, 0, 2], [0, 1, 2, 3])])
    every = sorted(costs_of(table, left, left.guesses).tolist())
    assert len(kinds) < len(table.guesses)
    assert {*costs_of(table, left, kinds).tolist()} == {*every}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "its first line is not that of a certificate"),
        (b"{}\n", "its first line is not that of a certificate"),
        (b"\x1f\x8bnot really", "damaged"),
        (b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 40, "damaged"),
        (b"\xff\xfe", "damaged"),
        (b"[" * 10**5, "damaged"),
        (b'{"format": "moolab-certificate"', "damaged"),
    ],
)
def test_what_is_no_certificate_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(InvalidCertificate, match=sentence):
        check(path)
    assert other.main([str(path)]) == 1


LISTS = {"rule": "wordle", "secrets": "ab ac", "others": "ee"}


@every(
    "changed, sentence",
    [
        ({"rules": "ab9"}, "its game cannot be"),
        ({"rules": "ab6x10"}, "ab6x10 has too many codes"),
        ({"rules": "words:english:operator:gt"}, "its game cannot be"),
        ({"rules": {"rule": "operator:gt", "secrets": "ab ba"}}, "its game cannot be"),
        ({"rules": {"rule": "wordle", "secrets": "ab ab"}}, "its game cannot be"),
        ({"rules": LISTS | {"others": "ee  ff"}}, "its game cannot be"),
        ({"rules": {"rule": "wordle", "secrets": "ab ba", "costs": [1, 2]}}, "its first line"),
        ({"hard": True}, "its first line"),
        ({"bound": "5625"}, "its first line"),
        ({"version": 2}, "its first line"),
        ({"bound": True}, "its first line"),
        ({"bound": 0}, "its first line"),
        ({"objective": "worst", "bound": 65}, "its first line"),
        ({"objective": "best"}, "its first line"),
        ({"objective": "tail", "max": 5}, "its first line"),
        ({"max": 1 << 20}, "its first line"),
        ({"max": "5"}, "its first line"),
        ({"at_max": 3}, "its first line"),
        ({"first": "01"}, "its first line"),
        ({"first": 12}, "its first line"),
        ({"first": None}, "its first line"),
        ({"rules": LISTS, "first": "ee"}, "all secrets give the same reply to ee"),
        ({"rules": LISTS, "first": "ee", "consistent": True}, "its first line"),
        ({"rules": {"rule": "wordle", "sha256": "0"}}, "its lists are not in it: give them"),
        ({"rules": LISTS | {"sha256": "0"}}, "its lists are not in it: give them"),
    ],
)
def test_a_header_that_cannot_be(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidCertificate, match=sentence):
        Table(read_header(json.loads(certificate("ab3x5")[0]) | changed))
    with pytest.raises(other.Refused):
        other.header_of(json.loads(certificate("ab3x5")[0]) | changed)


@pytest.mark.parametrize("bound", [-(1 << 70), -1, USELESS + 1, 1 << 63, 10**30])
def test_a_claim_of_what_nothing_costs_is_refused(bound: int, tmp_path: Path) -> None:
    header, *claims = certificate("ab3x5")
    path = tmp_path / "certificate"
    path.write_text("\n".join([header, json.dumps({"after": "", "bound": bound}), *claims]))
    with pytest.raises(InvalidCertificate, match="claim 1: its bound is not between"):
        check(path)
    with pytest.raises(other.Refused, match="claim 1"):
        other.check(str(path))


def test_the_certificate_of_mastermind(tmp_path: Path) -> None:
    """No strategy needs fewer than 5625 guesses for the 1,296 secrets (Koyama and Lai 1993)."""
    kept = PROJECT / "results" / "certificates" / "mm4x6.cert.gz"
    written = tmp_path / "mm4x6.cert.gz"
    write(written, Header(Rules.parse("mm4x6"), False, 5625))
    assert written.read_bytes() == kept.read_bytes()
    done = moo("verify", str(kept), str(PROJECT / "results" / "emms4x4.json.gz"))
    assert done.stdout == (
        f"{kept}: no strategy for mm4x6 needs fewer than 5,625 guesses for all secrets "
        "(58 claims checked).\n"
        f"{PROJECT}/results/emms4x4.json.gz: 895 guesses find every secret of emms4x4, "
        "at most 4 each.\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted((PROJECT / "results" / "certificates").glob("*")), ids=lambda path: path.stem
)
def test_all_certificates(path: Path) -> None:
    assert check(path).header.rules == Rules.parse(path.name.partition(".")[0].split("-")[0])


def test_claims_that_the_search_sees_to_follow_do(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("ab4x6")
    headers = [Header(rules, False, find(rules).total), *best_headers(rules)]
    headers += best_headers(rules, consistent=True)
    quick = [list(prove(header)) for header in headers]
    monkeypatch.setattr(Values, "follows", lambda *_: False)
    assert [list(prove(header)) for header in headers] == quick


def test_what_a_search_has_kept_makes_no_other_certificate(tmp_path: Path) -> None:
    paths = tmp_path / "alone", tmp_path / "after"
    for path, keep in zip(paths, (False, True), strict=True):
        best = find_anew("ab4x8", keep=keep)
        assert write(path, Header(best.rules, False, best.total)) == 155
    alone, after = (path.read_bytes() for path in paths)
    assert alone == after


def test_the_command_writes_what_the_other_one_checks(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    done = moo("optimal", "-r", "ab3x5", "--certificate", str(path))
    assert "moo verify checks it" in done.stderr
    view = json.loads(moo("verify", str(path), "--json").stdout)
    assert (view["valid"], view["rules"], view["bound"]) == (True, "ab3x5", 196)
    lines = path.read_text().replace('"bound":196', '"bound":197')
    path.write_bytes(gzip.compress(lines.encode()))
    done = moo("verify", str(path))
    assert (done.returncode, done.stdout) == (4, "")
    assert "a cost of 197 does not follow" in done.stderr
    unproved = moo("optimal", "-r", "ab3x5", "--beam", "1", "--certificate", str(tmp_path / "no"))
    assert "is not written: only what is proved has a certificate" in unproved.stderr
    assert not (tmp_path / "no").exists()
    assert moo("verify", str(tmp_path / "missing")).returncode == 2


@pytest.mark.parametrize(
    ("game", "options", "claimed", "sentence"),
    [
        (
            "mm3x5",
            ("--objective", "worst"),
            ["worst", 5, None, None],
            "every strategy for mm3x5 needs 5 guesses or more for some secret",
        ),
        (
            # The limit costs six guesses.
            "emms3x5",
            ("--at-most", "4"),
            ["mean", 452, 4, None],
            "no strategy for emms3x5 with at most 4 guesses for each needs fewer than 452 guesses",
        ),
        (
            "mm3x5",
            ("--objective", "tail"),
            ["tail", 451, 5, 2],
            "no strategy for mm3x5 needs fewer than 451 guesses for all secrets, or as few with",
        ),
    ],
    ids=["worst", "at most", "tail"],
)
def test_other_objectives_are_written_and_checked(
    game: str, options: tuple[str, ...], claimed: list[object], sentence: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "proof")
    moo("optimal", "-r", game, *options, "--certificate", path)
    view = json.loads(moo("verify", path, "--json").stdout)
    assert [view[name] for name in ("objective", "bound", "max", "at_max")] == claimed
    assert f"{path}: {sentence}" in moo("verify", path).stdout


def test_that_fewer_guesses_are_not_enough_is_written_and_checked(tmp_path: Path) -> None:
    path = str(tmp_path / "proof")
    done = moo("optimal", "-r", "mm3x5", "--at-most", "4", "--certificate", path)
    assert done.returncode == 2
    assert f"{path}: 3 claims; moo verify checks it\n" in done.stderr
    assert done.stderr.endswith("moo: no tree finds every secret with at most 4 guesses\n")
    said = "every strategy for mm3x5 needs 5 guesses or more for some secret"
    assert said in moo("verify", path).stdout


def test_hard_mode_and_priors_are_written_and_checked(tmp_path: Path) -> None:
    path, secrets = str(tmp_path / "proof"), tmp_path / "some.txt"
    some = words("english").secrets[::40]
    secrets.write_text("\n".join(some))
    moo("optimal", "-r", f"words:{secrets}", "--hard", "--certificate", path)
    done = moo("verify", path)
    assert "no strategy for 21 words in hard mode needs fewer than" in done.stdout
    secrets.write_text("\n".join(f"{word} {at}" for at, word in enumerate(some, 1)))
    moo("optimal", "-r", f"words:{secrets}", "--certificate", path, "--force")
    assert "guesses for all secrets, each as often as it weighs (" in moo("verify", path).stdout
    moo("optimal", "-r", "ab3x5", "--objective", "least-max", "--certificate", path, "--force")
    assert (
        "every strategy for ab3x5 needs 4 guesses or more for some secret; if none needs more"
        in (moo("verify", path).stdout)
    )


def test_long_lists_are_named_by_their_hash(tmp_path: Path) -> None:
    path, secrets, guesses = tmp_path / "proof", tmp_path / "secrets", tmp_path / "guesses"
    made = ["".join(code) for code in product("abcdefghijklmnopqrstuvwxyzäöüéèà", repeat=2)]
    secrets.write_text("\n".join(word for word in made if {*word} <= {*"abcdef"}))
    guesses.write_text("\n".join(made))
    game = f"words:{secrets}+{guesses}"
    moo("optimal", "-r", game, "--start", "ga", "--certificate", str(path))
    header, *claims = map(json.loads, path.read_text().splitlines())
    assert (*header["rules"],) == ("rule", "sha256")
    assert "ga" not in str(claims)
    said = "no strategy for 36 words that begins with ga needs fewer than"
    assert said in moo("verify", str(path), "-r", game).stdout
    view = json.loads(moo("verify", str(path), "-r", game, "--json").stdout)
    assert (view["first"], view["claims"]) == ("ga", len(claims))
    assert other.main([str(path), str(secrets), str(guesses)]) == 0
    # Without lists, with others, and by another rule.
    assert "give them, as in -r words:SECRETS+GUESSES" in moo("verify", str(path)).stderr
    assert "it is about other lists" in moo("verify", str(path), "-r", f"words:{secrets}").stderr
    other_rule = moo("verify", str(path), "-r", game, "--rule", "jotto").stderr
    assert "is a certificate for 36 words, not for" in other_rule
    assert other.main([str(path)]) == other.main([str(path), str(secrets)]) == 1


def test_a_rule_of_ones_own_has_none_even_if_it_is_registered() -> None:
    rule = register_rule("as-many-letters", lambda guess, secret: len({*guess} & {*secret}))
    try:
        game = listed_rules(["abc", "abd", "xyz"], rule=rule)
        with pytest.raises(InvalidCertificate, match="for replies by as-many-letters"):
            check_rules(game)
    finally:
        del RULES["as-many-letters"]
