"""Parameters that say which game is meant, its codes listed or not."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from moolab.cli.options import all_of, given, is_given, load_typed
from moolab.cli.terminal.output import echo_aside
from moolab.codes.listed import MOST_CODES, ListedRules, listed_as_written
from moolab.codes.reply_rules import ENTRY_POINTS, RULES, NamedRule, own_rule
from moolab.codes.rules import LIST_PREFIX, TABLE_PREFIX, USUAL, Rules
from moolab.errors import InvalidRules
from moolab.support.atomic import name_errors
from moolab.support.shipped import near

F = TypeVar("F", bound=Callable[..., object])

GAME_PARAMETERS = ("named", "rules", "reply_rule")
"""All parameters that say which game is meant; the first is an argument in place of ``-r``."""

_WORDS = ("words", "wordle")
_USUAL_WORDS = "words:english5"
"""Short names of a game with words, and the list that most people mean who type them."""


class RulesType(click.ParamType[Rules]):
    """A parameter in the notation of rules."""

    name = "rules"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> Rules:
        """Read the notation; errors keep their own sentence."""
        return value if isinstance(value, Rules) else Rules.parse(value)

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Games that many play."""
        return [CompletionItem(game) for game in USUAL if game.startswith(incomplete)]


rules_option = click.option(
    "-r", "--rules", type=RulesType(), default="ab4x10", show_default=True,
    help="The game, for example ab4x10, mm4x6 or emms4x4.",
)  # fmt: skip


class OwnGame(NamedTuple):
    """A game in files, as it was typed; it is read when the other options are known."""

    text: str

    def __str__(self) -> str:
        return self.text

    def read(self, rule: NamedRule | None, skip: Callable[[str], None] | None) -> ListedRules:
        """The game.

        Args:
            rule: how replies are made, where ``--rule`` says it.
            skip: is told which lines of a list are left out; None if none can be.

        Raises:
            InvalidRules: if the files do not have a game.
            UsageError: if a rule was typed for a table.
        """
        from moolab.codes.table_files import read_table
        from moolab.codes.word_lists import USUAL_RULE, list_game, read_list

        prefix, _, text = self.text.partition(":")
        files, rest = _files(text) or ([Path(text)], "")
        if f"{prefix}:" == TABLE_PREFIX:
            if rule is not None:
                raise click.UsageError("--rule does not go with a table, which has the replies.")
            names = [read_list(each, names=True).codes if each else None for each in files[1:3]]
            names += [None] * (2 - len(names))
            return read_table(files[0] or Path(text), win=rest or None, secrets=names[0],
                              guesses=names[1])  # fmt: skip
        title = "+".join(file.name for file in files if file)
        named = rule.name if rule else rest
        return list_game(
            files[0] or Path(text),
            files[1] if files[1:] else None,
            rule=rule or rest or USUAL_RULE,
            name=f"{prefix}:{title}{f':{named}' if named else ''}",
            skip=skip,
        )


def _files(text: str) -> tuple[list[Path | None], str] | None:
    """The files of FILE, FILE+FILE, FILE++FILE or FILE+FILE+FILE, and what follows a colon."""
    colons = [place for place, sign in enumerate(text) if sign == ":"]
    for place in (len(text), *reversed(colons)):
        name = text[:place]
        names = [name] if Path(name).is_file() else name.split("+")
        files = [Path(each) if each else None for each in names]
        if names[0] and len(files) <= 3 and all(file is None or file.is_file() for file in files):
            return files, text[place + 1 :]
    return None


class AnyRulesType(RulesType):
    """The notation of a game, the name of a list, or files: a game, or an ``OwnGame``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if value in _WORDS:
            value = _USUAL_WORDS
        if value.startswith(TABLE_PREFIX) or (
            value.startswith(LIST_PREFIX) and _are_lists(value.removeprefix(LIST_PREFIX))
        ):
            return OwnGame(value)
        if value.startswith(LIST_PREFIX):
            _check_files(value.removeprefix(LIST_PREFIX))
        return super().convert(value, param, ctx)


def _are_lists(text: str) -> bool:
    """Whether files are meant, and not a list that comes with moolab."""
    from moolab.codes.word_lists import word_lists

    found = None if text.partition(":")[0] in word_lists() else _files(text)
    return found is not None and len(found[0]) <= 2 and all(found[0])


def _check_files(text: str) -> None:
    """Refuse a text that looks like a file, not like the name of a list, if there is none."""
    if "." not in text and "/" not in text:
        return
    names = text.partition("#")[0].split("+")
    # A rule may follow the last one.
    for name in (*names[:-1], names[-1] if Path(names[-1]).exists() else names[-1].split(":")[0]):
        if not name:
            raise click.UsageError(f"{LIST_PREFIX}{text}: write FILE, or FILE+FILE: one is missing")
        path = Path(name)
        if not path.is_file():
            with name_errors(path, near):
                path.open("rb").close()


def any_rules_option(default: bool | str = True) -> Callable[[F], F]:
    """Add ``-r RULES``, where lists and tables are games, too, ``--rule`` and ``--skip-bad``.

    Args:
        default: whether the help says what the game is where none is given; or what it says of it.
    """
    return all_of(
        click.option(
            "-r", "--rules", type=AnyRulesType(), default="ab4x10", show_default=default,
            help="The game, for example ab4x10, mm4x6, emms4x4, words:english, or one of your own: "
            "words:SECRETS, words:SECRETS+GUESSES or table:FILE."),
        click.option(
            "--rule", "reply_rule", metavar="NAME",
            help=f"How replies are made: {', '.join(RULES)}, or module:function in Python."),
        click.option("--skip-bad", is_flag=True,
                     help="Leave out the lines of a list that cannot be read, and name them."),
    )  # fmt: skip


def file_game_options(default: bool | str) -> Callable[[F], F]:
    """Add ``-r RULES``, ``--rule`` and ``--skip-bad``, and call the command with their game.

    Args:
        default: what the help says of the game where none is given, if a file says which game it
            is for; True: which it is.
    """

    def add(function: F) -> F:
        @wraps(function)
        def with_game(
            *, rules: Rules | OwnGame, reply_rule: str | None, skip_bad: bool, **others: Any
        ) -> object:
            rule = find_rule(reply_rule) if reply_rule and not _is_of_another_game() else None
            game = read_game(rules, rule, skip_bad=skip_bad)
            if rule is not None and game is rules:
                game = _by_rule(game, rule)
            return function(rules=game, **others)

        return cast(F, any_rules_option(default)(with_game))

    return add


def game_options(function: F) -> F:
    """Add the same where nothing else says which game is meant."""
    return file_game_options(default=True)(function)


def read_game(rules: Rules | OwnGame, rule: NamedRule | None, *, skip_bad: bool) -> Rules:
    """The game, read if it is in files; ``OwnGame.read`` says more."""
    if isinstance(rules, OwnGame):
        return rules.read(rule, echo_aside if skip_bad else None)
    return rules


def typed_game() -> list[str]:
    """The options that describe the game of the command that is running, to be typed again."""
    chosen = click.get_current_context().params
    rule = None if _is_of_another_game() else chosen["reply_rule"]
    return ["-r", str(chosen["rules"]), *(["--rule", rule] if rule else [])]


def game_of(strategy_name: str, rules: Rules) -> Rules:
    """The game that is meant: where none was typed, a tree file as the strategy says."""
    from moolab.trees.breaker import is_tree
    from moolab.trees.player import tree_rules

    if given(*GAME_PARAMETERS) or not is_tree(strategy_name):
        return rules
    return tree_rules(Path(strategy_name), rules)


def check_game_of(file: Path, own: Rules | str, rules: Rules, what: str = "a tree") -> None:
    """Refuse a file for another game than the one that was typed, if any was.

    Args:
        own: what the file is for.

    Raises:
        click.UsageError: if it is such a file.
    """
    if given(*GAME_PARAMETERS) and rules != own:
        raise click.UsageError(f"{file} is {what} for {own}, not for {rules}.")


def find_rule(name: str) -> NamedRule:
    """The reply rule that was typed; ``own_rule`` says more."""
    load_typed(ENTRY_POINTS, name, parameter="reply_rule")
    return own_rule(name)


def _is_of_another_game() -> bool:
    """Whether the rule comes from the settings, and the game was typed."""
    return bool(given("named", "rules")) and not is_given("reply_rule")


def _by_rule(rules: Rules, rule: NamedRule) -> ListedRules:
    """All codes of a game by another rule."""
    from moolab.codes.word_lists import with_rule

    if isinstance(rules, ListedRules):
        return with_rule(rules, rule)
    from moolab.codes.numbering import all_codes

    if rules.size > MOST_CODES:
        raise InvalidRules(
            f"--rule makes a list, of at most {MOST_CODES:,} codes, and {rules} has {rules.size:,}"
        )
    return listed_as_written(list(all_codes(rules)), (), rule, name=f"{rules}:{rule.name}")
