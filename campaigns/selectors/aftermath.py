"""The aftermath of a scenario: its effects on each warband, its dice, the members' choices, and the changes."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.careers import careers_inputs
from compendium.selectors.creatures import card_emblem
from rules.campaigns.aftermath import WarbandAftermath, warband_aftermath
from rules.campaigns.careers import scenario_id
from rules.campaigns.fielding import warband_points
from rules.campaigns.results import SideResult, side_results
from rules.campaigns.scenarios import SpendingRecord
from rules.campaigns.sentences.names import PURPOSES, roll_outcome
from rules.campaigns.state.scenarios import ScenarioState
from rules.cards.model import HOMEBREW_MARK
from rules.careers.card import feat_title
from rules.careers.differences import SheetChange, sheet_changes
from rules.careers.events import RollKind
from rules.careers.feat_choices import feat_options
from rules.careers.numbers import level_of
from rules.careers.state import CareerState, GainedFeat, RollDue
from rules.errors import RulesError
from rules.feats import find_feat
from rules.legality.resolved import Rulebook


@dataclass(frozen=True, slots=True)
class RecordedRoll:
    """A roll of a member: its faces, its result, whether they can be entered again, and its ``field`` in a form."""

    field: str
    purpose: RollKind
    number: int
    faces: tuple[int, ...]
    outcome: str
    is_entered: bool
    is_undue: bool
    can_enter_again: bool = False

    @property
    def label(self) -> str:
        """The purpose of the roll."""
        return f"{PURPOSES[self.purpose]}, again" if self.number > 1 else PURPOSES[self.purpose]

    @property
    def name(self) -> str:
        """The roll's name in addresses: ``1.advance.1.m5``."""
        _, warband, purpose, member = self.field.split(".", 3)
        return f"{warband}.{purpose}.{self.number}.{member}"

    @property
    def typed(self) -> str:
        """The faces as one types them."""
        return " ".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class RollWanted:
    """A roll that is due for a member."""

    field: str
    label: str
    dice: int
    purpose: RollKind = "elimination"


@dataclass(frozen=True, slots=True)
class FeatLine:
    """A feat to choose with its effect: the values that a form may send for it, each with the name of its choice."""

    title: str
    effect: str
    choices: tuple[tuple[str, str], ...]

    @property
    def is_single(self) -> bool:
        """Whether nothing is chosen for it but the feat itself."""
        return len(self.choices) == 1


def feat_lines(options: Iterable[tuple[str, str]]) -> tuple[FeatLine, ...]:
    """Return the feats of a form's options, each with what is chosen for it."""
    by_feat: dict[str, list[tuple[str, str]]] = {}
    for value, title in options:
        by_feat.setdefault(value.partition(":")[0], []).append((value, title))
    lines = []
    for key, choices in by_feat.items():
        feat = find_feat(key)
        single = len(choices) == 1
        named = choices if single else [(value, value.partition(":")[2] or title) for value, title in choices]
        title = choices[0][1] if single else feat.name
        lines.append(FeatLine(title, " ".join(feat.text.split()), tuple(named)))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class FeatQuestion:
    """A feat to choose: the values that a form may send with their names, and the one that is chosen, if any."""

    field: str
    options: tuple[tuple[str, str], ...]
    chosen: str = ""
    is_settled: bool = False
    title: str = ""

    @property
    def lines(self) -> tuple[FeatLine, ...]:
        """The feats to choose from, each with its effect."""
        return feat_lines(self.options)


@dataclass(frozen=True, slots=True)
class MemberAftermath:
    """A member that took part in a scenario, with its changes."""

    id: str
    name: str
    creature: str
    changes: tuple[SheetChange, ...]
    is_eliminated: bool = False
    eliminated_by: str = ""
    rolls: tuple[RecordedRoll, ...] = ()
    wanted: tuple[RollWanted, ...] = ()
    feat: FeatQuestion | None = None
    spending: SpendingRecord | None = None
    hero_points: int = 0
    problems: tuple[str, ...] = ()
    is_homebrew: bool = False
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class SideAfter:
    """A warband in a scenario: its result so far, its members, and whether the viewer plays or organizes it."""

    warband: CampaignWarband
    points: int
    points_after: int
    victory_points: int
    result: SideResult | None
    members: tuple[MemberAftermath, ...]
    home: tuple[MemberAftermath, ...]
    is_own: bool

    @property
    def wanted(self) -> int:
        """The number of missing rolls."""
        return sum(len(member.wanted) for member in self.members)

    @property
    def changed(self) -> list[MemberAftermath]:
        """The members that were eliminated or change."""
        return [member for member in (*self.members, *self.home) if member.changes or member.is_eliminated]

    @property
    def open_feats(self) -> int:
        """The number of feats that can still be chosen."""
        return sum(member.feat is not None and not member.feat.chosen for member in self.members)


def side_after(
    warband: CampaignWarband, scenario: ScenarioState, aftermath: WarbandAftermath, names: dict[tuple[int, str], str]
) -> SideAfter:
    """Return a warband's aftermath for a page; ``names`` has all members of the scenario by warband and id.

    No queries. ``is_own`` is left to the page.
    """
    fielded = scenario.fielded[warband.number]
    before, after = aftermath.before.careers.by_id, aftermath.after.careers.by_id
    members = [
        _member(before[member], after.get(member), scenario, aftermath, names)
        for member in fielded.members
        if member in before
    ]
    home = [
        _changed(career, after.get(member), aftermath.rulebook)
        for member, career in before.items()
        if member not in fielded.members
    ]
    result = side_results(scenario.report, tuple(scenario.fielded))[warband.number] if scenario.report_entry else None
    return SideAfter(
        warband=warband,
        points=fielded.points,
        points_after=warband_points(aftermath.after.careers, aftermath.rulebook),
        victory_points=scenario.victory_points(warband.number),
        result=result,
        members=tuple(members),
        home=tuple(after for after in home if after.changes),
        is_own=False,
    )


def _member(
    career: CareerState,
    after: CareerState | None,
    scenario: ScenarioState,
    aftermath: WarbandAftermath,
    names: dict[tuple[int, str], str],
) -> MemberAftermath:
    warband, rulebook = aftermath.warband, aftermath.rulebook
    eliminated = [
        elimination
        for elimination in scenario.report.eliminated
        if (elimination.warband, elimination.member) == (warband, career.id)
    ]
    spending = scenario.spendings.get((warband, career.id))
    by = eliminated[0] if eliminated else None
    return replace(
        _changed(career, after, rulebook),
        is_eliminated=bool(eliminated),
        eliminated_by=names.get((by.by_warband, by.by_member), "") if by and by.by_warband and by.by_member else "",
        rolls=tuple(_rolls(career.id, scenario, aftermath)),
        wanted=tuple(_wanted(due, warband) for due in aftermath.due if due.member == career.id),
        feat=_feat_question(career, after, scenario, warband, rulebook) if after else None,
        spending=spending.event.spending if spending else None,
        hero_points=scenario.fielded[warband].bought.get(career.id, 0),
        # What is open and what is struck out is shown where it stands.
        problems=tuple(
            problem.message
            for problem in aftermath.problems
            if problem.member == career.id
            and problem.code != "feat.missing"
            and not problem.code.endswith("not_due")
            and not problem.code.startswith("dice.")
        ),
    )


def _changed(career: CareerState, after: CareerState | None, rulebook: Rulebook) -> MemberAftermath:
    """Return a member with its changes alone, such as one that stayed home."""
    return MemberAftermath(
        id=career.id,
        name=career.name,
        creature=career.creature,
        changes=sheet_changes(career, after, rulebook),
        is_homebrew=HOMEBREW_MARK in career.member.creature,
        emblem=career_emblem(career, rulebook),
    )


def career_emblem(career: CareerState, rulebook: Rulebook) -> str:
    """Return the name of the emblem of a member's creature."""
    return card_emblem(career.base_card(rulebook), rulebook.emblems)


def _wanted(due: RollDue, warband: int) -> RollWanted:
    label = f"{PURPOSES[due.kind]}, again" if due.number > 1 else PURPOSES[due.kind]
    return RollWanted(roll_field(warband, due.kind, due.member), label, due.dice, due.kind)


def roll_field(warband: int, purpose: str, member: str) -> str:
    """Return the form's name for the dice of a member: ``roll.1.injury.m5``."""
    return f"roll.{warband}.{purpose}.{member}"


def _rolls(member: str, scenario: ScenarioState, aftermath: WarbandAftermath) -> Iterator[RecordedRoll]:
    own = [roll for key, roll in scenario.rolls.items() if key[:2] == (aftermath.warband, member)]
    order = list(PURPOSES)
    own.sort(key=lambda roll: (order.index(roll.roll.purpose), roll.roll.number))
    latest = {roll.roll.purpose: roll.roll.number for roll in own}
    for entry_roll in own:
        roll = entry_roll.roll
        yield RecordedRoll(
            field=roll_field(aftermath.warband, roll.purpose, member),
            purpose=roll.purpose,
            number=roll.number,
            faces=roll.faces,
            outcome=roll_outcome(roll),
            is_entered=roll.origin == "entered",
            is_undue=roll.key in aftermath.undue,
            can_enter_again=(
                scenario.is_running
                and roll.origin == "entered"
                and latest[roll.purpose] == roll.number
                and scenario.settings.entered_dice
            ),
        )


def _feat_question(
    career: CareerState, after: CareerState, scenario: ScenarioState, warband: int, rulebook: Rulebook
) -> FeatQuestion | None:
    """Return the open feat of the scenario's advance, None if there is none."""
    name = scenario_id(scenario.number)
    event = f"{name}.{career.id}.advance"
    field = f"feat.{warband}.{career.id}"
    gained = next((feat for feat in after.feats if feat.event == event), None)
    level = level_of(career, career.base_card(rulebook))
    if gained is None:
        still = next((feat for feat in after.open_feats if feat.event == event), None)
        return FeatQuestion(field, feat_choices_of(after, still.level, rulebook)) if still else None
    without = replace(after, feats=tuple(feat for feat in after.feats if feat is not gained))
    return FeatQuestion(
        field=field,
        options=() if scenario.counts else feat_choices_of(without, level, rulebook),
        chosen=feat_value(gained.feat, gained.choice),
        is_settled=scenario.counts,
        title=feat_title(gained, after.base_card(rulebook)),
    )


def feat_choices_of(career: CareerState, level: int, rulebook: Rulebook) -> tuple[tuple[str, str], ...]:
    """Return every feat that a member may gain, one for each choice: the value of the form, and the text."""
    card = career.base_card(rulebook)
    return tuple(
        (feat_value(option.feat.key, choice), feat_title(GainedFeat(option.feat.key, choice), card))
        for option in feat_options(level=level, career=career, card=card)
        for choice in option.choices
    )


def feat_alternatives(scenario: ScenarioState, aftermath: WarbandAftermath, member: str) -> tuple[tuple[str, str], ...]:
    """Return every feat that a member might have chosen in a scenario, as ``feat_choices_of`` does."""
    rulebook, after = aftermath.rulebook, aftermath.after.careers.by_id.get(member)
    before = aftermath.before.careers.by_id.get(member)
    if before is None or after is None:
        return ()
    event = f"{scenario_id(scenario.number)}.{member}.advance"
    without = replace(after, feats=tuple(feat for feat in after.feats if feat.event != event))
    return feat_choices_of(without, level_of(before, before.base_card(rulebook)), rulebook)


def feat_value(feat: str, choice: str | None) -> str:
    """Return the form's value for a feat and its choice: ``skill-training:Arcana``."""
    return f"{feat}:{choice}" if choice else feat


def aftermath_sides(
    campaign: Campaign, scenario: ScenarioState, warbands: Collection[int] | None = None
) -> dict[int, WarbandAftermath]:
    """Return the effects of a scenario on each fielded warband (or on some), as if it were committed now.

    For a committed scenario, these are its actual effects. One query and those of ``careers_inputs``.
    """
    numbers = [number for number in scenario.fielded if warbands is None or number in warbands]
    played = scenario.played or campaign.next_played
    rows = list(campaign.warbands.filter(number__in=numbers))
    sides = {}
    for number, inputs in careers_inputs(rows, played, [scenario], before=played).items():
        before = inputs.history().now
        sides[number] = warband_aftermath(before, number, scenario, inputs.rulebook)
    return sides


def next_aftermaths(campaign: Campaign, scenarios: Collection[ScenarioState]) -> dict[int, dict[int, WarbandAftermath]]:
    """Return the effects of scenarios, each as if it were the next to count, by their ids and warbands.

    Leaves out scenarios that counted before, and those that need a card that is gone. One query and those of
    ``careers_inputs``.
    """
    fresh = [scenario for scenario in scenarios if scenario.played is None]
    numbers = {number for scenario in fresh for number in scenario.fielded}
    rows = list(campaign.warbands.filter(number__in=numbers).defer("record", "frozen"))
    inputs = careers_inputs(rows, campaign.next_played, fresh, before=campaign.next_played)
    effects = {}
    for scenario in fresh:
        with suppress(RulesError):
            effects[scenario.number] = {
                number: warband_aftermath(inputs[number].history().now, number, scenario, inputs[number].rulebook)
                for number in scenario.fielded
            }
    return effects
