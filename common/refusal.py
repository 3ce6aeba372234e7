"""The answer of a service that refuses a request: nothing changes, and a person reads the reason."""

from collections.abc import Iterable
from typing import Any


class Refusal(Exception):
    """A service's no: ``message`` is a sentence for a person, ``problems`` the obstacles, if known.

    ``code`` is a stable word for programs, ``warband.gone``: its subject, and one of ``common.api.errors``.
    """

    code = "refused"

    def __init__(self, message: str, problems: Iterable[Any] = (), *, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)
        if code:
            self.code = code
