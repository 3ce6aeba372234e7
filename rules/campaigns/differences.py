"""What has become of a member between two moments of its career, as short sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.campaigns.readiness import wound_text
from rules.cards.model import STATS
from rules.careers.numbers import damage_numbers, level_of, owned_features, points_number, stat_numbers
from rules.careers.state import CareerState, GainedFeat
from rules.legality.rulebook import Rulebook
from rules.roster.model import ItemChoice
from rules.tables.stats import stat_name
from rules.text import with_minus

SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
"""Stats that cards print with their sign."""


def career_differences(before: CareerState, after: CareerState, rulebook: Rulebook) -> tuple[str, ...]:
    """Return everything that changed of a member from one state to another: numbers first, then wounds and the rest."""
    return (*number_differences(before, after, rulebook), *_events(before, after, rulebook))


def number_differences(before: CareerState, after: CareerState, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the level, points, stats and damage of a member that changed: ``Fight +9 → +10``."""
    return tuple(_numbers(before, after, rulebook))


def _numbers(before: CareerState, after: CareerState, rulebook: Rulebook) -> Iterator[str]:
    old, new = before.base_card(rulebook), after.base_card(rulebook)
    yield from _changed("Level", level_of(before, old), level_of(after, new))
    points = points_number(before, old, rulebook).value, points_number(after, new, rulebook).value
    yield from _changed("Points", *points)
    stats, stats_now = stat_numbers(before, old), stat_numbers(after, new)
    for stat in STATS:
        was, now = stats[stat], stats_now[stat]
        if was is not None and now is not None:
            yield from _changed(stat_name(stat), was.value, now.value, signed=stat in SIGNED)
        elif was is not now:
            yield f"{stat_name(stat)} {was.value if was else '–'} → {now.value if now else '–'}"
    damage = {one.id: [each.value for each in damage_numbers(one, before, old)] for one in owned_features(before, old)}
    for feature in owned_features(after, new):
        amounts = [each.value for each in damage_numbers(feature, after, new)]
        if feature.id in damage and amounts != damage[feature.id]:
            yield f"{feature.name} damage {_amounts(damage[feature.id])} → {_amounts(amounts)}"


def _amounts(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def _changed(name: str, was: int, now: int, *, signed: bool = False) -> Iterator[str]:
    if was != now:
        form = "+d" if signed else "d"
        yield with_minus(f"{name} {was:{form}} → {now:{form}}")


def _events(before: CareerState, after: CareerState, rulebook: Rulebook) -> Iterator[str]:
    yield from _wounds(before, after)
    if before.has_ended != after.has_ended:
        yield "Its career has ended" if after.has_ended else "Its career goes on"
    if before.is_out_of_action != after.is_out_of_action:
        yield "Out of action for the next scenario" if after.is_out_of_action else "No longer out of action"
    held, has = Counter(map(_feat_name, before.feats)), Counter(map(_feat_name, after.feats))
    yield from _more("Feat: ", has - held)
    yield from _more("No longer has the feat ", held - has)
    if len(after.open_feats) > len(before.open_feats):
        yield "A feat to choose"
    yield from _more("Learned ", Counter(after.spells) - Counter(before.spells))
    if before.member.name != after.member.name:
        yield f"Renamed from {before.name} to {after.name}"
    if before.member.revision != after.member.revision:
        yield f"Follows revision {after.member.revision} of its card"
    yield from _extras(before, after, rulebook)


def _wounds(before: CareerState, after: CareerState) -> Iterator[str]:
    old = {(wound.event, wound.injury): wound for wound in before.wounds}
    new = {(wound.event, wound.injury): wound for wound in after.wounds}
    for key, wound in new.items():
        if key not in old:
            yield f"Injury: {wound_text(wound)}"
        elif wound.permanent and not old[key].permanent:
            yield f"{wound.row.name} is permanent now"
    for key, wound in old.items():
        if key not in new:
            yield f"{wound.row.name} healed" if not wound.permanent else f"{wound.row.name} is gone"


def _extras(before: CareerState, after: CareerState, rulebook: Rulebook) -> Iterator[str]:
    features = {feature.id: feature.name for feature in after.base_card(rulebook).features}
    old, new = before.member, after.member
    names = rulebook.items

    def item_name(choice: ItemChoice) -> str:
        name = names[choice.item].name if choice.item in names else choice.item
        return f"{name} ({choice.choice})" if choice.choice else name

    for one, other, verb in ((new, old, "Gained "), (old, new, "No longer has ")):
        yield from _more(verb, Counter(map(item_name, one.items)) - Counter(map(item_name, other.items)))
        upgrades = (Counter(one.upgrades) - Counter(other.upgrades)).elements()
        yield from (f"{verb}{features.get(key, key)}" for key in upgrades)
        for key in (Counter(one.positioning) - Counter(other.positioning)).elements():
            known = rulebook.positioning.get(key)
            yield f"{verb}{known.name if known else key}"


def _feat_name(gained: GainedFeat) -> str:
    return f"{gained.row.name} ({gained.choice})" if gained.choice else gained.row.name


def _more(words: str, names: Iterable[str]) -> Iterator[str]:
    counts = names if isinstance(names, Counter) else Counter(names)
    for name, times in counts.items():
        yield f"{words}{times} × {name}" if times > 1 else f"{words}{name}"
