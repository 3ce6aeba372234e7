"""Answers of the site to errors and refusals: a page, or the API's error, and when to try again."""

import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import server_error
from rest_framework.exceptions import APIException, ErrorDetail, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.api.errors import error_body, status_of_refusal, too_large
from common.files import is_disk_full
from common.refusal import Refusal
from printing.pdf import DrawingTooLong

SECONDS_TO_WAIT = 10
SECONDS_TO_MAKE_ROOM = 60
DISK_FULL = "The disk of this site is full. Nothing was stored."
NOTHING_HERE = "Nothing exists at this address."
BUSY = "The site is busy just now. Nothing was changed; try again in a few seconds."
BROKEN = "Something went wrong that is not your fault. It has been logged."
_OF_SQLITE = ("locked", "busy", "readonly database", "unable to open", "disk i/o error")


def answer_to_fault(request: HttpRequest) -> HttpResponse:
    """Answer a fault that no view caught; if the database is away or the disk is full, say when to try again."""
    fault, is_api = sys.exc_info()[1], request.path.startswith("/api/")
    if is_disk_full(fault):
        status, wait, body = 507, SECONDS_TO_MAKE_ROOM, error_body("disk_full", "", DISK_FULL)
    elif is_database_away(fault):
        status, wait, body = 503, SECONDS_TO_WAIT, error_body("busy", "", BUSY)
    else:
        return JsonResponse(error_body("error", "", BROKEN), status=500) if is_api else server_error(request)
    response = (
        JsonResponse(body, status=status)
        if is_api
        else render(None, f"{status}.html", {"request": request}, status=status)
    )
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response


def api_exception_handler(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of an API view into Muster's error shape; None leaves the error to Django."""
    if isinstance(fault, DrawingTooLong):
        fault = Refusal(fault.sentence, code="print.invalid")
    if isinstance(fault, Refusal):
        problems = [str(getattr(problem, "message", problem)) for problem in fault.problems]
        return Response(error_body(fault.code, "", fault.message, problems), status=status_of_refusal(fault))
    if isinstance(fault, RequestDataTooBig):
        fault = too_large()
    response = exception_handler(fault, context)
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
    elif response.status_code == HTTPStatus.NOT_FOUND:
        code, message = "not_found", NOTHING_HERE
    elif response.status_code == HTTPStatus.FORBIDDEN:
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
    return JsonResponse(error_body("not_found", "", NOTHING_HERE), status=HTTPStatus.NOT_FOUND)


def is_database_away(fault: BaseException | None) -> bool:
    """Return True if a fault says that the database is unusable now: locked, or missing."""
    if not isinstance(fault, OperationalError | InterfaceError):
        return False
    return connection.vendor != "sqlite" or any(words in str(fault).lower() for words in _OF_SQLITE)


def explain_wrong_method(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that shows a page at addresses that only accept buttons."""

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED or getattr(answer, "content", None) != b"":
            return answer
        page = render(None, "405.html", {"request": request}, status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = answer["Allow"]
        return page

    return _middleware
