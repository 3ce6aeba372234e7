"""``muster-adventure/1``: written and read whole, and clear about what is wrong with it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.adventures.documents import (
    MAX_ENTRIES,
    AdventureDocument,
    FiledAdventureSeed,
    adventure_document,
    adventure_from_document,
    adventure_from_json,
    adventure_replay,
)
from rules.adventures.events import AdventureEvent
from rules.adventures.events.checks import CheckAdjusted, CheckGranted
from rules.adventures.events.running import (
    ActPassed,
    AdventureClosed,
    AdventureNoted,
    AdventurerJoined,
    AdventureRoundEnded,
    PartyLevelSet,
    PresenceSet,
    ScaleChosen,
)
from rules.adventures.fields import SkillDC, Threshold
from rules.adventures.kinds.victory.facts import PointCheck, PointTrack, VictoryFacts
from rules.adventures.kinds.victory.kind import VICTORY
from rules.adventures.kinds.victory.play import VictoryPointsChanged
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import ORGANIZER
from rules.adventures.views import adventure_replay_document, adventure_view, adventure_view_document
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, StepUndone, log_event_document
from rules.errors import DocumentError
from tests.rules.adventures.parties import adventure_of, log_of, rolled
from tests.rules.folds import fold_adventure

FACTS = VictoryFacts(
    tracks=(PointTrack("trust", "Trust", end=10, thresholds=(Threshold(4, "They open the gate."),)),),
    checks=(PointCheck("speech", "A speech", "trust", (SkillDC("Diplomacy", 20, adjustment="hard"),), level=3),),
)
ADVENTURE = adventure_of(VICTORY, FACTS, rounds=3, round_length="1 hour", about="A gate.", notes="It is a trap.")
EVENTS = (
    ScaleChosen("pathfinder"),
    AdventurerJoined(AdventureParticipant("n2", "Mara")),
    PartyLevelSet(3, "Mara is a child"),
    CheckAdjusted("n1", "A gift", 2, -2, None, ("a",)),
    rolled("attempt", "n1", "speech", "Diplomacy", 10, origin="seeded", epoch=1),
    CheckGranted("improvise", "w1.m1", "trust", "critical success", "An idea"),
    ActPassed("n2"),
    PresenceSet("n2", True, "Asleep"),
    VictoryPointsChanged("trust", 1, "They kept their word"),
    AdventureRoundEnded(),
    AdventureNoted("Night falls.", True),
    AdventureClosed("Home."),
)
SEED = FiledAdventureSeed(1, 0, seed_commitment(b"seed"), b"seed")
WHOLE = AdventureDocument(ADVENTURE, log_of(*EVENTS), (SEED,))


def test_a_document_reads_back_as_it_was_written():
    document = adventure_document(WHOLE)
    assert adventure_from_json(json.dumps(document).encode()) == WHOLE
    assert adventure_document(adventure_from_document(document)) == document


def test_entries_that_were_undone_are_marked():
    log = (*log_of(*EVENTS[:2]), LogEntry(3, 3, ORGANIZER, StepUndone(2)))
    document = adventure_document(AdventureDocument(ADVENTURE, log))
    assert [entry.get("undone") for entry in document["log"]] == [None, True, None]
    assert adventure_from_document(document).entries == log


def test_replaying_any_prefix_gives_the_state_after_it():
    replayed = adventure_replay(WHOLE)
    assert replayed.fault is None
    for (number, state), length in zip(replayed.states, range(len(EVENTS) + 1), strict=True):
        assert number == length
        assert state == fold_adventure(ADVENTURE, WHOLE.entries[:length])
    document = adventure_replay_document(replayed)
    assert document["problems"] == []
    assert document["states"][-1]["summary"] == ["Trust: 4 of 10 points."]
    json.dumps(document)


def test_an_entry_that_cannot_be_played_ends_the_replay_with_its_path():
    log = log_of(ScaleChosen("p2v"), ActPassed("nobody"), AdventureRoundEnded())
    replayed = adventure_replay(AdventureDocument(ADVENTURE, log))
    assert replayed.fault is not None
    assert (replayed.fault.path, replayed.fault.code) == ("log[1]", "adventure.event")
    assert replayed.last.round == 1


def test_a_view_of_players_is_a_document_without_secrets():
    text = json.dumps(adventure_view_document(adventure_view(ADVENTURE, WHOLE.entries, for_players=True)))
    assert "Night falls" not in text
    assert "It is a trap" not in text


def test_every_kind_of_event_is_written_and_read():
    assert {type(event).kind for event in EVENTS} <= set(AdventureEvent.by_kind)


def _cut(*names: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        inner: Any = document
        for name in names[:-1]:
            inner = inner[int(name) if name.isdigit() else name]
        del inner[names[-1]]

    return change


def _set(value: Any, *names: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        inner: Any = document
        for name in names[:-1]:
            inner = inner[int(name) if name.isdigit() else name]
        inner[names[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (_set("muster-adventure/9", "format"), "document.format", "format"),
        (_cut("kind"), "document.missing", "kind"),
        (_set("a-play", "kind"), "document.value", "kind"),
        (_cut("facts"), "document.missing", "facts"),
        (_set("", "name"), "document.range", "name"),
        (_set("two\nlines", "name"), "document.value", "name"),
        (_set("third", "scale"), "document.value", "scale"),
        (_set(21, "level"), "document.range", "level"),
        (_set(0, "rounds"), "document.range", "rounds"),
        (_set(1, "unheard_of"), "document.unknown_field", "unheard_of"),
        (_set([], "facts", "tracks"), "document.value", "facts"),
        (_set("x", "facts", "tracks", "0", "mode"), "document.value", "facts.tracks[0].mode"),
        (_set("expert", "facts", "checks", "0", "skills", "0", "rank"), "document.value", "facts.checks[0].skills[0]"),
        (_set("elsewhere", "facts", "checks", "0", "track"), "document.value", "facts"),
        (_set("", "participants", "0", "id"), "document.value", "participants[0]"),
        (_set("n1", "participants", "0", "id"), "document.value", "participants"),
        (_set(2, "log", "0", "number"), "document.value", "log[0].number"),
        (_set("scale-lost", "log", "0", "event", "kind"), "document.value", "log[0].event.kind"),
        (_set("third", "log", "0", "event", "scale"), "document.value", "log[0].event.scale"),
        (_set("", "log", "1", "event", "who", "name"), "document.value", "log[1].event.who"),
        (_set(21, "log", "4", "event", "face"), "document.range", "log[4].event.face"),
        (_set("zz", "seeds", "0", "seed"), "document.value", "seeds[0].seed"),
        (_set("zz", "seeds", "0", "commitment"), "document.value", "seeds[0].commitment"),
        (_set([{}] * (MAX_ENTRIES + 1), "log"), "document.range", "log"),
        (_set(1, "log", "2", "step"), "document.value", "log[2].step"),
        (_set(MAX_ENTRIES, "seeds", "0", "from_entry"), "document.value", "seeds[0]"),
        (lambda document: document["seeds"].append(document["seeds"][0]), "document.value", "seeds[1]"),
    ],
)
def test_what_is_wrong_is_said_with_its_path(change: Callable[[dict[str, Any]], None], code: str, path: str):
    document = json.loads(json.dumps(adventure_document(WHOLE)))
    change(document)
    with pytest.raises(DocumentError) as raised:
        adventure_from_document(document)
    assert (raised.value.code, raised.value.path) == (code, path)


def test_an_event_tells_its_kind_first():
    assert list(log_event_document(ActPassed("n1")).items()) == [("kind", "turn-passed"), ("participant", "n1")]
