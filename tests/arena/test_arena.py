"""In the arena, players look for the same secrets, and whatever a player does, the others go on."""

import json
import math
import os
import re
import resource
import statistics
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import moolab.support.process
from moolab.arena.match import draw_secrets, enter_players, names, rounds
from moolab.arena.player import MOST_FAULTS, Game
from moolab.arena.record import FEWEST_GAMES, Record
from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.errors import ProgramFault
from moolab.strategies import STRATEGIES, strategy
from moolab.support.process import Program
from moolab.trees.node import tree
from tests.cli.test_cli import answer, moo
from tests.helpers.cases import every
from tests.helpers.games import rules
from tests.helpers.patience import PATIENCE
from tests.test_docs import ROOT, blocks

HOW_TO = ROOT / "docs" / "how-to" / "arena.md"
PLAYER = ROOT / "docs" / "how-to" / "player.py"
AB4X10 = Rules.parse("ab4x10")
AB2X3 = Rules.parse("ab2x3")
MM1X2 = Rules.parse("mm1x2")


def python(file: Path, text: str | None = None) -> str:
    """A player in Python that needs no time to start."""
    if text is not None:
        file.write_text(text)
    return f"exec:'{sys.executable}' -S -E '{file}'"


def played(
    texts: list[str], game: Rules, secrets: list[str], patience: float = PATIENCE
) -> list[tuple[Game, ...]]:
    with enter_players(texts, game, seed=1, patience=patience) as players:
        return list(rounds(players, game, secrets))


def guesses(games: list[tuple[Game, ...]]) -> list[tuple[int | None, ...]]:
    return [tuple(game.guesses for game in each) for each in games]


# Secrets


@given(rules(most_codes=200), st.integers())
def test_no_secret_comes_again_before_all_have_come(game: Rules, seed: int) -> None:
    secrets = list(islice(draw_secrets(game, seed), 2 * game.size))
    every = sorted(all_codes(game))
    assert sorted(secrets[: game.size]) == sorted(secrets[game.size :]) == every


def test_any_code_may_be_the_first_secret() -> None:
    first = {tuple(islice(draw_secrets(AB2X3, seed), 2)) for seed in range(300)}
    assert len(first) == 6 * 5


def test_secrets_of_a_game_too_large_to_list() -> None:
    game = Rules.parse("mm10x36")
    secrets = list(islice(draw_secrets(game, 5), 1000))
    assert len({game.code(secret) for secret in secrets}) == 1000


# Strategies and trees


def test_strategies_guess_as_their_trees_say() -> None:
    game = Rules.parse("mm2x4")
    secrets = list(all_codes(game))
    found = guesses(played(["entropy", "emms"], game, secrets))
    for number, name in enumerate(["entropy", "emms"]):
        root = tree(strategy(name, game))
        expected = [len(root.find(secret)) for secret in secrets]
        assert [needed[number] for needed in found] == expected


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_say_whether_chance_decides(name: str) -> None:
    game = Rules.parse("mm2x3")
    found = set()
    for seed in range(5):
        root = tree(strategy(name, game, seed=seed))
        found.add(tuple(root.find(secret) for secret in all_codes(game)))
    assert (len(found) > 1) == strategy(name, game).chance


def test_each_game_has_its_own_luck() -> None:
    needed = guesses(played(["random", "random"], AB4X10, ["0123"] * 30))
    ours, others = zip(*needed, strict=True)
    assert len(set(ours)) > 1
    assert ours != others


def test_a_first_game_is_not_timed() -> None:
    """Time for players to load kernels and start programs."""
    first, *others = played(["consistent", "minimax", python(PLAYER)], AB4X10, ["0123"] * 3)
    assert [game.seconds for game in first] == [None] * 3
    assert all(game.seconds is not None for games in others for game in games)


def test_a_tree_file_plays_and_says_which_game(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    assert moo("tree", "build", "-r", "ab2x3", "-s", "entropy", "-o", str(file)).returncode == 0
    result = answer("arena", "--players", f"{file},entropy", "--games", "all", "--seed", "1")
    assert (result["rules"], result["games"]) == ("ab2x3", 6)
    by_tree, by_strategy = result["players"]
    assert by_tree["needed"] == by_strategy["needed"]
    done = moo("arena", "--players", str(file), "-r", "ab2x4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("tree.json is a tree for ab2x3, not for ab2x4\n")


def test_games_of_ones_own_are_played(tmp_path: Path) -> None:
    secrets, tree, table = (tmp_path / name for name in ("codes.txt", "tree.json", "table.csv"))
    secrets.write_text("aa\nab\nba\n", encoding="utf-8")
    table.write_text("question,cat,owl\nflies?,no,yes\n", encoding="utf-8")
    game = ("-r", f"words:{secrets}", "--rule", "bulls")
    assert moo("optimal", *game, "-o", str(tree)).returncode == 0
    done = moo("arena", *game, "--players", f"{tree},entropy", "--json")
    assert [each["total"] for each in json.loads(done.stdout)["players"]] == [5, 5]
    done = moo("arena", "-r", f"table:{table}", "--players", "entropy")
    assert (done.returncode, done.stdout) == (2, "")
    assert "table:table.csv has only questions" in done.stderr


def test_a_tree_with_a_gap_forfeits_what_leads_there(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    head = '{"format": "moolab-tree", "version": 1, "rules": "ab1x3", "strategy": "none", "root": '
    file.write_text(head + '{"guess": "0", "replies": {"00": {"guess": "2", "replies": {}}}}}')
    games = [game for (game,) in played([str(file)], Rules.parse("ab1x3"), ["1", "2", "0"])]
    why = "turn 2 leaves the tree: after 0=00 it guesses 2, and has no branch for the reply 00"
    assert [game.forfeit for game in games] == [why, None, None]
    assert [game.guesses for game in games] == [None, 2, 1]


# Programs


def test_the_player_in_the_documentation() -> None:
    """It guesses the first code that fits, as this strategy does behind the first code."""
    first_fit = tree(strategy("consistent", AB4X10, start="0123"))
    secrets = ["1067", "0123", "9876", "5678"]
    needed = guesses(played([python(PLAYER)], AB4X10, secrets))
    assert needed == [(len(first_fit.find(secret)),) for secret in secrets]


def test_the_lines_in_the_documentation(tmp_path: Path) -> None:
    said = re.findall(r"^\| `(.+)` \| `(\d+)` \|$", HOW_TO.read_text(), re.MULTILINE)
    log = tmp_path / "log"
    text = f"""
import sys
answers = {[answer for _, answer in said]!r}
with open({str(log)!r}, "w") as log:
    for line, answer in zip(sys.stdin, answers):
        print(line.strip(), file=log, flush=True)
        print(answer, flush=True)
    assert not sys.stdin.read(), "it gets nothing more, except the end of input"
    print("over", file=log)
"""
    games = played([python(tmp_path / "player.py", text)], AB4X10, [said[-2][1], said[-1][1]])
    assert guesses(games) == [(3,), (1,)]
    assert log.read_text().splitlines() == [line for line, _ in said] + ["over"]


def test_programs_end_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one ends when it sees that the second one was told, too."""
    monkeypatch.setattr(moolab.support.process, "_GRACE", 60)
    told, seen = tmp_path / "told", tmp_path / "seen"
    guess = "import sys, os, time\nfor line in sys.stdin: print(1, flush=True)\n"
    first = f"""{guess}
until = time.monotonic() + {PATIENCE}
while not os.path.exists({str(told)!r}) and time.monotonic() < until: time.sleep(0.01)
if os.path.exists({str(told)!r}): open({str(seen)!r}, "w")
"""
    second = f"{guess}open({str(told)!r}, 'w')"
    texts = [python(tmp_path / "first.py", first), python(tmp_path / "second.py", second)]
    assert guesses(played(texts, MM1X2, ["1"])) == [(1, 1)]
    assert seen.exists()


def test_the_shell_script_in_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "next.sh"
    file.write_text(blocks(HOW_TO, "bash")[0])
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    assert guesses(played([f"exec:sh {file}"], MM1X2, ["1"]))[0][0] in (1, 2)


@pytest.mark.parametrize("text", ["import time; time.sleep(600)", "while True: print()"])
def test_a_program_that_says_nothing_is_not_waited_for(tmp_path: Path, text: str) -> None:
    check_forfeit(python(tmp_path / "player.py", text), "nothing within 0.2 seconds", patience=0.2)


def test_one_second_is_said_in_the_singular() -> None:
    program = Program("sleep 600", patience=1)
    with closing(program), pytest.raises(ProgramFault, match=r"nothing within 1 second$"):
        program.answer()


def check_forfeit(player: str, reason: str, patience: float = PATIENCE) -> None:
    [(game, other)] = played([player, "minimax"], MM1X2, ["1"], patience)
    assert (game.guesses, other.guesses) == (None, 2)
    assert game.forfeit is not None
    assert reason in game.forfeit


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("raise SystemExit(7)", "nothing more; the program ended with status 7"),
        ("import os; os.kill(os.getpid(), 9)", "nothing more; the program ended with signal 9"),
        ("import os; os.close(1); os.close(0); input()", "the program ended with status 1"),
        ("print('2')", "'2' has the symbol '2'; a code is made of 01"),
        ("print('01')", "'01' has 2 symbols, but a code has 1 place"),
        ("print(end='z' * 10**7)", "'zzz"),
        (
            "import sys; sys.stdout.buffer.write(b'\\xff\\n')",
            "the symbol '\N{REPLACEMENT CHARACTER}'",
        ),
        ("print('0\\n' * 64)", "not found with 64 guesses"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, text: str, reason: str) -> None:
    check_forfeit(python(tmp_path / "player.py", f"import os; os.close(2)\n{text}"), reason)


def test_programs_are_heard_however_many_files_are_open() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
    held = [os.dup(2) for _ in range(1100)]  # select knows no file with a number above 1023
    try:
        assert guesses(played(["exec:sh -c 'read -r line; echo 1'"], MM1X2, ["1"])) == [(1,)]
    finally:
        for file in held:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_program_that_fails_is_started_anew(tmp_path: Path) -> None:
    """It guesses 0, and ends if that is wrong."""
    starts = tmp_path / "starts"
    text = f"""
import sys
print("start", file=open({str(starts)!r}, "a"))
for line in sys.stdin:
    if line.startswith("new"):
        print(0, flush=True)
    else:
        sys.exit()
"""
    player = python(tmp_path / "player.py", text)
    games = played([player], MM1X2, ["0", "1", "0", "1", "1", "0"])
    assert guesses(games) == [(1,), (None,), (1,), (None,), (None,), (1,)]
    assert len(starts.read_text().split()) == 4
    # Each game that follows a start is a first one.
    assert [game.seconds is not None for (game,) in games] == [False] * 6
    games = played([player], MM1X2, ["0", "0", "1", "1", "1", "0", "0"])
    *_, last = [game.forfeit for (game,) in games]
    assert guesses(games) == [(1,), (1,), *[(None,)] * 5]
    assert last == f"not started again: it failed in {MOST_FAULTS} games running"
    assert len(starts.read_text().split()) == 4 + MOST_FAULTS


def test_a_program_that_cannot_be_started_again(tmp_path: Path) -> None:
    file = tmp_path / "player"
    file.write_text("#!/bin/sh\nrm $0\n")
    file.chmod(0o755)
    reasons = [game.forfeit for (game,) in played([f"exec:{file}"], MM1X2, ["0"] * 5)]
    assert reasons[0] == "nothing more; the program ended with status 0"
    assert reasons[1] == reasons[2]
    assert str(reasons[1]).startswith("cannot start '")
    assert "not started again" in str(reasons[3])


def test_too_many_guesses_are_no_fault(tmp_path: Path) -> None:
    """The program is still in step, so it goes on."""
    text = "import sys\nfor line in sys.stdin: print(0, flush=True)"
    games = played([python(tmp_path / "player.py", text)], MM1X2, ["1"] * 4 + ["0"])
    assert [game.forfeit for (game,) in games] == ["not found with 64 guesses"] * 4 + [None]
    assert games[-1][0].seconds is not None


def test_guesses_in_any_alphabet_come_byte_by_byte(tmp_path: Path) -> None:
    text = """
import sys
for line in sys.stdin.buffer:
    for byte in "é大\\n".encode():
        sys.stdout.buffer.write(bytes([byte]))
        sys.stdout.flush()
"""
    game = Rules.parse("ab2x3:é大x")
    assert guesses(played([python(tmp_path / "player.py", text)], game, ["é大"])) == [(1,)]


# Comparing


def test_names_tell_players_apart() -> None:
    assert names(["a", "a (2)", "a", "a"]) == ["a", "a (2)", "a (3)", "a (4)"]


def record(guesses: list[int | None]) -> Record:
    return Record("one", tuple(Game(n, None if n else "why") for n in guesses))


_needed = st.none() | st.integers(1, 64)


@given(st.lists(st.tuples(_needed, _needed), max_size=60))
def test_the_interval_is_the_textbook_one(pairs: list[tuple[int | None, int | None]]) -> None:
    first, other = (record([pair[side] for pair in pairs]) for side in (0, 1))
    found = other.difference(first)
    differences = [b - a for a, b in pairs if a is not None and b is not None]
    if not differences:
        assert found is None
        return
    assert found is not None
    assert found.games == len(differences)
    assert math.isclose(found.mean, statistics.fmean(differences), abs_tol=1e-12)
    if len(differences) < FEWEST_GAMES:
        assert found.low is found.high is None
        return
    assert found.low is not None
    assert found.high is not None
    error = statistics.stdev(differences) / math.sqrt(len(differences))
    half = statistics.NormalDist().inv_cdf(0.975) * error
    assert math.isclose(found.low, found.mean - half, abs_tol=1e-9)
    assert math.isclose(found.high, found.mean + half, abs_tol=1e-9)


def test_what_is_forfeited_counts_nowhere_else() -> None:
    games = record([4, None, 6, 4])
    assert games.forfeits == [(2, "why")]
    assert (games.mean, games.max, games.distribution) == (14 / 3, 6, {4: 2, 6: 1})
    none = record([None, None])
    assert (none.mean, none.max, none.distribution, none.seconds_per_move) == (None, None, {}, None)


def test_seconds_are_those_of_a_move() -> None:
    games = (Game(5), Game(None, "why"), Game(3, None, 0.5), Game(2, None, 2.0))
    assert Record("one", games).seconds_per_move == 0.5


# The command


def test_the_same_seed_gives_the_same_result_but_for_the_times() -> None:
    args = ("arena", "--players", "random,consistent", "-r", "ab3x6", "--games", "40")
    results = [answer(*args, "--seed", seed) for seed in ("1", "1", "2")]
    for player in (player for result in results for player in result["players"]):
        assert player["seconds_per_move"] > 0
        player["seconds_per_move"] = None
    assert results[0] == results[1] == answer(*args, "--seed", "1", "--no-times")
    assert results[0]["codes"] != results[2]["codes"]
    drawn_by_chance = answer(*args)
    again = answer(*args, "--seed", str(drawn_by_chance["seed"]))
    assert drawn_by_chance["codes"] == again["codes"]


def test_a_shorter_match_is_the_beginning_of_a_longer_one() -> None:
    args = ("arena", "--players", "random", "-r", "ab3x6", "--seed", "1", "--games")
    short, long = answer(*args, "5"), answer(*args, "50")
    assert short["codes"] == long["codes"][:5]
    assert short["players"][0]["needed"] == long["players"][0]["needed"][:5]


def test_a_table_of_good_and_bad_players(tmp_path: Path) -> None:
    bad = python(tmp_path / "bad, very bad.py", "print('x,y')")
    players = [f'minimax,"{bad}"', "random"]
    args = [arg for each in players for arg in ("--players", each)]
    done = moo("arena", *args, "-r", "ab2x3", "--games", "30", "--seed", "1", "--no-times")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "30 games of ab2x3, seed 1"
    assert lines[3] == "minimax              30         0  2.167    3"
    assert lines[4:6] == [bad, "                     30        30"]
    assert lines[6].startswith("random               30         0  2.")
    assert "27 games forfeited, beginning with game 4: not started again: it failed in 3" in lines
    assert all(len(line) <= 80 for line in lines if line != bad)
    assert "time/move" in moo("arena", "--players", "random", "--games", "1").stdout


@every(
    "args, says",
    [
        (["--players", ""], "'' is not a list of players"),
        (["--players", 'random,"x'], """'random,"x' is not a list of players"""),
        (["--players", "random,,minimax"], "'' is not a strategy; there are consistent, random"),
        (["--players", "random,luck"], "'luck' is not a strategy"),
        (["--players", "random,exec:no-such-program"], "cannot start 'no-such-program': No such"),
        (["--players", "random,exec:"], "cannot start ''"),
        (["--players", "random", "--games", "0"], "'0' is too small; 1 is the least"),
        (
            ["--players", "random", "--games", "some"],
            "'some' is neither a whole number nor the word all",
        ),
        (["--players", "random", "--timeout", "0"], "'0' is too small; it has to be more than 0"),
        (["--players", "consistent", "-r", "ab9x36", "--games", "all"], "too many to list"),
        (["--players", "entropy", "-r", "ab9x36"], "which takes too long"),
        (["--players", "no-such-tree.json"], "no-such-tree.json: No such file"),
        ([], "Missing option '--players'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(args: list[str], says: str) -> None:
    done = moo("arena", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def interrupting(file: Path, game: int) -> str:
    """A player that presses Ctrl-C in a game, and then says nothing."""
    return python(
        file,
        f"""
import os, signal, sys, time
games = 0
for line in sys.stdin:
    new = line.startswith("new")
    games += new
    if games == {game}:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)
    print(0 if new else 1, flush=True)
""",
    )


def test_control_c_shows_what_was_played(tmp_path: Path) -> None:
    player = interrupting(tmp_path / "player.py", 4)
    args = ("arena", "--players", f"{player},minimax", "-r", "mm1x2", "--games", "90")
    done = moo(*args, "--seed", "3")
    assert (done.returncode, done.stderr) == (130, "Interrupted.\n")
    assert done.stdout.startswith("3 of 90 games of mm1x2, seed 3\n")
    result = json.loads(moo(*args, "--json").stdout)
    assert (result["interrupted"], result["games"], len(result["codes"])) == (True, 3, 3)
    assert [len(each["needed"]) for each in result["players"]] == [3, 3]


def test_control_c_before_anything_was_played(tmp_path: Path) -> None:
    player = interrupting(tmp_path / "player.py", 1)
    done = moo("arena", "--players", f"minimax,{player}", "-r", "mm1x2", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")
