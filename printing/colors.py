"""The colors of print: those of the site's light theme, and grays that save ink."""

from collections.abc import Mapping
from dataclasses import dataclass

Color = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""


def color(color: str) -> Color:
    """Return the color of a code such as ``#8a2a1b``."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return (red / 255, green / 255, blue / 255)


def mixed(color: Color, other: Color, share: float) -> Color:
    """Return a color mixed with a share, from 0 to 1, of another."""
    red, green, blue = (part + (to - part) * share for part, to in zip(color, other, strict=True))
    return (red, green, blue)


@dataclass(frozen=True, slots=True)
class Hue:
    """The colors of an alignment: a ``band``, the color of text ``on`` it, an ``ink`` for text on paper, a ``wash``.

    None means bare paper.
    """

    band: Color | None
    on: Color
    ink: Color
    wash: Color | None


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a document; ``edge`` is for lines with a meaning, ``rule`` for separators."""

    ink: Color
    soft: Color
    rule: Color
    edge: Color
    accent: Color
    bad: Color
    good: Color
    shade: Color | None
    hues: Mapping[str, Hue]
    no_hue: Hue

    def hue(self, alignment: str) -> Hue:
        """Return the colors of an alignment by its code, or neutral ones for an unknown code."""
        return self.hues.get(alignment, self.no_hue)


SIDES: Mapping[str, Color] = {
    "a": color("#8a2a1b"),
    "b": color("#1d5480"),
    "c": color("#5e3a8c"),
    "d": color("#0f5f63"),
}
"""The colors of a battle's sides by their keys."""

_DARK, _LIGHT = color("#211c15"), color("#fffaf0")


def _hue(band: str, words: str, wash: str, on: Color = _LIGHT) -> Hue:
    return Hue(color(band), on, color(words), color(wash))


COLORS = Palette(
    ink=_DARK,
    soft=color("#5b5142"),
    rule=color("#cbbfa6"),
    edge=color("#6f644e"),
    accent=color("#8a2a1b"),
    bad=color("#9a1c1c"),
    good=color("#2f6232"),
    shade=color("#f3eee1"),
    hues={
        "LG": _hue("#90d1f7", "#206384", "#e5f3fb", _DARK),
        "NG": _hue("#aad5a1", "#3f6736", "#eaf3e8", _DARK),
        "CG": _hue("#e7c275", "#755400", "#f7efdf", _DARK),
        "LN": _hue("#38638f", "#275582", "#e7f1fd"),
        "TN": _hue("#646153", "#565344", "#f1f0ec"),
        "CN": _hue("#914b1e", "#833b01", "#feece2"),
        "LE": _hue("#282f65", "#2f3670", "#ecefff"),
        "NE": _hue("#193d2f", "#1f4636", "#eaf3ee"),
        "CE": _hue("#650e12", "#6f191a", "#ffeae7"),
    },
    no_hue=_hue("#646153", "#565344", "#f1f0ec"),
)

_BLACK, _GREY, _PALE = color("#000000"), color("#4a4a4a"), color("#a8a8a8")
BARE = Hue(None, _BLACK, _BLACK, None)
"""Black on bare paper."""
LOW_INK = Palette(
    ink=_BLACK,
    soft=_GREY,
    rule=_PALE,
    edge=_GREY,
    accent=_BLACK,
    bad=_BLACK,
    good=_BLACK,
    shade=None,
    hues={},
    no_hue=BARE,
)
