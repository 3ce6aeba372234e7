"""What pages draw of each kind: tracks as boxes, people, places, objectives, levels; never more than players know."""

from dataclasses import replace

from adventures.drawings.standings import (
    MOST_APART,
    MOST_BOXES,
    DrawnPerson,
    drawn_infiltration,
    drawn_leadership,
    drawn_people,
    drawn_places,
    track_drawing,
)
from adventures.forms.events import event_forms
from adventures.selectors.folding import FoldedAdventure
from adventures.templatetags.adventure_drawings import MOST_SCENARIOS, reputation_lines
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.event import AdventureEvent
from rules.adventures.fields import AdventureTrack, Threshold
from rules.adventures.kinds.infiltration.events import InfiltrationBegun
from rules.adventures.kinds.leadership.events import FollowersChanged
from rules.adventures.kinds.reputation.events import ReputationSet
from rules.adventures.library import library_adventures
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import ORGANIZER, AdventureState
from rules.combat.log import LogEntry

TYPED = tuple(TypedModifier(name, 9) for name in ("Diplomacy", "Perception", "Society", "Deception"))
PAIR = (AdventureParticipant("n1", "Old Flint", 3, typed=TYPED), AdventureParticipant("n2", "Mara", 3, typed=TYPED))


def played(ready: str, *events: AdventureEvent) -> FoldedAdventure:
    adventure = replace(library_adventures()[ready], participants=PAIR)
    entries = [LogEntry(place, place, ORGANIZER, event) for place, event in enumerate(events, 1)]
    return FoldedAdventure(adventure).followed_by(entries)


def seen(folded: FoldedAdventure) -> AdventureState:
    """Return what players see."""
    return folded.newest(for_players=True).state


def people_of(state: AdventureState) -> tuple[DrawnPerson, ...]:
    kind = state.adventure.kind
    return drawn_people(state, kind.stat_blocks(state), [track_drawing(track) for track in kind.tracks(state)])


def buttons(state: AdventureState) -> list[str]:
    return [form.kind for form in event_forms(state, organizes=True)]


def test_a_short_track_is_drawn_as_boxes_and_a_long_one_as_a_bar() -> None:
    track = AdventureTrack("water", "Water", 3, 8, (Threshold(4, "It drips."), Threshold(8)))
    drawn = track_drawing(track)
    assert drawn.row is not None
    assert [box.is_full for box in drawn.row.boxes] == [True] * 3 + [False] * 5
    assert [box.place + 1 for box in drawn.row.boxes if box.is_threshold] == [4, 8]
    paths = drawn.row.full, drawn.row.empty, drawn.row.full_marks, drawn.row.empty_marks
    assert [path.count("M") for path in paths] == [3, 5, 0, 2]
    assert track_drawing(replace(track, end=MOST_BOXES)).row is not None
    assert track_drawing(replace(track, end=MOST_BOXES + 1)).row is None
    assert track_drawing(replace(track, least=-5)).row is None


def test_players_see_that_a_track_goes_on_and_not_how_far() -> None:
    track = AdventureTrack("marda", "Marda", 2, None, (Threshold(1, "She nods."),))
    drawn = track_drawing(track, for_players=True).row
    assert drawn is not None
    assert (len(drawn.boxes), drawn.goes_on, drawn.width) == (2, True, 36)
    empty = track_drawing(replace(track, points=0, thresholds=()), for_players=True).row
    assert empty is not None
    assert (empty.boxes, empty.full, empty.empty, empty.width) == ((), "", "", 12)
    assert empty.dots.count("M") == 3


def test_people_show_who_is_away_and_what_waits_to_be_told() -> None:
    check = CheckRolled("discover", "n1", "widow", "Perception", 20, choices=("bias", "weakness"))
    folded = played("influence-the-harvest-supper", check)
    people = people_of(folded.state)
    assert [person.name for person in people if person.is_away] == ["Bran the cooper"]
    assert people[0].waiting == len(folded.state.own.pending) > 0
    view = seen(folded)
    assert not any(person.waiting for person in people_of(view))


def test_places_show_what_was_found_and_closed_ones_stay_from_players() -> None:
    check = CheckRolled("research", "n1", "boxes", "Society", 20)
    folded = played("research-the-drowned-archive", check)
    places = drawn_places(folded.state)
    assert (places[0].tasks[0].found, places[0].tasks[0].maximum) == (2, 3)
    closed = [place for place in places if not place.is_open]
    assert [(place.name, place.opens) for place in closed] == [("The sealed shelf", "opens at 8 points")]
    assert [place.name for place in drawn_places(seen(folded))] == [place.name for place in places if place.is_open]


def test_an_infiltration_shows_progress_and_players_no_awareness() -> None:
    begun = InfiltrationBegun()
    check = CheckRolled("overcome", "n1", "gate", "Deception", 20)
    before, folded = played("infiltration-the-counting-house"), played("infiltration-the-counting-house", begun, check)
    assert not drawn_infiltration(before.state).is_inside
    nobody = drawn_infiltration(replace(before.state, participants=()))
    assert not any(obstacle.is_done for objective in nobody.objectives for obstacle in objective.obstacles)
    plan = drawn_infiltration(folded.state)
    assert [(tier.points, tier.is_reached) for tier in plan.tiers] == [(4, False), (8, False), (12, False), (16, False)]
    assert [(objective.name, objective.here) for objective in plan.objectives[:2]] == [
        ("Into the house", ("Mara",)),
        ("Into the vault", ("Old Flint",)),
    ]
    guards = plan.objectives[0].obstacles[0]
    assert [(guard.who, guard.points, guard.needed) for guard in guards.progress] == [
        ("Old Flint", 2, 2),
        ("Mara", 0, 2),
    ]
    assert not guards.is_done
    assert drawn_infiltration(seen(folded)).tiers == ()


def test_leadership_shows_the_ladder_and_its_people() -> None:
    group = drawn_leadership(played("leadership-the-lamplighters", FollowersChanged(9, "They came.")).state)
    assert (group.level, group.highest) == (5, 20)
    assert (group.reached.count("M"), group.ahead.count("M")) == (5, 15)
    assert group.people == ((0, 11, 0), (1, 0, 1))


def test_a_button_that_could_do_nothing_is_not_offered() -> None:
    kind = InfiltrationBegun.kind
    assert kind in buttons(played("infiltration-the-counting-house").state)
    assert kind not in buttons(played("infiltration-the-counting-house", InfiltrationBegun()).state)


def test_what_would_be_too_much_on_a_page_is_drawn_in_short() -> None:
    begun = LogEntry(1, 1, ORGANIZER, InfiltrationBegun())
    crowd = tuple(AdventureParticipant(f"n{n}", f"Sneak {n}", typed=TYPED) for n in range(MOST_APART + 1))
    adventure = replace(library_adventures()["infiltration-the-counting-house"], participants=crowd)
    guards = drawn_infiltration(FoldedAdventure(adventure).followed_by([begun]).state).objectives[0].obstacles[0]
    assert [(guard.who, guard.points, guard.needed) for guard in guards.progress] == [
        ("Overcome by", 0, MOST_APART + 1)
    ]
    key = library_adventures()["reputation-three-thrones"].facts.organizations[0].key
    years = (ReputationSet(key, number % 50, "Years pass", number) for number in range(1, MOST_SCENARIOS + 9))
    line = reputation_lines(played("reputation-three-thrones", *years).state)[0]
    assert len(line.path.split()) == MOST_SCENARIOS
    assert line.words.startswith("9 after 9 scenarios,")
