"""Entries on pages: the rows of lists, rendered once, and texts in paragraphs with the game's terms."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import drawn_parts
from common.web.address import address_of
from compendium.builtin.creatures import emblem_of
from compendium.builtin.entry_emblems import entry_emblem
from printing.canvas import CHARACTERS
from rules.alignment import BY_CODE
from rules.cards.model import STATS, short_source
from rules.effects.notation import parse_names
from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.points import LEVEL_COSTS
from rules.tables.prose import Entry
from rules.tables.tiles import SIGNS
from rules.text import with_minus

_STEP = re.compile(r"\d+\. ")
_GRID = re.compile(rf"[{re.escape(''.join(SIGNS.values()))}]+")

Sentence = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A part of a text: one paragraph, or the numbered ``steps`` or plain ``lines`` of a list."""

    kind: str
    sentences: tuple[Sentence, ...]


def blocks(text: str, own: Entry | None = None) -> tuple[TextBlock, ...]:
    """Return a text in blocks; ``own`` is its entry, which is not linked to itself."""
    text_blocks = []
    for paragraph in re.split(r"\n\s*\n", text.strip().replace("\r\n", "\n")):
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        if not lines or all(_GRID.fullmatch(line) for line in lines):
            continue  # a tile drawn in signs: its page has a real drawing
        if len(lines) == 1:
            kind = "paragraph"
        elif all(map(_STEP.match, lines)):
            kind, lines = "steps", [_STEP.sub("", line, count=1) for line in lines]
        else:
            kind = "lines"
        text_blocks.append(TextBlock(kind, tuple(linked_sentence(line, own) for line in lines)))
    return tuple(text_blocks)


def linked_sentence(text: str, own: Entry | None = None) -> Sentence:
    """Return one sentence with its terms."""
    spans = catalog.finder().spans(text)
    if own is None:
        return spans
    address = (own.kind, own.key)
    return tuple(
        Span(span.text) if span.entry and (span.entry.kind, span.entry.key) == address else span for span in spans
    )


def linked_terms(text_blocks: Iterable[TextBlock], *sentences: Sentence) -> tuple[Entry, ...]:
    """Return the entries that occur in blocks and sentences, each once."""
    every = [sentence for block in text_blocks for sentence in block.sentences] + list(sentences)
    return tuple(dict.fromkeys(span.entry for sentence in every for span in sentence if span.entry is not None))


_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """How a list renders its rows: the columns that they need (the key first), the template, the page of an entry.

    ``context`` returns extra values for the template, if the columns are not enough.
    """

    columns: tuple[str, ...]
    template: str
    route: str
    context: Callable[[Values], Values] = dict

    def render_all(self, rows: Sequence[tuple[Any, ...]], ticked: Collection[str] = ()) -> tuple[list[str], SafeString]:
        """Return the keys of some rows and the rows as HTML; those ``ticked`` have their box ticked."""
        drawn = "".join(self.render(row, is_ticked=row[0] in ticked) for row in rows)
        return [row[0] for row in rows], SafeString(drawn)

    def render(self, values: tuple[Any, ...], *, is_ticked: bool = False, note: str = "") -> SafeString:
        """Return a row as HTML; ``note`` is a further remark on it."""
        key = (self.template, values, is_ticked, note)
        return drawn_parts.get_or_make(key, lambda: self._render(values, is_ticked, note))

    def _render(self, values: tuple[Any, ...], is_ticked: bool, note: str) -> SafeString:
        row = self.context(dict(zip(self.columns, values, strict=True)))
        href = address_of(self.route, row["key"])
        return render_to_string(self.template, {"row": row, "href": href, "is_ticked": is_ticked, "note": note})


def with_emblem(kind: str, row: Values) -> Values:
    """Return the columns of an item, a feat or a spell with its emblem; ``kind`` is the plural of these words."""
    return row | {"emblem": entry_emblem(kind, row["key"])}


def creature_context(row: Values) -> Values:
    """Return the values for the row of a creature, from its columns."""
    alignment = BY_CODE.get(row["alignment"])
    row["sign"] = alignment.sign if alignment else ""
    row["emblem"] = CHARACTERS[emblem_of(row["key"], parse_names(row["tags"]), row["emblem"])]
    row["faction"] = alignment.name if alignment else "no alignment"
    row["twin_source"] = short_source(row["twin_source"])
    row["kind"] = " ".join(filter(None, (row["size"], row["tags"].replace(",", ""))))
    row["more"] = " · ".join(filter(None, (row["movement_mode"], row["class_name"])))
    row["points"] = _POINTS[row["level"]]
    row["level"] = with_minus(str(row["level"]))
    for stat in STATS:
        value = row[stat]
        if value is None:
            row[stat] = "–"
        elif stat in _SIGNED:
            row[stat] = f"+{value}" if value >= 0 else f"−{-value}"
    return row
