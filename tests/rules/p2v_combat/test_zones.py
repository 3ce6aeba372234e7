"""Areas of spells that stay: players name who enters them, and the battle plays what befalls it."""

from dataclasses import replace

import pytest

from rules.combat.answers import RollRuled
from rules.errors import ChangeRefused
from rules.p2v_combat.events.reactions import TriggerReported, reported_actions
from rules.p2v_combat.numbers import AimedTarget, speed_number
from tests.rows import every_row
from tests.rules.p2v_combat.casting import CASTER, OTHER, THIRD, cast, caster_table


@every_row(("spell", "license"), [("Grease", "ORC"), ("Grease", "OGL")])
def test_who_enters_the_area_of_a_spell_is_named_by_the_players(spell: str, license: str) -> None:
    table = cast(caster_table(spell, license=license), spell, THIRD).end(CASTER).activate(OTHER)
    assert table.of(THIRD).has("prone")
    assert not table.of(OTHER).has("prone")
    key = "passive/zone-grease"
    assert key in [action.key for action, _ in reported_actions(table.state, CASTER)]
    table.do(TriggerReported(CASTER, key, "", (AimedTarget(OTHER),)), "a").do(RollRuled("failure", "the test"))
    assert table.of(OTHER).has("prone")
    assert not table.of(CASTER).has_reacted
    table.state = replace(table.state, has_limits=False)
    older = caster_table(spell, license=license)
    older.state = replace(older.state, has_limits=False)
    cast(older, spell, THIRD)
    assert key not in [action.key for action, _ in reported_actions(older.state, CASTER)]


@every_row(("license", "rank", "damage"), [("ORC", 3, 10), ("OGL", 3, 8), ("ORC", 6, 15)])
def test_a_wall_of_thorns_hurts_who_passes_it(license: str, rank: int, damage: int) -> None:
    table = cast(caster_table("Wall of Thorns", rank=rank, license=license), "Wall of Thorns", OTHER)
    assert table.of(OTHER).hp == 40
    table.end(CASTER).activate(OTHER)
    table.do(TriggerReported(CASTER, "passive/zone-wall-of-thorns", "", (AimedTarget(OTHER),)), "a")
    assert table.of(OTHER).hp == 40 - damage
    assert len([held for held in table.of(CASTER).active_effects if held.zone]) == 1


def test_triple_time_quickens_who_starts_in_its_area() -> None:
    table = cast(caster_table("Triple Time", ally=True), "Triple Time").end(CASTER).activate(OTHER).end(OTHER)
    assert speed_number(table.state, "a.m2").value == 8
    table.activate("a.m2").do(TriggerReported(CASTER, "passive/zone-triple-time", "", (AimedTarget("a.m2"),)), "a")
    assert speed_number(table.state, "a.m2").value == 10
    with pytest.raises(ChangeRefused, match="not an ally"):
        table.do(TriggerReported(CASTER, "passive/zone-triple-time", "", (AimedTarget(OTHER),)), "a")
    table.end("a.m2").activate(THIRD).end(THIRD).activate(OTHER).end(OTHER).activate(CASTER)
    assert speed_number(table.state, "a.m2").value == 8
    assert not any(held.zone for held in table.of(CASTER).active_effects)
