"""Whatever is read stands out from its ground in both lights: text 4.5, signs, rings and focus 3 (WCAG 2)."""

import re

import pytest

from p2v_site.stylesheets import SOURCES
from rules.alignment import ALIGNMENTS

COLOR = re.compile(r"--([a-z-]+): (?:light-dark\((#\w{3,6}), (#\w{3,6})\)|(#\w{3,6}));")
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
LIGHTS = pytest.mark.parametrize("light", [0, 1], ids=["day", "night"])
GROUNDS = ("paper", "sheet", "shade")
INKS = ("ink-soft", "accent", "good", "warn", "bad", "brass")
SIGNS = ("edge", "focus")
ON_NIGHT = ("ink", "ink-soft", "accent", "good", "warn", "bad", "brass-on-night")
LONG_TEXT, TEXT, SIGN = 7, 4.5, 3


def tokens_of(selector: str, light: int) -> dict[str, str]:
    """Return the colors that rules with this selector in their list set, by day (0) or by night (1)."""
    files = (SOURCES / name for name in ("tokens.css", "alignments.css", "sides.css"))
    css = re.sub(r"/\*.*?\*/", "", "".join(file.read_text(encoding="utf-8") for file in files), flags=re.DOTALL)
    return {
        name: single or (day, night)[light]
        for selectors, body in BLOCK.findall(css)
        if selector in map(str.strip, selectors.split(","))
        for name, day, night, single in COLOR.findall(body)
    }


def contrast(color: str, other: str) -> float:
    """Return the contrast of two colors as WCAG 2 defines it."""
    light, dark = sorted((luminance(color), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(color: str, other: str, share: float) -> str:
    """Return a color laid over another with this opacity."""
    pairs = ((int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs)


def luminance(color: str) -> float:
    """Return how much light a color gives, from 0 to 1."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faint(pairs: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Return the contrasts of those pairs of colors that do not reach what they have to."""
    figures = {pair: round(contrast(*pair), 2) for pair in pairs}
    return {pair: figure for pair, figure in figures.items() if figure < pairs[pair]}


@LIGHTS
def test_every_ink_and_sign_stands_out_from_every_ground(light):
    colors = tokens_of(":root", light)
    sides = [tokens_of(f'[data-side="{side}"]', light)["side"] for side in "abcd"]
    for ground in (colors[name] for name in GROUNDS):
        assert faint({(colors["ink"], ground): LONG_TEXT}) == {}
        assert faint({(ink, ground): TEXT for ink in [*sides, *(colors[name] for name in INKS)]}) == {}
        assert faint({(colors[sign], ground): SIGN for sign in SIGNS}) == {}
    assert faint({(colors["on-accent"], colors["accent"]): TEXT}) == {}


def test_the_dark_inks_stand_out_from_night_ground_and_a_label_from_ember():
    colors = tokens_of(":root", 1)
    for ground in (colors["night"], colors["night-high"]):
        assert faint({(colors[ink], ground): TEXT for ink in ON_NIGHT}) == {}
        assert faint({(colors["focus"], ground): SIGN}) == {}
    assert faint({(colors["on-ember"], colors["ember"]): TEXT}) == {}


@LIGHTS
def test_the_four_sides_have_four_colors_and_none_is_that_of_hit_points(light):
    colors = tokens_of(":root", light)
    sides = [tokens_of(f'[data-side="{side}"]', light)["side"] for side in "abcd"]
    assert len({*sides, colors["good"], colors["warn"], colors["bad"]}) == 7


@LIGHTS
@pytest.mark.parametrize("code", [alignment.code for alignment in ALIGNMENTS])
def test_every_alignment_reads_on_its_color_and_as_an_ink(code, light):
    page = tokens_of(":root", light)
    own = tokens_of("[data-al]", light) | tokens_of(f'[data-al="{code}"]', light)
    assert contrast(own["al-on"], own["al"]) >= TEXT
    assert contrast(own["al-on"], mixed(own["al-on"], own["al"], 0.09 if code[1] == "N" else 0.16)) >= TEXT
    for ground in (*(page[name] for name in GROUNDS), own["al-wash"]):
        assert contrast(own["al-ink"], ground) >= TEXT
    assert contrast(page["ink"], own["al-wash"]) >= LONG_TEXT


def test_type_has_six_sizes():
    css = (SOURCES / "tokens.css").read_text(encoding="utf-8")
    sizes = {int(size) for size in re.findall(r"--s-?\d: calc\((\d+)rem / 17\);", css)}
    assert sizes | {17} == {13, 15, 17, 21, 28, 36}
    assert re.findall(r"--s-?\d: (?!calc\(|var\(--s\d\)|1rem)[^;]+;", css) == []


@LIGHTS
def test_the_color_of_a_kind_of_adventures_is_read_on_every_ground(light):
    css = (SOURCES / "components" / "kinds.css").read_text(encoding="utf-8")
    tints = dict(re.findall(r'data-tint="(\w+)"\] \{\s*--tint: light-dark\(([^)]+)\)', css))
    colors = tokens_of(":root", light)
    figures = {
        (name, ground): contrast(pair.split(", ")[light], colors[ground])
        for name, pair in tints.items()
        for ground in GROUNDS
    }
    assert len(figures) == 10 * len(GROUNDS)
    assert {pair: figure for pair, figure in figures.items() if figure < TEXT} == {}
