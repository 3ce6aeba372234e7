"""The panels of the builder: the creatures that may join, beside it, and the edited member, below its row."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import Owner
from common.web.address import FilteredList, ListState
from compendium.models import Creature
from compendium.selectors.creature_list import COLUMNS, listed_creatures, with_twin_source
from compendium.selectors.homebrew import creatures_for, homebrew_keys
from compendium.selectors.item_list import items_found
from compendium.web.prose import RowTemplate, creature_context
from rules.building.changes import draft_card, member_of
from rules.building.draft import Draft
from rules.building.enlisting import Joining
from rules.building.members import MOST_AT_ONCE
from rules.cards.model import Card
from rules.items.item import choices_for
from rules.legality.resolved import Rulebook
from rules.sheets.members import MemberGroup
from rules.sheets.model import ItemLine, MemberSheet
from rules.tables.positioning import POSITIONING_UPGRADES, not_suited
from warbands.filters import JoiningFilter

PAGE = 24
"""Creatures on one page."""

ROW = RowTemplate((*COLUMNS, "source__key"), "warbands/rows/creature.html", "compendium:creature", creature_context)
NAMES = JoiningFilter.parameters()
SEVERAL = JoiningFilter.repeatable()
_CREATURES = listed_creatures()
_TICKS = (
    ("affordable", "Affordable", "Affordable now"),
    ("legal", "Legal", "Legal now"),
    ("others", "Also creatures that may not join", ""),
)
"""The checkboxes beside the search: the filter of each, its short label, its full label; the last is a rare wish."""
_NUMBERS = format_html_join("", "<option>{}</option>", ((number,) for number in range(1, MOST_AT_ONCE + 1)))
"""The numbers of creatures that can be added at once, as options."""


def creature_list(state: ListState, joining: Joining, owner: Owner, used: Collection[str] = ()) -> dict[str, Any]:
    """Return the contents of the list of creatures. Two queries: the choices, the rows.

    Homebrew is in it if it is the owner's own, or is among the keys that are ``used`` and shared.
    """
    marked = homebrew_keys(used)
    has_homebrew = bool(marked) or not owner.is_nobody
    rows = _with_homebrew(owner.place, marked) if has_homebrew else _CREATURES
    filters = JoiningFilter(state.query, queryset=rows)
    filters.joining, filters.row_values = joining, owner.parameters
    listed = FilteredList(filters, state, ROW.columns, PAGE)
    return {
        "list": listed,
        "creatures": SafeString("".join(ROW.render(row, note=_obstacle(row, joining)) for row in listed.rows)),
        "ticks": [(*tick, bool(filters.data.get(tick[0]))) for tick in _TICKS],
        "numbers_to_add": _NUMBERS,
    }


@lru_cache(256)
def _with_homebrew(place: Owner, used: frozenset[str]) -> QuerySet[Creature]:
    return with_twin_source(creatures_for(place, used))


def _obstacle(row: tuple[Any, ...], joining: Joining) -> str:
    values = dict(zip(ROW.columns, row, strict=True))
    return joining.obstacle_of(
        key=values["key"], alignment=values["alignment"] or None, level=values["level"], source=values["source__key"]
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """A positioning upgrade that can be bought, or was; ``warning`` says why it does not suit the creature."""

    key: str
    name: str
    summary: str
    bought: bool
    warning: str
    is_secret: bool
    secret: str
    revealed: bool


def editor(group: MemberGroup, draft: Draft, rulebook: Rulebook, words: str) -> dict[str, Any]:
    """Return the contents of the editor of a member or group; ``words`` are the search for items. One query."""
    member = group.first
    enlisted = member_of(draft, member.id)
    card, upgrades = draft_card(enlisted, draft, rulebook), enlisted.upgrades
    tags = card.tags if card else ()
    return {
        "carried": [(line, _offered(line, rulebook, card, upgrades)) for line in member.items],
        "positioning": [
            _offer(row.key, row.name, row.summary, row.secret, not_suited(row, tags) or "", member, draft)
            for row in POSITIONING_UPGRADES
        ],
        **items(group, words),
    }


def items(group: MemberGroup, words: str) -> dict[str, Any]:
    """Return the items that a member or a group may carry, those that the words find. One query, two with words."""
    member = group.first
    level = member.card.level if member.card else 0
    return {
        "member": member,
        "members": group.ids,
        "item_words": words,
        "items": items_found(level, words),
        "carries_none": level < 1,
    }


def _offered(line: ItemLine, rulebook: Rulebook, card: Card | None, upgrades: tuple[str, ...]) -> tuple[str, ...]:
    """Return the choices for an item."""
    item = rulebook.items.get(line.key)
    return choices_for(item, card, upgrades) if item else ()


def _offer(
    key: str, name: str, summary: str, is_secret: bool, warning: str, member: MemberSheet, draft: Draft
) -> Offer:
    secret = draft.secret(member.id, key)
    return Offer(
        key=key,
        name=name,
        summary=summary,
        bought=any(line.key == key for line in member.positioning),
        warning=warning,
        is_secret=is_secret,
        secret=secret.text if secret else "",
        revealed=bool(secret and secret.revealed),
    )
