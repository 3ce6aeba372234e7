"""The mark of the part of a page that changes: by it a browser asks whether the part is still right."""

from __future__ import annotations

from hashlib import sha256

from django.utils.http import quote_etag

from battles.selectors.battles import BattleView


def etag_of(view: BattleView, query: str) -> str:
    """Return the mark of the part as a visitor sees it at an address."""
    return etag_of_mark(view.mark, query)


def etag_of_mark(mark: str, query: str) -> str:
    """Return the mark of the part at an address, by the mark of the fight."""
    return quote_etag(f"{mark}.{sha256(query.encode()).hexdigest()[:16]}")
