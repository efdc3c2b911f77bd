"""Domain errors: each says in one sentence what is wrong and, where it can, what would be right."""

import re


class MoolabError(ValueError):
    """Anything a user can be told in one sentence; every error of moolab derives from it."""

    @property
    def kind(self) -> str:
        """The error's name as programs read it.

        >>> InvalidCode("no such code").kind
        'invalid_code'
        """
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def explanation(self) -> str:
        """The sentence, and what more there is to say to people."""
        return str(self)

    @property
    def conflict(self) -> tuple[int, ...] | None:
        """Of contradictory replies, the numbers of turns that clash; None for other errors."""
        return None


class InvalidRules(MoolabError):
    """The notation of a game is malformed, or no such game can be."""


class InvalidCode(MoolabError):
    """A text is not a code of the game: wrong length, unknown symbol, forbidden repeat."""


class InvalidReply(MoolabError):
    """A text is not a reply, or no two codes of the game give it."""


class InvalidTurn(MoolabError):
    """A text is not a turn in the form ``CODE=REPLY``."""


class SpaceTooLarge(MoolabError):
    """A game has more codes than can be listed, or compared, in reasonable memory and time."""


class UnknownStrategy(MoolabError):
    """No strategy has this name."""


class UnknownLevel(MoolabError):
    """No level of play has this name."""


class InvalidExtension(MoolabError):
    """An added part cannot be loaded, or is not what it has to be."""


class InvalidMove(MoolabError):
    """A move is malformed, or is not possible in this phase of the game."""


class InvalidSetup(MoolabError):
    """What is settled before a game does not go together, or is unknown."""


class UnknownGame(MoolabError):
    """Nothing that can be played has this name."""


class InvalidRace(MoolabError):
    """A text is not the name of a race."""


class InvalidDaily(MoolabError):
    """There is no such daily game, or not yet."""


class InvalidBoard(MoolabError):
    """There is no such board, or no such line on it."""


class InvalidPosition(MoolabError):
    """A text is not a position with its score, or the game is over there."""


class InvalidGame(MoolabError):
    """A saved game cannot be read."""


class GameWentOn(MoolabError):
    """The file of a game was changed by another process."""


class InvalidCheckpoint(MoolabError):
    """A checkpoint cannot be read, or is that of another search."""


class SearchFailed(MoolabError):
    """A search cannot be done as it was asked for."""


class InvalidTree(MoolabError):
    """A tree file cannot be read, or what it holds is not a tree of its game."""


class UnusableFile(OSError, MoolabError):
    """A file cannot be read or written."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class MissingFile(UnusableFile, FileNotFoundError):
    """There is no such file, or no such folder for it."""


class InvalidCertificate(MoolabError):
    """A certificate cannot be read, or a claim in it does not follow."""


class InvalidStrategies(MoolabError):
    """A file of mixed strategies cannot be read, or they do not guarantee what it says."""


class NotInTree(MoolabError):
    """A decision tree has no node for a history: another code was guessed."""


class PuzzleNotFound(MoolabError):
    """No puzzle with this number of clues, or of this difficulty, was found."""


class InvalidProgram(MoolabError):
    """A program cannot be read; the message names the line and the reason."""


class InvalidKey(MoolabError):
    """A text is not a key of the calculator."""


class ProgramFault(MoolabError):
    """A program did what its machine cannot do, or did not end."""


class InvalidCommand(MoolabError):
    """A debugger, or another part, cannot do what it was told."""


class Interrupted(MoolabError):
    """A sequence was interrupted by Ctrl-C, and cannot go on."""
