"""Campaign files, ``muster-campaign/1``: a whole campaign as one document, read strictly and written whole.

The journal is the campaign; a file adds what the journal leaves out on purpose: what people are called, the drafts of
their warbands, the cards that these name, and the seeds that may be known. docs/campaign-file.md tells the format for
other programs.
"""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.building.draft import Draft, draft_document, draft_from_document, draft_of
from rules.campaigns.events import event_from_document
from rules.campaigns.events.campaign import SeedCommitted, SeedRevealed
from rules.campaigns.journal import NO_HASH, JournalLine, NumberedEvent, chain_faults, seed_commitment
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.sentences import read_sentences
from rules.documents import Fields, Format, fail, json_document, writable
from rules.errors import DocumentError
from rules.lengths import MAX_NAME

FORMAT = Format("muster-campaign/1", "a campaign file")

MAX_BYTES = 64 * 1024 * 1024
"""The largest campaign file that is read."""
MAX_JOURNAL = 200_000
MAX_PEOPLE = 10_000
MAX_SEEDS = 1_000
MAX_WARBANDS = 1_000
MAX_CARDS = 5_000
MAX_ADVENTURES = 500
MAX_KEY = 16
MAX_NUMBER = 2_147_483_647
_HASH = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_MOMENT = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class FiledPerson:
    """A person of a campaign file: the number by which the journal knows them, and what to call them."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class FiledSeed:
    """A seed epoch of a campaign file. ``seed`` is None while it is secret, and where nobody knows it any more."""

    epoch: int
    from_entry: int
    commitment: str
    seed: bytes | None = None

    @property
    def keeps_its_word(self) -> bool:
        """Whether the seed, where it is known, is the one that was promised."""
        return self.seed is None or seed_commitment(self.seed) == self.commitment


@dataclass(frozen=True, slots=True)
class FiledWarband:
    """A warband of a campaign file, by its number in the campaign, with its draft as it is now or was when it left.

    ``first`` is the number under which the same warband joined for the first time, ``next_member`` the number of its
    next member's id.
    """

    number: int
    first: int
    next_member: int
    draft: Draft


@dataclass(frozen=True)
class FiledAdventure:
    """An adventure of a campaign file, by its number in the campaign: its document, and the key of its seals.

    ``rules.adventures.filed`` reads the document and says whether it is the one that the journal has sealed.
    """

    number: int
    seal_key: bytes
    document: Mapping[str, Any]


@dataclass(frozen=True)
class CampaignFile:
    """A campaign as a file holds it; ``key`` is its name in addresses where it came from.

    ``cards`` are those of the compendium that its warbands name; homebrew of a warband is in its draft. A file without
    adventures does not name them.
    """

    key: str
    people: tuple[FiledPerson, ...]
    seeds: tuple[FiledSeed, ...]
    journal: tuple[JournalLine, ...]
    warbands: tuple[FiledWarband, ...] = ()
    cards: tuple[Card, ...] = ()
    adventures: tuple[FiledAdventure, ...] = ()

    @cached_property
    def events(self) -> tuple[NumberedEvent, ...]:
        """The events of the journal; raises ``DocumentError`` where one cannot be read."""
        return tuple(
            NumberedEvent(line.number, event_from_document(line.event, f"journal[{index}].event"))
            for index, line in enumerate(self.journal)
        )


@dataclass(frozen=True, slots=True)
class FileFault:
    """Something in a campaign file that does not fit; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


def campaign_file_document(file: CampaignFile) -> dict[str, Any]:
    """Return a campaign file as a document."""
    return {
        "format": FORMAT.tag,
        "id": file.key,
        "people": [{"number": one.number, "name": one.name} for one in file.people],
        "seeds": [
            {
                "epoch": one.epoch,
                "from_entry": one.from_entry,
                "commitment": one.commitment,
                "seed": None if one.seed is None else one.seed.hex(),
            }
            for one in file.seeds
        ],
        "warbands": [
            {
                "number": one.number,
                "first": one.first,
                "next_member": one.next_member,
                "draft": draft_document(one.draft),
            }
            for one in file.warbands
        ],
        "cards": [card_document(card, references=True) for card in file.cards],
        **({"adventures": [_adventure_document(one) for one in file.adventures]} if file.adventures else {}),
        "journal": [
            {
                "number": line.number,
                "at": line.at,
                "actor": line.actor,
                "event": line.event,
                "previous": line.previous,
                "hash": line.hash,
            }
            for line in file.journal
        ],
    }


def _adventure_document(filed: FiledAdventure) -> dict[str, Any]:
    return {"number": filed.number, "seal_key": filed.seal_key.hex(), "adventure": filed.document}


def campaign_file_json(file: CampaignFile) -> bytes:
    """Return a campaign file as the bytes of its JSON document, the same ones whenever nothing has changed."""
    return (json.dumps(campaign_file_document(file), ensure_ascii=False, indent=1) + "\n").encode()


def campaign_file_from_json(data: bytes) -> CampaignFile:
    """Read a campaign file; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return campaign_file_from_document(json_document(data, most=MAX_BYTES))


def campaign_file_from_document(document: object) -> CampaignFile:
    """Read the document of a campaign file; raise ``DocumentError`` as above.

    Whether its parts fit together is another question, which ``file_faults`` answers.
    """
    read = FORMAT.upcast(document)
    file = CampaignFile(
        key=writable(read.text("id", low=1, high=MAX_KEY), "id"),
        people=tuple(_person(one) for one in read.items("people", high=MAX_PEOPLE)),
        seeds=tuple(_seed(one) for one in read.items("seeds", high=MAX_SEEDS)),
        journal=tuple(_line(one) for one in read.items("journal", high=MAX_JOURNAL)),
        warbands=tuple(_warband(one) for one in read.items("warbands", high=MAX_WARBANDS)),
        cards=tuple(
            read_sentences(card_from_document(card, f"cards[{index}]"))
            for index, card in enumerate(read.sequence("cards", high=MAX_CARDS))
        ),
        adventures=tuple(_adventure(one) for one in read.items("adventures", high=MAX_ADVENTURES)),
    )
    read.done()
    if not file.journal:
        fail("document.value", "journal", "A campaign has at least one entry.")
    _refuse_repeated("people", "number", [one.number for one in file.people])
    _refuse_repeated("seeds", "epoch", [one.epoch for one in file.seeds])
    _refuse_repeated("warbands", "number", [one.number for one in file.warbands])
    _refuse_repeated("adventures", "number", [one.number for one in file.adventures])
    return file


def file_faults(file: CampaignFile) -> Iterator[FileFault]:
    """Yield where a campaign file does not fit itself: its hashes, its people, its seeds."""
    for number, message in chain_faults(file.journal):
        yield FileFault("journal.hash", message, number)
    people = {one.number for one in file.people}
    for line in file.journal:
        if line.actor is not None and line.actor not in people:
            yield FileFault("people.missing", f"The file does not name participant {line.actor}.", line.number)
    promised = {
        (one.event.epoch, one.number, one.event.commitment)
        for one in file.events
        if isinstance(one.event, SeedCommitted)
    }
    filed = {(one.epoch, one.from_entry, one.commitment) for one in file.seeds}
    for epoch, entry, _ in sorted(promised - filed):
        yield FileFault("seeds.missing", f"The file does not list seed epoch {epoch}.", entry)
    for epoch, entry, _ in sorted(filed - promised):
        yield FileFault("seeds.unknown", f"The journal does not know seed epoch {epoch} like this.", entry)
    revealed = {one.event.epoch: one.event.seed for one in file.events if isinstance(one.event, SeedRevealed)}
    for one in file.seeds:
        if not one.keeps_its_word:
            yield FileFault("seeds.differs", f"The seed of epoch {one.epoch} is not the one that was promised.")
        if (one.seed.hex() if one.seed else None) != revealed.get(one.epoch):
            message = f"The file and its journal differ about the seed of epoch {one.epoch}."
            yield FileFault("seeds.revealed", message)


def _person(read: Fields) -> FiledPerson:
    number = read.integer("number", low=1, high=MAX_NUMBER)
    person = FiledPerson(number, writable(read.text("name", low=1, high=MAX_NAME), read.at("name")))
    read.done()
    return person


def _seed(read: Fields) -> FiledSeed:
    seed = read.optional_text("seed", high=128)
    if seed is not None and not _SEED.fullmatch(seed):
        fail("document.value", read.at("seed"), "A seed is 1 to 64 bytes in hexadecimal digits.")
    filed = FiledSeed(
        epoch=read.integer("epoch", low=1, high=MAX_NUMBER),
        from_entry=read.integer("from_entry", low=1, high=MAX_NUMBER),
        commitment=_hash(read, "commitment"),
        seed=None if seed is None else bytes.fromhex(seed),
    )
    read.done()
    return filed


def _warband(read: Fields) -> FiledWarband:
    number = read.integer("number", low=1, high=MAX_NUMBER)
    path = read.at("draft")
    try:
        draft = draft_from_document(read.fields("draft").raw)
        draft_of(draft.roster)
    except DocumentError as fault:
        fail(fault.code, f"{path}.{fault.path}" if fault.path else path, fault.message)
    filed = FiledWarband(
        number,
        read.integer("first", low=1, high=number),
        read.integer("next_member", low=1, high=MAX_NUMBER),
        draft,
    )
    read.done()
    return filed


def _adventure(read: Fields) -> FiledAdventure:
    key = read.text("seal_key", high=128)
    if not _SEED.fullmatch(key):
        fail("document.value", read.at("seal_key"), "A key is 1 to 64 bytes in hexadecimal digits.")
    number = read.integer("number", low=1, high=MAX_NUMBER)
    filed = FiledAdventure(number, bytes.fromhex(key), read.fields("adventure").raw)
    read.done()
    return filed


def _line(read: Fields) -> JournalLine:
    event = read.fields("event")
    event_from_document(event.raw, event.path)
    line = JournalLine(
        number=read.integer("number", low=1, high=MAX_NUMBER),
        at=_moment(read),
        actor=read.optional_integer("actor", low=1, high=MAX_NUMBER),
        event=event.raw,
        previous=_hash(read, "previous", also=NO_HASH),
        hash=_hash(read, "hash"),
    )
    read.done()
    return line


def _hash(read: Fields, name: str, *, also: str | None = None) -> str:
    value = read.text(name, high=64)
    if not _HASH.fullmatch(value) and value != also:
        fail("document.value", read.at(name), "Expected a SHA-256 as 64 hexadecimal digits in lower case.")
    return value


def _moment(read: Fields) -> str:
    value = read.text("at", high=27)
    found = _MOMENT.fullmatch(value)
    if not found or not 1 <= int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]:
        fail("document.value", read.at("at"), "Expected a moment like 2026-03-01T19:30:00.000000Z.")
    return value


def _refuse_repeated(name: str, field: str, numbers: list[int]) -> None:
    seen: set[int] = set()
    for index, number in enumerate(numbers):
        if number in seen:
            fail("document.repeated", f"{name}[{index}].{field}", f"The number {number} stands here twice.")
        seen.add(number)
