"""Games whose codes are listed: any secrets, any guesses, and any rule for the replies."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any
from weakref import WeakValueDictionary

from moolab.codes.replies import Reply, ReplyRule
from moolab.codes.reply_rules import NamedRule, named_rule
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode, plain, spell, symbols_by_number
from moolab.errors import InvalidCode, InvalidReply, InvalidRules
from moolab.support.checks import check_list
from moolab.support.language import translate
from moolab.support.text import count_noun, quote
from moolab.support.typed import composed, folded, joined

MOST_CODES = 1 << 20
"""The most codes in a list: a table of replies has a byte for each pair of guess and secret."""

MOST_WEIGHT = 1 << 40
"""The most that all weights add up to: with costs, and as many guesses as there can be, the sums
of a search are exact."""

MOST_COST = 1 << 12
"""The most that a guess can cost."""


_PRIOR = re.compile(
    r"\d{1,18}(\.\d{0,18})?(e[+-]?\d{1,2})?|\d{1,18}/0*[1-9]\d{0,17}", re.ASCII | re.IGNORECASE
)


def check_codes(secrets: Sequence[str], others: Sequence[str]) -> None:
    """Refuse codes that cannot be those of a list.

    Raises:
        InvalidRules: if there are none, too many, of different lengths, or with a symbol that
            cannot be.
    """
    if not secrets:
        raise InvalidRules("the list of secrets is empty")
    if len(secrets) + len(others) > MOST_CODES:
        raise InvalidRules(
            f"a list has at most {MOST_CODES:,} codes, not {len(secrets) + len(others):,}"
        )
    first = secrets[0]
    odd = next((code for code in (*secrets, *others) if len(code) != len(first)), None)
    if odd is not None:
        raise InvalidRules(
            f"all codes of a list have the same length, but {quote(first)} has {len(first)} "
            f"letters and {quote(odd)} has {len(odd)}"
        )
    if not first:
        raise InvalidRules("a code of a list has at least one symbol")
    for code in (*secrets, *others):
        if not code.isprintable() or " " in code or "?" in code:
            raise InvalidRules(
                f"{quote(code)} cannot be a code: it has a blank, ? or a character unseen"
            )


def in_one_case(
    secrets: tuple[str, ...], guesses: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both lists in small letters, if they have some letter both small and as a capital.

    Rules compare letters, and would take the two for different ones. Lists in which each letter
    occurs in one case alone, such as those all in capitals, stay as they are.

    Raises:
        InvalidRules: if it cannot be told which capital is that of a letter.

    >>> in_one_case(("crane", "slate"), ("TRACE",))
    (('crane', 'slate'), ('trace',))
    """
    symbols = set("".join((*secrets, *guesses)))
    capitals = sorted(symbol for symbol in symbols if symbol.lower() != symbol)
    small: defaultdict[str, set[str]] = defaultdict(set)
    for symbol in symbols:
        small[symbol.upper()].add(symbol)
    # What Python takes for the small letter of a capital can be another in some language.
    pairs = [
        (capital, letter)
        for capital in capitals
        for letter in sorted(({capital.lower()[0]} & symbols | small[capital]) - {capital})
    ]
    if not pairs:
        return secrets, guesses
    for capital, letter in pairs:
        if not _are_cases(capital, letter):
            raise InvalidRules(
                f"{quote(capital)} and {quote(letter)} may be the same letter or not: write all "
                "codes in small letters, or all in capitals"
            )
    folded = str.maketrans({c: c.lower() for c in capitals if _are_cases(c, c.lower())})
    one, other = (tuple(code.translate(folded) for code in each) for each in (secrets, guesses))
    return one, other


def _are_cases(capital: str, letter: str) -> bool:
    """Whether each of two letters is what Python makes of the other one."""
    return capital.lower() == letter and letter.upper() == capital


def check_numbers(
    weights: Sequence[int], costs: Sequence[int], secrets: int, others: int, *, names: bool
) -> None:
    """Refuse weights of secrets, and costs of guesses, that cannot be.

    Args:
        secrets, others: how many there are of both.
        names: whether secrets are only named, which costs nothing.

    Raises:
        InvalidRules: if there are not as many as codes, or one is not allowed.
    """
    if weights:
        if len(weights) != secrets:
            raise InvalidRules(f"there are {len(weights):,} weights for {secrets:,} secrets")
        if (bad := _first_outside(weights, 0, MOST_WEIGHT)) is not None:
            raise InvalidRules(
                f"{quote(bad)} is not a weight of a secret: write a whole number, 0 or more"
            )
        if not 0 < sum(weights) <= MOST_WEIGHT:
            raise InvalidRules(
                "all weights of secrets are 0"
                if not sum(weights)
                else f"the weights of all secrets together are more than {MOST_WEIGHT:,}"
            )
    if costs:
        if len(costs) != secrets + others:
            raise InvalidRules(f"there are {len(costs):,} costs for {secrets + others:,} guesses")
        if names and (bad := _first_outside(costs[:secrets], 0, 0)) is not None:
            raise InvalidRules(f"the cost of a name is 0, not {quote(bad)}: questions alone cost")
        if (bad := _first_outside(costs[secrets if names else 0 :], 1, MOST_COST)) is not None:
            raise InvalidRules(
                f"{quote(bad)} is not a cost: write a whole number from 1 to {MOST_COST:,}"
            )


def check_told_apart(
    score: Callable[[str, str], object], questions: Sequence[str], secrets: Sequence[str]
) -> None:
    """Refuse questions that do not tell all secrets apart.

    Raises:
        InvalidRules: if there are two secrets with the same reply to every question.

    >>> check_told_apart(lambda question, secret: question in secret, "lp", ["lamp", "pail"])
    Traceback (most recent call last):
    moolab.errors.InvalidRules: no question tells 'lamp' and 'pail' apart
    """
    together = [list(secrets)] if len(secrets) > 1 else []
    for question in questions:
        if not together:
            return
        split: list[list[str]] = []
        for group in together:
            parts: defaultdict[object, list[str]] = defaultdict(list)
            for secret in group:
                parts[score(question, secret)].append(secret)
            split += (part for part in parts.values() if len(part) > 1)
        together = split
    if together:
        one, other = map(quote, together[0][:2])
        raise InvalidRules(f"no question tells {one} and {other} apart")


def whole_numbers(priors: Iterable[int | float | str | Fraction]) -> tuple[int, ...]:
    """Whole numbers in the proportions of others, as small as they can be.

    Raises:
        InvalidRules: if one is not a number, or is less than 0, all are 0, or they take too many
            digits.

    >>> whole_numbers(["0.5", "0.25", "1/4"]), whole_numbers([0.1, 0.2])
    ((2, 1, 1), (1, 2))
    """
    exact = []
    for prior in check_list("priors", priors, InvalidRules):
        # The decimals that are written, not those of the float.
        if not _PRIOR.fullmatch(text := str(prior).strip()):
            raise InvalidRules(f"{quote(text)} is not a prior: write a number such as 3 or 0.25")
        exact.append(Fraction(text))
    if not exact:
        return ()
    if not any(exact):
        raise InvalidRules("all priors are 0: which secrets are likely?")
    scale = math.lcm(*(each.denominator for each in exact))
    found = [int(each * scale) for each in exact]
    shared = math.gcd(*found)
    weights = tuple(number // shared for number in found)
    if sum(weights) > MOST_WEIGHT:
        raise InvalidRules("the priors have too many digits: twelve together can be told apart")
    return weights


def first_twice(codes: Sequence[str]) -> str:
    """The first code that a list has twice."""
    times = Counter(codes)
    return next(code for code in codes if times[code] > 1)


def _first_outside(numbers: Sequence[int], least: int, most: int) -> object:
    return next((n for n in numbers if type(n) is not int or not least <= n <= most), None)


@dataclass(frozen=True, repr=False, eq=False)
class ListedRules(Rules):
    """The rules of a game with listed codes; ``listed_rules`` makes them.

    Where a secret can be any code that the notation of ``Rules`` allows, here it is one of a list,
    and there can be guesses that cannot be the secret. In the order of codes, secrets come first.

    Args:
        name: what the game is called.
        rule: how replies are made.
        secrets: the codes that can be the secret.
        others: those that can be guessed as well.
        weights: how likely each secret is, in whole numbers, not all of them 0; empty if all are
            equally likely.
        costs: what each guess costs, in the order of ``guesses``, whole numbers above 0 (0 for
            names, see below); empty if each costs 1.
        identifies: whether no guess wins, and the secret has only to be known. Secrets are names
            then, which are said when one candidate is left, and cost nothing; the questions are
            the others.
    """

    name: str = field(kw_only=True)
    rule: NamedRule = field(kw_only=True)
    secrets: tuple[str, ...] = field(kw_only=True)
    others: tuple[str, ...] = field(kw_only=True, default=())
    weights: tuple[int, ...] = field(kw_only=True, default=())
    costs: tuple[int, ...] = field(kw_only=True, default=())
    identifies: bool = field(kw_only=True, default=False)

    def __post_init__(self) -> None:
        """Check nothing: ``listed_rules`` has done so."""

    @cached_property
    def digest(self) -> str:
        """What tells lists and rules apart, in any process: a hash of them, in hexadecimal digits.

        Functions may have the same name: of one's own rules, all replies are hashed as well.
        """
        if self.rule.identified:
            return self._named_digest
        return _hash(self._named_digest, self._scored[1])

    @cached_property
    def _named_digest(self) -> str:
        """As ``digest``, of a rule's name alone."""
        parts = [
            self.rule.name + self.rule.identity,
            "\n".join(self.secrets),
            "\n".join(self.others),
        ]
        if self.weights or self.costs or self.identifies:
            numbers = (" ".join(map(str, known)) for known in (self.weights, self.costs))
            parts += [*numbers, "identifies" * self.identifies]
        return _hash(*parts)

    @cached_property
    def _scored(self) -> tuple[frozenset[Reply], str]:
        """The replies that occur, and a hash of those to each guess from each secret."""
        score, found, rows = self.rule.score, set[Reply](), blake2b(digest_size=16)
        for guess in self.guesses:
            row = [score(guess, code) for code in self.secrets]
            found.update(row)
            rows.update("".join(f"{reply}\0" for reply in row).encode())
        return frozenset(found), rows.hexdigest()

    # Comparing lists of thousands of words would take longer than what is looked up by them; and
    # so would scoring them by a rule of one's own, where names and lists are different already.
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ListedRules)
            and self._named_digest == other._named_digest
            and (self.rule == other.rule or self.digest == other.digest)
        )

    def __hash__(self) -> int:
        return hash(self._named_digest)

    def __reduce__(self) -> tuple[Any, ...]:
        # Thousands of tasks are about one game: another process makes it, and its tables, once.
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return _sent, (self.digest, self.name, given)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}: {self.words}>"

    @property
    def words(self) -> str:
        secrets, by = count_noun(len(self.secrets), "secret"), f"replies by {self.rule.name}"
        if self.identifies:
            return f"{secrets}, {count_noun(len(self.others), 'question')}, {by}"
        guesses = f", {count_noun(len(self.guesses), 'guess')}" if self.others else ""
        return f"{secrets}{guesses}, {by}"

    @property
    def stored(self) -> str:
        return f"{self.name}#{self.digest[:8]}"

    @property
    def repeats(self) -> bool:
        return True

    @property
    def listed(self) -> bool:
        return True

    @property
    def priced(self) -> bool:
        return bool(self.costs)

    @property
    def counted(self) -> bool:
        return self.rule.form == "bulls"

    @property
    def marked(self) -> bool:
        return self.rule.form == "marks"

    @property
    def reply_rule(self) -> ReplyRule:
        return self.rule.score

    @property
    def size(self) -> int:
        return len(self.secrets)

    @cached_property
    def guesses(self) -> tuple[str, ...]:
        """All codes that can be guessed, in order."""
        return self.secrets + self.others

    @cached_property
    def every_weight(self) -> tuple[int, ...]:
        """The weight of each secret, where they are not given as well."""
        return self.weights or (1,) * len(self.secrets)

    def weights_of(self, secrets: Iterable[str]) -> tuple[int, ...]:
        """How likely some secrets are; all alike where none of them weighs anything.

        >>> game = listed_rules(["crane", "caper", "slate", "stale"], weights=[3, 1, 0, 0])
        >>> game.weights_of(["crane", "slate"]), game.weights_of(["slate", "stale"])
        ((3, 0), (1, 1))
        """
        weights = tuple(self.every_weight[self.numbers[code]] for code in secrets)
        return weights if any(weights) else (1,) * len(weights)

    @cached_property
    def every_cost(self) -> tuple[int, ...]:
        """The cost of each guess, where they are not given as well.

        >>> listed_rules(["ab", "ac"], ["bc"], identifies=True).every_cost
        (0, 0, 1)
        """
        names = len(self.secrets) if self.identifies else 0
        return self.costs or (0,) * names + (1,) * (len(self.guesses) - names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The index of each guess."""
        return {code: index for index, code in enumerate(self.guesses)}

    @cached_property
    def win(self) -> Reply:
        return self.rule.score(self.secrets[0], self.secrets[0])

    @cached_property
    def replies(self) -> tuple[Reply, ...]:
        if self.rule.replies is not None:
            return self.rule.replies(self.places)
        return tuple(sorted(self._scored[0]))

    def code(self, text: "AnyCode") -> str:
        """The code that ``text`` spells, as the list has it.

        Args:
            text: the code; or its symbols in a tuple, a list or an array, digits also as numbers.

        Raises:
            InvalidCode: if it is not one of those that can be guessed.

        >>> listed_rules(["crane", "caper"]).code("Crane ")
        'crane'
        """
        if not isinstance(text, str):
            text = spell(text, self._by_number, self._example)
        code = " ".join(text.split())
        if code in self.numbers:
            return code
        for typed in (code, joined(code)):
            if (found := self._folded.get(folded(typed))) is not None:
                return found
        raise InvalidCode(
            translate("{text} is not in the list of what can be guessed", text=quote(text))
        )

    def secret(self, text: "AnyCode") -> str:
        """As ``code``, for one that can be the secret.

        Raises:
            InvalidCode: if it cannot.
        """
        code = self.code(text)
        if self.numbers[code] >= len(self.secrets):
            raise InvalidCode(
                translate(
                    "{text} can be guessed, but is not in the list of secrets", text=quote(text)
                )
            )
        return code

    def reply(self, text: str) -> Reply:
        """The reply that ``text`` means, if some guess can get it.

        Raises:
            InvalidReply: if it is not a reply.

        >>> str(listed_rules(["crane", "caper"]).reply("🟩🟨🟨⬛🟨"))
        'gyy-y'
        """
        found = self._by_text.get(self.rule.read(text)) if isinstance(text, str) else None
        if found := found or self._said(text):
            return found
        raise InvalidReply(
            translate(
                "{text} is not a reply by the rule {rule}: {meaning}",
                text=quote(text),
                rule=self.rule.name,
                meaning=translate(self.rule.meaning),
            )
        )

    def reply_to(self, guess: str, text: str) -> Reply:
        reply = self.reply(text)
        may_win = self.numbers[guess] < len(self.secrets) and str(reply) == str(self.win)
        return self.win if may_win else reply

    def replies_to(self, guess: str) -> tuple[Reply, ...]:
        return self.replies if self.rule.replies_to is None else self.rule.replies_to(guess)

    @cached_property
    def most_words(self) -> int:
        """How many words a guess has at most: those of a table may have blanks."""
        return max(len(code.split()) for code in self.guesses)

    def score(self, guess: "AnyCode", secret: "AnyCode") -> Reply:
        return self.rule.score(self.code(guess), self.secret(secret))

    @cached_property
    def reply_numbers(self) -> dict[Reply, int]:
        """The index of each reply in ``replies``."""
        return {reply: number for number, reply in enumerate(self.replies)}

    @cached_property
    def _by_text(self) -> dict[str, Reply]:
        # Where another reply is written as the one that wins, it needs the guess to be told.
        return {str(reply): reply for reply in reversed(self.replies)}

    @cached_property
    def _by_number(self) -> dict[int, str]:
        # The place of a letter among those of all words means nothing.
        return symbols_by_number(self.alphabet, digits_only=True)

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Every guess by how its text can be typed, unless that is true of several."""
        times = Counter(map(folded, self.guesses))
        return {folded(code): code for code in self.guesses if times[folded(code)] == 1}

    @property
    def _example(self) -> str:
        return self.secrets[0]


def listed_rules(
    secrets: "Iterable[AnyCode]",
    guesses: "Iterable[AnyCode]" = (),
    rule: "NamedRule | str" = "wordle",
    *,
    name: str = "",
    weights: "Iterable[int]" = (),
    costs: "Iterable[int]" = (),
    identifies: bool = False,
) -> ListedRules:
    """A game with these secrets.

    Rules of moolab's own compare letters: where capitals and small letters are mixed, all become
    small, and letters with their accents are one sign each.

    Args:
        secrets: the codes that can be the secret, all of one length; texts, or digits in tuples or
            an array.
        guesses: those that can be guessed; the secrets can be among them, and always can be.
        rule: how replies are made: a rule, or a name that ``RULES`` has.
        name: what the game is called.
        weights: how likely each secret is, in whole numbers; all alike unless given.
        costs: what each guess costs, secrets first, then the other guesses; 1 unless given.
        identifies: whether no guess wins, and the secret has only to be known.

    Raises:
        InvalidRules: if the secrets are not a list, or an empty one, a list has a code twice, be it
            once in capitals, codes have different lengths, too many symbols for the rule, or one
            that cannot be, weights or costs cannot be, or the secret cannot always be known.
        InvalidCode: if a code is neither a text nor digits.

    >>> game = listed_rules(["crane", "caper", "slate"], ["trace"])
    >>> game
    <3 words: 3 secrets, 4 guesses, replies by wordle>
    """
    by = named_rule(rule) if isinstance(rule, str) else rule
    known, every = texts_of(secrets, "secrets"), texts_of(guesses, "guesses")
    if by.is_moolabs_own:
        known, every = in_one_case(tuple(map(composed, known)), tuple(map(composed, every)))
    return listed_as_written(
        known, every, by, name=name, weights=weights, costs=costs, identifies=identifies
    )


def listed_as_written(
    secrets: Sequence[str],
    guesses: Sequence[str],
    rule: NamedRule,
    *,
    name: str = "",
    weights: Iterable[int] = (),
    costs: Iterable[int] = (),
    identifies: bool = False,
) -> ListedRules:
    """A game with these lists, where a capital is another symbol than its small letter.

    Games in notation are such if their alphabet has both. The arguments are those of
    ``listed_rules``.

    Raises:
        InvalidRules: as ``listed_rules``.

    >>> str(listed_as_written(["aA", "Aa"], [], named_rule("jotto")).score("aA", "Aa"))
    '2'
    """
    kept = set(secrets)
    others = tuple(code for code in guesses if code not in kept)
    check_codes(secrets, others)
    for codes, what in ((secrets, "secrets"), (guesses, "guesses")):
        if len(set(codes)) < len(codes):
            raise InvalidRules(f"{quote(first_twice(codes))} is twice in the list of {what}")
    known = tuple(secrets)
    if rule.most_places is not None and len(known[0]) > rule.most_places:
        raise InvalidRules(
            f"replies by {rule.name} are for codes of at most {rule.most_places} symbols, and "
            f"{quote(known[0])} has {len(known[0])}: choose another rule, such as jotto"
        )
    alphabet = "".join(sorted(set("".join((*known, *others)))))
    game = ListedRules(
        "mm",
        len(known[0]),
        len(alphabet),
        alphabet,
        name=name or f"{len(known):,} words",
        rule=rule,
        secrets=known,
        others=others,
        weights=check_list("weights", weights, InvalidRules),
        costs=check_list("costs", costs, InvalidRules),
        identifies=identifies,
    )
    check_numbers(game.weights, game.costs, len(known), len(others), names=identifies)
    if identifies:
        check_told_apart(game.rule.score, others, known)
    return game


def texts_of(codes: "Iterable[AnyCode]", what: str = "codes") -> tuple[str, ...]:
    r"""The texts of listed codes, in which numbers are digits; the lines of a file have line ends.

    Args:
        what: what it is a list of.

    Raises:
        InvalidRules: if it is not a list.
        InvalidCode: if a code is neither a text nor symbols.

    >>> texts_of(["1234\n", (5, 6, 7, 8)])
    ('1234', '5678')
    """
    by_number = symbols_by_number("0123456789")
    given = check_list(what, plain(codes), InvalidRules)
    return tuple(spell(code, by_number, "crane").strip() for code in given)


def _hash(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


_SENT: WeakValueDictionary[tuple[str, str], ListedRules] = WeakValueDictionary()
"""Games that came from other processes."""


def _sent(digest: str, name: str, given: dict[str, Any]) -> ListedRules:
    game = _SENT.get((digest, name))
    if game is None:
        game = _SENT[digest, name] = ListedRules(**given)
    return game


def secret_of(rules: Rules, text: "AnyCode") -> str:
    """The code that ``text`` spells, if it can be the secret.

    Raises:
        InvalidCode: if it is not a code of the game, or cannot be the secret.
    """
    return rules.secret(text) if isinstance(rules, ListedRules) else rules.code(text)
