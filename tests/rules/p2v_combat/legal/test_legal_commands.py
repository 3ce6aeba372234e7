"""What a creature may do now: every command is accepted, none is worked out before it is asked for, in one order."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from rules.combat.answers import CountsGiven, OfferPassed
from rules.combat.resolution import ActAsk, ChoiceAsk, CountAsk, OfferAsk, pending
from rules.errors import ChangeRefused
from rules.families.documents import states_of
from rules.p2v_combat.events.acting import CreatureActed, ObjectiveCommanded, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.moving import CreatureAppeared
from rules.p2v_combat.events.objectives import ObjectiveTried, SpotDug, SupplyDestroyed
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived, TriggerReported
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated, EndOffered, TurnEnded
from rules.p2v_combat.family import P2V
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.legal.surroundings import Surroundings
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.setup.plan import SpecialStart, TablePlan
from tests.rules.p2v_combat.legal.positions import POSITIONS
from tests.rules.p2v_combat.random_play import random_battle
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of


def listed(table: PlayedTable, creature: str, **around: Any) -> list[Any]:
    return list(legal_commands(table.state, creature, Surroundings(**around)))


def acts(events: list[Any], key: str) -> list[Any]:
    return [event for event in events if isinstance(event, CreatureActed) and event.action == key]


def duel(*ours: str) -> PlayedTable:
    return PlayedTable(setup_of(list(ours) or ["boar"], ["boar", "guard"])).begin("a")


@pytest.mark.parametrize("seed", range(4))
def test_the_battle_accepts_each_command_from_its_doer(seed: int) -> None:
    for place, (_, state) in enumerate(states_of(random_battle(seed, creatures=2).document)):
        for creature in state.combatants if place % 5 == seed % 5 else ():
            for event in islice(legal_commands(state, creature), 60):
                P2V.play(state, event, P2V.whose(state, event))


def test_the_order_is_always_the_same_and_no_command_comes_twice() -> None:
    for name in ("looter", "commander", "pairs 6"):
        state = POSITIONS[name]()
        for creature in state.combatants:
            events = list(legal_commands(state, creature))
            assert events == list(legal_commands(state, creature)) == list(dict.fromkeys(events))


def test_who_takes_ten_commands_does_not_pay_for_the_rest() -> None:
    seen: list[str] = []

    class Watched(Surroundings):
        def between(self, effect: Any, target: str) -> Circumstances | None:
            seen.append(target)
            return super().between(effect, target)

    state = POSITIONS["caster"]()
    actor = next(acting.id for acting in state.turn.acting)
    list(islice(legal_commands(state, actor, Watched()), 10))
    few = len(seen)
    list(legal_commands(state, actor, Watched()))
    assert few <= 10
    assert len(seen) - few > 3 * few


def test_before_the_battle_and_in_the_turns_of_others_there_is_none() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"]))
    assert listed(table, "a.m1") == []
    table.do(BattleBegun())
    assert listed(table, "a.m1") == [], "Dice are not a choice."
    table.roll(6, 1)
    assert listed(table, "a.m1") == [CreaturesActivated(("a.m1",))]
    assert listed(table, "b.m1") == []
    table.activate("a.m1")
    assert listed(table, "b.m1") == []
    assert listed(table, "a.m1")[-1] == TurnEnded("a.m1", ())
    with pytest.raises(KeyError):
        listed(table, "c.m1")


def test_a_group_of_adjacent_creatures_acts_in_any_order() -> None:
    table = PlayedTable(setup_of(["boar", "boar", "boar"], ["boar"])).begin("a")
    together = listed(table, "a.m1", groups=(frozenset({"a.m1", "a.m2", "a.m3"}), frozenset({"a.m2", "a.m3"})))
    assert [event.creatures for event in together] == [("a.m1",), ("a.m1", "a.m2", "a.m3"), ("a.m1", "a.m3", "a.m2")]


def test_a_group_that_may_not_act_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PlayedTable(setup_of(["boar"] * 6, ["boar"])).begin("a").do(HeldSet("a.m6", "confused", True, ""))
    played: list[object] = []
    play = CreaturesActivated.play

    def counted(event: CreaturesActivated, *rest: Any) -> Any:
        played.append(event)
        return play(event, *rest)

    monkeypatch.setattr(CreaturesActivated, "play", counted)
    together = listed(table, "a.m1", groups=(frozenset(f"a.m{number}" for number in range(1, 7)),))
    assert [event.creatures for event in together] == [("a.m1",)]
    assert len(played) == 2, "Alone, and one order of the group."


def test_targets_have_the_circumstances_that_the_caller_gives() -> None:
    table = duel().activate("a.m1")
    beside = Circumstances(distance="reach", off_guard=("flanked",))
    strikes = acts(listed(table, "a.m1", circumstances={"b.m1": beside}), "feature/tusk")
    assert [event.targets for event in strikes] == [(AimedTarget("b.m1", beside),), aim("b.m2")]
    strikes = acts(listed(table, "a.m1", far=frozenset({"b.m1"})), "feature/tusk")
    assert [event.targets for event in strikes] == [aim("b.m2")]
    assert listed(table, "a.m1", hazards=("fire",))[-1] == TurnEnded("a.m1", ("fire",))


def test_an_area_catches_any_set_of_creatures_or_those_that_the_caller_gives() -> None:
    table = duel("kobold-sorcerer-1").activate("a.m1")
    keys = {event.action for event in listed(table, "a.m1") if isinstance(event, CreatureActed) and not event.targets}
    area = next(key for key in keys if len(acts(listed(table, "a.m1"), key)) >= 8)
    sets = [{aimed.creature for aimed in event.targets} for event in acts(listed(table, "a.m1"), area)]
    assert sets[0] == set()
    assert {"a.m1", "b.m1", "b.m2"} in sets
    given = (frozenset({"b.m1", "b.m2"}), frozenset({"b.m2"}))
    events = acts(listed(table, "a.m1", areas=given), area)
    assert {tuple(aimed.creature for aimed in event.targets) for event in events} == {("b.m1", "b.m2"), ("b.m2",)}


def test_what_lies_far_away_is_not_touched() -> None:
    state = POSITIONS["tempting disguise"]()
    tried = [event for event in legal_commands(state, "a.m1") if isinstance(event, ObjectiveTried)]
    assert tried
    away = Surroundings(far=frozenset({"book"}))
    assert not [event for event in legal_commands(state, "a.m1", away) if isinstance(event, ObjectiveTried)]
    halved = Surroundings(other_half=frozenset({"supply-1"}))
    looter = POSITIONS["looter"]()
    assert SupplyDestroyed("a.m1", "supply-1", False) in list(legal_commands(looter, "a.m1"))
    assert SupplyDestroyed("a.m1", "supply-1", True) in list(legal_commands(looter, "a.m1", halved))


def test_answers_belong_to_those_who_are_asked() -> None:
    kinds = set()
    for seed in range(8):
        for _, state in states_of(random_battle(seed, creatures=2).document):
            ask = pending(state)
            for creature, combatant in state.combatants.items() if ask else ():
                answers = list(legal_commands(state, creature))
                match ask:
                    case ChoiceAsk() if combatant.side == ask.side:
                        assert answers == [BattleOptionChosen(option.key) for option in ask.options]
                    case OfferAsk():
                        own = [offer for offer in ask.offers if offer.creature == creature]
                        assert {event.offer for event in answers if isinstance(event, OfferTaken)} == {
                            offer.key for offer in own
                        }
                        waived = [event.offer for event in answers if isinstance(event, ReactionWaived)]
                        assert waived == [offer.key for offer in own if offer.may_waive]
                        assert (OfferPassed(combatant.side) in answers) is (combatant.side in ask.sides)
                    case ActAsk() if creature == ask.creature:
                        *steps, last = answers
                        assert last == StepSkipped()
                        offered = {option.key for option in ask.actions}
                        assert {event.action for event in steps if isinstance(event, StepActed)} <= offered
                    case _:
                        assert answers == []
                kinds.add(type(ask).__name__)
    assert {"RollAsk", "ChoiceAsk", "OfferAsk", "ActAsk"} <= kinds


def test_a_trigger_is_reported_once_the_caller_says_that_it_has_come() -> None:
    table = PlayedTable(setup_of(["guard"], ["boar"])).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", "act/ready", "", ()), "a").end("a.m1").activate("b.m1")
    assert listed(table, "a.m1") == []
    assert listed(table, "a.m1", triggers=frozenset({"feature/sap"})) == [
        TriggerReported("a.m1", "feature/sap", "", aim("b.m1"))
    ]


def test_numbers_that_only_players_see_come_from_the_caller() -> None:
    setup = setup_of(["boar"], ["boar"])
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", victory="seize-the-ground")
    table = PlayedTable(replace(setup, table=plan)).begin("a").do(EndOffered("a"), "a").do(EndOffered("b"), "b")
    assert isinstance(table.asked, CountAsk)
    keys = [field.key for field in table.asked.fields]
    (usual,) = listed(table, "a.m1")
    assert usual == CountsGiven(tuple((key, 0) for key in keys))
    (told,) = listed(table, "b.m1", counts={keys[0]: 1})
    assert told.counts[0] == (keys[0], 1)
    assert table.do(told).state.phase == "over"


@pytest.mark.parametrize("kind", ["supply", "digging spot"])
def test_of_the_markers_on_the_board_only_those_are_touched_that_lie_there(kind: str) -> None:
    state = POSITIONS["looter"]()
    event = SupplyDestroyed("a.m1", "supply-2", True) if kind == "supply" else SpotDug("a.m1", "spot-2", False)
    with pytest.raises(ChangeRefused, match=f"There is no {kind.title()} of that name"):
        P2V.play(state, event, "a")
    older = replace(state, has_limits=False)
    assert P2V.play(older, event, "a").scored_facts != older.scored_facts, "Battles from before took any name."


@pytest.mark.parametrize(("upgrade", "is_summoned"), [("summonable", True), ("false-object", False)])
def test_a_caster_summons_only_who_waits_for_that(upgrade: str, is_summoned: bool) -> None:
    setup = setup_of(["kobold-druid-1", "guard"], ["boar"])
    starts = (SpecialStart("a.m2", "a", upgrade),)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", starts=starts)
    table = PlayedTable(replace(setup, table=plan)).begin("a").activate("a.m1")
    assert (CreatureAppeared("a.m2", "a.m1") in listed(table, "a.m1")) is is_summoned
    assert (CreatureAppeared("a.m2", None) in listed(table, "a.m2")) is not is_summoned


def test_what_a_commanded_animal_reaches_is_said_apart() -> None:
    state, beside = POSITIONS["claimed animal"](), Circumstances(distance="reach")
    around = Surroundings(far=frozenset({"b.m1"}), commanded=Surroundings(circumstances={"b.m1": beside}))
    tusks = [
        event
        for event in legal_commands(state, "a.m1", around)
        if isinstance(event, ObjectiveCommanded) and event.action == "feature/tusk"
    ]
    assert (AimedTarget("b.m1", beside),) in [event.targets for event in tusks]
