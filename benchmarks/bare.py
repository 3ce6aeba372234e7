"""The floors: bare Django views with as many rows, cells and bytes, rendered from one template.

The page reads session and user as every page does, and asks the database for nothing else. The change asks and writes
what a change of a warband asks and writes, and knows nothing of the game; so do the check of an adventure and its page.
"""

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import engines
from django.urls import path
from django.utils import timezone

from adventures.models import AdventureEntry, AdventureRow
from compendium.models import CardRevision, Item
from gambling.models import GamblingEntry, GamblingTable
from warbands.models import Step, Warband
from warbands.services.drafts import HISTORY

CELLS = 12
_TEMPLATE = engines["django"].from_string(
    "<!doctype html><html lang='en'><head><title>{{ title }}</title></head><body><p>{{ request.user }}</p><table>"
    "{% for row in rows %}<tr><td><a href='/{{ row.key }}/'>{{ row.name }}</a></td><td>{{ row.text }}</td>"
    "{% for cell in row.cells %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table></body></html>"
)
_FRAME = 80 + CELLS * 11


def bare(request: HttpRequest, rows: int, size: int) -> HttpResponse:
    """Render ``rows`` rows of ``CELLS`` cells in about ``size`` bytes."""
    filler = "x" * max(size // rows - _FRAME, 0)
    cells = list(range(CELLS))
    listed = [{"key": f"k{number}", "name": f"Row {number}", "text": filler, "cells": cells} for number in range(rows)]
    return HttpResponse(_TEMPLATE.render({"title": "Bare", "rows": listed}, request))


def bare_change(request: HttpRequest, key: str, rows: int, size: int) -> HttpResponse:
    """Store one more step of a warband, the same draft once more, and render as ``bare`` does."""
    with transaction.atomic():
        warband = Warband.objects.select_for_update().get(owner=request.user, key=key, deleted_at=None)
        step = warband.steps.get(number=warband.position)
        members = step.draft["roster"]["members"]
        keys = {member["creature"] for member in members}
        carried = {item for member in members for item in member["items"]}
        list(CardRevision.objects.filter(current_of__key__in=keys).values_list("pk", "made_at"))
        if carried:
            list(Item.objects.filter(key__in=carried).select_related("source"))
        number = warband.position + 1
        warband.steps.exclude(number__gt=number - HISTORY, number__lt=number).delete()
        warband.position, warband.version, warband.changed_at = number, warband.version + 1, timezone.now()
        warband.save(update_fields=["position", "version", "changed_at"])
        Step.objects.create(
            warband=warband,
            number=number,
            version=warband.version,
            words=step.words,
            draft=step.draft,
            made_at=warband.changed_at,
        )
    return bare(request, rows, size)


def bare_adventure(request: HttpRequest, key: str, rows: int, size: int) -> HttpResponse:
    """Ask for an adventure and for the own warbands, and render as ``bare`` does."""
    AdventureRow.objects.select_related("campaign").get(owner=request.user, key=key)
    steps = Step.objects.filter(number=F("warband__position"), warband__owner=request.user, warband__deleted_at=None)
    list(steps.values_list("warband__key", "draft__roster__name", "warband__changed_at"))
    return bare(request, rows, size)


def bare_check(request: HttpRequest, key: str, rows: int, size: int) -> HttpResponse:
    """Store one more entry of an adventure, the same event once more, and lead to its bare page."""
    with transaction.atomic():
        AdventureRow.objects.filter(key=key).values_list("campaign__key", flat=True).first()
        row = AdventureRow.objects.select_for_update().get(owner=request.user, key=key)
        list(row.seeds.order_by("-epoch"))
        last = row.entries.get(number=row.head)
        row.head, row.version, row.changed_at = row.head + 1, row.version + 1, timezone.now()
        AdventureEntry.objects.create(
            adventure=row,
            number=row.head,
            step=row.head,
            side=last.side,
            event=last.event,
            seal=last.seal,
            at=row.changed_at,
        )
        row.save(update_fields=["head", "seal", "status", "version", "changed_at"])
    return redirect("bare-adventure", key, rows, size)


def bare_table(request: HttpRequest, key: str, rows: int, size: int) -> HttpResponse:
    """Ask for a gambling table and its log, and render as ``bare`` does."""
    row = GamblingTable.objects.get(owner=request.user, key=key)
    list(row.entries.order_by("number"))
    return bare(request, rows, size)


def bare_round(request: HttpRequest, key: str, rows: int, size: int) -> HttpResponse:
    """Store one more entry of a gambling table, the same event once more, and lead to its bare page."""
    with transaction.atomic():
        row = GamblingTable.objects.select_for_update().get(owner=request.user, key=key)
        last = list(row.entries.order_by("number"))[-1]
        row.head, row.version, row.changed_at = row.head + 1, row.version + 1, timezone.now()
        GamblingEntry.objects.create(table=row, number=row.head, step=row.head, event=last.event, at=row.changed_at)
        row.save(update_fields=["head", "version", "changed_at"])
    return redirect("bare-table", key, rows, size)


urlpatterns = [
    path("bare/<int:rows>/<int:size>/", bare),
    path("bare-change/<slug:key>/<int:rows>/<int:size>/", bare_change),
    path("bare-adventure/<slug:key>/<int:rows>/<int:size>/", bare_adventure, name="bare-adventure"),
    path("bare-table/<slug:key>/<int:rows>/<int:size>/", bare_table, name="bare-table"),
    path("bare-round/<slug:key>/<int:rows>/<int:size>/", bare_round),
    path("bare-check/<slug:key>/<int:rows>/<int:size>/", bare_check),
]
