#!/usr/bin/env python3
"""Check certificates that no strategy is better: ``python results/check.py FILE ...``.

One that names lists by their hash comes last, before these: ``FILE SECRETS GUESSES``.
Written from docs/explanation/certificates.md with the standard library alone. It shares nothing
with moolab, and accepts just what ``moo verify`` does.
"""

import gzip
import hashlib
import json
import math
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from itertools import accumulate, permutations, product
from operator import itemgetter
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any, NamedTuple, NoReturn

MOST_PAIRS = 20_000**2  # of guesses and secrets
MOST_GUESSES, DEEPEST = 1 << 20, 64  # in all, and for one secret
MOST_WEIGHT = 1 << 40  # of all secrets together
USELESS = 1 << 60  # more than any cost
HEADER_LINE, CLAIM_LINE = 1 << 28, 1 << 20  # characters
PLANES = 31  # of eight replies each: parts are counted in a byte
REMEMBERED = 256  # images, and sets of them

Codes = tuple[int, ...]


class Refused(Exception):
    """What is wrong with a file."""


def refuse(why: str = "its first line is not that of a certificate") -> NoReturn:
    """Stop at what proves nothing."""
    raise Refused(why)


def in_common(guess: str, secret: str) -> int:
    """The symbols that both have, each as often as it is in both."""
    return (Counter(guess) & Counter(secret)).total()


def score(rule: str, guess: str, secret: str) -> str:
    """The reply to a listed code, as certificates write it."""
    missed = [pair for pair in zip(guess, secret, strict=True) if pair[0] != pair[1]]
    bulls, rest = len(guess) - len(missed), Counter(right for _, right in missed)
    if rule == "bulls":
        return f"{bulls}{in_common(guess, secret) - bulls}"
    if rule == "emms":
        return f"{bulls}{sum(symbol in rest for symbol, _ in missed)}"
    if rule == "black":
        return str(bulls)
    if rule in ("jotto", "sum"):
        return str(in_common(guess, secret)) if missed else f"{bulls}!"
    marks = ""
    for letter, right in zip(guess, secret, strict=True):
        marks += "g" if letter == right else "y" if rest[letter] else "-"
        rest[letter] -= marks[-1] == "y"
    return marks


LONGEST = dict.fromkeys(("bulls", "emms", "wordle"), 10)
LONGEST |= dict.fromkeys(("black", "jotto", "sum"), 1 << 28)
"""The rules for listed codes, and the places of the longest codes that each is for."""


class Game(NamedTuple):
    """What can be guessed, and the replies.

    Args:
        guesses: the secrets first, the heaviest of these first.
        weights: of the secrets.
        rows: for each guess, the number of the reply from each secret.
        texts: how each reply is written.
        win: the number of the winning one.
        alphabet: empty where codes are listed.
        names: what guesses are called in turns.
    """

    guesses: list[str]
    weights: list[int]
    rows: list[Sequence[int]]
    texts: list[str]
    win: int
    alphabet: str
    names: list[str]


def all_codes(notation: str) -> Game:
    """The game of a notation such as ab4x10."""
    form = re.fullmatch(r"(ab|mm|emms)([1-9]\d?)x([1-9]\d?)(?::(.+))?", notation, re.ASCII)
    family, *sizes, given = form.groups() if form else refuse("its game is not one")
    places, symbols = map(int, sizes)
    usual = (ascii_uppercase + digits if family == "emms" else digits + ascii_uppercase)[:symbols]
    alphabet = given or usual
    fits = places <= 10 and 2 <= symbols <= 36 and (family != "ab" or places <= symbols)
    told = given != usual and len(set(alphabet)) == len(alphabet) == symbols
    if not fits or not told or any(not s.isprintable() or s in " =?:" for s in alphabet):
        refuse("its game cannot be")
    count = math.perm(symbols, places) if family == "ab" else symbols**places
    if count**2 > MOST_PAIRS:
        refuse("its game has too many codes")
    made = permutations(alphabet, places) if family == "ab" else product(alphabet, repeat=places)
    guesses = list(map("".join, made))
    packed = list(packed_replies(guesses, emms=family == "emms"))
    found = sorted(set().union(*packed))  # a bull counts sixteen, so the winning reply is the last
    table = bytes(found.index(byte) if byte in found else 0 for byte in range(256))
    rows: list[Sequence[int]] = [row.translate(table) for row in packed]
    texts = [f"{byte >> 4}{byte & 15}" for byte in found]
    return Game(guesses, [1] * count, rows, texts, len(texts) - 1, alphabet, guesses)


def packed_replies(codes: list[str], *, emms: bool) -> Iterator[bytes]:
    """The reply to each code, 16 times the bulls and the cows, in a byte for each secret.

    Numbers with a byte for each secret are added up at once; no sum is more than 255.
    """
    places = range(len(codes[0]))
    signs = sorted(set().union(*codes))
    at = [{s: number_of(code[place] == s for code in codes) for s in signs} for place in places]
    held = {
        (s, times + 1): number_of(code.count(s) > times for code in codes)
        for s in signs
        for times in places
    }
    for guess in codes:
        same = [at[place][guess[place]] for place in places]
        total = (16 if emms else 15) * sum(same)
        for place in places if emms else ():
            elsewhere = 0
            for other in places:
                if guess[other] != guess[place]:
                    elsewhere |= at[other][guess[place]]
            total += elsewhere & ~same[place]
        for symbol, times in () if emms else Counter(guess).items():
            total += sum(held[symbol, each] for each in range(1, times + 1))
        yield total.to_bytes(len(codes), "little")


def packed_marks(guess: str, secrets: list[str], at: dict[tuple[int, str], int]) -> bytes:
    """The marks of a guess, as a number in base 3, in a byte for each secret.

    Args:
        at: a byte for each secret: 1 if it has a letter at a place, and, at place -1, how often it
            has it.
    """
    places, ones = range(len(guess)), int.from_bytes(b"\1" * len(secrets), "little")
    same, total = [at.get((place, guess[place]), 0) for place in places], 0
    for place, letter in enumerate(guess):
        here = [other for other in places if guess[other] == letter]
        # A letter is elsewhere as often as it is not in place, and is marked from the left.
        elsewhere = at.get((-1, letter), 0) - sum(same[other] for other in here)
        before = sum(ones - same[other] for other in here if other < place)
        yellow = (127 * ones + elsewhere - before) >> 7 & ones & ~same[place]
        total = 3 * total + 2 * same[place] + yellow
    return total.to_bytes(len(secrets), "little")


def listed(
    rule: str, secrets: list[str], others: list[str], weights: list[Any], *, numbered: bool
) -> Game:
    """The game with these secrets, other guesses, and weights of the secrets."""
    codes = secrets + others
    alike = {*map(len, codes)} == {len(codes[0])} and 0 < len(codes[0]) <= LONGEST[rule]
    signs = set().union(*codes)
    if (
        not alike
        or len({*codes}) < len(codes)
        or any(not s.isprintable() or s in " ?" for s in signs)
    ):
        refuse("its lists are not such")
    weigh = all(type(weight) is int and weight >= 0 for weight in weights)
    if not weigh or len(weights) != len(secrets) or not 0 < sum(weights) <= MOST_WEIGHT:
        refuse("its weights are not such")
    if len(secrets) * len(codes) > MOST_PAIRS:
        refuse("its game has too many codes")
    order = sorted(range(len(secrets)), key=lambda at: -weights[at])
    secrets, weights = [secrets[at] for at in order], [weights[at] for at in order]
    numbers, rows = {score(rule, codes[0], codes[0]): 0}, list[Sequence[int]]()
    for guess, replies in zip(secrets + others, replies_of(rule, secrets, others), strict=True):
        rows.append([numbers.setdefault(reply, len(numbers)) for reply in replies])
        if [not number for number in rows[-1]] != [guess == secret for secret in secrets]:
            refuse("a reply that wins is given to another guess than the secret")
    names = [*map(str, order), *map(str, range(len(secrets), len(codes)))]
    guesses = secrets + others
    return Game(guesses, weights, rows, list(numbers), 0, "", names if numbered else guesses)


def replies_of(rule: str, secrets: list[str], others: list[str]) -> Iterator[list[str]]:
    """The replies from all secrets to each guess."""
    places = range(len(secrets[0]))
    if rule != "wordle" or len(places) > 5:  # more do not fit a byte
        for guess in secrets + others:
            yield [score(rule, guess, secret) for secret in secrets]
        return
    at = dict[tuple[int, str], int]()
    for letter in set().union(*secrets):
        for place in places:
            at[place, letter] = number_of(secret[place] == letter for secret in secrets)
        at[-1, letter] = number_of(secret.count(letter) for secret in secrets)
    texts = list(map("".join, product("-yg", repeat=len(places))))
    for guess in secrets + others:
        yield [texts[byte] for byte in packed_marks(guess, secrets, at)]


def number_of(row: Iterable[int]) -> int:
    """A number with a byte for each secret."""
    return int.from_bytes(bytes(row), "little")


def lists_of(files: list[str], digest: str) -> tuple[list[str], list[str]]:
    """The secrets, and the other guesses, of files with one word a line, which have this hash."""
    if not files:
        refuse("its lists are not in it: give them behind it, SECRETS GUESSES")
    read = [dict.fromkeys(Path(file).read_text("utf-8-sig").split()) for file in files[:2]]
    files.clear()
    secrets, others = list(read[0]), [word for word in read[-1] if word not in read[0]]
    text = f"{' '.join(secrets)}\n{' '.join(others)}\n"
    if hashlib.sha256(text.encode()).hexdigest() != digest:
        refuse("it is about other lists, or they have capitals: their hash is another one")
    return secrets, others


def listed_in(rule: str, more: dict[Any, Any], files: list[str]) -> Game:
    """The game of a first line with lists, or with their hash; the files have these."""
    match more | {"weights": more.get("weights", [])}:
        case {"sha256": str(digest), "weights": list(weights), **rest} if not rest:
            secrets, others = lists_of(files, digest)
        case {"secrets": str(texts), "weights": list(weights), **rest} if {*rest} <= {"others"}:
            secrets, others = texts.split(" "), list[str]()
            if rest:
                others = rest["others"].split(" ") if isinstance(rest["others"], str) else [""]
        case _:
            refuse("its lists are not such")
    weights = weights if "weights" in more else [1] * len(secrets)
    return listed(rule, secrets, others, weights, numbered="sha256" in more)


def header_of(
    line: Any, files: list[str] | None = None
) -> tuple[Game, list[int], int, bool, bool, int | None]:
    """The game, what guesses cost, what all codes have to, if all are consistent, or hard mode.

    The last is the number of the first guess, if it is given.
    """
    match line:
        case {"format": "moolab-certificate", "version": 1, "rules": told, "objective": aim}:
            bound, most, there = (line.get(name) for name in ("bound", "max", "at_max"))
        case _:
            refuse()
    named = {"format", "version", "rules", "objective", "consistent", "bound"}
    consistent, hard, marks, total = line.get("consistent"), "hard" in line, False, 1
    numbers = [line[name] for name in ("version", "bound", "max", "at_max") if name in line]
    if (
        not named <= {*line} <= named | {"max", "at_max", "hard", "first"}
        or not all(type(number) is int for number in numbers)
        or type(consistent) is not bool
        or line.get("hard", True) is not True
        or not 0 < (there or 1) <= MOST_GUESSES
        or there == 0
    ):
        refuse()
    deepest = bound if aim == "worst" else 1 if most is None else most
    if not 0 < deepest <= DEEPEST:
        refuse()
    match told:
        case str():
            game = all_codes(told)
        case {"rule": str(rule), **more} if rule in LONGEST:
            game, marks = listed_in(rule, more, files or []), rule == "wordle"
            total = sum(game.weights) if "weights" in more else 1
            if "weights" in more and (aim, most) != ("mean", None):
                refuse()
        case _:
            refuse("its game is not one")
    if not 0 < bound <= MOST_GUESSES * total or (hard and (consistent or not marks)):
        refuse()
    match aim, most, there:
        case "mean", None, None:
            costs, goal = [1], bound
        case "mean", int(), None:
            costs, goal = [*[1] * most, bound + 1], bound
        case "worst", None, None:
            costs, goal = [*[0] * (bound - 1), 1], 1
        case "tail", int(), int():
            one = (there + 1) * (bound + 1)
            costs, goal = [*[one] * (most - 1), one + 1, one + there + 1], one * bound + there
        case "least-max", int(), int():
            late = most * len(game.weights)
            goal = bound + there * late
            costs = [*[1] * (most - 1), 1 + late, goal + 1]
        case _:
            refuse()
    first = game.guesses.index(line["first"]) if line.get("first") in game.guesses else None
    if "first" in line and (first is None or (consistent and first >= len(game.weights))):
        refuse()
    if first is not None and len(replies := {*game.rows[first]}) == 1 and replies != {game.win}:
        refuse("all secrets give the same reply to its first guess")  # it would be left out
    return game, costs, goal, consistent, hard, first


class Left(NamedTuple):
    """What is left after some turns: codes, allowed guesses (in hard mode), and what costs come."""

    codes: Codes
    allowed: Codes
    depth: int


class Checker:
    """Checks one claim after the other; ``claims`` has what has been shown, by what is left."""

    def __init__(self, line: object, files: list[str]) -> None:
        known = header_of(line, files)
        self.game, self.costs, self.goal, self.consistent, self.hard, self.first = known
        self.claims, self.every = dict[Left, int](), tuple(range(len(self.game.guesses)))
        self.count, self.kinds = len(self.game.weights), len(self.game.texts)
        self.alike = self.game.weights[0] == self.game.weights[-1]
        self.steps = [self._steps(self.costs[depth:]) for depth in range(len(self.costs))]
        if sum(self.game.weights) * max(map(max, self.steps)) >= USELESS:
            refuse("its costs are too large to be added up")
        self.least = [[0, *accumulate(steps)] for steps in self.steps]
        self.whole = Left(self.every[: self.count], self.every if self.hard else (), 0)
        self.number = {name: number for number, name in enumerate(self.game.names)}
        self.reply = {text: number for number, text in enumerate(self.game.texts)}
        self.images, self.orbits, self.symmetric = dict[str, Codes](), dict[str, Codes](), False
        self.masks: list[int] = []
        if self.alike and not self.consistent and -(-self.kinds // 8) <= PLANES:
            self._make_masks()

    def _steps(self, costs: list[int]) -> list[int]:
        """What finding one more secret costs at least, by how many were found before."""
        steps, depth, spent = list[int](), 0, costs[0]
        while len(steps) < self.count:
            steps += [spent] * min((self.kinds - 1) ** depth, self.count - len(steps))
            depth += 1
            spent += costs[min(depth, len(costs) - 1)]
        return steps

    def _make_masks(self) -> None:
        """For each secret, bits for its replies to all guesses: 8 replies in a byte for each guess.

        The bits of some secrets, joined, tell of all guesses at once how many parts they make.
        """
        wide, planes = len(self.every), range(-(-self.kinds // 8))
        bits = bytes(1 << bit for bit in range(8))
        tables = [(bytes(8 * plane) + bits).ljust(256, b"\0") for plane in planes]
        for column in map(bytes, zip(*self.game.rows, strict=True)):
            joined = b"".join(map(column.translate, tables))
            self.masks.append(int.from_bytes(joined, "little"))
        each = range(wide * len(planes))
        self.bits = [int.from_bytes([byte for _ in each], "little") for byte in b"\x55\x33\x0f"]
        self.shifts, self.plane = [8 * wide * plane for plane in planes], (1 << 8 * wide) - 1

    def parts_made(self, codes: Codes) -> bytes:
        """How many parts each guess makes of some codes."""
        seen, (fives, threes, fs) = 0, self.bits
        for code in codes:
            seen |= self.masks[code]
        seen -= seen >> 1 & fives  # counts the bits of each byte
        seen = (seen & threes) + (seen >> 2 & threes)
        seen = seen + (seen >> 4) & fs
        total = sum(seen >> shift & self.plane for shift in self.shifts)
        return total.to_bytes(len(self.every), "little")

    def check(self, claim: Any) -> tuple[Left, int]:
        """What a claim says, if it follows from those before."""
        match claim:
            case {"after": str(turns), "bound": int(bound)} if 0 <= bound <= USELESS:
                left, symmetries = self.whole, claim.get("symmetries")
            case _:
                refuse("it is not a claim")
        for turn in turns.split():
            guess, _, reply = turn.partition("=")
            if guess not in self.number or reply not in self.reply:
                refuse(f"{turn!r} is not a turn")
            parts = self._parts(left, self.number[guess])
            left = parts.get(self.reply[reply]) or refuse(f"nothing is left after {turns}")
        made, inside = self.parts_made(left.codes) if self.masks else b"", {*left.codes}
        guesses = self._representatives(left, symmetries if isinstance(symmetries, list) else [])
        if not turns.split() and self.first is not None:
            guesses = [self.first]
        for at in guesses:
            few = made and self._by_parts(left, made[at], wins=at in inside) >= bound
            if not few and not self._follows(left, at, bound):
                refuse(f"after {turns or 'no turn'}, {self.game.guesses[at]} may cost less")
        self.claims[left] = bound
        return left, bound

    def _guesses(self, left: Left) -> Codes:
        return left.codes if self.consistent else left.allowed if self.hard else self.every

    def _later(self, depth: int) -> int:
        return min(depth + 1, len(self.costs) - 1)

    def _parts(self, left: Left, guess: int) -> dict[int, Left]:
        """What each reply to a guess leaves."""
        codes, row = defaultdict[int, list[int]](list), self.game.rows[guess]
        for code in left.codes:
            codes[row[code]].append(code)
        return {
            reply: Left(tuple(part), self._keeping(left, guess, reply), self._later(left.depth))
            for reply, part in codes.items()
        }

    def _keeping(self, left: Left, guess: int, reply: int) -> Codes:
        """In hard mode, the guesses that have what a reply has shown."""
        if not self.hard:
            return ()
        marks = [*zip(self.game.guesses[guess], self.game.texts[reply], strict=True)]
        places = [(at, letter) for at, (letter, mark) in enumerate(marks) if mark == "g"]
        shown = Counter(letter for letter, mark in marks if mark != "-")
        words = ((at, self.game.guesses[at]) for at in left.allowed)
        return tuple(
            number
            for number, word in words
            if all(word[at] == letter for at, letter in places)
            and all(word.count(letter) >= times for letter, times in shown.items())
        )

    def _follows(self, left: Left, guess: int, bound: int) -> bool:
        """Whether a guess costs so much, by the bounds of its parts."""
        if (cost := self._by_size(left, guess)) >= bound:
            return True
        parts = self._parts(left, guess)
        parts.pop(self.game.win, None)
        for part in sorted(parts.values(), key=lambda part: len(part.codes)):
            if len(part.codes) > 2:  # two at most cost what their number says
                least = self._least(part)
                cost += max(self.claims.get(part, 0), self._look_ahead(part, least)) - least
                if cost >= bound:
                    return True
        return False

    def _least(self, left: Left) -> int:
        """What any strategy costs, by the number of codes: the first bound."""
        if self.alike:
            return self.game.weights[0] * self.least[left.depth][len(left.codes)]
        heavy = (self.game.weights[code] for code in left.codes)
        return sum(map(int.__mul__, heavy, self.steps[left.depth]))

    def _by_size(self, left: Left, guess: int) -> int:
        """What a guess costs, with the first bound for its parts."""
        weights, win, row = self.game.weights, self.game.win, self.game.rows[guess]
        cost, later, sizes, needs = (
            self.costs[left.depth],
            self._later(left.depth),
            Counter[int](),
            0,
        )
        if self.alike:
            sizes.update(map(row.__getitem__, left.codes))
            least = self.least[later]
            needs = sum(map(least.__getitem__, sizes.values())) - least[sizes[win]]
            needs = weights[0] * (cost * len(left.codes) + needs)
        for code in () if self.alike else left.codes:
            after = self.steps[later][sizes[row[code]]] if row[code] != win else 0
            needs += weights[code] * (cost + after)
            sizes[row[code]] += 1
        return USELESS if len(left.codes) in sizes.values() and not sizes[win] else needs

    def _by_parts(self, left: Left, parts: int, *, wins: bool) -> int:
        """At least what a guess costs that makes so many parts of codes that weigh the same.

        At best the next guess finds a code of each part, and the one after that all others. That
        is so if there are no more codes than replies.
        """
        if parts == 1 and not wins:
            return USELESS
        steps, count = self.steps[self._later(left.depth)], len(left.codes)
        rest = (parts - wins) * steps[0] + (count - parts) * steps[min(1, self.count - 1)]
        return self.game.weights[0] * (self.costs[left.depth] * count + rest)

    def _look_ahead(self, left: Left, least: int) -> int:
        """What the best guess costs, with the first bound for its parts: the second bound."""
        codes, guesses = left.codes, self._guesses(left)
        if not self.masks:
            return min(self._by_size(left, guess) for guess in {*codes, *guesses})
        made = self.parts_made(codes)
        if exact := len(codes) <= self.kinds:
            best = self._by_parts(left, max(made[code] for code in codes), wins=True)
        else:
            best = min(self._by_size(left, code) for code in codes)
        if self.hard:
            made = bytes(made[guess] for guess in guesses)
        for parts in range(min(len(codes), self.kinds), 1, -1):
            if best <= least or (cost := self._by_parts(left, parts, wins=False)) >= best:
                break
            if exact and parts in made:
                return cost
            at = made.find(parts)
            while at >= 0:
                best = min(best, self._by_size(left, guesses[at]))
                at = made.find(parts, at + 1)
        return best

    def _representatives(self, left: Left, symmetries: list[Any]) -> Iterable[int]:
        """One guess of each kind that symmetries of what is left make alike."""
        if symmetries and not self.game.alphabet:
            refuse("lists of codes have no symmetries")
        codes, images = {*left.codes}, [self._image(symmetry) for symmetry in symmetries]
        if any(not codes.issuperset(itemgetter(*left.codes, 0)(image)[:-1]) for image in images):
            refuse("a symmetry does not keep the codes that are left")
        if (name := str(symmetries)) not in self.orbits:
            self.orbits = self.orbits if len(self.orbits) < REMEMBERED else {}
            self.orbits[name] = least_of_orbits(images, len(self.every))
        kind = self.orbits[name]
        return (guess for guess in self._guesses(left) if kind[guess] == guess)

    def _image(self, symmetry: Any) -> Codes:
        """What a symmetry makes of each code: where places come from, and what symbols become."""
        every = [*range(len(self.game.guesses[0]))], [*range(len(self.game.alphabet))]
        match symmetry:
            case [list(places), list(symbols)] if all(type(n) is int for n in places + symbols):
                pass
            case _:
                refuse("its symmetries are not lists of places and symbols")
        if (sorted(places), sorted(symbols)) != every:
            refuse("a symmetry is not a permutation of places and symbols")
        if not self.symmetric:
            self._check_symmetric(*every)
        if (name := str(symmetry)) not in self.images:
            self.images = self.images if len(self.images) < REMEMBERED else {}
            self.images[name] = self._permuted(places, symbols)
        return self.images[name]

    def _check_symmetric(self, places: list[int], symbols: list[int]) -> None:
        """A swap and a rotation of places, and of symbols, keep all replies; so all others do."""
        moved = [(order, symbols) for order in generators(places)]
        for each in moved + [(places, order) for order in generators(symbols)]:
            image = self._permuted(*each)
            for guess, row in zip(image, self.game.rows, strict=True):
                if bytes(itemgetter(*image)(self.game.rows[guess])) != row:
                    refuse("places or symbols of the game are not alike")
        self.symmetric = True

    def _permuted(self, places: list[int], symbols: list[int]) -> Codes:
        become = str.maketrans(self.game.alphabet, "".join(self.game.alphabet[s] for s in symbols))
        moved = ("".join(code[place] for place in places) for code in self.game.guesses)
        return tuple(self.number[code.translate(become)] for code in moved)


def generators(numbers: list[int]) -> list[list[int]]:
    """Two permutations that all others are made of."""
    return [numbers[1:2] + numbers[:1] + numbers[2:], numbers[1:] + numbers[:1]]


def least_of_orbits(images: list[Codes], count: int) -> Codes:
    """The least code that each one can be turned into."""
    kind = list(range(count))
    for first in range(count):
        found = [first] if kind[first] == first else []
        for code in found:
            for image in images:
                if kind[image[code]] > first:
                    kind[image[code]] = first
                    found.append(image[code])
    return tuple(kind)


def lines_of(path: str) -> Iterator[Any]:
    """The JSON of each line."""
    with Path(path).open("rb") as raw:
        packed: Any = gzip.GzipFile(fileobj=raw) if raw.peek(2).startswith(b"\x1f\x8b") else raw
        text, longest = TextIOWrapper(packed, "utf-8"), HEADER_LINE
        while line := text.readline(longest):
            yield json.loads(line)
            longest = CLAIM_LINE


def check(path: str, files: list[str] | None = None) -> str:
    """What a certificate proves, in a sentence; ``Refused`` if it proves nothing.

    Args:
        files: those behind it; if they are its lists, they are taken away.
    """
    lines, number, seen = lines_of(path), 0, time.monotonic()
    try:
        first: Any = next(lines, None)
        checker = Checker(first, [] if files is None else files)
        left, bound = checker.whole, -1
        for number, line in enumerate(lines, start=1):
            left, bound = checker.check(line)
            if time.monotonic() > seen + 5:
                seen = time.monotonic()
                print(f"{path}: {number} claims checked ...", file=sys.stderr)
    except Refused as error:
        raise Refused(f"claim {number}: {error}" if number else str(error)) from None
    if left != checker.whole or bound < checker.goal:
        refuse(f"no claim at its end says that all codes cost {checker.goal}")
    said = {name: value for name, value in first.items() if name not in ("format", "version")}
    said["rules"] = first["rules"] if checker.game.alphabet else f"{checker.count} words"
    return f"proved by {number} claims: {', '.join(f'{n} {v}' for n, v in said.items() if v)}"


def main(paths: list[str]) -> int:
    """Check files; the exit status is 1 if one of them proves nothing."""
    status, paths = 0, paths.copy()
    while paths:
        path = paths.pop(0)
        try:
            told = check(path, paths)
        except Exception as error:  # a parser may raise anything where a file is damaged
            missing = isinstance(error, OSError) and error.strerror
            why = (
                error
                if isinstance(error, Refused)
                else missing or "it is damaged, or not a certificate"
            )
            told, status = f"refused: {why}", 1
        print(f"{path}: {told}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if {*sys.argv[1:]} - {"-h", "--help"} else __doc__)
