"""The kinds of files that can be imported: how each is read and written, and how large it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compendium.importing.pages import MAX_CARDS, MAX_PAGE_BYTES, read_creature_page, read_item_page
from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import MAX_CREATURES, MAX_FILE, creatures_in_file
from compendium.services.imports import CreatureImport, FileImport, ItemImport
from rules.card_reading import Candidate
from rules.conversion.steps import STYLES


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: what is in it, how it is read into candidates, and what writes them (``importer``).

    ``read`` takes the path, the license that stands in for the file's own, and the style of a conversion, "" for none.
    ``model`` is what its cards become, in lower case.
    """

    key: str
    label: str
    model: str
    description: str
    endings: str
    max_bytes: int
    max_cards: int
    read: Callable[[Path, str, str], Iterator[Candidate[Any]]]
    importer: type[FileImport[Any]]
    has_styles: bool = False

    @property
    def permissions(self) -> tuple[str, ...]:
        """What a person needs to import such a file."""
        return (f"compendium.add_{self.model}", f"compendium.change_{self.model}")


def _read_cards(path: Path, license: str, style: str) -> Iterator[Candidate[Any]]:
    yield from read_creature_page(_page(path), license=license)


def _read_items(path: Path, license: str, style: str) -> Iterator[Candidate[Any]]:
    yield from read_item_page(_page(path), license=license)


def _read_pf2e(path: Path, license: str, style: str) -> Iterator[Candidate[Any]]:
    yield from creature_candidates(creatures_in_file(path), STYLES[style], license=license)


def _page(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_PAGE_BYTES + 1)


_PAGE = "HTML, as the game’s public site publishes it"
_CREATURE_PAGE = f"{_PAGE}: cards, sheets, or both"

FILE_KINDS: dict[str, FileKind] = {
    kind.key: kind
    for kind in (
        FileKind(
            key="cards",
            label="page of cards",
            model="creature",
            description=_CREATURE_PAGE,
            endings=".html,.htm",
            max_bytes=MAX_PAGE_BYTES,
            max_cards=MAX_CARDS,
            read=_read_cards,
            importer=CreatureImport,
        ),
        FileKind(
            key="items",
            label="page of items",
            model="item",
            description=_PAGE,
            endings=".html,.htm",
            max_bytes=MAX_PAGE_BYTES,
            max_cards=MAX_CARDS,
            read=_read_items,
            importer=ItemImport,
        ),
        FileKind(
            key="pf2e",
            label="file of PF2e creatures",
            model="creature",
            description="JSON of Foundry VTT or Pf2eTools, the text of one stat block, or a zip of such files",
            endings=".json,.jsonl,.ndjson,.db,.txt,.zip",
            max_bytes=MAX_FILE,
            max_cards=MAX_CREATURES,
            read=_read_pf2e,
            importer=CreatureImport,
            has_styles=True,
        ),
    )
}
