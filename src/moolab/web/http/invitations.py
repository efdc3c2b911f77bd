"""Texts that cannot be guessed: links to seats and games, and phrases that lead to another device.

Every server of an installation works them out anew, by HMAC-SHA256 (RFC 2104) under a key that the
installation has drawn once, so what is in the database alone opens no seat.

A phrase is 64 bits drawn by chance, as four words that can be said (proquints: Wilkerson, 2009).
The database has its name, and what it opens: neither the phrase nor the player.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode


class Invitations:
    """Links to seats that are free, and ids of games that are begun only once.

    Args:
        key: drawn once by the installation.

    >>> invitations = Invitations("key")
    >>> token = invitations.token("game")
    >>> len(token), invitations.opens("game", token), invitations.opens("another", token)
    (22, True, False)
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def token(self, game: str) -> str:
        """What opens the free seat of a game."""
        return self._derive(f"invitation {game}")

    def opens(self, game: str, token: str) -> bool:
        """Whether a token opens the free seat of a game."""
        return hmac.compare_digest(self.token(game).encode(), token.encode())

    def way_back(self, game: str, seat: str) -> str:
        """What brings a player back to a seat whose browser has forgotten it."""
        return self._derive(f"seat {seat} {game}")

    def watching(self, game: str) -> str:
        """What lets others watch a game of two people."""
        return self._derive(f"watch {game}")

    def shows(self, game: str, token: str) -> bool:
        """Whether a token lets others watch a game."""
        return hmac.compare_digest(self.watching(game).encode(), token.encode())

    def rematch(self, game: str) -> str:
        """The id of the game that follows a game: the first of the two to ask begins it."""
        return self._derive(f"rematch {game}")

    def entry(self, race: str, player: str) -> str:
        """The id of a player's game in a race, so that it begins once."""
        return self._derive(f"entry {player} {race}")

    def brought(self, player: str, game: str) -> str:
        """The id of a game that a player brings from elsewhere, so that it is kept once."""
        return self._derive(f"brought {player} {game}")

    def _derive(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), "sha256")
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_WORDS, _BITS = 4, 16
_WORD = re.compile(f"([{_CONSONANTS}][{_VOWELS}]){{2}}[{_CONSONANTS}]")


def new_phrase() -> str:
    """A phrase that cannot be guessed.

    >>> len(new_phrase()), read_phrase(new_phrase()) is not None
    (23, True)
    """
    return "-".join(_word(secrets.randbits(_BITS)) for _ in range(_WORDS))


def _word(number: int) -> str:
    """A number of 16 bits as a word.

    >>> _word(0), _word(0x7F00), _word(0xFFFF)
    ('babab', 'lusab', 'zuzuz')
    """
    letters = []
    for signs in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
        number, letter = divmod(number, len(signs))
        letters.append(signs[letter])
    return "".join(reversed(letters))


def read_phrase(text: str) -> str | None:
    """The phrase that a text spells, however its words are separated; None if it spells none.

    >>> read_phrase(" Lusab babad, gutih TUGAD "), read_phrase("lusab-babad")
    ('lusab-babad-gutih-tugad', None)
    """
    words = re.findall("[a-z]+", text.lower())
    if len(words) != _WORDS or not all(map(_WORD.fullmatch, words)):
        return None
    return "-".join(words)


class Transfers:
    """What phrases lead to.

    Args:
        key: drawn once by the installation.

    >>> transfers = Transfers("key")
    >>> sealed = transfers.seal("lusab-babad-gutih-tugad", "a player's token")
    >>> transfers.open("lusab-babad-gutih-tugad", sealed)
    "a player's token"
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def name(self, phrase: str) -> str:
        """By what it is found."""
        return self._derive("name", phrase).hex()

    def seal(self, phrase: str, token: str) -> str:
        """A token that only the phrase opens. Each phrase is used for one token."""
        return self._mixed(phrase, token.encode()).hex()

    def open(self, phrase: str, sealed: str) -> str:
        """The token; ``seal`` and this are a pair."""
        return self._mixed(phrase, bytes.fromhex(sealed)).decode()

    def _mixed(self, phrase: str, text: bytes) -> bytes:
        stream = self._derive("stream 1", phrase) + self._derive("stream 2", phrase)
        return bytes(a ^ b for a, b in zip(text, stream, strict=False))

    def _derive(self, purpose: str, phrase: str) -> bytes:
        return hmac.digest(self._key, f"transfer {purpose} {phrase}".encode(), "sha256")
