"""What the games of a battle's set-up add up to so far, for its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any, Optional

from battles.models import Battle, BattleOdds
from battles.models.odds import OddsStatus
from battles.selectors.battles import BattleView, table_of
from battles.selectors.folding import setup_of
from battles.selectors.runs import is_at_work
from rules.dice import SeededRoller
from rules.p2v_combat.setup.deploying import measure_by
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS, choose_drawn_board
from rules.p2v_combat.setup.layouts import suggest_table
from rules.p2v_combat.sides import BattleSetup
from rules.players.deploying import on_other_table
from rules.players.simulation import (
    MemberOdds,
    OddsTally,
    member_odds,
    notable_games,
    odds_document,
    tally_from_document,
)
from rules.players.stock import USUAL_PLAYER, usual_players

NO_BOARD = "none"
"""The choice of games without a board."""
BOARD_NAMES = {"": "As it is set up", **{drawn.key: drawn.name for drawn in DRAWN_BOARDS}, NO_BOARD: "Without a board"}
"""The boards on which games for odds can be played, with their names."""


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
class ShownGame:
    """A game that opens as a battle: what it is, its number in the run, and who won it by how much."""

    label: str
    number: int
    winner: str
    ahead: int

    @property
    def says(self) -> str:
        """Who won it by how much."""
        return f"{self.winner} by {self.ahead} VP" if self.winner else "a draw"


@dataclass(frozen=True, slots=True)
class OddsPage:
    """The games of a battle's set-up so far; ``is_old`` says that the set-up has changed since.

    ``is_playing`` says that a job plays more of them, or waits to. ``first`` is the first answer, if these games are a
    second opinion.
    """

    row: BattleOdds
    games: int
    draws: int
    rounds: float
    sides: tuple[SideOdds, ...]
    unplayed: tuple[str, ...]
    is_old: bool
    is_playing: bool
    has_table: bool
    notable: tuple[ShownGame, ...] = ()
    first: Optional["OddsPage"] = None

    @property
    def opinions(self) -> tuple[tuple[SideOdds, SideOdds], ...]:
        """The first answer and the second one on each side, none before both have games."""
        return tuple(zip(self.first.sides, self.sides, strict=True)) if self.first and self.sides else ()

    @property
    def has_players_odds(self) -> bool:
        """Whether the two opinions on a side differ by more than their games leave to chance."""
        return any(_is_apart(*opinions) for opinions in self.opinions)

    @property
    def board(self) -> str:
        """The name of a chosen board, "" for that of the set-up."""
        return BOARD_NAMES[self.row.board] if self.row.board else ""

    @property
    def is_stopped(self) -> bool:
        """Whether games are left that no job plays."""
        return not self.is_playing and self.row.status != OddsStatus.DONE

    @property
    def margin(self) -> int:
        """How far off the shares of wins may be, in points of percent."""
        return max((round(max(side.high - side.share, side.share - side.low)) for side in self.sides), default=0)


def odds_setup(odds: BattleOdds) -> BattleSetup:
    """Return the set-up that the games of a battle begin with, on their board. No query if ``battle`` is loaded.

    Raises ``ChangeRefused`` if the board is not for these sides.
    """
    setup = setup_of(Battle(family=odds.battle.family, setup=odds.setup))
    if not odds.board:
        return setup
    plan = None
    if odds.board != NO_BOARD:
        plan = choose_drawn_board(measure_by(table_of(odds.battle, setup), gridless=False), odds.board)
        plan = suggest_table(plan, SeededRoller(f"board {odds.seed}".encode()))
    return on_other_table(setup, plan)


def odds_players(setup: BattleSetup, player: str) -> dict[str, str]:
    """Return the player of each side: a given one for those of people, and the usual one for the game's own."""
    return {side: player if usual == USUAL_PLAYER else usual for side, usual in usual_players(setup).items()}


def visitors_side(view: BattleView) -> str:
    """Return the side of a battle's visitor: the first that they play, else the first one. No query."""
    return next(iter((*view.held, *view.seated)), "a")


def odds_page(view: BattleView) -> OddsPage | None:
    """Return what a battle's games add up to, None without any. One query, and two while games are to be played."""
    battle = view.battle
    row = BattleOdds.objects.filter(battle=battle).first()
    if row is None:
        return None
    row.battle = battle
    return _page_of(row, view)


def _page_of(row: BattleOdds, view: BattleView) -> OddsPage:
    battle = view.battle
    first = (
        BattleOdds(battle=battle, setup=row.setup, board=row.board, status=OddsStatus.DONE, **row.first)
        if row.first
        else None
    )
    setup, tally = odds_setup(row), tally_from_document(row.tally)
    players = odds_players(setup, row.player)
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
        setup.table is not None,
        tuple(
            ShownGame(label, game.number, setup.side(game.winner).name if game.winner else "", game.ahead)
            for label, game in notable_games(tally, visitors_side(view)).items()
        ),
        _page_of(first, view) if first else None,
    )


def _is_apart(first: SideOdds, second: SideOdds) -> bool:
    """Return True if two shares of wins differ by more than their independent errors together."""
    less, more = sorted((first, second), key=lambda side: side.share)
    return more.share - less.share > hypot(more.share - more.low, less.high - less.share)


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
