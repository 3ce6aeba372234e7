"""Texts of entries as paragraphs, steps and lines, with the game's terms found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.tables.prose import Entry
from rules.tables.tiles import SIGNS

_STEP = re.compile(r"\d+\. ")
_GRID = re.compile(rf"[{re.escape(''.join(SIGNS.values()))}]+")

Sentence = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A part of a text: one paragraph, or the numbered ``steps`` or plain ``lines`` of a list."""

    kind: str
    sentences: tuple[Sentence, ...]


def blocks(text: str, own: Entry | None = None) -> tuple[TextBlock, ...]:
    """Return a text in blocks; ``own`` is the entry that it belongs to, which is not linked to itself."""
    found = []
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
        found.append(TextBlock(kind, tuple(linked_sentence(line, own) for line in lines)))
    return tuple(found)


def linked_sentence(text: str, own: Entry | None = None) -> Sentence:
    """Return one sentence with its terms."""
    spans = catalog.finder().spans(text)
    if own is None:
        return spans
    address = (own.kind, own.key)
    return tuple(
        Span(span.text) if span.entry and (span.entry.kind, span.entry.key) == address else span for span in spans
    )


def linked_terms(found: Iterable[TextBlock], *sentences: Sentence) -> tuple[Entry, ...]:
    """Return the entries that occur in blocks and sentences, each once."""
    every = [sentence for block in found for sentence in block.sentences] + list(sentences)
    return tuple(dict.fromkeys(span.entry for one in every for span in one if span.entry is not None))
