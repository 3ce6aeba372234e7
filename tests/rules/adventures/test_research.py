"""Research: every award with its maximum, thresholds, places that open, time, rivals, and what players know."""

import json
from dataclasses import replace

import pytest

from rules.adventures.checks import check_dc, check_forecast
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fields import SkillDC, Threshold
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.research.facts import (
    ResearchCheck,
    ResearchFacts,
    ResearchPlace,
    RivalResearchers,
    TimedEvent,
)
from rules.adventures.kinds.research.kind import RESEARCH
from rules.adventures.kinds.research.play import ResearchChanged, RivalPointsChanged
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view, adventure_view_document, player_state
from rules.errors import ChangeRefused, RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, rolled, undone_and_redone

BOXES = ResearchCheck("boxes", "Sort boxes", 3, (SkillDC("Academia Lore", 18), SkillDC("Diplomacy", adjustment="hard")))
LETTERS = ResearchCheck("letters", "Canary letters", 4, (SkillDC("Academia Lore", 20),), level=5)
FACTS = ResearchFacts(
    topic="A wreck",
    level=3,
    traits=("linguistic",),
    places=(
        ResearchPlace("stairs", "Stairs", "Dusty", (BOXES, ResearchCheck("dust", "Canary dust", 2, hidden=True))),
        ResearchPlace("shelf", "Canary shelf", "Bricks", (LETTERS,), opens_at=2, dangers="Canary needle"),
        ResearchPlace("attic", "Canary attic", "A bed", (ResearchCheck("bed", "Canary bed", 1),), hidden=True),
    ),
    thresholds=(Threshold(1, "Canary stones"), Threshold(3, "Canary hand"), Threshold(10, "Canary proof")),
    events=(TimedEvent(2, "Canary steps"), TimedEvent(3, "Canary crabs", secret=True)),
    rivals=(RivalResearchers("gloves", "The Gloves", 2, 6), RivalResearchers("owl", "Canary owl", 1, hidden=True)),
)
ADVENTURE = adventure_of(RESEARCH, FACTS)
ALONE = adventure_of(RESEARCH, replace(FACTS, rivals=()))


def look(face: int, check: str = "boxes", skill: str = "Academia Lore"):
    return rolled("research", "n1", check, skill, face)


def attempt(check: str, skill: str) -> CheckAttempt:
    return CheckAttempt("research", "n1", check, skill)


@every_row(
    "check, skill, pathfinder, p2v",
    [
        ("boxes", "Academia Lore", 18, 15),
        # The DC of level 3, hard.
        ("boxes", "Diplomacy", 20, 17),
        # What is not listed has the highest DC.
        ("boxes", "Stealth", 20, 17),
        # A check may have a level of its own.
        ("letters", "Academia Lore", 20, 15),
    ],
)
def test_dcs_are_those_of_the_topic_or_of_the_check(check: str, skill: str, pathfinder: int, p2v: int):
    for scale, dc in (("pathfinder", pathfinder), ("p2v", p2v)):
        state = played(adventure_of(RESEARCH, FACTS, scale=scale), HiddenFactShown("shelf"))
        assert check_dc(state, attempt(check, skill)).value == dc


# Old Flint adds 12 with Academia Lore against DC 15, or 10 with Diplomacy against 17.
@every_row(
    "skill, face, degree, by",
    [
        ("Academia Lore", 13, Degree.CRITICAL_SUCCESS, 2),
        ("Academia Lore", 12, Degree.SUCCESS, 1),
        ("Academia Lore", 3, Degree.SUCCESS, 1),
        ("Academia Lore", 2, Degree.FAILURE, 0),
        ("Diplomacy", 17, Degree.CRITICAL_SUCCESS, 2),
        ("Diplomacy", 7, Degree.SUCCESS, 1),
        ("Diplomacy", 6, Degree.FAILURE, 0),
    ],
)
def test_points_by_the_degree(skill: str, face: int, degree: Degree, by: int):
    state = played(ADVENTURE, look(face, skill=skill))
    assert state.check is not None
    assert state.check.degree is degree
    assert (state.own.points, state.own.from_check("boxes")) == (by, by)


@every_row(
    "changes, points, boxes",
    [
        ((2, 2), 3, 3),
        ((3, -1), 2, 2),
        ((3, -1, 2), 3, 3),
        ((-1,), 0, 0),
        ((1, -3), 0, 0),
        ((1, -3, 2), 2, 2),
    ],
)
def test_ruling_284_a_check_brings_its_maximum_and_gives_back_what_it_loses(changes, points: int, boxes: int):
    state = played(ADVENTURE, *(ResearchChanged(by, "A reason", "boxes") for by in changes))
    assert (state.own.points, state.own.from_check("boxes")) == (points, boxes)


def test_a_false_discovery_elsewhere_leaves_what_a_check_has_brought():
    state = played(ADVENTURE, ResearchChanged(3, "Found", "boxes"), ResearchChanged(-1, "A false trail", "letters"))
    assert (state.own.points, state.own.from_check("boxes"), state.own.from_check("letters")) == (
        2,
        3,
        0,
    )


@every_row("by, points", [(11, 10), (10, 10), (-1, 0)])
def test_points_stay_between_0_and_those_of_the_library(by: int, points: int):
    assert FACTS.most == 10
    assert played(ADVENTURE, ResearchChanged(by, "A reason")).own.points == points


def test_an_exhausted_check_has_nothing_more():
    state = played(ADVENTURE, ResearchChanged(3, "Found", "boxes"))
    with pytest.raises(ChangeRefused, match="nothing more"):
        play_more(state, look(10))
    assert "boxes" not in [target.key for target in RESEARCH.actions[0].targets(state)]
    assert check_forecast(
        played(ADVENTURE, ResearchChanged(2, "Found", "boxes")), attempt("boxes", "Diplomacy"), for_players=False
    ).outcomes == {
        Degree.CRITICAL_SUCCESS: "gain 1 research point",
        Degree.SUCCESS: "gain 1 research point",
        Degree.FAILURE: "no change",
        Degree.CRITICAL_FAILURE: "lose 1 research point",
    }


def test_thresholds_are_learnt_once_and_places_open_for_good():
    state = played(ALONE, ResearchChanged(2, "Found"))
    assert [note.text for note in state.notes] == [
        "Found",
        "2 research points gained, 2 now.",
        "A wreck, 1 point: Canary stones",
        "Canary shelf is open. Bricks",
    ]
    state = play_more(state, ResearchChanged(-2, "Lost"), look(12, "letters"))
    assert [note.text for note in state.notes] == ["1 research point gained, 1 now."]


def test_closed_and_hidden_places_cannot_be_searched():
    state = begin_adventure(ADVENTURE)
    for check in ("letters", "bed"):
        with pytest.raises(ChangeRefused, match="not open yet"):
            play_more(state, look(10, check))
    state = play_more(state, HiddenFactShown("attic"), look(12, "bed"))
    assert state.own.points == 1


def test_a_hidden_check_is_for_players_who_found_it():
    with pytest.raises(ChangeRefused, match="not been found out"):
        played(ADVENTURE, look(12, "dust"), side=PLAYER)
    shown = played(ADVENTURE, HiddenFactShown("dust"))
    assert play_more(shown, look(12, "dust"), side=PLAYER).own.from_check("dust") == 1


def test_time_brings_events_and_moves_rivals():
    state = played(ADVENTURE, AdventureRoundEnded())
    assert [(note.text, note.is_hidden) for note in state.notes] == [
        ("The Gloves: 2 research points now.", False),
        ("Canary owl: 1 research point now.", True),
        ("Canary steps", False),
    ]
    state = play_more(state, AdventureRoundEnded())
    assert ("Canary crabs", True) in [(note.text, note.is_hidden) for note in state.notes]
    state = play_more(state, AdventureRoundEnded())
    assert (state.is_over, state.outcome) == (True, "The Gloves finished first.")


@every_row("by, points", [(-1, 0), (5, 5), (1_001, 6)])
def test_rivals_stay_between_0_and_their_goal(by: int, points: int):
    assert (
        played(ADVENTURE, RivalPointsChanged("gloves", max(min(by, 1_000), -1_000), "Luck")).own.of_rivals("gloves")
        == points
    )


def test_time_runs_out():
    state = played(adventure_of(RESEARCH, replace(FACTS, rivals=()), rounds=2), *[AdventureRoundEnded()] * 2)
    assert state.outcome == "Time has run out."


def test_no_canary_of_the_library_is_in_what_players_see():
    events = (
        look(2),
        RivalPointsChanged("owl", 2, "Canary flight"),
        ResearchChanged(0, "A clue", "dust"),
        ResearchChanged(-1, "A cat"),
    )
    view = adventure_view(ADVENTURE, log_of(*events), for_players=True)
    text = json.dumps(adventure_view_document(view))
    assert "Canary" not in text
    assert '"dust"' not in text
    assert "DC " not in json.dumps([block.lines for block in RESEARCH.stat_blocks(view.state)])


def test_what_was_learnt_and_has_happened_is_seen():
    state = played(ADVENTURE, ResearchChanged(3, "Found", "boxes"), AdventureRoundEnded(), AdventureRoundEnded())
    seen = player_state(state).facts
    assert [place.key for place in seen.places] == ["stairs", "shelf"]
    assert [threshold.unlocks for threshold in seen.thresholds] == ["Canary stones", "Canary hand"]
    assert [event.text for event in seen.events] == ["Canary steps"]
    assert [(rival.key, rival.goal, rival.pace) for rival in seen.rivals] == [("gloves", None, 0)]
    assert seen.places[0].checks[0].skills == (SkillDC("Academia Lore", hidden=True), SkillDC("Diplomacy", hidden=True))
    assert RESEARCH.summary(player_state(state)) == (
        "A wreck: 3 research points.",
        "1 point: Canary stones",
        "3 points: Canary hand",
        "The Gloves: 4 research points.",
    )


def test_shown_dcs_are_seen():
    state = begin_adventure(adventure_of(RESEARCH, replace(FACTS, shows_dcs=True)))
    assert check_forecast(state, attempt("boxes", "Diplomacy"), for_players=True).chances is not None
    assert check_forecast(begin_adventure(ADVENTURE), attempt("boxes", "Diplomacy"), for_players=True).chances is None
    assert player_state(state).facts.places[0].checks == (BOXES,)


def test_the_stat_block_as_it_is_printed():
    topic, stairs, shelf, _ = RESEARCH.stat_blocks(begin_adventure(adventure_of(RESEARCH, FACTS, scale="pathfinder")))
    assert (topic.title, topic.word, topic.traits) == ("A wreck", "Research 3", ("linguistic",))
    assert topic.lines[:2] == (("1 research point", "Canary stones"), ("3 research points", "Canary hand"))
    assert topic.lines[3:] == (("Round 2", "Canary steps"), ("Round 3, secret", "Canary crabs"))
    assert stairs.lines[0] == ("Maximum 3", "DC 18 Academia Lore, DC 20 Diplomacy. Sort boxes")
    assert shelf.lines[1:] == (("Opening", "Opens at 2 research points."), ("Dangers", "Canary needle"))


def test_undo_is_exact():
    undone_and_redone(
        ADVENTURE,
        log_of(
            look(13),
            ResearchChanged(1, "Found", "boxes"),
            RivalPointsChanged("gloves", 1, "Luck"),
            HiddenFactShown("dust"),
            AdventureRoundEnded(),
            ResearchChanged(-5, "A false trail"),
            AdventureRoundEnded(),
            AdventureRoundEnded(),
        ),
    )


@every_row(
    "facts",
    [
        replace(FACTS, places=()),
        replace(FACTS, places=(FACTS.places[0], FACTS.places[0])),
        replace(FACTS, places=(replace(FACTS.places[0], key=""),)),
        replace(FACTS, places=(ResearchPlace("a:b", "A", checks=(BOXES,)),)),
        replace(FACTS, thresholds=(Threshold(3), Threshold(1))),
        replace(FACTS, places=(ResearchPlace("a", "A", checks=(replace(BOXES, maximum=1_000), LETTERS)),)),
        replace(FACTS, rivals=(RivalResearchers("boxes", "Twice"),)),
    ],
)
def test_libraries_that_do_not_fit_together_are_refused(facts: ResearchFacts):
    with pytest.raises(RulesError):
        adventure_of(RESEARCH, facts)


def test_advice_on_libraries():
    poor = ResearchFacts("A wreck", (ResearchPlace("a", "A", checks=(BOXES,), opens_at=1),), thresholds=(Threshold(4),))
    assert RESEARCH.advice(poor) == (
        "The last threshold needs 4 points, but the library has only 3 points.",
        "Nothing happens at 4 points.",
        "No place is open at the start.",
    )
    assert RESEARCH.advice(replace(FACTS, thresholds=())) == (
        "There is nothing to learn: the research has no thresholds.",
    )
