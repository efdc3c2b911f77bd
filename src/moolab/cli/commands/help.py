"""``moo help``: the help page of a command."""

import click


@click.command("help")
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
def command(names: tuple[str, ...]) -> None:
    """Show the help page of a command."""
    context = click.get_current_context().find_root()
    found: click.Command = context.command
    for name in names:
        if not isinstance(found, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands.")
        _, inner, _ = found.resolve_command(context, [name])
        assert inner is not None, "or it would have been refused"
        found, context = inner, click.Context(inner, parent=context, info_name=name)
    click.echo(found.get_help(context))
