"""Parameters that say which game is meant, its codes listed or not."""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from moolab.cli.options import RulesType, is_given
from moolab.codes.list_checks import MOST_CODES
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.reply_rules import RULES, NamedRule, named_rule, register_rule
from moolab.codes.rules import Rules
from moolab.codes.word_lists import PREFIX, read_list, words
from moolab.errors import InvalidRules
from moolab.support.text import quote

F = TypeVar("F", bound=Callable[..., object])

_file = click.Path(path_type=Path, dir_okay=False, exists=True)


def game_options(function: F) -> F:
    """Add ``-r RULES``, ``--secrets FILE``, ``--guesses FILE``, ``--rule NAME``.

    The command is called with the game that they describe as ``rules``.
    """

    @wraps(function)
    def with_game(
        *,
        rules: Rules,
        secrets: Path | None,
        guesses: Path | None,
        reply_rule: str | None,
        **others: Any,
    ) -> object:
        return function(rules=_game(rules, secrets, guesses, reply_rule), **others)

    command = cast(F, with_game)
    for option in (
        rule_option,
        click.option("--guesses", type=_file, metavar="FILE",
                     help="What else may be guessed, one code a line."),
        click.option("--secrets", type=_file, metavar="FILE",
                     help="What can be the secret, one code a line: a game of your own."),
        click.option("-r", "--rules", type=RulesType(), default="ab4x10", show_default=True,
                     help="The game, for example ab4x10, mm4x6, emms4x4 or words:english."),
    ):  # fmt: skip
        command = option(command)
    return command


def rule_option(function: F) -> F:
    """Add ``--rule NAME``, which the command is called with as ``reply_rule``."""
    return click.option(
        "--rule", "reply_rule", metavar="NAME",
        help=f"How replies are made: {', '.join(RULES)}, or module:function in Python.",
    )(function)  # fmt: skip


def find_rule(name: str) -> NamedRule:
    """The reply rule of this name, or the function of a module.

    Raises:
        InvalidRules: if there is none.
    """
    module, colon, function = name.partition(":")
    if not colon:
        return named_rule(name)
    # As for ``python -m``, a module may lie in the folder where the command is typed.
    sys.path.insert(0, "")
    try:
        score = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidRules(f"there is no function {quote(name)}: {error}") from error
    finally:
        sys.path.remove("")
    return register_rule(function.replace("_", "-").lower(), score)


def _game(rules: Rules, secrets: Path | None, guesses: Path | None, rule: str | None) -> Rules:
    chosen = None if rule is None else find_rule(rule)
    if secrets is None:
        if guesses is not None:
            raise click.UsageError("--guesses needs --secrets: what can be the secret?")
        if chosen is None:
            return rules
        if isinstance(rules, ListedRules) and str(rules).startswith(PREFIX):
            return words(str(rules).split(":")[1], chosen)
        # All codes of the game by another rule.
        codes = list(islice(all_codes(rules), MOST_CODES + 1))
        return listed_rules(codes, (), chosen, name=f"{rules}:{chosen.name}")
    if is_given("rules"):
        raise click.UsageError("--secrets is a game of its own: leave out -r.")
    files = [file for file in (secrets, guesses) if file is not None]
    chosen = chosen or named_rule("wordle")
    return listed_rules(
        read_list(secrets),
        () if guesses is None else read_list(guesses),
        chosen,
        name=f"{PREFIX}{'+'.join(file.name for file in files)}:{chosen.name}",
    )
