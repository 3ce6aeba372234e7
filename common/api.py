"""The one shape in which the API reports an error: ``{"error": {"code", "path", "message"}}``."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import APIException, ErrorDetail, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler


def error_body(code: str, path: str, message: str) -> dict[str, Any]:
    """Return the body of an error answer."""
    return {"error": {"code": code, "path": path, "message": message}}


def exception_handler(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what the framework raises into Muster's error shape; None leaves the fault to Django."""
    response = drf_exception_handler(fault, context)
    if response is None:
        return None
    code, path, message = "error", "", "The request could not be answered."
    if isinstance(fault, ValidationError):
        code, (path, message) = "invalid", _first(fault.detail)
    elif isinstance(fault, Throttled):
        code, message = "throttled", f"Too many requests; try again in {fault.wait or 1:.0f} seconds."
    elif isinstance(fault, APIException):
        code, message = str(fault.get_codes()), str(fault.detail)
    elif response.status_code == 404:
        code, message = "not_found", "There is nothing at this address."
    elif response.status_code == 403:
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
