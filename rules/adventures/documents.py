"""Adventures as documents, ``muster-adventure/1``: the start and the log. docs/adventures.md describes the format."""

from dataclasses import dataclass
from typing import Annotated, Any

from rules.adventures.events import adventure_event_from_document
from rules.adventures.fields import HIGHEST_LEVEL, LOWEST_LEVEL, MAX_PROSE, SCALES
from rules.adventures.fold import begin_adventure, live_adventure_entries, play_adventure_event, undone_entries
from rules.adventures.kinds import KINDS
from rules.adventures.participants import PARTICIPANTS
from rules.adventures.state import Adventure
from rules.campaigns.files import FiledSeed
from rules.combat.log import LogEntry, LogReplay, log_event_document, log_replay, log_states
from rules.documents.reading import Fields, Format, fail, json_document, writable
from rules.documents.records import records_of
from rules.documents.shapes import integer
from rules.errors import DocumentError, RulesError
from rules.lengths import MAX_NAME

FORMAT = Format("muster-adventure/1", "an adventure")
MAX_BYTES = 5_000_000
"""The largest document of an adventure, in bytes."""
MAX_ENTRIES = 5_000
MAX_ROUNDS = 1_000
MAX_KEY = 40
MAX_SEEDS = 20
MAX_SIDE = 40


@dataclass(frozen=True, slots=True)
class FiledAdventureSeed(FiledSeed):
    """A seed epoch of an adventure, written as those of campaign files; the first begins before the first entry."""

    from_entry: Annotated[int, integer(0, MAX_ENTRIES)]


SEEDS = records_of(FiledAdventureSeed, MAX_SEEDS)


@dataclass(frozen=True)
class AdventureDocument:
    """An adventure in a document: its start, every entry of its log, and its seed epochs."""

    adventure: Adventure
    entries: tuple[LogEntry, ...] = ()
    seeds: tuple[FiledAdventureSeed, ...] = ()

    @property
    def live(self) -> list[LogEntry]:
        """The entries that count."""
        return live_adventure_entries(self.entries)


def adventure_document(document: AdventureDocument) -> dict[str, Any]:
    """Return an adventure as a document, every secret in it: for its organizer."""
    undone = undone_entries(document.entries)
    return {
        **setup_of_adventure(document.adventure),
        "seeds": SEEDS.write(document.seeds),
        "log": [
            {
                "number": entry.number,
                "step": entry.step,
                "side": entry.side,
                "event": log_event_document(entry.event),
                **({"undone": True} if entry.number in undone else {}),
            }
            for entry in document.entries
        ],
    }


def setup_of_adventure(adventure: Adventure) -> dict[str, Any]:
    """Return the start of an adventure, as a document without a log."""
    return {
        "format": FORMAT.tag,
        "key": adventure.key,
        "kind": adventure.kind.key,
        "name": adventure.name,
        "about": adventure.about,
        "notes": adventure.notes,
        "scale": adventure.scale,
        "level": adventure.level,
        "rounds": adventure.rounds,
        "round_length": adventure.round_length,
        "participants": PARTICIPANTS.write(adventure.participants),
        "facts": adventure.kind.facts_shape.write(adventure.facts),
    }


def adventure_from_json(data: bytes) -> AdventureDocument:
    """Read an adventure from the bytes of its file; raise ``DocumentError`` if it is unreadable."""
    return adventure_from_document(json_document(data, most=MAX_BYTES))


def adventure_from_document(document: object) -> AdventureDocument:
    """Read an adventure; raise ``DocumentError`` with the path of the first thing that cannot be read.

    Whether its events can be played is another question, which ``adventure_replay`` answers.
    """
    read = FORMAT.upcast(document)
    kind = KINDS.get(read.text("kind", high=MAX_KEY))
    if kind is None:
        fail("document.value", "kind", f"Expected one of {', '.join(sorted(KINDS))}.")
    scale = read.choice("scale", SCALES) or SCALES[0]
    participants = PARTICIPANTS.read(read, "participants")
    facts = kind.read_facts(read, "facts")
    try:
        adventure = Adventure(
            kind=kind,
            facts=facts,
            name=writable(read.text("name", low=1, high=MAX_NAME), read.at("name")),
            key=writable(read.text("key", "a1", low=1, high=MAX_KEY), read.at("key")),
            scale=scale,  # type: ignore[arg-type] # one of these
            level=read.optional_integer("level", low=LOWEST_LEVEL, high=HIGHEST_LEVEL),
            participants=participants,
            rounds=read.optional_integer("rounds", low=1, high=MAX_ROUNDS),
            round_length=writable(read.text("round_length", "", high=MAX_NAME), read.at("round_length")),
            about=read.text("about", "", high=MAX_PROSE),
            notes=read.text("notes", "", high=MAX_PROSE),
        )
    except DocumentError:
        raise
    except RulesError as fault:
        fail("document.value", "participants", str(fault))
    seeds = SEEDS.read(read, "seeds")
    entries = tuple(_entry(item, index) for index, item in enumerate(read.items("log", high=MAX_ENTRIES), 1))
    read.done()
    _check_steps(entries)
    _check_seeds(seeds, len(entries))
    return AdventureDocument(adventure, entries, seeds)


def _check_steps(entries: tuple[LogEntry, ...]) -> None:
    """Refuse an entry that neither begins a step nor belongs to the one of the entry before."""
    before = 0
    for entry in entries:
        if entry.step not in (entry.number, before):
            message = f"Expected {entry.number}, where a step begins, or the step of the entry before."
            fail("document.value", f"log[{entry.number - 1}].step", message)
        before = entry.step


def _check_seeds(seeds: tuple[FiledAdventureSeed, ...], head: int) -> None:
    """Refuse seed epochs that do not follow one another, or of which one begins after the last entry."""
    before = (0, 0)
    for place, seed in enumerate(seeds):
        if seed.epoch <= before[0] or not before[1] <= seed.from_entry <= head:
            message = "Seed epochs rise, and each begins at an entry of the log that is not before the last one’s."
            fail("document.value", f"seeds[{place}]", message)
        before = (seed.epoch, seed.from_entry)


def _entry(read: Fields, number: int) -> LogEntry:
    if read.integer("number", low=1, high=MAX_ENTRIES) != number:
        fail("document.value", read.at("number"), f"Entries are numbered from 1; expected {number}.")
    entry = LogEntry(
        number=number,
        step=read.integer("step", low=1, high=number),
        side=read.optional_text("side", high=MAX_SIDE),
        event=adventure_event_from_document(read.fields("event").raw, read.at("event")),
    )
    # Whether an entry was undone follows from the log; the word is for readers.
    read.ignore("undone")
    read.done()
    return entry


def adventure_replay(document: AdventureDocument) -> LogReplay:
    """Return every state of an adventure, up to an entry that cannot be played."""
    begun = begin_adventure(document.adventure)
    states = log_states(
        begun,
        lambda: document.live,
        lambda state, entry: play_adventure_event(state, entry.event, entry.side),
        "adventure.event",
    )
    return log_replay(begun, states)
