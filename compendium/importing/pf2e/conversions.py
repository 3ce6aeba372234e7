"""The creatures of a file or of a pasted text as cards, for who waits for the answer: bounded in number and length."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import msgspec

from compendium.importing.pf2e.candidates import raw_name, read_creature
from compendium.importing.pf2e.files import creatures_in_bytes
from compendium.importing.pf2e.values import UnreadableBlock
from rules.card_reading import UnreadWords
from rules.conversion import ConversionRefused, ConversionStyle, ConvertedCreature, StatBlock, convert
from rules.errors import DocumentError
from rules.text import counted

MAX_CREATURES = 200
"""Creatures that are converted while a person waits: a hundred take about a second."""
MAX_READ = 2**20
"""Bytes of the stat blocks of a file together, so that the longest texts take a few seconds."""
ELSEWHERE = "Split it, or ask an editor of this site to import the whole file."


class UnreadableFile(ValueError):
    """A file in which nothing can be converted, with a sentence for the person who sent it."""

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
    """The creatures of a file: their stat blocks, what became of them, and those that cannot become cards.

    ``unread`` are, for each stat block, the lines of its text that could not be read.
    """

    blocks: tuple[StatBlock, ...]
    converted: tuple[ConvertedCreature, ...]
    rejected: tuple[RejectedCreature, ...]
    unread: tuple[tuple[UnreadWords, ...], ...]


def convert_file(data: bytes, style: ConversionStyle) -> ConvertedFile:
    """Return the creatures of a file, converted; raise ``UnreadableFile`` where there is nothing to convert."""
    try:
        raws = list(islice(creatures_in_bytes(data), MAX_CREATURES + 1))
    except DocumentError as fault:
        raise UnreadableFile(fault.message) from None
    if len(raws) > MAX_CREATURES:
        limit = f"At most {counted(MAX_CREATURES, 'creature')} are converted while you wait, and this file has more."
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
                raise UnreadableFile(f"Its texts are too long to be converted while you wait. {ELSEWHERE}")
            converted.append(convert(block, style))
        except (UnreadableBlock, ConversionRefused) as fault:
            rejected.append(RejectedCreature(raw_name(raw), fault.message))
        else:
            blocks.append(block)
            unread.append(reading.unread)
    if not blocks:
        others = len(rejected) - 1
        also = f" {counted(others, 'more creature')} could not be converted either." if others else ""
        raise UnreadableFile(f"{rejected[0].reason}{also}")
    return ConvertedFile(tuple(blocks), tuple(converted), tuple(rejected), tuple(unread))
