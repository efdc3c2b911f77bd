"""``moo completion``: what makes a shell complete commands, options, strategies and games."""

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Complete commands with the Tab key.

    This prints what your shell needs for it. Put it where it is read: at the end of ~/.bashrc or
    ~/.zshrc, or in ~/.config/fish/completions/moo.fish.
    """
    found = get_completion_class(shell)
    assert found is not None, "click knows these shells"
    moo = click.get_current_context().find_root().command
    click.echo(found(moo, {}, "moo", "_MOO_COMPLETE").source())
