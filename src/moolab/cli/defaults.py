"""What options are where they are not typed: the user's settings, in a file.

``config.toml`` in the user's folder for settings has options by their long names, for all commands
that have such an option, or in a table for one command::

    rules = "mm4x6"

    [play]
    strategy = "entropy"

An environment variable such as MOOLAB_NEXT_RULES goes before the file.
"""

import os
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import click
from platformdirs import user_config_path

from moolab.cli.terminal.output import echo_aside
from moolab.support.text import suggest

PREFIX = "MOOLAB"
"""What the names of environment variables begin with."""


def settings_file() -> Path:
    """Where the settings are; MOOLAB_CONFIG names another file."""
    if named := os.environ.get(f"{PREFIX}_CONFIG"):
        return Path(named)
    return user_config_path("moolab", appauthor=False) / "config.toml"


def read_settings(commands: Callable[[], Collection[str]]) -> dict[str, Any]:
    """The user's settings, if there are any; tables for other commands are passed over.

    Args:
        commands: says which names tables may have, if there is one.

    Raises:
        UsageError: if the file cannot be read.
    """
    path = settings_file()
    try:
        settings: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if f"{PREFIX}_CONFIG" in os.environ:
            echo_aside(f"moo: {PREFIX}_CONFIG names {path}, but there is no such file.")
        return {}
    except Exception as error:  # whatever the parser raises
        raise click.UsageError(f"The settings in {path} cannot be read: {error}.") from error
    tables = [name for name, value in settings.items() if isinstance(value, dict)]
    for name in tables and {*tables} - {*commands()}:
        meant = suggest(name, commands())
        echo_aside(f"moo: {path}: [{name}] is passed over: there is no such command{meant}")
    return settings


def defaults_of(settings: Mapping[str, Any], name: str, command: click.Command) -> dict[str, Any]:
    """What the settings say of a command, by the names of its parameters, as click wants it.

    Args:
        settings: options that several commands have, and tables for commands.
        name: that of the command.

    Raises:
        UsageError: if the table of the command has an option that it has not.
    """
    shared = {key: value for key, value in settings.items() if not isinstance(value, dict)}
    own = settings.get(name, {})
    if not isinstance(own, dict):
        own = {}  # an option that is called as the command, such as database
    by_flag = {
        flag.removeprefix("--"): parameter.name
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.expose_value
        for flag in parameter.opts
    }
    tables = {key: value for key, value in own.items() if isinstance(value, dict)}
    if unknown := next((key for key in own if key not in by_flag and key not in tables), None):
        raise click.UsageError(f"{settings_file()}: moo {name} has no option --{unknown}.")
    chosen = {**shared, **own}
    options = {by_flag[key]: value for key, value in chosen.items() if key in by_flag}
    if not isinstance(command, click.Group):
        return options
    # Of a group whose commands are still to be imported, there are none yet.
    inner = {each: defaults_of(chosen, each, known) for each, known in command.commands.items()}
    return shared | tables | inner | options
