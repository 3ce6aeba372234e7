"""Spells that change their caster: Armor in place of its own, a shield to block with, light feet."""

from rules.combat.answers import RollRuled
from rules.combat.resolution import ChoiceAsk, OfferAsk
from rules.p2v_combat.conditions import mode_now
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.numbers import armor_number, speed_number
from rules.p2v_combat.options import options_for
from tests.rows import every_row
from tests.rules.p2v_combat.casting import CASTER, OTHER, TUSKS, act, cast, caster_table
from tests.rules.p2v_combat.tables import PlayedTable, offered


@every_row(("spell", "license"), [("One With Plants", "ORC"), ("Tree Shape", "OGL")])
def test_a_tree_has_armor_20(spell: str, license: str) -> None:
    table = cast(caster_table(spell, rank=2, license=license), spell)
    assert armor_number(table.state, CASTER).value == 20
    table.end(CASTER).activate(OTHER)
    act(table, OTHER, TUSKS, CASTER)
    assert "Armor 20" in str(armor_number(table.state, CASTER).why)


def blocked(rank: int = 1) -> PlayedTable:
    """Let the caster, whose shield is up, be hit by 10 piercing damage, and block."""
    table = cast(caster_table("Shield", rank=rank), "Shield").end(CASTER).activate(OTHER)
    act(table, OTHER, TUSKS, CASTER).do(RollRuled("hit", "the test"))
    assert isinstance(table.asked, OfferAsk)
    assert (CASTER, "granted/shield-block") in offered(table)
    return table.do(OfferTaken(CASTER, "granted/shield-block"), "a")


@every_row(("rank", "more"), [(1, 0), (3, 5)])
def test_a_shield_of_magic_blocks_once(rank: int, more: int) -> None:
    bare = caster_table().end(CASTER).activate(OTHER)
    act(bare, OTHER, TUSKS, CASTER).do(RollRuled("hit", "the test"))
    table = blocked(rank)
    assert table.of(CASTER).hp == min(bare.of(CASTER).hp + 5 + more, 40)
    assert table.of(CASTER).has_reacted
    assert table.of(CASTER).condition_names == ("cannot cast Shield",)


def test_who_has_blocked_with_it_does_not_cast_it_again() -> None:
    table = blocked().end(OTHER).activate("b.m2").end("b.m2").activate(OTHER).end(OTHER).activate(CASTER)
    spell = next(option for option in options_for(table.state, CASTER) if option.name == "Shield")
    assert spell.refusal == "Boar cannot cast Shield (Shield Block)."
    assert not table.of(CASTER).active_effects, "The shield has ended."


@every_row(("number", "words"), [(0, "Steps"), (1, "Strides up to 9 squares")])
def test_agile_feet_carry_over_difficult_terrain(number: int, words: str) -> None:
    table = cast(caster_table("Agile Feet"), "Agile Feet")
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen(f"part:{number}"), "a")
    assert any(words in text and "ignoring difficult terrain" in text for text in table.told)
    assert speed_number(table.state, CASTER).value == 9
    act(table, CASTER, "act/stride")
    assert any("Strides up to 9 squares, ignoring difficult terrain" in text for text in table.told)
    table.end(CASTER)
    assert speed_number(table.state, CASTER).value == 8


@every_row("license", ["ORC", "OGL"])
def test_levitate_lifts_a_creature_or_an_object(license: str) -> None:
    table = cast(caster_table("Levitate", rank=3, license=license), "Levitate", OTHER)
    assert mode_now(table.state, OTHER) == "Flight"
    option = next(option for option in options_for(table.state, CASTER) if option.name == "Levitate")
    lifted = caster_table("Levitate", rank=3, license=license)
    act(lifted, CASTER, "Levitate", way=option.ways[1].key)
    assert "The object moves up to 2 squares: move it." in lifted.told
    assert mode_now(lifted.state, OTHER) == ""


def test_darkness_is_opaque_from_rank_4_if_its_caster_wants_it() -> None:
    table = cast(caster_table("Darkness", rank=2), "Darkness")
    assert "The area becomes concealing terrain." in table.told
    for choice, terrain in (("part:whole", "concealing"), ("part:0", "opaque")):
        table = cast(caster_table("Darkness", rank=4), "Darkness").do(BattleOptionChosen(choice), "a")
        assert [text for text in table.told if "becomes" in text] == [f"The area becomes {terrain} terrain."]
