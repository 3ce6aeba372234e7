"""Who of a warband can fight in a scenario, and what each costs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.campaigns import is_read_by_others
from campaigns.selectors.careers import career_rulebook
from rules.campaigns.fielding import (
    FieldingProblem,
    fielding_points,
    fielding_problems,
    minions_left_home,
    minions_not_chosen,
)
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.cards.origins import HOMEBREW_MARK
from rules.careers.numbers import level_of
from rules.careers.state import CareerState, WarbandState
from rules.legality.rulebook import Rulebook, describe_private, private_homebrew
from rules.points import level_cost
from rules.text import listed


@dataclass(frozen=True, slots=True)
class FieldingMember:
    """A member to choose or not: its points, what keeps it home, and what it carries into the scenario.

    ``upgrade_cost`` is what one hero point costs it. ``commander`` names the member whose minion it is, ``minion_of``
    is that member's id; ``is_homebrew`` tells that a player wrote the creature.
    """

    id: str
    name: str
    creature: str
    level: int
    points: int
    upgrade_cost: int
    keeps_home: str
    condition: str
    commander: str
    minion_of: str
    is_chosen: bool
    hero_points: int
    is_homebrew: bool = False


@dataclass(frozen=True, slots=True)
class FieldingChoice:
    """A choice of members of a warband: each member, what the chosen ones cost, and what is wrong with them.

    ``remarks`` tell which minions stay home and why. ``fighting`` are the ids of those who were chosen, without minions
    whose commander stays home.
    """

    members: tuple[FieldingMember, ...]
    points: int
    problems: tuple[FieldingProblem, ...]
    fighting: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldingBook:
    """A warband's record with the cards and items that it needs."""

    campaign: Campaign
    record: WarbandRecord
    rulebook: Rulebook

    def choice(
        self, chosen: Collection[str] | None, hero_points: Mapping[str, int], settings: CampaignSettings
    ) -> FieldingChoice:
        """Return a choice of members with its points; without one, all who can fight are chosen and nothing checked.

        Minions whose commander was not chosen stay home with it.
        """
        careers = self.record.careers
        ready = [career.id for career in careers.by_id.values() if not self._keeps_home(career)]
        home = () if chosen is None else minions_left_home(careers, chosen)
        fighting = tuple(dict.fromkeys(member for member in chosen or ready if member not in home))
        members = [member for member in careers.by_id if member in fighting]
        return FieldingChoice(
            members=tuple(
                self._member(career, is_chosen=career.id in members, hero_points=hero_points.get(career.id, 0))
                for career in careers.by_id.values()
            ),
            points=sum(
                fielding_points(careers.by_id[member], self.rulebook, hero_points.get(member, 0)) for member in members
            ),
            problems=()
            if chosen is None
            else (
                *fielding_problems(careers, members, hero_points, settings, self.rulebook),
                *private_problems(self.campaign, careers, members, self.rulebook),
            ),
            fighting=fighting,
            remarks=() if chosen is None else tuple(self._remarks(home, members)),
        )

    def _remarks(self, home: Iterable[str], members: Collection[str]) -> Iterator[str]:
        careers = self.record.careers
        for member in home:
            yield f"{careers.by_id[member].name} stays home with its commander."
        for member in minions_not_chosen(careers, members):
            career = careers.by_id[member]
            commander = careers.by_id[career.member.minion_of or ""]
            yield f"{career.name} stays home, although its commander {commander.name} fights."

    def _member(self, career: CareerState, *, is_chosen: bool, hero_points: int) -> FieldingMember:
        level = level_of(career, career.base_card(self.rulebook))
        commander = self.record.careers.by_id.get(career.member.minion_of or "")
        wounds = [wound.row.name for wound in career.wounds]
        return FieldingMember(
            id=career.id,
            name=career.name,
            creature=career.creature,
            level=level,
            points=fielding_points(career, self.rulebook),
            upgrade_cost=level_cost(level).upgrade_cost,
            keeps_home=self._keeps_home(career),
            condition=listed(wounds),
            commander=commander.name if commander else "",
            minion_of=commander.id if commander else "",
            is_chosen=is_chosen,
            hero_points=hero_points,
            is_homebrew=HOMEBREW_MARK in career.member.creature,
        )

    def _keeps_home(self, career: CareerState) -> str:
        """Return why a member cannot fight, empty if it can."""
        # Who is Out of Action sits out the next scenario, and a minion does not fight without its commander. Campaign
        # play, "Injuries"; rulings 29 and 173.
        if career.has_ended:
            return "Stays home: its career has ended"
        if career.is_out_of_action:
            return "Out of action: sits out this scenario"
        if career.member.minion_of is None:
            return ""
        commander = self.record.careers.by_id.get(career.member.minion_of)
        if commander is None:
            return "Stays home: its commander is gone"
        if commander.has_ended:
            return f"Stays home: the career of {commander.name} has ended"
        return f"Stays home: {commander.name} is out of action" if commander.is_out_of_action else ""


def fielding_book(warband: CampaignWarband) -> FieldingBook:
    """Return what choosing the members of a warband needs, as it stands now. The queries of a rulebook."""
    record = record_from_document(warband.record)
    rulebook = career_rulebook(warband, [career.member for career in record.careers.by_id.values()])
    return FieldingBook(warband.campaign, record, rulebook)


def private_problems(
    campaign: Campaign, careers: WarbandState, members: Iterable[str], rulebook: Rulebook
) -> tuple[FieldingProblem, ...]:
    """Return the members that others may not see, as their license is unknown. At most one query."""
    fighting = [careers.by_id[member].member for member in members if member in careers.by_id]
    found = list(private_homebrew(fighting, rulebook))
    if not found or not is_read_by_others(campaign):
        return ()
    return tuple(FieldingProblem("homebrew.private", describe_private(card), member.id) for member, card in found)
