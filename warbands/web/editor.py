"""The member whose upgrades, items and words are edited, or equal ones: what the builder shows below their row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compendium.selectors.entries import items_for_level
from rules.building.changes import draft_card, member_of
from rules.building.draft import Draft
from rules.cards.model import Card
from rules.items import choices_for
from rules.legality import Rulebook
from rules.sheets import ItemLine, MemberGroup, MemberSheet
from rules.tables.positioning import POSITIONING_UPGRADES, not_suited


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
    """Return what the editor of a member shows, or of a group; ``words`` are what items are searched for. One query."""
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
    """Return the items that a member or a group may carry, those with the words. One query."""
    member = group.first
    level = member.card.level if member.card else 0
    return {
        "member": member,
        "members": group.ids,
        "item_words": words,
        "items": items_for_level(level, words),
        "carries_none": level < 1,
    }


def _offered(line: ItemLine, rulebook: Rulebook, card: Card | None, upgrades: tuple[str, ...]) -> tuple[str, ...]:
    """Return what may be chosen for an item."""
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
