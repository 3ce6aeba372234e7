"""Reads a creature's printed card into a ``Card``: unreadable parts become doubts, and nothing is guessed silently."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules import alignment
from rules.card_reading.features import cut_to, holds, read_printed_feature
from rules.card_reading.foot import read_foot
from rules.card_reading.values import (
    Candidate,
    CardRejected,
    ImportDoubts,
    PrintedCard,
    PrintedFeature,
    plain_signs,
    quoted,
)
from rules.cards.fields import FOOT_FIELDS, HEAD_FIELDS
from rules.cards.model import SIZES, STATS, Card, Feature, Stats, numbered
from rules.cards.phrases import common_effect
from rules.cards.sheet import STAT_LABELS
from rules.errors import RulesError
from rules.lengths import MAX_CARD_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL, level_cost, level_of_cost
from rules.tables.movement import mode_of_sign
from rules.text import counted, listed, slug

MAX_SLUG = 78
MAX_FEATURES = 100
MAX_POINTS = 9999
MAX_LINE = 500
MAX_FOOT = 3_000
MAX_STATS = 40
STAT_RANGE = (-20, 999)

_POINTS = re.compile(r"(?P<points>\d{1,9})\s*(?:pts?|points?)?\.?\s*(?P<rest>.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d{1,6}")
_ARMOR = re.compile(r"(?P<armor>\S+) ?\[(?P<broken>[+-]?\d{1,4})\]")
_MINUS = str.maketrans("−–‐‑", "----")
_LABELS = {
    **{stat: stat for stat in STATS},
    "attack": "fight",
    "ac": "armor",
    "fort": "fortitude",
    "ref": "reflex",
    "spd": "speed",
}
_DEFENSES = ("Resistance", "Weakness")
_AMOUNTS = re.compile(r"(?:[a-z]+(?:,| and)? )+\d{1,3}(?:d6)?\.?", re.IGNORECASE)
_TWO_WORD_TAGS = ("Siege Weapon",)
_STARTS_WITH = re.compile(
    r"\b[Ss]tarts? (?:the (?:game|encounter|scenario) )?with (?:an? |one )?(?P<name>[A-Z][^.,;:]*?) minions?\b"
)
_SIGNS = {row.sign: row.code for row in alignment.ALIGNMENTS}


@dataclass
class _Head:
    """The part above the stats."""

    level: int
    printed_points: int | None
    alignment: str | None
    size: str | None
    tags: tuple[str, ...]


def read_card(printed: PrintedCard, *, license: str = "unknown") -> Candidate[Card]:
    """Read a printed card; rejects one without a name, or with neither a level nor points that imply one."""
    doubts = ImportDoubts()
    try:
        card = _read(printed, license, doubts)
    except CardRejected as fault:
        return Candidate(printed.name[:MAX_CARD_NAME], None, (fault.doubt,))
    return Candidate(card.name, card, doubts.all())


def _read(printed: PrintedCard, license: str, doubts: ImportDoubts) -> Card:
    name = plain_signs(printed.name)
    if not name:
        doubts.reject("name.missing", "Muster cannot import a card without a name.", "name")
    if len(name) > MAX_CARD_NAME or len(slug(name)) > MAX_SLUG:
        doubts.add("name.cut", f"The name has {len(name):,} characters; the first {MAX_SLUG} came in.", "name")
        name = name[:MAX_SLUG].rstrip()
    if printed.is_cut:
        doubts.add("page.cut", "The page ends in the middle of this card: the rest of it is missing.")
    printed = _bounded(printed, name, doubts)
    head = _read_head(printed, doubts)
    if printed.is_uneven:
        doubts.add("stats.uneven", "The table of its stats has more or fewer values than labels: each value "
                   "was read below the label over it.", "stats")  # fmt: skip
    stats = _read_stats(printed.stats, doubts)
    features = _read_features(printed, doubts)
    foot = read_foot("; ".join((printed.foot, *_defenses_among(features))), doubts)
    features = numbered((*features, *_reactions_among(foot.other, name, doubts)))
    values: dict[str, Any] = {
        "tags": head.tags,
        "starts_with": _starts_with(features),
        "movement_mode": stats.pop("movement_mode"),
        "armor_broken": stats.pop("armor_broken"),
        "skills": tuple(dict.fromkeys(foot.skills)),
        "immune": tuple(dict.fromkeys(foot.immune)),
        "resist": tuple(foot.resist),
        "weak": tuple(foot.weak),
        "other": tuple(dict.fromkeys(word for word in foot.other if not common_effect(word))),
    }
    return Card(
        key=slug(name) or "creature",
        name=name,
        level=head.level,
        alignment=head.alignment,
        size=head.size,
        stats=Stats(**stats),
        license=license,
        printed_points=head.printed_points,
        features=features,
        **_with_room(values, doubts),
    )


def _defenses_among(features: Iterable[Feature]) -> Iterator[str]:
    """Yield features that belong at the foot of a card, in its words: ``Weakness fire 5``."""
    for feature in features:
        if feature.name in _DEFENSES and _AMOUNTS.fullmatch(feature.effect):
            yield f"{feature.name} {feature.effect}"


def _reactions_among(foot: Iterable[str], creature: str, doubts: ImportDoubts) -> Iterator[Feature]:
    """Yield the common reactions at the foot of a card, as the features that they are on other cards."""
    for word in dict.fromkeys(foot):
        if common_effect(word):
            yield read_printed_feature(PrintedFeature("", word, "↻", ""), 0, creature, doubts)


def _bounded(printed: PrintedCard, name: str, doubts: ImportDoubts) -> PrintedCard:
    """Return the card with lines and lists cut to the limits of cards; each cut is a doubt."""
    return replace(
        printed,
        points=cut_to(printed.points, MAX_LINE, name, "points", doubts),
        tag_line=cut_to(printed.tag_line, MAX_LINE, name, "tags", doubts),
        foot=cut_to(printed.foot, MAX_FOOT, name, "foot", doubts),
        stats=tuple((label[:MAX_LINE], value[:MAX_LINE]) for label, value in printed.stats[:MAX_STATS]),
    )


def _read_head(printed: PrintedCard, doubts: ImportDoubts) -> _Head:
    match = _POINTS.match(plain_signs(printed.points))
    points = int(match["points"]) if match else None
    written = plain_signs(printed.points)
    # On a sheet the sign has a place of its own, and what stands for the points is not a sign.
    sign = plain_signs(printed.sign) or (match["rest"] if match else written)
    if printed.sign and match and match["rest"]:
        doubts.add("stat.unknown", f"There is no place for {quoted(match['rest'])} behind the points.", "points")
    level, size, tags = _read_tag_line(plain_signs(printed.tag_line), points, doubts)
    if points is None:
        printed_as = f"The points are printed as {quoted(written)}" if printed.sign and written else None
        doubts.add("points.missing", f"{printed_as or 'No points are printed'}; a creature of level {level} costs "
                   f"{counted(level_cost(level).cost, 'point')}.", "points")  # fmt: skip
    elif points != level_cost(level).cost:
        doubts.add(
            "points.differ",
            f"{counted(points, 'point')} printed; a creature of level {level} costs "
            f"{counted(level_cost(level).cost, 'point')}.",
            "points",
        )
    stored = points if points is not None and points <= MAX_POINTS else None
    return _Head(level, stored, _alignment(sign, doubts), size, tags)


def _alignment(sign: str, doubts: ImportDoubts) -> str | None:
    if not sign:
        doubts.add("alignment.missing", "No sign of an alignment is printed.", "alignment")
        return None
    if sign not in _SIGNS:
        doubts.add("alignment.unknown_sign", f"{quoted(sign)} is not the sign of an alignment.", "alignment")
    return _SIGNS.get(sign)


def _read_tag_line(line: str, points: int | None, doubts: ImportDoubts) -> tuple[int, str | None, tuple[str, ...]]:
    """Return level, size and tags: ``Large Earth, Fire Elemental 5``."""
    words = line.replace(",", " ").split()
    last = words[-1].translate(_MINUS) if words else ""
    level = int(words.pop().translate(_MINUS)) if _NUMBER.fullmatch(last) else None
    if level is None or not MIN_LEVEL <= level <= MAX_LEVEL:
        level = _level_of_points(level, points, doubts)
    size = next((size for size in SIZES if words and words[0].casefold() == size.casefold()), None)
    if size:
        words = words[1:]
    elif words:
        doubts.add("size.unknown", f"{quoted(words[0])} is not a size; it came in as a tag.", "size")
    else:
        doubts.add("size.missing", "No size is printed.", "size")
    text = " ".join(words)
    for tag in _TWO_WORD_TAGS:
        text = text.replace(tag, tag.replace(" ", "\N{NO-BREAK SPACE}"))
    return (
        level,
        size,
        tuple(dict.fromkeys(word.replace("\N{NO-BREAK SPACE}", " ") for word in text.split(" ") if word)),
    )


def _level_of_points(printed: int | None, points: int | None, doubts: ImportDoubts) -> int:
    level = level_of_cost(points) if points is not None else None
    problem = "No level is printed" if printed is None else f"Level {printed} is outside {MIN_LEVEL} to {MAX_LEVEL}"
    if level is None:
        reason = "no points are printed" if points is None else f"{counted(points, 'point')} fit no level"
        doubts.reject("level.missing", f"{problem}, and {reason}.", "level")
    doubts.add("level.missing", f"{problem}; level {level} follows from {counted(points or 0, 'point')}.", "level")
    return level


def _read_stats(printed: Iterable[tuple[str, str]], doubts: ImportDoubts) -> dict[str, Any]:
    """Return the eight stats, the broken Armor and the movement mode."""
    values: dict[str, Any] = {**dict.fromkeys(STATS), "armor_broken": None, "movement_mode": None}
    seen: set[str] = set()
    for label, written in printed:
        stat = _LABELS.get(label.strip(" :.").casefold())
        text = plain_signs(written)
        if stat is None or stat in seen:
            doubts.add("stat.unknown", f"There is no place for the stat {quoted(f'{label} {text}')}.", "stats")
            continue
        seen.add(stat)
        if stat == "armor" and (match := _ARMOR.fullmatch(text)):
            text, values["armor_broken"] = match["armor"], int(match["broken"])
        if stat == "speed":
            text, _, sign = text.partition(" ")
            text, sign = _apart(text, sign)
            values["movement_mode"] = _movement_mode(sign, doubts)
        values[stat] = _stat(stat, label.strip(), text, doubts)
    for stat in STATS:
        if stat not in seen:
            doubts.add("stat.missing", f"No {dict(STAT_LABELS)[stat]} is printed.", stat)
    if values["armor"] is None:
        values["armor_broken"] = None
    return values


def _apart(number: str, sign: str) -> tuple[str, str]:
    """Return a number and a sign attached to it: ``8☁``."""
    match = re.fullmatch(r"([+-]?\d+)(\D+)", number)
    return (match[1], match[2] + sign) if match and not sign else (number, sign)


def _movement_mode(sign: str, doubts: ImportDoubts) -> str | None:
    if not sign:
        return None
    try:
        return mode_of_sign(sign).name
    except RulesError:
        doubts.add("speed.unknown_sign", f"{quoted(sign)} is not the sign of a movement mode.", "movement_mode")
        return None


def _stat(stat: str, label: str, text: str, doubts: ImportDoubts) -> int | None:
    number = text.translate(_MINUS).replace("- ", "-").replace("+ ", "+")
    if _NUMBER.fullmatch(number) and STAT_RANGE[0] <= int(number) <= STAT_RANGE[1]:
        return int(number)
    doubts.add("stat.unreadable", f"{label} is printed as {quoted(text)}; the card has none.", stat)
    return None


def _read_features(printed: PrintedCard, doubts: ImportDoubts) -> tuple[Feature, ...]:
    wanted = [feature for feature in printed.features if any((feature.uses, feature.name, feature.top, feature.text))]
    if len(wanted) > MAX_FEATURES:
        doubts.add(
            "features.too_many",
            f"It has more than {MAX_FEATURES} features; the first {MAX_FEATURES} came in.",
            "features",
        )
    features = [
        read_printed_feature(feature, place, plain_signs(printed.name), doubts)
        for place, feature in enumerate(wanted[:MAX_FEATURES], start=1)
    ]
    names = {feature.name.casefold() for feature in features}
    for feature in features:
        if feature.replaces and feature.replaces.casefold() not in names:
            doubts.add(
                "replaces.unknown",
                f"{feature.name} replaces {quoted(feature.replaces)}, which the card does not have.",
                "replaces",
            )
    return numbered(tuple(features))


def _starts_with(features: Iterable[Feature]) -> tuple[str, ...]:
    return tuple(
        slug(match["name"])
        for feature in features
        for match in _STARTS_WITH.finditer(feature.effect)
        if not feature.is_upgrade
    )


def _with_room(values: dict[str, Any], doubts: ImportDoubts) -> dict[str, Any]:
    """Return the fields, lists cut to the size of their columns; each cut is a doubt."""
    for field in (*HEAD_FIELDS, *FOOT_FIELDS):
        value = values.get(field.name)
        if not value or not isinstance(value, tuple):
            continue
        kept: list[Any] = []
        left_out: list[str] = []
        for item in value:
            fits = holds(field, (*kept, item))
            (kept if fits else left_out).append(item if fits else field.write((item,)))
        if left_out:
            doubts.add(
                "field.no_room",
                f"The {field.label} cannot hold {listed(quoted(item) for item in left_out[:3])}.",
                field.name,
            )
            values[field.name] = tuple(kept)
    return values
