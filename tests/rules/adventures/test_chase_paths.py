"""Chases with several ways: divided parties, shortcuts, obstacles face down, and the line that is drawn."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.events.running import ActPassed, AdventureRoundEnded, HiddenFactShown
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.chase.events import (
    ChaseObstacleBypassed,
    ChaseOrderSet,
    ChasePaceSet,
    ChasePathTaken,
    ChasePointsChanged,
    ChaseSideMoved,
)
from rules.adventures.kinds.chase.facts import (
    GOAL,
    ChaseFacts,
    ChaseObstacle,
    ChaseWay,
)
from rules.adventures.kinds.chase.kind import CHASE, chase_drawing
from rules.adventures.views import player_state
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, log_of, play_more, played, rolled, seen, undone_and_redone
from tests.rules.adventures.runners import FOUR, RIVALS, SKILLS, chase, given, line, party_at, passes

SPLIT = (
    ChaseObstacle("a", "Street", SKILLS, 1, ways=(ChaseWay("b"), ChaseWay("c", "the canal"))),
    ChaseObstacle("b", "Market", SKILLS, 1, ways=(ChaseWay("d"),)),
    ChaseObstacle("c", "Canal", SKILLS, 1, ways=(ChaseWay("e", "the locks"),)),
    ChaseObstacle("d", "Bridge", SKILLS, 1),
    ChaseObstacle("e", "Gate", SKILLS, 1),
)


def test_ruling_227_a_party_may_split_and_each_group_needs_points_by_its_size():
    state = passes(begin_adventure(chase("beat-the-clock", obstacles=SPLIT)))
    state = play_more(state, ChasePathTaken(("n3", "n4"), "c"), side=PLAYER)
    assert [(group.at, group.members, state.needed_points(group)) for group in state.own.party] == [
        ("b", (), 1),
        ("c", ("n3", "n4"), 1),
    ]
    assert [note.text for note in state.notes] == ["Runner 3 and Runner 4 took the canal to Canal."]
    assert [target.key for target in CHASE.actions[0].targets(state)] == ["b", "c"]
    with pytest.raises(ChangeRefused, match="another obstacle"):
        play_more(state, rolled("overcome", "n3", "b", "Athletics", 12))
    state = play_more(state, rolled("overcome", "n3", "c", "Athletics", 12))
    assert [group.at for group in state.own.party] == ["b", "e"]
    state = passes(passes(state, 1), 1)
    # The street is longer: both are together again at the gate.
    assert [(group.at, group.members) for group in state.own.party] == [("e", ())]
    assert passes(state).outcome == "The party reached the goal."


@every_row(
    "events, message",
    [
        ((ChasePathTaken(("n1",), "c"),), "before anyone acts"),
        ((given(1, 3), ChasePathTaken(("n1",), "d")), "No open way"),
        ((given(1, 3), ChasePathTaken(("n1",), "b")), "already on that way"),
        ((given(1, 3), ChasePathTaken((), "c")), "Choose who"),
        (
            (given(1, 3), rolled("overcome", "n1", "b", "Athletics", 3), ChasePathTaken(("n2",), "c")),
            "before anyone acts",
        ),
        ((given(1, 3), ChasePathTaken(("n1",), "c"), ChasePathTaken(("n1", "n2"), "c")), "not at the same"),
    ],
)
def test_a_way_is_chosen_at_the_fork(events: tuple[Any, ...], message: str):
    with pytest.raises(ChangeRefused, match=message):
        played(chase("beat-the-clock", obstacles=SPLIT), *events)


def test_the_whole_group_may_take_another_way():
    state = played(chase("beat-the-clock", obstacles=SPLIT), given(1, 3), ChasePathTaken(("n1", "n2", "n3", "n4"), "c"))
    assert [(group.at, group.members) for group in state.own.party] == [("c", ())]


def test_ruling_227_the_clock_waits_for_every_group_and_pursuers_need_one():
    state = played(chase("beat-the-clock", obstacles=SPLIT), given(1, 3), ChasePathTaken(("n4",), "c"))
    state = passes(passes(state, 4), 4)
    assert not state.is_over
    assert passes(passes(passes(state, 1), 1), 1).is_over
    state = played(chase("chase-down", obstacles=SPLIT, lead=1), given(1, 3), ChasePathTaken(("n4",), "c"))
    assert state.own.others.at == "d"
    assert passes(state, 4).outcome == "Runner 4 caught up with the others."


def test_ruling_228_pursuers_who_come_out_ahead_have_caught_up():
    state = played(chase("run-away", obstacles=SPLIT), ChaseSideMoved("n1", "d", "They fell into a cart"))
    state = play_more(state, ChaseSideMoved("", "e", "A secret passage"))
    assert state.outcome == "The others caught up with the party."
    # On another branch they have not.
    state = played(chase("run-away", obstacles=SPLIT), ChaseSideMoved("n1", "c", "Over the wall"))
    assert not play_more(state, ChaseSideMoved("", "d", "Another street")).is_over


SHORTCUT = (
    ChaseObstacle(
        "a",
        "Street",
        (*SKILLS, SkillDC("Perception", 16)),
        1,
        ways=(ChaseWay("b"), ChaseWay("s", "a cellar door", "critical success", "Perception")),
    ),
    ChaseObstacle("s", "Underground river", SKILLS, 1, points=1, text="Rats swim here.", ways=(ChaseWay("d"),)),
    ChaseObstacle("b", "Market square", SKILLS, 1),
    ChaseObstacle("c", "Slaughterhouse", SKILLS, 1, text="A bull is loose."),
    ChaseObstacle("d", "City gate house", SKILLS, 1),
)


@every_row(
    "skill, face, opened",
    [("Perception", 20, False), ("Perception", 21, True), ("Athletics", 21, False)],
)
def test_a_shortcut_is_found_by_the_check_that_it_asks_for(skill: str, face: int, opened: bool):
    party = tuple(
        replace(participant, typed=tuple(replace(t, by=face - 15) for t in participant.typed)) for participant in FOUR
    )
    state = played(chase("beat-the-clock", obstacles=SHORTCUT, party=party), rolled("overcome", "n1", "a", skill, 19))
    assert (state.own.opened == ("a>s",)) is opened
    state = passes(state)
    if opened:
        state = play_more(state, ChasePathTaken(("n1", "n2", "n3", "n4"), "s"))
        assert party_at(passes(state)) == "d"
    else:
        with pytest.raises(ChangeRefused, match="No open way"):
            play_more(state, ChasePathTaken(("n1",), "s"))


def test_what_has_to_be_found_is_hidden_until_then():
    adventure = chase("beat-the-clock", obstacles=SHORTCUT)
    before = seen(adventure, rolled("overcome", "n1", "a", "Athletics", 12))
    assert not [word for word in ("cellar", "Underground", "Rats", "a>s", '"s"') if word in before]
    assert "Slaughterhouse" in before
    state = played(adventure, HiddenFactShown("a>s"), HiddenFactShown("s"))
    assert "Underground river" in seen(adventure, HiddenFactShown("a>s"), HiddenFactShown("s"))
    assert state.hidden == frozenset()
    with pytest.raises(ChangeRefused, match="another obstacle"):
        play_more(state, rolled("overcome", "n1", "s", "Athletics", 12), side=PLAYER)


def test_obstacles_lie_face_down_until_somebody_reaches_them():
    adventure = chase("run-away", obstacles=SHORTCUT, face_down=True, lead=0)
    text = seen(adventure)
    assert not [word for word in ("Market", "Slaughter", "bull", "gate house", '"b"', '"d"') if word in text]
    drawing = chase_drawing(player_state(begin_adventure(adventure)))
    assert [(stop.key, stop.name, stop.column, stop.is_face_down) for stop in drawing.stops] == [
        ("a", "Street", 0, False),
        ("?3", "Face down", 1, True),
        ("?4", "Face down", 2, True),
        ("?5", "Face down", 3, True),
        (GOAL, "The goal", 4, False),
    ]
    text = seen(adventure, given(1, 3))
    assert "Market square" in text
    assert "Slaughter" not in text
    assert "Slaughter" in seen(adventure, HiddenFactShown("c"))


def test_the_place_of_the_others_does_not_name_an_obstacle_that_lies_face_down():
    adventure = chase(
        "chase-down",
        obstacles=tuple(replace(obstacle, ways=()) for obstacle in SHORTCUT),
        face_down=True,
        others_roll=True,
        party=(*FOUR, *RIVALS),
        lead=1,
    )
    events = (rolled("overcome", "r1", "s", "Athletics", 8),)
    text = seen(adventure, *events, ChaseSideMoved("", "c", "They jump"))
    assert not [word for word in ("Market", "Slaughter", "Underground", '"s"', '"b"', '"c"') if word in text]
    state = player_state(played(adventure, *events))
    assert state.own.others.at == "?2"
    stops = chase_drawing(state).stops
    assert [stop.key for stop in stops if stop.others] == ["?2"]
    assert CHASE.summary(state)[1] == "The others: 1 obstacle ahead of the party."


def test_players_see_a_group_at_an_obstacle_to_which_they_know_no_way():
    hidden = (ChaseWay("b"), ChaseWay("c", "the roofs", "critical success", "Perception"))
    adventure = chase("run-away", obstacles=(replace(SPLIT[0], ways=hidden), *SPLIT[1:]), face_down=True)
    state = player_state(played(adventure, ChaseSideMoved("n1", "c", "Over the roofs")))
    assert [stop.key for stop in chase_drawing(state).stops if stop.party] == ["c"]


def test_the_line_is_drawn_with_branches_in_rows_of_their_own():
    drawing = chase_drawing(begin_adventure(chase("run-away", obstacles=SPLIT, lead=0)))
    assert [(stop.key, stop.column, stop.row) for stop in drawing.stops] == [
        ("a", 0, 0),
        ("b", 1, 0),
        ("c", 1, 1),
        ("d", 2, 0),
        ("e", 3, 0),
        (GOAL, 4, 0),
    ]
    assert (drawing.columns, drawing.rows) == (5, 2)
    assert [(link.start, link.end, link.is_main) for link in drawing.links] == [
        ("a", "b", True),
        ("a", "c", False),
        ("b", "d", True),
        ("c", "e", True),
        ("d", "e", True),
        ("e", GOAL, True),
    ]
    (mark,) = drawing.stops[0].party
    assert (mark.name, mark.points, mark.needed, mark.lead) == ("The party", 0, 3, 0)
    assert drawing.stops[0].others is not None


@every_row(
    "facts",
    [
        {"obstacles": ()},
        {"obstacles": (*line(2), line(1)[0])},
        {"obstacles": (ChaseObstacle("?1", "A"), *line(3))},
        {"obstacles": (ChaseObstacle("a>b", "A"), *line(3))},
        {"obstacles": (*line(2), ChaseObstacle("x", "X", ways=(ChaseWay("o1"),)))},
        {"obstacles": (ChaseObstacle("x", "X", ways=(ChaseWay("o1"), ChaseWay("o1"))), *line(2))},
        {"obstacles": (ChaseObstacle("x", "X", ways=(ChaseWay("o1", degree="success"),)), *line(2))},
        {"obstacles": (ChaseObstacle("x", "X", ways=(ChaseWay("o2"),)), *line(2))},
        {"obstacles": line(3), "lead": 2},
        {"obstacles": line(3), "lead": 1, "pace": 2},
    ],
)
def test_facts_that_do_not_fit_together_are_refused(facts: dict[str, Any]):
    with pytest.raises(RulesError):
        chase("chase-down", **facts)


def test_advice_asks_for_more_obstacles_and_for_a_second_skill():
    facts = ChaseFacts("beat-the-clock", (*line(4), ChaseObstacle("x", "Wall", (SkillDC("Athletics"),))))
    assert CHASE.advice(facts) == (
        "The chase has 5 obstacles; even a short one has 6.",
        "Wall: a second skill would give more characters a chance.",
    )


def test_undo_is_exact_for_every_event_of_a_chase():
    undone_and_redone(
        chase("competitive", obstacles=SHORTCUT),
        log_of(
            ChaseOrderSet("party", 20, 3),
            ChasePaceSet(1, "They trot"),
            rolled("overcome", "n1", "a", "Perception", 20),
            rolled("overcome", "n2", "a", "Athletics", 20),
            ActPassed("n3"),
            AdventureRoundEnded(),
            given(1, 1),
            ChaseSideMoved("", "c", "They know a way"),
            ChaseSideMoved("n1", "c", "So do we"),
        ),
    )


def test_pages_offer_what_can_be_chosen_now():
    start = begin_adventure(chase("run-away", obstacles=SPLIT, lead=0))
    assert ChasePathTaken.options(start) == {"participants": {}, "to": {}}
    assert ChaseObstacleBypassed.options(start) == {"participant": {}}
    assert ChaseOrderSet.options(start) == {"first": {}}
    assert ChasePointsChanged.options(start) == {"participant": {"n1": "The party", "": "The others"}}
    assert ChaseSideMoved.options(start)["to"] == {
        "a": "Street",
        "b": "Market",
        "c": "Canal",
        "d": "Bridge",
        "e": "Gate",
        GOAL: "The goal",
    }
    state = passes(start)
    assert ChasePathTaken.options(state)["to"] == {"c": "the canal"}
    assert list(ChasePathTaken.options(state)["participants"]) == ["n1", "n2", "n3", "n4"]
    assert ChaseOrderSet.options(begin_adventure(chase("competitive")))["first"]["others"] == "The others"
    assert ChasePaceSet.options(start) == {}
    assert ChasePaceSet.options(begin_adventure(chase("beat-the-clock"))) == {"pace": {}}
