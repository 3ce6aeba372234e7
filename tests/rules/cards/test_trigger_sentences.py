"""The sentences of triggers, each with the event that it means."""

from dataclasses import replace

import pytest

from compendium.builtin.creatures import built_in_cards
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Feature
from rules.cards.triggers import damage_types_taken, read_triggers, with_triggers
from rules.effects.triggers import ReactionTrigger

LATER = ("teleports", "gains")
"""Kinds of events that no sentence of an older battle means: its log answers no question about them."""
ROWS = {
    "A creature begins its turn within 6 squares and in line of sight": ("starts turn", "enemy", "any", True),
    "Its HP fall to 0 or below": ("falls", "any", "self", False),
    "It takes fire or electricity damage": ("damages", "any", "self", False),
    "An ally within reach takes damage": ("damages", "any", "ally", True),
    "It is critically hit by a melee weapon": ("hits", "any", "self", False),
    "It is critically hit": ("hits", "any", "self", False),
    "A creature hits you with a melee Strike": ("hits", "other", "self", False),
    "A melee Strike hits the carrier.": ("hits", "other", "self", False),
    "It is hit or grabbed by a creature within reach": ("hits", "other", "self", True),
    "A Strike would hit it": ("hits", "other", "self", False),
    "An attacker within reach critically misses it with a Strike": ("misses", "other", "self", True),
    "A Rock Strike or an earth power targets it": ("strikes", "other", "self", False),
    "A melee Strike targets it while another enemy is adjacent to it": ("strikes", "other", "self", True),
    "An attack targets an ally inside the Resonance aura": ("strikes", "enemy", "ally", False),
    "An attack targets the roughrider while it is mounted": ("strikes", "enemy", "self", False),
    "A creature that it can see attacks it": ("strikes", "enemy", "self", True),
    "A creature within 2 squares attempts a Strike or a skill check": ("strikes", "enemy", "any", True),
    "A creature within 2 squares attempts to move": ("moves", "enemy", "any", True),
    "It Strides": ("moves", "self", "any", False),
    "An ally within 2 squares fails its Will save": ("save", "ally", "any", True),
    "An ally makes a Will save and dislikes the result": ("save", "ally", "any", False),
    "An enemy within 10 squares fails a skill check of any kind": ("check", "enemy", "any", True),
}


@pytest.mark.parametrize("sentence", ROWS)
def test_a_sentence_means_an_event(sentence: str):
    (trigger,) = read_triggers(sentence)
    assert (trigger.kinds[0], trigger.by, trigger.to, trigger.is_near) == ROWS[sentence]


def test_the_narrower_sentence_counts():
    melee, plain = (read_triggers(f"It is critically hit{rest}")[0] for rest in (" by a melee weapon", ""))
    assert (melee.is_ranged, plain.is_ranged) == (False, None)
    assert melee.outcomes == plain.outcomes == ("critical hit",)


def test_what_reduces_a_critical_hit_waits_for_its_damage():
    (trigger,) = read_triggers("It is critically hit", reduces=True)
    assert (trigger.kinds, trigger.outcomes) == (("damages",), ("critical hit",))


def test_a_trigger_has_the_types_of_damage_that_it_names():
    assert read_triggers("It takes fire or electricity damage")[0].of == ("fire", "electricity")
    assert read_triggers("It takes damage")[0].of == ()


def test_players_report_what_fits_no_row():
    assert read_triggers("One of its white hairs is removed") == (ReactionTrigger(kinds=("reported",)),)
    assert read_triggers("It falls prone") == (ReactionTrigger(kinds=("reported",), by="self"),)
    assert read_triggers("") == ()


def test_a_last_act_and_the_damage_of_a_weakness_are_read_in_older_cards():
    last, other = (
        with_triggers(Feature("f", "F", trigger=sentence), "F")
        for sentence in ("This creature is eliminated", "An ally is eliminated")
    )
    assert last.triggers == (ReactionTrigger(kinds=("eliminated",), by="self"),)
    assert other.triggers == ()
    weak = with_triggers(Feature("f", "F"), "F", "When it takes cold damage, it is slowed")
    assert weak.triggers == (ReactionTrigger(kinds=("damages",), to="self", of=("cold",)),)
    assert damage_types_taken("When it takes cold or fire damage, it is slowed") == ("cold", "or", "fire")
    assert damage_types_taken("It is slowed") == ()
    # Read at the length of a whole text, this once took seconds.
    assert damage_types_taken("takes " * 1_666) == ()


def test_the_built_in_cards_say_their_triggers_as_data():
    features = [feature for card in built_in_cards() for feature in card.features]
    assert [
        feature.name for feature in features if with_triggers(feature, feature.name, feature.effect) != feature
    ] == []
    assert any(feature.triggers for feature in features)


def test_an_older_document_is_read_once_when_it_is_opened():
    cards = [card for card in built_in_cards() if any(feature.triggers for feature in card.features)]
    for card in cards:
        document = card_document(card)
        for feature in document["features"]:
            feature.pop("triggers", None)
        for opened, feature in zip(card_from_document(document).features, card.features, strict=True):
            is_later = any(kind in LATER for trigger in feature.triggers for kind in trigger.kinds)
            reported = (ReactionTrigger(kinds=("reported",)),)
            # No sentence says how large an aura of another name is.
            read = tuple(replace(trigger, within=None) for trigger in feature.triggers)
            as_read = read if "aura" in str(feature.trigger) else feature.triggers
            assert opened.triggers == (reported if is_later else as_read), feature.name
