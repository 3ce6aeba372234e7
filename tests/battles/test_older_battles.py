"""Battles that older versions stored: they open, and end as they did."""

from importlib import import_module

import pytest
from django.apps import apps

from battles.models import Battle
from battles.selectors.folding import setup_of
from battles.services.battles import battle_store
from rules.p2v_combat.events.by_hand import LeftPlay
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of as sides_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db

MIGRATION = import_module("battles.migrations.0005_until_decided")


def three_sides() -> BattleTable:
    """Store a battle of three sides as older versions did."""
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=sides_of(["boar"], ["boar"], ["boar"]), seed=SEED)
    battle.setup["rules"].pop("until_decided")
    battle.save(update_fields=["setup"])
    return BattleTable(battle.key, person)


def test_a_battle_of_three_sides_that_is_over_stays_over() -> None:
    table = three_sides()
    table.begin()
    table.do(LeftPlay("b.m1", True, "", ""))
    while table.battle.status == "playing":
        table.take_turn()
    result = table.folded.state.result
    assert result is not None
    MIGRATION.say_how_they_end(apps, None)
    assert "until_decided" not in table.battle.setup["rules"]
    assert (table.folded.state.result, table.folded.is_over) == (result, True)
    page = table.owner.client.get(f"/battles/{table.key}/result/").content.decode()
    assert "One side has no creature left in play." in page


def test_a_battle_that_nobody_has_begun_ends_as_new_ones_do() -> None:
    table = three_sides()
    two = battle_store(owner=table.owner.owner, setup=sides_of(["boar"], ["boar"]), seed=SEED)
    MIGRATION.say_how_they_end(apps, None)
    assert setup_of(table.battle).rules.until_decided
    assert "until_decided" not in Battle.objects.get(pk=two.pk).setup["rules"]
    table.begin()
    table.do(LeftPlay("b.m1", True, "", ""))
    for _ in range(3):
        table.take_turn()
    assert (table.folded.state.round, table.battle.status) == (2, "playing")
