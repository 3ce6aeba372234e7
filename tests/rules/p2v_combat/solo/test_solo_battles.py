"""Battles against the game: rounds by phases, gambits step by step, the goal of a scenario, documents."""

import random
from dataclasses import replace

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.log import LogEntry
from rules.combat.resolution import ChoiceAsk, RollAsk, pending
from rules.combat.state import FightSide
from rules.errors import ChangeRefused, RulesError
from rules.families.documents import BattleDocument, battle_document, battle_from_document, states_of
from rules.p2v_combat.events.acting import GambitStepTaken, TargetAnswer
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.solo.playing import current_phase, next_instruction, progress_of
from rules.p2v_combat.solo.story.adventure import ScenarioGoal
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.solo.turns import MonsterInstruction, Pursuit
from rules.p2v_combat.tasks.turns import may_activate
from tests.rows import every_row
from tests.rules.p2v_combat.solo.battles import CARDS, SoloTable, solo_setup

PARTY = ("kobold-warrior", "wolf")
DOGS = ("taxidermic-dog", "taxidermic-dog", "flash-beetle")


def _table(**plan) -> SoloTable:
    return SoloTable(solo_setup(PARTY, DOGS, **plan))


def _able(table: SoloTable) -> list[str]:
    return [combatant for combatant in table.state.combatants if may_activate(table.state, combatant)]


def _set_hp(table: SoloTable, creature: str, hp: int) -> SoloTable:
    return table.play(HpSet(creature, hp, 0, "for the test"))


def test_a_round_asks_early_or_late_then_rolls_a_die_for_each_kind():
    table = _table().begin()
    ask = pending(table.state)
    assert isinstance(ask, ChoiceAsk)
    assert (ask.side, ask.reason) == ("a", "Does Kobold Warrior act early or late?")
    assert [option.key for option in ask.options] == ["early", "late", "all-early", "all-late"]
    table.answer("early", "late")
    ask = pending(table.state)
    assert isinstance(ask, RollAsk)
    assert (ask.reason, ask.sides, ask.place) == ("Gambit: Flash Beetle", 6, ("r1", 0, "flash-beetle", "gambit", 1))
    table.answer(6, 4)
    assert "Flash Beetle rolls 6, phase III (late): it Strides, then attacks with Light Flash." in table.texts
    assert "Taxidermic Dog rolls 4, phase II (early): it Repositions, then attacks with Jaws." in table.texts


def test_the_phases_come_in_their_order():
    table = _table().begin("early", "late", 6, 4)
    order = []
    while table.state.round == 1 and (able := _able(table)):
        phase = current_phase(table.state)
        assert phase is not None
        order.append((phase.key, able))
        table.act(able[0]).end(able[0])
    assert order == [
        ("early", ["a.m1"]),
        ("II", ["b.m1", "b.m2"]),
        ("II", ["b.m2"]),
        ("late", ["a.m2"]),
        ("III", ["b.m3"]),
    ]
    assert (table.state.round, isinstance(pending(table.state), ChoiceAsk)) == (2, True)


def test_super_early_monsters_act_before_everyone():
    table = _table().begin("all-early", 1, 1)
    assert _able(table) == ["b.m1", "b.m2", "b.m3"]
    with pytest.raises(ChangeRefused):
        table.act("a.m1")


@every_row("timing, points", [("early", 2), ("late", 3)])
def test_early_adventurers_have_two_action_points_and_late_ones_three(timing, points):
    table = _table().begin(f"all-{timing}", 6, 6)
    table.act("a.m1")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.ap == points


@every_row("condition, points", [("slowed", 2), ("stunned", 0)])
def test_conditions_take_action_points_of_late_adventurers_too(condition, points):
    table = _table().begin("all-late", 2, 2)
    table.play(HeldSet("a.m1", condition, True, "for the test"))
    for name in ("b.m3", "b.m1", "b.m2"):
        table.act(name).end(name)
    table.act("a.m1")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.ap == points


def test_a_monster_takes_its_gambit_step_by_step():
    table = _table().begin("all-late", 6, 4).act("b.m1")
    acting = table.state.acting("b.m1")
    assert acting is not None
    assert acting.ap == 2
    question = next_instruction(table.state, "b.m1", {})
    assert isinstance(question, TargetQuestion)
    assert (question.key, question.options) == ("0.range", ("a.m1", "a.m2"))
    with pytest.raises(ChangeRefused, match="Answer this first"):
        table.play(GambitStepTaken("b.m1"))
    table.play(GambitStepTaken("b.m1", (TargetAnswer("0.range", ("a.m2",)),)))
    text = "Taxidermic Dog Strides toward Wolf, even if it has an enemy within melee reach already."
    assert table.texts[-1] == text
    told = next_instruction(table.state, "b.m1", {})
    assert isinstance(told, MonsterInstruction)
    assert (told.text, told.targets) == ("Taxidermic Dog attacks Wolf with Jaws.", ("a.m2",))
    table.play(GambitStepTaken("b.m1"))
    acting, progress = table.state.acting("b.m1"), progress_of(table.state, "b.m1")
    assert acting is not None
    assert progress is not None
    # The move is paid for, the attack will be when it is made.
    assert (acting.ap, progress.steps) == (1, ())
    assert progress.due == Pursuit(("a.m2",), "Jaws")
    assert next_instruction(table.state, "b.m1", {}) is None
    with pytest.raises(ChangeRefused, match="Its gambit is done"):
        table.play(GambitStepTaken("b.m1"))


def test_the_dogs_resistance_is_read_out():
    """Ruling 92."""
    table = _table().begin("all-late", 6, 1).act("b.m1").play(GambitStepTaken("b.m1"))
    assert table.texts[-1] == "Taxidermic Dog does this: Resist all 2d6 until the end of the round."


def test_a_slowed_monster_loses_its_last_action_and_a_stunned_one_all():
    """Ruling 95."""
    table = _table().begin("all-late", 6, 4).play(HeldSet("b.m1", "slowed", True, "for the test")).act("b.m1")
    progress = progress_of(table.state, "b.m1")
    assert progress is not None
    assert [step.words for step in progress.steps] == ["Reposition"]
    table.end("b.m1").play(HeldSet("b.m2", "stunned", True, "for the test")).act("b.m2")
    progress = progress_of(table.state, "b.m2")
    assert progress is not None
    assert progress.steps == ()
    assert "Taxidermic Dog loses its actions." in table.texts


def test_limited_uses_of_monsters_are_clear_each_turn():
    setup = solo_setup(PARTY, ("flash-beetle",))
    table = SoloTable(setup).begin("all-late", 6)
    state = table.state.change("b.m1", spent=(("light-flash", 1),))
    table.state = state
    table.act("a.m1").end("a.m1").act("a.m2").end("a.m2").act("b.m1")
    assert table.state.combatants["b.m1"].spent == ()


@every_row(
    "condition, first",
    [
        ("confused", "Which of these can Wolf attack with Jaws (Melee)?"),
        ("controlled", "Which of these can Wolf attack with Jaws (Melee), after moving up to 7 squares?"),
    ],
)
def test_the_game_spends_the_action_points_of_an_adventurer_by_the_ladder(condition, first):
    table = _table().begin("all-early", 6, 6).play(HeldSet("a.m2", condition, True, "for the test")).act("a.m2")
    question = next_instruction(table.state, "a.m2", {})
    assert isinstance(question, TargetQuestion)
    # Its own side is whom it may attack.
    assert (question.text, question.options) == (first, ("a.m1",))


def test_an_adventurer_of_ones_own_has_no_gambit():
    table = _table().begin("all-early", 6, 6).act("a.m1")
    assert next_instruction(table.state, "a.m1", {}) is None
    with pytest.raises(ChangeRefused, match="does not act by a gambit"):
        table.play(GambitStepTaken("a.m1"))


def test_without_monsters_the_goal_to_defeat_them_is_reached():
    table = _table(goal=ScenarioGoal("defeat", "Win.")).begin("all-early", 6, 6)
    for name in ("b.m1", "b.m2", "b.m3"):
        assert table.state.phase == "playing"
        _set_hp(table, name, -50)
    assert (table.state.phase, table.state.result.winner) == ("over", "a")
    assert "The battle is over. The party has reached its goal." in table.texts


def test_a_scenario_is_lost_once_no_adventurer_stands():
    """Ruling 179."""
    table = _table(goal=ScenarioGoal("survive", "Live.", number=5)).begin("all-early", 6, 6)
    _set_hp(table, "a.m1", 0)
    _set_hp(table, "a.m2", 0)
    assert (table.state.phase, table.state.result.winner) == ("over", "b")


def test_adventurers_that_leave_over_an_edge_reach_their_goal():
    table = _table(goal=ScenarioGoal("reach", "Leave.", number=2)).begin("all-early", 6, 6)
    table.play(LeftPlay("a.m1", False, "right", ""))
    assert table.state.phase == "playing"
    table.play(LeftPlay("a.m2", False, "right", ""))
    assert (table.state.phase, table.state.result.winner) == ("over", "a")


@every_row(
    "goal, winner", [(ScenarioGoal("survive", "Live.", number=2), "a"), (ScenarioGoal("defeat", "Win.", rounds=2), "b")]
)
def test_rounds_count_once_they_are_over(goal, winner):
    table = _table(goal=goal).begin()
    for number in (1, 2):
        assert (table.state.round, table.state.phase) == (number, "playing")
        table.answer("all-early", 6, 6)
        while table.state.round == number and table.state.phase == "playing" and (able := _able(table)):
            table.act(able[0]).end(able[0])
    assert (table.state.phase, table.state.result.winner) == ("over", winner)


def test_a_battle_against_the_game_is_read_back_from_its_document():
    table = _table(
        goal=ScenarioGoal("slay", "Slay.", creature="flash-beetle", rounds=9),
        adventure="x",
        scenario="y",
        earlier=("won", "lost"),
    )
    table.begin("early", "late", 6, 4).act("a.m1").end("a.m1").act("b.m1")
    table.play(GambitStepTaken("b.m1", (TargetAnswer("0.range", ("a.m2",)),)))
    entries = tuple(LogEntry(number, number, side, event) for number, (event, side) in enumerate(table.events, start=1))
    document = battle_document(BattleDocument(table.state.setup, entries))
    again = battle_from_document(document)
    assert again.setup.solo == table.state.setup.solo
    assert battle_document(again) == document
    *_, (_, state) = states_of(again)
    assert state.solo == table.state.solo
    assert [note.text for note in state.notes] == [note.text for note in table.state.notes]


def test_the_game_plays_one_side():
    setup = solo_setup(PARTY, DOGS)
    people = (FightSide("a", "The party"), FightSide("b", "More people"))
    with pytest.raises(RulesError, match="the game plays one side"):
        replace(setup, sides=people)


@pytest.mark.parametrize("seed", range(12))
def test_battles_played_at_random_come_to_an_end(seed: int):
    rng = random.Random(seed)
    party = tuple(rng.sample(("kobold-warrior", "wolf", "goblin-pyro", "fungus-leshy", "eagle-knight"), 3))
    kinds = rng.sample(sorted(key for key, card in CARDS.items() if card.level <= 4 and card.stats.hp), 2)
    table = SoloTable(solo_setup(party, (*kinds, kinds[0]), goal=ScenarioGoal("defeat", "Win.", rounds=4)))
    table.begin()
    for _ in range(600):
        if table.state.phase == "over":
            break
        _random_event(table, rng)
    assert table.state.phase == "over"
    assert table.state.result is not None


def _random_event(table: SoloTable, rng: random.Random) -> None:
    state, ask = table.state, pending(table.state)
    if isinstance(ask, RollAsk):
        table.play(FacesRolled(tuple(rng.randint(1, ask.sides) for _ in range(ask.dice)), False), None)
    elif isinstance(ask, ChoiceAsk):
        table.play(BattleOptionChosen(rng.choice(ask.options).key))
    elif state.turn is None:
        table.act(rng.choice(_able(table)))
    else:
        (acting,) = [creature for creature in state.turn.acting if not creature.has_ended][:1]
        _act_at_random(table, acting.id, rng)


def _act_at_random(table: SoloTable, creature: str, rng: random.Random) -> None:
    answers: dict[str, tuple[str, ...]] = {}
    while isinstance(outcome := next_instruction(table.state, creature, answers), TargetQuestion):
        most = min(outcome.most or len(outcome.options), len(outcome.options))
        answers[outcome.key] = tuple(rng.sample(outcome.options, rng.randint(outcome.fewest, most)))
    if outcome is None:
        table.play(TurnEnded(creature, ()), table.state.combatants[creature].side if creature.startswith("b") else None)
        return
    table.play(GambitStepTaken(creature, tuple(TargetAnswer(key, ids) for key, ids in answers.items())), None)
    for target in outcome.targets if outcome.action and outcome.action.is_attack else ():
        combatant = table.state.combatants[target]
        if combatant.is_up and rng.random() < 0.5:
            table.play(HpSet(target, combatant.hp - rng.randint(1, 9), 0, "hit"))
