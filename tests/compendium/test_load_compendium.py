"""Loading what comes with Muster: whole, once, and never over a person's edit."""

from collections import Counter
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from compendium.builtin import built_in_cards
from compendium.cards import card_from_rows, card_from_snapshot, digest, document_digest
from compendium.models import CardRevision, Creature, Feat, GlossaryTerm, Item, Source, Spell
from compendium.selectors.rulebook import rulebook_get
from compendium.services.builtin import compendium_load, entry_save
from compendium.services.creatures import creature_revise
from rules.cards.documents import card_document, card_from_document
from rules.cards.phrases import effect_text
from rules.cards.remarks import card_warnings
from rules.glossary import catalog
from tests.copies import built_in_compendium
from tests.golden.files import BUILT_IN_1, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded():
    return built_in_compendium()


def test_everything_comes_in_at_the_first_load():
    loaded = compendium_load()
    assert (loaded.updated, loaded.unchanged, loaded.edited) == (0, 0, [])
    assert loaded.created == loaded.read
    assert Creature.objects.count() == 147
    assert Counter(Creature.objects.values_list("source__key", flat=True)) == {"p2v-orc": 42, "p2v-ogl": 105}
    assert Spell.objects.count() == 129
    assert GlossaryTerm.objects.count() == len(catalog.entries())
    assert loaded.read == 147 + 129 + Item.objects.count() + Feat.objects.count() + GlossaryTerm.objects.count()
    assert not Creature.objects.filter(current__made_by__isnull=False).exists()


def test_a_second_load_changes_nothing(loaded):
    again = compendium_load()
    assert (again.created, again.updated, again.unchanged, again.edited) == (0, 0, loaded.read, [])
    assert CardRevision.objects.count() == 147


def test_a_persons_edit_is_reported_and_stays(loaded):
    ann = User.objects.create_user("ann")
    basilisk = Creature.objects.get(key="basilisk")
    card = card_from_snapshot(basilisk.current.document)
    creature_revise(creature=basilisk, card=replace(card, name="Stone Lizard"), by=ann)
    again = compendium_load()
    assert again.edited == ["creature basilisk"]
    assert (again.updated, again.unchanged) == (0, loaded.read - 1)
    basilisk.refresh_from_db()
    assert (basilisk.name, basilisk.is_edited) == ("Stone Lizard", True)


@pytest.mark.parametrize("model", [Item, Feat, Spell, GlossaryTerm])
def test_an_edited_item_feat_or_spell_is_reported_and_stays(loaded, model):
    entry = model.objects.first()
    entry.text = "In other words."
    entry_save(entry=entry)
    assert compendium_load().edited == [f"{model._meta.verbose_name} {entry.key}"]
    assert model.objects.get(pk=entry.pk).text == "In other words."


def test_an_edit_that_was_taken_back_is_no_edit(loaded):
    basilisk = Creature.objects.get(key="basilisk")
    card = card_from_snapshot(basilisk.current.document)
    creature_revise(creature=basilisk, card=replace(card, level=6))
    creature_revise(creature=basilisk, card=card)
    assert compendium_load().edited == []


def test_a_newer_built_in_card_replaces_an_older_one_that_nobody_edited(loaded):
    basilisk = Creature.objects.get(key="basilisk")
    older = replace(card_from_snapshot(basilisk.current.document), name="Old Basilisk")
    creature_revise(creature=basilisk, card=older, built_in=True)
    again = compendium_load()
    assert (again.updated, again.edited) == (1, [])
    basilisk.refresh_from_db()
    assert (basilisk.name, basilisk.current.number, basilisk.is_edited) == ("Basilisk", 3, False)


def first_version(edited=()):
    """Store all creatures as the first version did; a person changed the trigger of a feature of ``edited``."""
    for document in read(BUILT_IN_1):
        creature = Creature.objects.select_related("current").get(key=document["key"])
        creature.built_in_digest = document_digest(document)
        if creature.key in edited:
            feature = next(feature for feature in document["features"] if feature["trigger"])
            feature["trigger"] = "Somebody sneezes"
        creature.features.update(steps="", bonuses="", then="", by_table=False, unprinted="")
        creature.save()
        CardRevision.objects.filter(pk=creature.current.pk).update(document=document)


@pytest.mark.slow
def test_cards_of_the_first_version_are_renewed_once_and_edits_of_them_stay(loaded):
    first_version(edited=["caligni-dancer"])
    again = compendium_load()
    assert again.edited == ["creature caligni-dancer"]
    assert again.reindexed == 1
    today = {card.key: card for card in built_in_cards()}
    for creature in Creature.objects.select_related("source", "current").prefetch_related("features"):
        card = card_from_rows(creature, creature.features.all())
        expected = today[creature.key]
        if creature.key == "caligni-dancer":
            expected = card_from_snapshot(creature.current.document)
            assert "Somebody sneezes" in [feature.trigger for feature in expected.features]
        assert digest(replace(card, features=())) == digest(replace(expected, features=()))
        for written, wanted in zip(card.features, expected.features, strict=True):
            assert replace(written, effect="") == replace(wanted, effect="")
    third = compendium_load()
    assert (third.created, third.updated, third.reindexed, third.edited) == (0, 0, 0, again.edited)


def test_fields_that_a_person_cleared_stay_clear(loaded):
    rogue = Creature.objects.get(key="kobold-rogue-1")
    card = card_from_snapshot(rogue.current.document)
    cleared = replace(
        card,
        class_name=None,
        features=tuple(
            replace(feature, steps=(), bonuses=(), then=(), by_table=False, unprinted=frozenset())
            for feature in card.features
        ),
    )
    assert cleared.features != card.features
    creature_revise(creature=rogue, card=cleared)
    compendium_load()
    rogue.refresh_from_db()
    stored = card_from_snapshot(rogue.current.document)
    assert (stored.class_name, stored.features) == (None, cleared.features)
    assert next(iter(rulebook_get(creatures=[card.key], items=[]).cards.values())).features == cleared.features


def test_a_built_in_creature_that_is_gone_comes_back(loaded):
    Creature.objects.get(key="basilisk").delete()
    assert compendium_load().created == 1


def test_the_keys_follow_the_rule_of_the_two_sources(loaded):
    keys = set(Creature.objects.values_list("key", flat=True))
    orc = set(Creature.objects.filter(source__key="p2v-orc").values_list("key", flat=True))
    assert {"basilisk", "kobold-warrior"} <= orc
    assert all("--" not in key for key in orc)
    suffixed = {key for key in keys if key.endswith("--p2v-ogl")}
    assert {key.removesuffix("--p2v-ogl") for key in suffixed} <= orc
    assert (
        keys - suffixed - orc
        == set(Creature.objects.filter(source__key="p2v-ogl").values_list("key", flat=True)) - suffixed
    )


def test_built_in_sources_are_marked_and_homebrew_is_there(loaded):
    assert set(Source.objects.filter(is_built_in=False).values_list("key", flat=True)) == {"hb"}


def test_every_card_survives_its_document_and_its_rows(loaded):
    cards = {card.key: card for card in built_in_cards()}
    assert len(cards) == 147
    for creature in Creature.objects.select_related("source", "current").prefetch_related("features"):
        card = cards[creature.key]
        assert digest(card_from_rows(creature, creature.features.all())) == digest(card)
        assert digest(card_from_snapshot(creature.current.document)) == digest(card)
        document = card_document(card)
        read = card_from_document(document)
        assert card_document(read) == document
        assert [effect_text(feature) for feature in read.features] == [
            effect_text(feature) for feature in card.features
        ]


def test_every_row_keeps_to_its_own_checks(loaded):
    faults = []
    for creature in Creature.objects.prefetch_related("features"):
        for row in (creature, *creature.features.all()):
            try:
                row.full_clean()
            except ValidationError as fault:
                faults.append(f"{creature.key}: {row}: {fault}")
    assert faults == []


def test_the_rules_know_nearly_every_word_of_the_built_in_cards(loaded):
    answer = [f"{card.key}: {warning.message}" for card in built_in_cards() for warning in card_warnings(card)]
    assert len(answer) < 40, answer


def test_creatures_that_are_found_by_old_words_are_found_by_new_ones_after_a_load(loaded):
    boar = Creature.objects.get(key="boar")
    Creature.objects.filter(pk=boar.pk).update(search_text="words of an older version")
    Creature.objects.get(key="harpy").facets.all().delete()
    again = compendium_load()
    assert (again.reindexed, again.updated, again.unchanged) == (2, 0, again.read)
    assert "tusk" in Creature.objects.get(key="boar").search_text
    assert Creature.objects.get(key="harpy").facets.filter(kind="tag", value="Beast").exists()
    assert boar.revisions.count() == 1
    assert compendium_load().reindexed == 0
