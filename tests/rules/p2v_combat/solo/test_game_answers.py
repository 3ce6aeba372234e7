"""What the game does without asking anyone: the reactions that are surely a monster's, and with which Strike."""

from dataclasses import replace

import pytest

from rules.combat.resolution import ActAsk, OfferAsk, RollAsk
from rules.combat.state import FightSide
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, GambitStepTaken, StepActed, TargetAnswer
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived
from rules.p2v_combat.events.turns import BattleBegun, TurnEnded
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.solo.gambits import Gambits
from rules.p2v_combat.solo.monsters import stock_tables
from rules.p2v_combat.solo.reacting import game_answer
from rules.p2v_combat.solo.solo_plan import MonsterKind, SoloPlan
from rules.roster.model import Member
from tests.rules.p2v_combat.tables import PlayedTable, aim, card, setup_of


def gambits() -> Gambits:
    return stock_tables()["standard"].gambits


def against(*monsters: str, party: str = "kobold-warrior", claim: bool = False) -> PlayedTable:
    """Begin a solo battle and activate the only adventurer, in its early phase."""
    setup = setup_of([party], monsters)
    sides = (setup.sides[0], FightSide("b", "The enemy", "game"))
    kinds = tuple(MonsterKind(key, gambits()) for key in dict.fromkeys(monsters))
    solo = SoloPlan(kinds=kinds, monsters_claim=claim)
    table = PlayedTable(replace(setup, sides=sides, solo=solo))
    table.do(BattleBegun(), "a").do(BattleOptionChosen("early"), "a")
    while isinstance(table.asked, RollAsk):
        table.roll(6)
    return table.activate("a.m1")


def hit(table: PlayedTable, target: str, faces: int = 20) -> PlayedTable:
    table.do(CreatureActed("a.m1", "feature/spear", "", aim(target, distance="reach")), "a")
    return table.roll(faces)


def test_a_monster_blocks_with_its_shield_without_a_question() -> None:
    table = hit(against("arboreal-warden"), "b.m1")
    assert isinstance(table.asked, OfferAsk)
    answer = game_answer(table.state)
    assert answer == OfferTaken("b.m1", "feature/shield-block")
    table.do(answer)
    assert table.of("b.m1").has_reacted
    assert game_answer(table.state) is None


def test_a_monster_about_to_fall_tries_its_ferocity() -> None:
    table = against("boar")
    table.do(HpSet("b.m1", 1, 0, ""))
    hit(table, "b.m1")
    assert game_answer(table.state) == OfferTaken("b.m1", "feature/ferocity")


def test_whether_a_monster_is_near_enough_for_its_strike_the_players_say() -> None:
    table = against("guard").do(CreatureActed("a.m1", "act/stride", ""), "a")
    assert isinstance(table.asked, OfferAsk)
    assert game_answer(table.state) is None


def test_a_shot_within_a_monsters_reach_brings_its_strike_at_the_shooter() -> None:
    table = against("guard")
    table.do(CreatureActed("a.m1", "feature/spear-2", "", aim("b.m1", distance="short", in_enemy_reach=True)), "a")
    assert game_answer(table.state) == OfferTaken("b.m1", "feature/attack-of-opportunity")
    table.do(game_answer(table.state))
    assert isinstance(table.asked, ActAsk)
    strike = game_answer(table.state)
    assert isinstance(strike, StepActed)
    assert [target.creature for target in strike.targets] == ["a.m1"]
    table.do(strike)
    assert isinstance(table.asked, RollAsk)


def test_with_two_monsters_the_players_say_which_one_is_near() -> None:
    table = against("guard", "guard")
    table.do(CreatureActed("a.m1", "feature/spear-2", "", aim("b.m1", distance="short", in_enemy_reach=True)), "a")
    assert game_answer(table.state) is None


def test_nothing_is_answered_for_people() -> None:
    table = PlayedTable(setup_of(["kobold-warrior"], ["arboreal-warden"])).begin("a").activate("a.m1")
    hit(table, "b.m1")
    assert isinstance(table.asked, OfferAsk)
    assert game_answer(table.state) is None


@pytest.mark.parametrize("claim", [False, True])
def test_monsters_claim_objectives_only_where_the_scenario_says_so(claim: bool) -> None:
    table = against("guard", claim=claim)
    plan = TablePlan(
        sides=("a", "b"),
        points=60,
        board_key="small-board",
        victory="standard-victory",
        objectives=(PlacedObjective("book", 5, 5, "a", face=1),),
    )
    state = replace(table.state, setup=replace(table.state.setup, table=plan))
    with pytest.raises(ChangeRefused) as refused:
        ObjectiveTried("b.m1", "book", "Lore").play(state, None)
    # Where they may, what stands in the way here is only that it is not their turn.
    assert ("scenario" in refused.value.message) is not claim


def test_the_players_waive_no_reaction_of_a_monster() -> None:
    table = against("guard").do(CreatureActed("a.m1", "act/stride", ""), "a")
    (offer,) = table.asked.offers
    assert not offer.may_waive
    with pytest.raises(ChangeRefused, match="monsters that the game plays"):
        table.do(ReactionWaived(offer.creature, offer.key))


def beside(kind: str, creature: str, *, claim: bool = False) -> PlayedTable:
    """Begin a solo battle with an objective that is a creature, or the Altar, beside the only adventurer."""
    table = against("guard", party="kobold-druid-1", claim=claim)
    placed = PlacedObjective(kind, 5, 5, "a", creature=creature, creature_power=15 if creature else None)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", objectives=(placed,))
    setup = table.setup
    if creature:
        key = f"game.{kind}"
        setup = replace(
            setup, fielded=(*setup.fielded, Fielded(key, "game", Member(creature, id=kind), card(creature)))
        )
    table = PlayedTable(replace(setup, table=plan))
    table.do(BattleBegun(), "a").do(BattleOptionChosen("early"), "a")
    while isinstance(table.asked, RollAsk):
        table.roll(6)
    return table.activate("a.m1")


def test_the_game_moves_an_animal_that_an_adventurer_has_roused_by_a_plan() -> None:
    table = beside("wild-animal", "boar")
    table.do(ObjectiveTried("a.m1", "wild-animal", "Nature"), "a").roll(1)
    animal = "game.wild-animal"
    assert table.of(animal).side == "b"
    assert table.state.acting(animal).ap == 2  # type: ignore[union-attr] # it is its turn
    table.do(GambitStepTaken(animal, (TargetAnswer("0.range", ("a.m1",)),)))
    assert table.state.acting(animal).ap == 1  # type: ignore[union-attr] # it has moved
    table.do(TurnEnded(animal, ()))
    assert table.of(animal).side == "game"
    table.end("a.m1")


def test_a_monster_that_claims_an_altar_heals_itself() -> None:
    table = beside("altar", "", claim=True).end("a.m1")
    table.activate("b.m1")
    table.state = table.state.with_acting("b.m1", ap=1)
    table.do(ObjectiveTried("b.m1", "altar", "Religion")).roll(20)
    assert game_answer(table.state) == BattleOptionChosen("b.m1")
