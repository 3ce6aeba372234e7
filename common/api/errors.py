"""Answers that are errors, in one shape: ``{"error": {"code", "path", "message"}}``, and the status of a refusal.

``problems`` is a fourth field where a refusal names several. The status of a refusal follows from the end of its code:
``warband.gone`` is 404.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import status
from rest_framework.exceptions import APIException, ErrorDetail, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from common.refusal import Refusal

MAX_BODY = 2 * 2**20
"""Bytes of a request's body."""


class Fault(APIException):
    """An answer that is an error: its status, a stable dotted code, where in the request it is, and a sentence."""

    def __init__(self, code: str, path: str, message: str, status_code: int = status.HTTP_400_BAD_REQUEST) -> None:
        super().__init__(message, code)
        self.status_code = status_code
        self.path = path
        if status_code == status.HTTP_401_UNAUTHORIZED:
            self.auth_header = "Bearer"


def unknown(noun: str, path: str, value: object) -> Fault:
    """Return the fault of asking for something that is not there, such as a creature with that key."""
    message = f"There is no {noun} “{value}” in the compendium."
    return Fault(f"{noun}.unknown", path, message, status.HTTP_404_NOT_FOUND)


def too_large() -> Fault:
    """Return the fault of a body that is larger than the API reads."""
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
"""What a refusal's code ends in.

``gone``: there is nothing (any more). ``forbidden``: this person may not. ``changed``: another person changed it
meanwhile. ``full``: a limit is reached. ``locked``: something else holds it. ``state``: not as things stand now.
``family``: it belongs to another game than the one that is played. ``invalid``: what was given is not fit.
"""


def status_of_refusal(refusal: Refusal) -> int:
    """Return the status with which the API answers a refusal."""
    return STATUSES.get(refusal.code.rpartition(".")[2], status.HTTP_422_UNPROCESSABLE_ENTITY)


NOTHING_HERE = "There is nothing at this address."


def exception_handler(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Turn refusals and what the framework raises into Muster's error shape; None leaves the fault to Django."""
    if isinstance(fault, Refusal):
        problems = [str(getattr(problem, "message", problem)) for problem in fault.problems]
        return Response(error_body(fault.code, "", fault.message, problems), status=status_of_refusal(fault))
    if isinstance(fault, RequestDataTooBig):
        fault = too_large()
    response = drf_exception_handler(fault, context)
    if response is None:
        return None
    code, path, message = "error", "", "The request could not be answered."
    if isinstance(fault, ValidationError):
        code, (path, message) = "invalid", _first(fault.detail)
    elif isinstance(fault, Throttled):
        seconds = fault.wait or 1  # type: ignore[attr-defined]  # the published types forget it
        code, message = "throttled", f"Too many requests; try again in {seconds:.0f} seconds."
    elif isinstance(fault, APIException):
        code, path, message = str(fault.get_codes()), getattr(fault, "path", ""), str(fault.detail)
    elif response.status_code == status.HTTP_404_NOT_FOUND:
        code, message = "not_found", NOTHING_HERE
    elif response.status_code == status.HTTP_403_FORBIDDEN:
        code, message = "permission_denied", "You may not do this."
    response.data = error_body(code, path, message)
    return response


def _first(detail: Any, path: str = "") -> tuple[str, str]:
    """Return the path and text of the first fault in a nested error detail."""
    if isinstance(detail, ErrorDetail | str):
        return path, str(detail)
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        return _first(inner, f"{path}.{name}" if path else str(name))
    return _first(next(iter(detail), "The request is not valid."), path)


@csrf_exempt
def nothing_here(request: HttpRequest) -> JsonResponse:
    """Answer for an address that the API does not have."""
    return JsonResponse(error_body("not_found", "", NOTHING_HERE), status=status.HTTP_404_NOT_FOUND)
