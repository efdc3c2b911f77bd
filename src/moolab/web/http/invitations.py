"""Texts that nobody guesses, and that every server of an installation works out anew.

They are HMAC-SHA256 (RFC 2104) under a key that the installation has drawn once, so what is in the
database alone opens no seat.
"""

import hashlib
import hmac
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

    def watching(self, game: str) -> str:
        """What lets others watch a game of two people."""
        return self._derive(f"watch {game}")

    def shows(self, game: str, token: str) -> bool:
        """Whether a token lets others watch a game."""
        return hmac.compare_digest(self.watching(game).encode(), token.encode())

    def rematch(self, game: str) -> str:
        """The id of the game that follows a game: whoever of the two asks first begins it."""
        return self._derive(f"rematch {game}")

    def entry(self, race: str, player: str) -> str:
        """The id of a player's game in a race: nobody begins twice."""
        return self._derive(f"entry {player} {race}")

    def brought(self, player: str, game: str) -> str:
        """The id of a game that a player brings from elsewhere: nobody brings it twice."""
        return self._derive(f"brought {player} {game}")

    def _derive(self, text: str) -> str:
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")
