"""Who may fight in a scenario, and what is wrong with a choice of members."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.campaigns.settings import CampaignSettings
from rules.careers.numbers import level_of, points_number
from rules.careers.state import CareerState, WarbandState
from rules.legality.rulebook import Rulebook
from rules.points import MAX_HERO_POINTS, level_cost
from rules.tables.play_modes import play_mode
from rules.text import counted


@dataclass(frozen=True, slots=True)
class FieldingProblem:
    """Why members cannot be fielded so; ``member`` is the id of the one concerned, None where it is all of them.

    An organizer may allow one that ``is_allowable``, and says why.
    """

    code: str
    message: str
    member: str | None = None
    is_allowable: bool = False


def fielding_points(career: CareerState, rulebook: Rulebook, hero_points: int = 0) -> int:
    """Return what a member costs now, in points, with hero points for one scenario."""
    card = career.base_card(rulebook)
    cost = points_number(career, card, rulebook).value
    return cost + hero_points * level_cost(level_of(career, card)).upgrade_cost


def warband_points(careers: WarbandState, rulebook: Rulebook) -> int:
    """Return what all members of a warband cost now, in points."""
    return sum(fielding_points(career, rulebook) for career in careers.by_id.values())


def minions_left_home(careers: WarbandState, members: Collection[str]) -> tuple[str, ...]:
    """Return the ids of chosen minions whose commander does not fight: they stay home as well. Ruling 29."""
    fighting = set(members)
    while home := {
        member
        for member in fighting
        if _commander(careers, member) is not None and _commander(careers, member) not in fighting
    }:
        fighting -= home
    return tuple(member for member in careers.by_id if member in members and member not in fighting)


def minions_not_chosen(careers: WarbandState, members: Collection[str]) -> tuple[str, ...]:
    """Return the ids of minions that could fight beside their commander and were not chosen."""
    return tuple(
        career.id
        for career in careers.by_id.values()
        if career.id not in members and career.member.minion_of in members and career.can_fight
    )


def _commander(careers: WarbandState, member: str) -> str | None:
    career = careers.by_id.get(member)
    return career.member.minion_of if career else None


def fielding_problems(
    careers: WarbandState,
    members: Sequence[str],
    hero_points: Mapping[str, int],
    settings: CampaignSettings,
    rulebook: Rulebook,
) -> tuple[FieldingProblem, ...]:
    """Return everything that is wrong with fielding these members with these hero points."""
    # Each scenario fields at most the agreed points, and no single creature more than half of them; who is Out of
    # Action sits it out; a minion fights with its commander or not at all. Campaign play; rulings 1, 2, 28, 29.
    problems: list[FieldingProblem] = []
    if not members:
        problems.append(FieldingProblem("fielding.empty", "Choose at least one member who fights."))
    points: dict[str, int] = {}
    for member in members:
        career = careers.by_id.get(member)
        if career is None:
            message = "Someone you chose is no longer in the warband."
            problems.append(FieldingProblem("member.unknown", message, member))
            continue
        bought = hero_points.get(member, 0)
        points[member] = fielding_points(career, rulebook, bought)
        problems += _member_problems(career, bought, members)
        problems += _consumable_problems(career, settings, rulebook)
    limit = settings.fielded_points
    if limit is None:
        return tuple(problems)
    if (total := sum(points.values())) > limit:
        over = total - limit
        message = f"The members you chose cost {total} of {counted(limit, 'point')}, {over} over budget."
        problems.append(FieldingProblem("points.over_limit", message, is_allowable=True))
    if play_mode(settings.play_mode).half_cap:
        for member, cost in points.items():
            if 2 * cost > limit and careers.by_id[member].member.minion_of is None:
                message = f"{careers.by_id[member].name} costs {counted(cost, 'point')}, more than half of {limit}."
                problems.append(FieldingProblem("creature.over_half", message, member, is_allowable=True))
    return tuple(problems)


def _member_problems(career: CareerState, hero_points: int, members: Sequence[str]) -> list[FieldingProblem]:
    problems = []
    if career.has_ended:
        message = f"The career of {career.name} has ended: it fights no more."
        problems.append(FieldingProblem("member.career_ended", message, career.id))
    elif career.is_out_of_action:
        message = f"{career.name} is out of action and sits out this scenario."
        problems.append(FieldingProblem("member.out_of_action", message, career.id))
    commander = career.member.minion_of
    if commander is not None and commander not in members:
        message = f"{career.name} is a minion and stays home without its commander."
        problems.append(FieldingProblem("minion.without_commander", message, career.id))
    if not 0 <= hero_points <= MAX_HERO_POINTS:
        message = f"{career.name} can have from 0 to {MAX_HERO_POINTS} hero points, not {hero_points}."
        problems.append(FieldingProblem("hero_points.too_many", message, career.id))
    return problems


def _consumable_problems(career: CareerState, settings: CampaignSettings, rulebook: Rulebook) -> list[FieldingProblem]:
    if not settings.one_consumable:
        return []
    carried = [choice.item for choice in career.member.items if choice.item in rulebook.items]
    consumables = [item for item in carried if rulebook.items[item].kind == "consumable"]
    if len(consumables) <= 1:
        return []
    message = f"{career.name} carries {len(consumables)} consumables; in this campaign each member carries one."
    return [FieldingProblem("item.too_many", message, career.id, is_allowable=True)]
