"""Two people write at the same moment: the later one waits, and then is told or goes on from what is there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from common.refusal import Refusal
from compendium.models import Creature, Item, Source
from compendium.services.creatures import RevisedMeanwhile, creature_create, creature_revise
from compendium.services.entries import entry_save
from compendium.services.rows import creature_rows_import
from rules.cards import Card, Stats

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


@contextmanager
def somebody_else(write: Callable[[], Any]) -> Iterator[None]:
    """Go on while somebody else, over a connection of their own, has written and not yet finished."""
    written, go_on = threading.Event(), threading.Event()

    def work() -> None:
        try:
            with transaction.atomic():
                write()
                written.set()
                go_on.wait(0.4)  # long enough for the other to have asked, and to wait for this to end
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert written.wait(10)
        yield
    finally:
        go_on.set()
        thread.join()


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
