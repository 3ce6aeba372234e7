"""Errors: a bug of the caller, an unreadable document, a refusal; and what has to be there."""

from typing import TypeVar

T = TypeVar("T")


class RulesError(ValueError):
    """A meaningless call of the rules (a level of 40, an unknown alignment)."""


class DocumentError(RulesError):
    """An unreadable roster or card document.

    ``code`` is a stable dotted word, ``path`` the place (``members[2].hero_points``), ``message`` a sentence for a
    person: the fault and the expected value.
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


def require(value: T | None, error: Exception) -> T:
    """Return a value that has to be there; raise the error if it is None.

    >>> require({"common": 1}.get("common"), RulesError("There is no such rarity."))
    1
    """
    if value is None:
        raise error
    return value
