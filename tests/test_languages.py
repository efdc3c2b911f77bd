"""Catalogues of languages, and what pages make of them."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import hatch_build
import pytest
from babel.messages import Catalog
from click.testing import CliRunner
from starlette.testclient import TestClient
from tools import languages

from moolab.cli.dialogues.playing import means_it
from moolab.cli.main import moo
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, MoolabError
from moolab.games import game as game_called
from moolab.games.collection import Finished, check
from moolab.games.daily import Daily, card
from moolab.games.game import expect_nothing
from moolab.games.solving.game import Setup
from moolab.games.training.game import GAME as TRAINING
from moolab.games.training.game import Setup as Training
from moolab.games.training.prose import greeting
from moolab.support import language
from moolab.trilobite.board import Board, Shape
from moolab.web import wording
from moolab.web.app import create_app
from moolab.web.settings import Settings

PAGES = (
    *("/", "/daily", "/puzzles", "/assistant?rules=ab4x10&guess=1234&reply=02", "/tree", "/arena"),
    *("/analysis", "/train", "/trilobite", "/machines", "/games", "/privacy", "/offline", "/race"),
    "/analysis?rules=ab4x10&turns=1234%3D02+5671%3D11&whole=yes",
)
SETTINGS = Settings(database="sqlite://", warm=False, requests_per_second=0)
CATALOGUES = [code for code in language.LANGUAGES if code != language.ENGLISH]


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue of three sentences, and no other language."""
    catalog = Catalog(locale="de")
    catalog.add("How to play", "Spielregeln")
    catalog.add("You gave up.", "Du hast aufgegeben.")
    catalog.add(("{number} digit", "{number} digits"), ("{number} Ziffer", "{number} Ziffern"))
    compiled = hatch_build.compiled(languages.source_of(catalog), "de")["mo"]
    assert compiled
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "moolab.mo").write_bytes(compiled)
    monkeypatch.setattr(language, "_FOLDER", tmp_path)
    monkeypatch.setattr(language, "annexes", dict)
    kept = (language.offered, language._catalogue, wording._script_words)
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


@pytest.fixture(scope="module")
def server() -> Iterator[TestClient]:
    with TestClient(create_app(SETTINGS), base_url="http://testserver") as it:
        yield it


@pytest.fixture
def client(server: TestClient) -> TestClient:
    """One whom the server does not know yet."""
    server.cookies.clear()
    return server


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (
            lambda: Board.parse("99"),
            "Zug 1 von '99' ist nicht möglich: es gibt keine Spalte '9': Sie heißen 1 bis 8",
        ),
        (
            lambda: Board.parse("111", Shape(3, 2, 3)),
            "Zug 3 von '111' ist nicht möglich: Spalte 1 ist voll",
        ),
        (
            lambda: game_called("boards").settle(rules="ab4x10", boards=99),
            "'boards' muss von 2 bis 8 sein, nicht 99",
        ),
        (lambda: Rules.parse("words:primes9"), "es gibt primes1 bis primes6, nicht primes9"),
        (
            lambda: check(1, Finished("duel", {}, (), "player", datetime.now(UTC), "won"), print),
            "Spiel 1 der Datei kann es nicht geben: 'seed' fehlt darin",
        ),
    ],
)
def test_a_sentence_within_another_is_in_the_same_language(
    mistake: Callable[[], object], said: str
) -> None:
    with language.speaking("de"), pytest.raises(MoolabError) as refused:
        mistake()
    assert str(refused.value) == said


@pytest.mark.usefixtures("german")
def test_what_has_no_translation_is_said_in_english() -> None:
    with language.speaking("de"):
        assert language.translate("You gave up.") == "Du hast aufgegeben."
        assert language.translate("Your turn.") == "Your turn."
        digits = [language.translate_plural("{number} [digit|digits]", n) for n in (1, 1024)]
    assert digits == ["1 Ziffer", "1.024 Ziffern"]


@pytest.mark.usefixtures("german")
def test_the_browser_says_which_language_it_wants_and_the_switch_counts_more(
    client: TestClient,
) -> None:
    assert "How to play" in client.get("/play").text
    page = client.get("/play", headers={"Accept-Language": "de-AT, en;q=0.8"})
    assert "Spielregeln" in page.text
    assert '<html lang="de">' in page.text
    assert page.headers["Content-Language"] == "de"
    chosen = client.post("/language", data={"language": "de", "back": "/two"})
    assert chosen.url.path == "/two"
    assert "Spielregeln" in client.get("/play").text
    client.post("/language", data={"language": "en"})
    assert "How to play" in client.get("/play", headers={"Accept-Language": "de"}).text


@pytest.mark.usefixtures("german")
def test_the_one_cookie_keeps_the_player_and_the_language(client: TestClient) -> None:
    game = client.post("/play").url.path
    client.post("/language", data={"language": "de"})
    assert len(client.cookies) == 1
    page = client.get(game)
    assert page.status_code == 200
    assert '<html lang="de">' in page.text
    another = client.post("/play").url.path
    assert client.get(game).status_code == client.get(another).status_code == 200


def test_sockets_and_refusals_speak_the_language_of_each_who_asks(client: TestClient) -> None:
    german = {"Accept-Language": "de", "Origin": "http://testserver"}
    page = client.post("/two", follow_redirects=False).headers["Location"]
    with client.websocket_connect(f"{page}/socket", headers=german) as socket:
        socket.send_text("no JSON")
        while "made" not in (told := socket.receive_json()):
            pass
        assert told["message"] == "das ist kein Zug"
    few = SETTINGS.model_copy(update={"requests_per_second": 0.001, "burst": 1})
    with TestClient(create_app(few)) as impatient:
        impatient.get("/healthz")
        refused = impatient.get("/", headers=german)
    assert refused.status_code == 429
    assert '<html lang="de">' in refused.text
    assert refused.headers["Vary"].count("Accept-Language") == 1


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    "back", ["//elsewhere.example/", "/\\elsewhere.example", "https://x.example"]
)
def test_the_switch_leads_nowhere_else(client: TestClient, back: str) -> None:
    answer = client.post("/language", data={"language": "de", "back": back}, follow_redirects=False)
    assert answer.headers["Location"] == "/"


def test_the_catalogues_are_up_to_date() -> None:
    assert languages.main(check=True) == 0, "python -m tools.languages brings them up to date"


@pytest.mark.parametrize("code", CATALOGUES)
def test_almost_all_is_translated_with_the_values_and_tags_of_its_sentence(code: str) -> None:
    assert not [message.id for message in languages.broken(languages.known(code))]
    assert code in language.offered()


@pytest.mark.parametrize(
    ("code", "others"), [("ko", ["무르", "물렀", "포기"]), ("zh", ["撤回", "放弃"])]
)
def test_a_thing_has_one_word(code: str, others: list[str]) -> None:
    """Those of docs/how-to/languages.md, for undo and resign, and not these."""
    for folder in language.catalogues():
        catalogue = language.file_of_language(code, "po", folder).read_text("utf-8")
        assert not [word for word in others if word in catalogue]


def test_no_sentence_is_hidden_in_a_template_string() -> None:
    hidden = re.compile(r"\{translate(_number)?\(['\"]|\$\{say\(")
    files = [*hatch_build.SOURCE.rglob("*.py"), *hatch_build.SOURCE.rglob("*.js")]
    assert not [file for file in files if hidden.search(file.read_text("utf-8"))]


def test_what_lacks_a_value_is_noticed() -> None:
    catalog = Catalog(locale="de")
    catalog.add("{count} codes are possible.", "Codes sind möglich.")
    catalog.add(("{number} code", "{number} codes"), ("ein Code", "{number} Codes"))
    assert len(list(languages.broken(catalog))) == 2


@pytest.mark.parametrize(
    "code",
    # A sentence that a page does not hand to translate stays English in every language.
    [pytest.param(code, marks=[pytest.mark.slow] if code != "de" else []) for code in CATALOGUES],
)
def test_pages_leave_nothing_in_english_that_has_a_translation(
    client: TestClient, code: str
) -> None:
    catalog = languages.known(code)
    english = {m.id for m in catalog if m.id and m.string} - {m.string for m in catalog}
    game = client.post("/play", headers={"Accept-Language": code}).url.path
    puzzle = client.post("/puzzles", data={"kind": "2"}).url.path
    for path in (*PAGES, game, f"{game}?hint=1", puzzle):
        page = client.get(path, headers={"Accept-Language": code})
        assert f'<html lang="{code}">' in page.text
        html = re.sub(r"<(script|style).*?</\1>", "", page.text, flags=re.DOTALL)
        shown = {*re.split(r"\s*<[^>]*>\s*", html), *re.findall(r'aria-label="([^"]*)"', html)}
        assert sorted(shown & english) == [], path


def test_a_page_in_korean_has_no_english_sentence(client: TestClient) -> None:
    """Not even one that no catalogue knows; three English words in a row are a sentence."""
    wrong = ("/race/none", "/daily/2999-01-01/digits", "/arena?player=nobody", "/analysis?turns=12")
    for path in (*PAGES, *wrong):
        page = client.get(path, headers={"Accept-Language": "ko"}).text
        said = re.sub(r"<(head|script|code|pre)\b.*?</\1>", "", page, flags=re.DOTALL)
        shown = {*re.split(r"\s*<[^>]*>\s*", said), *re.findall(r'aria-label="([^"]*)"', said)}
        assert not [text for text in shown if re.search("[A-Za-z']+ [a-z']+ [a-z']+", text)], path


def test_an_explanation_speaks_the_language_of_each_who_asks() -> None:
    puzzle = Setup(rules=Rules.parse("ab2x4"), turns=("13=01", "03=01"))
    assert puzzle.explanation[0].startswith("Clue 1: place 1 holds")
    with language.speaking("de"):
        assert puzzle.explanation[0].startswith("Hinweis 1: ")


def test_scripts_speak_the_language_of_their_page(client: TestClient) -> None:
    assert 'id="words"' not in client.get("/").text
    assert "Kopiert." in client.get("/", headers={"Accept-Language": "de"}).text


def test_a_dialogue_speaks_the_language_of_the_locale_and_json_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("MOOLAB_LANGUAGE")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    game = ["play", "--no-stats", "--role", "breaker"]
    assert "Du hast aufgegeben." in CliRunner().invoke(moo, game, "resign\n").output
    assert "You gave up." in CliRunner().invoke(moo, [*game, "--json"], "resign\n").stderr


@pytest.mark.parametrize("locale", ["de", "de_AT.UTF-8", "de.UTF-8", "de@euro", "DE-at"])
def test_a_locale_may_name_an_encoding_and_a_variant(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOOLAB_LANGUAGE", locale)
    assert language.language_of_environment() == "de"


def test_a_language_that_nobody_has_translated_is_named_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOOLAB_LANGUAGE", "tlh")
    assert [language.language_of_environment() for _ in range(2)] == ["en", "en"]
    assert capsys.readouterr().err.count("MOOLAB_LANGUAGE is 'tlh', which is not one of en") == 1


def test_a_daily_card_has_the_thousands_of_its_language() -> None:
    daily = Daily.parse("colours", "2026-11-23")
    with language.speaking("de"):
        said = card(daily, [Reply(0, 2)], [1260], found=False)
    assert said.endswith("○○··  1.260")


class Typed(Terminal):
    """A terminal at which somebody types."""

    @property
    def interactive(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("code", "yes", "no"),
    [
        ("en", "y yes YES", "n no ja"),
        ("de", "j ja Ja y yes", "n nein"),
        ("ko", "네 예 응 y yes", "아니요 n"),
        ("zh", "是 是的 y yes", "不 n"),
    ],
)
def test_yes_is_understood_in_each_language(code: str, yes: str, no: str) -> None:
    def means(answer: str) -> bool:
        return means_it(Typed(StringIO(f"{answer}\n"), StringIO()))

    with language.speaking(code):
        assert all(map(means, yes.split()))
        assert not any(map(means, ["", *no.split()]))


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_move_with_too_much_is_refused_in_each_language(code: str) -> None:
    with language.speaking(code), pytest.raises(InvalidMove) as error:
        expect_nothing("2")
    assert "'2'" in str(error.value)
    assert "too much" not in str(error.value)


@pytest.mark.parametrize(
    ("threshold", "told"),
    [(0.1, "als 0,1 Versuche "), (1, "als 1 Versuch "), (0, "als 0 Versuche")],
)
def test_a_training_says_numbers_as_the_language_does(threshold: float, told: str) -> None:
    rules = Rules.parse("ab3x5")
    training = TRAINING.begin(
        Training(rules=rules, turns=("012=02", "134=20"), threshold=threshold)
    )
    with language.speaking("de"):
        assert told in greeting(training)


def test_a_demonstration_counts_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOLAB_LANGUAGE", "de")
    said = CliRunner().invoke(moo, ["solve", "-r", "mm2x2", "--seed", "2"]).output
    assert "Damit bleibt 1 von 4 Codes." in said
    assert "Damit bleiben 2 von 4 Codes." in said
