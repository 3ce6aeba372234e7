"""A scenario as its page shows it: its plan, the warbands that fight, and its effects on them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from campaigns.entries import stored_record
from campaigns.models import Campaign, CampaignScenario, CampaignWarband
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.aftermath import SideAfter, aftermath_sides, next_aftermaths, side_after
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal_results import present_records
from campaigns.selectors.scenarios import scenario_row, scenario_state, scenario_states
from compendium.builtin.creatures import NEUTRAL
from compendium.selectors.creatures import creature_emblems
from compendium.selectors.rulebook import rulebook_mark
from rules.campaigns.aftermath import WarbandAftermath
from rules.campaigns.results import BY_KEY as CONDITIONS
from rules.campaigns.state.scenarios import ScenarioState
from rules.cards.model import HOMEBREW_MARK
from rules.careers.state import CareerState
from rules.errors import RulesError
from rules.tables.boards import DEPLOYMENTS, Board, Deployment, board_for
from rules.tables.victory_conditions.conditions import VictoryCondition

_DEPLOYMENTS = {deployment.key: deployment for deployment in DEPLOYMENTS}
MOST_ON_A_BOARD = 4
"""Warbands for which the rulebook has boards; more play on the largest."""


@dataclass(frozen=True, slots=True)
class FightingSide:
    """A warband of a scenario before its end: who of it is fielded, by name, and whether the viewer may field it.

    ``emblems`` are those of its fielded members where they were loaded.
    """

    warband: CampaignWarband
    is_fielded: bool
    members: tuple[str, ...]
    points: int
    reason: str
    is_own: bool
    emblems: tuple[str, ...] = ()

    @property
    def fighters(self) -> list[tuple[str, str]]:
        """The fielded members, each with its name and emblem."""
        return list(zip(self.members, self.emblems, strict=False))


@dataclass(frozen=True, slots=True)
class UnfieldedWarband:
    """A warband of a scenario that is not fielded yet; ``is_first`` marks the first that the viewer may field."""

    row: CampaignWarband
    is_own: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """A scenario as one person sees it."""

    view: CampaignView
    row: CampaignScenario
    state: ScenarioState
    warbands: tuple[CampaignWarband, ...]

    @property
    def condition(self) -> VictoryCondition | None:
        """The victory condition, None for one that the rules no longer have."""
        return CONDITIONS.get(self.state.plan.victory)

    @property
    def deployment(self) -> Deployment | None:
        """The deployment, None if none was chosen."""
        return _DEPLOYMENTS.get(self.state.plan.deployment)

    @property
    def board(self) -> Board | None:
        """The board for the points, None if there are none."""
        points = self.state.plan.board_points
        if points is None:
            return None
        return board_for(points, min(max(len(self.warbands), 2), MOST_ON_A_BOARD))

    @property
    def organizes(self) -> bool:
        """Whether the viewer has an organizer's rights now."""
        return self.view.organizes and self.view.is_open

    @property
    def plays(self) -> bool:
        """Whether the viewer can write for one of the warbands now."""
        return any(self.is_own(warband) for warband in self.warbands)

    @property
    def unfielded(self) -> int:
        """How many warbands are not fielded yet, without those that have left the campaign."""
        return sum(warband.number not in self.state.fielded and not warband.has_left for warband in self.warbands)

    @property
    def unfielded_warbands(self) -> list[UnfieldedWarband]:
        """The warbands that are not fielded yet, the viewer's own first, without those that have left the campaign."""
        rows = [row for row in self.own_first if row.number not in self.state.fielded and not row.has_left]
        first = next((row for row in rows if self.is_own(row)), None)
        return [UnfieldedWarband(row, self.is_own(row), row is first) for row in rows]

    @property
    def is_open(self) -> bool:
        """Whether warbands can be fielded."""
        return self.row.status == ScenarioPhase.OPEN

    @property
    def planned(self) -> list[CampaignWarband]:
        """The warbands of the plan."""
        return [warband for warband in self.warbands if warband.number in self.state.plan.warbands]

    @property
    def absent(self) -> list[CampaignWarband]:
        """The warbands that forfeited it."""
        return [warband for warband in self.warbands if warband.number in self.state.absent]

    @property
    def can_be_forfeited(self) -> bool:
        """Whether the viewer may record that one of two warbands did not come."""
        waits = self.row.status in (ScenarioPhase.PLANNED, ScenarioPhase.OPEN, ScenarioPhase.VOIDED)
        return self.organizes and waits and len(self.state.plan.warbands) == 2

    @property
    def own_first(self) -> list[CampaignWarband]:
        """The warbands, the viewer's own first."""
        return sorted(self.warbands, key=lambda warband: not self.is_played(warband))

    @property
    def sides(self) -> list[FightingSide]:
        """The warbands with their fielded members."""
        return [self._side(warband) for warband in self.warbands]

    @property
    def sides_own_first(self) -> list[FightingSide]:
        """The warbands with who is fielded of each and their emblems, the viewer's own first. One query."""
        emblems = member_emblems(self.warbands)
        return [
            replace(side, emblems=tuple(emblems[side.warband.number, member] for member in fielded.members))
            if (fielded := self.state.fielded.get(side.warband.number))
            else side
            for side in map(self._side, self.own_first)
        ]

    def is_played(self, warband: CampaignWarband) -> bool:
        """Return whether the viewer is the player of a warband."""
        return self.view.viewer is not None and warband.participant_id == self.view.viewer.pk

    def is_own(self, warband: CampaignWarband) -> bool:
        """Return whether the viewer can write for a warband now: its player, or an organizer."""
        return self.view.writes_for(warband)

    def warband(self, number: int) -> CampaignWarband | None:
        """Return a warband of the scenario by its number."""
        return next((warband for warband in self.warbands if warband.number == number), None)

    def _side(self, warband: CampaignWarband) -> FightingSide:
        fielded = self.state.fielded.get(warband.number)
        names = names_of_members(warband)
        return FightingSide(
            warband=warband,
            is_fielded=fielded is not None,
            members=tuple(names.get(member, member) for member in fielded.members) if fielded else (),
            points=fielded.points if fielded else 0,
            reason=fielded.reason if fielded else "",
            is_own=self.is_own(warband),
        )


def names_of_members(warband: CampaignWarband) -> dict[str, str]:
    """Return the name of each member of a warband, including former members."""
    return {career.id: career.name for career in stored_record(warband.record).careers.members}


def member_emblems(warbands: Collection[CampaignWarband]) -> dict[tuple[int, str], str]:
    """Return the names of the emblems of all members of warbands, by warband and id, former ones too. One query."""
    creatures = {
        (warband.number, career.id): career.member.creature
        for warband in warbands
        for career in stored_record(warband.record).careers.members
    }
    emblems = creature_emblems(creatures.values())
    return defaultdict(
        lambda: NEUTRAL,
        {member: emblems[creature] for member, creature in creatures.items() if creature in emblems},
    )


def nameless_members(warband: CampaignWarband) -> tuple[CareerState, ...]:
    """Return the members that are in a warband and have no name of their own."""
    careers = stored_record(warband.record).careers.going_on.values()
    return tuple(career for career in careers if not career.member.name)


def homebrew_members(warband: CampaignWarband) -> frozenset[str]:
    """Return the ids of the members of a warband whose creatures players wrote."""
    careers = stored_record(warband.record).careers.members
    return frozenset(career.id for career in careers if HOMEBREW_MARK in career.member.creature)


def scenario_view(view: CampaignView, number: int) -> ScenarioView | None:
    """Return a scenario of a campaign, None if there is none with that id. Four queries."""
    row = scenario_row(view.campaign, number)
    state = scenario_state(view.campaign, number) if row else None
    if row is None or state is None:
        return None
    numbers = [side.warband.number for side in row.sides.all()]
    order = {warband: index for index, warband in enumerate(dict.fromkeys((*state.plan.warbands, *state.fielded)))}
    warbands = view.campaign.warbands.select_related("warband", "participant__user").filter(number__in=numbers)
    return ScenarioView(view, row, state, tuple(sorted(warbands, key=lambda warband: order.get(warband.number, 0))))


def scenario_aftermath(scenario: ScenarioView) -> list[SideAfter]:
    """Return the effects of a scenario on each fielded warband. The queries of ``aftermath_sides``."""
    effects = aftermath_sides(scenario.view.campaign, scenario.state)
    sides = _sides_after(scenario.warbands, scenario.state, effects)
    return [replace(side, is_own=scenario.is_own(side.warband)) for side in sides]


def _sides_after(
    warbands: Iterable[CampaignWarband], state: ScenarioState, effects: Mapping[int, WarbandAftermath]
) -> list[SideAfter]:
    names = {
        (number, career.id): career.name
        for number, aftermath in effects.items()
        for career in aftermath.before.careers.members
    }
    return [
        side_after(warband, state, effects[warband.number], names) for warband in warbands if warband.number in effects
    ]


def members_mark(campaign: Campaign) -> str:
    """Return a text that changes when the compendium changes what the members of a campaign are or carry.

    Two queries, and that of ``present_records``.
    """
    careers = (career for record in present_records(campaign).values() for career in record.careers.members)
    return rulebook_mark({career.member.creature for career in careers})


def preview_scenarios(campaign: Campaign, scenarios: Collection[int]) -> dict[int, list[SideAfter]]:
    """Return the effects that scenarios would have on each side if they counted now, by their ids.

    Those that counted before are left out. The queries of ``next_aftermaths``, and at most three more.
    """
    states = scenario_states(campaign, scenarios)
    effects, warbands = next_aftermaths(campaign, states.values()), campaign.warbands.only("number", "name")
    return {number: _sides_after(warbands, states[number], sides) for number, sides in effects.items()}


def readable_aftermath(scenario: ScenarioView) -> list[SideAfter] | None:
    """Return the aftermath of a scenario; None if a necessary card no longer exists."""
    try:
        return scenario_aftermath(scenario)
    except RulesError:
        return None


def own_side_first(scenario: ScenarioView, sides: Iterable[SideAfter]) -> list[SideAfter]:
    """Return the sides of an aftermath, that of the viewer's warband first."""
    return sorted(sides, key=lambda side: not scenario.is_played(side.warband))
