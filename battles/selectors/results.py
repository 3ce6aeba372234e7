"""The result of a fight so far: its sides and their spending; and the same for the report form of a campaign."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from battles.models import Battle, BattleSeat
from battles.selectors.crests import seat_crests
from battles.selectors.families import FightViewer
from battles.selectors.folding import AnyFoldedFight, FoldedBattle, battle_played, fight_log_sentences
from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.scenarios import scenario_state
from campaigns.selectors.sides import KEPT_USES
from compendium.builtin.creatures import emblem_of
from rules.campaigns.chronicles import Chronicle, ChronicleChapter
from rules.campaigns.points import PointsChart, PointsLine
from rules.campaigns.results import BY_KEY as CONDITIONS
from rules.campaigns.results import points_scored
from rules.combat.sheets import row_words
from rules.combat.state import FightState
from rules.items import BY_KEY as ITEMS
from rules.p2v_combat.scoring.results import ScoreLine
from rules.p2v_combat.scoring.story import decisive_round, felled_by, points_by_round, tell_battle, turning_round
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.tasks.recovery import HERO_POINT
from rules.tables.victory_conditions.conditions import STANDARD, Score, VictoryCondition
from rules.text import counted, listed

FATES = {"in play": "In play", "eliminated": "Eliminated", "left": "Left the board"}


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A creature at the end: its fate, the cause, and its spending, in words, and the name of its emblem."""

    id: str
    name: str
    fate: str
    by: str
    hp: int
    max_hp: int
    spent: tuple[str, ...]
    emblem: str = ""

    @property
    def sentence(self) -> str:
        """The row as a sentence."""
        by = f" by {self.by}" if self.by else ""
        ended = f"{self.fate.lower()}{by}" if self.fate != FATES["in play"] else f"{self.hp} of {self.max_hp} HP"
        spent = f"; spent {', '.join(self.spent)}" if self.spent else ""
        return f"{self.name}: {ended}{spent}."


@dataclass(frozen=True, slots=True)
class SideSummary:
    """A side of Path 2 Victory at the end: its victory points with their reasons, and its creatures."""

    key: str
    name: str
    points: int
    lines: tuple[ScoreLine, ...]
    rows: tuple[SummaryRow, ...]

    @property
    def heading(self) -> str:
        """The side and its victory points."""
        return f"{self.name}: {self.points} VP"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The reasons for the points, and the fate of each creature."""
        return (*(f"{line.points} VP: {line.reason}" for line in self.lines), *(row.sentence for row in self.rows))


@dataclass(frozen=True, slots=True)
class FightSideReport:
    """A side of a declared family in a report: its name, and the condition of each of its combatants, in words."""

    key: str
    name: str
    combatants: tuple[tuple[str, str], ...]

    @property
    def heading(self) -> str:
        """The side."""
        return self.name

    @property
    def sentences(self) -> tuple[str, ...]:
        """The condition of each combatant."""
        return tuple(f"{name}: {words}." for name, words in self.combatants)


SideT = TypeVar("SideT", SideSummary, FightSideReport)


@dataclass(frozen=True, slots=True)
class FightReport(Generic[SideT]):
    """How a fight ended, or its present state: the result in words with the reason, its sides, and the game's owner, ""
    for the site's.

    ``story`` are paragraphs, ``points`` each side's points in play after each round.
    """

    name: str
    rounds: int
    sentence: str
    reason: str
    sides: tuple[SideT, ...]
    game: str = ""
    log_title: str = "The log"
    story: tuple[str, ...] = ()
    points: tuple[PointsLine, ...] = ()


def battle_summary(folded: FoldedBattle) -> FightReport[SideSummary]:
    """Return how a battle of Path 2 Victory ended, or its present state. No queries."""
    state = folded.state
    result = state.result
    sides = tuple(
        SideSummary(
            key=side.key,
            name=side.name,
            points=result.points(side.key) if result else state.points(side.key),
            lines=tuple(line for line in result.lines if line.side == side.key) if result else (),
            rows=tuple(_row(state, combatant) for combatant in state.of_side(side.key)),
        )
        for side in state.setup.sides
    )
    names = {side.key: side.name for side in state.setup.sides}
    sentence = result.sentence(names) if result else "The battle has no result yet."
    return FightReport(
        state.setup.name,
        state.round,
        sentence,
        result.reason if result else "",
        sides,
        story=tell_battle(state),
        points=tuple(PointsLine(*line) for line in points_by_round(state)),
    )


def fight_report(folded: AnyFoldedFight, viewer: FightViewer) -> FightReport[FightSideReport]:
    """Return the report of a fight of a declared family as a visitor may read it. No query."""
    state: FightState = folded.state
    ending = folded.family.ending(state)
    sides = []
    for side in state.setup.sides:
        own = [combatant for combatant in state.combatants if state.entry(combatant).side == side.key]
        rows = [
            state.family.row(state, combatant, sees_hidden=viewer.sees_hidden or not state.is_master(combatant))
            for combatant in own
        ]
        sides.append(FightSideReport(side.key, side.name, tuple((row.name, row_words(row)) for row in rows)))
    sentence = ending.sentence if ending else "The fight has no result yet."
    reason = ending.reason if ending else ""
    return FightReport(
        state.setup.name, state.round, sentence, reason, tuple(sides), state.family.name, "What happened"
    )


def report_text(report: FightReport[Any]) -> str:
    """Return a report as plain text."""
    lines = [report.name, *([report.game] if report.game else []), "", report.sentence]
    lines += [*([report.reason] if report.reason else []), f"{counted(report.rounds, 'round')} played."]
    lines += [line for paragraph in report.story for line in ("", paragraph)]
    for side in report.sides:
        lines += ["", side.heading, *(f"  {sentence}" for sentence in side.sentences)]
    return "\n".join(lines) + "\n"


def board_moments(folded: AnyFoldedFight) -> tuple[tuple[str, BattleState], ...]:
    """Return the states in which a report shows the board, each with a title: after the decisive round, and the last.

    None of a fight without a board. No query.
    """
    state = battle_played(folded.state)
    if state is None or state.board is None:
        return ()
    number = decisive_round(state)
    moments = [
        (f"The board after round {number}, the turning point", past.state)
        for past in folded.rounds
        if past.round == number != state.round and past.state.board
    ]
    return (*moments, ("The board at the end" if state.result else "The board now", state))


def report_chronicle(report: FightReport[Any], folded: AnyFoldedFight, seats: Iterable[BattleSeat]) -> Chronicle:
    """Return a report with the whole log and the crests of the sides, for print."""
    crests = seat_crests(seats)
    played = f"{report.game}, {counted(report.rounds, 'round')}." if report.game else ""
    ending = " ".join(filter(None, (played, report.sentence, report.reason)))
    sides = (ChronicleChapter(side.heading, "", side.sentences, crest=crests.get(side.key)) for side in report.sides)
    log = ChronicleChapter(report.log_title, "", tuple(fight_log_sentences(folded)))
    story = [ChronicleChapter("What happened", "", report.story)] if report.story else []
    chart = PointsChart(report.points, "round", "Points in play after each round")
    return Chronicle(report.name, ending, (), (), (*story, *sides, log), chart)


def _row(state: BattleState, combatant: Combatant) -> SummaryRow:
    card = state.fielded(combatant.id).card
    by = felled_by(state, combatant.id) if combatant.presence == "eliminated" else None
    return SummaryRow(
        id=combatant.id,
        name=state.name(combatant.id),
        fate=FATES.get(combatant.presence, combatant.presence),
        by=state.name(by) if by else "",
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        spent=tuple(_spent(state, combatant)),
        emblem=emblem_of(card.key, card.tags),
    )


def _spent(state: BattleState, combatant: Combatant, *, for_good: bool = False) -> Iterator[str]:
    """Yield a creature's spending, in words: everything, or only what does not return in the next scenario."""
    fielded = state.fielded(combatant.id)
    before = dict(fielded.spent)
    names = {feature.id: feature.name for feature in fielded.features}
    used: Counter[str] = Counter()
    for key, boxes in combatant.spent:
        if for_good and is_regained(fielded, key):
            continue
        base = key.partition(":")[0]
        name = names.get(base) or (ITEMS[base].name if base in ITEMS else base)
        used[name] += boxes - before.get(key, 0)
    yield from (f"{name} × {number}" if number > 1 else name for name, number in used.items() if number > 0)
    hero_points = sum(fact.kind == HERO_POINT and fact.by == combatant.id for fact in state.scored_facts)
    if hero_points:
        yield counted(hero_points, "hero point")


@dataclass(frozen=True, slots=True)
class SpendingWay:
    """A link to the campaign's form for a member's spending: its name, the spending in words, and the address."""

    name: str
    words: str
    warband: int
    query: str


LONE_SIDES = ("the defender", "the evader")
"""The conditions' word for the side that the table names; the other one has the other lines."""


def report_address_query(battle: Battle, seats: tuple[BattleSeat, ...], folded: FoldedBattle) -> str:
    """Return the initial values of the report form of the battle's scenario, as a query string.

    One query, and those of the scenario.
    """
    assert battle.scenario is not None
    by_side = _numbers_by_side(battle.scenario, seats)
    pairs: list[tuple[str, str]] = [("notes", _notes(folded))]
    condition = _shared_condition(battle, folded.state)
    for side, number in by_side.items():
        pairs += _score_fields(folded.state, condition, side, number)
    pairs += _eliminated_fields(folded.state, by_side)
    return urlencode(pairs)


def spending_ways(battle: Battle, seats: tuple[BattleSeat, ...], folded: FoldedBattle) -> tuple[SpendingWay, ...]:
    """Return a link for each member with lasting spending, or spent hero points. One query."""
    if battle.scenario is None:
        return ()
    by_side = _numbers_by_side(battle.scenario, seats)
    rows = {row.id: row for side in battle_summary(folded).sides for row in side.rows}
    lines = []
    for combatant in folded.state.combatants.values():
        if combatant.side in by_side and (pairs := _spent_fields(folded.state, combatant)):
            member = combatant.id.partition(".")[2]
            words = listed(_spent(folded.state, combatant, for_good=True))
            query = urlencode([("member", member), *pairs])
            lines.append(SpendingWay(rows[combatant.id].name, words, by_side[combatant.side], query))
    return tuple(lines)


def is_regained(fielded: Fielded, key: str) -> bool:
    """Return True if the boxes under that key return in the next scenario, like encounter uses."""
    uses = {feature.id: feature.uses for feature in fielded.features}
    uses |= {group_key: group.uses for feature in fielded.features for group_key, group in feature.spell_groups}
    uses |= {item.key: item.uses for item in ITEMS.values() if item.key == key.partition(":")[0]}
    own = uses.get(key) or uses.get(key.partition(":")[0], ())
    return bool(own) and not any(use in KEPT_USES for use in own)


def _spent_fields(state: BattleState, combatant: Combatant) -> list[tuple[str, str]]:
    fielded = state.fielded(combatant.id)
    before = dict(fielded.spent)
    pairs = []
    for key, boxes in combatant.spent:
        times, item = boxes - before.get(key, 0), ITEMS.get(key.partition(":")[0])
        if times <= 0 or is_regained(fielded, key):
            continue
        if item is not None and item.kind == "consumable":
            pairs += [("item", item.key)] * times
        else:
            pairs.append((f"used.{key}", str(times)))
    hero_points = sum(fact.kind == HERO_POINT and fact.by == combatant.id for fact in state.scored_facts)
    return [*pairs, ("hero", str(hero_points))] if hero_points else pairs


def _numbers_by_side(scenario: CampaignScenario, seats: tuple[BattleSeat, ...]) -> dict[str, int]:
    """Return the numbers in the campaign of the warbands that fought, by side."""
    rows = CampaignWarband.objects.filter(campaign=scenario.campaign_id, warband__in=_warbands(seats))
    numbers = dict(rows.values_list("warband", "number"))
    return {seat.side: numbers[seat.warband_id] for seat in seats if seat.warband_id in numbers}


def _notes(folded: FoldedBattle) -> str:
    summary = battle_summary(folded)
    spent = (f"{row.name} spent {listed(row.spent)}." for side in summary.sides for row in side.rows if row.spent)
    ending = " ".join(filter(None, (summary.sentence, summary.reason)))
    turn = turning_round(folded.state)
    return "\n".join((ending, *([turn] if turn else []), *spent))


def _warbands(seats: tuple[BattleSeat, ...]) -> list[int]:
    return [seat.warband_id for seat in seats if seat.warband_id is not None]


def _shared_condition(battle: Battle, state: BattleState) -> VictoryCondition | None:
    """Return the victory condition of battle and scenario, None if they differ."""
    assert battle.scenario is not None
    scenario = scenario_state(battle.scenario.campaign, battle.scenario.number)
    played = state.setup.table.victory if state.setup.table else STANDARD.key
    return CONDITIONS.get(played) if scenario is not None and scenario.plan.victory == played else None


def _score_fields(
    state: BattleState, condition: VictoryCondition | None, side: str, number: int
) -> Iterator[tuple[str, str]]:
    """Yield a side's lines of the condition, and the victory points that no line covers."""
    result = state.result
    points = result.points(side) if result else dict(state.scores).get(side, 0)
    counts = condition_counts(state, condition, side) if condition else ()
    counted = points_scored(condition, counts) if condition else 0
    if counted <= points:
        yield from ((f"score.{number}.{line}", str(count)) for line, count in enumerate(counts, start=1) if count)
        points -= counted
    if points:
        yield f"extra.{number}", str(points)


def condition_counts(state: BattleState, condition: VictoryCondition, side: str) -> tuple[int, ...]:
    """Return how often a side has each line of a victory condition. No query."""
    result = state.result
    if result is None:
        return (0,) * len(condition.scoring)
    counts = [0] * len(condition.scoring)
    for line in result.lines:
        place = _place_of(condition.scoring, line.points, line.reason) if line.side == side else None
        if place is not None:
            counts[place] += line.points // condition.scoring[place].vp
    if result.winner == side:
        lone = state.setup.table.lone_side if state.setup.table else None
        for place, score in enumerate(condition.scoring):
            is_of_lone_side = score.side in LONE_SIDES
            if score.result == result.victory and (not score.side or is_of_lone_side == (side == lone)):
                counts[place] = 1
                break
    return tuple(counts)


def _place_of(scoring: Sequence[Score], points: int, reason: str) -> int | None:
    """Return the place of the line for victory points of a battle, None if there is none."""
    about = [place for place, score in enumerate(scoring) if score.vp and _topic(score) in reason.casefold()]
    exact: Iterable[int] = (place for place in about if scoring[place].vp == points)
    several = (place for place in about if scoring[place].each and points > 0 and points % scoring[place].vp == 0)
    return next(iter((*exact, *several)), None)


def _topic(score: Score) -> str:
    """Return the word in the reason of victory points that identifies a line."""
    return (score.best_of or score.each.partition(" ")[0] or "broken").casefold()


def _eliminated_fields(state: BattleState, by_side: dict[str, int]) -> Iterator[tuple[str, str]]:
    for combatant in state.combatants.values():
        if combatant.presence != "eliminated" or combatant.side not in by_side:
            continue
        member = _member(by_side, combatant.id)
        yield "eliminated", member
        by = felled_by(state, combatant.id)
        if by and by[0] in by_side:
            yield f"by.{member}", _member(by_side, by)


def _member(by_side: dict[str, int], creature: str) -> str:
    side, _, member = creature.partition(".")
    return f"{by_side[side]}.{member}"
