"""The fields of a card are declared once, and everything that writes, reads or describes cards follows."""

from dataclasses import fields
from typing import Any

import pytest

from compendium.admin.creatures import CreatureAdmin
from compendium.api.serializers import CardSerializer
from compendium.builtin import built_in_cards
from compendium.cards import card_from_rows, creature_values
from compendium.models import Creature, Source
from compendium.services.rows import COLUMNS
from rules.cards.documents import card_document, card_from_document
from rules.cards.fields import CARD_FIELDS, card_arguments, card_value
from rules.cards.model import STATS, Card, Stats
from rules.cards.remarks import card_changes
from rules.effects.values import Resistance, Weakness

NOT_STATED = {"key", "name", "level", "source", "license", "revision", "printed_points", "features", "stats"}
"""What makes a card this card, and its features, which have declarations of their own."""

PLAIN = Card(key="", name="Ash Cat", level=1, alignment=None, size=None, stats=Stats(*[None] * len(STATS)))
OTHERS: dict[str, Any] = {
    "alignment": "NE",
    "size": "Large",
    "class_name": "Fighter",
    "movement_mode": "Wall Climb",
    "resist": (Resistance("fire", 2),),
    "weak": (Weakness("cold iron", 5),),
    "starts_with": ("cat-companion-1",),
}
EACH = pytest.mark.parametrize("field", CARD_FIELDS, ids=lambda field: field.name)


def with_value(field: Any) -> Card:
    """Return a card that states one field."""
    value = OTHERS.get(field.name, 7 if field.kind == "number" else ("Fire",))
    values = {field.name: card_value(PLAIN, field.name) for field in CARD_FIELDS} | {field.name: value}
    return Card(key="", name="Ash Cat", level=1, **card_arguments(values))


def test_every_field_of_a_card_is_declared() -> None:
    attributes = {field.name for field in fields(Card) if field.init} | {*STATS}
    assert {field.name for field in CARD_FIELDS} == attributes - NOT_STATED


@EACH
def test_a_field_is_in_documents_columns_rows_forms_history_and_the_schema(field: Any) -> None:
    card = with_value(field)
    document = card_document(card)
    place = document["stats"] if field.name in STATS else document
    assert place[field.document_name] == field.shape.write(card_value(card, field.name))
    assert card_from_document(document | {"key": "ash-cat"}) == Card(**vars_of(card) | {"key": "ash-cat"})

    values = creature_values(card)
    row = Creature(source=Source(key="hb"), **{name: values[name] for name in (*COLUMNS[4:-1], "name")})
    assert card_value(card_from_rows(row, ()), field.name) == card_value(card, field.name)
    assert field.parse(field.write(card_value(card, field.name))) == card_value(card, field.name)

    assert field.name in COLUMNS
    assert field.name in str(CreatureAdmin.fieldsets)
    assert len(card_changes(PLAIN, card)) == 1
    schema = CardSerializer().get_fields()
    assert field.document_name in (schema["stats"].get_fields() if field.name in STATS else schema)


def vars_of(card: Card) -> dict[str, Any]:
    return {field.name: getattr(card, field.name) for field in fields(card) if field.init}


def test_the_built_in_cards_survive_their_columns() -> None:
    for card in built_in_cards():
        row = Creature(source=Source(key=card.source or ""), key=card.key, **creature_values(card))
        back = card_from_rows(row, ())
        assert [card_value(back, field.name) for field in CARD_FIELDS] == [
            card_value(card, field.name) for field in CARD_FIELDS
        ]
