"""Where each thing that waits for a person is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from campaigns.selectors.waiting import TaskKind, WaitingTask
from common.web.address import Address

BUTTONS: dict[TaskKind, str] = {
    "field": "Field it",
    "finish": "Open it",
    "dice": "Roll",
    "feats": "Choose",
    "errata": "Look",
    "accept": "Decide",
    "claims": "People",
}
"""What the link of each kind of task says."""


@dataclass(frozen=True, slots=True)
class TaskLink:
    """A task with the page on which it is done, and what its button says."""

    sentence: str
    address: str
    label: str


def task_links(key: str, tasks: Iterable[WaitingTask]) -> list[TaskLink]:
    """Return the tasks of a campaign, each with the page on which it is done."""
    return [TaskLink(task.sentence, _address(key, task), BUTTONS[task.kind]) for task in tasks]


def _address(key: str, task: WaitingTask) -> str:
    match task:
        case WaitingTask("field", _, scenario, warband):
            return reverse("campaigns:field", args=[key, scenario, warband])
        case WaitingTask("feats", _, None, warband, member):
            return str(Address(reverse("campaigns:member", args=[key, warband]), (("id", member),)))
        case WaitingTask("dice" | "feats", _, int() as scenario):
            return reverse("campaigns:aftermath", args=[key, scenario])
        case WaitingTask("errata" | "accept" | "dice", _, _, warband):
            return f"{reverse('campaigns:warband', args=[key, warband])}#{task.kind}"
        case WaitingTask("claims"):
            return reverse("campaigns:people", args=[key])
        case _:
            return reverse("campaigns:scenario", args=[key, task.scenario])
