"""What is drawn with a key, or sealed: one game tells nothing of another."""

import hashlib
import hmac


def derive(key: bytes, text: str) -> bytes:
    """32 bytes that follow from a key and a text: HMAC-SHA256 (RFC 2104).

    >>> derive(b"key", "one").hex()[:8], derive(b"key", "two").hex()[:8]
    ('0cf1a9a8', 'a8241d62')
    """
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def draw_number(key: bytes, text: str, size: int) -> int:
    """A number from 0 to ``size`` - 1, each as likely.

    >>> draw_number(b"key", "one", 5040) == draw_number(b"key", "one", 5040)
    True
    """
    # Of 2**256 numbers, none gets noticeably more than its share.
    return int.from_bytes(derive(key, text)) % size


def draw_nonce(key: bytes, text: str) -> str:
    """A random text for a seal, of 128 bits in hexadecimal digits.

    >>> len(draw_nonce(b"key", "one"))
    32
    """
    return derive(key, text).hex()[:32]


def commitment(secret: str, nonce: str) -> str:
    """SHA-256 of ``secret:nonce`` in UTF-8, as 64 hexadecimal digits.

    Shown before the first guess, it fixes the secret; the nonce, a random text told at the end,
    keeps the secret from being found by trying all codes.

    >>> commitment("8217", "a1b2")[:16]
    '665b706d6d221935'
    """
    return hashlib.sha256(f"{secret}:{nonce}".encode()).hexdigest()
