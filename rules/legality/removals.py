"""The least that a warband, or one creature of it, has to give up to cost fewer points."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.legality.remedies.members import Extra, RemoveExtras, RemoveGroups, RemoveMember
from rules.legality.remedies.remedy import Remedy
from rules.legality.resolved import ResolvedMember, ResolvedRoster, Rulebook
from rules.points import within_half
from rules.roster.commands import minion_groups
from rules.text import FEW, listed, tallied


def extras_removal(
    resolved_member: ResolvedMember, number: int, rulebook: Rulebook, *, saves: int = 0, leaves: int | None = None
) -> RemoveExtras:
    """Return the removal of that many extras of a member, or of all if it has fewer.

    Hero points first, then items, positioning upgrades and upgrades of the card, each time the last one bought.
    """
    member = resolved_member.member
    points = min(number, member.hero_points)
    offered = resolved_member.card.upgrades if resolved_member.card else {}
    extras = [Extra(item.name, "item", place) for place, (_, item) in enumerate(resolved_member.items) if item][::-1]
    extras += [
        Extra(rulebook.positioning[key].name, "positioning", place)
        for place, key in enumerate(member.positioning)
        if key in rulebook.positioning
    ][::-1]
    extras += [
        Extra(offered[key].name, "upgrade", place) for place, key in enumerate(member.upgrades) if key in offered
    ][::-1]
    return RemoveExtras(
        member=member,
        name=resolved_member.name,
        hero_points=points,
        extras=tuple(extras[: number - points]),
        saves=saves,
        leaves=leaves,
    )


class PaidGroup(NamedTuple):
    """A paid member, its free minions, and the points of all of them."""

    leader: ResolvedMember
    minions: tuple[ResolvedMember, ...]
    points: int

    @property
    def name(self) -> str:
        """Their name for players: ``Boar``, ``Kobold Druid with its minion``."""
        if not self.minions:
            return self.leader.name
        return f"{self.leader.name} with its {'minion' if len(self.minions) == 1 else 'minions'}"


def cheapest_removal(roster: ResolvedRoster, over: int) -> RemoveExtras | RemoveGroups:
    """Return what to remove so that the warband costs at least ``over`` points less, and as little more as possible."""
    groups = _paid_groups(roster)
    whole = min((group for group in groups if group.points >= over), key=lambda group: group.points, default=None)
    parts: list[tuple[int, int, ResolvedMember]] = []
    for member in roster.members:
        if member.card is None:
            continue
        number = -(-over // member.card.upgrade_cost)
        if number * member.card.upgrade_cost <= member.extras_points:
            parts.append((number * member.card.upgrade_cost, number, member))
    if parts:
        saves, number, member = min(parts, key=lambda part: part[:2])
        if whole is None or saves <= whole.points:
            return extras_removal(member, number, roster.rulebook, saves=saves)
    return _groups_removal((whole,) if whole else _most_expensive(groups, over), roster)


def removal_to_half(resolved_member: ResolvedMember, limit: int, rulebook: Rulebook) -> Remedy:
    """Return what to remove so that a member costs at most half of the limit: extras, or else the member."""
    if resolved_member.card and within_half(resolved_member.base_points, limit):
        cost = resolved_member.card.upgrade_cost
        number = -(-(2 * resolved_member.points - limit) // (2 * cost))
        return extras_removal(resolved_member, number, rulebook, leaves=resolved_member.points - number * cost)
    return RemoveMember(member=resolved_member.id, name=resolved_member.name)


def member_removal(resolved_member: ResolvedMember, roster: ResolvedRoster) -> RemoveMember:
    """Return the removal of a member; for a free minion, its commander's as an alternative."""
    commander = roster.member(resolved_member.member.minion_of) if resolved_member.is_free else None
    return RemoveMember(
        member=resolved_member.id,
        name=resolved_member.name,
        others=(RemoveMember(member=commander.id, name=f"{commander.name} with {resolved_member.name}"),)
        if commander
        else (),
    )


def _paid_groups(roster: ResolvedRoster) -> list[PaidGroup]:
    free = {member.id for member in roster.members if member.is_free}
    if not free:
        return [PaidGroup(member, (), member.points) for member in roster.members]
    resolved = {member.id: member for member in roster.members}
    groups = []
    for group in minion_groups(roster.roster.members, following=free):
        members = [resolved[member.id] for member in group.members]
        groups.append(PaidGroup(members[0], tuple(members[1:]), sum(member.points for member in members)))
    return groups


def _most_expensive(groups: Sequence[PaidGroup], over: int) -> tuple[PaidGroup, ...]:
    """Return the fewest groups that are worth ``over`` points together."""
    leaving: list[PaidGroup] = []
    for group in sorted(groups, key=lambda group: -group.points):
        if over <= 0:
            break
        leaving.append(group)
        over -= group.points
    return tuple(leaving)


def _groups_removal(groups: Sequence[PaidGroup], roster: ResolvedRoster) -> RemoveGroups:
    if len(groups) > FEW:
        name = f"the {len(groups)} most expensive creatures"
    else:
        name = listed(tallied(group.name for group in groups))
    return RemoveGroups(
        leaders=tuple(group.leader.id for group in groups),
        name=name,
        saves=sum(group.points for group in groups),
        stranded=tuple(_stranded(groups, roster)),
    )


def _stranded(groups: Sequence[PaidGroup], roster: ResolvedRoster) -> Iterator[str]:
    """Yield the ids of the members that only claim to come with one of a group: they were paid for."""
    minions = [member for member in roster.members if member.member.minion_of is not None]
    for group in groups if minions else ():
        leaving = {minion.id for minion in (group.leader, *group.minions)}
        yield from (minion.id for minion in minions if minion.member.minion_of in leaving and minion.id not in leaving)
