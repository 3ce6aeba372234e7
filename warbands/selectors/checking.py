"""Proving that what is stored of warbands can be opened."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F

from rules.building.draft import draft_from_document
from rules.errors import RulesError
from warbands.models import Step, Warband
from warbands.selectors.sheets import sheet_of


def warbands_that_fail() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored warband that cannot be opened, with the reason; deleted warbands too.

    A few queries for each warband.
    """
    yield from ((key, "It has no step at which it stands.") for key in _without_step())
    for step in Step.objects.filter(number=F("warband__position")).select_related("warband").order_by("pk").iterator():
        if reason := _reason_not_to_open(step):
            yield step.warband.key, reason


def _without_step() -> list[str]:
    standing = Step.objects.filter(number=F("warband__position")).values("warband")
    return list(Warband.objects.exclude(pk__in=standing).order_by("pk").values_list("key", flat=True))


def _reason_not_to_open(step: Step) -> str:
    """Return why a warband cannot be opened and laid out, "" where it can."""
    try:
        sheet_of(draft_from_document(step.draft))
    except RulesError as fault:
        return str(fault)
    return ""
