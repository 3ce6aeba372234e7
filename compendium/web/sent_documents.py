"""A document of JSON that somebody sends as a file of a form."""

from __future__ import annotations

from django.http import HttpRequest

from rules.documents import json_document
from rules.errors import DocumentError


def sent_document(request: HttpRequest, *, most: int, missing: str) -> object:
    """Return the JSON of the form's ``file`` of at most ``most`` bytes.

    Raises ``DocumentError``: with ``missing`` where there is no such file, else with what is wrong in it.
    """
    sent = request.FILES.get("file")
    if sent is None or sent.size is None or sent.size > most:
        raise DocumentError("document.json", "", missing)
    return json_document(sent.read(), most=most)
