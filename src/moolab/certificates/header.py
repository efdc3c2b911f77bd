"""The first line of a certificate: what it is about, and what guesses cost therefore."""

import json
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from moolab.codes.listed import ListedRules, listed_as_written
from moolab.codes.reply_rules import RULES
from moolab.codes.rules import LIST_PREFIX, Rules
from moolab.codes.word_lists import named_list, word_lists, words
from moolab.errors import InvalidCertificate, InvalidCode, InvalidRules, MoolabError
from moolab.support.text import count_noun

FORMAT, _VERSION = "moolab-certificate", 1

_MOST = 1 << 20
"""More guesses than any strategy worth a claim needs for all secrets."""

_DEEPEST = 64
"""More guesses than it needs for one secret."""

_MOST_WRITTEN = 1_000
"""Codes of lists that are always written out: longer ones often may not be passed on."""


class Header(NamedTuple):
    """What a certificate is about.

    Args:
        consistent: whether only codes are guessed that may still be the secret.
        bound: no strategy needs fewer guesses: for all secrets together, each as often as it
            weighs, or, where the objective is ``worst``, for some secret.
        objective: ``mean``, ``worst``, ``tail`` or ``least-max``.
        max: with ``mean``, the most guesses that a secret may need, if there is a limit; with
            ``tail``, no strategy with this total has a smaller maximum; with ``least-max``, no
            strategy at all.
        at_max: none with this maximum, and with ``tail`` this total, has fewer secrets there.
        hard: whether guesses keep to the hard mode of the word game.
        first: the guess with which strategies begin, if not with any.
        by_hash: whether lists are not written out, and codes have numbers in turns.
    """

    rules: Rules
    consistent: bool
    bound: int
    objective: str = "mean"
    max: int | None = None
    at_max: int | None = None
    hard: bool = False
    first: str | None = None
    by_hash: bool = False

    @property
    def costs(self) -> tuple[int, ...]:
        """What the first guess costs, the second, and so on; all others cost what the last does.

        >>> Header(Rules.parse("ab3x4"), False, 4, "worst").costs
        (0, 0, 0, 1)
        """
        match self.objective, self.max, self.at_max:
            case "mean", None, None:
                return (1,)
            case "mean", int(most), None:
                return (*[1] * most, self.bound + 1)
            case "worst", None, None:
                return (*[0] * (self.bound - 1), 1)
            case "tail", int(most), int(there):
                one = self._early
                return (*[one] * (most - 1), one + 1, one + there + 1)
            case "least-max", int(most), int():
                return (*[1] * (most - 1), 1 + self._late, self.goal + 1)
        raise InvalidCertificate("its first line is not that of a certificate")

    @property
    def goal(self) -> int:
        """What any strategy costs for all secrets together, if the certificate is right."""
        match self.objective, self.at_max:
            case "worst", _:
                return 1
            case "tail", int(there):
                return self._early * self.bound + there
            case "least-max", int(there):
                return self.bound + there * self._late
        return self.bound

    @property
    def claim(self) -> str:
        """What any strategy needs, in words, if the certificate is right.

        >>> Header(Rules.parse("mm4x6"), False, 5, "worst").claim
        'every strategy for mm4x6 needs 5 guesses or more for some secret'
        """
        held = " that guesses only what is possible" if self.consistent else ""
        if self.hard:
            held = " in hard mode"
        if self.first is not None:
            held += f"{' and' if self.consistent else ' that'} begins with {self.first}"
        strategy = f"strategy for {self.rules}{held}"
        if self.objective == "worst":
            return (
                f"every {strategy} needs {count_noun(self.bound, 'guess')} or more for some secret"
            )
        most, there = count_noun(self.max or 0, "guess"), count_noun(self.at_max or 0, "secret")
        if self.objective == "least-max":
            return (
                f"every {strategy} needs {most} or more for some secret; if none needs more, "
                f"{there} or more need them, and if no others do, all secrets need "
                f"{self.bound:,} or more"
            )
        limit = f" with at most {most} for each" * (
            self.objective == "mean" and self.max is not None
        )
        weighed = isinstance(self.rules, ListedRules) and self.rules.weights
        text = f"no {strategy}{limit} needs fewer than {self.bound:,} guesses for all secrets"
        text += ", each as often as it weighs" if weighed else ""
        if self.objective == "tail":
            text += f", or as few with a maximum below {self.max}, or with fewer than {there} there"
        return text

    @property
    def _early(self) -> int:
        """What a guess before the maximum costs: one in all more than any number of late ones."""
        return ((self.at_max or 0) + 1) * (self.bound + 1)

    @property
    def _late(self) -> int:
        """What a secret at the least maximum costs beyond its guesses: more than all of these."""
        return self.rules.size * (self.max or 0)


def header_line(header: Header) -> dict[str, object]:
    """The first line of a certificate, which ``read_header`` reads."""
    more = {"max": header.max, "at_max": header.at_max}
    return {
        "format": FORMAT,
        "version": _VERSION,
        "rules": _told(header.rules, by_hash=header.by_hash),
        "objective": header.objective,
        "consistent": header.consistent,
        "bound": header.bound,
        **{name: number for name, number in more.items() if number is not None},
        **({"hard": True} if header.hard else {}),
        **({} if header.first is None else {"first": header.first}),
    }


def read_header(line: object, lists: Rules | None = None) -> Header:
    """What the first line of a certificate says.

    Args:
        lists: a game with its lists, if these are not in the line.

    Raises:
        InvalidCertificate: if it is not such a line.
    """
    match line:
        case {
            "rules": str() | dict() as rules,
            "consistent": bool(consistent),
            "bound": int(bound),
            "objective": str(objective),
            **more,
        }:
            try:
                game = _game(rules, lists)
            except InvalidCertificate:
                raise
            except MoolabError as error:
                raise InvalidCertificate(f"its game cannot be: {error}") from None
            most, there = (
                int(number) if isinstance(number := more.get(name), int) else None
                for name in ("max", "at_max")
            )
            asked = consistent, int(bound), objective, most, there, more.get("hard") is True
            first = name if isinstance(name := more.get("first"), str) else None
            by_hash = isinstance(rules, dict) and "sha256" in rules
            header = Header(game, *asked, first, by_hash)
            # Each field is what is written again, and true is not 1.
            same = json.dumps(line, sort_keys=True) == json.dumps(
                header_line(header), sort_keys=True
            )
            if same and _is_sound(header) and header.costs:
                return header
    raise InvalidCertificate("its first line is not that of a certificate")


def _is_sound(header: Header) -> bool:
    """Whether numbers are within bounds, and what is asked goes together."""
    rules, deepest, weight, first = header.rules, header.max, 1, header.first
    if header.objective == "worst":
        deepest = header.bound
    if isinstance(rules, ListedRules) and rules.weights:
        weight = sum(rules.weights)
        if (header.objective, header.max) != ("mean", None):
            return False
    return (
        0 < header.bound <= _MOST * weight
        and (header.at_max is None or 0 < header.at_max <= _MOST)
        and (deepest is None or 0 < deepest <= _DEEPEST)
        and not (header.hard and (header.consistent or not rules.marked))
        and (first is None or _may_begin(header, first))
    )


def _may_begin(header: Header, first: str) -> bool:
    """Whether strategies can begin with a guess."""
    rules = header.rules
    with suppress(InvalidCode):
        if header.consistent and isinstance(rules, ListedRules):
            return rules.secret(first) == first
        return rules.code(first) == first
    return False


def are_long(rules: Rules) -> bool:
    """Whether a game has lists that are named by their hash: long ones, but moolab's own."""
    if not isinstance(rules, ListedRules) or len(rules.guesses) <= _MOST_WRITTEN:
        return False
    return all(words(name, rules.rule) != rules for name in word_lists())


def check_rules(rules: Rules) -> None:
    """Refuse games that have no certificates.

    Raises:
        InvalidCertificate: if it is such a game.

    >>> check_rules(Rules.parse("words:english"))
    """
    if not isinstance(rules, ListedRules):
        return
    if rules.costs or rules.identifies:
        raise InvalidCertificate(
            "there are no certificates where guesses cost, or secrets have only to be named"
        )
    if not rules.rule.is_moolabs_own:
        raise InvalidCertificate(
            f"there are no certificates for replies by {rules.rule.name}, but for those by "
            f"{', '.join(name for name, rule in RULES.items() if rule.is_moolabs_own)}"
        )


def _told(rules: Rules, *, by_hash: bool) -> str | dict[str, object]:
    """How a certificate names a game."""
    if not isinstance(rules, ListedRules):
        return str(rules)
    check_rules(rules)
    written = {
        "secrets": " ".join(rules.secrets),
        **({"others": " ".join(rules.others)} if rules.others else {}),
    }
    return {
        "rule": rules.rule.name,
        **({"sha256": _hash(rules)} if by_hash else written),
        **({"weights": list(rules.weights)} if rules.weights else {}),
    }


def _hash(rules: ListedRules) -> str:
    """What tells lists apart: secrets and other guesses, a line of each."""
    return sha256(f"{' '.join(rules.secrets)}\n{' '.join(rules.others)}\n".encode()).hexdigest()


def _game(told: str | dict[str, object], lists: Rules | None) -> Rules:
    """The game that a certificate names."""
    match told:
        case {"rule": str(rule), "sha256": str(digest), **more} if rule in RULES:
            if not isinstance(lists, ListedRules):
                raise InvalidCertificate(
                    "its lists are not in it: give them, as in -r words:SECRETS+GUESSES"
                )
            if _hash(lists) != digest:
                raise InvalidCertificate("it is about other lists: their hash is another one")
            if isinstance(weights := more.get("weights", []), list):
                by = RULES[rule]
                return listed_as_written(lists.secrets, lists.others, by, weights=weights)
        case str() if not told.startswith(LIST_PREFIX):
            return Rules.parse(told)
        case {"rule": str(rule), "secrets": str(secrets), **more} if rule in RULES:
            match more.get("others"), more.get("weights", []):
                case (str() | None as others, list(weights)):
                    both = secrets.split(" "), others.split(" ") if others else ()
                    game = listed_as_written(*both, RULES[rule], weights=weights)
                    return named_list(game)
    raise InvalidRules("its lists are not such")
