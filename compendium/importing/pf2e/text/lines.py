"""The lines of a copied text: plain signs, marks for the costs of actions, and broken lines put together again."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.effects.values import Cost

MAX_LINES = 2_000
MAX_LINE = 10_000

COST_MARKS: dict[str, Cost] = {"\ue001": "1", "\ue002": "2", "\ue003": "3", "\ue004": "0", "\ue005": "reaction"}
"""Private signs that replace a text's cost signs."""
MARK = f"[{''.join(COST_MARKS)}]"

_ONE, _TWO, _THREE, _FREE, _REACTION = COST_MARKS
_WORDS = {"one": _ONE, "1": _ONE, "single": _ONE, "two": _TWO, "2": _TWO, "three": _THREE, "3": _THREE, "free": _FREE}
_IN_BRACKETS = re.compile(
    r"[\[(<:] ?(?:(?P<count>one|single|two|three|free|[123])[ -]actions?|(?P<reaction>reaction)) ?[\])>:]",
    re.IGNORECASE,
)
_GLYPHS = re.compile(r"◆ ?◆ ?◆|◆ ?◆|◆|◇|[↺⤾⟲↩↻⮌]|[⬻⬺⬽⭓⬲]")
_GLYPH_MARKS = {"◆": _ONE, "◆◆": _TWO, "◆◆◆": _THREE, "◇": _FREE, "⬻": _ONE, "⬺": _TWO, "⬽": _THREE, "⭓": _FREE}
_SEVERAL = re.compile(rf"({MARK})(?: ?(?:to|or|,|/|-) ?{MARK})+")
_PLAIN_SIGNS = str.maketrans(
    {
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{THIN SPACE}": " ",
        "\t": " ",
        "\N{SOFT HYPHEN}": None,
        "\N{ZERO WIDTH SPACE}": None,
        "\ufeff": None,
        "\ufe0e": None,
        "\ufe0f": None,
        "\N{HYPHEN}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
    }
)
_MINUS = re.compile(r"(?:(?<![\w.])|(?<=d\d)|(?<=d\d\d))[–—−](?=\d)")
_PRIVATE = re.compile(r"[\ue000-\uf8ff\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ICONS = {"a": "1", "aa": "2", "aaa": "3", ">": "1", ">>": "2", ">>>": "3", "f": "free"}
_ICON = re.compile(r"(?::(a{1,3}|f|r):|\[(a{1,3}|>{1,3}|f|r)\])(?= |$)", re.IGNORECASE)
_IN_WORDS = re.compile(
    r"(?P<before>^(?:Melee|Ranged)|^[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,5}) "
    r"(?:(?P<count>Single|One|Two|Three|Free) Actions?|(?P<reaction>Reaction))(?= |$)"
)
"""Reference sites' words for signs that cannot be copied: ``Melee Single Action jaws``."""
_MARKUP = re.compile(r"[*`]+|\\(?=[\[\]()+-])|__|<[^<>]{0,80}>|^#{1,6} |^> |^[•·▪●‣∙] ?|^[-–] (?=[A-Z])")
_RULE = re.compile(r"[-–—_=*~ ]{3,}")
_FEET = ((re.compile(r"(?<=\d)-ft\.?(?= )"), "-foot"), (re.compile(r"(?<=\d)(?: ?ft\.?|['′’])(?=[ ,;)]|$)"), " feet"))
_LABELS = re.compile(
    r"(?:(?P<number>Perception|AC|Armor Class|Fort|Fortitude|Ref|Reflex|Will|HP|Hit Points|Hardness|Speed"
    r"|Str|Dex|Con|Int|Wis|Cha|Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)"
    r"|(?P<words>Senses|Languages|Skills|Items|Immunities|Weaknesses|Resistances)):?",
    re.IGNORECASE,
)
_VALUES = {"number": re.compile(r"[+–−-]?\d"), "words": re.compile(r".*\w|[—–-]$")}
_BROKEN_WORD = re.compile(r"(?P<start>\w{1,30})-$")
_HYPHENATED = frozenset(
    "all at co cold double extra fist flat foot free full half hand high long low mid mini multi non off one open part "
    "pre quick re self short single six ten three time two ultra un well four five".split()
)
_FIRST_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL_IN_NAMES = frozenset({"a", "and", "in", "of", "or", "the", "to", "with"})
_GOES_ON = re.compile(r"[a-z]|\d+(?!\d|st\b|nd\b|rd\b|th\b)")
_ENDED = re.compile(r"[.!?:][)”\"'’]*$")
_MOST_BROKEN = 4
"""The most further lines in brackets; if the brackets are never closed, the lines after them stay separate."""
_MUCH_SHORTER = 0.75


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line of a text: its number, from 1, its words in plain signs, and its printed length."""

    number: int
    text: str
    length: int


def plain_lines_of(text: str) -> list[BlockLine]:
    """Return the lines of a text that are not blank, in plain signs, at most ``MAX_LINES``."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{LINE SEPARATOR}", "\n").split("\n")
    plain = ((number, plain_words_of(line[:MAX_LINE])) for number, line in enumerate(lines[:MAX_LINES], 1))
    return [BlockLine(number, text, len(text)) for number, text in plain if text]


def with_labels_joined(lines: Sequence[BlockLine]) -> list[BlockLine]:
    """Return lines with each label that is alone on a line joined to its value, as columns are copied."""
    together: list[BlockLine] = []
    for line in lines:
        label = together[-1] if together else None
        pattern = _LABELS.fullmatch(label.text) if label else None
        value = _VALUES[pattern.lastgroup or ""] if pattern else None
        if label and value and value.match(line.text):
            together[-1] = BlockLine(label.number, f"{label.text.rstrip(':')} {line.text}", line.length)
        else:
            together.append(line)
    return together


def plain_words_of(line: str) -> str:
    """Return a line in single spaces, with our own marks for the costs of actions.

    >>> plain_words_of("Pounce [one-action] (move)") == "Pounce \\ue001 (move)"
    True
    """
    plain = " ".join(_PRIVATE.sub("", line.translate(_PLAIN_SIGNS)).split())
    if _RULE.fullmatch(plain):
        return ""
    plain = _MARKUP.sub("", plain).strip()
    for pattern, words in _FEET:
        plain = pattern.sub(words, plain)
    plain = _IN_BRACKETS.sub(_bracket_mark, plain)
    plain = _ICON.sub(lambda match: _WORDS.get(_ICONS.get((match[1] or match[2]).lower(), ""), _REACTION), plain)
    plain = _IN_WORDS.sub(lambda match: f"{match['before']} {_bracket_mark(match)}", plain)
    plain = _GLYPHS.sub(lambda match: _GLYPH_MARKS.get(match[0].replace(" ", ""), _REACTION), plain)
    return _SEVERAL.sub(r"\1", plain)


def with_hyphens(text: str) -> str:
    """Return a text with a hyphen for each minus before a number, as programs have it.

    >>> with_hyphens("Will –1, 1d6–1, 1–4 rounds")
    'Will -1, 1d6-1, 1–4 rounds'
    """
    return _MINUS.sub("-", text)


def without_marks(text: str) -> str:
    """Return a text as a person reads it, with words for the marks of costs."""
    words = dict(
        zip(COST_MARKS, ("one-action", "two-actions", "three-actions", "free-action", "reaction"), strict=True)
    )
    return re.sub(MARK, lambda match: f"[{words[match[0]]}]", text)


def line_width(lines: Sequence[BlockLine]) -> int:
    """Return the length at which the lines of a text were broken, 0 if they were not.

    They were if several continue with a small letter or a number.
    """
    broken = sum(
        not _ENDED.search(before.text) and _GOES_ON.match(after.text) is not None for before, after in pairwise(lines)
    )
    return max((line.length for line in lines), default=0) if broken > 1 else 0


def with_closed_brackets(lines: Sequence[BlockLine]) -> list[BlockLine]:
    """Return lines that were broken within brackets as one, under the number of the first."""
    closed: list[BlockLine] = []
    most = 0
    for line in lines:
        is_open = bool(closed) and most > 0 and closed[-1].text.count("(") > closed[-1].text.count(")")
        if is_open:
            closed[-1] = BlockLine(closed[-1].number, joined(closed[-1].text, line.text), line.length)
            most -= 1
        else:
            closed.append(line)
            most = _MOST_BROKEN
    return closed


def paragraphs_of(lines: Iterable[tuple[str, int]], width: int) -> list[str]:
    """Return the paragraphs of lines, each with its length: broken lines are joined, others stay separate.

    If lines were broken, a short one ends a paragraph.
    """
    paragraphs: list[str] = []
    is_open = False
    for line, length in lines:
        if paragraphs and (is_open or line[:1].islower()):
            paragraphs[-1] = joined(paragraphs[-1], line)
        else:
            paragraphs.append(line)
        is_open = line.endswith("-") or length > _MUCH_SHORTER * width > 0
    return paragraphs


def joined(before: str, after: str) -> str:
    """Return two pieces of a line that was broken, without the hyphen of a word that was broken with it.

    >>> joined("the heron is para-", "lyzed"), joined("a creature that is off-", "guard")
    ('the heron is paralyzed', 'a creature that is off-guard')
    """
    word = _BROKEN_WORD.search(before[-31:])
    if word is None or not after[:1].islower():
        return f"{before}{after}" if word and not before.endswith(" -") else f"{before} {after}".strip()
    keeps = word["start"].lower() in _HYPHENATED or word["start"][0].isdecimal()
    return f"{before if keeps else before[:-1]}{after}"


def split_outside(text: str, sign: str) -> list[str]:
    """Return the pieces of a text between a sign outside of brackets, without spaces around them.

    >>> split_outside("fire 5, all 5 (except force, cold)", ",")
    ['fire 5', 'all 5 (except force, cold)']
    """
    pieces, start, depth = [], 0, 0
    for place, letter in enumerate(text):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth = max(depth - 1, 0)
        elif letter == sign and not depth:
            pieces.append(text[start:place])
            start = place + 1
    pieces.append(text[start:])
    return [plain for piece in pieces if (plain := piece.strip())]


def title_of_capitals(name: str) -> str:
    """Return a name printed in capitals in the form of headings.

    >>> title_of_capitals("THE REED-KING OF FENS"), title_of_capitals("Heron")
    ('The Reed-King of Fens', 'Heron')
    """
    if not name.isupper():
        return name
    words = [_FIRST_LETTERS.sub(lambda match: match[0].capitalize(), word.lower()) for word in name.split(" ")]
    return " ".join(
        word.lower() if place and word.lower() in _SMALL_IN_NAMES else word for place, word in enumerate(words)
    )


def _bracket_mark(match: re.Match[str]) -> str:
    return _REACTION if match["reaction"] else _WORDS[match["count"].lower()]
