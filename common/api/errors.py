"""Errors in one form: ``{"error": {"code", "path", "message"}}``, and the status of a refusal.

``problems`` is a fourth field if a refusal has several. The end of a refusal's code sets its status: ``warband.gone``
is 404.
"""

from collections.abc import Iterable
from typing import Any

from rest_framework import status
from rest_framework.exceptions import APIException

from common.refusal import Refusal

MAX_BODY = 2 * 2**20
"""The most bytes of a request's body."""


class Fault(APIException):
    """An error answer: its status, a stable dotted code, the place in the request, and a sentence."""

    def __init__(self, code: str, path: str, message: str, status_code: int = status.HTTP_400_BAD_REQUEST) -> None:
        super().__init__(message, code)
        self.status_code = status_code
        self.path = path
        if status_code == status.HTTP_401_UNAUTHORIZED:
            self.auth_header = "Bearer"


def unknown(noun: str, path: str, value: object) -> Fault:
    """Return the fault for something that does not exist, such as a creature with that key."""
    message = f"There is no {noun} “{value}” in the compendium."
    return Fault(f"{noun}.unknown", path, message, status.HTTP_404_NOT_FOUND)


def too_large() -> Fault:
    """Return the fault for a body over the API's limit."""
    message = f"A body has at most {MAX_BODY // 2**20} MiB."
    return Fault("document.too_large", "", message, status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)


def error_body(code: str, path: str, message: str, problems: Iterable[str] = ()) -> dict[str, Any]:
    """Return the body of an error answer."""
    error: dict[str, Any] = {"code": code, "path": path, "message": message}
    if listed := list(problems):
        error["problems"] = listed
    return {"error": error}


STATUSES: dict[str, int] = {
    "gone": status.HTTP_404_NOT_FOUND,
    "forbidden": status.HTTP_403_FORBIDDEN,
    "changed": status.HTTP_412_PRECONDITION_FAILED,
    "full": status.HTTP_409_CONFLICT,
    "locked": status.HTTP_409_CONFLICT,
    "state": status.HTTP_409_CONFLICT,
    "family": status.HTTP_409_CONFLICT,
    "invalid": status.HTTP_422_UNPROCESSABLE_ENTITY,
}
"""The status for each ending of a refusal's code.

``gone``: it does not exist (any more). ``forbidden``: this person may not. ``changed``: another person changed it
meanwhile. ``full``: a limit is reached. ``locked``: something else holds the lock. ``state``: its present state does
not allow it. ``family``: it belongs to another game. ``invalid``: the values are not valid.
"""


def status_of_refusal(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return STATUSES.get(refusal.code.rpartition(".")[2], status.HTTP_422_UNPROCESSABLE_ENTITY)
