"""A game told to its player: a headline, a sentence for each guess, and five cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, NamedTuple

from markupsafe import Markup

from moolab.codes.rules import Rules
from moolab.support.language import decimal_in_words
from moolab.views.analysis import AnalysedTurnView, AnalyzeView
from moolab.web.rendering import ENVIRONMENT
from moolab.web.rendering import translate_html as translate
from moolab.web.rendering import translate_plural_html as translate_plural
from moolab.web.wording import has_pegs, reply_in_words
from moolab.web.work.jobs import Instead, Judged

_FINE = ("best", "good")
"""Guesses that need not have been better."""

_LUCKY, _EVEN, _UNLUCKY = 80, 50, 20
"""Luck that is worth a word, and luck that is neither good nor bad."""

_FEW = 10
"""Codes on average, from which on decimals say nothing to a person."""


def headline(*, found: bool, guesses: int, name: str = "", tries: int = 0) -> Markup:
    """How a game ended, in a few words.

    Args:
        found: whether the code was found.
        guesses: how many there were.
        name: who has guessed; empty for the reader.
        tries: how many guesses one had; 0 if it was not lost by their number.

    >>> print(headline(found=True, guesses=5), headline(found=False, guesses=8, tries=8))
    You found it in 5. Not this time: X of 8.
    """
    if found and name:
        return translate("{name} found it in {guesses}.", name=name, guesses=guesses)
    if found:
        return translate("You found it in {guesses}.", guesses=guesses)
    if name:
        return translate("{name} did not find it.", name=name)
    if tries:
        return translate("Not this time: X of {tries}.", tries=tries)
    return translate("Not this time.")


class Card(NamedTuple):
    """A part of the story."""

    title: Markup
    text: Markup


class ToldTurn(NamedTuple):
    """A guess and what is said of it.

    Attributes:
        tag: how good it was: ``best``, ``good``, ``better``, ``costly``.
        said: what came of it; of the guess that cost most, why another one is better, too.
        more: that of others.
        left: how many codes were left, as a share of all, each time ten times as few as far apart.
    """

    turn: AnalysedTurnView
    tag: str
    said: Markup
    more: Markup
    left: float


@dataclass(frozen=True)
class Told:
    """A game that was judged, as a person would tell it.

    Args:
        yours: whether the reader has guessed.
    """

    judged: Judged
    rules: Rules
    yours: bool = True

    @property
    def game(self) -> AnalyzeView:
        """The game, analysed."""
        return self.judged.analysis

    @property
    def headline(self) -> Markup:
        """How the game ended, or that it has not."""
        if self.game.found:
            return headline(found=True, guesses=self.game.guesses)
        return translate("Not found yet.")

    def code(self, text: str) -> Markup:
        """A code within a sentence: pegs and letters look as they do on the board."""
        # Of templates, mypy knows nothing.
        macros: Any = ENVIRONMENT.get_template("macros.html").module
        shown: Markup = macros.code(text, self.rules, letters=True)
        return shown

    @cached_property
    def costly(self) -> Sequence[AnalysedTurnView]:
        """The guesses that could have been better, the worst one first."""
        turns = [turn for turn in self.game.turns if turn.label not in _FINE]
        return sorted(turns, key=lambda turn: -turn.regret)

    @property
    def summary(self) -> Markup:
        """The whole game in a sentence."""
        skill, costly = int(self.game.skill), self.costly
        left = self.game.turns[-1].candidates_after or 0
        if not self.game.found and costly:
            return translate_plural(
                "Skill {skill}. {number} [code was|codes were] left, and guess {turn} cost most.",
                left,
                skill=skill,
                turn=costly[0].turn,
            )
        if not self.game.found:
            return translate_plural(
                "Skill {skill}. {number} [code was|codes were] left, and no guess cost much.",
                left,
                skill=skill,
            )
        if costly:
            return translate_plural(
                "Skill {skill}. [One guess|{number} guesses] could have been better.",
                len(costly),
                skill=skill,
            )
        if self.game.regret:
            return translate("Skill {skill}. No guess cost much.", skill=skill)
        return translate("Skill {skill}. No better guess was found.", skill=skill)

    @property
    def turns(self) -> Iterator[ToldTurn]:
        """The guesses."""
        whole = log(1 + (self.game.turns[0].candidates_before or 1))
        tried: set[str] = set()
        for turn, instead in zip(self.game.turns, self.judged.instead, strict=True):
            left = 0 if self._won(turn) else log(1 + (turn.candidates_after or 0)) / whole
            said, more = [*self._sentences(turn, instead, tried)], list[Markup]()
            if turn in self.costly[1:]:
                said, more = said[:1], said[1:]
            space = Markup(" ")
            yield ToldTurn(turn, self._tag(turn), space.join(said), space.join(more), 100 * left)
            tried |= set(turn.guess)

    def _tag(self, turn: AnalysedTurnView) -> str:
        if turn.label in _FINE:
            return turn.label
        several = len(self.costly) > 1 or not self.game.found
        return "costly" if several and turn is self.costly[0] else "better"

    def _won(self, turn: AnalysedTurnView) -> bool:
        return self.game.found and turn is self.game.turns[-1] and not self.rules.identifies

    def _sentences(
        self, turn: AnalysedTurnView, instead: Instead, tried: set[str]
    ) -> Iterator[Markup]:
        """What came of a guess; if it could have been better, how, and why."""
        told: dict[str, Any] = {
            "before": turn.candidates_before or 0,
            "after": turn.candidates_after or 0,
            "best": self.code(turn.best.guess),
            "whose": translate("your guess") if self.yours else translate("this guess"),
        }
        poor = turn.label not in _FINE and told["before"] > 1
        if (
            poor
            and not self._won(turn)
            and instead.left is not None
            and instead.left < told["after"]
        ):
            yield self._contrast(instead.left, told)
        else:
            yield from self._outcome(turn, told)
            if poor and turn.best.expected_after < turn.expected_after and not self._won(turn):
                yield translate(
                    "On average, {best} leaves {mean}, {whose} {own}.",
                    mean=_mean(turn.best.expected_after),
                    own=_mean(turn.expected_after),
                    **told,
                )
        if poor and self._won(turn):
            yield translate("{best} would have been the safer guess.", **told)
        elif poor:
            yield self._reason(turn, instead, tried, told)

    def _contrast(self, left: int, told: dict[str, Any]) -> Markup:
        """What a guess left, and what a best one would have left, since that is fewer."""
        if not left:
            return translate(
                "{before} codes fitted; {whose} left {after}, {best} would have found it.", **told
            )
        return translate(
            "{before} codes fitted; {whose} left {after}, {best} would have left {left}.",
            left=left,
            **told,
        )

    def _outcome(self, turn: AnalysedTurnView, told: dict[str, Any]) -> Iterator[Markup]:
        """What came of a guess."""
        before, after = told["before"], told["after"]
        if before == 1 and self._won(turn):
            yield translate("Nothing else fitted.")
        elif before == 1:
            yield translate("Only {best} fitted: {whose} could not be the code.", **told)
        elif self._won(turn):
            yield translate("{before} codes fitted, and it was this one: lucky.", **told)
        elif after == before:
            yield translate("{before} codes fitted, and all of them still do.", **told)
        else:
            yield translate_plural(
                "{before} codes fitted; [one is|{number} are] left.", after, before=before
            )
            if turn.luck >= _LUCKY:
                yield translate("That was lucky.")
            elif turn.luck <= _UNLUCKY:
                yield translate("That was unlucky.")

    def _reason(
        self, turn: AnalysedTurnView, instead: Instead, tried: set[str], told: dict[str, Any]
    ) -> Markup:
        """Why the best guess is better, for those who do not count groups."""
        new, own = (len(set(code) - tried) for code in (turn.best.guess, turn.guess))
        if new > own and (self.rules.marked or not self.rules.listed):
            return _asks(self.rules, new)
        if instead.consistent and not turn.consistent:
            return translate("{best} could be the code; {whose} could not.", **told)
        if turn.best.groups > turn.groups:
            return translate(
                "Its reply tells {groups} cases apart, not only {own}.",
                groups=turn.best.groups,
                own=turn.groups,
            )
        if self.rules.priced:
            return translate("{best} costs less in the end.", **told)
        return translate("{best} needs fewer guesses in the end.", **told)

    @property
    def story(self) -> Iterator[Card]:
        """The game in at most five cards; a game of one guess has only two."""
        first, *later = self.game.turns
        yield Card(translate("The opening"), self._left(first))
        if later:
            best = min(later, key=lambda turn: (turn.regret, -turn.groups))
            yield Card(translate("The best guess"), self._best(best))
            open_yet = self.game.turns[:-1] if self.game.found else self.game.turns
            yield Card(
                translate("The luckiest reply"),
                self._luckiest(max(open_yet, key=lambda turn: turn.luck)),
            )
            if self.costly:
                yield Card(translate("The costliest guess"), self._costliest(self.costly[0]))
            else:
                most = max(later, key=lambda turn: turn.information)
                yield Card(translate("The turning point"), self._left(most))
        yield Card(translate("The end"), self._end())

    def _left(self, turn: AnalysedTurnView) -> Markup:
        return translate_plural(
            "Guess {turn}, {guess}, left [one|{number}] of {codes} codes.",
            turn.candidates_after or 0,
            turn=turn.turn,
            guess=self.code(turn.guess),
            codes=turn.candidates_before or 0,
        )

    def _best(self, turn: AnalysedTurnView) -> Markup:
        told = {"turn": turn.turn, "guess": self.code(turn.guess)}
        if turn.candidates_before == 1:
            return translate("Guess {turn}, {guess}: nothing else was left.", **told)
        if turn.regret:
            return translate("Guess {turn}, {guess}, came closest to the best.", **told)
        if turn.method == "exact":
            return translate("Guess {turn}, {guess}: no guess is better here.", **told)
        return translate("Guess {turn}, {guess}: no better guess was found.", **told)

    def _luckiest(self, turn: AnalysedTurnView) -> Markup:
        told = {
            "guess": self.code(turn.guess),
            "reply": reply_in_words(self.rules, turn.reply, turn.guess),
            "luck": int(turn.luck),
        }
        if turn.luck <= _EVEN:
            return translate("No reply was lucky. {guess} got {reply}, luck {luck}.", **told)
        return translate("{guess} got {reply}, luck {luck} of 100.", **told)

    def _costliest(self, turn: AnalysedTurnView) -> Markup:
        return translate(
            "Guess {turn}, {guess}; {best} would have been better.",
            turn=turn.turn,
            guess=self.code(turn.guess),
            best=self.code(turn.best.guess),
        )

    def _end(self) -> Markup:
        game, needed = self.game, decimal_in_words(self.game.expected_guesses)
        if not game.found:
            return translate_plural(
                "Not found: {number} [code was|codes were] left.",
                game.turns[-1].candidates_after or 0,
            )
        if self.rules.priced:
            return translate_plural(
                "Found in {number} [guess,|guesses,] which cost {spent}. The best play costs "
                "{needed} on average.",
                game.guesses,
                spent=game.spent,
                needed=needed,
            )
        return translate_plural(
            "Found in {number} [guess.|guesses.] The best play needs {needed} on average.",
            game.guesses,
            needed=needed,
        )


def _mean(codes: float) -> str:
    return decimal_in_words(codes, 0 if codes >= _FEW else 1)


def _asks(rules: Rules, new: int) -> Markup:
    """That a guess asks about so many symbols more than were tried."""
    if has_pegs(rules):
        return translate_plural("It asks about [a|{number}] new [colour.|colours at once.]", new)
    if rules.alphabet.isdigit():
        return translate_plural("It asks about [a|{number}] new [digit.|digits at once.]", new)
    return translate_plural("It asks about [a|{number}] new [letter.|letters at once.]", new)
