"""Members that join: which may join without a new problem, and many at once from a list; and dismissed members."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.alignment import ALIGNMENT_CODES, recruits
from rules.building.changes import (
    Change,
    MemberChange,
    called,
    draft_card,
    few_extras,
    few_in_all,
    group_of,
    item_name,
    key_name,
    member_of,
    recruited,
    room_for,
    single_line,
)
from rules.building.draft import FIRST_NUMBER, MAX_CHOICE, MAX_EXTRAS, MAX_MEMBERS, Draft, new_member_ids
from rules.cards.model import Card
from rules.documents.reading import Fields
from rules.documents.records import records_of
from rules.documents.shapes import Shape, integer
from rules.errors import ChangeRefused
from rules.items.item import level_allows, may_repeat
from rules.legality.resolved import Rulebook, limits_alignment
from rules.legality.verdict import Verdict
from rules.lengths import MAX_NAME
from rules.points import MAX_HERO_POINTS, level_cost
from rules.roster.commands import count_minions, enlist, missing_minions
from rules.roster.model import HouseRules, ItemChoice, Member, Roster
from rules.text import counted, few_listed, listed, plural_of, tallied

NO_ALIGNMENT = ""
"""The alignment of creatures whose card has none."""


@dataclass(frozen=True, slots=True)
class Joining:
    """The requirements for a creature to join; None restricts nothing.

    ``alignments`` are codes, and ``NO_ALIGNMENT``; ``sources`` and ``banned`` are keys; ``most_points`` is the maximum
    cost of one creature, ``affordable_points`` the rest of the limit, negative if it is exceeded. ``spare`` has the
    free miniatures of each creature; others have none. A rule that the players override for everybody restricts
    nothing.

    These are enough for a creature without minions. A commander's minions must be allowed and owned too: only
    ``may_join`` checks them, with ``overridden`` and ``cards`` (the warband's own).
    """

    alignments: frozenset[str] | None = None
    most_points: int | None = None
    affordable_points: int | None = None
    sources: frozenset[str] | None = None
    banned: frozenset[str] = frozenset()
    spare: Mapping[str, int] | None = field(default=None, hash=False)
    overridden: frozenset[str] = frozenset()
    cards: tuple[Card, ...] = field(default=(), hash=False)

    def affordable(self, points: int) -> bool:
        """Return True if so many points are left."""
        return self.affordable_points is None or points <= self.affordable_points

    def may_join_of(self, *, key: str, alignment: str | None, level: int, source: str | None) -> bool:
        """Return True if a creature may join, apart from its minions; like ``may_join`` for one without minions."""
        return not self.obstacle_of(key=key, alignment=alignment, level=level, source=source)

    def obstacle_of(self, *, key: str, alignment: str | None, level: int, source: str | None) -> str:
        """Return why a creature may not join, apart from its minions, in a few words; "" if it may."""
        points = level_cost(level).cost
        if barred := self._barred(key, alignment, source):
            return barred
        if self.spare is not None and not self.spare.get(key, 0):
            return "no figures left"
        if self.most_points is not None and points > self.most_points:
            return "over half of the limit"
        if not self.affordable(points):
            left = self.affordable_points or 0
            return f"{counted(points - left, 'point')} over budget" if left >= 0 else "already over the limit"
        return ""

    def may_join(self, card: Card, rulebook: Rulebook) -> bool:
        """Return True if the creature, with its minions, adds no problem of severity error.

        ``rulebook`` has the cards of the minions. If the limit is already exceeded, no creature may join.
        """
        if not self.may_join_of(key=card.key, alignment=card.alignment, level=card.level, source=card.source):
            return False
        return not card.starts_with or self._band_may_join(card, rulebook)

    def _band_may_join(self, leader: Card, rulebook: Rulebook) -> bool:
        own = {card.key: card for card in (*self.cards, leader)}
        try:
            band = recruited(leader.key, Draft(Roster(cards=tuple(own.values()))), rulebook, FIRST_NUMBER)
        except ChangeRefused:
            return False
        figures = Counter(member.creature for member in band)
        if self.spare is not None and any(number > self.spare.get(key, 0) for key, number in figures.items()):
            return False
        came = count_minions(band)
        for member in band:
            card = own.get(member.creature) or rulebook.card(member.creature)
            if card is None:
                if "creature.unknown" not in self.overridden or member.creature in self.banned:
                    return False
                continue
            if self._barred(card.key, card.alignment, card.source):
                return False
            # A minion that would be its own commander's commander does not come along.
            lacks = any(missing_minions(member.id, card, came))
            if lacks and "minion.missing" not in self.overridden:
                return False
        return True

    def _barred(self, key: str, alignment: str | None, source: str | None) -> str:
        """Return why such a creature may not join at any cost, in a few words; "" if it may."""
        if self.alignments is not None and (alignment or NO_ALIGNMENT) not in self.alignments:
            return "another alignment" if alignment else "no alignment"
        if self.sources is not None and source not in self.sources:
            return "another source"
        return "banned" if key in self.banned else ""


def joining(roster: Roster, verdict: Verdict) -> Joining:
    """Return the requirements for joining a roster, from its verdict."""
    overridden = frozenset(override.code for override in roster.overrides if override.member is None)
    house_rules, limit = roster.house_rules or HouseRules(), roster.points_limit
    capped = roster.mode.half_cap and roster.mode.points_limit and "creature.over_half" not in overridden
    sourced = house_rules.sources is not None and "source.not_allowed" not in overridden
    return Joining(
        alignments=_alignments(roster, overridden),
        # No creature costs more than half of the limit. Building a warband, "Single most expensive creature".
        most_points=limit // 2 if capped and limit is not None else None,
        affordable_points=None if "points.over_limit" in overridden else verdict.points_left,
        sources=frozenset(house_rules.sources or ()) if sourced else None,
        banned=frozenset() if "creature.banned" in overridden else frozenset(house_rules.banned),
        spare=None if "collection.exceeded" in overridden else _spare(roster),
        overridden=overridden,
        cards=roster.cards,
    )


def _alignments(roster: Roster, overridden: frozenset[str]) -> frozenset[str] | None:
    # A creature is of an alignment that the warband's recruits; where its card has none, that cannot be said.
    # Building a warband, "Alignments"; ruling 111.
    if not limits_alignment(roster):
        return None
    own = None if "alignment.not_allowed" in overridden else roster.alignment
    alignments = frozenset(ALIGNMENT_CODES) if own is None else recruits(own)
    return alignments | {NO_ALIGNMENT} if "alignment.unknown" in overridden else alignments


def _spare(roster: Roster) -> dict[str, int] | None:
    # A collection holds in every mode but narrative play. Building a warband, "Random Box Recruitment"; ruling 114.
    if roster.collection is None or not roster.mode.points_limit:
        return None
    taken = Counter(member.creature for member in roster.members)
    return {key: number - taken[key] for key, number in roster.collection.items() if number > taken[key]}


class MembersEnlist(Change, kind="members-enlist"):
    """Members join at the end with all their extras; a commander brings any minions that are not among them.

    Their ids are valid only among themselves. All are pinned to the current revision of their cards.
    """

    members: Annotated[tuple[Member, ...], records_of(Member, MAX_MEMBERS)]

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of their creatures."""
        return tuple(dict.fromkeys(member.creature for member in self.members))

    @property
    def items(self) -> tuple[str, ...]:
        """The keys of their items."""
        return tuple(dict.fromkeys(choice.item for member in self.members for choice in member.items))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the members and their missing minions."""
        room_for(draft, len(self.members))
        if len({member.id for member in self.members}) != len(self.members):
            raise ChangeRefused("Two of the members to add have the same id.")
        ids = new_member_ids(draft, next_member)
        given = {member.id: next(ids) for member in self.members}
        new = []
        for member in self.members:
            _check(member, draft_card(replace(member, revision=None), draft, rulebook), rulebook)
            new.append(
                replace(
                    member,
                    id=given[member.id],
                    name=single_line(member.name, MAX_NAME, "A name"),
                    items=tuple(
                        replace(item, choice=single_line(item.choice or "", MAX_CHOICE, "A choice") or None)
                        for item in member.items
                    ),
                    minion_of=given.get(member.minion_of or ""),
                    revision=None,
                )
            )
        joined = [
            pinned
            for minion in _with_minions(new, ids, lambda member: draft_card(member, draft, rulebook))
            for pinned in minion
        ]
        room_for(draft, len(joined))
        return few_in_all(draft.with_members(*draft.roster.members, *joined))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who joined."""
        names = [called(replace(member, name=""), draft, rulebook) for member in self.members]
        return f"Added {few_listed(tallied(names))}"


def _check(member: Member, card: Card | None, rulebook: Rulebook) -> None:
    """Raise ``ChangeRefused`` for unknown keys, and for more than a member can have."""
    if card is None:
        raise ChangeRefused(f"The compendium has no creature “{key_name(member.creature)}”.")
    for what, keys, known in (
        ("upgrade", member.upgrades, card.upgrades),
        ("item", [choice.item for choice in member.items], rulebook.items),
        ("positioning upgrade", member.positioning, rulebook.positioning),
    ):
        few_extras(len(keys), plural_of(what))
        if unknown := next((key for key in keys if key not in known), None):
            raise ChangeRefused(f"{card.name} cannot have the {what} “{key_name(unknown)}”.")
    if member.hero_points > MAX_HERO_POINTS:
        raise ChangeRefused(f"A creature can have 0 to {MAX_HERO_POINTS} hero points.")


def _with_minions(
    members: list[Member], ids: Iterator[str], card_of: Callable[[Member], Card | None]
) -> Iterator[list[Member]]:
    """Yield each member, pinned to its card, with the minions that are not members yet."""
    present = count_minions(members)
    for member in members:
        card = card_of(member)
        new = [(member, card)]
        for creature, _, missing in missing_minions(member.id, card, present) if card else ():
            for _ in range(missing):
                if len(new) <= MAX_MEMBERS:
                    new += enlist(creature, ids, card_of, commanders=(member,), most=MAX_MEMBERS)
        yield [replace(member, revision=own.revision if own else None) for member, own in new]


@dataclass(frozen=True, slots=True)
class ItemGift:
    """An item that a leaving member hands on: its carrier, its place among the carrier's items, its receiver."""

    member: str
    place: Annotated[int, integer(0, MAX_EXTRAS)]
    to: str


_GIFTS = records_of(ItemGift, MAX_MEMBERS * MAX_EXTRAS)


def _read_gifts(read: Fields, name: str) -> tuple[ItemGift, ...]:
    if read.raw.get(name) is None:
        read.ignore(name)
        return ()
    gifts: tuple[ItemGift, ...] = _GIFTS.read(read, name)
    return gifts


GIFTS = Shape(_GIFTS.write, _read_gifts, {**_GIFTS.schema, "type": ["array", "null"]})
"""A list of gifts; null or omitted means none."""


class MemberDismiss(MemberChange, kind="member-dismiss"):
    """A member is dismissed with its minions. Items without a gift leave with their carriers.

    ``rules.legality`` reports whether a receiver may carry its new items; ``possible_carriers`` are those to offer.
    """

    gifts: Annotated[tuple[ItemGift, ...], GIFTS] = ()

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without them, the items with their new carriers."""
        leaving = group_of(draft, self.member).ids
        if len({(gift.member, gift.place) for gift in self.gifts}) != len(self.gifts):
            raise ChangeRefused("You can pass an item on only once.")
        received: dict[str, list[ItemChoice]] = {}
        for gift in self.gifts:
            if gift.to in leaving:
                raise ChangeRefused("You can pass an item on only to a member that stays.")
            received.setdefault(member_of(draft, gift.to).id, []).append(self._item(draft, gift, leaving))
        staying = (member for member in draft.roster.members if member.id not in leaving)
        return few_in_all(draft.with_members(*(_with_items(member, received.get(member.id, [])) for member in staying)))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who left, and who received which items."""
        group = group_of(draft, self.member)
        who = listed([called(member, draft, rulebook) for member in group.members])
        handed = [
            f"{item_name(self._item(draft, gift, group.ids).item, rulebook)} to "
            f"{called(member_of(draft, gift.to), draft, rulebook)}"
            for gift in self.gifts
        ]
        return f"Dismissed {who}, gave {listed(tallied(handed))}" if handed else f"Dismissed {who}"

    @staticmethod
    def _item(draft: Draft, gift: ItemGift, leaving: frozenset[str]) -> ItemChoice:
        items = member_of(draft, gift.member).items if gift.member in leaving else ()
        if not 0 <= gift.place < len(items):
            raise ChangeRefused("No one who leaves carries that item any more. Reload the page.")
        return items[gift.place]


def possible_carriers(
    carried: ItemChoice, leaving: frozenset[str], draft: Draft, rulebook: Rulebook
) -> tuple[Member, ...]:
    """Return the remaining members that may carry an item, by their cards in the rulebook; none for an unknown item."""
    # Items go to creatures of their level or above; all but consumables are carried once. Appendix "Items"; rulings 8
    # and 9.
    item = rulebook.items.get(carried.item)
    if item is None:
        return ()
    carriers = []
    for member in draft.roster.members:
        card = None if member.id in leaving else draft_card(member, draft, rulebook)
        if card is None or card.level < 1 or not level_allows(item, card.level):
            continue
        if may_repeat(item) or Counter(member.items)[carried] == 0:
            carriers.append(member)
    return tuple(carriers)


def _with_items(member: Member, items: list[ItemChoice]) -> Member:
    if not items:
        return member
    few_extras(len(member.items) + len(items), "items")
    return replace(member, items=(*member.items, *items))
