"""Thirty positions in which legal commands are counted: 15 in battles by chance, 15 set up for what is rare."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.combat.resolution import ActAsk
from rules.families.documents import states_of
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay
from rules.p2v_combat.events.moving import RiderMounted
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.setup.plan import BoardMarker, PlacedObjective, SpecialStart, TablePlan, TerrainPiece
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.p2v_combat.state import BattleState
from rules.roster.model import ItemChoice, Member
from tests.rules.p2v_combat.legal.perft import settled
from tests.rules.p2v_combat.random_play import random_battle
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup
from tests.rules.p2v_combat.tables import PlayedTable, aim, card, setup_of

DUELS, PAIRS = (0, 1, 2, 3, 4, 8, 9, 11), (0, 1, 3, 4, 5, 6, 7)
"""Seeds of battles by chance with one and with two creatures a side."""


def by_chance(seed: int, creatures: int) -> BattleState:
    """Return a battle by chance after a quarter of its events."""
    states = [state for _, state in states_of(random_battle(seed, creatures=creatures).document)]
    return settled(states[len(states) // 4])


def _on_a_board(setup: BattleSetup, **plan: Any) -> PlayedTable:
    table = TablePlan(sides=("a", "b"), points=100, board_key="small-board", **plan)
    return PlayedTable(replace(setup, table=table)).begin("a")


def _group() -> PlayedTable:
    return PlayedTable(setup_of(["boar", "boar"], ["kobold-warrior"])).begin("a").activate("a.m1", "a.m2")


def _commander() -> PlayedTable:
    setup = setup_of(["orc-warchief", "orc-warrior"], ["boar"])
    led = tuple(replace(fighter, minion_of="a.m1") if fighter.id == "a.m2" else fighter for fighter in setup.fielded)
    return PlayedTable(replace(setup, fielded=led)).begin("a").activate("a.m1")


def _rider() -> PlayedTable:
    table = PlayedTable(setup_of(["guard", "boar"], ["boar"])).begin("a").activate("a.m1")
    return table.do(RiderMounted("a.m1", "a.m2"), "a")


def _looter() -> PlayedTable:
    potion = ItemChoice("healing-potion-minor")
    setup = setup_of(["guard"], ["boar", Member("kobold-warrior", id="m2", items=(potion, potion))])
    markers = (BoardMarker("supply", 4, 4), BoardMarker("digging spot", 6, 4))
    return _on_a_board(setup, markers=markers).do(LeftPlay("b.m2", True, "", "")).activate("a.m1")


def _suspicious(upgrade: str) -> PlayedTable:
    book = PlacedObjective("book", 5, 5, "a", face=5)
    statue = TerrainPiece("t1", "obstacle", 3, 4, 1, 1, label="Statue")
    setup = setup_of(["kobold-druid-1"], ["boar", "fungus-leshy"])
    starts = (SpecialStart("b.m2", "b", upgrade),)
    return _on_a_board(setup, starts=starts, objectives=(book,), terrain=(statue,)).activate("a.m1")


def _summoner() -> PlayedTable:
    setup = setup_of(["kobold-druid-1", "guard"], ["boar"])
    return _on_a_board(setup, starts=(SpecialStart("a.m2", "a", "summonable"),)).activate("a.m1")


def _with_an_animal(face: int) -> PlayedTable:
    placed = PlacedObjective("wild-animal", 5, 5, "a", creature="boar", creature_power=15)
    setup = setup_of(["kobold-druid-1"], ["kobold-warrior"])
    boar = Fielded("game.wild-animal", NEUTRAL, Member("boar", id="wild-animal"), card("boar"))
    table = _on_a_board(replace(setup, fielded=(*setup.fielded, boar)), objectives=(placed,)).activate("a.m1")
    return table.do(ObjectiveTried("a.m1", "wild-animal", "Nature"), "a").roll(face)


def _confused() -> PlayedTable:
    table = PlayedTable(setup_of(["boar"], ["guard"])).begin("a")
    return table.do(HeldSet("a.m1", "confused", True, "")).activate("a.m1")


def _monster() -> SoloTable:
    return SoloTable(solo_setup(("guard",), ("boar",))).begin("late", 1).act("b.m1")


def _within(creature: str, activity: str) -> PlayedTable:
    """Return an activity of Strikes after its first one, at the first of two enemies."""
    table = PlayedTable(setup_of([creature], ["boar", "guard"])).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", f"feature/{activity}", ""), "a")
    ask = table.asked
    assert isinstance(ask, ActAsk)
    return table.do(StepActed(ask.actions[0].key, "", aim("b.m1")), "a")


def _swallowed() -> PlayedTable:
    table = PlayedTable(setup_of(["boar"], ["gashadokuro", "guard"])).begin("a")
    table.state = gain_condition(table.state, "a.m1", "swallowed", by="b.m1", source="Swallow Whole")
    return table.activate("a.m1")


SET_UP: dict[str, Callable[[], PlayedTable | SoloTable]] = {
    "group": _group,
    "commander": _commander,
    "rider": _rider,
    "looter": _looter,
    "tempting disguise": lambda: _suspicious("tempting-disguise"),
    "summoner": _summoner,
    "claimed animal": lambda: _with_an_animal(20),
    "roused animal": lambda: _with_an_animal(1),
    "confused": _confused,
    "monster": _monster,
    "breath": lambda: PlayedTable(setup_of(["chimera"], ["boar"])).begin("a").activate("a.m1"),
    "different targets": lambda: _within("zombie-hulk", "wide-swing"),
    "same target": lambda: _within("caligni-hunter", "double-slice"),
    "swallowed": _swallowed,
    "caster": lambda: PlayedTable(setup_of(["kobold-sorcerer-1"], ["guard", "boar"])).begin("a").activate("a.m1"),
}
"""Positions by name, which come to be when they are asked for."""

POSITIONS: dict[str, Callable[[], BattleState]] = {
    **{f"duel {seed}": lambda seed=seed: by_chance(seed, 1) for seed in DUELS},
    **{f"pairs {seed}": lambda seed=seed: by_chance(seed, 2) for seed in PAIRS},
    **{name: lambda begin=begin: settled(begin().state) for name, begin in SET_UP.items()},
}
"""All thirty by name."""
