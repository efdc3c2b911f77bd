"""``moo optimal``: the best decision tree of a game, and the proof that there is no better."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Literal

import click

from moolab.cli.breakers import check_hard, hard_option
from moolab.cli.games import game_options
from moolab.cli.numbers import SECONDS, IntegerType
from moolab.cli.options import (
    check_distinct,
    check_free,
    checkpoint_option,
    given,
    is_given,
    json_option,
    memory_option,
    output_options,
    workers_option,
)
from moolab.cli.terminal.output import answering, echo_aside, echo_text
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.cli.totals import echo_source, echo_totals, guess_noun, provided
from moolab.codes.listed import ListedRules
from moolab.codes.numbering import LISTABLE, check_listable
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS
from moolab.errors import InvalidCertificate, InvalidTree
from moolab.preparation import certifying, searching
from moolab.results.replay import replay, shipped_result
from moolab.search.objective import OBJECTIVES, Objective
from moolab.support.interrupts import Closed
from moolab.support.progress import Progress
from moolab.support.shipped import shipped
from moolab.support.text import count_noun, plural, roughly
from moolab.trees.step import Step
from moolab.trees.writing import write
from moolab.views.optimal import EstimateView, OptimalView, ValueView

if TYPE_CHECKING:
    from moolab.certificates.header import Header
    from moolab.search.optimal import Optimum, SearchOptions, TreeOptions

GAME = "the value of the game when both sides play optimal mixed strategies"
"""What is found, in words."""


def _show_value(
    rules: Rules, output: Path | None, status: StatusLine, options: "SearchOptions", as_json: bool
) -> None:
    """Find the value of a game, print it, write what both sides do; on Ctrl-C, what is known."""
    from moolab.mixing.files import write_mixes
    from moolab.mixing.value import find_value

    last: Progress | None = None

    def watch(progress: Progress) -> None:
        nonlocal last
        last = progress
        if status.due:
            status.show(str(progress))

    job = searching(usual=False)
    options["prepare"], options["tell"] = partial(prepare_kernels, "best play", job), status.tell
    options["watch"] = watch
    try:
        found = find_value(rules, **options)
    except KeyboardInterrupt:
        status.clear()
        if last is not None:
            echo_aside(f"The value: {last.bounds}.")
        raise
    status.clear()
    view = ValueView.of(found)
    with answering(view, partial(_explain_value, view), as_json=as_json):
        if output is not None:
            write_mixes(output, found.mixes)
            if not as_json:
                echo_aside(f"{output}: {count_noun(len(found.mixes.breaker), 'tree')}")
    if found.interrupted:
        raise KeyboardInterrupt


def _explain_value(view: ValueView) -> None:
    width = max(5, *(len(kind.first) for kind in view.maker))
    echo_text(f"{'codes':<{width}} {'there are':>11} {'drawn':>9}")
    for kind in view.maker:
        share = float(Fraction(*kind.share))
        echo_text(f"{kind.first:<{width}} {kind.secrets:>11,} {share:>9.4%}")
    low, high = Fraction(*view.low), Fraction(*view.high)
    by_chance = "one of " if len(view.breaker) > 1 else ""
    trees = by_chance + count_noun(len(view.breaker), "tree")
    tried = f"{count_noun(view.tried, 'guess')} tried"
    held = ", if guesses have to be possible" if view.consistent else ""
    if view.proven:
        echo_text(f"The game takes {high} = {float(high):.6f} guesses on average{held}.")
    else:
        between = f"{float(low):.6f} to {float(high):.6f}"
        echo_text(f"The game takes {between} guesses on average{held}.")
    echo_text(f"The code-maker draws codes as shown, the code-breaker plays by {trees}.")
    if view.proven:
        echo_text(f"Proved{provided(view.source)}: neither side can do better ({tried}).")
    else:
        echo_text(f"Not proved: more time brings the two numbers together ({tried}).")
    echo_source(view.source, "-o FILE and moo verify FILE prove it without")
    if sys.stderr.isatty():
        echo_aside(f"{view.seconds:.1f} s, {view.cpu_seconds:.1f} s of processor time")


_SILENT_SECONDS = 0.1
"""Seconds without a word."""

_HOW = ("workers", "cluster", "checkpoint", "time_limit", "beam", "memory")
"""Parameters of the search: where one is typed, a search is wanted."""


@click.command("optimal")
@game_options
@click.option(
    "--objective", type=click.Choice([*OBJECTIVES, "game"]), default="mean", show_default=True,
    help="; ".join(f"{name}: {what}" for name, what in [*OBJECTIVES.items(), ("game", GAME)]) + ".",
)  # fmt: skip
@click.option("--start", "first", metavar="CODE", help="Begin with this guess.")
@click.option("--consistent", is_flag=True, help="Only guess codes that are still possible.")
@hard_option
@click.option("--at-most", type=IntegerType(1, MAX_TURNS), metavar="N",
              help="No secret may need more than N guesses.")  # fmt: skip
@click.option("--search", is_flag=True,
              help="Search, also where a proved tree comes with moolab.")  # fmt: skip
@click.option("--estimate", is_flag=True,
              help="Say what a search would take, and do not search.")  # fmt: skip
@workers_option
@click.option("--cluster", metavar="ADDRESS", help="Use the workers of this Dask scheduler.")
@checkpoint_option
@click.option("--time-limit", type=SECONDS, metavar="SECONDS",
              help="Stop after SECONDS and return the best tree so far.")  # fmt: skip
@click.option("--beam", type=IntegerType(1, LISTABLE), metavar="N",
              help="Try only N guesses for each set: fast, but not a proof.")  # fmt: skip
@memory_option
@click.option("--certificate", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a proof that anyone can check; FILE.gz is compressed.")  # fmt: skip
@output_options("Where to write the tree, or mixed strategies; FILE.gz is compressed.")
@json_option
def command(
    rules: Rules,
    objective: Objective | Literal["game"],
    first: str | None,
    consistent: bool,
    hard: bool,
    at_most: int | None,
    search: bool,
    estimate: bool,
    workers: int,
    cluster: str | None,
    checkpoint: Path | None,
    time_limit: float | None,
    beam: int | None,
    memory: int | None,
    certificate: Path | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Find the best decision tree of a game, and prove it.

    For some games, a proved tree with the least total comes with moolab. It is replayed on every
    secret in place of a search, unless an option says what to search for, or how.

    Ctrl-C ends the search; with --checkpoint, the same command resumes it.
    """
    if cluster is not None and workers != 1:
        if is_given("workers") == is_given("cluster"):
            raise click.UsageError("--workers does not go with --cluster, which has its own.")
        workers, cluster = (workers, None) if is_given("workers") else (1, cluster)
    if estimate:
        _estimate(rules, objective, workers, memory, consistent=consistent, as_json=as_json)
        return
    hard, consistent = check_hard(hard=hard, consistent=consistent)
    check_distinct(tree=output, checkpoint=checkpoint, certificate=certificate)
    if output is not None:
        check_free(output, force=force)
    options: SearchOptions = {
        "consistent": consistent, "count": workers, "cluster": cluster,
        "checkpoint": checkpoint, "seconds": time_limit, "memory": memory,
    }  # fmt: skip
    if objective == "game":
        _check_game(rules)
        with _searching(checkpoint) as status:
            _show_value(rules, output, status, options, as_json)
        return
    if certificate is not None:
        _check_certificate(certificate, rules, force=force)
    check_listable(rules)
    first = None if first is None else rules.code(first)
    other = objective != "mean" or first or consistent or hard or at_most or certificate
    if not (search or other or given(*_HOW)) and _answer_replayed(rules, output, as_json=as_json):
        return
    # Numba takes longer than to replay a tree.
    from moolab.search.optimal import NoTree, find
    from moolab.search.tables import is_usual

    with _searching(checkpoint) as status:
        usual = is_usual(rules, hard=hard)
        of_trees: TreeOptions = {
            **options, "first": first, "hard": hard, "most": at_most, "beam": beam,
            "keep": certificate is not None, "tell": status.tell,
            "prepare": partial(prepare_kernels, "best play", searching(usual=usual)),
            "watch": status.watching() if sys.stderr.isatty() else None,
        }  # fmt: skip
        try:
            best = find(rules, objective, **of_trees)
        except NoTree:
            if certificate is not None and at_most is not None and not _weighed(rules):
                from moolab.certificates.header import Header, are_long

                worst = Header(
                    rules, consistent, at_most + 1, "worst",
                    hard=hard, first=first, by_hash=are_long(rules),
                )  # fmt: skip
                _write_certificate(certificate, worst)
            raise
    view = OptimalView.of(best)
    with answering(view, partial(_explain, rules, view), as_json=as_json):
        # The tree first: it is short, and a certificate may take long.
        if output is not None:
            name = f"optimal {best.objective}" if best.proven else "search"
            _write_tree(output, rules, name, best.tree, silent=as_json)
        if certificate is not None:
            _certify(certificate, best)


def _answer_replayed(rules: Rules, output: Path | None, *, as_json: bool) -> bool:
    """Replay and print the proved tree that comes with moolab; False if there is none to trust."""
    began, cpu_began = perf_counter(), process_time()
    try:
        found = replay(rules)
    except (InvalidTree, OSError) as error:
        echo_aside(f"{error}; so there is a search.")
        return False
    if found is None:
        return False
    view = OptimalView.of_replayed(found, perf_counter() - began, process_time() - cpu_began)
    with answering(view, partial(_explain, rules, view), as_json=as_json):
        if output is not None:
            _write_tree(output, rules, "optimal mean", found.steps, silent=as_json)
    return True


_BESIDES = ("first", "hard", "at_most", "cluster", "checkpoint", "time_limit", "beam",
            "certificate", "output")  # fmt: skip
"""Parameters of searches that are not estimated, or that only a search has."""

_PROGRAM = 110 << 20
"""The bytes that Python, NumPy and Numba take with the search's kernels."""


def _estimate(
    rules: Rules,
    objective: Objective | Literal["game"],
    workers: int,
    memory: int | None,
    *,
    consistent: bool,
    as_json: bool,
) -> None:
    """Say what a search would take."""
    for option in given(*_BESIDES):
        raise click.UsageError(f"--estimate does not go with {option}.")
    if objective == "game" or isinstance(rules, ListedRules):
        what = f"--objective {objective}" if objective == "game" else "lists and tables"
        raise click.UsageError(f"--estimate does not go with {what}: no such search was measured.")
    from moolab.results.effort import of_search
    from moolab.search.limits import check_goal, likely_size

    check_goal(rules, objective, first=None, consistent=consistent, hard=False, most=None)
    effort = of_search(rules, objective, consistent=consistent)
    view = EstimateView.showing(
        effort, rules=str(rules), objective=objective, consistent=consistent, secrets=rules.size,
        replies=len(rules.replies), tried=effort.guesses, workers=workers,
        cpu_seconds=round(effort.seconds, 2),
        bytes=_PROGRAM + likely_size(rules, memory, workers, effort.guesses),
    )  # fmt: skip
    with answering(view, partial(_explain_estimate, rules, view), as_json=as_json):
        pass


def _explain_estimate(rules: Rules, view: EstimateView) -> None:
    from moolab.search.limits import EXACT

    seconds, shared = view.cpu_seconds, ""
    if view.workers > 1:
        shared = f", shared by {view.workers} workers: {roughly(seconds / view.workers)}"
    held = ", guessing only what is possible" if view.consistent else ""
    doubt = f"; four of five are within a factor of {max(2, round(view.factor))}" * (seconds >= 1)
    if view.secrets > EXACT:
        doubt = "; this game is larger than all of them, and may take ten times as long"
    echo_text(
        f"{rules} has {view.secrets:,} codes and {view.replies} replies.\n"
        f"Wanted: {OBJECTIVES[view.objective]}{held}.\n"
        f"Guesses: about {round(view.tried, -max(0, len(str(view.tried)) - 2)):,}\n"
        f"Processor time: {roughly(seconds) if seconds >= 1 else 'less than a second'}{shared}\n"
        f"Memory: about {round(view.bytes / 10**7)}0 megabytes\n"
        f"Estimated from the searches of other games that were measured{doubt}."
    )
    if not view.consistent and view.objective == "mean" and shipped_result(rules):
        echo_text("A proved tree comes with moolab: without --estimate it is shown at once.")
    elif view.secrets > EXACT:
        echo_text("--checkpoint FILE keeps what is found; --beam N finds a good tree in less time.")


@contextmanager
def _searching(checkpoint: Path | None) -> Iterator[StatusLine]:
    """Keep a line for what a search says; if it is stopped, say where it can be resumed from."""
    try:
        with StatusLine(_SILENT_SECONDS) as status:
            yield status
    except (KeyboardInterrupt, Closed):
        if checkpoint is not None:
            echo_aside(f"{checkpoint} keeps what was found: the same command goes on from there.")
        raise


def _check_game(rules: Rules) -> None:
    for option in given("first", "hard", "at_most", "beam", "certificate"):
        raise click.UsageError(f"--objective game does not go with {option}.")
    check_listable(rules)


def _check_certificate(path: Path, rules: Rules, *, force: bool) -> None:
    """Refuse what no certificate can prove, before it is searched for."""
    if why := _why_no_certificate(rules):
        raise click.UsageError(why)
    check_free(path, force=force)


def _why_no_certificate(rules: Rules) -> str | None:
    """Why no certificate can be about this, in a sentence; None if one can."""
    from moolab.certificates.header import check_rules

    try:
        check_rules(rules)
    except InvalidCertificate as error:
        return f"{error}."
    return None


def _write_tree(path: Path, rules: Rules, name: str, tree: Iterable[Step], *, silent: bool) -> None:
    nodes = write(path, rules, name, tree)
    if not silent:
        echo_aside(f"{path}: {count_noun(nodes, 'node')}")


def _certify(path: Path, best: "Optimum") -> None:
    from moolab.certificates.write import header_of

    try:
        header = header_of(best)
    except InvalidCertificate as error:
        echo_aside(f"{path} is not written: {error}.")
        return
    _write_certificate(path, header)


def _write_certificate(path: Path, header: "Header") -> None:
    from moolab.certificates.write import write as write_certificate

    prepare_kernels("certificates", certifying(header))
    with StatusLine(_SILENT_SECONDS) as status:
        claims = write_certificate(path, header, status.watching(_looked_at))
    echo_aside(f"{path}: {count_noun(claims, 'claim')}; moo verify checks it")


def _looked_at(sets: int) -> str:
    return f"certificate: {count_noun(sets, 'set')} of codes looked at"


def _explain(rules: Rules, best: OptimalView) -> None:
    echo_totals(rules, best)
    tried = f"{count_noun(best.tried, guess_noun(rules))} tried"
    if best.certificate is not None:
        tried = "replayed on every secret"
    weighed = _weighed(rules)
    if best.proven:
        aim = "the least expected cost" if weighed else OBJECTIVES[best.objective]
        proved = f"Proved{provided(best.source)}"
        echo_text(f"{proved}: {_conditions(best)}this is {aim} ({tried}).")
    elif best.bound:
        needs = f"costs less than {best.bound:,}"
        if not weighed:
            needs = f"needs fewer than {best.bound:,} {plural(guess_noun(rules))}"
        known = f"Not proved{provided(best.source, ' but')}"
        echo_text(f"{known}: {_conditions(best)}no tree {needs} ({tried}).")
    else:
        echo_text(f"Not proved: there may be better trees ({tried}).")
    if best.bound:
        provable = best.proven and _why_no_certificate(rules) is None
        echo_source(best.source, "--certificate proves it without" if provable else "")
    if best.certificate is not None:
        path = shipped("results").parent / best.certificate
        proof = f"moo verify {path.name} checks its proof"
        if not path.exists():
            proof = f"its proof is {best.certificate} in moolab's repository"
        echo_text(f"This tree comes with moolab; {proof}. --search searches again.")
    if sys.stderr.isatty():
        echo_aside(f"{best.seconds:.1f} s, {best.cpu_seconds:.1f} s of processor time")


def _weighed(rules: Rules) -> bool:
    """Whether not all secrets, or not all guesses, count the same."""
    return isinstance(rules, ListedRules) and bool(rules.weights or rules.costs)


def _conditions(best: OptimalView) -> str:
    conditions = {
        f"with {best.first} first, ": best.first is not None,
        "guessing only what is possible, ": best.consistent,
        "in hard mode, ": best.hard,
        f"with at most {count_noun(best.at_most or 0, 'guess')}, ": best.at_most is not None,
    }
    return "".join(said for said, holds in conditions.items() if holds)
