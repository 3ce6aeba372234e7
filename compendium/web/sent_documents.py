"""JSON documents that a visitor sends as the file of a form, and the pages of such forms."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.refusal import Refusal
from rules.documents.reading import json_document
from rules.errors import DocumentError

T = TypeVar("T")


def sent_document(request: HttpRequest, *, most: int, missing: str) -> object:
    """Return the JSON of the form's ``file`` of at most ``most`` bytes.

    Raises ``DocumentError``: with ``missing`` if there is no such file, otherwise with its faults.
    """
    sent = request.FILES.get("file")
    if sent is None or sent.size is None or sent.size > most:
        raise DocumentError("document.json", "", missing)
    return json_document(sent.read(), most=most)


def store_sent_document(
    request: HttpRequest, template: str, *, most: int, missing: str, store: Callable[[object], T]
) -> T | HttpResponse:
    """Return the result of ``store`` for the uploaded document, or the page of the form with the refusal."""
    if request.method != "POST":
        return render(request, template)
    try:
        return store(sent_document(request, most=most, missing=missing))
    except (DocumentError, Refusal) as fault:
        return render(request, template, {"refused": fault.message}, status=422)
