"""What the target of a spell cannot do, and what ends a spell before its time: each spell is played."""

from dataclasses import replace

import pytest

from rules.cards.model import Feature
from rules.combat.answers import FacesRolled, RollRuled
from rules.combat.resolution import RollAsk
from rules.effects.limits import EndsWhen
from rules.effects.values import Damage, Target
from rules.errors import ChangeRefused
from rules.p2v_combat.events.by_hand import HeldSet, HpSet
from rules.p2v_combat.events.moving import CreatureFell
from rules.p2v_combat.events.turns import ControlPassed
from rules.p2v_combat.forecast import forecast
from rules.p2v_combat.numbers import AimedTarget, Circumstances, fight_number
from rules.p2v_combat.options import options_for, targets_refusal
from tests.rows import every_row
from tests.rules.p2v_combat.casting import CASTER, OTHER, THIRD, TUSKS, act, cast, caster_table
from tests.rules.p2v_combat.tables import PlayedTable

CHARMS = (("Charm", "ORC"), ("Charm", "OGL"), ("Wilding Word", "ORC"), ("Wilding Word", "OGL"))


def names(table: PlayedTable, creature: str) -> set[str]:
    combatant = table.of(creature)
    effects = (effect.source for effect in combatant.active_effects)
    return {*combatant.condition_names, *combatant.status_names, *effects}


def may_choose(table: PlayedTable, creature: str, action: str) -> tuple[str, ...]:
    """Return the targets that a page offers for an action."""
    option = next(option for option in options_for(table.state, creature) if option.key == action)
    targets = option.ways[0].targets
    return targets.creatures if targets and not option.refusal else ()


@every_row(("spell", "license"), CHARMS)
def test_a_charmed_creature_cannot_attack_its_charmer_until_that_one_attacks_it(spell: str, license: str) -> None:
    table = cast(caster_table(spell, license=license, ally=True), spell, OTHER).end(CASTER)
    table.activate(OTHER)
    assert may_choose(table, OTHER, TUSKS) == ("a.m2", THIRD)
    with pytest.raises(ChangeRefused, match=rf"Boar .*Boar.* \({spell}\)|is charmed"):
        act(table, OTHER, TUSKS, CASTER)
    act(table, OTHER, TUSKS, "a.m2").do(RollRuled("miss", "the test")).end(OTHER)
    assert not names(table, OTHER)
    again = cast(caster_table(spell, license=license), spell, OTHER, fails=False)
    assert not names(again, OTHER)


@every_row(("spell", "license"), CHARMS)
def test_the_charm_ends_as_the_charmer_attacks(spell: str, license: str) -> None:
    table = cast(caster_table(spell, license=license), spell, OTHER).end(CASTER).activate(THIRD).end(THIRD)
    charmed = names(table, OTHER)
    assert charmed
    other = cast(caster_table(spell, license=license), spell, OTHER)
    other.state = other.state.with_acting(CASTER, ap=2)
    act(other, CASTER, TUSKS, THIRD).do(RollRuled("miss", "the test"))
    assert names(other, OTHER) == charmed, "It attacked another."
    act(other, CASTER, TUSKS, OTHER)
    assert not names(other, OTHER)


@every_row(
    ("spell", "license", "ends_by_damage"), [("Sleep", "ORC", True), ("Sleep", "OGL", False), ("Calm", "ORC", True)]
)
def test_ruling_400_it_ends_by_an_attack_or_by_damage(spell: str, license: str, ends_by_damage: bool) -> None:
    rank = 4 if spell == "Sleep" else 2
    gives = "stunned" if spell == "Sleep" else "cannot make attacks"
    table = cast(caster_table(spell, rank=rank, license=license), spell, OTHER, THIRD)
    assert gives in names(table, OTHER)
    table.state = table.state.with_acting(CASTER, ap=2)
    act(table, CASTER, TUSKS, OTHER).do(RollRuled("miss", "the test"))
    assert gives not in names(table, OTHER)
    assert gives in names(table, THIRD)
    assert ("prone" in names(table, OTHER)) is (spell == "Sleep"), "Who sleeps at rank 4 lies there all the same."
    act(table, CASTER, TUSKS, THIRD).do(RollRuled("hit", "the test"))
    assert gives not in names(table, THIRD)
    other = cast(caster_table(spell, rank=rank, license=license), spell, OTHER)
    other.do(HpSet(OTHER, 30, 0, "a rock falls"), "a")
    assert gives in names(other, OTHER), "HP set by hand are not damage."
    other.do(CreatureFell(OTHER, 4), "b").roll(*(() if other.asked is None else (1,)))
    assert (gives in names(other, OTHER)) is not ends_by_damage


def test_calm_emotions_keeps_from_hostile_actions_until_it_is_attacked() -> None:
    table = cast(caster_table("Calm Emotions", rank=2, license="OGL"), "Calm Emotions", OTHER).end(CASTER)
    table.activate(OTHER)
    assert may_choose(table, OTHER, TUSKS) == ()
    with pytest.raises(ChangeRefused, match="Boar cannot take hostile actions"):
        act(table, OTHER, TUSKS, CASTER)
    act(table, OTHER, "act/step")
    table.end(OTHER)
    assert not names(table, OTHER)


@every_row("license", ["ORC", "OGL"])
def test_invisibility_ends_as_its_creature_attacks_but_not_at_rank_4(license: str) -> None:
    for rank in (2, 4):
        table = cast(caster_table("Invisibility", rank=rank, license=license), "invisibility", CASTER)
        assert "invisible" in names(table, CASTER)
        table.state = table.state.with_acting(CASTER, ap=2)
        act(table, CASTER, TUSKS, OTHER).do(RollRuled("miss", "the test"))
        assert ("invisible" in names(table, CASTER)) is (rank == 4)


@every_row(("spell", "license"), [("Revealing Light", "ORC"), ("Glitterdust", "OGL")])
def test_who_was_lit_up_does_not_become_invisible_again(spell: str, license: str) -> None:
    table = caster_table(spell, rank=2, license=license).do(HeldSet(OTHER, "invisible", True, ""))
    cast(table, spell, OTHER, THIRD)
    assert ("invisible" in names(table, OTHER)) is (spell == "Revealing Light")
    table.do(HeldSet(OTHER, "invisible", False, "")).do(HeldSet(OTHER, "invisible", True, ""))
    assert "invisible" not in names(table, OTHER)
    assert any("cannot become invisible" in text for text in table.told)
    table.do(HeldSet(THIRD, "invisible", True, ""))
    assert ("invisible" in names(table, THIRD)) is (spell == "Revealing Light"), "It was in plain sight before."
    table.end(CASTER).activate(OTHER).end(OTHER)
    assert "cannot become invisible" in names(table, OTHER), "It lasts for the encounter."


def test_earthbind_takes_flight_away() -> None:
    table = caster_table("Earthbind", "Fly", rank=4)
    cast(table, "fly", OTHER)
    table.state = table.state.with_acting(CASTER, ap=2)
    with pytest.raises(ChangeRefused, match="Flight"):
        table.do(CreatureFell(OTHER, 4), "b")
    cast(table, "earthbind", OTHER).end(CASTER).activate(OTHER).end(OTHER)
    assert table.do(CreatureFell(OTHER, 2), "b").of(OTHER).has("prone")


@every_row(("license", "word"), [("ORC", "make attacks"), ("OGL", "take hostile actions")])
def test_suggestion_controls_a_creature_that_cannot_attack(license: str, word: str) -> None:
    table = cast(caster_table("Suggestion", rank=4, license=license), "suggestion", OTHER).end(CASTER)
    table.activate(OTHER)
    assert (table.state.acting(OTHER).opponent, table.state.acting(OTHER).opponent_ap) == ("a", 1)
    with pytest.raises(ChangeRefused, match=f"cannot {word}"):
        act(table, OTHER, TUSKS, THIRD, side="a")
    table.do(ControlPassed(OTHER), "a").end(OTHER)
    assert not names(table, OTHER)


def test_an_illusory_disguise_keeps_attacks_away_until_its_caster_attacks() -> None:
    table = cast(caster_table("Illusory Disguise", "Fear", license="OGL"), "illusory-disguise")
    table.state = table.state.with_acting(CASTER, ap=2)
    assert names(table, CASTER) == {"cannot be the target of melee and ranged attacks"}
    tusk = table.state.fielded(OTHER).actions[TUSKS].ways[0].effect
    refused = targets_refusal(table.state, OTHER, tusk, (AimedTarget(CASTER),))
    assert refused == "Boar cannot be the target of melee and ranged attacks (Illusory Disguise)."
    act(table, CASTER, TUSKS, OTHER)
    assert not names(table, CASTER)


@every_row("license", ["ORC", "OGL"])
def test_a_needle_of_vengeance_waits_for_an_attack_on_its_caster(license: str) -> None:
    spell = "Needle of Vengeance"
    table = cast(caster_table(spell, license=license, ally=True), "needle", OTHER).end(CASTER)
    assert table.of(OTHER).hp == 40
    table.activate(OTHER)
    act(table, OTHER, TUSKS, "a.m2").do(RollRuled("miss", "the test"))
    assert (table.of(OTHER).hp, names(table, OTHER)) == (40, {spell})
    act(table, OTHER, TUSKS, CASTER)
    assert (table.of(OTHER).hp, names(table, OTHER)) == (30, set())
    table.do(RollRuled("miss", "the test"))
    assert table.of(OTHER).hp == 30


@every_row(("spell", "license", "ignores"), [("Sure Strike", "ORC", True), ("True Strike", "OGL", False)])
def test_the_next_attack_is_rolled_twice(spell: str, license: str, ignores: bool) -> None:
    table = cast(caster_table(spell, license=license), spell)
    behind = AimedTarget(OTHER, Circumstances(cover=("a wall",), concealment=("fog",)))
    chance = dict(forecast(table.state, CASTER, TUSKS, "", (AimedTarget(OTHER),)).targets[0].rolls[0].outcomes)
    act(table, CASTER, TUSKS, behind)
    if not ignores:
        table.roll(6).roll(6)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.dice == 2
    table.do(FacesRolled((3, 15), True), "a")
    assert table.of(OTHER).hp < 40
    assert not names(table, CASTER)
    assert sum(chance.values()) == 1
    assert chance["miss"] < fight_number(table.state, CASTER).value / 20, "Two dice miss less often than one."
    wasted = cast(caster_table(spell, license=license), spell).end(CASTER)
    assert not names(wasted, CASTER)


def test_guidance_helps_with_one_roll_and_once_an_encounter() -> None:
    table = cast(caster_table("Guidance"), "guidance", OTHER)
    assert fight_number(table.state, OTHER).value == 9
    table.end(CASTER).activate(OTHER)
    act(table, OTHER, TUSKS, CASTER).do(RollRuled("miss", "the test"))
    assert fight_number(table.state, OTHER).value == 8 - 5
    table.end(OTHER).activate(THIRD).end(THIRD).activate(OTHER).end(OTHER).activate(CASTER)
    with pytest.raises(ChangeRefused, match="Boar is helped by Guidance"):
        cast(table, "guidance", OTHER)
    cast(table, "guidance", THIRD)


def test_a_battle_that_an_older_version_began_knows_neither_bans_nor_early_ends() -> None:
    table = caster_table("Charm", "Suggestion", rank=4)
    table.state = replace(table.state, has_limits=False)
    cast(table, "Charm", OTHER).end(CASTER).activate(OTHER)
    act(table, OTHER, TUSKS, CASTER).do(RollRuled("miss", "the test"))
    table.state = table.state.with_acting(OTHER, has_ended=True)
    assert names(table, OTHER) == {"charmed"}


@every_row("ends_when", [("damaged",), ("attacks user",), ("damaged", "attacks user")])
def test_damage_to_come_is_dealt_by_attacks_alone(ends_when: tuple[EndsWhen, ...]) -> None:
    damage = (Damage(10, ("mental",), when="when it next attacks the caster"),)
    hex_ = Feature(id="hex", name="Hex", cost="1", target=Target(), damage=damage, lasts="used", ends_when=ends_when)
    table = caster_table()
    caster = table.setup.fielded[0]
    card = replace(caster.card, features=(*caster.card.features, hex_))
    table = PlayedTable(replace(table.setup, fielded=(replace(caster, card=card), *table.setup.fielded[1:]))).begin("a")
    act(table.activate(CASTER), CASTER, "feature/hex", OTHER)
    waits = ends_when == ("attacks user",)
    assert any("damage to come" in text for text in table.told) is waits
    assert any("10 mental damage follows" in text for text in table.told) is not waits
    assert ("Hex" in names(table, OTHER)) is waits
