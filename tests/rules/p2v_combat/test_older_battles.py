"""Battles that began before bans and early ends: spells, items and movements play as they did then."""

import pytest

from rules.cards.model import Feature
from rules.combat.answers import RollRuled
from rules.combat.resolution import OfferAsk
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import Damage, Target
from rules.p2v_combat.announcements import BY_TABLE
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import targets_refusal
from rules.roster.model import ItemChoice, Member
from rules.tables.actions import BY_NAME
from tests.rows import every_row
from tests.rules.p2v_combat.casting import CASTER, OTHER, cast, caster_table
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of, with_features


def older(table: PlayedTable) -> PlayedTable:
    """Return the same battle, begun by an older version."""
    return PlayedTable(table.setup).do(BattleBegun(limits=False)).roll(6, 1).activate(CASTER)


def begun(*creatures: str | Member, other: str = "boar", limits: bool = False) -> PlayedTable:
    table = PlayedTable(setup_of(creatures, [other])).do(BattleBegun(limits=limits))
    return table.roll(6, 1).activate("a.m1")


@pytest.mark.parametrize(("limits", "asks"), [(False, False), (True, True)])
def test_darkness_of_an_older_battle_asks_for_no_kind_of_terrain(limits: bool, asks: bool) -> None:
    table = caster_table("Darkness", rank=4)
    table = cast(table if limits else older(table), "Darkness")
    assert (table.asked is not None) is asks
    if not asks:
        assert "The area becomes concealing terrain." in table.told


SILENT = (
    ("Sure Strike", CASTER),
    ("Guidance", CASTER),
    ("Invisibility", CASTER),
    ("Earthbind", OTHER),
    ("Triple Time", CASTER),
)


@every_row(("spell", "target"), SILENT)
def test_an_older_battle_gives_the_players_the_text_of_what_it_does_not_play(spell: str, target: str) -> None:
    whole, table = caster_table(spell, rank=3), older(caster_table(spell, rank=3))
    targets = () if spell == "Sure Strike" else (target,)
    assert any(note.why == (BY_TABLE,) for note in cast(table, spell, *targets).state.notes) or any(
        f"{spell}:" in entry for entry in table.told
    )
    assert not any(f"Boar’s {spell}:" in text for text in cast(whole, spell, *targets).told)


def test_an_older_beak_deals_five_more_against_everyone() -> None:
    lost = []
    for items in ((), (ItemChoice("bloodseeker-beak"),)):
        table = begun(Member("boar", id="m1", items=items), other="owlbear")
        if items:
            table.do(CreatureActed("a.m1", "item/bloodseeker-beak", ""))
        table.do(CreatureActed("a.m1", "feature/tusk", "", aim("b.m1", distance="reach")), "a")
        table.do(RollRuled("hit", "the test"))
        lost.append(table.of("b.m1").max_hp - table.of("b.m1").hp)
    assert lost[1] == lost[0] + 5


def test_tumble_through_of_an_older_battle_names_no_enemy() -> None:
    table = begun("kobold-bard-1")
    tumble = BY_NAME["Tumble Through"]
    assert targets_refusal(table.state, "a.m1", tumble, (AimedTarget("a.m1"),)) == ""
    assert targets_refusal(table.state, "a.m1", tumble, (AimedTarget("b.m1"),))
    table.do(CreatureActed("a.m1", "act/tumble-through", "", (AimedTarget("a.m1"),)))
    assert table.asked is None
    assert any("Strides up to" in text for text in table.told)


@pytest.mark.parametrize("limits", [False, True])
def test_the_kind_of_damage_of_a_hit_counts_in_later_battles(limits: bool) -> None:
    flare = Feature(
        id="flare",
        name="Flare",
        cost="reaction",
        trigger="It is hit by fire",
        triggers=(ReactionTrigger(kinds=("hits",), by="enemy", to="self", of=("fire",)),),
        target=Target(who="trigger"),
        damage=(Damage(5, ("fire",)),),
    )
    table = PlayedTable(with_features(setup_of(["boar"], ["boar"]), "b.m1", flare)).do(BattleBegun(limits=limits))
    table.roll(6, 1).activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/tusk", "", aim("b.m1", distance="reach")), "a")
    table.do(RollRuled("hit", "the test"))
    assert isinstance(table.asked, OfferAsk) is not limits
