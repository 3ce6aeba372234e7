"""Parts of events: ids of creatures, faces of dice, what held at the table."""

from __future__ import annotations

from typing import Annotated

from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.documents import Fields
from rules.documents.records import records_of
from rules.documents.shapes import Shape, text_list
from rules.p2v_combat.positions import AimedTarget

MAX_CREATURES = 200
Creatures = Annotated[tuple[str, ...], text_list(MAX_CREATURES, longest=80)]
"""Ids of creatures, or other short words."""


def _read_card(read: Fields, name: str) -> Card:
    read.ignore(name)
    return card_from_document(read.raw.get(name), read.at(name))


EventCard = Annotated[Card, Shape(card_document, _read_card, {"type": "object"})]
"""A creature card."""

Targets = Annotated[tuple[AimedTarget, ...], records_of(AimedTarget)]
"""Targets with what holds between each of them and the attacker."""
