"""Campaign files, ``muster-campaign/1``: a whole campaign as one document, strictly read and fully written.

The journal is the campaign; a file adds what the journal omits on purpose: names of people, the drafts of their
warbands, the cards that these name, and public seeds. docs/campaign-file.md describes the format for other programs.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from rules.building.draft import Draft, draft_document, draft_from_document, draft_of
from rules.campaigns.events import event_from_document
from rules.campaigns.events.campaign import SeedCommitted, SeedRevealed
from rules.campaigns.journal import EntryNumber, JournalLine, NumberedEvent, chain_faults, seed_commitment, sha256
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.phrases import read_sentences
from rules.documents.reading import Fields, Format, fail, json_document
from rules.documents.records import WRITTEN, InDocument, from_record, records_of, to_record
from rules.documents.shapes import Shape, one_line, or_null
from rules.errors import DocumentError
from rules.lengths import MAX_NAME

FORMAT = Format("muster-campaign/1", "a campaign file")

MAX_BYTES = 64 * 1024 * 1024
"""The largest campaign file that Muster reads."""
MAX_JOURNAL = 200_000
MAX_PEOPLE = 10_000
MAX_SEEDS = 1_000
MAX_WARBANDS = 1_000
MAX_CARDS = 5_000
MAX_ADVENTURES = 500
MAX_KEY = 16
_BYTES = re.compile(r"(?:[0-9a-f]{2}){1,64}")


def hexadecimal(what: str) -> Shape:
    """The shape of 1 to 64 bytes; ``what`` is its name in sentences."""

    def read(fields: Fields, name: str) -> bytes:
        digits = fields.text(name, high=128)
        if not _BYTES.fullmatch(digits):
            fail("document.value", fields.at(name), f"{what} must be 1 to 64 bytes in hexadecimal digits.")
        return bytes.fromhex(digits)

    return Shape(bytes.hex, read, {"type": "string", "pattern": _BYTES.pattern})


def _read_first(read: Fields, name: str) -> int:
    return read.integer(name, low=1, high=read.raw["number"])


def _read_draft(read: Fields, name: str) -> Draft:
    path = read.at(name)
    try:
        draft = draft_from_document(read.fields(name).raw)
        draft_of(draft.roster)
    except DocumentError as fault:
        fail(fault.code, f"{path}.{fault.path}" if fault.path else path, fault.message)
    return draft


def _write_cards(cards: Iterable[Card]) -> Any:
    return [card_document(card, references=True) for card in cards]


def _read_cards(read: Fields, name: str) -> tuple[Card, ...]:
    cards = read.sequence(name, high=MAX_CARDS)
    return tuple(read_sentences(card_from_document(card, f"{name}[{index}]")) for index, card in enumerate(cards))


FIRST_NUMBER = Shape(int, _read_first, {"type": "integer"})
FILED_DRAFT = Shape(draft_document, _read_draft, {"type": "object"})
FILED_CARDS = Shape(_write_cards, _read_cards, {"type": "array", "items": {"type": "object"}})
FILED_DOCUMENT = Shape(lambda document: document, lambda read, name: read.fields(name).raw, {"type": "object"})


@dataclass(frozen=True, slots=True)
class FiledPerson:
    """A person in a campaign file: their number in the journal, and their name."""

    number: EntryNumber
    name: Annotated[str, one_line(MAX_NAME, low=1)]


@dataclass(frozen=True, slots=True)
class FiledSeed:
    """A seed epoch of a campaign file. ``seed`` is None if it is secret or lost."""

    epoch: EntryNumber
    from_entry: EntryNumber
    commitment: Annotated[str, sha256()]
    seed: Annotated[bytes | None, or_null(hexadecimal("A seed")), WRITTEN] = None

    @property
    def keeps_its_word(self) -> bool:
        """Whether the seed, if it is known, matches its published hash."""
        return self.seed is None or seed_commitment(self.seed) == self.commitment


@dataclass(frozen=True, slots=True)
class FiledWarband:
    """A warband of a campaign file, by its number in the campaign, with its draft as it is now or was when it left.

    ``first`` is the number under which the same warband first joined, ``next_member`` the number of its next member's
    id.
    """

    number: EntryNumber
    first: Annotated[int, FIRST_NUMBER]
    next_member: EntryNumber
    draft: Annotated[Draft, FILED_DRAFT]


@dataclass(frozen=True)
class FiledAdventure:
    """An adventure of a campaign file, by its number in the campaign: its document, and the key of its seals.

    ``rules.adventures.receipts`` reads the document and compares it with the journal's seals.
    """

    number: EntryNumber
    seal_key: Annotated[bytes, hexadecimal("A key")]
    document: Annotated[Mapping[str, Any], FILED_DOCUMENT, InDocument(key="adventure")]


@dataclass(frozen=True, slots=True)
class FiledBattles:
    """A scenario whose battle was begun again after dice of Muster had fallen, and how often it was begun."""

    scenario: EntryNumber
    begun: EntryNumber


@dataclass(frozen=True)
class CampaignFile:
    """A campaign in a file; ``key`` is its key in addresses at its origin.

    ``cards`` are the compendium's cards that its warbands name; homebrew of a warband is in its draft. A file without
    adventures, or without battles that were begun again, omits them.
    """

    key: Annotated[str, one_line(MAX_KEY, low=1), InDocument(key="id")]
    people: Annotated[tuple[FiledPerson, ...], records_of(FiledPerson, MAX_PEOPLE)]
    seeds: Annotated[tuple[FiledSeed, ...], records_of(FiledSeed, MAX_SEEDS)]
    journal: Annotated[tuple[JournalLine, ...], records_of(JournalLine, MAX_JOURNAL), InDocument(after="adventures")]
    warbands: Annotated[tuple[FiledWarband, ...], records_of(FiledWarband, MAX_WARBANDS), WRITTEN] = ()
    cards: Annotated[tuple[Card, ...], FILED_CARDS, WRITTEN] = ()
    adventures: Annotated[tuple[FiledAdventure, ...], records_of(FiledAdventure, MAX_ADVENTURES)] = ()
    battles: Annotated[tuple[FiledBattles, ...], records_of(FiledBattles, MAX_JOURNAL)] = ()

    @cached_property
    def events(self) -> tuple[NumberedEvent, ...]:
        """The events of the journal; raises ``DocumentError`` if one cannot be read."""
        return tuple(
            NumberedEvent(line.number, event_from_document(line.event, f"journal[{index}].event"))
            for index, line in enumerate(self.journal)
        )


@dataclass(frozen=True, slots=True)
class FileFault:
    """An inconsistency in a campaign file; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


def campaign_file_document(file: CampaignFile) -> dict[str, Any]:
    """Return a campaign file as a document."""
    return {"format": FORMAT.tag, **to_record(file)}


def campaign_file_json(file: CampaignFile) -> bytes:
    """Return a campaign file as the bytes of its JSON document, always the same for the same content."""
    return (json.dumps(campaign_file_document(file), ensure_ascii=False, indent=1) + "\n").encode()


def campaign_file_from_json(data: bytes) -> CampaignFile:
    """Read a campaign file; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return campaign_file_from_document(json_document(data, most=MAX_BYTES))


def campaign_file_from_document(document: object) -> CampaignFile:
    """Read the document of a campaign file; raise ``DocumentError`` as above.

    ``file_faults`` checks the consistency of its parts.
    """
    file = from_record(FORMAT.upcast(document), CampaignFile)
    if not file.journal:
        fail("document.value", "journal", "A campaign has at least one entry.")
    _refuse_repeated("people", "number", [person.number for person in file.people])
    _refuse_repeated("seeds", "epoch", [seed.epoch for seed in file.seeds])
    _refuse_repeated("warbands", "number", [warband.number for warband in file.warbands])
    _refuse_repeated("adventures", "number", [adventure.number for adventure in file.adventures])
    return file


def file_faults(file: CampaignFile) -> Iterator[FileFault]:
    """Yield the inconsistencies of a campaign file: in its hashes, its people, its seeds."""
    for number, message in chain_faults(file.journal):
        yield FileFault("journal.hash", message, number)
    people = {person.number for person in file.people}
    for line in file.journal:
        if line.actor is not None and line.actor not in people:
            yield FileFault("people.missing", f"The file does not name participant {line.actor}.", line.number)
    promised = {
        (event.event.epoch, event.number, event.event.commitment)
        for event in file.events
        if isinstance(event.event, SeedCommitted)
    }
    filed = {(seed.epoch, seed.from_entry, seed.commitment) for seed in file.seeds}
    for epoch, entry, _ in sorted(promised - filed):
        yield FileFault("seeds.missing", f"The file does not list seed epoch {epoch}.", entry)
    for epoch, entry, _ in sorted(filed - promised):
        yield FileFault("seeds.unknown", f"The journal does not know seed epoch {epoch} like this.", entry)
    revealed = {event.event.epoch: event.event.seed for event in file.events if isinstance(event.event, SeedRevealed)}
    for seed in file.seeds:
        if not seed.keeps_its_word:
            yield FileFault("seeds.differs", f"The seed of epoch {seed.epoch} does not match its published hash.")
        if (seed.seed.hex() if seed.seed else None) != revealed.get(seed.epoch):
            message = f"The file and its journal differ about the seed of epoch {seed.epoch}."
            yield FileFault("seeds.revealed", message)


def _refuse_repeated(name: str, field: str, numbers: list[int]) -> None:
    seen: set[int] = set()
    for index, number in enumerate(numbers):
        if number in seen:
            fail("document.repeated", f"{name}[{index}].{field}", f"The number {number} appears twice here.")
        seen.add(number)
