"""Initiative, the order, what a turn has, and opportunity attacks."""

import pytest

from rules.combat.events import CombatantJoined, FightBegun, FightEnded, HandSet
from rules.combat.resolution import OfferAsk
from rules.combat.sheets import sheet_document
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.older_pathfinder.state import OlderTurn, opportunity_limit
from tests.examples import tried
from tests.rules.combat.every_fight import EVERY_FIGHT
from tests.rules.combat.random_fights import RandomFight
from tests.rules.older_pathfinder.fights import FIGHTER, GOBLIN, OGRE, OlderTable, at_turn_of, row, sheet

older_headline = OLDER_PATHFINDER.headline
older_row = OLDER_PATHFINDER.row


def _act(table: OlderTable, cost: str, combatant: str = "a.1", **parts: object) -> OlderTable:
    return table.send("act", **{"combatant": combatant, "cost": cost, "what": "acts", "threatened_by": [], **parts})


def test_the_highest_initiative_is_first_and_it_is_rolled_once() -> None:
    table = OlderTable().begin(10, 15, 14, 9)
    # Ada 12, Wim 15, the ogre 14, the goblin 15
    assert table.order() == ("a.2", "b.2", "b.1", "a.1")
    with pytest.raises(ChangeRefused, match="once"):
        table.send("initiative", unaware=[])
    table.end().end().end().end()
    assert (table.state.round, table.order()) == (2, ("a.2", "b.2", "b.1", "a.1"))


def test_ruling_343_equal_totals_act_as_they_rolled_until_the_order_is_changed() -> None:
    table = OlderTable().begin(10, 15, 14, 9).send("order-moved", combatant="b.2", before="a.2")
    assert table.order() == ("b.2", "a.2", "b.1", "a.1")
    table.send("order-moved", combatant="b.2", before="")
    assert table.order() == ("a.2", "b.1", "a.1", "b.2")
    with pytest.raises(ChangeRefused, match="two different combatants"):
        table.send("order-moved", combatant="b.2", before="b.2")
    assert (
        OLDER_PATHFINDER.whose(table.state, OLDER_PATHFINDER.event_from({"kind": "initiative", "unaware": []})) == "b"
    )


def test_a_surprise_round_has_one_action_for_those_who_are_aware() -> None:
    table = OlderTable().begin(unaware=("a.1", "a.2"))
    assert (table.state.round, table.state.own.is_surprise) == (0, True)
    assert table.acting == "b.2"
    assert older_headline(table.state).startswith("Surprise round. Goblin acts.")
    _act(table, "move", "b.2")
    for cost in ("standard", "move", "full-round"):
        with pytest.raises(ChangeRefused, match=r"left|takes a whole turn"):
            _act(table, cost, "b.2")
    _act(_act(table, "swift", "b.2"), "free", "b.2").end()
    assert table.acting == "b.1"
    table.end()
    assert (table.state.round, table.acting, table.turn.limited) == (1, "b.2", False)


def test_a_whole_side_is_surprised_by_one_tick() -> None:
    options = OLDER_PATHFINDER.offers(OlderTable().do(FightBegun()).state)[0].fields[0].options
    assert [option.label for option in options][:2] == ["Everyone of Heroes", "Everyone of Table"]
    assert OlderTable().begin(unaware=("a",)).state.own.unaware == ("a.1", "a.2")
    assert OlderTable().begin(unaware=("b", "a.2")).state.own.unaware == ("a.2", "b.1", "b.2")
    alone = OLDER_PATHFINDER.offers(OlderTable([FIGHTER], [OGRE]).do(FightBegun()).state)[0].fields[0].options
    assert [fighter.key for fighter in alone] == ["a.1", "b.1"]
    with pytest.raises(ChangeRefused, match="not in this fight"):
        OlderTable().begin(unaware=("c",))


def test_a_turn_has_a_standard_and_a_move_action_or_two_moves() -> None:
    table = _act(_act(at_turn_of("a.1"), "move"), "move")
    for cost in ("standard", "move", "full-round"):
        with pytest.raises(ChangeRefused):
            _act(table, cost)
    table = _act(_act(at_turn_of("a.1"), "standard"), "move")
    with pytest.raises(ChangeRefused):
        _act(table, "standard")


def test_a_full_round_action_takes_both() -> None:
    table = _act(at_turn_of("a.1"), "full-round")
    for cost in ("standard", "move", "full-round"):
        with pytest.raises(ChangeRefused):
            _act(table, cost)
    table.send("step", combatant="a.1")
    with pytest.raises(ChangeRefused, match="whole turn"):
        _act(_act(at_turn_of("a.1"), "move"), "full-round")


def test_a_turn_has_one_swift_action_and_as_many_free_ones_as_the_table_allows() -> None:
    table = OlderTable([FIGHTER], [OGRE], free_actions=2).begin().until("a.1")
    _act(table, "swift")
    with pytest.raises(ChangeRefused, match="one swift"):
        _act(table, "swift")
    _act(_act(table, "free"), "free")
    with pytest.raises(ChangeRefused, match="no more free actions"):
        _act(table, "free")
    for _ in range(3):
        _act(table, "none")


def test_a_5_foot_step_needs_a_turn_without_other_movement() -> None:
    table = at_turn_of("a.1").send("step", combatant="a.1")
    for kind in ("move", "withdraw", "run"):
        with pytest.raises(ChangeRefused, match="5-foot step"):
            table.send(kind, combatant="a.1", feet=5, threatened_by=[])
    with pytest.raises(ChangeRefused, match="once"):
        table.send("step", combatant="a.1")
    table = at_turn_of("a.1").send("move", combatant="a.1", feet=5, threatened_by=[])
    with pytest.raises(ChangeRefused, match="5-foot step"):
        table.send("step", combatant="a.1")


def test_movement_goes_as_far_as_speed_allows() -> None:
    for kind, most in (("move", 30), ("withdraw", 60), ("run", 120)):
        at_turn_of("a.1").send(kind, combatant="a.1", feet=most, threatened_by=[])
        with pytest.raises(ChangeRefused, match=f"1 to {most}"):
            at_turn_of("a.1").send(kind, combatant="a.1", feet=most + 5, threatened_by=[])


def test_more_than_one_attack_takes_a_full_attack() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(1)
    with pytest.raises(ChangeRefused, match="No standard"):
        table.attack("a.1", "b.1")
    with pytest.raises(ChangeRefused, match="full attack"):
        at_turn_of("a.1").attack("a.1", "b.1", 1)
    table = (
        at_turn_of("a.1").attack("a.1", "b.1", 0, spend="full").roll(1).attack("a.1", "b.1", 1, spend="full").roll(1)
    )
    table.send("step", combatant="a.1")
    with pytest.raises(ChangeRefused, match="possible once"):
        table.attack("a.1", "b.1", 1, spend="full")
    with pytest.raises(ChangeRefused):
        table.send("move", combatant="a.1", feet=5, threatened_by=[])


def test_a_full_attack_has_no_unarmed_strike_beside_the_rows_of_the_sheet() -> None:
    """Source: full attack, for "a character who can make more than one attack per round"."""
    archer = sheet("Robin", [row("Bow", type="bow", increment=60)])
    table = OlderTable([archer], [OGRE]).begin(20, 1).attack("a.1", "b.1", 0, spend="full").roll(2)
    with pytest.raises(ChangeRefused, match="once"):
        table.attack("a.1", "b.1", 1, spend="full")
    unarmed = OlderTable([sheet("Ann")], [GOBLIN]).begin(20, 1).attack("a.1", "b.1", 0, spend="full")
    assert unarmed.let_go("b").turn.is_full_attack


def test_only_disarm_and_sunder_replace_an_attack_of_a_full_attack() -> None:
    parts = {"combatant": "a.1", "target": "b.1", "spend": "full", "modifier": 0, "threatened_by": []}
    at_turn_of("a.1").send("maneuver", maneuver="sunder", **parts)
    with pytest.raises(ChangeRefused, match="disarm and sunder"):
        at_turn_of("a.1").send("maneuver", maneuver="grapple", **parts)


def test_leaving_a_threatened_square_gives_one_attack_to_each_who_threatens() -> None:
    table = at_turn_of("a.1").send("move", combatant="a.1", feet=30, threatened_by=["b.1", "b.2"])
    assert isinstance(table.asked, OfferAsk)
    table.take("b.1").roll(1)
    assert isinstance(table.asked, OfferAsk)
    assert {offer.creature for offer in table.asked.offers} == {"b.2"}
    table.let_go("b")
    assert table.asked is None
    table.send("move", combatant="a.1", feet=10, threatened_by=["b.1"])
    assert table.asked is None  # its one attack of the round is used


def test_a_5_foot_step_provokes_nothing() -> None:
    table = at_turn_of("a.1").send("step", combatant="a.1")
    assert (table.asked, table.notes[-1]) == (None, "Ada takes a 5-foot step.")


def test_withdrawing_is_threatened_from_the_second_square_on() -> None:
    """Ruling 345: the rules say when a withdrawing combatant is attacked, but neither its action nor its feet."""
    table = at_turn_of("a.1").send("withdraw", combatant="a.1", feet=60, threatened_by=[])
    assert table.asked is None
    table = at_turn_of("a.1").send("withdraw", combatant="a.1", feet=60, threatened_by=["b.1"])
    assert isinstance(table.asked, OfferAsk)


def test_a_combatant_makes_1_opportunity_attack_in_a_round() -> None:
    slow = sheet("Slow", [row("Spear", 3, "1d8")], dexterity=2, initiative=-20)
    table = OlderTable([slow], [GOBLIN, GOBLIN]).begin()
    table.until("b.1").send("move", combatant="b.1", feet=5, threatened_by=["a.1"]).take("a.1").roll(1)
    table.until("b.2").send("move", combatant="b.2", feet=5, threatened_by=["a.1"])
    assert table.asked is None
    assert table.of("a.1").opportunities == 1


def test_combat_reflexes_adds_dexterity_to_the_opportunities_of_a_round() -> None:
    quick = sheet("Quick", [row("Spear", 3, "1d8")], combat_reflexes=True, dexterity=2, initiative=-20)
    table = OlderTable([quick], [GOBLIN, GOBLIN, GOBLIN, GOBLIN]).begin()
    for goblin in ("b.1", "b.2", "b.3"):
        table.until(goblin).send("move", combatant=goblin, feet=5, threatened_by=["a.1"]).take("a.1").roll(1)
    table.until("b.4").send("move", combatant="b.4", feet=5, threatened_by=["a.1"])
    assert table.asked is None
    assert table.of("a.1").opportunities == 3
    # ruling 346: they come back with the next round
    table.until("a.1").end()
    assert table.of("a.1").opportunities == 0


def test_ruling_346_a_dexterity_penalty_takes_no_opportunity_attack_away() -> None:
    slow = sheet("Slow", [row("Spear", 3, "1d8")], combat_reflexes=True, dexterity=-2)
    assert opportunity_limit(slow) == 1


def test_an_opportunity_attack_may_be_a_disarm_or_a_sunder() -> None:
    table = at_turn_of("a.1").send("move", combatant="a.1", feet=5, threatened_by=["b.1"]).take("b.1", "disarm")
    assert table.reason == "Ogre tries to disarm Ada: d20 +9 against CMD 18"


def test_an_opportunity_attack_may_bypass_damage_reduction() -> None:
    """Source: damage reduction, "can be bypassed by certain types of weapons"."""
    table = _act(at_turn_of("b.1"), "standard", "b.1", threatened_by=["a.1"])
    assert isinstance(table.asked, OfferAsk)
    assert "Ada: Longsword, bypasses damage reduction" in [offer.label for offer in table.asked.offers]
    table.take("a.1", "bypass-0").roll(15).roll(4)
    assert table.of("b.1").hp == 30 - (4 + 1 + 3)
    table = _act(at_turn_of("a.1"), "standard", threatened_by=["b.1"])
    assert isinstance(table.asked, OfferAsk)
    assert not any("bypass" in offer.key for offer in table.asked.offers)


def test_further_attacks_of_a_full_attack_take_no_opportunities() -> None:
    table = at_turn_of("b.1")
    table.send("move", combatant="b.1", feet=20, threatened_by=["a.1"])
    assert isinstance(table.asked, OfferAsk)
    assert [offer.key for offer in table.asked.offers] == ["attack-0", "bypass-0", "disarm", "sunder"]
    with pytest.raises(ChangeRefused):
        table.take("a.1", "attack-1")


def test_the_unarmed_and_the_fallen_take_no_opportunities() -> None:
    table = at_turn_of("a.1").do(HandSet("b.1", "is_armed", "", "Disarmed.")).do(HandSet("b.2", "hp", "-1", ""))
    table.send("move", combatant="a.1", feet=5, threatened_by=["b.1", "b.2"])
    assert table.asked is None


def test_handling_an_object_provokes_from_those_who_are_named_and_from_no_friend() -> None:
    table = _act(at_turn_of("a.1"), "move", what="picks up or handles an object", threatened_by=["b.1"])
    assert isinstance(table.asked, OfferAsk)
    with pytest.raises(ChangeRefused, match="Only opponents"):
        _act(at_turn_of("a.1"), "move", threatened_by=["a.2"])


def test_the_table_offers_opportunities_for_anything_else() -> None:
    table = at_turn_of("a.1").send("provoked", combatant="b.1", threatened_by=["a.1"], what="stands up")
    assert table.reason == "Ogre provokes: stands up"
    table.take("a.1").roll(1)
    assert table.of("a.1").opportunities == 1


def test_one_that_delays_acts_when_it_says_so_and_keeps_that_place() -> None:
    table = at_turn_of("a.1").send("delay", combatant="a.1")
    assert table.acting == "a.2"
    _act(table, "move", "a.2").send("act-now", combatant="a.1")
    assert (table.acting, table.order()) == ("a.1", ("b.2", "a.1", "a.2", "b.1"))
    _act(_act(table, "standard"), "move").end()
    assert (table.acting, table.turn.move) == ("a.2", 1)
    with pytest.raises(ChangeRefused, match="delays or has readied"):
        table.send("act-now", combatant="a.1")


def test_a_delay_lasts_until_the_next_turn_at_most() -> None:
    table = at_turn_of("a.1").send("delay", combatant="a.1").end().end().until("a.1")
    assert table.turn == OlderTurn("a.1")
    assert not table.state.own.waiting
    with pytest.raises(ChangeRefused, match="only before it does anything"):
        _act(table, "swift").send("delay", combatant="a.1")


def test_a_readied_action_takes_the_standard_action_and_comes_later_as_one_action() -> None:
    """Ruling 347."""
    table = at_turn_of("a.1").send("ready", combatant="a.1", what="strike the first to come")
    assert older_row(table.state, "a.1", sees_hidden=True).badges == ("readied",)
    table.until("b.1").send("act-now", combatant="a.1")
    assert (table.turn.limited, table.turn.swift) == (True, 1)
    table.attack("a.1", "b.1").roll(1).end()
    assert table.acting == "b.1"


def test_ruling_347_what_moved_in_a_round_has_no_5_foot_step_when_its_readied_action_comes() -> None:
    """Source: move actions, "if you move no actual distance in a round"."""
    table = (
        at_turn_of("a.1")
        .send("move", combatant="a.1", feet=10, threatened_by=[])
        .send("ready", combatant="a.1", what="")
    )
    table.send("act-now", combatant="a.1")
    with pytest.raises(ChangeRefused, match="5-foot step"):
        table.send("step", combatant="a.1")
    table = at_turn_of("a.1").send("step", combatant="a.1").send("ready", combatant="a.1", what="")
    table.send("act-now", combatant="a.1")
    with pytest.raises(ChangeRefused, match="no other movement"):
        table.send("move", combatant="a.1", feet=10, threatened_by=[])


def test_a_readied_action_of_the_round_before_may_step() -> None:
    table = OlderTable().begin(1, 20, 14, 9).until("a.1")
    table.send("move", combatant="a.1", feet=10, threatened_by=[]).send("ready", combatant="a.1", what="")
    assert (table.state.round, table.acting) == (2, "a.2")
    table.send("act-now", combatant="a.1").send("step", combatant="a.1")
    assert (table.turn.steps, table.turn.feet) == (1, 0)


def test_one_that_cannot_act_has_no_turn_and_a_turn_ends_with_its_combatant() -> None:
    table = at_turn_of("a.1").do(HandSet("a.2", "skips", "1", "Held."))
    table.end()
    assert table.acting == "b.1"
    table.do(HandSet("b.1", "hp", "-3", ""))
    assert (table.state.round, table.acting) == (2, "b.2")


def test_a_limited_combatant_has_one_standard_or_move_action() -> None:
    table = at_turn_of("a.1").do(HandSet("a.1", "limited", "1", "At 0 hit points."))
    _act(table, "standard")
    with pytest.raises(ChangeRefused):
        _act(table, "move")


def test_one_that_joins_rolls_initiative_and_acts_where_its_place_is_still_ahead() -> None:
    joins = CombatantJoined("b", "", sheet_document(OLDER_PATHFINDER.kinds, GOBLIN))
    table = at_turn_of("a.1").do(joins).roll(20)
    assert (table.order()[0], table.acting) == ("b.3", "a.1")
    table.end().end().end()
    assert (table.state.round, table.acting) == (2, "b.3")
    later = at_turn_of("a.1").do(joins).roll(1)
    later.until("b.3")
    assert later.state.round == 1


def test_the_game_master_is_offered_the_end_once_one_side_is_left() -> None:
    """Ruling 349: nothing ends a fight by itself."""
    table = at_turn_of("a.1")
    assert [offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.event == "ended"] == []
    table.do(HandSet("b.1", "hp", "-1", "")).do(HandSet("b.2", "hp", "-1", ""))
    (offer,) = [offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.event == "ended"]
    assert offer.parts["winner"] == "a"
    assert table.state.phase == "playing"
    table.do(FightEnded(**offer.parts))
    assert table.state.outcome is not None


def _is_within_budget(state: FightState, free: int) -> bool:
    turn = state.own.turn
    if turn is None:
        return True
    kinds = turn.standard + turn.move
    one_way = (turn.full_round == 0 and turn.standard <= 1 and kinds <= 2) or (turn.full_round == 1 and kinds == 0)
    within_limit = not turn.limited or (kinds <= 1 and turn.full_round == 0)
    stepped = turn.steps <= 1 and not (turn.steps and turn.feet)
    return one_way and within_limit and stepped and turn.swift <= 1 and turn.free <= free


def test_no_turn_of_a_random_fight_exceeds_its_budget_and_hit_points_stay_inside_their_limits() -> None:
    for seed in range(tried(200)):
        fight = RandomFight(EVERY_FIGHT["older"], 5_000 + seed).play(80)
        for state in fight.states:
            assert _is_within_budget(state, 5), (seed, state.own.turn)
            for combatant in state.combatants.values():
                assert -999 <= combatant.hp <= combatant.most_hp, combatant
                assert 0 <= combatant.temporary <= 9_999, combatant
                assert 0 <= combatant.nonlethal <= 9_999, combatant
