"""The answer of a service that refuses a request: nothing changes, and a person reads the reason."""

from collections.abc import Iterable
from typing import Any


class Refusal(Exception):
    """A service's no: ``message`` is a sentence for a person, ``problems`` the obstacles, if known.

    ``meanwhile`` says what others did since the person saw what the request is about.
    ``code`` is a stable word for programs, ``warband.gone``: its subject, and one of ``common.api.errors``.
    """

    code = "refused"

    def __init__(
        self, message: str, problems: Iterable[Any] = (), *, code: str = "", meanwhile: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)
        self.meanwhile = tuple(meanwhile)
        if code:
            self.code = code
