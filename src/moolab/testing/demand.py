"""What conformance suites demand."""


def demand(fulfilled: object, sentence: str) -> None:
    """Make sure of something, with Python's ``-O`` too.

    Args:
        sentence: what is wrong otherwise.

    Raises:
        AssertionError: if it is not so.
    """
    if not fulfilled:
        raise AssertionError(sentence)
