"""A warband as a file."""

from __future__ import annotations

import json

from django.http import HttpResponse

from rules.roster import Roster, roster_document
from rules.text import slug


def roster_file(roster: Roster) -> HttpResponse:
    """Answer with the roster document as a file that is called what the warband is called."""
    response = HttpResponse(
        json.dumps(roster_document(roster), ensure_ascii=False, indent=2) + "\n", content_type="application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="{file_name(roster.name)}.json"'
    return response


def file_name(name: str) -> str:
    """Return what a file of a warband of that name is called, without its ending."""
    return slug(name)[:80] or "warband"
