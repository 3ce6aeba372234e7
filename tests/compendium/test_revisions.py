"""Revisions: never rewritten, told in sentences, and made current again as new ones."""

from dataclasses import replace

import pytest

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_snapshot, digest, snapshot
from compendium.models import CardRevision, Creature, Source
from compendium.services.builtin import creature_reset
from compendium.services.creatures import (
    RevisedMeanwhile,
    creature_create,
    creature_delete,
    creature_key,
    creature_reindex,
    creature_restore,
    creature_revise,
)
from rules.cards.model import Card, Feature, Stats
from rules.cards.phrases import effect_text
from rules.effects.values import Damage, Range, SavingThrow
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db

JAWS = Feature(
    id="jaws", name="Jaws", cost="1", range=Range("melee", 1), strike=True, damage=(Damage(9, ("piercing",)),)
)
CARD = Card(
    key="",
    name="Ash Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
    tags=("Animal",),
    features=(JAWS,),
)


@pytest.fixture
def source():
    return Source.objects.create(key="club", name="The club", license="own work")


@pytest.fixture
def ann():
    return User.objects.create_user("ann")


@pytest.fixture
def wolf(source, ann):
    return creature_create(card=CARD, source=source, by=ann)


def test_the_first_revision_tells_who_and_nothing_that_changed(wolf, ann):
    (first,) = wolf.revisions.all()
    assert (first.number, first.made_by, first.changes) == (1, ann, [])
    assert wolf.current == first


def test_a_revision_is_never_rewritten(wolf):
    with pytest.raises(TypeError, match="never rewritten"):
        wolf.current.save()


def test_the_same_card_makes_no_revision(wolf):
    assert creature_revise(creature=wolf, card=CARD) is None
    assert wolf.revisions.count() == 1


def test_a_change_makes_the_next_revision_and_the_old_one_stays(wolf, ann):
    before = wolf.current
    made = creature_revise(creature=wolf, card=replace(CARD, level=4), by=ann)
    assert made is not None
    assert (made.number, made.changes, made.made_by) == (2, ["Level: 3 → 4"], ann)
    assert CardRevision.objects.get(pk=before.pk).document["level"] == 3
    assert wolf.current == made


def test_key_and_source_stay_whatever_the_card_says(wolf):
    creature_revise(creature=wolf, card=replace(CARD, name="Frost Wolf", key="other", source="p2v-orc"))
    wolf.refresh_from_db()
    assert (wolf.key, wolf.source.key, wolf.current.document["key"]) == ("ash-wolf--club", "club", "ash-wolf--club")


def test_an_older_card_becomes_current_again_as_a_new_revision(wolf, ann):
    first = wolf.current
    creature_revise(creature=wolf, card=replace(CARD, level=4, features=()))
    made = creature_restore(creature=wolf, revision=first, by=ann)
    assert made is not None
    assert (made.number, made.made_by) == (3, ann)
    assert made.changes == ["Level: 4 → 3", "Jaws added"]
    assert digest(card_from_snapshot(made.document)) == digest(card_from_snapshot(first.document))
    assert creature_restore(creature=wolf, revision=first, by=ann) is None


def test_an_effect_that_its_fields_say_follows_an_edit_even_after_a_restore(wolf):
    first = wolf.current
    creature_revise(creature=wolf, card=replace(CARD, level=4))
    creature_restore(creature=wolf, revision=first)
    row = wolf.features.get()
    assert row.effect == ""
    saves = (SavingThrow("reflex", "half"),)
    creature_revise(creature=wolf, card=replace(CARD, features=(replace(JAWS, gives=("slowed",), saves=saves),)))
    card = card_from_snapshot(wolf.current.document)
    assert effect_text(card.features[0]) == "Deals 9 piercing damage, and the target is slowed (Reflex half)."


def test_rows_can_be_made_anew_from_the_current_revision(wolf):
    wolf.features.all().delete()
    wolf.facets.all().delete()
    creature_reindex(creature=wolf)
    assert [feature.damage for feature in wolf.features.all()] == ["9 piercing"]
    assert set(wolf.facets.values_list("kind", "value")) == {("tag", "Animal"), ("damage", "piercing")}
    assert wolf.revisions.count() == 1


def test_a_save_over_a_revision_that_was_not_seen_is_refused(wolf):
    creature_revise(creature=wolf, card=replace(CARD, level=4), expected=1)
    with pytest.raises(RevisedMeanwhile, match=r"revision 2 by Muster \(Level: 3 → 4\)") as refused:
        creature_revise(creature=wolf, card=replace(CARD, level=5), expected=1)
    assert refused.value.number == 2
    assert wolf.revisions.count() == 2


def test_a_card_that_could_not_be_read_back_is_not_stored(wolf):
    broken = replace(CARD, features=(replace(JAWS, id="j" * 500),))
    with pytest.raises(Refusal, match="cannot be stored"):
        creature_revise(creature=wolf, card=broken)
    assert wolf.revisions.count() == 1
    assert [feature.name for feature in wolf.features.all()] == ["Jaws"]


def test_the_same_name_twice_in_a_source_is_refused(wolf, source):
    with pytest.raises(Refusal, match="already has a creature"):
        creature_create(card=CARD, source=source)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Alchemist's Golem", "alchemists-golem--club"),
        ("Dweomercat’s Élan", "dweomercats-elan--club"),
        ("東京", "creature-1--club"),
        ("w" * 300, "w" * 78 + "--club"),
    ],
)
def test_an_imported_key_is_the_slug_and_the_source(source, name, key):
    assert creature_key(name=name, source=source) == key


def test_a_homebrew_key_ends_with_an_id_that_cannot_be_guessed():
    homebrew = Source.objects.create(key="hb", name="Homebrew")
    keys = {creature_key(name="Wolf", source=homebrew) for _ in range(20)}
    assert len(keys) == 20
    assert all(key.startswith("wolf--hb-") and len(key) == len("wolf--hb-") + 10 for key in keys)


def test_ones_own_creature_can_be_deleted_and_its_revisions_stay(wolf):
    number = wolf.revisions.count()
    creature_delete(creature=wolf)
    assert not Creature.objects.exists()
    assert CardRevision.objects.filter(creature=None, creature_key=wolf.key).count() == number


def test_what_comes_with_muster_cannot_be_deleted_nor_joined():
    built_in_compendium()
    basilisk = Creature.objects.get(key="basilisk")
    with pytest.raises(Refusal, match="cannot be deleted"):
        creature_delete(creature=basilisk)
    with pytest.raises(Refusal, match="contains only built-in content"):
        creature_create(card=CARD, source=basilisk.source)


def test_an_edited_built_in_creature_goes_back_as_a_new_revision(ann):
    built_in_compendium()
    basilisk = Creature.objects.get(key="basilisk")
    card = card_from_snapshot(basilisk.current.document)
    creature_revise(creature=basilisk, card=replace(card, name="Stone Lizard"), by=ann)
    assert basilisk.is_edited
    made = creature_reset(creature=basilisk, by=ann)
    assert made is not None
    assert (made.number, made.changes) == (3, ["Name: Stone Lizard → Basilisk"])
    basilisk.refresh_from_db()
    assert not basilisk.is_edited
    assert creature_reset(creature=basilisk, by=ann) is None


def test_a_creature_of_ones_own_has_nothing_to_go_back_to(wolf):
    with pytest.raises(Refusal, match="did not come with Muster"):
        creature_reset(creature=wolf)


def test_prose_is_read_when_a_creature_comes_in_and_stays_cleared(source):
    fate = Feature(id="fate", name="Fate", effect="Each creature in an Emanation 3 falls (Reflex negates).")
    wolf = creature_create(
        card=replace(CARD, features=(fate,)), source=Source.objects.create(key="hb", name="Homebrew")
    )
    read = card_from_snapshot(wolf.current.document)
    assert read.features[0].saves == (SavingThrow("reflex", "negates"),)
    creature_revise(creature=wolf, card=replace(read, features=(fate,)))
    wolf.refresh_from_db()
    assert card_from_snapshot(wolf.current.document).features == (fate,)


def test_prose_of_a_revision_of_the_first_form_is_read():
    fate = Feature(id="fate", name="Fate", effect="Each creature in an Emanation 3 falls (Reflex negates).")
    stored = snapshot(replace(CARD, key="wolf", features=(fate,)))
    assert card_from_snapshot(stored).features == (fate,)
    del stored["snapshot"]
    assert card_from_snapshot(stored).features[0].read_from_text
