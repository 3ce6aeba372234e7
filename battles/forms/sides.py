"""Choosing the sides of a new battle: warbands, links, a campaign's scenario; a party and its monsters alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Owner
from battles.selectors.adventures import PARTY_SIDE, cards_of_creatures, keys_with_tags, party_of
from battles.selectors.lineups import side_lineup
from battles.services.battles import SidePlan
from campaigns.selectors.campaigns import campaign_view
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.scenario_pages import ScenarioView, scenario_view
from common.refusal import Refusal
from rules.cards.model import Card
from rules.combat.state import SIDE_KEYS
from rules.p2v_combat.sides import Fielded
from warbands.models import Warband
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


BORROWED = "borrowed"
CHOOSE = "Choose a party."


@dataclass(frozen=True, slots=True)
class ChosenParty:
    """The adventurers that somebody plays: what they are called, the creatures, and their warband."""

    name: str
    fielded: tuple[Fielded, ...]
    warband: Warband | None = None


def choose_party(owner: Owner, chosen: str, cards: Mapping[str, Card], borrowed: tuple[str, ...]) -> ChosenParty:
    """Return the party of a warband's key, or the ``borrowed`` one; raise ``Refusal`` for none."""
    if chosen == BORROWED and borrowed:
        return ChosenParty("The party", party_of(borrowed, cards))
    if not chosen:
        raise Refusal(CHOOSE, code="adventure.invalid")
    field = SideField(PARTY_SIDE, chosen)
    opened = open_battle_side(owner, field)
    if isinstance(opened, str):
        raise Refusal(opened, code="adventure.invalid")
    plan = side_plan(PARTY_SIDE, field, opened)
    if not plan.lineup.fielded:
        raise Refusal(f"“{plan.name}” has no creature that can fight.", code="battle.invalid")
    return ChosenParty(plan.name, plan.lineup.fielded, opened.warband)


@dataclass(frozen=True, slots=True)
class MonsterPool:
    """Monsters with one of some tags; no tag stands for all."""

    key: str
    name: str
    tags: tuple[str, ...] = ()


POOLS: tuple[MonsterPool, ...] = (
    MonsterPool("any", "Anything"),
    MonsterPool("beasts", "Animals and beasts", ("Animal", "Beast", "Dinosaur")),
    MonsterPool("undead", "The undead", ("Undead", "Zombie")),
    MonsterPool("raiders", "Goblins, kobolds, orcs, trogs", ("Goblin", "Kobold", "Orc", "Troglodyte")),
    MonsterPool("wilds", "Fey and plants", ("Fey", "Plant", "Fungus", "Leshy")),
    MonsterPool("made", "Constructs and elementals", ("Construct", "Elemental", "Ooze")),
)
_BY_KEY = {pool.key: pool for pool in POOLS}


def pool_cards(key: str, party_points: int) -> Mapping[str, Card]:
    """Return the cards of a pool that may fight a party; the first pool for an unknown key. A few queries."""
    pool = _BY_KEY.get(key, POOLS[0])
    return {
        key: card
        for key, card in cards_of_creatures(keys_with_tags(pool.tags)).items()
        if card.stats.hp and card.stats.speed and card.points <= party_points
    }
