"""Previews that are confirmed: what a correction changes is shown first, and exactly that is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Owner
from campaigns.selectors.corrections import WarbandDifference, scenario_differences
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.corrections import ScenarioCorrection, scenario_correct
from rules.campaigns.events import CampaignEvent, event_document
from rules.careers.differences import SheetChange


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What an entry would change, and a ``mark`` that a form sends back to say that this was seen."""

    differences: Sequence[WarbandDifference]
    mark: str
    is_other: bool = False

    def is_confirmed(self, request: HttpRequest) -> bool:
        """Return True if the person saw just this and wants it written."""
        return request.POST.get("do") == "write" and request.POST.get("seen") == self.mark


def preview_of(
    request: HttpRequest, event: CampaignEvent, differences: Sequence[WarbandDifference]
) -> CorrectionPreview:
    """Return the preview of an entry; it ``is_other`` than the one that the person wanted to confirm."""
    seen = [
        event_document(event),
        [
            [
                difference.warband.number,
                _lines(difference.standing),
                [[member.name, _lines(member.changes)] for member in difference.members],
                difference.due,
                difference.problems,
            ]
            for difference in differences
        ],
    ]
    mark = hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()
    asked = request.POST.get("do") == "write"
    return CorrectionPreview(differences, mark, is_other=asked and request.POST.get("seen") != mark)


def preview_or_correct(
    request: HttpRequest, owner: Owner, scenario: ScenarioView, correction: ScenarioCorrection, reason: str
) -> CorrectionPreview | None:
    """Write a correction of a scenario that the person has seen; of any other return the preview.

    Raises ``Refusal`` for what cannot be corrected so.
    """
    campaign, number = scenario.view.campaign, scenario.state.number
    event = correction.event(campaign, scenario.state, reason)
    preview = preview_of(request, event, scenario_differences(campaign, number, event))
    if not preview.is_confirmed(request):
        return preview
    scenario_correct(actor=owner, key=campaign.key, scenario=number, correction=correction, reason=reason)
    return None


def _lines(changes: Iterable[SheetChange]) -> list[list[str]]:
    return [[line.label, line.before, line.after] for line in changes]
