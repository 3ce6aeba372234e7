"""Preparations with all their degrees, Edge Points true and false, and what players see of both."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.checks import check_dc, check_forecast, modifier_number
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.infiltration.events import (
    AwarenessChanged,
    ComplicationStarted,
    EdgeGained,
    EdgeSpent,
    GossipShared,
    InfiltrationBegun,
)
from rules.adventures.kinds.infiltration.kind import INFILTRATION
from rules.adventures.kinds.infiltration.preparations import (
    ACTIVITIES,
    COVER_IDENTITY,
    PAPERWORK,
    Preparation,
)
from rules.adventures.state import AdventureState, CheckAttempt
from rules.adventures.views import adventure_view, adventure_view_document
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.infiltrations import CF, CS, NEXT, PREPARED, SKILL, F, S, prepare, prepared
from tests.rules.adventures.infiltrators import FACTS, infiltration, passing, tried
from tests.rules.adventures.parties import PLAYER, log_of, play_more, played, undone_and_redone

FALSE = ('"quality": "worthless"', '"quality": "harmful"')
CONTACT = prepare("n1", "gain-contact", S)


def test_the_six_activities_with_their_skills_and_difficulties():
    any_of, harder = ("standard", "hard", "very hard"), ("hard", "very hard")
    assert [
        (activity.name, activity.skills, activity.adjustments, activity.is_secret, activity.use)
        for activity in ACTIVITIES.values()
    ] == [
        ("Bribe Contact", ("Deception", "Diplomacy"), harder, True, ""),
        ("Forge Documents", ("Society",), harder, True, PAPERWORK),
        ("Gain Contact", ("Diplomacy", "Society", "Lore"), any_of, False, ""),
        ("Gossip", ("Diplomacy",), any_of, True, ""),
        ("Scout Location", ("Perception", "Society", "Stealth"), any_of, True, ""),
        ("Secure Disguises", ("Crafting", "Deception", "Performance", "Society"), any_of, False, COVER_IDENTITY),
    ]


@every_row(
    "key, degree, edge, aware",
    [
        ("bribe-contact", CS, "real", 0),
        ("bribe-contact", S, "real", 0),
        ("bribe-contact", F, "worthless", 1),
        ("bribe-contact", CF, "worthless", 2),
        ("forge-documents", CS, "real", 0),
        ("forge-documents", S, "real", 0),
        ("forge-documents", F, "worthless", 0),
        ("forge-documents", CF, "harmful", 0),
        ("gain-contact", CS, "real", 0),
        ("gain-contact", S, "real", 0),
        ("gain-contact", F, "", 0),
        ("gain-contact", CF, "", 0),
        ("gossip", CS, "", 0),
        ("gossip", S, "", 0),
        ("gossip", F, "", 0),
        ("gossip", CF, "", 1),
        ("scout-location", CS, "real", 0),
        ("scout-location", S, "real", 0),
        ("scout-location", F, "", 0),
        ("scout-location", CF, "harmful", 0),
        ("secure-disguises", CS, "real", 0),
        ("secure-disguises", S, "real", 0),
        ("secure-disguises", F, "", 0),
        ("secure-disguises", CF, "", 0),
        ("map", CS, "real", 0),
        ("map", F, "", 0),
        ("map", CF, "harmful", 3),
    ],
)
def test_what_each_degree_of_each_preparation_brings(key: str, degree: Degree, edge: str, aware: int):
    before = prepared(*((CONTACT, NEXT) if key == "bribe-contact" else ()))
    state = play_more(before, prepare("n1", key, degree))
    gained = state.own.edges[len(before.own.edges) :]
    assert [point.quality for point in gained] == ([edge] if edge else [])
    assert state.awareness_of() == aware
    if gained and key in ACTIVITIES:
        assert gained[0].use == ACTIVITIES[key].use


def test_what_each_degree_would_do_is_told_before():
    state = prepared(CONTACT)
    attempt = CheckAttempt("prepare-secretly", "n1", "forge-documents", "Society")
    assert list(check_forecast(state, attempt, for_players=True).outcomes.values()) == [
        "An Edge Point that does harm",
        "An Edge Point that does nothing",
        "An Edge Point",
        "An Edge Point",
    ]
    attempt = CheckAttempt("prepare-secretly", "n1", "gossip", "Diplomacy")
    assert list(check_forecast(state, attempt, for_players=False).outcomes.values()) == [
        "−2 on the next preparation, gain 1 Awareness Point",
        "No rumors turn up",
        "Some rumors turn up",
        "+2 on later preparations",
    ]


@every_row("adjusted, dc", [((), 20), ((SkillDC("Society", adjustment="very hard"),), 23)])
def test_the_skills_of_the_activity_stand_unless_the_facts_have_their_own(adjusted: tuple[SkillDC, ...], dc: int):
    facts = replace(FACTS, preparations=(Preparation("p", activity="forge-documents", skills=adjusted),))
    state = begin_adventure(infiltration(facts, level=3))
    assert check_dc(state, CheckAttempt("prepare-secretly", "n1", "p", "Society")).value == dc


def test_a_bribe_needs_a_contact_of_ones_own_and_twice_the_cost_gives_2():
    with pytest.raises(ChangeRefused, match="Gain Contact must succeed"):
        prepared(prepare("n1", "bribe-contact", S))
    with pytest.raises(ChangeRefused, match="Gain Contact must succeed"):
        prepared(CONTACT, prepare("n2", "bribe-contact", S))
    with pytest.raises(ChangeRefused, match="Gain Contact must succeed"):
        prepared(prepare("n1", "gain-contact", F), NEXT, prepare("n1", "bribe-contact", S))
    state = prepared(CONTACT, NEXT)
    attempt = CheckAttempt("prepare-secretly", "n1", "bribe-contact", "Deception", ("doubled",))
    assert modifier_number(state, attempt).why == "Deception 12: typed +10, twice the cost +2"
    assert INFILTRATION.actions[4].choices(state, "bribe-contact") == {"doubled": "Twice the cost"}
    assert INFILTRATION.actions[4].choices(state, "gossip") == {}


def bonus(state: AdventureState, who: str, key: str, *choices: str) -> int:
    action = "prepare" if key in ("gain-contact", "secure-disguises") else "prepare-secretly"
    return modifier_number(state, CheckAttempt(action, who, key, SKILL[key], choices)).value - 10


def test_ruling_236_an_insulted_contact_hinders_everyones_later_attempts_once():
    state = prepared(prepare("n1", "gain-contact", CF))
    assert [bonus(state, who, "gain-contact") for who in ("n1", "n2")] == [-2, -2]
    assert bonus(state, "n1", "gossip") == 0
    state = play_more(state, prepare("n2", "gain-contact", CF, by=0))
    assert bonus(state, "n3", "gain-contact") == -2
    assert ("The contact may now work against the party.", True) in [
        (note.text, note.is_hidden) for note in state.notes
    ]


def test_inside_information_helps_whoever_has_it_and_those_who_are_told():
    state = prepared(prepare("n1", "gossip", CS))
    assert [bonus(state, who, "scout-location") for who in ("n1", "n2", "n3")] == [2, 0, 0]
    state = play_more(state, GossipShared("n1", ("n2", "n1")), side=PLAYER)
    assert [bonus(state, who, "scout-location") for who in ("n1", "n2", "n3")] == [2, 2, 0]
    with pytest.raises(ChangeRefused, match="has heard nothing"):
        play_more(state, GossipShared("n3", ("n4",)))
    with pytest.raises(ChangeRefused, match="who hears it"):
        play_more(state, GossipShared("n1", ("n1",)))
    # What was only a success helps the plan, and nothing else.
    state = prepared(prepare("n1", "gossip", S), GossipShared("n1", ("n2",)))
    assert [bonus(state, who, "scout-location") for who in ("n1", "n2")] == [0, 0]


def test_ruling_236_circumstance_bonuses_and_penalties_do_not_add_up():
    state = prepared(prepare("n1", "gossip", CS), NEXT, CONTACT, NEXT)
    assert bonus(state, "n1", "bribe-contact", "doubled") == 2
    state = prepared(prepare("n1", "gain-contact", CF), NEXT, prepare("n1", "gossip", CF), NEXT)
    assert bonus(state, "n1", "gain-contact") == -2
    state = prepared(prepare("n1", "gossip", CS), NEXT, prepare("n1", "gossip", F, by=2), NEXT)
    assert bonus(state, "n1", "scout-location") == 2


def test_mistaken_rumors_hinder_the_next_preparation_only():
    state = prepared(prepare("n1", "gossip", CF), NEXT)
    assert bonus(state, "n1", "scout-location") == -2
    state = play_more(state, prepare("n1", "scout-location", S), NEXT)
    assert bonus(state, "n1", "secure-disguises") == 0


def test_ruling_235_how_often_a_preparation_helps_is_counted_as_the_party_believes():
    for degree in (S, CF):
        state = prepared(prepare("n1", "scout-location", degree), NEXT)
        with pytest.raises(ChangeRefused, match="cannot achieve anything more"):
            play_more(state, prepare("n2", "scout-location", S))
        view = adventure_view(infiltration(PREPARED), log_of(prepare("n1", "scout-location", degree)), for_players=True)
        targets = [target.key for target in INFILTRATION.actions[4].targets(view.state)]
        assert "scout-location" not in targets
    state = prepared(prepare("n1", "scout-location", F), NEXT, prepare("n2", "scout-location", S))
    assert len(state.own.edges) == 1


def test_preparing_ends_with_the_time_or_when_the_party_goes_in():
    state = prepared(*[NEXT] * 5)
    assert play_more(state, CONTACT).own.edges != ()
    with pytest.raises(ChangeRefused, match="time to prepare is over"):
        play_more(state, NEXT, CONTACT)
    state = prepared(InfiltrationBegun())
    assert (state.own.is_inside, state.own.size) == (True, 4)
    with pytest.raises(ChangeRefused, match="time to prepare is over"):
        play_more(state, CONTACT)
    with pytest.raises(ChangeRefused, match="inside already"):
        play_more(state, InfiltrationBegun())
    with pytest.raises(ChangeRefused, match="still preparing"):
        prepared(passing("n1", "guards"))
    with pytest.raises(ChangeRefused, match="still preparing"):
        prepared(ComplicationStarted("stare", "", "A face"))
    # What the preparations have betrayed counts from the first moment.
    assert [
        complication.key for complication in prepared(AwarenessChanged(6, "Talk"), InfiltrationBegun()).own.pending
    ] == ["stare"]


def gained(quality: str = "real", use: str = "") -> EdgeGained:
    return EdgeGained("A friend", "He owes us", use, quality)  # type: ignore[arg-type] # one of the qualities


@every_row("degree", [F, CF])
def test_an_edge_point_turns_a_failure_into_a_success(degree: Degree):
    state = played(infiltration(), gained(), tried("n1", "guards", degree))
    assert state.awareness_of() > 0
    state = play_more(state, EdgeSpent("edge:1"), side=PLAYER)
    assert (state.awareness_of(), state.own.obstacle_points("guards", "n1"), state.own.edges) == (
        0,
        1,
        (),
    )


def test_an_edge_point_undoes_what_the_failure_started():
    state = played(infiltration(), gained(), passing("n1", "guards"), NEXT, tried("n1", "trap", CF))
    assert [complication.key for complication in state.own.pending] == ["bells"]
    state = play_more(state, EdgeSpent("edge:1"))
    assert (state.own.pending, state.own.obstacle_points("trap", ""), state.awareness_of()) == ((), 1, 1)
    # Even the failure of the whole infiltration.
    state = played(infiltration(), gained(), AwarenessChanged(23, "Noise"))
    state = play_more(state, *(tried(f"n{n}", "stare", S, action="deal-with") for n in (2,)), tried("n1", "guards", F))
    assert state.is_over
    state = play_more(state, EdgeSpent("edge:1"))
    assert (state.is_over, state.outcome, state.awareness_of()) == (False, "", 23)


def test_an_edge_point_helps_against_complications_but_not_for_opportunities_or_after_anything_else():
    start = played(infiltration(), gained(), ComplicationStarted("owner", "", "A coach"))
    state = play_more(start, tried("n1", "owner", F, action="deal-with"), EdgeSpent("edge:1"))
    assert state.own.pending[0].points == (("", 1),)
    for events in (
        (tried("n1", "keys", F, action="seize"),),
        (tried("n1", "guards", S),),
        (tried("n1", "guards", F), tried("n2", "guards", S)),
        (tried("n1", "guards", F), AdventureRoundEnded()),
        (tried("n1", "guards", F), AwarenessChanged(1, "A shout")),
    ):
        state = played(infiltration(), gained(), *events)
        with pytest.raises(ChangeRefused, match="right after"):
            play_more(state, EdgeSpent("edge:1"))
        assert EdgeSpent.options(state) == {"edge": {}}


@every_row(
    "use, target, action, allowed",
    [
        (PAPERWORK, "guards", "overcome", True),
        (COVER_IDENTITY, "guards", "overcome", True),
        ("locks", "guards", "overcome", False),
        (COVER_IDENTITY, "stare", "deal-with", True),
        (PAPERWORK, "stare", "deal-with", False),
        (PAPERWORK, "wall", "overcome", False),
    ],
)
def test_some_edge_points_help_only_with_what_they_are_for(use: str, target: str, action: str, allowed: bool):
    state = played(infiltration(), gained(use=use))
    if target == "stare":
        state = play_more(state, ComplicationStarted("stare", "", "A face"))
    state = play_more(state, tried("n1", target, F, action=action))
    assert bool(EdgeSpent.options(state)["edge"]) is allowed
    if allowed:
        assert play_more(state, EdgeSpent("edge:1")).own.edges == ()
    else:
        with pytest.raises(ChangeRefused, match=use):
            play_more(state, EdgeSpent("edge:1"))


def test_a_worthless_edge_point_does_nothing_and_another_may_be_spent():
    state = played(infiltration(), gained("worthless"), gained(), tried("n1", "guards", CF), EdgeSpent("edge:1"))
    assert (state.awareness_of(), [edge.number for edge in state.own.edges]) == (2, [2])
    state = play_more(state, EdgeSpent("edge:2"))
    assert (state.awareness_of(), state.own.obstacle_points("guards", "n1"), state.own.edges) == (
        0,
        1,
        (),
    )
    with pytest.raises(ChangeRefused, match="no such Edge Point"):
        play_more(played(infiltration(), tried("n1", "guards", F)), EdgeSpent("edge:1"))


def test_ruling_237_a_harmful_edge_point_makes_a_failure_critical_and_ends_the_matter():
    state = played(infiltration(), passing("n1", "guards"), NEXT, gained("harmful"), gained(), tried("n1", "trap", F))
    assert state.awareness_of() == 2
    state = play_more(state, EdgeSpent("edge:1"))
    assert state.awareness_of() == 3
    assert [complication.key for complication in state.own.pending] == ["bells"]
    with pytest.raises(ChangeRefused, match="right after"):
        play_more(state, EdgeSpent("edge:2"))


def seen(*events: Any, facts: Any = PREPARED) -> str:
    view = adventure_view(infiltration(facts), log_of(*events), for_players=True)
    return json.dumps(adventure_view_document(view), ensure_ascii=False)


@every_row(
    "key, degrees",
    [
        ("bribe-contact", (S, F, CF)),
        ("forge-documents", (CS, S, F, CF)),
        ("gossip", (CS, S, CF)),
        ("scout-location", (S, CF)),
        ("map", (CS, S, CF)),
    ],
)
def test_players_cannot_tell_a_true_edge_point_from_a_false_one(key: str, degrees: tuple[Degree, ...]):
    first = (CONTACT, NEXT) if key == "bribe-contact" else ()
    later = (NEXT, prepare("n1", "secure-disguises", S, by=0))
    views = {seen(*first, prepare("n1", key, degree), *later) for degree in degrees}
    (text,) = views
    assert [word for word in FALSE if word in text] == []


def test_what_a_false_edge_point_is_can_be_shown_and_shows_when_it_is_spent():
    events = (prepare("n1", "forge-documents", CF), InfiltrationBegun())
    assert FALSE[1] not in seen(*events)
    assert FALSE[1] in seen(*events, HiddenFactShown("edge:1"))
    assert EdgeSpent("edge:1").reveals
    assert "makes it a critical failure" in seen(*events, tried("n1", "guards", F), EdgeSpent("edge:1"))
    assert FALSE[0] not in seen(gained("worthless"))


def test_undo_is_exact_for_every_event_of_an_infiltration():
    undone_and_redone(
        infiltration(PREPARED),
        log_of(
            CONTACT,
            prepare("n2", "gossip", CS),
            GossipShared("n2", ("n3",)),
            NEXT,
            prepare("n1", "bribe-contact", F, "doubled", by=2),
            InfiltrationBegun(),
            gained("harmful"),
            AwarenessChanged(1, "A cough"),
            ComplicationStarted("mark", "n2", "A pickpocket"),
            tried("n2", "mark", S, action="deal-with"),
            passing("n3", "guards"),
            NEXT,
            tried("n3", "trap", F),
            EdgeSpent("edge:3"),
        ),
    )
