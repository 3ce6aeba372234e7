"""A side that the game plays: its reactions are entries of the log, its secrets are sealed like any others."""

from dataclasses import replace
from typing import Any

import pytest

from battles.models.battles import BattleDice
from battles.services.battles import battle_store
from rules.combat.answers import FacesRolled
from rules.combat.resolution import ChoiceAsk, RollAsk, pending
from rules.combat.state import FightSide
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.steps import opens
from rules.p2v_combat.solo.monsters import stock_tables
from rules.p2v_combat.solo.solo_plan import MonsterKind, SoloPlan
from rules.p2v_combat.solo.story.recovery import recovered, use_name
from rules.roster import ItemChoice, Member
from tests.battles.pages import press
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import PlayedTable, setup_of
from tests.warbands.verbs import account, text_of

pytestmark = pytest.mark.django_db


def solo_table(
    victory: str = "standard-victory", monster: str = "arboreal-warden", owner: str = "ada", **fields: Any
) -> BattleTable:
    plan = choose_condition(TablePlan(sides=("a", "b"), points=60, board_key="small-board"), victory)
    setup = setup_of(["kobold-warrior", "boar"], [monster])
    solo = SoloPlan(kinds=(MonsterKind(monster, stock_tables()["standard"].gambits),))
    sides = (setup.sides[0], FightSide("b", "The enemy", "game"))
    person = account(owner)
    stored = battle_store(
        owner=person.owner, setup=replace(setup, sides=sides, solo=solo, table=plan), seed=SEED, **fields
    )
    return BattleTable(stored.key, person)


def page(table: BattleTable, rest: str = "") -> str:
    return text_of(table.owner.get(f"/battles/{table.key}/{rest}"))


def roll_all(table: BattleTable, face: int) -> None:
    while isinstance(ask := pending(table.folded.state), RollAsk):
        table.do(FacesRolled((face,) * ask.dice, True))


def test_a_monsters_reaction_is_an_entry_of_the_step_that_set_it_off() -> None:
    table = solo_table(dice=BattleDice.ENTERED)
    table.begin()
    table.do(BattleOptionChosen("all-early"))
    roll_all(table, 6)
    press(table, do="activate", creature="a.m1")
    spear = (AimedTarget("b.m1", Circumstances(distance="reach")),)
    table.do(CreatureActed("a.m1", "feature/spear", "", spear))
    table.do(FacesRolled((20,), True))
    entries = [(row.event["kind"], row.side, row.step) for row in table.battle.entries.order_by("number")][-2:]
    assert [kind for kind, _, _ in entries] == ["rolled", "offer-taken"]
    assert entries[1][1] == ""
    assert entries[0][2] == entries[1][2], "Undo takes both back."
    assert table.folded.state.combatants["b.m1"].has_reacted
    press(table, do="undo")
    assert not table.folded.state.combatants["b.m1"].has_reacted


def test_whether_a_monster_is_near_enough_is_asked_in_those_words() -> None:
    table = solo_table(monster="guard", dice=BattleDice.ENTERED)
    table.begin()
    table.do(BattleOptionChosen("all-early"))
    roll_all(table, 6)
    press(table, do="activate", creature="a.m1")
    press(table, do="act", creature="a.m1", action="act/stride", way="")
    shown = page(table)
    assert "Is this one near enough?" in shown
    assert "Not near enough: go on" in shown


def test_the_games_assassin_and_target_are_sealed_as_the_battle_begins() -> None:
    table = solo_table("assassins")
    before = page(table, "setup/secrets/")
    assert "Still to choose: The enemy" not in before
    table.begin()
    plan = table.folded.setup.table
    assert plan is not None
    sealed = {(seal.side, seal.purpose) for seal in plan.seals}
    assert sealed == {("b", "assassin"), ("b", "target")}
    rows = {row.purpose: row for row in table.battle.secrets.filter(side="b")}
    assert rows["assassin"].choice == "b.m1"
    assert rows["target"].choice.startswith("a.")
    secret = SecretChoice("b", "target", rows["target"].choice, rows["target"].salt)
    assert any(opens(plan.battle, seal, secret) for seal in plan.seals)
    shown = table.owner.get(f"/battles/{table.key}/setup/secrets/").content.decode()
    assert rows["target"].salt not in shown
    file = table.owner.get(f"/battles/{table.key}/battle.json").content.decode()
    assert rows["target"].salt not in file


def test_the_game_chooses_the_same_by_the_same_seed_and_once() -> None:
    table = solo_table("assassins")
    table.begin()
    first = table.battle.secrets.get(side="b", purpose="target").choice
    press(table, do="undo")
    table.begin()
    assert table.battle.secrets.get(side="b", purpose="target").choice == first
    other = solo_table("assassins", owner="bob")
    other.begin()
    assert other.battle.secrets.get(side="b", purpose="target").choice == first


def test_the_game_shows_its_secrets_when_the_score_asks_for_them() -> None:
    table = solo_table("assassins")
    table.begin()
    table.do(BattleOptionChosen("all-early"))
    table.do(LeftPlay("b.m1", True, "", ""))
    for _ in range(30):
        ask = pending(table.folded.state)
        if table.folded.state.phase == "over" or (isinstance(ask, ChoiceAsk) and "Who was" in ask.reason):
            break
        if isinstance(ask, ChoiceAsk):
            table.do(BattleOptionChosen("all-early"))
        elif table.folded.state.turn is not None:
            press(table, do="end", creature=table.folded.state.turn.acting[0].id)
        else:
            table.take_turn()
    # The player's own choices were made on paper; the game's follow by themselves.
    press(table, do="choose", option="a.m1")
    press(table, do="choose", option="b.m1")
    state = table.folded.state
    assert state.phase == "over"
    assert {(side, purpose) for side, purpose, _ in state.revealed if side == "b"} == {
        ("b", "assassin"),
        ("b", "target"),
    }
    assert table.battle.secrets.filter(side="b", revealed_at=None).count() == 0


# Recovery between scenarios


def test_ruling_28_encounter_uses_return_and_daily_ones_and_consumables_stay_spent() -> None:
    member = Member("kobold-druid-1", "m1", items=(ItemChoice("holy-water"),))
    table = PlayedTable(setup_of([member], ["boar"])).begin("a")
    party = [fighter for fighter in table.setup.fielded if fighter.side == "a"]
    boxes = {action.boxes for action in party[0].actions.values() if action.boxes}
    spent = tuple((key, 1) for key in (*sorted(boxes), "holy-water"))
    state = table.state.change("a.m1", spent=spent)
    (after,) = recovered(party, state, 1)
    left = dict(after.spent)
    assert "holy-water" in left
    assert use_name(after, "holy-water") == "Holy Water"
    uses = {key: {group.uses[0] for group in _groups(after) if group.uses} for key in left}
    assert uses
    (rested,) = recovered(party, state, 3)
    assert set(dict(rested.spent)) <= set(left)
    assert "holy-water" in dict(rested.spent), "Consumables never come back."


def _groups(creature: Any) -> list[Any]:
    return [group for feature in creature.features if feature.caster for group in feature.caster.groups]
