"""Program files, read as text."""

from pathlib import Path

from moolab.errors import InvalidProgram


def read_source(file: Path) -> str:
    """The text of a program file.

    Raises:
        InvalidProgram: if it is no text.
        OSError: if it cannot be read.
    """
    data = file.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidProgram(f"line {line}: {file} is no text in UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InvalidProgram(f"line {line}: {file} is no text") from None
    return text
