"""Guesses that cost much, tried again: what is asked, how it is judged, and how it ends."""

from pathlib import Path

import pytest

from tests.dialogues import TRANSCRIPTS, check_transcript


@pytest.mark.parametrize(
    "file", sorted(TRANSCRIPTS.glob("train/*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path) -> None:
    check_transcript(file)
