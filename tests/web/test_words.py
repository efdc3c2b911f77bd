"""Words on the pages: letters in colours with signs, a keyboard, and replies that are heard."""

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from starlette.testclient import TestClient

from moolab.codes import word_lists
from moolab.codes.word_lists import words
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History, Turn
from moolab.deduction.letters import marks_in_words
from moolab.web.answers.computing import Computing
from moolab.web.app import create_app
from moolab.web.http.errors import TooBusy
from moolab.web.settings import Settings
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess
from tests.web.test_play import begin, changing, pending, press, secret_of, unfold

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = words("english5")


def guess(page: "Page", code: str) -> Turn:
    """Type a word, wherever the focus is, and see that its reply is the right one."""
    page.keyboard.type(code)
    with changing(page):
        page.keyboard.press("Enter")
    row = page.locator("[data-side=yours] tr[data-reply]").last
    turn = Turn(code, RULES.reply(row.get_attribute("data-reply") or ""))
    assert row.locator("td").last.inner_text() == marks_in_words(turn)
    return turn


LIST = "words:english4"


def test_a_list_is_read_where_nobody_else_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    read, waited = word_lists._listed, list[bool]()

    def listed(*args: Any) -> Any:
        waited.append(asyncio._get_running_loop() is not None)
        return read(*args)

    async def compute(*_args: object) -> None:
        raise TooBusy("not today")

    requests: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/api/score", {"json": {"rules": LIST, "guess": "word", "secret": "list"}}),
        ("POST", "/api/candidates", {"json": {"rules": LIST}}),
        ("POST", "/api/next", {"json": {"rules": LIST, "strategy": "consistent"}}),
        ("POST", "/api/analyze", {"json": {"rules": LIST, "history": "none=GGGG"}}),
        ("POST", "/api/games", {"json": {"rules": LIST}}),
        ("POST", "/play", {"data": {"rules": LIST, "role": "breaker"}}),
        ("POST", "/two", {"data": {"rules": "other", "other": LIST}}),
        ("GET", f"/analysis?rules={LIST}&turns=word", {}),
        ("GET", f"/assistant/advice?rules={LIST}", {}),
        ("GET", f"/tree?rules={LIST}&strategy=random", {}),
        ("GET", f"/puzzles/make?rules={LIST}", {}),
        ("GET", f"/puzzles/clues?rules={LIST}&turns=word", {}),
    ]
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        monkeypatch.setattr(word_lists, "_listed", listed)
        monkeypatch.setattr(Computing, "run", compute)
        for method, path, sent in requests:
            waited.clear()
            client.request(method, path, **sent, follow_redirects=False)
            # Once it has been read, it is at hand.
            assert waited[0] is False, path


def test_a_word_is_found_with_the_keyboard(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE)
    page.goto(server.address)
    page.get_by_role("button", name="Words").click()
    page.wait_for_url(re.compile("/play"))
    turns: History = (guess(page, "slate"),)
    key = page.locator("code-pad button[data-symbol=s]")
    expect(key).to_have_class(
        {"g": "mark-right", "y": "mark-elsewhere", "-": "mark-absent"}[str(turns[0].reply)[0]]
    )
    check_accessible(page)
    picture(page, "words")
    page.keyboard.type("crune")
    page.keyboard.press("Enter")
    expect(page.locator("#guess-error")).to_have_text("Crune is not in the list of words.")
    expect(page.locator("#guess")).to_have_value("crune")
    page.locator("#guess").fill("")
    while turns[-1].reply != RULES.win:
        turns = (*turns, guess(page, candidates(RULES, turns)[0]))
    story = page.locator("#story").input_value()
    assert story.count("\n") == len(turns) + 1
    assert story.endswith("🟩🟩🟩🟩🟩")
    assert turns[-1].guess not in story


def test_a_duel_of_words_is_answered_by_tapping_tiles(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, rules="words:english5")
    mine = "crane"
    guess(page, next(word for word in ("slate", "brick") if word != secret_of(page, server)))
    right = RULES.score(pending(page), mine)
    tiles = page.locator("reply-tiles button")
    for place, mark in enumerate(str(right)):
        for _ in range("-yg".index(mark)):
            tiles.nth(place).click()
    expect(page.locator("#reply")).to_have_value(str(right))
    check_accessible(page)
    press(page, "Reply")
    shown = page.locator("[data-side=computer] tr[data-reply]")
    assert shown.get_attribute("data-reply") == str(right)


def test_words_of_games_elsewhere(server: ServerProcess) -> None:
    with httpx2.Client(base_url=server.address, follow_redirects=True, timeout=PATIENCE) as person:
        rows = {
            "rules": "words:english",
            "guess": ["crane", "about"],
            "reply": ["🟩🟨🟨⬛🟨", "yyyyy"],
        }
        clash = person.get("/assistant", params=rows).text
        assert "No code fits: row 2 alone cannot be true." in clash
        assert "Row 2, about: A elsewhere, B absent" in clash
        alone = person.get("/assistant", params=rows | {"reply": ["🟩🟨🟨⬛🟨"]}).text
        assert "Only one word is possible." in alone
        assert "<li>clear</li>" in alone
        turns = {"rules": "words:english", "turns": "trace=-yy-y baker=ggggg", "whole": "yes"}
        judged = person.get("/analysis", params=turns).text
        assert "T absent, R elsewhere, A elsewhere, C absent, E elsewhere" in judged
        assert 'mark-elsewhere letter">r<' in judged
        tree = person.get("/tree", params={"rules": "words:english", "strategy": "entropy"}).text
        assert "T absent, R elsewhere, A elsewhere, C absent, E elsewhere" in tree


def test_several_boards_have_one_guess(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE)
    page.goto(f"{server.address}/boards")
    check_accessible(page)
    page.get_by_label("Boards").select_option("2")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/boards/"))
    for word in ("slate", "crown"):
        page.keyboard.type(word)
        with changing(page):
            page.keyboard.press("Enter")
    with changing(page):
        page.get_by_role("button", name="Undo").click()
    page.keyboard.type("crown")
    with changing(page):
        page.keyboard.press("Enter")
    boards = page.locator(".many > section")
    histories = [
        tuple(Turn(guess, RULES.reply(reply)) for guess, reply in turns)
        for turns in boards.evaluate_all(
            """all => all.map((one) => [...one.querySelectorAll("tr[data-reply]")]
               .map(({ dataset }) => [dataset.guess, dataset.reply]))"""
        )
    ]
    left = [len(candidates(RULES, history)) for history in histories]
    for board, number in zip(boards.all(), left, strict=True):
        expect(board.locator("p")).to_have_text(re.compile(rf"^{number} words? left$"))
        # That is for those who have the sieve.
        expect(board.locator("p")).to_be_hidden()
    keys = page.locator("code-pad .fields")
    assert all(fields.locator("i").count() == 2 for fields in keys.all())
    expect(page.locator("#said")).to_contain_text("Board 1: C ")
    check_accessible(page)
    picture(page, "boards")
    page.keyboard.type("crune")
    page.keyboard.press("Enter")
    expect(page.locator("#guess-error")).to_have_text("Crune is not in the list of words.")
    expect(page.locator("#guess")).to_have_value("crune")
    unfold(page, "Resign")
    page.get_by_role("button", name="Yes, I give up").click()
    expect(page.locator("#story")).to_have_value(
        re.compile("^moolab, 2 boards, words of 5 letters: not")
    )


def test_hard_mode_says_what_is_missing_and_keeps_what_was_typed(server: ServerProcess) -> None:
    chosen = {"rules": "words:english", "role": "breaker", "hard": "yes", "maker": "evil"}
    with httpx2.Client(base_url=server.address, follow_redirects=True, timeout=PATIENCE) as person:
        opened = person.post("/play", data=chosen)
        assert "hard mode" in opened.text
        game = opened.url.path
        # To trace, one reply leaves more words than any other: that e is elsewhere.
        person.post(game, data={"verb": "guess", "text": "trace"})
        broken = person.post(game, data={"verb": "guess", "text": "brick"})
        assert broken.status_code == 409
        assert "Hard mode: the guess has to have the letter e" in broken.text
        assert 'value="brick"' in broken.text
        refused = person.post("/play", data=chosen | {"rules": "ab4x10"})
        assert "Hard mode is for replies that mark each place" in refused.text
        large = person.post("/play", data=chosen | {"rules": "words:equations8"})
        assert "words:equations8 has 17,723 codes" in large.text
