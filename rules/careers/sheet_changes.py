"""What differs between two states of a member, line by line as a person reads it: before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.careers.card import explain
from rules.careers.state import CareerState, GainedFeat
from rules.feats import BY_KEY
from rules.legality.rulebook import Rulebook
from rules.tables.stats import stat_name
from rules.text import counted, listed

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class SheetChange:
    """One line of a member that differs; ``before`` or ``after`` is a dash where there was or is nothing."""

    label: str
    before: str
    after: str


def sheet_changes(before: CareerState | None, after: CareerState | None, rulebook: Rulebook) -> tuple[SheetChange, ...]:
    """Return the lines in which two states of a member differ; None is a member that is not there."""
    old, new = dict(_lines(before, rulebook)), dict(_lines(after, rulebook))
    return tuple(
        SheetChange(label, old.get(label, NOTHING), new.get(label, NOTHING))
        for label in dict.fromkeys((*old, *new))
        if old.get(label) != new.get(label)
    )


def feat_title(gained: GainedFeat, career: CareerState, rulebook: Rulebook) -> str:
    """Return a feat with what was chosen for it, a Strike by its name."""
    feat = BY_KEY.get(gained.feat)
    name = feat.name if feat else gained.feat
    return f"{name} ({choice_title(gained.choice, career, rulebook)})" if gained.choice else name


def choice_title(choice: str, career: CareerState, rulebook: Rulebook) -> str:
    """Return what was chosen for a feat as a person reads it: a Strike by its name, anything else as it is."""
    return {feature.id: feature.name for feature in career.base_card(rulebook).features}.get(choice, choice)


def _lines(career: CareerState | None, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    if career is None:
        return
    if career.is_dismissed:
        yield "In the warband", "no"
        return
    if career.has_ended:
        yield "Career", "ended"
    yield "Next scenario", "can fight" if career.can_fight else "never again" if career.has_ended else "out of action"
    if career.wounds:
        yield (
            "Injuries",
            listed(f"{wound.row.name} ({'permanent' if wound.permanent else 'heals'})" for wound in career.wounds),
        )
    yield "Advances", str(career.advances)
    explained = explain(career, rulebook)
    yield "Level", str(explained.level.value)
    yield "Points", str(explained.points.value)
    for stat, number in explained.stats.items():
        if number is not None:
            yield stat_name(stat), str(number.value)
    for numbers in explained.damage.values():
        if numbers:
            yield numbers[0].name, " and ".join(str(number.value) for number in numbers)
    if career.feats:
        yield "Feats", listed(feat_title(gained, career, rulebook) for gained in career.feats)
    if career.open_feats:
        yield "To choose", counted(len(career.open_feats), "feat")
    if items := [rulebook.items[one.item].name for one in career.member.items if one.item in rulebook.items]:
        yield "Items", listed(items)
    if career.spent:
        yield "Spent", listed(f"{use.key} × {use.times}" if use.times > 1 else use.key for use in career.spent)
    if career.spells:
        yield "Spells learned", listed(career.spells)
