"""Choosing the crest of a warband: its emblem and its division, each by default or by choice."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from common.web.refusals import attempt, never_stored
from printing.canvas import CHARACTERS
from rules.crests import DIVISION_NAMES, Crest, CrestChoice
from rules.sheets.model import NAMELESS
from warbands.selectors.crests import crest_beside, derived_crest
from warbands.selectors.legality import CampaignPlaces, sheet_today
from warbands.services.warbands import warband_choose_crest
from warbands.web.access import open_warband_or_404


@dataclass(frozen=True, slots=True)
class CrestOption:
    """One option for a part of the crest: its form value, its name, the crest with it, and whether it is chosen."""

    value: str
    label: str
    crest: Crest
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
@never_stored
def crest(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show the crest of a warband with its options, or store the choices."""
    owner, opened = open_warband_or_404(request, key)
    if request.method == "POST":
        choice = CrestChoice(request.POST.get("emblem", ""), request.POST.get("division", ""))
        attempt(request, lambda: warband_choose_crest(owner=owner, key=key, choice=choice), "The crest is saved.")
        return redirect("warbands:crest", key)
    warband, sheet = opened.warband, sheet_today(opened, places)
    derived, shown = derived_crest(warband, sheet), crest_beside(warband, sheet)
    own = dict.fromkeys(member.card.emblem for member in sheet.members if member.card and member.card.emblem)
    context = {
        "warband": warband,
        "name": opened.draft.roster.name or NAMELESS,
        "crest": shown,
        "divisions": [
            CrestOption("", "By its play mode", replace(shown, division=derived.division), not warband.crest_division),
            *(
                CrestOption(value, label, replace(shown, division=value), warband.crest_division == value)
                for value, label in DIVISION_NAMES.items()
            ),
        ],
        "emblem_of_costliest": CrestOption(
            "", "Its most expensive creature", replace(shown, emblem=derived.emblem), not warband.crest_emblem
        ),
        "own_emblems": _emblems(own, shown, warband.crest_emblem),
        "other_emblems": _emblems((name for name in CHARACTERS if name not in own), shown, warband.crest_emblem),
    }
    return render(request, "warbands/crest.html", context)


def _emblems(names: Iterable[str], shown: Crest, chosen: str) -> list[CrestOption]:
    options = ((name, name.replace("-", " ").capitalize()) for name in names)
    return [CrestOption(name, label, replace(shown, emblem=name), name == chosen) for name, label in options]
