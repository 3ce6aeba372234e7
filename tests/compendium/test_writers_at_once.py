"""Two people write at the same moment: the later one waits, and then is told or goes on from what is there."""

from dataclasses import replace

import pytest
from django.core.cache import cache

from common.refusal import Refusal
from compendium.models import Creature, Item, Source
from compendium.services.builtin import entry_save
from compendium.services.creatures import RevisedMeanwhile, creature_create, creature_revise
from compendium.services.homebrew import homebrew_create, homebrew_revise
from compendium.services.rows import creature_rows_import
from rules.cards.model import Card, Stats
from tests.programs import error_of, program_of
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account
from tests.warbands.windows import somebody_else

pytestmark = pytest.mark.django_db(transaction=True)

CARD = Card(
    key="",
    name="Ash Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
)
STRONGER = replace(CARD, level=4)


@pytest.fixture
def club():
    return Source.objects.create(key="club", name="The club")


def test_of_two_who_add_a_creature_of_one_name_the_later_one_is_refused(club):
    with (
        somebody_else(lambda: creature_create(card=CARD, source=club)),
        pytest.raises(Refusal, match="already has a creature “Ash Wolf”"),
    ):
        creature_create(card=STRONGER, source=club)
    assert [creature.level for creature in Creature.objects.all()] == [3]


def test_of_two_who_add_an_item_of_one_name_the_later_one_is_refused(club):
    def add() -> None:
        entry_save(entry=Item(name="Rope", source=club, level=1, kind="permanent", text="It holds."))

    with somebody_else(add), pytest.raises(Refusal, match="already has “Rope”"):
        add()
    assert Item.objects.count() == 1


def test_of_two_who_edit_a_creature_the_later_one_is_told(club):
    wolf = creature_create(card=CARD, source=club)
    with (
        somebody_else(lambda: creature_revise(creature=wolf, card=STRONGER, expected=1)),
        pytest.raises(RevisedMeanwhile) as refused,
    ):
        creature_revise(creature=wolf, card=replace(CARD, level=5), expected=1)
    assert refused.value.number == 2
    assert "Level: 3 → 4" in refused.value.message
    assert wolf.revisions.count() == 2


def test_an_import_goes_on_from_an_edit_that_was_not_finished_when_it_began(club):
    wolf = creature_create(card=CARD, source=club)
    row = {"key": wolf.key, "name": "Ash Wolf", "source": "club", "level": "5"}
    with somebody_else(lambda: creature_revise(creature=wolf, card=STRONGER)):
        assert creature_rows_import(rows=[row]) == {"new": 0, "changed": 1, "same": 0}
    answer = wolf.revisions.order_by("number").values_list("changes", flat=True)
    assert list(answer) == [[], ["Level: 3 → 4"], ["Level: 4 → 5"]]


def test_a_program_does_not_delete_a_creature_that_is_just_being_revised():
    cache.clear()
    store_small_compendium()
    person = account("ada")
    program = program_of(person.owner)
    key = homebrew_create(owner=person.owner, card=CARD).key
    tag = program.get(f"homebrew/{key}/")["ETag"]
    with somebody_else(lambda: homebrew_revise(owner=person.owner, key=key, card=STRONGER)):
        answer = program.send("DELETE", f"homebrew/{key}/", If_Match=tag)
    assert error_of(answer) == (412, "version.changed")
    assert Creature.objects.get(key=key).level == STRONGER.level
