"""The glossary of a sheet: the signs, terms and spells that occur on it, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from printing.columns import Block, space, text_piece
from printing.sentences import Paragraph, by_table, marked, sentences, spans
from printing.styles import LEADING, TextStyles
from printing.text import Run, lines
from rules import spells
from rules.cards.sheet import Mark
from rules.effects import left_to_table
from rules.glossary.catalog import distinct
from rules.sheets import MemberSheet
from rules.spells import Spell
from rules.tables.entry import Entry
from rules.tables.uses import BY_USE
from rules.text import with_minus

_HANG = 6.0


def glossary_blocks(members: Sequence[MemberSheet], styles: TextStyles, width: float) -> list[Block]:
    """Return the blocks of the glossary, without empty ones."""
    small = TextStyles(styles.palette, max(6.2, styles.size * 0.88))
    found = (
        ("Signs", [*_legend(_signs(members), small), *_by_table(members, small)]),
        ("Spells", [list(_spell(spell, small)) for spell in _spells(members)]),
        ("Terms", [list(_term(entry, small)) for entry in _terms(members)]),
    )
    return [_block(heading, paragraphs, styles, small, width) for heading, paragraphs in found if paragraphs]


def _block(heading: str, paragraphs: Iterable[Paragraph], styles: TextStyles, small: TextStyles, width: float) -> Block:
    pieces = [text_piece(lines([Run(heading, styles.heading)], width)[0], styles.heading.size * 1.25, keep=True)]
    for runs in paragraphs:
        set_lines = lines(runs, width, hang=_HANG)
        leading = small.size * LEADING
        pieces += [text_piece(line, leading, keep=place < len(set_lines) - 1) for place, line in enumerate(set_lines)]
        pieces.append(space(1))
    return Block(pieces, gap=8, whole=False)


def _marks(member: MemberSheet) -> Iterator[Mark]:
    for line in member.features:
        yield from line.uses
        for group in line.groups:
            yield from group.uses
        if line.cost:
            yield line.cost
    for item in member.items:
        yield from item.uses
        if item.cost:
            yield item.cost
    if member.card and member.card.movement:
        yield member.card.movement


def _signs(members: Iterable[MemberSheet]) -> list[Mark]:
    """Return the signs that occur, each once, sorted by their words."""
    found = dict.fromkeys(mark for member in members for mark in _marks(member) if mark.sign)
    return sorted(found, key=lambda mark: mark.words)


def _legend(marks: Iterable[Mark], styles: TextStyles) -> list[Paragraph]:
    """Return the signs with their words in one paragraph; signs of uses have a paragraph each."""
    uses, others = [], []
    for mark in marks:
        if use := BY_USE.get(mark.words):
            uses.append(
                [Run(mark.sign, styles.sign), Run(f" {mark.words} ", styles.bold), Run(use.summary, styles.text)]
            )
        else:
            others += [Run(mark.sign, styles.sign), Run(f"\N{NO-BREAK SPACE}{_unbroken(mark.words)}   ", styles.text)]
    return [*([others] if others else []), *uses]


def _by_table(members: Iterable[MemberSheet], styles: TextStyles) -> list[Paragraph]:
    """Return what “By the table” means, where a feature, an item or a spell is marked so."""
    marks = [line.by_table for member in members for line in member.features]
    marks += [item.by_table for member in members for item in member.items]
    marks += [spell.by_table for spell in _spells(members)]
    meaning = [Run(left_to_table.LABEL, styles.bold), Run(f" {left_to_table.MEANING}", styles.text)]
    return [meaning] if any(marks) else []


def _unbroken(words: str) -> str:
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _terms(members: Iterable[MemberSheet]) -> list[Entry]:
    """Return the entries of the terms that occur, sorted by name."""
    texts = dict.fromkeys(text for member in members for text in sentences(member))
    found = dict.fromkeys(entry for text in texts for entry in distinct(spans(text)))
    return sorted(found, key=lambda entry: (entry.name.casefold(), entry.kind))


def _term(entry: Entry, styles: TextStyles) -> Iterator[Run]:
    yield Run(entry.name, styles.bold)
    yield Run(f" {with_minus(entry.summary)}", styles.text)


def _spells(members: Iterable[MemberSheet]) -> list[Spell]:
    """Return the known spells that the members cast or carry, sorted by name."""
    found = (spells.find_spell(name, license_name) for member in members for name, license_name in _cast(member))
    return sorted({spell.key: spell for spell in found if spell}.values(), key=lambda spell: spell.name)


def _cast(member: MemberSheet) -> Iterator[tuple[str, str]]:
    """Yield the names of a member's spells with the license of its card."""
    license_name = member.card.license if member.card else ""
    for line in member.features:
        for group in line.groups:
            yield from ((name, license_name) for name, _ in group.spells)
    yield from ((item.choice, license_name) for item in member.items if item.asks_for == "spell")


def _spell(spell: Spell, styles: TextStyles) -> Iterator[Run]:
    yield Run(spell.name, styles.bold)
    yield from by_table(spell.by_table, styles)
    yield from marked(f" {' '.join(spell.text.split())}", styles.text, styles.term)
