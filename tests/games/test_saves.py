import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from moolab.codes.rules import Rules
from moolab.errors import InvalidGame
from moolab.games import game
from moolab.games.duel.duel import Setup, apply, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.stats import Game, past_games, record, summarize
from moolab.games.game import Outcome
from moolab.games.saves import Saved, load
from moolab.support.atomic import check_writable
from tests.games.test_duel import SAVES
from tests.helpers.saving import save

DUEL = apply(
    apply(
        begin(Setup.new(Rules.parse("mm4x10"), secret="8217", start="2396", seed=1)), "guess 1234"
    ),
    "reply 02",
)
TEXT = str(Saved.of("duel", DUEL))


def test_a_saved_game_does_not_show_the_secret_at_a_glance() -> None:
    assert "8217" not in TEXT


def test_saving_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    save(GAME, begin(DUEL.setup), path)
    save(GAME, DUEL, path)
    assert load(path, GAME) == DUEL
    assert list(tmp_path.iterdir()) == [path]


def test_saving_goes_through_links_and_refuses_what_is_no_file(tmp_path: Path) -> None:
    path, link = tmp_path / "duel.json", tmp_path / "link.json"
    link.symlink_to(path)
    save(GAME, DUEL, link)
    assert link.is_symlink()
    assert load(path, GAME) == DUEL
    for special in (tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match="not an ordinary file"):
            check_writable(special)


def test_checking_a_file_leaves_no_trace(tmp_path: Path) -> None:
    check_writable(tmp_path / "duel.json")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"there/duel\.json: No such file"):
        check_writable(tmp_path / "there" / "duel.json")


def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "duel.json"
    save(GAME, DUEL, path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(GAME, begin(DUEL.setup), path)
    assert load(path, GAME) == DUEL
    assert list(tmp_path.iterdir()) == [path]


def sealed(text: str) -> dict[str, str]:
    """What a file says that keeps this secret."""
    code = base64.b64encode(text.encode()).decode()
    return {"sealed": code, "seal": hashlib.sha256(code.encode()).hexdigest()}


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(TEXT) | fields)


def settled(**fields: Any) -> str:
    """The game with other fields of its setup."""
    setup = json.loads(TEXT)["setup"]
    hidden = {"secret": "8217", "nonce": "a1", "seed": 1}
    shown = {name: value for name, value in fields.items() if name not in hidden}
    return changed(setup=setup | shown, **sealed(json.dumps(hidden | fields)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not a saved game"),
        ("[]", "not a saved game of moolab"),
        ('{"format": "other"}', "not a saved game of moolab"),
        ('{"format": ["moolab-game"]}', "not a saved game of moolab"),
        (TEXT[:-40], "this is not a saved game"),
        (TEXT * 2, "this is not a saved game"),
        ("[" * 200_000, "not a saved game"),
        (changed(version=9), "saved by another version of moolab"),
        (changed(version=1), "saved by another version of moolab"),
        (changed(version=9).replace(" 9", " " + "9" * 5000), "not a saved game"),
        (changed(version=True), "its 'version' is missing or malformed"),
        (changed(version=[[1]]), "its 'version' is missing or malformed"),
        (
            changed(game="chess"),
            "'chess' is not a game here, or what plays it is not installed; there are duel, two",
        ),
        (changed(game=1), "its 'game' is missing or malformed"),
        (changed(setup=None), "its 'setup' is missing or malformed"),
        (settled(mistkes=1), "there is no 'mistkes' in it"),
        (changed(seal="0"), "not what was sealed"),
        (changed(sealed="é"), "not what was sealed"),
        (changed(sealed=None), "its 'sealed' is missing or malformed"),
        (changed(**sealed("8217")), "its secret cannot be read"),
        (changed(**sealed("{")), "its secret cannot be read"),
        (changed(**sealed("[" * 200_000)), "its secret cannot be read"),
        (changed(**sealed("{}")), "its 'seed' is missing"),
        (changed(sealed="!", seal=hashlib.sha256(b"!").hexdigest()), "cannot be read"),
        (changed(sealed="////", seal=hashlib.sha256(b"////").hexdigest()), "cannot be read"),
        (settled(secret=1), "its 'secret' is malformed"),
        (settled(secret=None), "the computer needs a secret"),
        (settled(secret="12"), "'12' has 2 symbols"),
        (settled(secret="82x7"), "'82x7'"),
        (settled(seed="1"), "its 'seed' is malformed"),
        (settled(seed=True), "its 'seed' is malformed"),
        (settled(seed=2**64), "'seed' has to be from"),
        (settled(nonce=None), "its 'nonce' is malformed"),
        (settled(rules="xy"), "not the notation of a game"),
        (settled(role="judge"), "'role' has to be both, breaker or maker"),
        (settled(role=["both"]), "its 'role' is malformed"),
        (settled(maker="sly"), "'maker' has to be honest or evil"),
        (settled(maker="evil"), "the computer keeps no secret, so it can be given none"),
        (settled(mistakes=-1), "'mistakes' has to be from 0 to 3, not -1"),
        (settled(mistakes=True), "its 'mistakes' is malformed"),
        (settled(rated=1), "its 'rated' is malformed"),
        (settled(strategy="luck"), "not a strategy"),
        (settled(strategy="x\ud800"), "not a strategy"),
        (settled(start="1"), "has 1 symbol,"),
        (changed(moves=None), "its 'moves' is missing or malformed"),
        (changed(moves=[1]), "its moves are malformed"),
        (changed(moves=["guess 12"]), "'12' has 2 symbols"),
        (changed(moves=["reply 12"]), "your turn to guess"),
    ],
)
def test_damaged_games_are_refused_with_the_reason(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidGame, match=reason):
        Saved.parse(text).replay()
    path = tmp_path / "duel.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidGame, match=r"duel\.json: ") as error:
        load(path, GAME)
    assert "\n" not in str(error.value)


def test_games_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    save(GAME, DUEL, path)
    with pytest.raises(InvalidGame, match="this is a saved game of 'duel', not of 'trilobite'"):
        load(path, game("trilobite"))
    with pytest.raises(InvalidGame, match="this is a saved game of 'trilobite', not of 'duel'"):
        load(SAVES / "trilobite.json", GAME)


def test_a_file_that_is_no_text_or_has_no_end(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    path.write_bytes(b"\xff\xfe\x00")
    for odd in (path, Path("/dev/zero"), Path("/dev/urandom")):
        with pytest.raises(InvalidGame, match="this is not a saved game"):
            load(odd, GAME)
    path.write_text(TEXT.ljust(2_000_000))
    with pytest.raises(InvalidGame, match="it is too long"):
        load(path, GAME)


def test_statistics_survive_damaged_lines(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    assert past_games(path).games == []
    game = Game.of(apply(DUEL, "resign"))
    record(game, path)
    with path.open("a") as file:
        file.write('half a li\n{"other": 1}\n[]\n' + "[" * 100_000 + "\n")
        file.write(json.dumps(game._replace(rules=[])._asdict()) + "\n")  # type: ignore[arg-type]
        file.write(json.dumps(game._asdict()).replace(": 1,", ': "7",') + "\n")
        file.write('{"date": "cut off in the mid')
    record(game._replace(outcome="lost"), path)
    assert past_games(path).games == [game, game._replace(outcome="lost")]


def a_summary(**fields: Any) -> dict[str, Any]:
    usual = {"rules": "ab4x10", "role": "both", "maker": "honest", "mistakes": 0}
    return {**usual, "won": 0, "lost": 0, "drawn": 0, "resigned": 0, **fields}


def counts(games: list[Game]) -> list[dict[str, Any]]:
    """The first fields of the summaries, which a sentence tells."""
    return [
        {name: vars(each)[name] for name in a_summary(games=0, mean=0, best=0)}
        for each in summarize(games)
    ]


def test_a_summary_counts_guesses_of_finished_games() -> None:
    game = Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 6)
    games = [
        game,
        game._replace(outcome="lost", your_guesses=8),
        game._replace(outcome="resigned", your_guesses=1),
        game._replace(role="maker", outcome="lost", your_guesses=None),
    ]
    assert counts(games) == [
        a_summary(games=3, won=1, lost=1, resigned=1, mean=6.5, best=5),
        a_summary(role="maker", games=1, lost=1, mean=None, best=None),
    ]


def test_a_summary_leaves_out_games_without_a_guess_and_codes_that_were_not_found() -> None:
    game = Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 5)
    games = [
        game._replace(outcome="resigned", your_guesses=0, computer_guesses=0),
        game._replace(role="maker", outcome="resigned", your_guesses=None, computer_guesses=0),
        game._replace(outcome="lost", your_guesses=3, found=False),
        game,
    ]
    assert counts(games) == [a_summary(games=2, won=1, lost=1, mean=5.0, best=5)]


def test_a_summary_tells_how_one_gets_better_and_against_whom() -> None:
    game = Game("2026-01-01", "ab4x10", "both", "steer", "won", 6, 6)
    outcomes: list[Outcome] = ["won", "won", "lost", "won", "won", "won", "drawn", "won"]
    games = [game._replace(outcome=outcome) for outcome in outcomes]
    games[0] = games[0]._replace(your_guesses=8, strategy="ox")
    [summary] = summarize(games)
    assert (summary.won_percent, summary.streak, summary.longest) == (75, 1, 3)
    assert summary.by_guesses == {"6": 7, "8": 1}
    assert summary.trend == (8, *[6] * 7)
    assert [(each.strategy, each.games, each.won) for each in summary.opponents] == [
        ("ox", 1, 1),
        ("steer", 7, 5),
    ]


def test_games_of_other_makers_are_summed_up_apart() -> None:
    game = Game("2026-01-01", "ab4x10", "breaker", "consistent", "won", 5, None)
    games = [game, game._replace(maker="evil", your_guesses=7), game._replace(mistakes=2)]
    assert [summary.sentence.partition(":")[0] for summary in summarize(games)] == [
        "ab4x10 (breaker)",
        "ab4x10 (breaker, evil maker)",
        "ab4x10 (breaker, up to 2 mistakes)",
    ]


def test_games_are_remembered_with_their_makers(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    evil = begin(Setup.new(DUEL.setup.rules, role="breaker", maker="evil"))
    for setup in (evil.setup, Setup.new(DUEL.setup.rules, mistakes=3)):
        record(Game.of(apply(begin(setup), "resign")), path)
    older = Game.of(apply(DUEL, "resign"))._asdict()
    assert [older.pop(name) for name in ("maker", "mistakes", "hard")] == ["honest", 0, False]
    with path.open("a") as file:
        file.write(json.dumps(older) + "\n" + json.dumps(older | {"mistakes": "1"}) + "\n")
    assert [(g.maker, g.mistakes) for g in past_games(path).games] == [
        ("evil", 0),
        ("honest", 3),
        ("honest", 0),
    ]
