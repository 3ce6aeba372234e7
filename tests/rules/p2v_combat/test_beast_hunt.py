"""A Beast Hunt: the monster plays by its gambits, and the side wins whose turn or whose reaction eliminates it."""

from rules.combat.resolution import RollAsk
from rules.documents.reading import Fields
from rules.p2v_combat.events.acting import CreatureActed, GambitStepTaken, StepActed, TargetAnswer
from rules.p2v_combat.events.by_hand import HpSet, LeftPlay, PersistentSet
from rules.p2v_combat.events.reactions import OfferTaken, TriggerReported
from rules.p2v_combat.family import setup_document, setup_from
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.p2v_combat.solo.monsters import stock_tables
from rules.p2v_combat.solo.playing import next_instruction, progress_of
from rules.p2v_combat.solo.solo_plan import MonsterKind
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.roster.model import Member
from rules.tables.victory_conditions.scoring import MAJOR, MINOR
from tests.rules.p2v_combat.tables import PlayedTable, card, outcome, setup_of

BEAST, KOBOLD = "game.m1", "kobold-warrior"
PLAN = TablePlan(sides=("a", "b"), points=200, board_key="small-board", victory="beast-hunt")


def hunt(*, theirs: str = "boar", beast: str = "boar", first: str = "a", has_gambits: bool = False) -> PlayedTable:
    base = setup_of(["boar"] * 4, [theirs] * 4)
    monster = Fielded(BEAST, NEUTRAL, Member(beast, id="m1"), card(beast))
    kinds = (MonsterKind(beast, stock_tables()["standard"].gambits),) if has_gambits else ()
    setup = BattleSetup(base.sides, (*base.fielded, monster), base.rules, table=PLAN, neutral_kinds=kinds)
    return PlayedTable(setup_from(Fields(setup_document(setup)))).begin(first)


def eliminated(table: PlayedTable, *creatures: str) -> PlayedTable:
    for creature in creatures:
        table.do(LeftPlay(creature, True, "", ""))
    return table


def to_its_turn(table: PlayedTable) -> PlayedTable:
    """Let everyone take an empty turn until the monster’s comes."""
    while table.state.turn is None or table.state.turn.side != NEUTRAL:
        creature = next(
            combatant.id for combatant in table.state.of_side(table.state.next_side or "") if not combatant.has_acted
        )
        table.activate(creature).end(creature)
    return table


def melee(creature: str) -> tuple[AimedTarget, ...]:
    return (AimedTarget(creature, Circumstances(distance="reach")),)


def test_a_hunt_is_won_by_the_side_whose_turn_it_is() -> None:
    table = hunt().activate("a.m1").end("a.m1").activate("b.m1")
    assert outcome(eliminated(table, BEAST)) == ("b", MINOR)
    table = eliminated(hunt(), "b.m1", "b.m2", "b.m3").activate("a.m1")
    assert outcome(eliminated(table, BEAST)) == ("a", MAJOR)


def test_the_side_whose_turn_it_is_wins_though_the_other_had_felled_the_monster() -> None:
    table = (
        hunt(beast=KOBOLD)
        .activate("a.m1")
        .do(HpSet(BEAST, 1, 0, ""))
        .do(CreatureActed("a.m1", "feature/tusk", "", melee(BEAST)), "a")
    )
    table.roll(19).end("a.m1")
    assert table.of(BEAST).is_dying
    table.activate("b.m1").do(CreatureActed("b.m1", "feature/tusk", "", melee(BEAST)), "b").roll(19)
    # A strike makes a dying creature check for recovery.
    assert isinstance(table.asked, RollAsk)
    assert outcome(table.roll(1)) == ("b", MINOR)


def test_a_reaction_that_eliminates_the_monster_wins_for_its_side() -> None:
    """On a turn of side a, a boar of side b strikes with a readied action, and the monster fails to recover."""
    table = hunt(beast=KOBOLD, first="b").activate("b.m1").do(CreatureActed("b.m1", "act/ready", ""), "b").end("b.m1")
    table.activate("a.m1").do(HpSet(BEAST, 0, 0, ""))
    table.do(TriggerReported("b.m1", "feature/tusk", "", melee(BEAST)), "b").roll(19)
    assert isinstance(table.asked, RollAsk)
    assert outcome(table.roll(1)) == ("b", MINOR)


def test_a_reaction_that_only_felled_the_monster_does_not_win() -> None:
    table = hunt(beast=KOBOLD, first="b").activate("b.m1").do(CreatureActed("b.m1", "act/ready", ""), "b").end("b.m1")
    table.activate("a.m1").do(HpSet(BEAST, 1, 0, ""))
    table.do(TriggerReported("b.m1", "feature/tusk", "", melee(BEAST)), "b").roll(19)
    assert table.of(BEAST).is_dying
    table.do(CreatureActed("a.m1", "feature/tusk", "", melee(BEAST)), "a").roll(19)
    assert outcome(table.roll(1)) == ("a", MINOR)


def test_a_reaction_counts_on_the_monsters_own_turn() -> None:
    table = to_its_turn(hunt(theirs="guard", beast=KOBOLD)).do(HpSet(BEAST, 1, 0, ""))
    table.do(CreatureActed(BEAST, "act/stride", ""), "a").do(OfferTaken("b.m1", "feature/attack-of-opportunity"), "b")
    table.do(StepActed("feature/sap", "", melee(BEAST)), "b").roll(19)
    # Felled, its turn ends at once, and its recovery check is the end of it.
    assert outcome(table.roll(1)) == ("b", MINOR)


def test_ruling_359_on_its_own_turn_the_side_wins_that_felled_or_hurt_it() -> None:
    table = hunt(beast=KOBOLD).activate("a.m1").end("a.m1").activate("b.m1").do(HpSet(BEAST, 1, 0, ""))
    table.do(CreatureActed("b.m1", "feature/tusk", "", melee(BEAST)), "b").roll(19).end("b.m1")
    while isinstance(table.asked, RollAsk) is False:
        creature = next(
            combatant.id for combatant in table.state.of_side(table.state.next_side or "") if not combatant.has_acted
        )
        table.activate(creature).end(creature)
    assert outcome(table.roll(1)) == ("b", MINOR)
    # Nobody felled it: the last side to hurt it counts, and without any it is a draw, but the hunt is over.
    table = (
        hunt().activate("a.m1").do(CreatureActed("a.m1", "feature/tusk", "", melee(BEAST)), "a").roll(12).end("a.m1")
    )
    to_its_turn(table).do(HpSet(BEAST, 1, 0, "")).do(PersistentSet(BEAST, "fire", 5, "")).end(BEAST)
    assert outcome(eliminated(table, BEAST)) == ("a", MINOR)
    assert outcome(eliminated(hunt(), BEAST)) == (None, None)


def test_the_monster_acts_by_its_gambits_as_the_round_ends() -> None:
    table = to_its_turn(hunt(has_gambits=True))
    ask = table.asked
    assert isinstance(ask, RollAsk)
    assert ask.reason == "Gambit: Boar"
    table.roll(4)
    assert table.told[0].startswith("Boar rolls 4: it Strides")
    progress = progress_of(table.state, BEAST)
    acting = table.state.acting(BEAST)
    assert progress is not None
    assert acting is not None
    assert (len(progress.steps), acting.ap) == (2, 2), "A Stride, then its best attack."
    # All creatures are its enemies: the game asks which of them it can reach.
    question = next_instruction(table.state, BEAST, {})
    assert isinstance(question, TargetQuestion)
    assert set(question.options) == {f"{side}.m{number}" for side in "ab" for number in range(1, 5)}
    table.do(GambitStepTaken(BEAST, (TargetAnswer(question.key, ("b.m2",)),)), "a").do(GambitStepTaken(BEAST), "a")
    progress = progress_of(table.state, BEAST)
    assert progress is not None
    assert progress.due is not None
    assert progress.due.targets == ("b.m2",)
    table.do(CreatureActed(BEAST, "feature/tusk", "", melee("b.m2")), "a").roll(19)
    assert table.of("b.m2").hp < table.of("b.m2").max_hp
    table.end(BEAST)
    assert (table.state.round, table.state.next_side, table.state.solo) == (2, "b", None)


def test_a_monster_without_stored_gambits_is_moved_by_the_players() -> None:
    table = to_its_turn(hunt())
    assert table.asked is None
    table.end(BEAST)
    assert (table.state.round, table.state.next_side) == (2, "b")
    assert "neutral_kinds" not in setup_document(table.setup)
