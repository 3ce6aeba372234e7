"""Commanders and their minions: who joins with whom, and who leaves with a commander.

A commander brings the minions that its card starts with, for no points; these may be commanders too. Rulebook: "Common
features", "Commander"; ruling 3.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.cards.model import Card
from rules.roster.model import Member


@dataclass(frozen=True, slots=True)
class MinionGroup:
    """A member with the minions that joined with it and leave with it, each before its own minions."""

    leader: Member
    minions: tuple[Member, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """The leader, then its minions."""
        return (self.leader, *self.minions)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all its members."""
        return frozenset([member.id for member in self.members])


def minion_groups(members: Iterable[Member], following: Container[str] | None = None) -> list[MinionGroup]:
    """Return the members in groups, in the order of their leaders; every member is in exactly one group.

    ``following`` has the ids of the minions that stay with the commander they name; None means all of them.
    """
    members = tuple(members)
    followers = _followers(members, following)
    if not followers:
        return [MinionGroup(member) for member in members]
    places = {member.id: place for place, member in enumerate(members)}
    led = {member.id for name, group in followers.items() if name in places for member in group if member.id != name}
    groups = [_group(member, followers) for member in members if member.id not in led]
    grouped = {member.id for group in groups for member in group.members}
    # Two that each name the other have no leader: they and their minions stand by themselves.
    groups += [MinionGroup(member) for member in members if member.id not in grouped]
    return sorted(groups, key=lambda group: places[group.leader.id])


def minion_group(leader: Member, members: Iterable[Member]) -> MinionGroup:
    """Return the group of a member, whether or not the member is a minion itself."""
    return _group(leader, _followers(members, None))


def _followers(members: Iterable[Member], following: Container[str] | None) -> dict[str, list[Member]]:
    followers: dict[str, list[Member]] = {}
    for member in members:
        if member.minion_of is not None and (following is None or member.id in following):
            followers.setdefault(member.minion_of, []).append(member)
    return followers


def _group(leader: Member, followers: Mapping[str, list[Member]]) -> MinionGroup:
    group: dict[str, Member] = {}
    waiting = [leader]
    while waiting:
        member = waiting.pop()
        if member.id not in group:
            group[member.id] = member
            waiting += reversed(followers.get(member.id, ()))
    return MinionGroup(leader, tuple(group.values())[1:])


def chain_of_command(member: Member, members: Iterable[Member]) -> tuple[Member, ...]:
    """Return a member after its commander, its commander's commander and so on: the highest comes first."""
    by_id = {member.id: member for member in members}
    above = [member]
    while (commander := by_id.get(above[-1].minion_of or "")) is not None and commander not in above:
        above.append(commander)
    return tuple(reversed(above))


def enlist(
    creature: str,
    ids: Iterator[str],
    card_of: Callable[[Member], Card | None],
    *,
    commanders: Sequence[Member] = (),
    most: int,
) -> list[tuple[Member, Card | None]]:
    """Return a new member of that creature, then its minions, each with its card.

    ``commanders`` are the new member's own, the highest first. Stops soon after ``most`` members: a card may start with
    very many minions.
    """
    # Minions may be commanders themselves, but no creature brings its own commander.
    member = Member(creature=creature, id=next(ids), minion_of=commanders[-1].id if commanders else None)
    card = card_of(member)
    new = [(member, card)]
    chain = (*commanders, member)
    for key in card.starts_with if card else ():
        if len(new) <= most and all(member.creature != key for member in chain):
            new += enlist(key, ids, card_of, commanders=chain, most=most - len(new))
    return new


def count_minions(members: Iterable[Member]) -> Counter[tuple[str | None, str]]:
    """Count the minions of each commander: by the commander's id and the minion's creature."""
    return Counter([(member.minion_of, member.creature) for member in members])


def missing_minions(
    commander: str, card: Card, present: Mapping[tuple[str | None, str], int]
) -> Iterator[tuple[str, int, int]]:
    """Yield each creature of which a commander has too few: its key, the card's number, the missing number.

    ``present`` is what ``count_minions`` returns for the free minions.
    """
    for creature, named in Counter(card.starts_with).items():
        missing = named - present.get((commander, creature), 0)
        if missing > 0:
            yield creature, named, missing


def id_order(member: Member) -> tuple[int, str]:
    """Return the sort key of members: m2 comes before m10, whatever the order of the list."""
    return len(member.id), member.id


def free_minions(members: Sequence[Member], cards: Sequence[Card | None]) -> frozenset[str]:
    """Return the ids of the members that come with their commander for no points; ``cards`` are the members' cards."""
    # A commander whose card starts with a minion brings it along for no points, as many as the card names and no
    # more. Two creatures cannot each bring the other. Common features, "Commander"; ruling 3.
    if not any(member.minion_of is not None for member in members):
        return frozenset()
    card_by_id = {member.id: card for member, card in zip(members, cards, strict=True)}
    claims: dict[tuple[str, str], list[Member]] = {}
    for member in members:
        if member.minion_of in card_by_id and member.minion_of != member.id:
            claims.setdefault((member.minion_of, member.creature), []).append(member)
    commander_of: dict[str, str] = {}
    for (commander, creature), claimants in claims.items():
        card = card_by_id[commander]
        brought = card.starts_with.count(creature) if card else 0
        for member in sorted(claimants, key=id_order)[:brought]:
            commander_of[member.id] = commander
    return frozenset([member_id for member_id in commander_of if not _leads_itself(member_id, commander_of)])


def _leads_itself(start: str, commander_of: Mapping[str, str]) -> bool:
    """Return True if the chain of commanders is a circle."""
    passed: set[str] = set()
    commander = commander_of.get(start)
    while commander is not None and commander not in passed:
        if commander == start:
            return True
        passed.add(commander)
        commander = commander_of.get(commander)
    return False
