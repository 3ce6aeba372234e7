"""The layout of a draft as a sheet: members beside their cards with their problems, and equal ones combined."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.alignment import BY_CODE
from rules.building.draft import Draft, Secret
from rules.building.groups import without_id
from rules.cards.model import Card
from rules.cards.remarks import is_same_in_play
from rules.cards.sheet import CreatureCard, FeatureLine, Mark, cost_mark, creature_card, range_words, use_marks
from rules.effects.values import USES
from rules.items.item import Item, is_agreed_choice
from rules.legality.resolved import ResolvedRoster
from rules.legality.rule import Problem
from rules.legality.verdict import Verdict, rule_label
from rules.roster.model import ItemChoice, Member, Override, Roster
from rules.sheets.model import (
    ItemLine,
    MemberSheet,
    OverrideLine,
    PositioningLine,
    ProblemLine,
    RosterSheet,
    UpgradeOffer,
)
from rules.tables.positioning import PositioningUpgrade
from rules.text import counted, few_listed, listed, with_count, with_minus

COST_OF_ITS_SPELL = Mark("", "as its spell")
_BOXES: dict[str, tuple[Mark, ...]] = {use: use_marks((use,)) for use in USES}

CardSheet = Callable[[Card], CreatureCard]


def member_sheets(
    draft: Draft,
    roster: ResolvedRoster,
    problems: Mapping[str | None, Sequence[ProblemLine]],
    card_sheet: CardSheet,
) -> Iterator[MemberSheet]:
    """Lay out the members of a resolved draft; ``problems`` are theirs by their ids."""
    rulebook = roster.rulebook
    cards = _Cards(card_sheet)
    names = {member.id: member.short_name for member in roster.members}
    secrets = {(secret.member, secret.positioning): secret for secret in reversed(draft.secrets)}
    items: dict[tuple[ItemChoice, int], ItemLine] = {}
    agreed: dict[tuple[str, int], ItemLine] = {}
    for resolved_member in roster.members:
        member, card = resolved_member.member, resolved_member.card
        bought = cards.bought(card, member.upgrades) if card else _Bought(unknown=tuple(dict.fromkeys(member.upgrades)))
        current = rulebook.cards.get(member.creature)
        for place, (choice, item) in enumerate(resolved_member.items):
            if (choice, place) not in items:
                items[choice, place] = item_line(place, choice, item)
            if choice.choice and item and card and is_agreed_choice(choice.choice, item, card, member.upgrades):
                agreed[member.id, place] = replace(items[choice, place], is_agreed=True)
        yield MemberSheet(
            id=member.id,
            place=resolved_member.place,
            enlisted=member,
            called=names[member.id],
            full_name=resolved_member.name,
            own_name=member.name,
            number=resolved_member.number,
            creature=resolved_member.creature,
            key=member.creature,
            known=card is not None,
            card=bought.card,
            points=resolved_member.points,
            base_points=resolved_member.base_points,
            extras_points=resolved_member.extras_points,
            upgrade_cost=card.upgrade_cost if card else None,
            is_free=resolved_member.is_free,
            commander=names.get(member.minion_of or "", "") if member.minion_of != member.id else "",
            minion_of=member.minion_of,
            hero_points=member.hero_points,
            features=bought.features,
            gone=bought.gone,
            upgrades=bought.offers,
            unknown_upgrades=bought.unknown,
            items=tuple(
                agreed.get((member.id, place)) or items[choice, place]
                for place, (choice, _) in enumerate(resolved_member.items)
            ),
            positioning=tuple(
                _positioning_line(key, times, rulebook.positioning.get(key), secrets.get((member.id, key)))
                for key, times in _times(member.positioning).items()
            ),
            notes=draft.member_notes.get(member.id, ""),
            revision=member.revision,
            card_revision=card.revision if card else None,
            current_revision=current.revision if current else None,
            newer_revision=_newer_revision(member, card, current),
            problems=tuple(problems.get(member.id, ())),
        )


def _newer_revision(member: Member, card: Card | None, current: Card | None) -> int | None:
    """Return the newest revision for a member that is pinned to another, unless the two differ only in wording."""
    if member.revision is None or card is None or current is None or card.revision == current.revision:
        return None
    return None if is_same_in_play(card, current) else current.revision


def creature_name(key: str, card: Card | None) -> str:
    """Return the name of a creature, its key in quotation marks when it is unknown."""
    return card.name if card else f"“{key}”"


class _Bought(NamedTuple):
    """A card with some of its upgrades."""

    card: CreatureCard | None = None
    features: tuple[FeatureLine, ...] = ()
    gone: tuple[str, ...] = ()
    offers: tuple[UpgradeOffer, ...] = ()
    unknown: tuple[str, ...] = ()


class _Cards:
    """Each card of a warband, and each set of upgrades of it, laid out once however many members have it."""

    def __init__(self, card_sheet: CardSheet) -> None:
        self._card_sheet = card_sheet
        # By identity: to hash a card takes as long as to lay it out.
        self._sheets: dict[int, CreatureCard] = {}
        self._removals: dict[int, dict[str, tuple[str, ...]]] = {}
        self._bought: dict[tuple[int, tuple[str, ...]], _Bought] = {}

    def bought(self, card: Card, upgrades: tuple[str, ...]) -> _Bought:
        if id(card) not in self._sheets:
            self._sheets[id(card)] = self._card_sheet(card)
            self._removals[id(card)] = {
                key: _gone(card, _has(card, (key,))) for key, feature in card.upgrades.items() if feature.replaces
            }
        bought = self._bought.get((id(card), upgrades))
        if bought is None:
            bought = self._bought[id(card), upgrades] = self._lay_out(card, upgrades)
        return bought

    def _lay_out(self, card: Card, upgrades: tuple[str, ...]) -> _Bought:
        sheet, removals = self._sheets[id(card)], self._removals[id(card)]
        has, times = _has(card, upgrades), _times(upgrades)
        return _Bought(
            card=sheet,
            features=tuple([line for line in sheet.features if line.id in has]),
            gone=_gone(card, has),
            offers=tuple(
                [
                    UpgradeOffer(line, line.id in times, times.get(line.id, 0), removals.get(line.id, ()))
                    for line in sheet.upgrades
                ]
            ),
            unknown=tuple([key for key in times if key not in card.upgrades]),
        )


def _has(card: Card, upgrades: tuple[str, ...]) -> frozenset[str]:
    """Return the ids of the features that a creature has with those upgrades."""
    return frozenset([feature.id for feature in card.features_with(upgrades)])


def _gone(card: Card, has: frozenset[str]) -> tuple[str, ...]:
    """Return the names of the features that a creature had from the start and has no longer."""
    lost = [feature.name for feature in card.features if feature.id not in has and not feature.is_upgrade]
    return tuple(dict.fromkeys(lost))


def _times(keys: tuple[str, ...]) -> dict[str, int]:
    """Return the number of each key, in order of first appearance."""
    return {key: keys.count(key) for key in keys}


def item_line(place: int, choice: ItemChoice, item: Item | None) -> ItemLine:
    """Lay out an item at its place among its carrier's; None for an unknown item."""
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
        cost=COST_OF_ITS_SPELL if item.cost == "spell" else cost_mark(item.cost),
        uses=_BOXES.get(item.kind, ()),
        reach=" ".join(filter(None, (range_words(item.range), "strike" if item.strike else ""))),
        trigger=with_minus(item.trigger or ""),
        text=with_minus(item.text),
        choice=chosen,
        asks_for=item.choice or "",
        place=place,
        tags=item.tags,
        precondition=(item.precondition or "trigger").capitalize(),
        by_table=item.is_left_to_table,
    )


def _positioning_line(key: str, times: int, row: PositioningUpgrade | None, secret: Secret | None) -> PositioningLine:
    hidden, revealed = (secret.text, secret.revealed) if secret else ("", False)
    if row is None:
        return PositioningLine(key, f"“{key}”", False, times, "", "", False, hidden, revealed)
    return PositioningLine(key, row.name, True, times, row.summary, row.text, row.secret, hidden, revealed)


def sheet_of_resolved(
    draft: Draft, resolved: ResolvedRoster, verdict: Verdict, *, card_sheet: CardSheet = creature_card
) -> RosterSheet:
    """Lay out a draft whose roster is already resolved and checked."""
    roster, mode = draft.roster, draft.roster.mode
    problems = problem_lines(roster, verdict.problems)
    return RosterSheet(
        roster=roster,
        name=roster.name,
        mode=mode.name,
        alignment=BY_CODE[roster.alignment] if roster.alignment else None,
        limits_alignment=resolved.limits_alignment,
        points=verdict.points,
        limit=resolved.limit,
        left=verdict.points_left,
        legal=verdict.legal,
        members=tuple(member_sheets(draft, resolved, problems, card_sheet)),
        problems=tuple(problems.get(None, ())),
        overrides=_override_lines(resolved, verdict.problems),
        house_rules=tuple(_house_rules(resolved)),
        is_held_to_collection=roster.collection is not None and mode.points_limit,
        notes=draft.notes,
    )


def problem_lines(roster: Roster, problems: tuple[Problem, ...]) -> dict[str | None, list[ProblemLine]]:
    """Return the problems of a roster's verdict by the id of their member, the roster's own under None."""
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


def _override_lines(resolved: ResolvedRoster, problems: tuple[Problem, ...]) -> tuple[OverrideLine, ...]:
    names = {member.id: member.short_name for member in resolved.members}
    problem_keys = {(problem.code, problem.subject.id) for problem in problems}
    problem_keys |= {(problem.code, None) for problem in problems}
    return tuple(
        OverrideLine(
            code=override.code,
            words=rule_label(override.code),
            reason=override.reason,
            member=override.member,
            whose="the whole warband"
            if override.member is None
            else names.get(override.member, f"“{override.member}”"),
            met=(override.code, override.member) in problem_keys,
        )
        for override in resolved.roster.overrides
    )


def _house_rules(resolved: ResolvedRoster) -> Iterator[str]:
    house_rules = resolved.roster.house_rules
    if house_rules is None:
        return
    cards = resolved.rulebook.cards
    most = house_rules.max_items_per_member
    if most is not None:
        yield f"At most {counted(most, 'item')} each." if most else "No items."
    if house_rules.sources is not None:
        named = listed(map(resolved.rulebook.source_name, house_rules.sources), "or")
        yield f"Creatures only from {named}." if named else "No creatures from any source."
    if house_rules.banned:
        yield f"Banned: {', '.join(creature_name(key, cards.get(key)) for key in house_rules.banned)}."


@dataclass(frozen=True, slots=True)
class GroupProblem:
    """A problem that members of a group share, and the ids of those members."""

    line: ProblemLine
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemberGroup:
    """Equal members, in the order of the warband; a member that has no equal is a group of its own."""

    members: tuple[MemberSheet, ...]

    @property
    def first(self) -> MemberSheet:
        """The first of them, at the group's place, which represents all."""
        return self.members[0]

    @property
    def number(self) -> int:
        """The number of members."""
        return len(self.members)

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple([member.id for member in self.members])

    @property
    def called(self) -> str:
        """Their name for players: ``3 × Kobold Warrior``, or the name of a single member.

        With numbers for namesakes, they are ``Kobold Warrior 1, 2 and 5``.
        """
        if self.number > 1 and self.first.number:
            return f"{self.first.creature} {few_listed(str(member.number) for member in self.members)}"
        return with_count(self.first.called, self.number)

    @property
    def full_name(self) -> str:
        """The same with the creature of a member that has a name of its own."""
        return self.called if self.number > 1 else self.first.full_name

    @property
    def points(self) -> int:
        """Their total cost, in points."""
        return self.number * self.first.points

    @property
    def problems(self) -> tuple[GroupProblem, ...]:
        """Their problems, each once however many of them have it."""
        members_by_line: dict[ProblemLine, list[str]] = {}
        for member in self.members:
            for line in member.problems:
                members_by_line.setdefault(replace(line, member=self.first.id), []).append(member.id)
        return tuple(GroupProblem(replace(line, member=ids[0]), tuple(ids)) for line, ids in members_by_line.items())


def member_groups(sheet: RosterSheet) -> tuple[MemberGroup, ...]:
    """Return the members in groups of equal ones, in the order of their first members.

    Members are equal if they are the same in everything but their ids and places: creature, purchases, commander, cost,
    notes, career, agreements. A member with its own name, or with minions that name it, is a group of its own.
    """
    leaders = {member.minion_of for member in sheet.members}
    agreed: dict[str | None, list[tuple[str, str]]] = {}
    for override in sheet.overrides:
        agreed.setdefault(override.member, []).append((override.code, override.reason))
    cards = _CardNumbers()
    groups: dict[Hashable, list[MemberSheet]] = {}
    for member in sheet.members:
        alone = member.own_name or member.id in leaders
        facts = member.place if alone else (_facts(member), cards.number(member), frozenset(agreed.get(member.id, ())))
        groups.setdefault(facts, []).append(member)
    return tuple([MemberGroup(tuple(members)) for members in groups.values()])


def _facts(member: MemberSheet) -> Hashable:
    secrets = frozenset((line.key, line.secret, line.revealed) for line in member.positioning)
    shown = (member.points, member.is_free, member.notes, member.career, member.career_state)
    return without_id(member.enlisted), shown, secrets


class _CardNumbers:
    """A number for each different card; to compare cards takes long, and equal members mostly share theirs."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._cards: list[CreatureCard | None] = []

    def number(self, member: MemberSheet) -> int:
        card = member.card
        if id(card) not in self._numbers:
            if card not in self._cards:
                self._cards.append(card)
            self._numbers[id(card)] = self._cards.index(card)
        return self._numbers[id(card)]
