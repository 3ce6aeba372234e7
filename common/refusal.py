"""The answer of a service that will not do what it was asked: nothing is changed, and a person is told why."""

from collections.abc import Iterable
from typing import Any


class Refusal(Exception):
    """A service's no: ``message`` is a sentence for a person, ``problems`` what stands in the way, if it is known.

    ``code`` is a stable word for programs, ``warband.gone``: what it is about, and one of ``common.api.errors``.
    """

    code = "refused"

    def __init__(self, message: str, problems: Iterable[Any] = (), *, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)
        if code:
            self.code = code
