"""What the games of a battle's set-up add up to so far, for its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from battles.models import Battle, BattleOdds
from battles.models.odds import OddsStatus
from battles.selectors.folding import setup_of
from jobs.models import ENDED, Job
from rules.p2v_combat.sides import BattleSetup
from rules.players.simulation import MemberOdds, OddsTally, member_odds, odds_document, tally_from_document
from rules.players.stock import USUAL_PLAYER, usual_players

ODDS_KIND = "battle-odds"
"""The kind of the jobs that play games."""


@dataclass(frozen=True, slots=True)
class SideOdds:
    """A side: its share of wins and its victory points with what they may be, in percent and points."""

    key: str
    name: str
    player: str
    wins: int
    share: float
    low: float
    high: float
    points: float
    points_low: float
    points_high: float
    members: tuple[MemberOdds, ...]


@dataclass(frozen=True, slots=True)
class OddsPage:
    """The games of a battle's set-up so far; ``is_old`` says that the set-up has changed since.

    ``is_playing`` says that a job plays more of them, or waits to.
    """

    row: BattleOdds
    games: int
    draws: int
    rounds: float
    sides: tuple[SideOdds, ...]
    unplayed: tuple[str, ...]
    is_old: bool
    is_playing: bool

    @property
    def is_stopped(self) -> bool:
        """Whether games are left that no job plays."""
        return not self.is_playing and self.row.status != OddsStatus.DONE

    @property
    def margin(self) -> int:
        """How far off the shares of wins may be, in points of percent."""
        return max((round(max(side.high - side.share, side.share - side.low)) for side in self.sides), default=0)


def games_of(odds: BattleOdds) -> BattleSetup:
    """Return the set-up that the games of a battle begin with. No query if ``battle`` is loaded."""
    return setup_of(Battle(family=odds.battle.family, setup=odds.setup))


def players_of(setup: BattleSetup, player: str) -> dict[str, str]:
    """Return the player of each side: a given one for those of people, and the usual one for the game's own."""
    return {side: player if usual == USUAL_PLAYER else usual for side, usual in usual_players(setup).items()}


def _open_jobs() -> QuerySet[Job]:
    return Job.objects.filter(kind=ODDS_KIND).exclude(state__in=ENDED).order_by()


def odds_at_work() -> QuerySet[BattleOdds]:
    """Return the runs of games that a job plays or is going to. One query, and one to read them."""
    pks = [*_open_jobs().values_list("arguments__odds", flat=True)]
    return BattleOdds.objects.filter(status=OddsStatus.PLAYING, pk__in=pks)


def is_at_work(row: BattleOdds) -> bool:
    """Return whether a job plays these games or is going to. One query if they say that they are to be played.

    Those whose job was canceled before it began, or was lost, say so too.
    """
    return row.status == OddsStatus.PLAYING and _open_jobs().filter(arguments__odds=row.pk).exists()


def odds_page(battle: Battle) -> OddsPage | None:
    """Return what a battle's games add up to, None without any. One query, and two while games are to be played."""
    row = BattleOdds.objects.filter(battle=battle).first()
    if row is None:
        return None
    row.battle = battle
    setup, tally = games_of(row), tally_from_document(row.tally)
    players = players_of(setup, row.player)
    odds = odds_document(setup, players, row.seed, tally) if tally.pairs else {}
    return OddsPage(
        row,
        2 * tally.pairs,
        tally.draws,
        tally.rounds / (2 * tally.pairs) if tally.pairs else 0.0,
        tuple(_side(setup, side.key, tally, odds) for side in setup.sides) if odds else (),
        tuple(odds.get("unplayed", ())),
        row.setup != battle.setup,
        is_at_work(row),
    )


def _side(setup: BattleSetup, key: str, tally: OddsTally, odds: Mapping[str, Any]) -> SideOdds:
    won, points = odds["odds"][key], odds["points"][key]
    return SideOdds(
        key,
        setup.side(key).name,
        odds["players"][key],
        odds["wins"][key],
        100 * won["share"],
        100 * won["low"],
        100 * won["high"],
        points["mean"],
        max(points["low"], 0.0),
        points["high"],
        member_odds(setup, key, tally),
    )
