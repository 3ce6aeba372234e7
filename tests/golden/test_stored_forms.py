"""What was stored once still opens: samples of each stored form, named after the version of its format.

A format that grows keeps its samples, reads them by an upcaster, and adds samples of the new version beside them.
They are never written anew: somebody's database holds what they hold.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compendium.builtin import built_in_cards
from compendium.cards import card_from_snapshot, snapshot
from rules.building.draft import Secret, draft_document, draft_from_document
from rules.cards.model import Card, Feature
from rules.cards.phrases import has_further_fields
from rules.cards.remarks import is_same_in_play
from rules.careers.state import state_document, state_from_document
from rules.legality.verdict import verdict
from rules.roster import roster_document, roster_from_document
from tests.golden.files import BUILT_IN_1, STORED, filled, read
from tests.golden.record import rulebook
from tests.rows import every_row

DRAFTS = sorted(STORED.glob("draft-*.json"))
ROSTERS = sorted(STORED.glob("roster-*.json"))
CARDS = sorted(STORED.glob("card-*.json"))
CAREERS = sorted(STORED.glob("careers-*.json"))


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


BUILT_IN = {card.key: card for card in built_in_cards()}
FIRST_CARDS = read(BUILT_IN_1)
FIRST_WORDS = {
    (card["key"], feature["id"]): (feature["text"], feature["trigger"])
    for card in FIRST_CARDS
    for feature in card["features"]
}


def lost(stored: Any, written: Any, where: str = "") -> Iterator[str]:
    """Yield what is said in a stored document and is missing from the same one written by today's code, or differs.

    Fields that came since may say more, and so may fields that were empty and lists of words.
    """
    if isinstance(stored, dict) and isinstance(written, dict):
        for name, value in stored.items():
            if name != "format":
                yield from lost(value, written.get(name), f"{where}.{name}")
    elif isinstance(stored, list) and isinstance(written, list) and all(isinstance(word, str) for word in stored):
        yield from (f"{where}: {word!r} is missing" for word in stored if word not in written)
    elif isinstance(stored, list) and isinstance(written, list) and len(stored) == len(written):
        for place, pair in enumerate(zip(stored, written, strict=True)):
            yield from lost(*pair, f"{where}[{place}]")
    elif stored != written:
        yield f"{where}: {stored!r} became {written!r}"


def opened(name: str) -> Card:
    return card_from_snapshot(read(STORED / f"{name}.json"))


@each(DRAFTS)
def test_a_stored_draft_opens_and_keeps_all_that_it_says(path: Path) -> None:
    stored = read(path)
    assert list(lost(filled(stored), draft_document(draft_from_document(stored)))) == []


@each(ROSTERS)
def test_a_stored_roster_opens_and_keeps_all_that_it_says(path: Path) -> None:
    stored = read(path)
    assert list(lost(filled(stored), roster_document(roster_from_document(stored)))) == []


@each(CAREERS)
def test_stored_careers_open_and_keep_all_that_they_say(path: Path) -> None:
    stored = read(path)
    assert list(lost(stored, state_document(state_from_document(stored)))) == []


@each(CARDS)
def test_a_stored_revision_opens_and_keeps_all_that_it_says(path: Path) -> None:
    stored = read(path)
    written = snapshot(card_from_snapshot(stored))
    built_in = [place for place, feature in enumerate(stored["features"]) if has_first_words(stored, feature)]
    assert list(lost(without_words(filled(stored), built_in), without_words(written, built_in))) == []


def has_first_words(card: dict[str, Any], feature: dict[str, Any]) -> bool:
    """Return True if a feature is in the built-in words of the first version: it has today's when it is read."""
    words = (feature["text"], feature["trigger"])
    return "snapshot" not in card and words == FIRST_WORDS.get((card["key"], feature["id"]))


def without_words(document: dict[str, Any], places: list[int]) -> dict[str, Any]:
    """Return a card without the sentences of the features at those places."""
    features = [
        {**feature, "text": "", "trigger": None} if place in places else feature
        for place, feature in enumerate(document["features"])
    ]
    return {**document, "features": features}


def feature_of(card: Card, key: str) -> Feature:
    return next(feature for feature in card.features if feature.id == key)


@every_row("stored", FIRST_CARDS, ids=lambda stored: stored["key"])
def test_a_built_in_card_of_the_first_version_reads_like_today_s(stored: dict[str, Any]) -> None:
    card, today = card_from_snapshot(stored), BUILT_IN[stored["key"]]
    assert card == today
    assert is_same_in_play(card, today)


def test_an_edited_trigger_of_a_built_in_feature_stays() -> None:
    card = opened("card-1-edited-trigger")
    assert feature_of(card, "distracting-frolic").trigger == "An ally within 6 squares fails any save"
    others = [feature for feature in card.features if feature.id != "distracting-frolic"]
    assert others == [feature for feature in BUILT_IN[card.key].features if feature.id != "distracting-frolic"]


def test_cleared_fields_of_a_built_in_creature_stay_clear() -> None:
    card = opened("card-2-cleared-fields")
    assert card.class_name is None
    assert BUILT_IN[card.key].class_name
    assert not any(map(has_further_fields, card.features))
    assert any(map(has_further_fields, BUILT_IN[card.key].features))


def test_the_first_draft_has_what_was_written_into_it() -> None:
    draft = draft_from_document(read(STORED / "draft-1.json"))
    assert draft.notes == "Meets at the old mill.\nBrings dice."
    assert draft.member_notes == {"m1": "Limps.", "m9": "Built by Snik."}
    assert draft.secrets == (
        Secret("m1", "false-object", "the well behind the altar", revealed=False),
        Secret("m1", "summonable", "with the bell", revealed=True),
    )
    roster = draft.roster
    assert [(member.id, member.creature, member.minion_of, member.revision) for member in roster.members] == [
        ("m1", "kobold-druid-1", None, 1),
        ("m2", "cat-companion-1", "m1", 1),
        ("m4", "kobold-warrior", None, 1),
        ("m5", "boar", None, 7),
        ("m9", "marsh-engine--hb-4c1d", None, 4),
        ("m12", "drgon", None, None),
    ]
    assert roster.collection == {"kobold-warrior": 3, "boar": 0, "caldera-oni": 2}
    assert [(override.code, override.member) for override in roster.overrides] == [
        ("points.over_limit", None),
        ("collection.exceeded", "m5"),
    ]


def test_the_first_draft_costs_what_it_cost() -> None:
    draft = draft_from_document(read(STORED / "draft-1.json"))
    judgment = verdict(draft.roster, rulebook())
    # The druid with 3 extras; its cat comes along; Old Boar of level 3 with 6 extras; the homebrew engine with 3.
    assert [member.points for member in judgment.members] == [23, 0, 11, 45, 33, 0]


@pytest.mark.parametrize("kind", ["base", "add_on", "upgrade", "replaces", "caster"])
def test_a_revision_with_a_feature_of_each_kind_is_kept(kind: str) -> None:
    card = opened(f"card-1-{kind.replace('_', '-')}")
    assert kind in {feature.kind for feature in card.features}


def test_the_texts_of_a_stored_revision_keep_their_references() -> None:
    ram = opened("card-1-homebrew").features[0]
    assert ram.effect == "Deals {damage} damage, and {amount.2} more to a creature that is prone."
