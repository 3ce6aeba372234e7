"""Laying a draft out as its sheet: everything looked up, added up and judged once, then put in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rules.alignment import BY_CODE
from rules.building.draft import Draft, Secret
from rules.cards.model import USES, Card
from rules.cards.sheet import CreatureCard, FeatureLine, Mark, cost_mark, creature_card, use_marks
from rules.items import Item
from rules.legality.problem import SHORT_WORDS, Problem
from rules.legality.reckoning import Line, Reckoning, reckon
from rules.legality.rulebook import Rulebook
from rules.legality.verdict import verdict_of
from rules.legality.wording import counted
from rules.roster.model import ItemChoice, Override, Roster
from rules.sheets.model import (
    ItemLine,
    MemberSheet,
    OverrideLine,
    PositioningLine,
    ProblemLine,
    RosterSheet,
    UpgradeOffer,
)
from rules.text import listed, with_minus

COST_OF_ITS_SPELL = Mark("", "as its spell")

CardSheet = Callable[[Card], CreatureCard]


def roster_sheet(
    draft: Draft,
    rulebook: Rulebook,
    *,
    card_sheet: CardSheet = creature_card,
    source_names: Mapping[str, str] = {},
) -> RosterSheet:
    """Lay out everything that is in a draft; for other eyes than its player's give ``draft.shared``.

    ``card_sheet`` lays out a card, ``source_names`` are what players call the sources of creatures. Never raises: what
    nobody knows is shown by its key.
    """
    reckoning = reckon(draft.roster, rulebook)
    roster, mode = draft.roster, draft.roster.mode
    verdict = verdict_of(reckoning)
    problems = _problem_lines(roster, verdict.problems)
    names = {line.member.id: line.member.name or _creature(line) for line in reckoning.lines}
    return RosterSheet(
        name=roster.name,
        mode=mode.name,
        mode_key=mode.roster_key,
        alignment=BY_CODE[roster.alignment] if roster.alignment else None,
        limits_alignment=reckoning.limits_alignment,
        points=verdict.points,
        limit=reckoning.limit,
        left=verdict.points_left,
        legal=verdict.legal,
        members=tuple(_members(draft, reckoning, problems, names, _Cards(card_sheet))),
        problems=tuple(problems.get(None, ())),
        overrides=_override_lines(roster, verdict.problems, names),
        house_rules=tuple(_house_rules(reckoning, source_names)),
        is_held_to_collection=roster.collection is not None and mode.points_limit,
        notes=draft.notes,
    )


def _problem_lines(roster: Roster, problems: tuple[Problem, ...]) -> dict[str | None, list[ProblemLine]]:
    """Return the problems by the id of their member, the roster's own under None."""
    agreed: dict[tuple[str, str | None], Override] = {}
    for override in roster.overrides:
        agreed.setdefault((override.code, override.member), override)
    lines: dict[str | None, list[ProblemLine]] = {}
    for problem in problems:
        subject = problem.subject
        cover = agreed.get((problem.code, subject.id)) or agreed.get((problem.code, None))
        line = ProblemLine(
            code=problem.code,
            message=with_minus(problem.message),
            fix=with_minus(problem.fix),
            severity=problem.severity,
            overridden=problem.overridden,
            reason=cover.reason if cover else "",
            kind=subject.kind,
            member=subject.id,
            key=subject.key,
        )
        lines.setdefault(subject.id, []).append(line)
    return lines


def _override_lines(
    roster: Roster, problems: tuple[Problem, ...], names: Mapping[str, str]
) -> tuple[OverrideLine, ...]:
    found = {(problem.code, problem.subject.id) for problem in problems}
    found |= {(problem.code, None) for problem in problems}
    return tuple(
        OverrideLine(
            code=one.code,
            words=SHORT_WORDS.get(one.code, one.code),
            reason=one.reason,
            member=one.member,
            whose="the whole warband" if one.member is None else names.get(one.member, f"“{one.member}”"),
            met=(one.code, one.member) in found,
        )
        for one in roster.overrides
    )


def _house_rules(reckoning: Reckoning, source_names: Mapping[str, str]) -> Iterator[str]:
    house_rules = reckoning.roster.house_rules
    if house_rules is None:
        return
    most = house_rules.max_items_per_member
    if most is not None:
        yield f"At most {counted(most, 'item')} each." if most else "No items."
    if house_rules.sources is not None:
        named = listed((source_names.get(source, source) for source in house_rules.sources), "or")
        yield f"Creatures only from {named}." if named else "Creatures from no source."
    if house_rules.banned:
        yield f"Banned: {', '.join(_creature_name(key, reckoning.rulebook) for key in house_rules.banned)}."


def _creature_name(key: str, rulebook: Rulebook) -> str:
    card = rulebook.cards.get(key)
    return card.name if card else f"“{key}”"


def _creature(line: Line) -> str:
    return line.card.name if line.card else f"“{line.member.creature}”"


class _Bought(NamedTuple):
    """A card as it is with some of its upgrades."""

    features: tuple[FeatureLine, ...] = ()
    gone: tuple[str, ...] = ()
    offers: tuple[UpgradeOffer, ...] = ()
    unknown: tuple[str, ...] = ()


class _Cards:
    """Each card of a warband, and each set of upgrades of it, laid out once however many members have it."""

    def __init__(self, card_sheet: CardSheet) -> None:
        self._card_sheet = card_sheet
        self._sheets: dict[int, CreatureCard] = {}  # by identity: hashing a card costs as much as laying it out
        self._removals: dict[int, dict[str, tuple[str, ...]]] = {}
        self._bought: dict[tuple[int, tuple[str, ...]], _Bought] = {}

    def sheet(self, card: Card) -> CreatureCard:
        sheet = self._sheets.get(id(card))
        if sheet is None:
            sheet = self._sheets[id(card)] = self._card_sheet(card)
            self._removals[id(card)] = {
                key: _gone(card, (key,)) for key, feature in card.upgrades.items() if feature.replaces
            }
        return sheet

    def bought(self, card: Card, upgrades: tuple[str, ...]) -> _Bought:
        bought = self._bought.get((id(card), upgrades))
        if bought is None:
            bought = self._bought[id(card), upgrades] = self._lay_out(card, upgrades)
        return bought

    def _lay_out(self, card: Card, upgrades: tuple[str, ...]) -> _Bought:
        sheet = self.sheet(card)
        removals = self._removals[id(card)]
        times = Counter(upgrades)
        has = {feature.id for feature in card.features_with(upgrades)}
        return _Bought(
            features=tuple(line for line in sheet.features if line.id in has),
            gone=_gone(card, upgrades),
            offers=tuple(
                UpgradeOffer(line, line.id in times, times[line.id], removals.get(line.id, ()))
                for line in sheet.upgrades
            ),
            unknown=tuple(key for key in times if key not in card.upgrades),
        )


def _gone(card: Card, upgrades: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the features that a creature loses by those upgrades."""
    has = {feature.id for feature in card.features_with(upgrades)}
    return tuple(
        dict.fromkeys(feature.name for feature in card.features if not feature.is_upgrade and feature.id not in has)
    )


def _members(
    draft: Draft,
    reckoning: Reckoning,
    problems: Mapping[str | None, list[ProblemLine]],
    names: Mapping[str, str],
    cards: _Cards,
) -> Iterator[MemberSheet]:
    rulebook = reckoning.rulebook
    secrets = {(secret.member, secret.positioning): secret for secret in reversed(draft.secrets)}
    for line in reckoning.lines:
        member, card = line.member, line.card
        bought = cards.bought(card, member.upgrades) if card else _Bought(unknown=tuple(dict.fromkeys(member.upgrades)))
        current = rulebook.cards.get(member.creature)
        yield MemberSheet(
            id=member.id,
            place=line.place,
            called=names[member.id],
            full_name=line.name,
            own_name=member.name,
            creature=_creature(line),
            key=member.creature,
            known=card is not None,
            card=cards.sheet(card) if card else None,
            points=line.points,
            base_points=line.base_points,
            extras_points=line.extras_points,
            upgrade_cost=card.upgrade_cost if card else None,
            is_free=line.free,
            commander=names.get(member.minion_of or "", "") if member.minion_of != member.id else "",
            minion_of=member.minion_of,
            hero_points=member.hero_points,
            features=bought.features,
            gone=bought.gone,
            upgrades=bought.offers,
            unknown_upgrades=bought.unknown,
            items=tuple(_item_line(place, *carried) for place, carried in enumerate(line.items)),
            positioning=_positioning(line, rulebook, secrets),
            notes=draft.member_notes.get(member.id, ""),
            revision=member.revision,
            card_revision=card.revision if card else None,
            current_revision=current.revision if current else None,
            problems=tuple(problems.get(member.id, ())),
        )


def _item_line(place: int, choice: ItemChoice, item: Item | None) -> ItemLine:
    chosen = choice.choice or ""
    if item is None:
        name = f"“{choice.item}”"
        return ItemLine(choice.item, name, False, None, "", None, (), "", "", "", chosen, "", place)
    return ItemLine(
        key=choice.item,
        name=item.name,
        known=True,
        level=item.level,
        kind=item.kind,
        cost=COST_OF_ITS_SPELL if item.ap == "spell" else cost_mark(item.ap),
        uses=tuple(mark for use in USES if use == item.kind for mark in use_marks((use,))),
        reach=" ".join(filter(None, (item.range, "strike" if item.strike else ""))),
        trigger=item.trigger,
        text=item.text,
        choice=chosen,
        asks_for=item.choice or "",
        place=place,
    )


def _positioning(
    line: Line, rulebook: Rulebook, secrets: Mapping[tuple[str, str], Secret]
) -> tuple[PositioningLine, ...]:
    if not line.member.positioning:
        return ()
    lines = []
    for key, times in Counter(line.member.positioning).items():
        row, secret = rulebook.positioning.get(key), secrets.get((line.member.id, key))
        lines.append(
            PositioningLine(
                key=key,
                name=row.name if row else f"“{key}”",
                known=row is not None,
                times=times,
                summary=row.summary if row else "",
                text=row.text if row else "",
                is_secret=row is not None and row.secret,
                secret=secret.text if secret else "",
                revealed=secret is not None and secret.revealed,
            )
        )
    return tuple(lines)
