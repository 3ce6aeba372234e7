"""The analysis of a battle that is over: its luck, its odds from activation to activation, and where they turned."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F

from battles.models import BattleAnalysis, BattleSeat
from battles.models.odds import OddsStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import knows_all
from battles.selectors.folding import family_of_battle, setup_of
from battles.selectors.runs import is_at_work
from campaigns.models import Campaign
from rules.campaigns.luck import AnalyzedBattle
from rules.campaigns.points import PointsLine
from rules.p2v_combat.luck import ALL, ROLL_KINDS, LuckSum, luck_from_document
from rules.players.analysis import OddsPoint, turning_points
from rules.players.intervals import Interval


@dataclass(frozen=True, slots=True)
class SideLuck:
    """The luck of a side: of all rolls that concern it, by kind of its own rolls, and of its creatures.

    A creature has the damage that it dealt and took above the average.
    """

    key: str
    name: str
    total: LuckSum
    kinds: tuple[tuple[str, LuckSum], ...]
    creatures: tuple[tuple[str, LuckSum, LuckSum], ...]


class SideShare(NamedTuple):
    """A side's share of wins, and what it may be, in percent."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ActivationRow:
    """An activation with the odds of each side before it; ``point`` is None for the end."""

    point: OddsPoint | None
    odds: tuple[SideShare, ...]

    @property
    def others(self) -> int:
        """How many more activations follow up to the next row."""
        return self.point.activations - 1 if self.point else 0


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """An activation that turned the odds of a side: from a share to another, in percent.

    ``before`` is the entry of the log before it.
    """

    point: OddsPoint
    side: str
    first: float
    last: float

    @property
    def before(self) -> int:
        """The number of the entry before it."""
        return self.point.entry - 1


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The analysis of a battle so far; ``is_old`` says that the battle has changed since.

    ``curves`` has a line for each side in percent, with the ends of its interval. ``is_playing`` says that a job works
    on it, or waits to.
    """

    row: BattleAnalysis
    sides: tuple[SideLuck, ...]
    points: tuple[ActivationRow, ...]
    turns: tuple[ShownTurn, ...]
    curves: tuple[tuple[PointsLine, PointsLine, PointsLine], ...]
    is_old: bool
    is_playing: bool

    @property
    def played(self) -> int:
        """How many games were played."""
        return 2 * self.row.pairs

    @property
    def is_stopped(self) -> bool:
        """Whether games are left that no job plays."""
        return not self.is_playing and self.row.status != OddsStatus.DONE


def may_be_analyzed(view: BattleView) -> bool:
    """Return True if a battle is over, and nothing of it hidden from the visitor. No query."""
    return view.has_ended and "creatures" in family_of_battle(view.battle).capabilities and knows_all(view)


def odds_points(row: BattleAnalysis) -> tuple[OddsPoint, ...]:
    """Return the activations from which games are played, none before the analysis has begun."""
    return tuple(OddsPoint(**point) for point in row.tally.get("points", ()))


def analysis_page(view: BattleView) -> AnalysisPage | None:
    """Return the analysis of a battle that may be shown, None without any. One query, and two while it is worked on."""
    row = BattleAnalysis.objects.filter(battle=view.battle).first() if may_be_analyzed(view) else None
    if row is None:
        return None
    setup = setup_of(view.battle)
    names = {side.key: side.name for side in setup.sides}
    is_old, is_playing = row.head != view.battle.head, is_at_work(row)
    if not row.tally:
        return AnalysisPage(row, (), (), (), (), is_old, is_playing)
    luck = luck_from_document(row.tally["luck"])
    sides = tuple(
        SideLuck(
            side,
            name,
            luck.sides[side][ALL],
            tuple((ROLL_KINDS.get(kind, kind), total) for kind, total in luck.sides[side].items() if kind != ALL),
            tuple(
                (creature.name, luck.dealt.get(creature.id, LuckSum()), luck.taken.get(creature.id, LuckSum()))
                for creature in setup.fielded
                if creature.side == side and (creature.id in luck.dealt or creature.id in luck.taken)
            ),
        )
        for side, name in names.items()
    )
    played = odds_points(row)
    if row.pairs < len(played):
        played = ()  # some activation has no game yet
    end = {side: Interval(float(share), float(share), float(share)) for side, share in row.tally["end"].items()}
    odds = {side: [*(point.share(side) for point in played), *([end[side]] if side in end else [])] for side in names}
    rows = tuple(
        ActivationRow(
            point, tuple(SideShare(name, *(100 * share for share in odds[side][place])) for side, name in names.items())
        )
        for place, point in enumerate((*played, *([None] if end and played else ())))
    )
    turns = tuple(
        ShownTurn(
            played[turn.place],
            names[turn.side],
            100 * odds[turn.side][turn.place].mean,
            100 * odds[turn.side][turn.place + 1].mean,
        )
        for turn in turning_points(odds if played else {})
    )
    curves = tuple(_curve(name, odds[side]) for side, name in names.items()) if len(rows) > 1 else ()
    return AnalysisPage(row, sides, rows, turns, curves, is_old, is_playing)


def _curve(name: str, odds: list[Interval]) -> tuple[PointsLine, PointsLine, PointsLine]:
    """Return the line of a side in percent, and the lower and the upper end of its interval."""
    lines = zip(*odds, strict=True)
    middle, low, high = (
        PointsLine(name, tuple((place, round(100 * share)) for place, share in enumerate(shares))) for shares in lines
    )
    return middle, low, high


def battles_analyzed(campaign: Campaign) -> tuple[AnalyzedBattle, ...]:
    """Return what analyses say of the battles of a campaign that are over, the last battle of each scenario.

    One query, and one more if there is an analysis.
    """
    of_scenarios = BattleAnalysis.objects.filter(battle__scenario__campaign=campaign, head=F("battle__head"))
    rows = of_scenarios.exclude(tally={})
    columns = ("battle__scenario__number", "battle", "tally")
    tallies = {scenario: (battle, tally) for scenario, battle, tally in rows.order_by("battle").values_list(*columns)}
    if not tallies:
        return ()
    seats = defaultdict[int, dict[str, int]](dict)
    held = BattleSeat.objects.filter(battle__in=[battle for battle, _ in tallies.values()])
    of_campaign = held.filter(warband__campaigns__campaign=campaign).order_by("warband__campaigns__number")
    for battle, side, number in of_campaign.values_list("battle", "side", "warband__campaigns__number"):
        seats[battle][side] = number
    return tuple(
        _analyzed(scenario, seats[battle], BattleAnalysis(tally=tally)) for scenario, (battle, tally) in tallies.items()
    )


def _analyzed(scenario: int, seats: Mapping[str, int], row: BattleAnalysis) -> AnalyzedBattle:
    luck = luck_from_document(row.tally["luck"]).sides
    first = next(iter(odds_points(row)), None)
    return AnalyzedBattle(
        scenario,
        {number: luck[side][ALL] for side, number in seats.items() if side in luck},
        {number: first.share(side).mean for side, number in seats.items()} if first and first.games else {},
    )
