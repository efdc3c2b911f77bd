"""Fair play: the computer commits itself to its secret before the game, and can be checked."""

import hashlib


def commitment(secret: str, nonce: str) -> str:
    """SHA-256 of ``secret:nonce`` in UTF-8, as 64 hexadecimal digits.

    Shown before the first guess, it fixes the secret; the nonce, a random text told at the end,
    keeps anybody from finding the secret by trying all codes.

    >>> commitment("8217", "a1b2")[:16]
    '665b706d6d221935'
    """
    return hashlib.sha256(f"{secret}:{nonce}".encode()).hexdigest()
