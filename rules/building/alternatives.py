"""Alternatives to a draft: the changes of one member each that keep it as legal as it is, for as many points."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest

from rules.building.changes import Change, draft_card
from rules.building.draft import Draft
from rules.building.enlisting import joining
from rules.building.extras import ItemRemove, ItemReplace, UpgradeSet
from rules.building.members import MemberCreature, MemberRemove
from rules.cards.model import Card
from rules.errors import ChangeRefused
from rules.items.item import Item
from rules.legality.resolved import Rulebook
from rules.legality.verdict import Verdict, verdict
from rules.replacing import replace
from rules.roster.model import Member

MOST_CREATURES_INSTEAD = 4
"""How many creatures are tried in the place of a member."""
MOST_ITEMS_INSTEAD = 2

DraftChanges = tuple[Change, ...]
"""Changes of a draft that are made one after another."""


def alternatives(draft: Draft, rulebook: Rulebook, creatures: Iterable[Card], most: int) -> tuple[DraftChanges, ...]:
    """Return at most ``most`` alternatives to a draft, in turn for each member; the rulebook has all that they name.

    A member is replaced by one of ``creatures`` that may join for its points and what is left, those that cost most
    first, without the member's upgrades; it is removed; an upgrade is bought or removed; an item is removed or replaced
    by one of the rulebook's. Commanders and their minions stay. Members that are alike have one alternative of each
    kind. No alternative has a problem that the draft does not have. Building a warband.
    """
    now = verdict(draft.roster, rulebook)
    kept = {problem.code for problem in now.problems if problem.blocks}
    led = {member.minion_of for member in draft.roster.members if member.minion_of}
    own: dict[Member, list[DraftChanges]] = {}
    for member in draft.roster.members:
        like = replace(member, id="", name="")
        if member.minion_of or member.id in led or like in own:
            continue
        own[like] = [
            changes
            for changes in _of_member(member, draft, rulebook, tuple(creatures), now)
            if _is_as_legal(draft, changes, rulebook, kept)
        ]
    in_turn = chain.from_iterable(zip_longest(*own.values()))
    return tuple(islice((changes for changes in in_turn if changes), most))


def apply_changes(draft: Draft, changes: DraftChanges, rulebook: Rulebook) -> Draft:
    """Return a draft after changes; raise ``ChangeRefused`` if one of them is impossible."""
    for change in changes:
        draft = change.apply(draft, rulebook)
    return draft


def _is_as_legal(draft: Draft, changes: DraftChanges, rulebook: Rulebook, kept: set[str]) -> bool:
    try:
        roster = apply_changes(draft, changes, rulebook).roster
    except ChangeRefused:
        return False
    return {problem.code for problem in verdict(roster, rulebook).problems if problem.blocks} <= kept


def _of_member(
    member: Member, draft: Draft, rulebook: Rulebook, creatures: tuple[Card, ...], now: Verdict
) -> Iterator[DraftChanges]:
    cost = next(row.points for row in now.members if row.id == member.id)
    room = cost + max(now.points_left or 0, 0)
    may = replace(joining(draft.roster, now), affordable_points=room)
    bare = tuple(UpgradeSet(member.id, key, bought=False) for key in member.upgrades)
    able = [
        card
        for card in creatures
        if card.key != member.creature and not card.starts_with and card.stats.hp and may.may_join(card, rulebook)
    ]
    for card in sorted(able, key=lambda card: (-card.points, card.key))[:MOST_CREATURES_INSTEAD]:
        yield (*bare, MemberCreature(member.id, card.key))
    own = draft_card(member, draft, rulebook)
    for key in own.upgrades if own else ():
        yield (UpgradeSet(member.id, key, bought=key not in member.upgrades),)
    for place, carried in enumerate(member.items):
        yield (ItemRemove(member.id, place),)
        item = rulebook.items.get(carried.item)
        others = [other for other in rulebook.items.values() if item and _is_like(other, item)]
        for other in sorted(others, key=lambda other: (-other.level, other.key))[:MOST_ITEMS_INSTEAD]:
            yield (ItemReplace(member.id, place, other.key),)
    if len(draft.roster.members) > 1:
        yield (MemberRemove(member.id),)


def _is_like(other: Item, item: Item) -> bool:
    """Whether an item is of the same kind as another one, costs no more, and needs no choice."""
    return other.key != item.key and other.kind == item.kind and other.level <= item.level and other.choice is None
