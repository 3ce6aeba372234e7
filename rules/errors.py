"""What goes wrong: a bug of the caller, a document that cannot be read, a refusal."""


class RulesError(ValueError):
    """A caller asked the rules something that makes no sense (a level of 40, an unknown alignment)."""


class DocumentError(RulesError):
    """A roster or card document that cannot be read.

    ``code`` is a stable dotted word, ``path`` says where (``members[2].hero_points``), ``message`` is a
    sentence for a person: what is wrong and what is expected.
    """

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path
        self.message = message


class ChangeRefused(Exception):
    """A change that cannot be made, with a sentence for the player."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
