"""The roster sheet: a warband as PDF, with a glossary of the signs, terms and spells on it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from printing.canvas import LEADING, Box, Canvas, TextStyles
from printing.columns import (
    Block,
    ColumnParts,
    Piece,
    column_height,
    draw_column,
    filled,
    space,
    stacked_height,
    text_piece,
)
from printing.members import NO_SOURCES, SheetHeader, member_block, problem_words, sheet_name
from printing.sentences import Paragraph, marked, sentences, spans
from printing.text import TEXT, Run, Style, ellipsized, line, lines, width_of
from rules import spells
from rules.cards.sheet import Mark
from rules.crests import Crest
from rules.glossary.catalog import distinct
from rules.sheets.crests import crest_of_sheet
from rules.sheets.members import member_groups
from rules.sheets.model import MemberSheet, RosterSheet
from rules.spells import Spell
from rules.tables.prose import Entry
from rules.tables.uses import BY_USE
from rules.text import counted, with_minus

_HANG = 6.0


def glossary_blocks(members: Sequence[MemberSheet], styles: TextStyles, width: float) -> list[Block]:
    """Return the blocks of the glossary, without empty ones."""
    small = TextStyles(styles.palette, max(6.2, styles.size * 0.88))
    sections = (
        ("Signs", _legend(_signs(members), small)),
        ("Spells", [list(_spell(spell, small)) for spell in _spells(members)]),
        ("Terms", [list(_term(entry, small)) for entry in _terms(members)]),
    )
    return [_block(heading, paragraphs, styles, small, width) for heading, paragraphs in sections if paragraphs]


def _block(heading: str, paragraphs: Iterable[Paragraph], styles: TextStyles, small: TextStyles, width: float) -> Block:
    pieces = [text_piece(lines([Run(heading, styles.heading)], width)[0], styles.heading.size * 1.25, keep=True)]
    for runs in paragraphs:
        set_lines = lines(runs, width, hang=_HANG)
        leading = small.size * LEADING
        pieces += [text_piece(line, leading, keep=place < len(set_lines) - 1) for place, line in enumerate(set_lines)]
        pieces.append(space(1))
    return Block(pieces, gap=8, whole=False)


def _marks(member: MemberSheet) -> Iterator[Mark]:
    for feature_line in member.features:
        yield from feature_line.uses
        for group in feature_line.groups:
            yield from group.uses
        if feature_line.cost:
            yield feature_line.cost
    for item in member.items:
        yield from item.uses
        if item.cost:
            yield item.cost
    if member.card and member.card.movement:
        yield member.card.movement


def _signs(members: Iterable[MemberSheet]) -> list[Mark]:
    """Return the signs on the sheet, each once, sorted by their words."""
    signs = dict.fromkeys(mark for member in members for mark in _marks(member) if mark.sign)
    return sorted(signs, key=lambda mark: mark.words)


def _legend(marks: Iterable[Mark], styles: TextStyles) -> list[Paragraph]:
    """Return the signs with their words in one paragraph; signs of uses have a paragraph each."""
    uses, others = [], []
    for mark in marks:
        if use := BY_USE.get(mark.words):
            uses.append(
                [Run(mark.sign, styles.sign), Run(f" {mark.words} ", styles.bold), Run(use.summary, styles.text)]
            )
        else:
            words = f" {mark.words}".replace(" ", "\N{NO-BREAK SPACE}")
            others += [Run(mark.sign, styles.sign), Run(f"{words}   ", styles.text)]
    return [*([others] if others else []), *uses]


def _terms(members: Iterable[MemberSheet]) -> list[Entry]:
    """Return the entries of the terms on the sheet, sorted by name."""
    texts = dict.fromkeys(text for member in members for text in sentences(member))
    terms = dict.fromkeys(entry for text in texts for entry in distinct(spans(text)))
    return sorted(terms, key=lambda entry: (entry.name.casefold(), entry.kind))


def _term(entry: Entry, styles: TextStyles) -> Iterator[Run]:
    yield Run(entry.name, styles.bold)
    yield Run(f" {with_minus(entry.summary)}", styles.text)


def _spells(members: Iterable[MemberSheet]) -> list[Spell]:
    """Return the known spells that the members cast or carry, sorted by name."""
    known = (spells.find_spell(name, license_name) for member in members for name, license_name in _cast(member))
    return sorted({spell.key: spell for spell in known if spell}.values(), key=lambda spell: spell.name)


def _cast(member: MemberSheet) -> Iterator[tuple[str, str]]:
    """Yield the names of a member's spells with the license of its card."""
    license_name = member.card.license if member.card else ""
    for feature_line in member.features:
        for group in feature_line.groups:
            yield from ((name, license_name) for name, _ in group.spells)
    yield from ((item.choice, license_name) for item in member.items if item.asks_for == "spell")


def _spell(spell: Spell, styles: TextStyles) -> Iterator[Run]:
    yield Run(spell.name, styles.bold)
    yield from marked(f" {' '.join(spell.text.split())}", styles.text, styles.term)


MARGIN = 24.0
GUTTER = 12.0
FOOTER = 11.0
FOOT_APART = 7.0
USUAL = 8.2
"""Type size in points."""
LARGE = (10.0, 9.4, 8.8)
"""For a warband that still fits on one page: the largest type that does."""
SMALL = (7.8, 7.4)
"""If it saves a page."""
SMALLEST = (*SMALL, 7.0, 6.7, 6.4)
"""If it saves the second page."""

_Page = list[Callable[[Canvas], None]]


@dataclass(frozen=True, slots=True)
class _Imprint:
    """The origin of a sheet: the address of its shared page, the sources of creatures by key, the warband's crest."""

    link: str
    sources: Mapping[str, str]
    crest: Crest


def draw_roster(
    canvas: Canvas,
    sheet: RosterSheet,
    link: str = "",
    sources: Mapping[str, str] = NO_SOURCES,
    *,
    crest: Crest | None = None,
) -> None:
    """Draw the sheet: two columns on upright paper, three on landscape.

    ``sources`` gives the sources of creatures that did not come with Muster, by key. Without ``crest``, the sheet has
    the crest of its members.
    """
    name = sheet_name(sheet)
    canvas.describe(name, f"Warband for Path 2 Victory: {_summary(sheet)}")
    columns = 3 if canvas.width > canvas.height else 2
    pages = _laid_out(sheet, canvas, columns, _Imprint(link, sources, crest or crest_of_sheet(sheet)))
    for number, page in enumerate(pages, start=1):
        canvas.start_page()
        for draw in page:
            draw(canvas)
        _draw_foot(canvas, name, number, len(pages))


def _laid_out(sheet: RosterSheet, canvas: Canvas, columns: int, imprint: _Imprint) -> list[_Page]:
    """Fill pages in the usual type, in larger type if one page is enough, or in smaller type if that saves a page."""
    pages, full = _pages(sheet, canvas, TextStyles(canvas.palette, USUAL), columns, imprint)
    number = len(pages)
    if number == 1:
        others = (size for size in LARGE if full * size / USUAL <= 1)
    else:
        others = (size for size in (SMALLEST if number == 2 else SMALL) if full * size / USUAL <= number - 1)
    for size in others:
        tried, _ = _pages(sheet, canvas, TextStyles(canvas.palette, size), columns, imprint)
        if len(tried) == 1 or len(tried) < number:
            return tried
    return pages


def _pages(
    sheet: RosterSheet, canvas: Canvas, styles: TextStyles, columns: int, imprint: _Imprint
) -> tuple[list[_Page], float]:
    """Fill pages in one type: the head, members in columns, and the foot in the space below the members.

    Also returns the number of pages without any empty space.
    """
    full = canvas.width - 2 * MARGIN
    width = (full - (columns - 1) * GUTTER) / columns
    height = canvas.height - 2 * MARGIN - FOOTER
    head = SheetHeader(sheet, imprint.crest, TextStyles(canvas.palette, 9), full, imprint.link)
    members, foot = _members(sheet, styles, width), _meanings(sheet, styles, width, imprint)
    tops = [MARGIN + head.height] * columns
    pages: list[_Page] = [[lambda canvas: head.draw(canvas, MARGIN, MARGIN)]]
    for blocks in (members, foot):
        rooms = [max(0.0, MARGIN + height - top) for top in tops]
        for number, page in enumerate(filled(blocks, rooms, height)):
            if number:
                pages.append([])
                tops = [MARGIN] * columns
            pages[-1].append(_drawing(page, tops, width))
            tops = [
                top + column_height(column) + (FOOT_APART if column else 0)
                for top, column in zip(tops, page, strict=True)
            ]
    return pages, (head.height + (stacked_height(members) + stacked_height(foot)) / columns) / height


def _drawing(page: list[ColumnParts], tops: list[float], width: float) -> Callable[[Canvas], None]:
    """Return a function that draws the columns of a page."""

    def draw(canvas: Canvas) -> None:
        for place, column in enumerate(page):
            draw_column(canvas, column, MARGIN + place * (width + GUTTER), tops[place], width)

    return draw


def _members(sheet: RosterSheet, styles: TextStyles, width: float) -> list[Block]:
    """Yield the players' agreements, and the members."""
    agreed = _agreed(sheet, styles, width)
    return [
        *([agreed] if agreed.pieces else []),
        *(member_block(group, styles, width) for group in member_groups(sheet)),
    ]


def _meanings(sheet: RosterSheet, styles: TextStyles, width: float, imprint: _Imprint) -> list[Block]:
    """Return the glossary and the sources."""
    sources = _sources(sheet, styles, width, imprint)
    return [*glossary_blocks(sheet.members, styles, width), *([sources] if sources.pieces else [])]


def _agreed(sheet: RosterSheet, styles: TextStyles, width: float) -> Block:
    """Yield the problems of the whole warband, the players' agreements, and its notes."""
    paragraphs = [problem_words(problem, styles) for problem in sheet.problems if not problem.overridden]
    for override in sheet.overrides:
        reason = f": {override.reason}" if override.reason else ""
        now = "" if override.met else " (not a problem now)"
        words = f"{override.words}, {override.whose}{reason}{now}"
        paragraphs.append([Run("Agreed at the table: ", styles.small_bold), Run(words, styles.small)])
    paragraphs += [[Run("House rule: ", styles.small_bold), Run(rule, styles.small)] for rule in sheet.house_rules]
    if sheet.is_held_to_collection:
        paragraphs.append([Run("Only figures that the player owns.", styles.small)])
    if sheet.notes:
        paragraphs.append([Run(sheet.notes, styles.quote)])
    return Block([*_paragraphs(paragraphs, styles, width)], gap=7, whole=False)


def _sources(sheet: RosterSheet, styles: TextStyles, width: float, imprint: _Imprint) -> Block:
    """Return the address of the shared page, the licenses of the creatures, and the sources of others."""
    cards = {member.card.key: member.card for member in sheet.members if member.card}
    licenses = sorted({card.license for card in cards.values()})
    others = [
        f"{cards[key].name} ({source}, {cards[key].license})" for key, source in imprint.sources.items() if key in cards
    ]
    paragraphs: list[Paragraph] = []
    if imprint.link:
        paragraphs.append([Run("Shared page ", styles.small_bold), Run(imprint.link, styles.small)])
    if licenses:
        paragraphs.append([Run(f"Licenses of the creatures: {', '.join(licenses)}.", styles.small)])
    if others:
        paragraphs.append([Run(f"Sources: {'; '.join(others)}.", styles.small)])
    return Block([*_paragraphs(paragraphs, styles, width)], gap=8, whole=False)


def _paragraphs(paragraphs: list[Paragraph], styles: TextStyles, width: float) -> Iterator[Piece]:
    for runs in paragraphs:
        size = max(run.style.size for run in runs)
        for text_line in lines(runs, width):
            yield text_piece(text_line, size * LEADING)
        yield space(1.5)


def _summary(sheet: RosterSheet) -> str:
    points = (
        counted(sheet.points, "point") if sheet.limit is None else f"{sheet.points} of {counted(sheet.limit, 'point')}"
    )
    return f"{sheet.mode}, {points}, {counted(sheet.bodies, 'member')}"


def _draw_foot(canvas: Canvas, name: str, number: int, pages: int) -> None:
    """Draw the foot of a page."""
    style = Style(TEXT, 6.8, canvas.palette.soft)
    y = canvas.height - MARGIN
    left, right = MARGIN, canvas.width - MARGIN
    with canvas.within(Box(left, y - FOOTER, right, canvas.height - MARGIN / 2)):
        page = line(Run(f"page {number} of {pages}", style))
        about = "· Muster, an unofficial companion to Path 2 Victory"
        room = right - left - page.width - width_of(about, style) - GUTTER - 2
        warband = ellipsized(name, style, room)
        canvas.rule(left, y - 8, right, canvas.palette.rule, 0.4)
        canvas.text(warband, left, y)
        canvas.text(line(Run(about, style)), left + warband.width + 2, y)
        canvas.text(page, right - page.width, y)
