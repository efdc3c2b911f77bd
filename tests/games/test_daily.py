"""The codes of the day, as they are drawn."""

from datetime import date, timedelta

from moolab.games.daily import FIRST, Daily


def words_of(first: date, days: int) -> list[str | None]:
    return [Daily("word", first + timedelta(n)).setup(b"key").secret for n in range(days)]


def test_words_of_the_first_days_stay_what_they_were() -> None:
    assert words_of(FIRST, 3) == ["rally", "spike", "acute"]


def test_no_word_comes_twice_until_all_have_come() -> None:
    drawn = words_of(date(2026, 12, 1), 60)
    assert len(set(drawn)) == len(drawn)
    assert drawn != sorted(map(str, drawn))
