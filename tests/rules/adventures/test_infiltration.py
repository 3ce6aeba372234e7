"""Infiltrations: points, objectives, awareness with its tiers, complications, opportunities, help, what players see."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.checks import check_dc, check_forecast, modifier_number
from rules.adventures.events.checks import CheckGranted
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown, PresenceSet
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.infiltration.events import (
    AwarenessChanged,
    ComplicationCleared,
    ComplicationStarted,
    PathSmoothed,
)
from rules.adventures.kinds.infiltration.facts import (
    AwarenessTier,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    Opportunity,
    standard_scheme,
)
from rules.adventures.kinds.infiltration.kind import INFILTRATION
from rules.adventures.kinds.infiltration.preparations import Preparation
from rules.adventures.state import AdventureState, CheckAttempt
from rules.adventures.views import adventure_view, player_state
from rules.errors import ChangeRefused, RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.infiltrators import (
    DOOR,
    FACTS,
    GUARDS,
    WALL,
    infiltration,
    passing,
    tried,
)
from tests.rules.adventures.parties import PLAYER, log_of, play_more, played, seen

CS, S, F, CF = Degree.CRITICAL_SUCCESS, Degree.SUCCESS, Degree.FAILURE, Degree.CRITICAL_FAILURE


@every_row(
    "needed, tiers, fails_at",
    [
        (10, (5, 10, 15), 20),
        (7, (4, 7, 11), 14),
        (1, (1, 1, 2), 2),
        (5, (3, 5, 8), 10),
        (12, (6, 12, 18), 24),
    ],
)
def test_ruling_231_it_fails_at_twice_the_points_with_tiers_at_the_quarters(
    needed: int, tiers: tuple[int, ...], fails_at: int
):
    scheme = standard_scheme(needed)
    assert (tuple(tier.points for tier in scheme.tiers), scheme.fails_at) == (tiers, fails_at)


@every_row("points, dc", [(0, 0), (4, 0), (5, 1), (9, 1), (10, 1), (14, 1), (15, 2), (19, 2)])
def test_the_printed_scheme_of_ten_points_raises_dcs(points: int, dc: int):
    assert standard_scheme(10).dc_at(points) == dc


def ten_points() -> Any:
    """An infiltration that needs ten points of a party of four, with a complication at each tier."""
    wall = replace(WALL, points=2, optional=False)
    door = replace(DOOR, points=2)
    facts = InfiltrationFacts(
        (InfiltrationObjective("a", "The roof", (wall, door)),),
        tuple(Complication(f"c{tier}", f"Trouble {tier}", tier=tier) for tier in (1, 2, 3)),
    )
    return infiltration(facts)


def test_the_printed_scheme_replayed_with_its_complications_the_first_time_only():
    state = begin_adventure(ten_points())
    assert state.facts.needed(4) == 10
    steps = []
    for by in (4, 1, -2, 2, 4, 1, 4, 1, 4):
        state = play_more(state, AwarenessChanged(by, "Noise"))
        dc = sum(
            part.by for part in check_dc(free(state), CheckAttempt("overcome", "n1", "wall", "Athletics")).parts[1:]
        )
        steps.append((state.awareness_of(), dc, state.own.happened))
    assert steps == [
        (4, 0, ()),
        (5, 1, ("c1",)),
        (3, 0, ("c1",)),
        (5, 1, ("c1",)),
        (9, 1, ("c1",)),
        (10, 1, ("c1", "c2")),
        (14, 1, ("c1", "c2")),
        (15, 2, ("c1", "c2", "c3")),
        (19, 2, ("c1", "c2", "c3")),
    ]
    state = play_more(state, AwarenessChanged(3, "An alarm"))
    assert (state.awareness_of(), state.outcome) == (20, "The infiltration fails: the party is found out.")


def free(state: AdventureState) -> AdventureState:
    """The state without complications that wait, and on the scale on which DCs stand as printed."""
    return state.with_own_value(state.own.changed(pending=())) if state.own.pending else state


@every_row("degree, points, aware", [(CS, 2, 0), (S, 1, 0), (F, 0, 1), (CF, 0, 2)])
def test_what_each_degree_is_worth(degree: Degree, points: int, aware: int):
    state = played(infiltration(), tried("n1", "guards", degree))
    assert state.own.obstacle_points("guards", "n1") == points
    assert state.awareness_of() == aware


@every_row("degree, points", [("success", 1), ("critical success", 2)])
def test_help_without_a_check_is_worth_a_point_or_two(degree: str, points: int):
    state = played(infiltration(), CheckGranted("overcome", "n1", "guards", degree, "A cloud of fog"))
    assert state.own.obstacle_points("guards", "n1") == points


def test_a_check_tells_what_each_degree_does():
    state = begin_adventure(infiltration())
    seen = check_forecast(state, CheckAttempt("overcome", "n1", "guards", "Stealth"), for_players=True)
    assert (seen.dc, seen.chances) == (None, None)
    assert list(seen.outcomes.values()) == [
        "Gain 2 awareness points",
        "Gain 1 awareness point",
        "Gain 1 infiltration point",
        "Gain 2 infiltration points",
    ]
    open_facts = infiltration(replace(FACTS, shows_dcs=True, shows_awareness=True))
    seen = check_forecast(
        begin_adventure(open_facts), CheckAttempt("overcome", "n1", "guards", "Stealth"), for_players=True
    )
    assert seen.dc is not None


def test_each_needs_points_of_an_individual_obstacle_and_all_pool_those_of_a_group():
    state = played(infiltration(), passing("n1", "guards"), tried("n2", "guards", S))
    assert state.own.obstacle_points("guards", "n1") == 2
    assert state.current_objective("n1").key == "vault"  # type: ignore[union-attr] # not through yet
    assert state.current_objective("n2").key == "yard"  # type: ignore[union-attr] # not through yet
    # Those who are behind cannot work on the door yet.
    with pytest.raises(ChangeRefused, match="not part of"):
        play_more(state, passing("n3", "door"))
    state = play_more(state, AdventureRoundEnded(), tried("n1", "trap", S), tried("n2", "guards", S))
    state = play_more(state, AdventureRoundEnded(), tried("n2", "trap", CS), tried("n1", "door", S))
    assert state.current_objective("n1") is None
    assert not state.is_over
    for who in ("n3", "n4"):
        state = play_more(state, passing(who, "guards"))
        # What the group has overcome lies behind those who come later, too.
        assert state.current_objective(who) is None
    assert state.outcome == "The infiltration succeeds."


def test_an_obstacle_is_overcome_once_and_an_optional_one_may_take_its_place():
    state = played(infiltration(), passing("n1", "guards"), AdventureRoundEnded())
    with pytest.raises(ChangeRefused, match="not part of"):
        play_more(state, passing("n1", "guards"))
    state = played(infiltration(), passing("n1", "wall"))
    assert state.current_objective("n1").key == "vault"  # type: ignore[union-attr] # not through yet
    state = play_more(state, AdventureRoundEnded(), passing("n1", "door"), AdventureRoundEnded())
    with pytest.raises(ChangeRefused, match="already been overcome"):
        play_more(state, passing("n1", "door"))


def test_needed_points_count_individual_obstacles_for_each_and_leave_optional_ones_out():
    assert [FACTS.needed(size) for size in (1, 2, 4)] == [6, 8, 12]


def test_ruling_231_who_joins_or_leaves_inside_changes_no_threshold():
    state = played(infiltration(), passing("n1", "guards"))
    assert state.awareness_scheme().fails_at == 24
    state = play_more(state, PresenceSet("n4", True), PresenceSet("n3", True))
    assert state.awareness_scheme().fails_at == 24
    assert played(infiltration(), PresenceSet("n4", True)).awareness_scheme().fails_at == 20


def test_each_round_inside_adds_a_point():
    assert played(infiltration(), AdventureRoundEnded(), AdventureRoundEnded()).awareness_of() == 2
    preparing = infiltration(replace(FACTS, preparations=(Preparation("c", activity="gain-contact"),)))
    assert played(preparing, AdventureRoundEnded()).awareness_of() == 0


def test_awareness_stays_between_0_and_failure():
    assert played(infiltration(), AwarenessChanged(-3, "Luck")).awareness_of() == 0
    assert played(infiltration(), AwarenessChanged(500, "A gong")).awareness_of() == 24


def test_ruling_232_awareness_raises_the_dcs_of_obstacles_and_not_of_complications():
    state = played(infiltration(), AwarenessChanged(6, "Noise"))
    free_state = free(state)
    assert check_dc(free_state, CheckAttempt("overcome", "n1", "guards", "Stealth")).why.endswith("awareness +1")
    assert "awareness" not in check_dc(state, CheckAttempt("deal-with", "n1", "stare", "Deception")).why


@every_row("adjustment, dc", [("standard", 18), ("hard", 20), ("very hard", 23)])
def test_difficulties_are_of_the_partys_level(adjustment: str, dc: int):
    guards = replace(GUARDS, skills=(SkillDC("Stealth", adjustment=adjustment),))
    facts = InfiltrationFacts((InfiltrationObjective("a", "A", (guards,)),))
    for scale, number in (("pathfinder", dc), ("p2v", dc - 3)):
        state = begin_adventure(infiltration(facts, level=3, scale=scale))
        assert check_dc(state, CheckAttempt("overcome", "n1", "guards", "Stealth")).value == number


def test_a_complication_comes_before_anything_else():
    state = played(infiltration(), ComplicationStarted("stare", "", "A familiar face"))
    for event in (passing("n1", "guards"), PathSmoothed("n1", "n2"), tried("n1", "keys", S, action="seize")):
        with pytest.raises(ChangeRefused, match="Do I Know You"):
            play_more(state, event)
    state = play_more(state, tried("n1", "stare", S, action="deal-with"))
    assert state.own.pending == ()
    with pytest.raises(ChangeRefused, match="has already acted"):
        play_more(state, passing("n1", "guards"))
    assert play_more(state, passing("n2", "guards")).own.obstacle_points("guards", "n2") == 2
    with pytest.raises(ChangeRefused, match="already happened"):
        play_more(state, ComplicationStarted("stare", "", "Again"))


@every_row("degree, aware", [(CS, 0), (S, 0), (F, 1), (CF, 2)])
def test_a_complication_without_points_is_over_after_one_attempt_and_may_cost(degree: Degree, aware: int):
    state = played(
        infiltration(), ComplicationStarted("stare", "", "A face"), tried("n1", "stare", degree, action="deal-with")
    )
    assert (state.own.pending, state.awareness_of()) == ((), aware)


@every_row("degree, left", [(CS, 0), (S, 1), (F, 2), (CF, 2)])
def test_a_complication_with_points_takes_them_from_everyone_together(degree: Degree, left: int):
    state = played(
        infiltration(), ComplicationStarted("owner", "", "A coach"), tried("n1", "owner", degree, action="deal-with")
    )
    assert bool(state.own.pending) is (left > 0)
    if degree is S:
        assert play_more(state, tried("n2", "owner", S, action="deal-with")).own.pending == ()


def test_ruling_234_a_complication_of_one_of_each_and_of_all():
    state = played(infiltration(), ComplicationStarted("mark", "n2", "A pickpocket"))
    assert play_more(state, passing("n1", "guards")).own.obstacle_points("guards", "n1") == 2
    with pytest.raises(ChangeRefused, match="comes first"):
        play_more(state, passing("n2", "guards"))
    # Without anyone who met it, the first to try deals with it for all.
    state = played(infiltration(), ComplicationStarted("mark", "", "A pickpocket"))
    assert play_more(state, tried("n3", "mark", F, action="deal-with")).own.pending == ()
    state = played(infiltration(), ComplicationStarted("patrol", "", "Steps"))
    for number in range(1, 5):
        assert state.own.pending != ()
        state = play_more(state, tried(f"n{number}", "patrol", S, action="deal-with"))
    assert state.own.pending == ()


def test_a_complication_of_each_waits_only_for_those_who_are_there():
    state = played(infiltration(), ComplicationStarted("patrol", "", "Steps"))
    state = play_more(
        state, *(tried(f"n{n}", "patrol", S, action="deal-with") for n in (1, 2, 3)), PresenceSet("n4", True)
    )
    assert state.own.pending == ()


def test_complications_start_with_awareness_and_with_critical_failures():
    state = played(infiltration(), AwarenessChanged(5, "Noise"))
    assert state.own.happened == ()
    state = play_more(state, tried("n1", "guards", F))
    assert [complication.key for complication in state.own.pending] == ["stare"]
    state = played(infiltration(), passing("n1", "guards"), AdventureRoundEnded(), tried("n1", "trap", F))
    assert state.own.pending == ()
    state = play_more(state, AdventureRoundEnded(), tried("n1", "trap", CF))
    assert [complication.key for complication in state.own.pending] == ["bells"]
    assert "A weight falls." in [note.text for note in state.notes]
    assert play_more(state, ComplicationCleared("bells", "They cut the rope")).own.pending == ()


def test_opportunities_help_and_cost():
    state = played(infiltration(), AwarenessChanged(4, "Noise"), tried("n1", "keys", S, action="seize"))
    assert state.awareness_of() == 2
    door = infiltration_dc(play_more(state, passing("n2", "guards")), "n2", "door")
    assert door == infiltration_dc(played(infiltration(), passing("n2", "guards")), "n2", "door") - 2
    assert [(edge.name, edge.use) for edge in state.own.edges] == [("A ring of keys", "locks")]
    with pytest.raises(ChangeRefused, match="opportunity is gone"):
        play_more(state, tried("n2", "keys", S, action="seize"))
    state = played(infiltration(), *(tried(f"n{n}", "noise", S, action="seize") for n in (1, 2)))
    assert state.own.seized == ("noise", "noise")
    assert played(infiltration(), tried("n1", "noise", F, action="seize")).awareness_of() == 1
    state = played(infiltration(), tried("n1", "noise", CF, action="seize"))
    assert (state.awareness_of(), [complication.key for complication in state.own.pending]) == (2, ["patrol"])


def infiltration_dc(state: AdventureState, who: str, target: str) -> int:
    return check_dc(state, CheckAttempt("overcome", who, target, "Thievery")).value


def test_smoothing_the_path_gives_2_to_the_next_check_of_an_ally_who_is_behind():
    with pytest.raises(ChangeRefused, match="ahead at an individual obstacle"):
        played(infiltration(), PathSmoothed("n1", "n2"))
    state = played(infiltration(), passing("n1", "guards"), AdventureRoundEnded(), PathSmoothed("n1", "n2"))
    assert state.acted == ("n1",)
    attempt = CheckAttempt("overcome", "n2", "guards", "Stealth")
    assert modifier_number(state, attempt).why == "Stealth 12: typed +10, following the expert +2"
    state = play_more(state, tried("n2", "guards", F, bonus=2), AdventureRoundEnded())
    assert modifier_number(state, attempt).value == 10
    assert PathSmoothed.options(state)["ally"] == {"n2": "Sneak 2", "n3": "Sneak 3", "n4": "Sneak 4"}
    with pytest.raises(ChangeRefused, match="ahead at an individual obstacle"):
        play_more(state, PathSmoothed("n2", "n1"))


def test_ruling_233_the_organizer_may_let_somebody_act_for_an_ally():
    state = played(infiltration(), passing("n1", "guards"), AdventureRoundEnded())
    with pytest.raises(ChangeRefused, match="organizer decides"):
        play_more(state, PathSmoothed("n1", "n2", True), side=PLAYER)
    state = play_more(state, PathSmoothed("n1", "n2", True), passing("n1", "guards"))
    assert state.own.obstacle_points("guards", "n2") == 2
    assert state.own.stand_ins == ()


def test_players_do_not_know_the_awareness_nor_what_waits_for_them():
    adventure = infiltration(replace(FACTS, tiers=(AwarenessTier(9, 1, "The dogs are let out."),), fails_at=20))
    events = (AwarenessChanged(3, "A broken vase"), tried("n1", "guards", F))
    text = seen(adventure, *events)
    secrets = ("broken vase", "dogs", "A weight falls", "Do I Know You", "Chimney", "chimney", 'fails_at": 20')
    assert [word for word in secrets if word in text] == []
    view = adventure_view(adventure, log_of(*events), for_players=True)
    assert view.state.own.awareness is None
    assert "awareness" not in [track.key for track in INFILTRATION.tracks(view.state)]
    shown = seen(
        adventure, *events, HiddenFactShown("awareness"), HiddenFactShown("tier:1"), HiddenFactShown("chimney")
    )
    assert "dogs" in shown
    assert "Cold Chimney" in shown
    assert "4 of 20 Awareness Points." in shown
    state = played(adventure, AwarenessChanged(3, "A vase"))
    assert INFILTRATION.summary(state)[-1] == "3 of 20 Awareness Points."


def test_an_obstacle_that_is_hidden_and_needed_keeps_its_place():
    hidden = replace(DOOR, hidden=True)
    facts = InfiltrationFacts((InfiltrationObjective("a", "A", (GUARDS, hidden)),))
    state = begin_adventure(infiltration(facts))
    view = player_state(state)
    assert view.facts.objectives[0].required == 2
    assert [obstacle.name for obstacle in view.facts.objectives[0].obstacles] == ["Guard Post", "Not found out yet"]
    with pytest.raises(ChangeRefused, match="not been found out"):
        play_more(state, tried("n1", "door", S), side=PLAYER)


@every_row(
    "facts",
    [
        InfiltrationFacts(()),
        InfiltrationFacts((InfiltrationObjective("a", "A", ()),)),
        InfiltrationFacts((InfiltrationObjective("a", "A", (WALL,)),)),
        InfiltrationFacts((InfiltrationObjective("a", "A", (GUARDS, GUARDS)),)),
        InfiltrationFacts((InfiltrationObjective("awareness", "A", (GUARDS,)),)),
        InfiltrationFacts((InfiltrationObjective("edge:1", "A", (GUARDS,)),)),
        replace(FACTS, tiers=(AwarenessTier(4), AwarenessTier(4))),
        replace(FACTS, tiers=(AwarenessTier(4),), fails_at=4),
        replace(FACTS, complications=()),
        replace(FACTS, complications=(*FACTS.complications, Complication("x", "X", awareness=3, tier=1))),
        replace(FACTS, complications=(*FACTS.complications, Complication("x", "X", tier=4))),
        replace(FACTS, opportunities=(Opportunity("x", "X", obstacles=("nowhere",)),)),
        replace(FACTS, preparations=(Preparation("x", activity="sing"),)),
        replace(FACTS, preparations=(Preparation("x", activity="bribe-contact"),)),
        replace(FACTS, preparations=(Preparation("x", needs="y", skills=(SkillDC("Society"),)),)),
        replace(FACTS, preparations=(Preparation("x"),)),
    ],
)
def test_facts_that_do_not_fit_together_are_refused(facts: InfiltrationFacts):
    with pytest.raises(RulesError):
        infiltration(facts)


def test_advice_names_too_many_complications_and_missing_choices():
    crowded = tuple(Complication(f"c{n}", "C", tier=1) for n in range(3))
    one_skill = replace(GUARDS, skills=(SkillDC("Stealth"),))
    facts = InfiltrationFacts((InfiltrationObjective("a", "The yard", (one_skill,)),), crowded)
    assert INFILTRATION.advice(facts) == (
        "Tier 1 has 3 complications, and 2 should be the most.",
        "The yard: an optional obstacle would give a choice.",
        "Guard Post: everyone needs it, so a second skill would help.",
    )
