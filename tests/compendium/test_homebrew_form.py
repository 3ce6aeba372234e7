"""A card written by hand: read from what was sent, filled from a card, and its features added, moved and removed."""

from dataclasses import replace

import pytest
from django.forms import CheckboxInput
from django.http import QueryDict

from compendium.builtin import built_in_cards
from compendium.services.builtin import compendium_load
from compendium.web.homebrew_form import FIRST_FIELDS, MORE_FIELDS, RARE_FIELDS, CardForm, with_features
from rules.cards.fields import FEATURE_FIELDS
from rules.cards.model import Card
from rules.points import LEVEL_COSTS
from tests.rows import every_row


def as_sent(form: CardForm) -> QueryDict:
    """Return what a browser sends of a form that nobody touched."""
    data = QueryDict(mutable=True)
    for part in (form.fields, form.features.management_form, *form.features.forms):
        for field in part:
            value = field.value()
            if isinstance(field.field.widget, CheckboxInput):
                value = "on" if value else None
            if value is not None:
                data[field.html_name] = str(value)
    return data


def sent(**changed: str) -> QueryDict:
    """Return a new creature as it is sent, with changes; double underscores stand for hyphens."""
    data = as_sent(CardForm.blank())
    data.update({name.replace("__", "-"): value for name, value in {"name": "Ash Hound", **changed}.items()})
    return data


def card_of(name: str) -> Card:
    return next(card for card in built_in_cards() if card.name == name)


def messages(form: CardForm, *, is_finished: bool = True) -> list[tuple[str, str]]:
    return [(fault["anchor"], fault["message"]) for fault in form.faults(is_finished=is_finished)]


@every_row("card", built_in_cards())
def test_a_form_that_is_filled_from_a_card_gives_the_card_again(card: Card):
    form = CardForm.posted(as_sent(CardForm.of_card(card)))
    assert form.is_valid(), form.faults()
    features = tuple(replace(feature, printed=None) for feature in card.features)
    read = form.card()
    assert read == replace(card, key="", source="hb", printed_points=None, revision=1, features=features)


def test_a_new_form_needs_a_name_alone():
    form = CardForm.posted(sent())
    assert form.is_valid(), form.faults()
    card = form.card()
    assert (card.name, card.level, card.size, card.stats.speed, card.license) == (
        "Ash Hound",
        1,
        "Medium",
        5,
        "unknown",
    )
    assert card.features == ()
    assert messages(CardForm.posted(sent(name=""))) == [("id_name", "This field is required.")]


def test_every_level_is_offered_with_its_points():
    choices = dict(CardForm.blank().fields.fields["level"].choices)
    assert list(choices) == [row.level for row in LEVEL_COSTS]
    assert choices[-1] == "−1: 9 points"


def test_what_cannot_be_read_is_told_beside_its_field():
    form = CardForm.posted(
        sent(level="99", tags="x" * 400, fight="many", features__0__name="Claw", features__0__damage="ten slashing")
    )
    assert not form.is_valid()
    errors = dict(messages(form))
    assert set(errors) == {"id_level", "id_tags", "id_fight", "id_features-0-damage"}
    assert errors["id_fight"] == "Enter a whole number."
    assert "300" in errors["id_tags"]


def test_the_card_so_far_leaves_out_what_cannot_be_read():
    form = CardForm.posted(
        sent(name="", fight="many", features__0__name="Claw", features__0__strike="on", features__0__damage="ten")
    )
    card = form.unfinished_card()
    assert card is not None
    assert (card.name, card.stats.fight) == ("Without a name", None)
    assert [(feature.name, feature.strike, feature.damage) for feature in card.features] == [("Claw", True, ())]


def test_an_empty_field_is_no_fault_while_somebody_types():
    form = CardForm.posted(sent(name="", features__0__damage="ten"))
    assert [anchor for anchor, _ in messages(form, is_finished=False)] == ["id_features-0-damage"]
    assert [anchor for anchor, _ in messages(form)] == ["id_name", "id_features-0-name", "id_features-0-damage"]


def test_an_upgrade_replaces_a_feature_that_the_card_has():
    data = as_sent(CardForm.of_card(card_of("Trog Stoneliege")))
    assert CardForm.posted(data).is_valid()
    data["features-0-name"] = data["features-0-replaces"] = "Something else"
    assert not CardForm.posted(data).is_valid()


def test_features_are_moved_and_removed_with_all_that_was_typed():
    data = as_sent(CardForm.of_card(card_of("Boar")))
    data["name"], data["features-1-damage"] = "<b>Pig</b>", "so much"
    form = CardForm.retyped(with_features(data, lambda rows: rows.insert(0, rows.pop(1))))
    assert [form["name"].value() for form in form.features.forms] == ["Tusk", "Ferocity", "Boar Charge"]
    assert form.features.forms[0]["damage"].value() == "so much"
    assert form.fields["name"].value() == "<b>Pig</b>"
    assert not form.fields.is_bound
    moved = CardForm.posted(as_sent(form))
    assert [anchor for anchor, _ in messages(moved)] == ["id_features-0-damage"]


def test_boxes_stay_ticked_when_features_move():
    sent = as_sent(CardForm.of_card(card_of("Boar")))
    sent["features-0-by_table"] = "on"
    data = with_features(sent, lambda rows: rows.reverse())
    moved = CardForm.posted(as_sent(CardForm.retyped(data)))
    assert moved.is_valid()
    card = moved.card()
    assert [(feature.name, feature.strike, feature.by_table) for feature in card.features] == [
        ("Boar Charge", False, False),
        ("Tusk", True, False),
        ("Ferocity", False, True),
    ]


def test_a_card_has_at_most_60_features():
    data = sent(features__TOTAL_FORMS="999999999999")
    assert len(CardForm.retyped(with_features(data, lambda rows: rows.append({}))).features.forms) == 1
    many = sent(features__TOTAL_FORMS="61")
    many.update({f"features-{place}-name": f"One {place}" for place in range(61)})
    many.update({f"features-{place}-kind": "base" for place in range(61)})
    assert messages(CardForm.posted(many)) == [("", "A card can have at most 60 features.")]


def test_a_post_without_any_feature_fields_is_refused_and_not_an_error():
    form = CardForm.posted(QueryDict("name=Ash Hound&level=1"))
    assert not form.is_valid()
    assert form.faults()
    assert form.unfinished_card() is not None


@pytest.mark.django_db
def test_minions_are_called_by_their_names_or_keys():
    compendium_load()
    form = CardForm.posted(sent(starts_with="cat companion 1, boar"))
    assert form.is_valid(), form.faults()
    assert form.card().starts_with == ("cat-companion-1", "boar")
    assert messages(CardForm.posted(sent(starts_with="Boar, Bugbear King"))) == [
        ("id_starts_with", "No creature is called “Bugbear King”.")
    ]


def test_every_field_of_a_feature_has_its_place_in_the_form():
    assert sorted((*FIRST_FIELDS, *MORE_FIELDS, *RARE_FIELDS)) == sorted(field.name for field in FEATURE_FIELDS)
