"""Whatever is read stands out from its ground in both lights: text 4.5, signs, rings and focus 3 (WCAG 2)."""

import re

import pytest

from p2v_site.stylesheets import SOURCES

COLOR = re.compile(r"--([a-z-]+): (?:light-dark\((#\w{3,6}), (#\w{3,6})\)|(#\w{3,6}));")
GROUNDS = ("paper", "sheet", "shade")
INKS = ("ink", "ink-soft", "accent", "good", "warn", "bad", "side-a", "side-b", "side-c", "side-d")
SIGNS = ("edge", "focus")
TEXT, SIGN = 4.5, 3


def tokens(light: int) -> dict[str, str]:
    """Return the colors of the site by day (0) or by night (1), those of the sides as ``side-a`` and so on."""
    css = (SOURCES / "tokens.css").read_text(encoding="utf-8")
    sides = re.sub(
        r'\[data-side="(\w)"\] \{\s*--side', r"--side-\1", (SOURCES / "sides.css").read_text(encoding="utf-8")
    )
    return {name: single or (day, night)[light] for name, day, night, single in COLOR.findall(css + sides)}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """Return how much light a color gives, from 0 to 1."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("light", [0, 1], ids=["day", "night"])
def test_every_ink_and_sign_stands_out_from_every_ground(light):
    colors = tokens(light)
    wanted = {(ink, ground): TEXT for ink in INKS for ground in GROUNDS}
    wanted |= {(sign, ground): SIGN for sign in SIGNS for ground in GROUNDS}
    wanted[("on-accent", "accent")] = TEXT
    figures = {pair: round(contrast(colors[pair[0]], colors[pair[1]]), 2) for pair in wanted}
    assert {pair: figure for pair, figure in figures.items() if figure < wanted[pair]} == {}


def test_the_four_sides_have_four_colors_and_none_is_that_of_hit_points():
    for light in (0, 1):
        colors = tokens(light)
        sides = [colors[f"side-{side}"] for side in "abcd"]
        assert len({*sides, colors["good"], colors["warn"], colors["bad"]}) == 7


def test_type_has_six_sizes():
    css = (SOURCES / "tokens.css").read_text(encoding="utf-8")
    sizes = {int(size) for size in re.findall(r"--s-?\d: calc\((\d+)rem / 17\);", css)}
    assert sizes | {17} == {13, 15, 17, 21, 28, 36}
    assert re.findall(r"--s-?\d: (?!calc\(|var\(--s\d\)|1rem)[^;]+;", css) == []
