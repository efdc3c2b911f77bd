"""The dialogue of trilobite: what is said, and what happens when it is cut off."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import click
import pytest

from moolab.cli.dialogues.dialogue import GameInterrupted
from moolab.cli.terminal.terminal import Manner, Terminal
from moolab.games.saves import GameFile, load, write_game
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.dialogue import Conversation
from moolab.trilobite.game import GAME, Match
from moolab.trilobite.judgement import JudgedStone, judge_stone
from moolab.trilobite.player.levels import Advice
from moolab.trilobite.score import Bounds
from moolab.trilobite.solver.exact import Solver
from tests.cli.test_cli import moo
from tests.helpers.dialogues import (
    TRANSCRIPTS,
    check_transcript,
    interrupt,
    on_a_terminal,
    read_until,
    start,
    typed,
)
from tests.helpers.saving import save

SHAPE = Shape(4, 4, 3)


class Scripted:
    """Plays the columns of a text, one after another, and knows the scores it is given."""

    def __init__(self, columns: str, bounds: Bounds | None = None) -> None:
        self._columns = iter(columns)
        self._bounds = bounds
        self.asked: list[str] = []

    def choose(self, board: Board) -> Advice:
        self.asked.append(str(board))
        return Advice(COLUMNS.index(next(self._columns)) + 1, self._bounds)

    def judge(self, board: Board, column: int) -> JudgedStone:
        return judge_stone(board, column, Solver(board.shape, 1 << 16))


def match(moves: str = "", shape: Shape = SHAPE, first: str = "human") -> Match:
    setup = GAME.settle(size=str(shape), win=shape.win, first=first, seed=1)
    return GAME.replay(setup, tuple(moves.split()))


def talk(
    typed: str,
    computer: str | Scripted,
    start: Match | None = None,
    *,
    path: Path | None = None,
    adviser: Scripted | None = None,
    manner: Manner = "unedited",
) -> tuple[Match, str]:
    """The last state and what was said, when these words are typed and the computer plays this."""
    said = StringIO()
    conversation = Conversation(
        Terminal(StringIO(typed.replace(" ", "\n") + "\n"), said, manner),
        None if path is None else GameFile(path),
        player=Scripted(computer) if isinstance(computer, str) else computer,
        adviser=adviser or Scripted(""),
        level="Level scripted: reads its moves from a text.",
    )
    return conversation.play(start or match()), said.getvalue()


def test_a_whole_game() -> None:
    last, said = talk("1 1 1", "22")
    assert (last.outcome, str(last.board)) == ("won", "12121")
    assert (
        said
        == """\
Trilobite: 4 columns, 4 rows; 3 in a row win, in any direction.
You play X and move first; I play O.
Level scripted: reads its moves from a text.
Type a column. ? for a hint, help for more.

 .  .  .  .
 .  .  .  .
 .  .  .  .
 .  .  .  .
 1  2  3  4
[1] Your move (X): 1   I play 2.

 .  .  .  .
 .  .  .  .
 .  .  .  .
 X [O] .  .
 1  2  3  4
[3] Your move (X): 1   I play 2.

 .  .  .  .
 .  .  .  .
 X [O] .  .
 X  O  .  .
 1  2  3  4
[5] Your move (X): 1

 .  .  .  .
(X) .  .  .
(X) O  .  .
(X) O  .  .
 1  2  3  4
You win in 3 moves.
The game was 12121.
"""
    )


def test_who_does_not_see_boards_is_told_where_the_stones_are() -> None:
    _, said = talk("1 threats help 1 show 1", "22", manner="plain")
    assert (
        said.partition("\nquit ")[0]
        == """\
Trilobite: 4 columns, 4 rows; 3 in a row win, in any direction.
You play X and move first; I play O.
Level scripted: reads its moves from a text.
Type a column. ? for a hint, help for more.
The stones of a column are named from below.
The board is empty.
[1] Your move (X): 1   I play 2.
Column 1: X. Column 2: O. The other columns are empty. Last: column 2.
[3] Your move (X): threats
Column 1: X. Column 2: O. The other columns are empty. Last: column 2.
There is no threat yet.
[3] Your move (X): help
Type the column that your stone is to fall into, 1 to 4, or a to d.
?, hint   which column I would play, and what comes of it if I know
show      the board
threats   the empty cells where a stone would complete a line
why       how good your last stone was, and why if it was a mistake
undo      take back your last stone and my answer
resign    give up"""
    )
    assert (
        said.partition("\nhelp ")[2]
        == """\
     this text
The stones of a column are named from below.
[3] Your move (X): 1   I play 2.
Column 1: X, X. Column 2: O, O. The other columns are empty. Last: column 2.
[5] Your move (X): show
Column 1: X, X. Column 2: O, O. The other columns are empty. Last: column 2.
[5] Your move (X): 1
Column 1: X, X, X. Column 2: O, O. The other columns are empty. Last: column 1.
In a row: column 1, row 1; column 1, row 2; column 1, row 3.
You win in 3 moves.
The game was 12121.
"""
    )


def test_threats_that_are_not_drawn_have_no_legend() -> None:
    _, said = talk("threats quit", "", match("1 2 1 2 3 4"), manner="plain")
    assert said.splitlines()[-6:-2] == [
        "[7] Your move (X): threats",
        "Column 1: X, X. Column 2: O, O. Column 3: X. Column 4: O. Last: column 4.",
        "X: column 1, row 3, odd; a stone can fall there now.",
        "O: column 2, row 3, odd; a stone can fall there now.",
    ]


def test_the_computer_may_move_first_and_win() -> None:
    last, said = talk("2 2", "111", match(first="computer"))
    assert last.outcome == "lost"
    assert "I play X and move first; you play O.\n" in said
    assert "\n[1] I play 1.\n\n" in said
    assert "\n[2] Your move (O): 2   I play 1.\n\n" in said
    assert said.endswith("I win in 3 moves.\nThe game was 12121.\n")


def test_a_full_board_is_a_draw() -> None:
    last, said = talk("1 2 2", "112", match(shape=Shape(2, 3, 3)))
    assert last.outcome == "drawn"
    assert said.endswith("A draw: the board is full.\nThe game was 112122.\n")


def test_while_the_computer_thinks_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    @contextmanager
    def thinking(_: Terminal) -> Iterator[None]:
        shown.append("thinking")
        yield
        shown.clear()

    class Watched(Scripted):
        def choose(self, board: Board) -> Advice:
            assert shown, "nobody waits in silence"
            return super().choose(board)

    monkeypatch.setattr(Terminal, "thinking", thinking)
    assert talk("1 1 1", Watched("22"))[0].outcome == "won"


def test_giving_up() -> None:
    last, said = talk("1 resign", "2")
    assert last.outcome == "resigned"
    assert said.endswith("[3] Your move (X): resign\nYou gave up.\nThe game was 12.\n")
    assert talk("resign", "")[1].endswith("[1] Your move (X): resign\nYou gave up.\n")


def test_undo_shows_the_board_as_it_was_and_the_computer_thinks_again() -> None:
    last, said = talk("1 3 undo 2 resign", "243")
    assert last.moves == ("1", "2", "3", "4", "undo", "2", "3", "resign")
    before = said.partition("[3] ")[0].rpartition("I play 2.\n")[2]
    assert f"[5] Your move (X): undo\n{before}[3] Your move (X): 2   I play 3.\n" in said


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a column, 1 to 4, or help."),
        ("5", "There is no column '5': they are 1 to 4."),
        ("0", "There is no column '0': they are 1 to 4."),
        ("jump", "There is no column 'jump': they are 1 to 4."),
        ("undo", "There is nothing to undo."),
        ("4", "Column 4 is full."),
    ],
)
def test_wrong_input_is_explained_and_asked_for_again(typed: str, sentence: str) -> None:
    start = match("4 4 4 4", first="human") if typed == "4" else match()
    number = len(start.moves) + 1
    last, said = talk(f"{typed} 1 quit", "2", start)
    assert f"[{number}] Your move (X): {typed}\n{sentence}\n[{number}] Your move (X): 1" in said
    assert last.moves == (*start.moves, "1", "2")


def test_columns_past_the_ninth_are_letters() -> None:
    last, said = talk("C help quit", "a", match(shape=Shape(12, 4, 4)))
    assert last.moves == ("c", "a")
    assert "\n 1  2  3  4  5  6  7  8  9  a  b  c\n[1] Your move (X): C   I play a.\n" in said
    assert "Type the column that your stone is to fall into, 1 to c.\n" in said
    assert all(len(line) < 80 for line in said.splitlines()[:-2])


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        (None, "it is too early to see how it ends."),
        (Bounds(-8, 8), "it is too early to see how it ends."),
        (Bounds(2, 6), "with best play from there, you win."),
        (Bounds(0, 0), "with best play from there, it is a draw."),
        (Bounds(-6, -2), "O can win, but that takes longest there."),
        (Bounds(0, 6), "with best play from there, you cannot lose."),
        (Bounds(-6, 0), "with best play from there, you may still draw."),
    ],
)
def test_hints(bounds: Bounds | None, sentence: str) -> None:
    adviser = Scripted("33", bounds)
    last, said = talk("hint ? quit", "", adviser=adviser)
    assert " ".join(said.split()).count(f" Try column 3: {sentence} [1] Your move (X): ") == 2
    assert (last.moves, adviser.asked) == ((), ["", ""])


def test_quitting_keeps_the_game_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a game.json"
    last, said = talk("1 quit", "2", path=path)
    assert said.endswith(f"The game stops here; go on with: moo trilobite play --resume '{path}'\n")
    assert load(path, GAME) == last == match("1 2")


def test_without_a_file_a_game_that_was_quit_is_kept_for_the_user(tmp_path: Path) -> None:
    _, said = talk("1 exit", "2")
    (kept,) = tmp_path.rglob("unfinished-trilobite-*.json")
    assert said.endswith("go on with: moo trilobite play --resume\n")
    assert load(kept, GAME) == match("1 2")
    assert talk("quit", "")[1].endswith("[1] Your move (X): quit\nThe game stops here.\n")


def test_control_c_while_the_computer_thinks_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(Scripted):
        def choose(self, board: Board) -> Advice:
            raise KeyboardInterrupt(str(board))

    path = tmp_path / "game.json"
    with pytest.raises(click.exceptions.Exit) as stopped:
        talk("1", Interrupted(""), path=path)
    assert stopped.value.exit_code == 130
    assert capsys.readouterr().err == (
        f"\nThe game stops here; go on with: moo trilobite play --resume {path}\n"
    )
    assert load(path, GAME) == match("1")
    last, said = talk("quit", "2", load(path, GAME), path=path)
    assert last == match("1 2")
    assert "\n[X] .  .  .\n 1  2  3  4\n[2] I play 2.\n\n" in said
    assert said.count("[3] Your move (X): ") == 1


def test_the_end_of_the_input_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(GameInterrupted, match=f"go on with: moo trilobite play --resume {path}"):
        talk("1", "2", path=path)
    assert load(path, GAME) == match("1 2")
    last, said = talk("1 1", "2", load(path, GAME), path=path)
    assert last.outcome == "won"
    assert " X [O] .  .\n 1  2  3  4\n[3] Your move (X): 1   I play 2.\n" in said
    assert load(path, GAME) == last


def test_where_memory_does_not_suffice_the_game_is_kept(tmp_path: Path) -> None:
    class Forgetful(Scripted):
        def choose(self, board: Board) -> Advice:
            raise MemoryError(str(board))

    path = tmp_path / "game.json"
    with pytest.raises(GameInterrupted, match=f"not enough memory for that; go on.*{path}"):
        talk("1", Forgetful(""), path=path)
    assert load(path, GAME) == match("1")


def test_a_finished_game_that_is_resumed_is_shown() -> None:
    _, said = talk("", "", match("1 2 1 2 1"))
    assert said.endswith("\n(X) O  .  .\n 1  2  3  4\nYou win in 3 moves.\nThe game was 12121.\n")


def test_every_move_is_in_the_file_before_it_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    kept = []

    class Looking(Scripted):
        def choose(self, board: Board) -> Advice:
            kept.append(load(path, GAME).moves)
            return super().choose(board)

    talk("1 1 resign", Looking("23"), path=path)
    assert kept == [("1",), ("1", "2", "1")]
    assert load(path, GAME).moves == ("1", "2", "1", "3", "resign")


def test_a_game_goes_on_when_a_move_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    attempts = iter([True, False, True, True, True])

    def sometimes(text: str, where: Path) -> None:
        if not next(attempts):
            raise OSError(28, "No space left on device")
        write_game(text, where)

    monkeypatch.setattr("moolab.games.saves.write_game", sometimes)
    last, _ = talk("1 1 1", "22", path=path)
    assert last.outcome == "won"
    assert capsys.readouterr().err.count("the last move is not saved: No space") == 1
    assert load(path, GAME) == last


def test_threats_and_why_a_stone_loses_are_shown_when_asked_for() -> None:
    _, said = talk("threats why 1 1 why threats resign", "34")
    assert "There is no threat yet.\n" in said
    assert "You have played no stone yet.\n" in said
    assert (
        """
 .  .  .  .
 x  .  .  .
 X  .  .  .
 X  o  O [O]
 1  2  3  4
x, o: a stone of X, of O would complete a line there; *: either would.
X: column 1, row 3, odd; a stone can fall there now.
O: column 2, row 1, odd; a stone can fall there now.
"""
        in said
    )
    _, said = talk("2 why resign", "1", match("1 2 1 3"))
    assert (
        """
Move 5, column 2, turned a win into a loss. With best play: O wins on move 6.
It does not stop O, who completes a line in column 4. Better: column 1.
"""
        in said
    )


SMALL = ("trilobite", "play", "--size", "5x4", "--level", "beginner", "--seed", "1")
"""A game that does not depend on the clock."""


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "trilobite").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path) -> None:
    check_transcript(file)


def test_json_leaves_stdout_to_the_result() -> None:
    done = moo(*SMALL, "--think", "0.5", "--json", typed="3\nresign\n")
    assert "[3] Your move (X): resign\nYou gave up.\n" in done.stderr
    state = json.loads(done.stdout)
    assert len(state["moves"]) == 2
    assert state == {
        "schema": "moolab/trilobite/1",
        "version": 3,
        "size": "5x4",
        "win": 4,
        "you": "X",
        "last": "resign",
        "first": "human",
        "level": "beginner",
        "seconds": 0.5,
        "seed": 1,
        "moves": state["moves"],
        "phase": "over",
        "outcome": "resigned",
    }


def test_json_of_a_game_that_was_quit_and_of_one_whose_input_ended() -> None:
    done = moo(*SMALL, "--json", typed="3\nquit\n")
    state = json.loads(done.stdout)
    assert (done.returncode, state["phase"], state["outcome"]) == (0, "human", None)
    done = moo(*SMALL, "--json", typed="3\n")
    assert (done.returncode, json.loads(done.stdout)["error"]["kind"]) == (2, "game_interrupted")


def test_no_input_at_all() -> None:
    done = moo(*SMALL)
    assert (done.returncode, done.stderr) == (2, "moo: the input ended before the first move\n")


def test_bytes_that_are_no_text_are_no_column() -> None:
    command = [sys.executable, "-m", "moolab", *SMALL]
    words = b"\xff\n\x00\x1b[A\n" + "é".encode() * 1000 + b"\n3\nresign\n"
    done = subprocess.run(command, input=words, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"There is no column") == 3


def test_the_seed_makes_the_same_game() -> None:
    moves = typed(["3", "2", "4", "1", "resign"])
    assert moo(*SMALL, typed=moves).stdout == moo(*SMALL, typed=moves).stdout


def test_a_killed_game_has_every_move_that_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    columns = ["3", "2", "4"]
    for count in range(1, len(columns) + 1):
        path.unlink(missing_ok=True)
        with start(*SMALL, "--save", str(path)) as game:
            assert game.stdin is not None
            assert game.stdout is not None
            for column in [*columns[:count], ""]:
                shown = ""
                while not shown.endswith("Your move (X): "):
                    shown += game.stdout.read(1)
                game.stdin.write(f"{column}\n")
            game.send_signal(signal.SIGKILL)
        kept = load(path, GAME)
        assert kept.moves[::2] == tuple(columns[:count])
        assert len(kept.moves) == 2 * count
        assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
        done = moo("trilobite", "play", "--resume", str(path), typed="resign\n")
        assert f"\n{kept.board.picture()}\n[{2 * count + 1}] Your move (X): resign" in done.stdout


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_control_c_and_a_closed_window_keep_the_game(name: str, tmp_path: Path) -> None:
    with on_a_terminal(*SMALL) as (game, terminal):
        read_until(terminal, "[1] Your move (X): ")
        os.write(terminal, b"3\n")
        seen = read_until(terminal, "[3] Your move (X): ")
        assert "[A\x1b[20C   I play " in seen
        interrupt(game, name)
        seen = read_until(terminal, "--resume\r\n")
        assert game.wait() == 130
    assert "Traceback" not in seen
    (kept,) = tmp_path.rglob("unfinished-trilobite-*.json")
    assert "The game stops here; go on with: moo trilobite play --resume" in seen
    assert len(load(kept, GAME).moves) == 2


def test_what_a_game_in_a_file_has_settled_is_not_settled_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(GAME, match(), path)
    for option in ("--size=7x6", "--win=3", "--first=human", "--level=beginner", "--think=1"):
        done = moo("trilobite", "play", "--resume", str(path), option)
        sentence = f"{option.partition('=')[0]} does not go with --resume: the game has its own."
        assert (done.returncode, done.stderr) == (2, f"moo: {sentence}\n")


def test_a_new_game_overwrites_only_finished_ones(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.touch()
    moo(*SMALL, "--save", str(path), typed="3\n")
    refused = moo(*SMALL, "--save", str(path), typed="3\n")
    assert refused.returncode == 2
    assert f"holds an unfinished game; go on with --resume {path}" in refused.stderr
    moo("trilobite", "play", "--resume", str(path), typed="resign\n")
    assert moo(*SMALL, "--save", str(path), typed="resign\n").returncode == 0
    path.write_text("dear diary")
    refused = moo(*SMALL, "--save", str(path), typed="3\n")
    assert "this is not a saved game; choose another name" in refused.stderr
    assert path.read_text() == "dear diary"


def test_a_duel_is_not_resumed_as_a_game_of_trilobite(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    moo("play", "--save", str(path), typed="1234\n")
    done = moo("trilobite", "play", "--resume", str(path))
    assert done.returncode == 2
    assert "this is a saved game of 'duel', not of 'trilobite'" in done.stderr
    done = moo(*SMALL, "--save", str(path))
    assert "not of 'trilobite'; choose another name" in done.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--size", "8"], "'8' is not the size of a board; it is written as WIDTHxHEIGHT: 8x7"),
        (["--size", "3x3"], "4 in a row do not fit on a board of 3x3"),
        (
            ["--think", "0"],
            "Invalid value for '--think': '0' is too small; it has to be more than 0.",
        ),
        (["--think", "1e6"], "the time to think has to be more than 0 seconds, and at most a day"),
        (["--memory", "1e9"], "'1e9' is not a whole number."),
        (["--memory", "9" * 20], "is too large; 1048576 is the most."),
        (["--first", "nobody"], "'nobody' is not one of 'human', 'computer'"),
        (["--level", "divine"], "'divine' is not one of "),
        (["--save", "no/such/folder/game.json"], "No such file or directory"),
        (["--resume", "nothing.json"], "nothing.json: No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused_before_the_game(args: list[str], sentence: str) -> None:
    done = moo("trilobite", "play", *args, typed="3\n")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout
