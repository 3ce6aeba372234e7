"""A wilderness that the tests of hexploration share, and shorthands for what happens in it."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.fields import SkillDC
from rules.adventures.kinds.hexploration.events import HexReconnoitered, HexTraveled
from rules.adventures.kinds.hexploration.facts import HexCourse, HexEncounterEntry, HexplorationFacts, MapHex
from rules.adventures.kinds.hexploration.kind import HEXPLORATION
from rules.adventures.kinds.hexploration.organizing import GroupPlaced
from rules.adventures.kinds.hexploration.play import TravelGroup
from rules.adventures.participants import AdventureParticipant, MemberSkills, TypedModifier
from rules.adventures.state import Adventure, AdventureState
from rules.errors import ChangeRefused
from tests.rules.adventures.parties import adventure_of, play_more, played

ROCK = MapHex("0101", difficulty="difficult", feature="resource", name="The leaning rock", text="It points south.")
MONASTERY = MapHex(
    "0102",
    feature="secret",
    name="The tengu monastery",
    text="Larger than it looked.",
    skills=(SkillDC("Perception"),),
)
SPIRE = MapHex("0302", feature="landmark", name="The spire", text="Seen for miles.")
FACTS = HexplorationFacts(
    "The Marches",
    5,
    5,
    "0202",
    # 0202 is plains; around it: 0201 plains, 0302 mountain, 0303 swamp, 0203 desert, 0103 water, 0102 forest.
    ("ppp.p", "fpmap", "wds..", "ww...", "pw..."),
    (ROCK, MONASTERY, SPIRE),
    (HexCourse("0202 0302", "The pass"),),
    (HexCourse("0203 0103 0104", "The Ouse"),),
    (
        HexEncounterEntry("deer", "harmless", "Deer", "They look up."),
        HexEncounterEntry("tar", "hazard", "A tar pit", terrain="swamp"),
        HexEncounterEntry("bandits", "creature", "Bandits", terrain="plains", tag="Human", lowest=1, highest=2),
    ),
)

SCOUT = AdventureParticipant(
    "w1.m1", "Boar", 3, MemberSkills(fortitude=9, reflex=6, will=5, trained=("Survival", "Crafting")), speed=6
)
GUIDE = AdventureParticipant(
    "n1",
    "Old Flint",
    4,
    typed=tuple(
        TypedModifier(name, by)
        for name, by in (("Survival", 8), ("Crafting", 3), ("Perception", 9), ("Society", 5), ("Constitution", 3))
    ),
    speed=8,
)


def wilderness(*, squares: int = 6, facts: HexplorationFacts = FACTS, **more: Any) -> Adventure:
    """The wilderness with a party whose slowest member has so many squares of Speed."""
    party = (replace(SCOUT, speed=squares), GUIDE)
    return adventure_of(HEXPLORATION, facts, **{"participants": party, **more})


NIGHT = AdventureRoundEnded()


def at(label: str, **more: Any) -> AdventureState:
    """The party in a hex, on the first day."""
    return played(wilderness(**more), GroupPlaced("party", label, "A test"))


def refused(state: AdventureState, event: Any, why: str, **more: Any) -> None:
    """Check that an event is refused with a sentence in which ``why`` stands."""
    with pytest.raises(ChangeRefused, match=why):
        play_more(state, event, **more)


def go(label: str, *faces: int, group: str = "party") -> HexTraveled:
    """An activity of Travel; ``faces`` make a hex."""
    return HexTraveled(group, label, faces=faces)


def survey(group: str = "party") -> HexReconnoitered:
    """An activity of Reconnoiter."""
    return HexReconnoitered(group)


def party_of(state: AdventureState, key: str = "party") -> TravelGroup:
    """A group."""
    group: TravelGroup = state.own.group(key)
    return group
