"""The creatures of a file as cards: each a candidate with its steps, or rejected with the reason, and conversions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import msgspec

from compendium.importing.pf2e import foundry, pf2etools
from compendium.importing.pf2e.files import RawCreature, creatures_in_bytes
from compendium.importing.pf2e.text.reading import BlockReading, read_stat_block
from compendium.importing.pf2e.text.sections import text_sections
from compendium.importing.pf2e.values import UnreadableBlock, short_text
from rules.card_reading.values import Candidate, ImportDoubt, UnreadWords
from rules.cards.model import Card
from rules.conversion.blocks import StatBlock
from rules.conversion.converting import ConversionRefused, ConvertedCreature, convert
from rules.conversion.steps import ConversionStyle
from rules.errors import DocumentError
from rules.text import counted, with_article

UNREAD = "text.unread"
"""The code of a doubt about a line of a text."""
_MAX_NAME = 100
_ITEM_TYPES = frozenset(
    "action feat spell weapon armor equipment consumable treasure backpack condition effect".split()
)
_PF2ETOOLS_FIELDS = frozenset(
    {"abilityMods", "attacks", "defenses", "perception", "traits", "_copy", "ac", "savingThrows"}
)


def creature_candidates(
    creatures: Iterable[RawCreature], style: ConversionStyle, *, license: str = ""
) -> Iterator[Candidate[Card]]:
    """Yield a candidate for each creature, in the order of the file; ``license`` replaces the license of the file.

    The doubts about a card are the steps that a person has to decide.
    """
    for number, raw in enumerate(creatures, 1):
        yield _candidate(raw, style, f"creature-{number}", license)


def _candidate(raw: RawCreature, style: ConversionStyle, key: str, license: str) -> Candidate[Card]:
    try:
        reading = read_creature(raw)
        block = reading.block
        converted = convert(replace(block, license=license or block.license), style, key=key)
    except ConversionRefused as fault:
        return Candidate(raw_name(raw), None, (ImportDoubt(fault.code, fault.message, fault.field),))
    steps = tuple(step.document() for step in converted.steps)
    unread = (
        ImportDoubt(UNREAD, f"Muster could not read line {words.line}: “{words.text}”") for words in reading.unread
    )
    doubts = (*_undecided(converted), *unread)
    return Candidate(block.name, converted.card, doubts, steps, reading.unread)


def raw_name(raw: RawCreature) -> str:
    """Return the name of a raw creature, or its place in the file."""
    return _name(raw) or raw.place


def _name(raw: RawCreature) -> str:
    if raw.text:
        return text_sections(raw.text).name[:_MAX_NAME]
    return short_text(raw.document.get("name"))[:_MAX_NAME] if isinstance(raw.document, Mapping) else ""


def read_creature(raw: RawCreature) -> BlockReading:
    """Return the stat block of a raw creature; raise ``UnreadableBlock`` if it has none."""
    if raw.fault:
        raise UnreadableBlock("", raw.fault, raw.code)
    if raw.text:
        return read_stat_block(raw.text)
    try:
        return BlockReading(stat_block(raw.document, _name(raw), raw.place))
    except RecursionError:
        raise UnreadableBlock("", "Its lists and objects are nested too deeply.") from None


def _undecided(converted: ConvertedCreature) -> Iterator[ImportDoubt]:
    for step in converted.steps:
        if step.is_undecided:
            pick = "none" if step.gave is None else str(step.gave)
            read = step.read if len(step.read) <= 80 else f"{step.read[:80]}…"
            yield ImportDoubt("step.undecided", f"{step.rule} It read “{read}” and gave {pick}.", step.field)


def stat_block(document: object, name: str, place: str) -> StatBlock:
    """Return the stat block of a creature in any form; raise ``UnreadableBlock`` if it is not one."""
    if not isinstance(document, Mapping):
        raise UnreadableBlock("", f"{place.capitalize()} is not an object, so it cannot be a creature.")
    read = _reader(document, name or place.capitalize())
    if not name:
        raise UnreadableBlock("name", f"{place.capitalize()} has no name.", "creature.no_name")
    return read(document, name)


def _reader(document: Mapping[str, Any], name: str) -> Callable[[Mapping[str, Any], str], StatBlock]:
    """Return the reader of a form, by the document's content."""
    kind = short_text(document.get("type")).lower()
    if isinstance(document.get("system"), Mapping) or isinstance(document.get("data"), Mapping):
        if kind == foundry.CREATURE:
            return foundry.block_of_actor
        if not kind:
            raise UnreadableBlock("type", f"{name} is not marked as a creature.", "creature.not_a_creature")
        what = with_article(f"{kind} item" if kind in _ITEM_TYPES else kind)
        raise UnreadableBlock("type", f"{name} is {what}, not a creature.", "creature.not_a_creature")
    if not _PF2ETOOLS_FIELDS.isdisjoint(document):
        return pf2etools.block_of_creature
    raise UnreadableBlock("", f"{name} is not a PF2e creature of Foundry VTT or Pf2eTools.", "creature.not_a_creature")


MAX_CREATURES = 200
"""The most creatures that are converted while a person waits: a hundred take about a second."""
MAX_READ = 2**20
"""Bytes of the stat blocks of a file together, so that the longest texts take a few seconds."""
ELSEWHERE = "Split it, or ask an editor of this site to import the whole file."


class UnreadableFile(ValueError):
    """A file without anything to convert, with a sentence for its sender."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class RejectedCreature:
    """A creature of the file that cannot become a card, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """The creatures of a file: their stat blocks, the results, and those that cannot become cards.

    ``unread`` are, for each stat block, the lines of its text that could not be read.
    """

    blocks: tuple[StatBlock, ...]
    converted: tuple[ConvertedCreature, ...]
    rejected: tuple[RejectedCreature, ...]
    unread: tuple[tuple[UnreadWords, ...], ...]


def convert_file(data: bytes, style: ConversionStyle) -> ConvertedFile:
    """Return the converted creatures of a file; raise ``UnreadableFile`` if there is nothing to convert."""
    try:
        raws = list(islice(creatures_in_bytes(data), MAX_CREATURES + 1))
    except DocumentError as fault:
        raise UnreadableFile(fault.message) from None
    if len(raws) > MAX_CREATURES:
        limit = f"Muster converts at most {counted(MAX_CREATURES, 'creature')} while you wait, and this file has more."
        raise UnreadableFile(f"{limit} {ELSEWHERE}")
    blocks: list[StatBlock] = []
    converted: list[ConvertedCreature] = []
    rejected: list[RejectedCreature] = []
    unread: list[tuple[UnreadWords, ...]] = []
    size = 0
    for raw in raws:
        try:
            reading = read_creature(raw)
            block = reading.block
            size += len(msgspec.json.encode(reading))
            if size > MAX_READ:
                raise UnreadableFile(f"Its texts are too long to convert while you wait. {ELSEWHERE}")
            converted.append(convert(block, style))
        except ConversionRefused as fault:
            rejected.append(RejectedCreature(raw_name(raw), fault.message))
        else:
            blocks.append(block)
            unread.append(reading.unread)
    if not blocks:
        others = len(rejected) - 1
        also = f" {counted(others, 'more creature')} could not be converted either." if others else ""
        raise UnreadableFile(f"{rejected[0].reason}{also}")
    return ConvertedFile(tuple(blocks), tuple(converted), tuple(rejected), tuple(unread))
