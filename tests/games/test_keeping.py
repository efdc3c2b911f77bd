"""Games are kept, however many are played at once and whatever becomes of them."""

import errno
import os
import signal
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from moolab.cli.dialogues.duel import Conversation
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.dialogues.playing import stop_like_control_c
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.errors import GameWentOn
from moolab.games.duel.duel import Duel, Setup, apply, begin
from moolab.games.duel.game import GAME
from moolab.games.kept import call_finished, keep_unfinished, kept_paths, left_paths
from moolab.games.saves import GameFile, Saved, load
from moolab.support.atomic import replace_file
from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import start
from tests.helpers.saving import save

DUEL = apply(
    begin(Setup.new(Rules.parse("ab4x10"), role="breaker", secret="8217", seed=1)), "guess 1234"
)
FURTHER = apply(DUEL, "guess 5678")


def saved(duel: Duel) -> str:
    return str(Saved.of("duel", duel))


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_many_writers_of_a_file_each_write_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "text"
    texts = [f"{number:04}" * 5000 for number in range(60)]

    def write(text: str) -> str:
        with replace_file(path) as file:
            file.write(text.encode())
        return path.read_text()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(write, texts)) <= set(texts)
    assert list(tmp_path.iterdir()) == [path]


def test_writing_takes_no_file_from_anybody(tmp_path: Path) -> None:
    mine = tmp_path / ".text.new"
    mine.write_text("dear diary")
    with replace_file(tmp_path / "text") as file:
        file.write(b"moo")
    assert mine.read_text() == "dear diary"


def test_a_file_is_as_private_as_the_umask_or_its_owner_says(tmp_path: Path) -> None:
    path = tmp_path / "text"
    before = os.umask(0o027)
    try:
        for mode in (0o640, 0o600):
            with replace_file(path) as file:
                file.write(b"moo")
            assert path.stat().st_mode & 0o777 == mode
            path.chmod(0o600)
    finally:
        os.umask(before)


def test_a_long_name_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    with replace_file(path) as file:
        file.write(b"moo")
    assert path.read_bytes() == b"moo"


def test_a_game_that_has_gone_on_elsewhere_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    save(GAME, DUEL, path)
    here, there = GameFile(path), GameFile(path)
    there.write(saved(FURTHER))
    with pytest.raises(GameWentOn, match="open elsewhere too"):
        here.write(saved(apply(DUEL, "resign")))
    assert load(path, GAME) == FURTHER
    there.write(saved(apply(FURTHER, "resign")))
    assert load(path, GAME).outcome == "resigned"


def test_a_file_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    file = GameFile(path)
    file.write(saved(DUEL))
    path.unlink()
    file.write(saved(FURTHER))
    assert load(path, GAME) == FURTHER


def test_a_kept_game_that_was_finished_elsewhere_is_not_written_again() -> None:
    path = keep_unfinished(saved(DUEL), "duel")
    here = GameFile(path)
    call_finished(path)
    with pytest.raises(GameWentOn):
        here.write(saved(FURTHER))
    assert kept_paths() == []


def test_finished_games_that_were_stopped_at_the_same_moment_are_both_there(
    tmp_path: Path,
) -> None:
    path = keep_unfinished(saved(DUEL), "duel")
    call_finished(path)
    save(GAME, FURTHER, path)
    call_finished(path)
    finished = sorted(tmp_path.rglob("finished-duel-*.json"), key=lambda file: len(file.name))
    assert [load(file, GAME) for file in finished] == [DUEL, FURTHER]


def test_a_game_whose_end_is_taken_back_is_kept_again() -> None:
    path = keep_unfinished(saved(DUEL), "duel")
    keeper = Keeper(GAME, GameFile(path), leave_traces=True)
    keeper.finish()
    assert keeper.write(FURTHER) is None
    assert kept_paths() == [path]


def test_a_kept_game_that_goes_on_in_another_file_is_finished_with_it(tmp_path: Path) -> None:
    keep_unfinished(saved(DUEL), "duel")
    path = tmp_path / "duel.json"
    moo("play", "--resume", "--save", str(path), typed="8217\n")
    assert load(path, GAME).outcome == "won"
    assert kept_paths() == []


def test_what_was_written_before_an_error_is_no_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "duel.json"
    file = GameFile(path)
    replace = Path.replace

    def then_fail(old: Path, new: Path) -> None:
        replace(old, new)
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.replace", then_fail)
        with pytest.raises(OSError, match="Input/output"):
            file.write(saved(DUEL))
    file.write(saved(FURTHER))
    assert load(path, GAME) == FURTHER


def test_of_two_who_write_at_once_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    save(GAME, DUEL, path)
    files = [GameFile(path) for _ in range(8)]

    def wrote(number: int) -> bool:
        try:
            files[number].write(saved(apply(DUEL, f"guess 567{number % 2 + 8}")) + " " * number)
        except GameWentOn:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(wrote, range(8))) == 1


def test_a_locked_folder_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr("moolab.support.atomic._LOCK_SECONDS", 0.05)
    path = tmp_path / "duel.json"
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        GameFile(path).write(saved(DUEL))
    finally:
        os.close(folder)
    assert load(path, GAME) == DUEL


def test_games_interrupted_at_once_are_as_many_files() -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda _: keep_unfinished(saved(DUEL), "duel"), range(20)))
    assert len(set(kept)) == 20
    assert all(load(path, GAME) == DUEL for path in kept)


def test_a_closed_terminal_keeps_all_the_games_in_it(tmp_path: Path) -> None:
    games = [start("play", "ab4x10", "--role", "breaker", "--secret", "8217") for _ in range(3)]
    for game in games:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("1234\n")
        seen = ""
        while "[2]" not in seen:
            seen += game.stdout.read(1)
    for game in games:
        game.send_signal(signal.SIGHUP)
    said = [game.communicate()[1] for game in games]
    assert len(list(tmp_path.rglob("unfinished-duel-*.json"))) == 3
    assert all(text.endswith("go on with: moo play --resume\n") for text in said)


@pytest.fixture
def _handlers() -> Iterator[None]:
    """Put back what a command answers signals with."""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGHUP)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.mark.usefixtures("_handlers")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_a_game_is_kept_loses_nothing(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_like_control_c()

    def interrupted(text: str, path: Path) -> None:
        signal.raise_signal(number)
        path.write_text(text)

    monkeypatch.setattr("moolab.games.kept.write_game", interrupted)
    Keeper(GAME, None, leave_traces=True).farewell(DUEL)
    assert [load(path, GAME) for path in kept_paths()] == [DUEL]


@pytest.mark.usefixtures("_handlers")
def test_a_closed_window_interrupts_once_and_control_c_still_does() -> None:
    stop_like_control_c()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGHUP)
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGHUP)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("_handlers")
def test_a_window_that_was_to_make_no_difference_makes_none() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    stop_like_control_c()
    signal.raise_signal(signal.SIGHUP)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def talk(duel: Duel, typed: str, file: GameFile | None) -> str:
    said = StringIO()
    Conversation(Terminal(StringIO(typed), said), file, leave_traces=True).play(duel)
    return said.getvalue()


def stopped(game: Callable[[], object], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said when the input ends in the middle of a game."""
    with pytest.raises(ValueError, match="the input ended in the middle") as error:
        game()
    return f"{capsys.readouterr().err}{error.value}"


def test_a_game_open_twice_goes_on_in_two_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "duel.json"
    save(GAME, DUEL, path)
    here = GameFile(path)
    save(GAME, FURTHER, path)
    said = stopped(partial(talk, DUEL, "1243\n", here), capsys)
    assert "the last move is not saved: this game is open elsewhere too" in said
    (apart,) = tmp_path.rglob("unfinished-duel-*.json")
    assert said.endswith("go on with: moo play --resume")
    assert load(path, GAME) == FURTHER
    assert load(apart, GAME) == apply(DUEL, "guess 1243")


def test_a_game_that_its_file_could_not_take_is_kept_for_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = GameFile(tmp_path / "duel.json")
    monkeypatch.setattr(file, "write", full)
    said = stopped(partial(talk, DUEL, "1243\n", file), capsys)
    assert len(list(tmp_path.rglob("unfinished-duel-*.json"))) == 1
    assert said.endswith("go on with: moo play --resume")
    assert not file.path.exists()


def test_a_game_that_is_left_again_without_a_move_is_the_last_one() -> None:
    first, last = (keep_unfinished(saved(duel), "duel") for duel in (DUEL, FURTHER))
    os.utime(first, ns=(0, 0))
    assert kept_paths("duel") == [last, first]
    said = moo("play", "--resume", str(first), typed="quit\n").stdout
    assert said.endswith("go on with: moo play --resume\n")
    assert kept_paths("duel") == [first, last]


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_only_its_player_can_read_a_game_that_is_kept() -> None:
    before = os.umask(0)
    try:
        path = keep_unfinished(saved(DUEL), "duel")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path)]
    assert modes == [0o700, 0o600]


def test_a_game_that_nothing_could_take_is_said_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("saves", "kept"):
        monkeypatch.setattr(f"moolab.games.{module}.write_game", full)
    for file in (None, GameFile(tmp_path / "duel.json")):
        said = stopped(partial(talk, DUEL, "1243\n", file), capsys)
        assert said.endswith("it could not be kept: No space left on device")
        assert "--resume" not in said
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        (("play", "--role", "breaker", "--secret", "8217"), "1234\n"),
        (("trilobite", "play", "--size", "4x4", "--win", "3", "--level", "easy"), "1\nquit\n"),
        (("boards", "ab2x3"), "02\nquit\n"),
        (("daily",), "1234\nquit\n"),
        (("daily", "evil"), "1234\n"),
    ],
)
def test_without_a_data_folder_a_game_says_that_it_is_lost(
    command: tuple[str, ...], typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/file")
    done = moo(*command, typed=typed)
    said = done.stdout + done.stderr
    assert "could not be kept" in said
    assert f"{tmp_path}/file" in said
    assert "--resume" not in said
    assert "Traceback" not in said


def test_games_that_were_left_are_listed_until_they_are_finished(tmp_path: Path) -> None:
    assert moo("games").stdout == "No games are kept; moo play begins one.\n"
    for guess in ("1234", "5678"):
        moo("play", "--role", "breaker", "--secret", "8217", typed=f"{guess}\nquit\n")
    moo("boards", "ab2x3", "--seed", "1", typed="02\nundo\n01\nquit\n")
    boards, command, duel, of_duel, older, of_older = moo("games").stdout.splitlines()
    assert boards.startswith(" 1  ")
    assert boards.endswith("  4 boards, ab2x3: 1 move")
    assert (command, duel[22:]) == ("    moo boards --resume 1", "ab4x10, you guess: 1 move")
    assert (of_duel, of_older) == ("    moo play --resume 2", "    moo play --resume 3")
    assert older[22:] == duel[22:]
    path = answer("games")["games"][2]["file"]
    assert load(Path(path), GAME).moves == ("guess 1234",)

    assert "You found my code in 2 guesses." in moo("play", "--resume", typed="8217\n").stdout
    listed = answer("games")
    assert [(game["game"], game["moves"]) for game in listed["games"]] == [
        ("boards", 1),
        ("duel", 1),
    ]
    assert listed["games"][1]["file"] == path
    assert moo("play", "--resume", typed="8217\n").returncode == 0
    (finished, _) = tmp_path.rglob("finished-duel-*.json")
    assert load(finished, GAME).outcome == "won"
    refused = moo("play", "--resume")
    assert refused.stderr == "moo: No game is kept to go on with; moo play begins one.\n"


def test_games_are_gone_on_with_by_the_numbers_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = (keep_unfinished(saved(duel), "duel") for duel in (DUEL, FURTHER))
    os.utime(first, ns=(0, 0))
    moo("boards", "ab2x3", typed="02\nquit\n")
    assert [game["command"] for game in answer("games")["games"]] == [
        "moo boards --resume 1",
        "moo play --resume 2",
        "moo play --resume 3",
    ]
    said = moo("play", "--resume", "3", typed="quit\n").stdout
    assert "[2] Your guess: quit" in said
    # What was left last is the first one, and needs no number.
    assert said.endswith("go on with: moo play --resume\n")
    assert left_paths()[::2] == [first, last]

    refused = moo("play", "--resume", "2").stderr
    assert refused.endswith("game 2 goes on with moo boards --resume 2\n")
    for number in ("0", "4"):
        refused = moo("play", "--resume", number).stderr
        assert refused.endswith(f"there is no game {number}; moo games lists 3 games.\n")

    # A file that is called like a number.
    monkeypatch.chdir(tmp_path)
    save(GAME, FURTHER, Path("3"))
    said = moo("play", "--resume", "./3", typed="quit\n").stdout
    assert "[2] Your guess: 5678" in said
    assert said.endswith("go on with: moo play --resume ./3\n")
    assert moo("play", "--save", "3").stderr.endswith("go on with --resume ./3\n")


def test_a_game_that_was_taken_back_to_its_beginning_goes_on() -> None:
    moo("play", "--role", "breaker", "--secret", "8217", typed="1234\nundo\nquit\n")
    assert "0 moves" in moo("games").stdout
    assert "Your guess: 8217" in moo("play", "--resume", typed="8217\n").stdout


def test_a_damaged_file_among_those_that_are_kept_is_named(tmp_path: Path) -> None:
    path = keep_unfinished(saved(DUEL), "duel")
    damaged = path.with_name("unfinished-duel-0.json")
    damaged.write_text("nothing")
    done = moo("games")
    assert done.stderr == f"moo: {damaged}: this is not a saved game\n"
    assert "you guess: 1 move" in done.stdout
    assert tmp_path in path.parents
