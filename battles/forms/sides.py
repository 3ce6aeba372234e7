"""Choosing the sides of a new battle: own warbands, shared links, or the sides of a campaign's scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Owner
from battles.selectors.lineups import side_lineup
from battles.services.battles import SidePlan
from campaigns.selectors.campaigns import campaign_view
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.scenario_pages import ScenarioView, scenario_view
from rules.combat.setup import SIDE_KEYS
from warbands.selectors.warbands import OpenWarband, warband_names, warband_open, warband_shared
from warbands.web.lists import NAMELESS

OWN, SHARED = "w", "s"
_LINK = re.compile(r"(?:.*/)?shared/([\w-]{1,50})(?:[/?#].*)?", re.ASCII)
_TOKEN = re.compile(r"[\w-]{1,50}", re.ASCII)
NO_LINK = "This is not the link of a shared warband."
LOST = "No warband is shared at this link."
GONE = "You have no such warband."


@dataclass(frozen=True, slots=True)
class SideField:
    """A side of the form: what was chosen and typed, and what is wrong with it."""

    key: str
    chosen: str = ""
    link: str = ""
    name: str = ""
    error: str = ""

    @property
    def label(self) -> str:
        """What the form calls the side."""
        return f"Side {SIDE_KEYS.index(self.key) + 1}"

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.chosen or self.link)


def side_fields(values: Mapping[str, str]) -> tuple[SideField, ...]:
    """Return the sides as a form or an address has them."""
    return tuple(
        SideField(
            key,
            values.get(f"side-{key}", "").replace("\0", "")[:60],
            values.get(f"link-{key}", "").replace("\0", "").strip()[:300],
            values.get(f"name-{key}", "").replace("\0", "").strip()[:80],
        )
        for key in SIDE_KEYS
    )


def own_warbands(owner: Owner) -> tuple[tuple[str, str], ...]:
    """Return the warbands of somebody by their keys, those of one name told apart by their last change. One query."""
    own = warband_names(owner)
    names = [name for _, name, _ in own]
    return tuple(
        (
            key,
            f"{name or NAMELESS}, changed {date_format(localtime(at), 'j F, H:i')}"
            if names.count(name) > 1
            else name or NAMELESS,
        )
        for key, name, at in own
    )


def open_battle_side(owner: Owner, field: SideField) -> OpenWarband | str:
    """Return the warband of a side, or what is wrong with what was chosen. One query."""
    if field.link:
        found = _LINK.fullmatch(field.link)
        token = found[1] if found else field.link if _TOKEN.fullmatch(field.link) else ""
        if not token:
            return NO_LINK
        return warband_shared(token) or LOST
    return warband_open(owner, field.chosen) or GONE


def side_plan(key: str, field: SideField, opened: OpenWarband) -> SidePlan:
    """Return a side with the creatures of a warband as they are today."""
    name = field.name or opened.draft.roster.name or NAMELESS
    return SidePlan(name, side_lineup(key, opened.warband, opened.draft), opened.warband)


def scenario_named(owner: Owner, named: str) -> ScenarioView | None:
    """Return the scenario of a campaign by ``key:number``, None for somebody who takes no part in the campaign."""
    key, _, number = named.partition(":")
    view = campaign_view(owner, key)
    is_number = number.isascii() and number.isdigit() and len(number) < 9
    return scenario_view(view, int(number)) if view and is_number else None


def scenario_plans(scenario: ScenarioView) -> list[SidePlan]:
    """Return the sides of a campaign's scenario: who is fielded of each warband, with the hero points bought for it."""
    fielded = [warband for warband in scenario.warbands if warband.number in scenario.state.fielded]
    drafts = standing_drafts(fielded)
    plans = []
    for key, row in zip(SIDE_KEYS, fielded, strict=False):
        chosen, draft = scenario.state.fielded[row.number], drafts.get(row.warband_id)
        if draft is None:
            continue
        bought = {points.member: points.number for points in chosen.hero_points}
        lineup = side_lineup(key, row.warband, draft, members=chosen.members, hero_points=bought)
        plans.append(SidePlan(str(row), lineup, row.warband))
    return plans
