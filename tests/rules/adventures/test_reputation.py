"""Reputation: every standing at its borders, what still counts there, and the lines over scenarios."""

import json
from typing import Any

import pytest

from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.reputation.events import DisserviceDone, FavorDone, ReputationSet, WorstDeedDone
from rules.adventures.kinds.reputation.facts import (
    DEED_POINTS,
    STANDINGS,
    Organization,
    ReputationFacts,
    deed_echoes,
    disservice_points,
    favor_points,
    standing_at,
)
from rules.adventures.kinds.reputation.kind import REPUTATION, ReputationBand, reputation_chart
from rules.adventures.state import AdventureState
from rules.adventures.views import adventure_view, adventure_view_document
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, undone_and_redone

GUILD = Organization("guild", "The Lantern Guild", allies=("temple",), rivals=("thieves",))
TEMPLE = Organization("temple", "The Temple", 5, allies=("guild",))
THIEVES = Organization("thieves", "The Quiet Hands", -6, "They own the roofs.", rivals=("guild",), hidden=True)
FACTS = ReputationFacts((GUILD, TEMPLE, THIEVES))
ADVENTURE = adventure_of(REPUTATION, FACTS)


def at(points: int) -> AdventureState:
    return played(ADVENTURE, ReputationSet("guild", points, "So it is"))


def points_after(points: int, event: Any) -> int:
    return play_more(at(points), event).own.of("guild")


def test_the_seven_standings_with_what_raises_and_lowers_them():
    every, moderate, major = ("minor", "moderate", "major"), ("moderate", "major"), ("major",)
    assert [
        (standing.name, standing.low, standing.high, standing.raised_by, standing.lowered_by) for standing in STANDINGS
    ] == [
        ("Revered", 30, 50, major, moderate),
        ("Admired", 15, 29, major, every),
        ("Liked", 5, 14, moderate, every),
        ("Ignored", -4, 4, every, every),
        ("Disliked", -14, -5, every, moderate),
        ("Hated", -29, -15, every, major),
        ("Hunted", -50, -30, moderate, major),
    ]
    assert DEED_POINTS == {"minor": 1, "moderate": 2, "major": 5}


@every_row(
    "points, name",
    [
        (50, "Revered"),
        (30, "Revered"),
        (29, "Admired"),
        (15, "Admired"),
        (14, "Liked"),
        (5, "Liked"),
        (4, "Ignored"),
        (0, "Ignored"),
        (-4, "Ignored"),
        (-5, "Disliked"),
        (-14, "Disliked"),
        (-15, "Hated"),
        (-29, "Hated"),
        (-30, "Hunted"),
        (-50, "Hunted"),
    ],
)
def test_each_border_of_the_standings(points: int, name: str):
    assert standing_at(points).name == name


@pytest.mark.parametrize("points", [51, -51])
def test_there_is_no_standing_beyond_the_limits(points: int):
    with pytest.raises(RulesError):
        standing_at(points)


@every_row("points", range(-50, 51))
@every_row("size", ["minor", "moderate", "major"])
def test_what_counts_at_every_number_of_points(points: int, size: Any):
    worth = DEED_POINTS[size]
    raises = {"minor": -29 <= points <= 4, "moderate": points <= 14, "major": True}[size]
    lowers = {"minor": -4 <= points <= 29, "moderate": points >= -14, "major": True}[size]
    assert favor_points(points, size) == (worth if raises else 0)
    assert disservice_points(points, size) == (-worth if lowers else 0)


@every_row(
    "before, event, after",
    [
        (4, FavorDone("guild", "minor", "Lamps"), 5),
        (4, FavorDone("guild", "major", "Lamps"), 9),
        (5, FavorDone("guild", "minor", "Lamps"), 5),
        (14, FavorDone("guild", "moderate", "Lamps"), 16),
        (15, FavorDone("guild", "moderate", "Lamps"), 15),
        (30, FavorDone("guild", "major", "Lamps"), 35),
        (48, FavorDone("guild", "major", "Lamps"), 50),
        (-30, FavorDone("guild", "minor", "Lamps"), -30),
        (-29, FavorDone("guild", "minor", "Lamps"), -28),
        (-4, DisserviceDone("guild", "minor", "Smoke"), -5),
        (-5, DisserviceDone("guild", "minor", "Smoke"), -5),
        (-14, DisserviceDone("guild", "moderate", "Smoke"), -16),
        (-15, DisserviceDone("guild", "moderate", "Smoke"), -15),
        (30, DisserviceDone("guild", "minor", "Smoke"), 30),
        (29, DisserviceDone("guild", "minor", "Smoke"), 28),
        (20, DisserviceDone("guild", "major", "Smoke", by=12), 8),
        (-48, DisserviceDone("guild", "major", "Smoke"), -50),
    ],
)
def test_ruling_240_the_standing_before_a_deed_decides_whether_it_counts(before: int, event: Any, after: int):
    assert points_after(before, event) == after


@every_row("before, after", [(50, -5), (1, -5), (0, -5), (-1, -6), (-20, -25), (-46, -50), (-50, -50)])
def test_ruling_238_the_worst_of_deeds_takes_all_points_and_five_more(before: int, after: int):
    assert points_after(before, WorstDeedDone("guild", "The lighthouse is gone")) == after


@every_row("size, by", [("minor", 6), ("moderate", 6), ("major", 4)])
def test_only_a_major_disservice_takes_more_than_usual(size: Any, by: int):
    with pytest.raises(ChangeRefused, match="at least 5"):
        points_after(0, DisserviceDone("guild", size, "Smoke", by=by))


def test_deeds_say_what_they_have_changed():
    state = played(ADVENTURE, FavorDone("guild", "major", "They saved the lamps"))
    assert [note.text for note in state.notes] == [
        "They saved the lamps",
        "The Lantern Guild: 0 to 5, Ignored to Liked.",
        "The Temple may see this as a moderate favor.",
        "The Quiet Hands may see this as a moderate disservice.",
    ]
    assert [note.is_hidden for note in state.notes] == [False, False, True, True]
    state = play_more(state, FavorDone("guild", "minor", "They held a ladder"))
    assert [note.text for note in state.notes] == [
        "They held a ladder",
        "A minor favor no longer counts.",
        "The Lantern Guild: 5, Liked.",
    ]
    assert REPUTATION.summary(state) == (
        "The Lantern Guild: Liked (5).",
        "The Temple: Liked (5).",
        "The Quiet Hands: Disliked (−6).",
    )


@every_row(
    "size, is_favor, echoes",
    [
        ("minor", True, []),
        ("moderate", True, [("temple", "minor", True), ("thieves", "minor", False)]),
        ("major", False, [("temple", "moderate", False), ("thieves", "moderate", True)]),
    ],
)
def test_ruling_239_allies_and_rivals_are_suggestions_one_size_smaller(size: Any, is_favor: bool, echoes: list[Any]):
    suggestions = deed_echoes(FACTS, "guild", size, is_favor=is_favor)
    assert [(result.organization, result.size, result.is_favor) for result in suggestions] == echoes
    # Nothing but the organization itself changes.
    event = FavorDone if is_favor else DisserviceDone
    state = played(ADVENTURE, event("guild", size, "A deed"))
    assert (state.own.of("temple"), state.own.of("thieves")) == (5, -6)


def test_the_lines_over_the_scenarios():
    state = played(
        ADVENTURE,
        FavorDone("guild", "major", "Lamps", 1),
        FavorDone("guild", "moderate", "Oil"),
        DisserviceDone("temple", "moderate", "Noise", 3),
        FavorDone("guild", "major", "Lamps again", 5),
    )
    chart = reputation_chart(state)
    assert chart.scenarios == (0, 1, 3, 5)
    assert [(line.key, line.start, line.points, line.standing) for line in chart.lines] == [
        ("guild", 0, (0, 7, 7, 12), "Liked"),
        ("temple", 5, (5, 5, 3, 3), "Ignored"),
        ("thieves", -6, (-6, -6, -6, -6), "Disliked"),
    ]
    assert (chart.low, chart.high, chart.bands[0]) == (-50, 50, ReputationBand("Revered", 30, 50))
    with pytest.raises(ChangeRefused, match="after scenario 5"):
        play_more(state, FavorDone("guild", "minor", "Too late", 4))


def test_only_the_organizer_writes_deeds_down():
    with pytest.raises(ChangeRefused, match="Only the organizer"):
        played(ADVENTURE, FavorDone("guild", "minor", "Lamps"), side=PLAYER)
    with pytest.raises(ChangeRefused, match="no such organization"):
        played(ADVENTURE, FavorDone("nobody", "minor", "Lamps"))
    assert FavorDone.options(begin_adventure(ADVENTURE))["organization"]["guild"] == "The Lantern Guild"


def test_players_do_not_know_a_hidden_organization_nor_its_deeds():
    entries = (
        FavorDone("guild", "major", "They saved the lamps", 1),
        DisserviceDone("thieves", "minor", "They barred the skylight", 2),
        WorstDeedDone("thieves", "They sang in court"),
        ReputationSet("thieves", -9, "A misunderstanding"),
    )
    view = adventure_view(ADVENTURE, log_of(*entries), for_players=True)
    text = json.dumps(adventure_view_document(view), ensure_ascii=False)
    assert [name for name in ("Quiet", "roofs", "thieves", "skylight", "court", "misunder") if name in text] == []
    assert len(view.entries) == 1
    assert view.state.facts.by_key["guild"].rivals == ()
    shown = adventure_view(ADVENTURE, log_of(*entries, HiddenFactShown("thieves")), for_players=True)
    assert shown.state.own.of("thieves") == -9


@every_row(
    "organizations",
    [
        (),
        (GUILD, GUILD),
        (Organization("", "No one"),),
        (Organization("a", "A", allies=("b",)),),
        (Organization("a", "A", rivals=("a",)),),
        (Organization("a", "A", allies=("b",), rivals=("b",)), Organization("b", "B")),
    ],
)
def test_organizations_that_do_not_fit_together_are_refused(organizations: tuple[Organization, ...]):
    with pytest.raises(RulesError):
        adventure_of(REPUTATION, ReputationFacts(organizations))


def test_advice_names_relations_that_one_side_does_not_know():
    rows = (Organization("a", "A", allies=("b",), rivals=("c",)), Organization("b", "B"), Organization("c", "C"))
    assert REPUTATION.advice(ReputationFacts(rows)) == (
        "A names B as an ally, but not vice versa.",
        "A names C as a rival, but not vice versa.",
    )
    assert REPUTATION.advice(FACTS) == ()


def test_undo_is_exact_for_every_event_of_reputation():
    undone_and_redone(
        ADVENTURE,
        log_of(
            FavorDone("guild", "major", "Lamps", 1),
            DisserviceDone("temple", "major", "Noise", 2, 9),
            WorstDeedDone("guild", "Fire"),
            ReputationSet("thieves", 3, "A bargain", 4),
            HiddenFactShown("thieves"),
        ),
    )
