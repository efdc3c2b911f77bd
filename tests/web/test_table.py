"""Games that people bring to the page: tables and lists, asked and answered, and nothing kept."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.limits import MOST_TABLE_TEXT
from moolab.web.settings import Settings
from tests.helpers.browser import PHONE, check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANIMALS = "question,cat,owl,cod,cost\nflies?,no,yes,no,1\nswims?,no,no,yes,5\nprior,1,1,2,\n"
LIST = "crane\nslate\ntrace\n"


@pytest.fixture
def person() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


def question(page: str) -> str:
    [found] = re.findall(r'name="question" value="([^"]*)"', page)
    return str(found)


def test_a_table_is_asked_until_one_secret_is_left(person: TestClient) -> None:
    page = person.post("/table", data={"text": ANIMALS}).text
    assert question(page) == "flies?"
    assert "It costs 1." in page
    assert "50.0 %" in page
    answered = {"text": ANIMALS, "question": "flies?", "reply": "no"}
    page = person.post("/table", data=answered).text
    assert "2 of 3 secrets are possible." in page
    assert question(page) == "swims?"
    asked = {"text": ANIMALS, "asked": ["flies?"], "got": ["no"]}
    page = person.post("/table", data=asked | {"question": "swims?", "reply": "yes"}).text
    assert "It is cod." in page
    page = person.post("/table", data=asked | {"remove": "1"}).text
    assert "3 of 3 secrets are possible." in page
    page = person.post("/table", data=asked | {"verb": "other", "other": "flies?"}).text
    assert question(page) == "flies?"


def test_a_file_and_a_reply_that_wins(person: TestClient) -> None:
    doors = b"guess;1;2\n1;found;higher\n2;lower;found\n"
    page = person.post("/table", data={"win": "found"}, files={"file": ("a.csv", doors)}).text
    assert question(page) in ("1", "2")
    assert "found" in page


@pytest.mark.parametrize("words", [LIST, "CRANE\nSlate\ntrace\n"])
def test_a_list_is_asked_by_its_rule(words: str, person: TestClient) -> None:
    page = person.post("/table", data={"text": words, "rule": "jotto"}).text
    assert "3 of 3 secrets are possible." in page
    answered = {"text": words, "rule": "wordle", "question": "crane", "typed": "🟨🟩🟩⬛🟩"}
    assert "It is trace." in person.post("/table", data=answered).text


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"text": "q,a,b\nx,1"}, "Line 2 has 2 cells, and the first one 3."),
        ({"text": "q,a,b\nx,1,1"}, "No question tells &#39;a&#39; and &#39;b&#39; apart."),
        ({"text": "q,a,a\nx,1,2"}, "There are two secrets"),
        ({"text": "crane\ncat", "rule": "wordle"}, "has 3 letters, and others have 5"),
        ({"text": LIST, "rule": "luck"}, "Choose what your text is."),
        ({"text": LIST, "rule": "wordle", "question": "crane", "typed": "xx"}, "not a reply"),
        ({"text": LIST, "rule": "wordle", "verb": "other", "other": "cat"}, "not in the list"),
        ({"text": LIST, "rule": "wordle", "asked": "cat", "got": "ggg"}, "not in the list"),
        ({"text": "x" * (MOST_TABLE_TEXT + 1)}, "60,001 characters; here it may have 60,000"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    person: TestClient, fields: dict[str, str], told: str
) -> None:
    refused = person.post("/table", data=fields)
    assert refused.status_code == 422
    assert told.casefold() in refused.text.casefold()


def test_replies_that_clash_are_named(person: TestClient) -> None:
    turns = {"asked": ["crane", "trace"], "got": ["ggggg", "ggggg"]}
    page = person.post("/table", data={"text": LIST, "rule": "wordle"} | turns)
    assert page.status_code == 422
    assert "No secret gives these replies" in page.text
    assert page.text.count('name="remove"') == 2


def test_a_table_in_a_browser(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE)
    page.goto(f"{server.address}/table")
    check_accessible(page)
    page.get_by_role("link", name="Try an example").click()
    expect(page.locator("#said")).to_have_text("6 of 6 secrets are possible.")
    check_accessible(page)
    while (keys := page.locator("button[name=reply]")).count():
        rows = page.locator("button[name=remove]").count()
        keys.first.click()
        expect(page.locator("button[name=remove]")).to_have_count(rows + 1)
    page.reload()
    expect(page.locator("button[name=remove]")).to_have_count(rows + 1)
    expect(page.locator(".asked")).to_have_text(re.compile("^It is "))
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#said")).to_have_text("6 of 6 secrets are possible.")
    assert page.locator("#text").input_value().startswith("question,cat")
