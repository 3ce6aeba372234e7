"""Equal members of a warband, shown as one: ``3 × Kobold Warrior``."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from rules.building.groups import without_id
from rules.cards.sheet import CreatureCard
from rules.sheets.model import MemberSheet, ProblemLine, RosterSheet
from rules.text import with_count


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
        """The first of them, where the group stands; it speaks for all."""
        return self.members[0]

    @property
    def number(self) -> int:
        """How many they are."""
        return len(self.members)

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple([member.id for member in self.members])

    @property
    def called(self) -> str:
        """What a player calls them: ``3 × Kobold Warrior``, the name of a member that is alone."""
        return with_count(self.first.called, self.number)

    @property
    def full_name(self) -> str:
        """The same with the creature of a member that has a name of its own."""
        return with_count(self.first.full_name, self.number)

    @property
    def points(self) -> int:
        """What they cost together, in points."""
        return self.number * self.first.points

    @property
    def problems(self) -> tuple[GroupProblem, ...]:
        """Their problems, each once however many of them have it."""
        found: dict[ProblemLine, list[str]] = {}
        for member in self.members:
            for line in member.problems:
                found.setdefault(replace(line, member=self.first.id), []).append(member.id)
        return tuple(GroupProblem(replace(line, member=ids[0]), tuple(ids)) for line, ids in found.items())


def member_groups(sheet: RosterSheet) -> tuple[MemberGroup, ...]:
    """Return the members in groups of equal ones, in the order of their first members.

    Equal are members that are the same in everything but their ids and places: what they are and have, whose minions
    they are, what they cost, their notes, their careers, what the table agreed on for each. A member with a name of its
    own, or with minions that name it, stands by itself.
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
