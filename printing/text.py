"""Fonts, and typesetting: text in several fonts broken into lines of a given width, every character shown or replaced.

Text is drawn literally. Nothing in it is markup, and no word is too long.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics, ttfonts

from printing.colors import Color
from rules.text import cached_by_text

FOLDER = Path(__file__).parent / "fonts"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""Replaces a character that no font has."""
_MOST_IN_A_BLOCK = 100
_UNREAD = "Unread"  # marks the names of fonts whose letters are pictures

# Streams as they are, not as text of 85 signs: a fifth smaller and quicker.
rl_config.useA85 = 0


class Font:
    """A font of the folder ``printing/fonts``, loaded when first used; if it is not ``read``, its letters are pictures.

    Copied text and screen readers get blanks for pictures.
    """

    def __init__(self, file: str, *, read: bool = True) -> None:
        self.file, self.read = file, read

    def __repr__(self) -> str:
        return f"Font({self.file!r})"

    @cached_property
    def ttf(self) -> ttfonts.TTFont:
        """The font in ReportLab; every document embeds the glyphs that it uses."""
        name = f"Muster {self.file}" if self.read else f"Muster {self.file} {_UNREAD}"
        font = ttfonts.TTFont(name, str(FOLDER / f"{self.file}.ttf"), asciiReadable=False)
        if not self.read:
            font.face.name += f"-{_UNREAD}".encode()
        pdfmetrics.registerFont(font)
        return font

    @cached_property
    def widths(self) -> Mapping[str, float]:
        """The width of each character of the font, as a share of the type size."""
        return {chr(code): width / 1000 for code, width in self.ttf.face.charWidths.items()}


DISPLAY = Font("display-bold")
DISPLAY_ITALIC = Font("display-italic")
TEXT = Font("text")
ITALIC = Font("text-italic")
BOLD = Font("text-bold")
SIGNS = Font("signs")
PICTURES = Font("pictures")
DRAWN_SIGNS = Font("signs", read=False)

# Where to look for a character that a font does not have.
_OTHERS = (TEXT, DISPLAY, SIGNS, PICTURES)


def font_for(char: str, font: Font) -> Font | None:
    """Return a font that has a character, preferably the requested one; None if no font has it."""
    if char in font.widths:
        return font
    return next((other for other in _OTHERS if char in other.widths), None)


def to_unicode(font_name: str, code_points: list[int]) -> str:
    """Return the map with which readers turn a font's codes into text, as ``ttfonts.makeToUnicodeCMap`` does.

    ReportLab writes characters beyond U+FFFF with five digits, which no reader understands, and more lines in one block
    than the format allows.
    """
    if _UNREAD in font_name:
        code_points = [ord(" ")] * len(code_points)
    lines = [
        f"<{code:02X}> <{chr(point).encode('utf-16-be', 'replace').hex()}>" for code, point in enumerate(code_points)
    ]
    blocks = [lines[start : start + _MOST_IN_A_BLOCK] for start in range(0, len(lines), _MOST_IN_A_BLOCK)]
    body = "\n".join(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks)
    return f"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /{font_name} def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
{body}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


ttfonts.makeToUnicodeCMap = to_unicode


ASCENT, DESCENT = 0.74, 0.22
"""The extent of letters above and below the baseline, as a share of the type size."""
_SLACK = 0.01  # points: sums of widths differ by less
_CACHED_BELOW = 0x3000
_WORDS = re.compile(r"[^ \n]+|\n| +")
# A long word may be parted after a hyphen or a slash between letters.
_PARTS = re.compile(r"(?<=[^\W\d]{2}[-/–—])(?=[^\W\d])")
_pace: ContextVar[Callable[[], None] | None] = ContextVar("_pace", default=None)
_LINE_ENDS = re.compile("\r\n|[\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Style:
    """The look of text: its font, its size in points, its color."""

    font: Font
    size: float
    ink: Color


class Run(NamedTuple):
    """Words of one style; runs without a space between them form one word."""

    text: str
    style: Style


class Fragment(NamedTuple):
    """A piece of a line in one font, ``x`` points from the line's start."""

    x: float
    width: float
    text: str
    font: Font
    size: float
    ink: Color


class TextLine(NamedTuple):
    """One line of text; ``size`` is that of its largest letters."""

    fragments: tuple[Fragment, ...]
    width: float
    size: float

    @property
    def text(self) -> str:
        """The words of the line."""
        return "".join(fragment.text for fragment in self.fragments)


class _Harmless(dict[int, str]):
    """The safe form of a character: itself, a space, a line break, nothing (for control characters), or the
    replacement.
    """

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        if category == "Zs" or char == "\t":
            shown = char if char == "\N{NO-BREAK SPACE}" else " "
        elif char == "\n":
            shown = char
        elif category == "Cf" or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
            shown = ""
        else:
            shown = REPLACEMENT if category in ("Cc", "Cs", "Co", "Cn") else char
        if code < _CACHED_BELOW:
            self[code] = shown
        return shown


_HARMLESS = _Harmless()


def harmless(text: str) -> str:
    """Return a text without control characters and without characters that change the direction of letters.

    Spaces and line breaks of every kind become plain ones. The replacement replaces control characters, surrogates and
    unassigned characters.
    """
    if text.isascii() and text.isprintable():
        return text
    return _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", text)).translate(_HARMLESS)


def is_drawable(text: str) -> bool:
    """Return True if there is a font for every character of a text; there is none for Arabic, Hebrew or Chinese
    letters.
    """
    shown = harmless(text)
    return REPLACEMENT not in shown and all(char.isspace() or font_for(char, SIGNS) for char in shown)


def width_of(text: str, style: Style) -> float:
    """Return the width of a text on one line, in points."""
    return line(Run(text, style)).width


@contextmanager
def pace(keep: Callable[[], None]) -> Iterator[None]:
    """Call a function before each paragraph that is broken into lines in this context; it may raise to stop."""
    token = _pace.set(keep)
    try:
        yield
    finally:
        _pace.reset(token)


def lines(runs: Iterable[Run], width: float, *, indent: float = 0, hang: float = 0) -> list[TextLine]:
    """Break runs into lines; the first starts at ``indent`` and the others at ``hang``, all in points.

    A word wider than a line is broken at the line's end. No runs give no lines; an empty line gives an empty line.
    """
    if keep := _pace.get():
        keep()
    setter = _Setter(width, indent, hang)
    for text, style in runs:
        setter.add(text, style)
    return setter.finished()


def line(*runs: Run) -> TextLine:
    """Set runs on one line, however wide it is; line breaks become spaces."""
    setter = _Setter(float("inf"), 0, 0)
    for text, style in runs:
        setter.add(text if text.isprintable() else harmless(text).replace("\n", " "), style)
    return next(iter(setter.finished()), TextLine((), 0, 0))


def ellipsized(text: str, style: Style, width: float) -> TextLine:
    """Set a text on one line; a text that is too long ends in an ellipsis."""
    whole = line(Run(text, style))
    if whole.width <= width + _SLACK:
        return whole
    kept = harmless(text).replace("\n", " ")
    while kept and width_of(f"{kept}…", style) > width:
        kept = kept[: -max(1, len(kept) // 16)].rstrip()
    return line(Run(f"{kept}…", style))


_Pieces = tuple[tuple[Font, str, float], ...]
_Part = tuple[_Pieces, float]  # a piece of a word between two places where a line may end; widths for size 1
_Blanks = int  # how many there are; 0 where a line may end within a word
_Token = _Part | _Blanks | None  # None is a line's end


@cached_by_text(2_048)
def _measured(text: str, font: Font) -> tuple[_Token, ...]:
    """Split a text into words, spaces and line breaks, and measure the words in their fonts."""
    tokens: list[_Token] = []
    for word in _WORDS.findall(harmless(text)):
        if word == "\n":
            tokens.append(None)
        elif word[0] == " ":
            tokens.append(len(word))
        else:
            tokens += _parts(word, font)
    return tuple(tokens)


@cached_by_text(16_384, longest=60)
def _parts(word: str, font: Font) -> tuple[_Part | _Blanks, ...]:
    """Measure a word as one part, unless it may be broken."""
    first, *others = (_part(text, font) for text in _PARTS.split(word))
    return (first, *(token for part in others for token in (0, part)))


def _part(text: str, font: Font) -> _Part:
    pieces = []
    for own, chars in groupby(text, key=lambda char: font_for(char, font)):
        piece = "".join(chars)
        if own is None:
            own, piece = SIGNS, REPLACEMENT * len(piece)
        pieces.append((own, piece, sum(map(own.widths.__getitem__, piece))))
    return tuple(pieces), sum(width for _, _, width in pieces)


class _Setter:
    """Fills line after line with words."""

    def __init__(self, width: float, indent: float, hang: float) -> None:
        self.width, self.hang = width + _SLACK, hang
        self.done: list[TextLine] = []
        self.x = indent  # how far the line is filled
        self.fragments: list[Fragment] = []
        self.size = 0.0
        # The fragment that is being filled.
        self.texts: list[str] = []
        self.start = indent
        self.font: Font | None = None
        self.style: Style | None = None
        # The word that is being put together, how wide it is, and the blanks before it.
        self.word: list[tuple[_Part, Style]] = []
        self.word_width = 0.0
        self.blanks: tuple[int, Style] | None = None

    def add(self, text: str, style: Style) -> None:
        size = style.size
        for token in _measured(text, style.font):
            if token is None:
                self._place_word()
                self._end_line(size)
            elif isinstance(token, int):
                self._place_word()
                self.blanks = (token, style) if self.texts else None
            else:
                self.word.append((token, style))
                self.word_width += token[1] * size

    def finished(self) -> list[TextLine]:
        self._place_word()
        if self.texts:
            self._end_line(0)
        return self.done

    def _place_word(self) -> None:
        word, needed = self.word, self.word_width
        if not word:
            return
        self.word, self.word_width = [], 0.0
        if self.blanks:
            number, style = self.blanks
            self.blanks = None
            blank = style.font.widths[" "] * number * style.size
            if self.x + blank + needed > self.width:
                self._end_line(0)
            elif number:
                self._put(style.font, " " * number, blank, style)
        elif self.texts and self.x + needed > self.width:
            self._end_line(0)
        for (pieces, _), style in word:
            for font, text, width in pieces:
                if self.x + width * style.size <= self.width:
                    self._put(font, text, width * style.size, style)
                else:
                    self._put_broken(font, text, style)

    def _put_broken(self, font: Font, text: str, style: Style) -> None:
        widths, size = font.widths, style.size
        start, filled = 0, 0.0
        for place, char in enumerate(text):
            width = widths[char] * size
            if (filled or self.texts) and self.x + filled + width > self.width:
                if filled:
                    self._put(font, text[start:place], filled, style)
                self._end_line(0)
                start, filled = place, 0.0
            filled += width
        self._put(font, text[start:], filled, style)

    def _put(self, font: Font, text: str, width: float, style: Style) -> None:
        if font is not self.font or style is not self.style:
            self._end_fragment()
            self.texts, self.font, self.style, self.start = [], font, style, self.x
            self.size = max(self.size, style.size)
        self.texts.append(text)
        self.x += width

    def _end_fragment(self) -> None:
        if self.texts and self.font and self.style:
            text, width = "".join(self.texts), self.x - self.start
            self.fragments.append(Fragment(self.start, width, text, self.font, self.style.size, self.style.ink))

    def _end_line(self, size: float) -> None:
        """End the line; ``size`` is that of a line without words."""
        self._end_fragment()
        self.done.append(TextLine(tuple(self.fragments), self.x, self.size or size))
        self.fragments, self.texts, self.size = [], [], 0.0
        self.font = self.style = self.blanks = None
        self.x = self.hang
