"""The creatures with which a warband goes into a battle: its members with the cards that they have today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from campaigns.selectors.todays_members import todays_members
from rules.building import Draft
from rules.careers.answer import starting_conditions
from rules.careers.state import CareerState
from rules.legality import ResolvedMember, Rulebook, resolve
from rules.legality.rulebook import is_unlicensed_homebrew
from rules.p2v_combat.actions import item_boxes
from rules.p2v_combat.sides import Fielded
from warbands.models import Warband
from warbands.selectors.legality import NO_CAREERS, TodaysMembers, rulebook_of, without_limit

MAX_CREATURES = 60
"""Creatures of one side."""
MOST_LETTERS = 190
"""Letters of a name before which a number still fits."""


@dataclass(frozen=True, slots=True)
class SideLineup:
    """The creatures of one side. ``stay_home`` says in sentences who does not fight and why.

    ``private`` are names of homebrew without a named license: nobody but its owner is shown its card.
    """

    fielded: tuple[Fielded, ...]
    stay_home: tuple[str, ...] = ()
    private: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """What the creatures cost together."""
        return sum(creature.points for creature in self.fielded)


def side_lineup(
    side: str,
    warband: Warband,
    draft: Draft,
    *,
    members: Collection[str] | None = None,
    hero_points: Mapping[str, int] | None = None,
) -> SideLineup:
    """Return the creatures of a warband for a side: all that can fight, or these members.

    ``hero_points`` are those bought for the battle, by member. The queries of a rulebook, and one for a warband with a
    career.
    """
    roster = draft.roster
    rulebook = rulebook_of([roster])
    today = NO_CAREERS
    if warband.has_career:
        today = todays_members({warband.pk: draft}, rulebook).get(warband.pk, NO_CAREERS)
        rulebook, roster = rulebook.with_member_cards(today.cards), without_limit(roster)
    resolved = resolve(roster, rulebook)
    fielded: list[Fielded] = []
    home: list[str] = []
    for member in resolved.members:
        if members is not None and member.id not in members:
            continue
        if reason := _keeps_home(member, today):
            home.append(reason)
        elif member.card is not None:
            bought = (hero_points or {}).get(member.id, 0)
            fielded.append(_fielded(side, member, bought, resolved.rulebook, today.states.get(member.id)))
    there = {creature.id for creature in fielded}
    fielded = [
        replace(creature, minion_of=creature.minion_of if creature.minion_of in there else None) for creature in fielded
    ]
    return SideLineup(_told_apart(fielded), tuple(home), _private(fielded))


def _told_apart(fielded: list[Fielded]) -> tuple[Fielded, ...]:
    """Return creatures with a number behind each name that several of them share."""
    shared = Counter(creature.name for creature in fielded)
    seen: Counter[str] = Counter()
    found = []
    for creature in fielded:
        seen[creature.name] += 1
        name = f"{creature.name[:MOST_LETTERS]} {seen[creature.name]}"
        found.append(
            replace(creature, member=replace(creature.member, name=name)) if shared[creature.name] > 1 else creature
        )
    return tuple(found)


def _fielded(side: str, resolved_member: ResolvedMember, bought: int, rulebook: Rulebook, career: object) -> Fielded:
    card = rulebook.member_card(resolved_member.member)
    assert card is not None
    commander = f"{side}.{resolved_member.member.minion_of}" if resolved_member.member.minion_of else None
    member = (
        replace(resolved_member.member, hero_points=resolved_member.member.hero_points + bought)
        if bought
        else resolved_member.member
    )
    fielded = Fielded(f"{side}.{resolved_member.id}", side, member, card, resolved_member.points, commander)
    if not isinstance(career, CareerState):
        return fielded
    # Injuries, and uses that have not come back, go into the battle. Campaign play, "Injuries" and "Recovering".
    return replace(fielded, starts=tuple(starting_conditions(career)), spent=_spent_boxes(fielded, career))


def _spent_boxes(fielded: Fielded, career: CareerState) -> tuple[tuple[str, int], ...]:
    """Return the boxes that earlier scenarios have checked, by their keys in a battle."""
    items = {choice.item: item_boxes(choice) for choice in fielded.member.items}
    times: Counter[str] = Counter()
    for use in career.spent:
        times[items.get(use.key) or use.key] += use.times
    return tuple(sorted(times.items()))


def _keeps_home(resolved_member: ResolvedMember, today: TodaysMembers) -> str:
    """Return why a member does not fight, empty if it does."""
    if resolved_member.card is None:
        return f"{resolved_member.name} has no card."
    career = today.states.get(resolved_member.id)
    if isinstance(career, CareerState) and not career.can_fight:
        return (
            f"{resolved_member.name} fights no more."
            if career.has_ended
            else f"{resolved_member.name} is out of action."
        )
    return ""


def _private(fielded: list[Fielded]) -> tuple[str, ...]:
    names = (
        creature.card.name for creature in fielded if is_unlicensed_homebrew(creature.member.creature, creature.card)
    )
    return tuple(dict.fromkeys(names))
