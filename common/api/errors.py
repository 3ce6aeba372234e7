"""What the API tells of refusals, of faults, and of what the framework raises."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import status
from rest_framework.exceptions import APIException, ErrorDetail, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from common.api.faults import error_body, too_large
from common.api.refusals import status_of_refusal
from common.refusal import Refusal

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
