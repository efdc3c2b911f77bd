"""``moo tree``: strategies written out, as files, texts, proofs and pictures."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from moolab.cli.breakers import breaker_options
from moolab.cli.games import (
    GAME_PARAMETERS,
    check_game_of,
    file_game_options,
    game_of,
    game_options,
)
from moolab.cli.numbers import SECONDS, IntegerType
from moolab.cli.options import (
    check_distinct,
    check_free,
    checkpoint_option,
    given,
    json_option,
    memory_option,
    output_options,
    workers_option,
)
from moolab.cli.terminal.output import echo_aside, echo_json, echo_line, echo_pieces
from moolab.cli.terminal.status import StatusLine, waiting
from moolab.cli.terminal.waiting import growing, prepare_kernels
from moolab.cli.totals import echo_source, echo_totals, provided
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, History, parse_history
from moolab.preparation import searching
from moolab.strategies.base import StrategySpec
from moolab.support.atomic import replace_file
from moolab.support.checks import naming
from moolab.support.interrupts import ignore_interrupts
from moolab.support.text import count_noun as in_words
from moolab.trees.breaker import breaker, is_tree
from moolab.trees.build import build as built
from moolab.trees.node import tree, walk
from moolab.trees.paths import subtree
from moolab.trees.published import read_published
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.text import Counted, count_codes, dot_lines, page_pieces, text_lines
from moolab.trees.verify import Proof, verify
from moolab.trees.writing import dump, write
from moolab.views.trees import BuildView, ImproveView, ShowView
from moolab.views.turns import TreeTotals

_depth = IntegerType(1)
_USUAL_DEPTH = 2
_file = click.Path(path_type=Path)

_BUILDING = "building the tree"
_PROVING = "playing every secret through the tree"


@click.group("tree")
def command() -> None:
    """Build, show, draw and improve decision trees.

    A tree is a strategy written out: what it guesses after any replies. A tree file can be given
    wherever a command takes -s STRATEGY.
    """


@command.command()
@game_options
@breaker_options("entropy")
@output_options("Where to write the tree; FILE.gz is compressed.")
@json_option
def build(
    rules: Rules, spec: StrategySpec, output: Path | None, force: bool, as_json: bool
) -> None:
    """Write out the whole tree of a strategy.

    Goes to stdout by default.
    """
    if output is not None:
        check_free(output, force=force)
    rules = game_of(spec.name, rules)
    strategy = breaker(spec, rules)
    strategy.check_playable()
    with growing(strategy) as progress:
        steps = built(strategy, progress=progress)
    _give(rules, spec.name, steps, output, as_json=as_json)


def _give(
    rules: Rules,
    name: str,
    steps: Iterable[Step],
    output: Path | None,
    *,
    as_json: bool,
    proof: Proof | None = None,
) -> None:
    """Write a tree to a file, and say so, or to stdout."""
    if output is None:
        echo_pieces(dump(rules, name, steps), _BUILDING)
        return
    with waiting(_BUILDING):
        nodes = write(output, rules, name, steps)
    if as_json:
        echo_json(BuildView.of(rules, name, str(output), nodes))
        return
    if proof is not None:
        echo_totals(rules, TreeTotals.showing(proof))
    echo_aside(f"{output}: {in_words(nodes, 'node')}")


@command.command("import")
@click.argument("file", type=_file)
@file_game_options("emms4x4 for vectors")
@output_options("Where to write the tree; FILE.gz is compressed.")
@json_option
def import_(file: Path, rules: Rules, output: Path | None, force: bool, as_json: bool) -> None:
    """Read a tree that others have published, and prove it.

    FILE is a text, with anything around the tree: lines such as salet BBBBB1 courd GGGGG2, whole or
    indented, lines of guesses that end with the secret, {AB:{10:{AC:...}}}, JSON of guesses and
    replies, a graph of moo tree show, or APL vectors. The tree file goes to stdout by default.
    """
    if output is not None:
        check_free(output, force=force)
    found = read_published(file, rules if given(*GAME_PARAMETERS) else None)
    with waiting(_PROVING), naming(str(file)):
        proof = verify(found.rules, found.steps)
    if wrong := found.wrong_claims(proof):
        echo_aside(f"moo: {file}: {wrong}")
    _give(found.rules, file.stem, found.steps, output, as_json=as_json, proof=proof)


@command.command()
@click.argument("words", nargs=-1, metavar="[FILE] [after] [TURN]...")
@file_game_options("that of FILE, or else ab4x10")
@breaker_options("entropy")
@click.option(
    "--format", "kind", type=click.Choice(["text", "dot", "html"]), default="text",
    show_default=True, help="Lines, a graph for Graphviz, or a page to walk through.",
)  # fmt: skip
@click.option("--depth", type=_depth, help="Guesses to show (default: 2 of a text, else all).")
@output_options("The output file (default: stdout).")
@json_option
def show(
    words: tuple[str, ...],
    rules: Rules,
    spec: StrategySpec,
    kind: str,
    depth: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show a tree as text, as a graph, or as a page to walk through.

    Shows FILE, or the tree of a strategy (computed lazily). A TURN is CODE=REPLY: then the tree is
    shown from there on.
    """
    file, turns = _file_and_turns(words)
    for option in given("kind", "output") if as_json else ():
        raise click.UsageError(f"--json does not go with {option}.")
    if output is not None:
        check_free(output, force=force)
    with _source(file, rules, spec) as source:
        history = parse_history(source.rules, turns)
        nodes = source.nodes(history, depth or (_USUAL_DEPTH if kind == "text" else None))
        if as_json:
            echo_json(ShowView.of(source.rules, source.strategy, history, nodes))
            return
        if kind == "html":
            pieces = page_pieces(source.rules, source.strategy, nodes)
        else:
            title = f"{source.rules}, {source.strategy}"
            lines = text_lines(nodes) if kind == "text" else dot_lines(title, nodes)
            pieces = (f"{line}\n" for line in lines)
        if output is None:
            echo_pieces(pieces, _BUILDING)
            return
        with waiting(_BUILDING), replace_file(output) as target:
            for piece in pieces:
                target.write(piece.encode("utf-8", "backslashreplace"))


@command.command()
@click.argument("file", type=_file)
@file_game_options("that of the file")
@click.option("--at-most", type=IntegerType(1, MAX_TURNS), metavar="N",
              help="No secret may need more than N guesses.")  # fmt: skip
@click.option("--rounds", type=IntegerType(1, 16), metavar="N",
              help="Stop after N rounds, each of which looks wider.")  # fmt: skip
@click.option("--time-limit", type=SECONDS, metavar="SECONDS",
              help="Stop after SECONDS.")  # fmt: skip
@workers_option
@checkpoint_option
@memory_option
@output_options("Where to write the better tree (default: over the old one, with --force).")
@json_option
def improve(
    file: Path,
    rules: Rules,
    at_most: int | None,
    rounds: int | None,
    time_limit: float | None,
    workers: int,
    checkpoint: Path | None,
    memory: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make a tree better, as long as you like.

    Its branches are searched again, each round wider than the last; the first guess stays. Ctrl-C
    ends that, and the best tree so far is written, after every secret was played through it. A
    polite kill does the same.
    """
    from moolab.search.improve import Improving
    from moolab.search.improve import improve as improved
    from moolab.search.tables import is_usual

    target = output or file
    check_distinct(tree=target, checkpoint=checkpoint)
    check_free(target, force=force)
    status = StatusLine()

    def words(now: Improving) -> str:
        return (
            f"{now.before:,} before, {now.now:,} now: {now.share:.0%} of the round that "
            f"tries {in_words(now.width, 'guess')}, {now.seconds:.0f} s"
        )

    with open_tree(file, rules) as source:
        check_game_of(file, source.rules, rules)
        rules, strategy = source.rules, source.strategy
        with status:
            found = improved(
                rules,
                source.steps,
                most=at_most,
                rounds=rounds,
                count=workers,
                checkpoint=checkpoint,
                seconds=time_limit,
                memory=memory,
                prepare=lambda: prepare_kernels("best play", searching(usual=is_usual(rules))),
                watch=status.watching(words) if sys.stderr.isatty() else None,
                tell=status.tell,
            )
    view = ImproveView.of(str(target), found)
    if view.gained or output is not None:
        with ignore_interrupts():
            write(target, rules, "search" if view.gained else strategy, found.tree)
    better = f"{view.gained:,} better than {file}" if view.gained else f"no better than {file}"
    if found.closed is not None:
        echo_aside(f"{target}: {better}.")
        raise found.closed
    if as_json:
        echo_json(view)
        return
    echo_totals(rules, TreeTotals.showing(found.after))
    why = ", and no tree with this first guess is better" if found.proven else ""
    echo_line(f"{target}: {better}{why}{provided(view.source) if found.proven else ''}.")
    if found.proven:
        echo_source(view.source)


class _Source(NamedTuple):
    """A tree from wherever it comes; ``nodes`` gives those after a history, to a depth."""

    rules: Rules
    strategy: str
    nodes: Callable[[History, int | None], Iterator[Counted]]


@contextmanager
def _source(path: Path | None, rules: Rules, spec: StrategySpec) -> Iterator[_Source]:
    if path is not None:
        _refuse_with_tree("strategy_name", "consistent", "hard", "start", "seed")
    elif is_tree(spec.name):
        path = Path(spec.name)
        _refuse_with_tree("consistent", "hard", "start", "seed")
    if path is None:
        root = tree(breaker(spec, rules))

        def looked_at(history: History, depth: int | None) -> Iterator[Counted]:
            for step, node in walk(root.after(history), depth):
                yield step, node.candidates.count

        yield _Source(rules, spec.name, looked_at)
        return
    with open_tree(path, rules) as file:
        check_game_of(path, file.rules, rules)

        def read(history: History, depth: int | None) -> Iterator[Counted]:
            steps = subtree(file.rules, file.steps, history)
            cut = (step for step in steps if depth is None or step.depth < depth)
            return count_codes(file.rules, cut, history)

        yield _Source(file.rules, file.strategy, read)


def _file_and_turns(words: tuple[str, ...]) -> tuple[Path | None, tuple[str, ...]]:
    file = None
    if words and "=" not in words[0] and words[0] != "after":
        file, words = Path(words[0]), words[1:]
    return file, words[1:] if words[:1] == ("after",) else words


def _refuse_with_tree(*names: str) -> None:
    for option in given(*names):
        raise click.UsageError(f"{option} does not go with a tree file, which has its own.")
