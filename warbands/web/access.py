"""Opening a warband's pages, which only its owner sees, and the version that a page showed."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest

from accounts.models import Owner
from accounts.web.visitors import owner_of
from rules.errors import require
from rules.text import NUMBER_DIGITS, natural_number
from warbands.selectors.warbands import OpenWarband, warband_open


def open_warband_or_404(request: HttpRequest, key: str) -> tuple[Owner, OpenWarband]:
    """Return the visitor and a warband of theirs; 404 for another person's, as for a missing one."""
    owner = owner_of(request)
    opened = require(warband_open(owner, key), Http404("You have no such warband."))
    return owner, opened


def version_of(given: Mapping[str, str]) -> int:
    """Return the version that a form sends, -1 if it is not a number."""
    return number_of(given.get("version", ""))


def number_of(text: str) -> int:
    """Return a whole number that a form sends, -1 if it is none."""
    number = natural_number(text, NUMBER_DIGITS)
    return -1 if number is None else number
