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
    response["Content-Disposition"] = f'attachment; filename="{slug(roster.name)[:80] or "warband"}.json"'
    return response
