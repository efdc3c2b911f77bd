import json
from pathlib import Path
from typing import Any

import pytest

from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup, apply, begin
from moolab.games.duel.saves import from_json, load, save, to_json
from moolab.games.duel.stats import Game, Summary, past_games, record, summarize
from moolab.errors import InvalidGame
from moolab.support.atomic import check_writable

DUEL = apply(
    apply(
        begin(Setup.new(Rules.parse("mm4x10"), secret="8217", start="2396", seed=1)), "guess 1234"
    ),
    "reply 02",
)


def test_a_saved_game_does_not_show_the_secret_at_a_glance() -> None:
    assert "8217" not in to_json(DUEL)


def test_saving_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    save(begin(DUEL.setup), path)
    save(DUEL, path)
    assert load(path) == DUEL
    assert list(tmp_path.iterdir()) == [path]


def test_saving_goes_through_links_and_refuses_what_is_no_file(tmp_path: Path) -> None:
    path, link = tmp_path / "duel.json", tmp_path / "link.json"
    link.symlink_to(path)
    save(DUEL, link)
    assert link.is_symlink()
    assert load(path) == DUEL
    for special in (tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match="not an ordinary file"):
            check_writable(special)


def test_checking_a_file_leaves_no_trace(tmp_path: Path) -> None:
    check_writable(tmp_path / "duel.json")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"No such file.*there/duel\.json'"):
        check_writable(tmp_path / "there" / "duel.json")


def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "duel.json"
    save(DUEL, path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(begin(DUEL.setup), path)
    assert load(path) == DUEL
    assert list(tmp_path.iterdir()) == [path]


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(to_json(DUEL)) | fields)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not a saved game"),
        ("[]", "not a saved game of moolab"),
        ('{"format": "other"}', "not a saved game of moolab"),
        (to_json(DUEL)[:-40], "this is not a saved game"),
        (changed(version=9), "has another version than 1"),
        (changed(version=9).replace(" 9", " " + "9" * 5000), "not a saved game"),
        ("[" * 200_000, "not a saved game"),
        (changed(sealed="é"), "damaged"),
        (changed(sealed="ODIx NzoxMQ=="), "damaged"),
        (changed(sealed="MTIzNDo1Ng=="), "not the one it was sealed with"),
        (changed(strategy="x\ud800"), "not a strategy"),
        (changed(seed="1"), "its 'seed' is missing or malformed"),
        (changed(moves=None), "its 'moves' is missing or malformed"),
        (changed(moves=[1]), "its moves are malformed"),
        (changed(role="judge"), "'judge' is not a role"),
        (changed(maker="sly"), "'sly' is not a maker"),
        (changed(maker="evil"), "the computer keeps no secret, so it can be given none"),
        (changed(mistakes=-1), "0 to 3 mistakes in a game, not -1"),
        (changed(mistakes=True), "its 'mistakes' is missing or malformed"),
        (changed(sealed="OjE="), "the computer needs a secret"),
        (changed(rules="xy"), "not the notation of a game"),
        (changed(sealed="!"), "damaged"),
        (changed(sealed="////"), "damaged"),
        (changed(sealed="MTI6YQ=="), "'12' has 2 symbols"),
        (changed(strategy="luck"), "not a strategy"),
        (changed(start="1"), "has 1 symbol,"),
        (changed(moves=["guess 12"]), "'12' has 2 symbols"),
        (changed(moves=["reply 12"]), "your turn to guess"),
    ],
)
def test_damaged_games_are_refused_with_the_reason(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidGame, match=reason):
        from_json(text)
    path = tmp_path / "duel.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidGame, match=r"duel\.json: "):
        load(path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidGame):
        load(path)


def test_statistics_survive_damaged_lines(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    assert past_games(path) == []
    game = Game.of(apply(DUEL, "resign"))
    record(game, path)
    with path.open("a") as file:
        file.write('half a li\n{"other": 1}\n[]\n' + "[" * 100_000 + "\n")
        file.write(json.dumps(game._replace(rules=[])._asdict()) + "\n")  # type: ignore[arg-type]
        file.write(json.dumps(game._asdict()).replace(": 1,", ': "7",') + "\n")
        file.write('{"date": "cut off in the mid')
    record(game._replace(outcome="lost"), path)
    assert past_games(path) == [game, game._replace(outcome="lost")]


def test_a_summary_counts_guesses_of_finished_games() -> None:
    game = Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 6)
    games = [
        game,
        game._replace(outcome="lost", your_guesses=8),
        game._replace(outcome="resigned", your_guesses=1),
        game._replace(role="maker", outcome="lost", your_guesses=None),
    ]
    assert summarize(games) == [
        Summary("ab4x10", "both", 3, 1, 1, 0, 1, 6.5, 5),
        Summary("ab4x10", "maker", 1, 0, 1, 0, 0, None, None),
    ]


def test_a_summary_leaves_out_games_without_a_guess_and_codes_that_were_not_found() -> None:
    game = Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 5)
    games = [
        game._replace(outcome="resigned", your_guesses=0, computer_guesses=0),
        game._replace(role="maker", outcome="resigned", your_guesses=None, computer_guesses=0),
        game._replace(outcome="lost", your_guesses=3, found=False),
        game,
    ]
    assert summarize(games) == [Summary("ab4x10", "both", 2, 1, 1, 0, 0, 5.0, 5)]


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
    assert (older.pop("maker"), older.pop("mistakes")) == ("honest", 0)
    with path.open("a") as file:
        file.write(json.dumps(older) + "\n" + json.dumps(older | {"mistakes": "1"}) + "\n")
    assert [(g.maker, g.mistakes) for g in past_games(path)] == [
        ("evil", 0),
        ("honest", 3),
        ("honest", 0),
    ]


def test_a_game_saved_before_there_was_hard_mode_is_read() -> None:
    duel = begin(Setup.new(Rules.parse("ab4x10"), seed=1))
    fields = json.loads(to_json(duel))
    assert fields.pop("consistent") is False
    assert from_json(json.dumps(fields)) == duel


def test_a_game_saved_before_there_were_rated_games_is_read() -> None:
    fields = json.loads(to_json(DUEL))
    assert fields.pop("rated") is False
    assert from_json(json.dumps(fields)) == DUEL


def test_a_game_saved_before_there_were_other_makers_is_read() -> None:
    fields = json.loads(to_json(DUEL))
    assert (fields.pop("maker"), fields.pop("mistakes")) == ("honest", 0)
    assert from_json(json.dumps(fields)) == DUEL


def test_a_game_without_a_secret_needs_nothing_but_its_moves() -> None:
    duel = begin(Setup.new(Rules.parse("ab3x6"), seed=1, role="breaker", maker="evil"))
    duel = apply(apply(duel, "guess 012"), "guess 103")
    assert json.loads(to_json(duel))["commitment"] is None
    assert from_json(to_json(duel)) == duel


def test_hard_mode_and_rating_are_kept() -> None:
    setup = Setup.new(Rules.parse("ab3x6"), seed=1, strategy="parts", consistent=True, rated=True)
    duel = from_json(to_json(apply(begin(setup), "guess 012")))
    assert (duel.setup.consistent, duel.setup.rated) == (True, True)
    assert duel.setup.breaker.consistent
