"""Which members can fight in the next scenario, their cost, and an explanation of every changed number."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.campaigns.settings import CampaignSettings, is_barred
from rules.cards.model import HOMEBREW_MARK, STATS
from rules.careers.card import ExplainedMember, use_title, wound_title
from rules.careers.differences import SIGNED
from rules.careers.numbers import ExplainedNumber, NumberPart, level_number, level_of, next_level_in, points_number
from rules.careers.state import CareerState, WarbandState
from rules.legality.resolved import Rulebook
from rules.points import MAX_HERO_POINTS, level_cost
from rules.tables.play_modes import play_mode
from rules.tables.stats import stat_name
from rules.text import counted, tallied, with_minus


@dataclass(frozen=True, slots=True)
class FieldingProblem:
    """Why members cannot be fielded in this way; ``member`` is the id of the one concerned, None for all of them.

    An organizer may allow one that ``is_allowable``, with a reason.
    """

    code: str
    message: str
    member: str | None = None
    is_allowable: bool = False


def fielding_points(career: CareerState, rulebook: Rulebook, hero_points: int = 0) -> int:
    """Return a member's present cost in points, with hero points for one scenario."""
    card = career.base_card(rulebook)
    cost = points_number(career, card, rulebook).value
    return cost + hero_points * level_cost(level_of(career, card)).upgrade_cost


def warband_points(careers: WarbandState, rulebook: Rulebook) -> int:
    """Return the present cost of all members of a warband, in points."""
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
    """Return all problems of fielding these members with these hero points."""
    # Each scenario fields at most the agreed points, and no single creature more than half of them; who is Out of
    # Action sits it out; a minion fights with its commander or not at all. Campaign play; rulings 1, 2, 28, 29.
    problems: list[FieldingProblem] = []
    if not members:
        problems.append(FieldingProblem("fielding.empty", "Choose at least one member who fights."))
    points: dict[str, int] = {}
    for member in members:
        career = careers.by_id.get(member)
        if career is None:
            message = "A member that you chose is no longer in the warband."
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


def barred_problems(
    careers: WarbandState, members: Sequence[str], today: CampaignSettings, own_cards: Collection[str]
) -> tuple[FieldingProblem, ...]:
    """Return the members that a campaign's present house rules bar; ``own_cards`` are the keys of the roster's cards.

    Pass only those that are not fielded yet: ruling 380.
    """
    careers_of_members = (careers.by_id[member] for member in members if member in careers.by_id)
    return tuple(
        FieldingProblem("creature.barred", f"{career.name} is {BARRED}.", career.id, is_allowable=True)
        for career in careers_of_members
        if is_barred(career.member.creature, today, own_cards)
    )


BARRED = "homebrew that the house rules do not allow"
"""What a member is that cannot be fielded."""


def _member_problems(career: CareerState, hero_points: int, members: Sequence[str]) -> list[FieldingProblem]:
    problems = []
    if career.has_ended:
        message = f"The career of {career.name} has ended, so it no longer fights."
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


MemberStatus = Literal["ready", "out-of-action", "stays-home", "career-ended"]

READY: MemberStatus = "ready"
OUT_OF_ACTION: MemberStatus = "out-of-action"
STAYS_HOME: MemberStatus = "stays-home"
CAREER_ENDED: MemberStatus = "career-ended"


@dataclass(frozen=True, slots=True)
class MemberReadiness:
    """A member before the next scenario.

    ``healing`` are wounds that heal with the next scenario in which it takes part, ``permanent`` those that stay;
    ``spent`` are uses that have not returned, ``next_level_in`` is the number of advances to the next level, None at
    the highest one. ``commander`` is the name of a minion's commander. ``open_feats`` counts feats to be chosen;
    ``is_homebrew`` is True if a player wrote the creature.
    """

    id: str
    name: str
    creature: str
    level: int
    points: int
    status: MemberStatus
    healing: tuple[str, ...] = ()
    permanent: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    next_level_in: int | None = None
    commander: str = ""
    open_feats: int = 0
    is_homebrew: bool = False

    @property
    def can_fight(self) -> bool:
        """Whether it may be fielded in the next scenario."""
        return self.status == READY

    @property
    def status_text(self) -> str:
        """What keeps it from fighting, or that nothing does."""
        if self.status == CAREER_ENDED:
            return "Career ended"
        if self.status == OUT_OF_ACTION:
            return "Out of action"
        return f"Stays home without {self.commander}" if self.status == STAYS_HOME else "Ready"


def warband_readiness(careers: WarbandState, rulebook: Rulebook) -> tuple[MemberReadiness, ...]:
    """Return the members of a warband before the next scenario, in its order."""
    return tuple(member_readiness(career, careers, rulebook) for career in careers.by_id.values())


def member_readiness(career: CareerState, careers: WarbandState, rulebook: Rulebook) -> MemberReadiness:
    """Return one member of a warband before the next scenario."""
    card = career.base_card(rulebook)
    commander = careers.by_id.get(career.member.minion_of or "")
    return MemberReadiness(
        id=career.id,
        name=career.name,
        creature=card.name,
        level=level_number(career, card).value,
        points=points_number(career, card, rulebook).value,
        status=member_status(career, careers),
        healing=tuple(wound_title(wound) for wound in career.wounds if not wound.permanent),
        permanent=tuple(tallied(wound_title(wound) for wound in career.wounds if wound.permanent)),
        spent=tuple(use_title(use, card, rulebook) for use in career.spent),
        next_level_in=next_level_in(career, card),
        commander=commander.name if commander else "",
        open_feats=0 if career.has_ended else len(career.open_feats),
        is_homebrew=HOMEBREW_MARK in career.member.creature,
    )


def member_status(career: CareerState, careers: WarbandState) -> MemberStatus:
    """Return whether a member may fight in the next scenario, and any reason that it may not; needs no card."""
    # Who is Out of Action sits out the next scenario, and a minion does not fight without its commander. Campaign
    # play, "Injuries"; rulings 29 and 173.
    if career.has_ended:
        return CAREER_ENDED
    if career.is_out_of_action:
        return OUT_OF_ACTION
    if career.member.minion_of is not None:
        commander = careers.by_id.get(career.member.minion_of)
        if commander is None or not commander.can_fight:
            return STAYS_HOME
    return READY


def home_reason(career: CareerState, careers: WarbandState) -> str:
    """Return why a member may not fight in the next scenario, empty if it may."""
    match member_status(career, careers):
        case "ready":
            return ""
        case "out-of-action":
            return "Out of action: sits out this scenario"
        case "career-ended":
            return "Stays home: its career has ended"
    commander = careers.by_id.get(career.member.minion_of or "")
    if commander is None:
        return "Stays home: its commander is gone"
    why = f"the career of {commander.name} has ended" if commander.has_ended else f"{commander.name} is out of action"
    return f"Stays home: {why}"


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A changed number: its name, the card's number, each part with its value, and its present value.

    ``mark`` is the name of the stat, ``level``, ``points``, or the id of the feature for its damage.
    """

    mark: str
    label: str
    base: str
    parts: tuple[tuple[str, str], ...]
    value: str

    @property
    def text(self) -> str:
        """The row as one line: ``Fight +10 (card +9, advances +1)``."""
        added = "".join(f", {source} {by}" for source, by in self.parts)
        return f"{self.label} {self.value} (card {self.base}{added})"


def explained_rows(explained: ExplainedMember) -> tuple[ExplainedRow, ...]:
    """Return the numbers of a member that differ from its card: level, points, stats, damage."""
    numbers = [("level", explained.level), ("points", explained.points)]
    numbers += [(stat, number) for stat, number in explained.stats.items() if number is not None]
    numbers += [(feature, number) for feature, damage_numbers in explained.damage.items() for number in damage_numbers]
    return tuple(_row(mark, number) for mark, number in numbers if number.is_changed)


def _row(mark: str, number: ExplainedNumber) -> ExplainedRow:
    return ExplainedRow(
        mark=mark,
        label=stat_name(mark) if mark in STATS else number.name[:1].upper() + number.name[1:],
        base=_amount(mark, number.base),
        parts=tuple((_source(part), with_minus(f"{part.by:+d}")) for part in number.parts),
        value=_amount(mark, number.value),
    )


def _amount(mark: str, number: int) -> str:
    return with_minus(f"{number:+d}" if mark in SIGNED else str(number))


def _source(part: NumberPart) -> str:
    match part.source:
        case "level":
            return f"levels as {part.name}" if part.name else "level"
        case "advance":
            return "advances"
        case "correction":
            return "correction"
        case "minimum":
            return "never below 1"
    return part.name or part.source
