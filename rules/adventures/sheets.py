"""An adventure as it is printed: sections of lines, of the organizer's view or the players'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.adventures.blocks import AdventureBlock
from rules.adventures.scales import SCALE_NAMES
from rules.adventures.views import AdventureView
from rules.text import counted, with_minus

MAX_LINES = 400
"""Lines of one section; a map of many hexes has more."""
_NAMES = ("name", "skill", "key")


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A part of a printed adventure: its heading, and lines with a name and a text, either of which may be empty."""

    heading: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AdventureSheet:
    """A printed adventure; it has at most so many pages, the first one aside."""

    name: str
    subtitle: str
    sections: tuple[SheetSection, ...]
    most_pages: int = 3


def adventure_sheet(view: AdventureView) -> AdventureSheet:
    """Return what is printed of a view: for players nothing that is still hidden."""
    adventure, state = view.adventure, view.state
    kind = adventure.kind
    blocks = kind.stat_blocks(state)
    rounds = f", {counted(adventure.rounds, 'round')}" if adventure.rounds else ""
    length = f" of {adventure.round_length}" if adventure.rounds and adventure.round_length else ""
    whose = "for players" if view.for_players else "for the game master"
    subtitle = f"{kind.name}, {SCALE_NAMES[state.scale]}, level {state.level}{rounds}{length}; {whose}"
    sections = (
        SheetSection("About", (("", adventure.about),) if adventure.about else ()),
        SheetSection("Notes", (("", adventure.notes),) if adventure.notes else ()),
        SheetSection(
            "Participants",
            tuple((participant.name, f"level {participant.level}") for participant in state.participants),
        ),
        SheetSection("Where it stands", tuple(("", one) for one in kind.summary(state))),
        *(_block_section(block) for block in blocks),
        *(() if blocks else fact_sections(view)),
    )
    return AdventureSheet(adventure.name, subtitle, tuple(section for section in sections if section.lines))


def _block_section(block: AdventureBlock) -> SheetSection:
    traits = (("", ", ".join(block.traits)),) if block.traits else ()
    about = (("", block.about),) if block.about else ()
    return SheetSection(f"{block.title}  {block.word}".strip(), (*traits, *about, *block.lines))


def fact_sections(view: AdventureView) -> Iterator[SheetSection]:
    """Yield the facts of any kind: a section for each list, and one for what stands alone; for players, known ones."""
    facts = view.adventure.kind.facts_shape.write(view.state.facts)
    if not isinstance(facts, Mapping):
        return
    alone = tuple((_label_of(name), _text(value)) for name, value in facts.items() if not _is_list(value))
    yield SheetSection("Facts", alone)
    for name, value in facts.items():
        if _is_list(value):
            yield SheetSection(_label_of(name), tuple(_line(one) for one in value[:MAX_LINES]))


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _line(value: Any) -> tuple[str, str]:
    if not isinstance(value, Mapping):
        return "", _text(value)
    named = next((name for name in _NAMES if value.get(name)), "")
    rest = {name: one for name, one in value.items() if name not in (named, "key")}
    return _text(value.get(named, "")), _text(rest)


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ". ".join(
            _part(name, one).removesuffix(".") for name, one in value.items() if one not in (None, "", [], {}, False)
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(" ".join(filter(None, _line(one))).removesuffix(".") for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return with_minus(str(value)) if isinstance(value, int) else str(value)


def _part(name: str, value: Any) -> str:
    return _label_of(name) if value is True else f"{_label_of(name)}: {_text(value)}"


def _label_of(name: str) -> str:
    return name.replace("_", " ").capitalize()
