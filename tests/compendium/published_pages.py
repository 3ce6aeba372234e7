"""A reader of the published card pages that shares nothing with Muster's importers.

The pages are not part of the project; without a copy the tests that need them are skipped.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from compendium.builtin import built_in_cards
from rules.cards.model import Card, Feature
from tests.rows import every_row
from tests.samples import SAMPLES

FILES = {"p2v-orc": ("cards-orc.html",), "p2v-ogl": ("cards-ogl.html", "cards-ogl-2.html")}

SIGNS = {"☼": "LG", "✿": "NG", "✯": "CG", "👁": "LN", "⚖": "TN", "🌀": "CN", "✊": "LE", "👿": "NE", "⛈": "CE"}
MODES = {"☁": "Flight", "≋": "Aquatic", "🌳": "Wall Climb", "🕳": "Burrowing", "✪": "Teleportation"}
BOXES = {"☐": "consumable", "🄳": "daily", "🄴": "encounter"}
COSTS = {"●●●": "3", "●●": "2", "●○": "1", "●": "1", "○": "0", "↻": "reaction", "": None}
KINDS = {"add on": "add_on", "upgrade": "upgrade"}
LABELS = ["Fight", "Armor", "Power", "Fort", "Reflex", "Will", "HP", "Speed"]
SKILL_ALIASES = {"Intimidate": "Intimidation", "Occult": "Occultism"}
SKILLS = frozenset(
    "Acrobatics Arcana Athletics Crafting Deception Diplomacy Intimidation Lore Medicine Nature Occultism Performance "
    "Perception Religion Society Stealth Survival Thievery".split()
)
DAMAGE_TYPES = (
    "bludgeoning piercing slashing acid cold electricity fire sonic mental poison vitality void spirit thunder "
    "lightning force physical"
).split()


@dataclass
class PageFeature:
    """A feature as it is printed."""

    name: str
    kind: str
    replaces: str | None
    uses: list[str]
    cost: str | None
    once_per_turn: bool
    range: str
    strike: bool
    extra: str
    text: str

    @property
    def words(self) -> str:
        """All that the page says of the feature in words."""
        return f"{self.extra}: {self.text}" if self.extra else self.text


@dataclass
class PageCard:
    """A creature as it is printed."""

    source: str
    name: str
    points: int
    alignment: str
    size: str
    tags: list[str]
    level: int
    stats: list[int | None]
    armor_broken: int | None
    mode: str | None
    features: list[PageFeature]
    foot: str


def text_of(node: LexborNode, css: str) -> str:
    element = node.css_first(css)
    if element is None:
        return ""
    return " ".join(element.text().replace("\ufe0f", "").replace("’", "'").split())


def read_pages(source: str) -> list[PageCard]:
    paths = [path for file in FILES[source] if (path := SAMPLES / file).exists()]
    return [
        read_card(source, node)
        for path in paths
        for node in LexborHTMLParser(path.read_text(encoding="utf-8")).css("div.card")
    ]


def read_card(source: str, card: LexborNode) -> PageCard:
    tag_line = text_of(card, ".other-tags").replace(",", "").replace("Siege Weapon", "Siege_Weapon").split()
    assert [" ".join(label.text().split()) for label in card.css(".stat-label")] == LABELS
    values = [" ".join(value.text().replace("\ufe0f", "").split()) for value in card.css(".stat-value")]
    broken = re.search(r"\[(\d+)\]", values[1])
    mode = values[7].split()[1:]
    points, _, sign = text_of(card, ".points").partition(" pts ")
    foot = text_of(card, ".other-features")
    return PageCard(
        source=source,
        name=text_of(card, ".name"),
        points=int(points),
        alignment=SIGNS[sign],
        size=tag_line[0],
        tags=[tag.replace("_", " ") for tag in tag_line[1:-1]],
        level=int(tag_line[-1]),
        stats=[None if "nan" in value else int(value.split()[0]) for value in values],
        armor_broken=int(broken[1]) if broken else None,
        mode=MODES[mode[0]] if mode else None,
        features=[*(read_feature(node) for node in card.css(".feature")), *reactions_of(foot)],
        foot="; ".join(part for part in foot.split("; ") if part not in REACTIONS),
    )


REACTIONS = ("Attack of Opportunity", "Ferocity", "Retributive Strike")


def reactions_of(foot: str) -> list[PageFeature]:
    """The common reactions that one card names at its foot instead of among its features."""
    return [
        PageFeature(
            name=part, kind="base", replaces=None, uses=[], cost=COSTS["↻"], once_per_turn=False, range="",
            strike=False, extra="", text="",
        )
        for part in foot.split("; ")
        if part in REACTIONS
    ]  # fmt: skip


RANGE = re.compile(
    r"(?:melee or ranged|melee|ranged|self|emanation|cone|line|blast|burst)\b"
    r"(?: \d+(?:/\d+)?)?(?: within \d+)?(?: aura)?",
    re.IGNORECASE,
)


def read_feature(node: LexborNode) -> PageFeature:
    name, top = text_of(node, ".feature-name"), text_of(node, ".feature-top")
    kind, replaces = "base", None
    if mark := re.search(r" ?\[(add on|upgrade|replaces (.+))\]$", name):
        kind, replaces, name = KINDS.get(mark[1], "replaces"), mark[2], name[: mark.start()]
    elif re.search(r" Caster Rank \d+$", name):
        kind = "caster"
    cost = re.match(r"[●○↻]*", top)
    top = top[cost.end() :].strip()
    reach = RANGE.match(top)
    top = top[reach.end() :].strip() if reach else top
    strike = top == "strike"
    return PageFeature(
        name=name,
        kind=kind,
        replaces=replaces,
        uses=[BOXES[box] for box in text_of(node, ".feature-uses").replace(" ", "")],
        cost=COSTS[cost[0]],
        once_per_turn=cost[0] == "●○",
        range=reach[0].lower().replace("blast", "burst") if reach else "",
        strike=strike,
        extra="" if strike else top.strip(" ,.:"),
        text=text_of(node, ".feature-text"),
    )


def read_spells(text: str) -> list[tuple[list[str], list[tuple[str, str | None]]]]:
    groups: list[tuple[list[str], list[tuple[str, str | None]]]] = []
    for word in re.split(r"[;,] (?![^(]*\))", text.replace("[at-will]", "∞")):
        marks = re.match(r"([☐🄳🄴∞]+):? ?", word)
        if marks:
            groups.append(([BOXES[box] for box in marks[1] if box != "∞"], []))
            word = word[marks.end() :]
        name, _, note = word.partition(" (")
        groups[-1][1].append((name.casefold(), note.rstrip(")") or None))
    return groups


@dataclass
class Foot:
    """The standard features of a card: those at its end, and a weakness that stands among the others."""

    skills: list[str] = field(default_factory=list)
    immune: list[str] = field(default_factory=list)
    resist: list[tuple[str, int, list[str]]] = field(default_factory=list)
    weak: list[tuple[str, int]] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def printed_foot(published: PageCard) -> str:
    """The foot of a card and, in its words, what it prints as features: one card has its weakness there."""
    weaknesses = (f"weak {feature.text}" for feature in published.features if feature.name == "Weakness")
    return "; ".join((published.foot, *weaknesses))


def read_foot(text: str) -> Foot:
    foot = Foot()
    for part in filter(None, text.split("; ")):
        words: list[str] = []
        mode = ""
        for item in [*part.split(", "), "end"]:
            change = re.match(r"(immune|immunity to|resist|weak) ", item, re.IGNORECASE)
            if change or item == "end":
                add_to_foot(foot, mode, words)
                words, mode = [], change[1].lower().replace("immunity to", "immune") if change else ""
                item = item[change.end() :] if change else item
            words.append(item)
    return foot


def add_to_foot(foot: Foot, mode: str, words: list[str]) -> None:
    if mode == "":
        for word in words:
            skill = SKILL_ALIASES.get(word, word)
            (foot.skills if skill in SKILLS else foot.other).append(skill)
    elif mode == "immune":
        foot.immune += [word.casefold() for word in words]
    else:
        amount = r"(\d+)d6" if mode == "resist" else r"(\d+)"
        number = 0
        amounts: list[tuple[str, int, list[str]]] = []
        for word in reversed(words):  # a number stands for itself and for what is listed before it
            exceptions = re.search(r"\(except (.+)\)", word)
            here = re.search(amount, word)
            number = int(here[1]) if here else number
            bare = re.sub(rf"{amount}|\(.*\)", "", word)
            for damage_kind in reversed([" ".join(kind.split()) for kind in bare.split(" and ")]):
                amounts.append((damage_kind, number, re.split(r" or |, ", exceptions[1]) if exceptions else []))
        # ... unless it stands in front of the list.
        rows = [(result, value or number, left_out) for result, value, left_out in reversed(amounts)]
        if mode == "resist":
            foot.resist += rows
        else:
            foot.weak += [row[:2] for row in rows]


ALL_PAGES = [card for source in FILES for card in read_pages(source)]


def each_page(check: Callable[..., None]) -> Callable[..., None]:
    """Check every published page in one test, which needs the pages."""
    checked = every_row("published", ALL_PAGES, ids=lambda card: f"{card.source}:{card.name}")(check)
    return pytest.mark.samples(checked)


@cache
def built_in() -> dict[tuple[str | None, str], Card]:
    return {(card.source, card.name): card for card in built_in_cards()}


def card_of(published: PageCard) -> Card:
    card = built_in().get((published.source, published.name))
    assert card is not None, f"{published.name} is not in the compendium"
    return card


def feature_pairs(published: PageCard) -> list[tuple[PageFeature, Feature]]:
    return list(zip(published.features, card_of(published).features, strict=True))
