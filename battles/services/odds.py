"""Odds of a battle's set-up: games are begun, played pair by pair, and opened as battles."""

import secrets
from collections.abc import Callable

from django.db import transaction

from accounts.models import Owner
from battles.models import Battle, BattleOdds
from battles.selectors.battles import BattleVisitor, battle_view
from battles.selectors.families import refuse_hidden
from battles.selectors.odds import BOARD_NAMES, odds_players, odds_setup, visitors_side
from battles.services.battles import NOT_FOUND, BattleNotFound, battle_import
from battles.services.opponents import opponent_choose
from battles.services.runs import players_battle, run_played, run_replace
from battles.services.setup import refusing_faults
from common.refusal import Refusal
from rules.families.documents import BattleDocument, battle_document
from rules.lengths import MAX_NAME
from rules.p2v_combat.family import P2V
from rules.players.playing import play_to_end
from rules.players.simulation import game_of_run, simulate_pairs, tally_from_document
from rules.players.stock import PLAYERS, players_for
from rules.replacing import replace

FEWEST_GAMES, USUAL_GAMES, MOST_GAMES = 2, 200, 2_000
MOST_CREATURES = 24
"""The most creatures of a battle whose odds Muster plays."""
BOUNDS = {"steady": (200, 12), "strong": (40, 8)}
"""The most games, and the most creatures, for players that look ahead."""
SECOND_PLAYER, SECOND_GAMES = "steady", 40
"""Who gives a second opinion, and on how many games."""
_OF_FIRST = ("player", "games", "seed", "pairs", "tally")


@transaction.atomic
def odds_begin(
    *, visitor: BattleVisitor, key: str, games: int, player: str, board: str = "", earlier: BattleOdds | None = None
) -> BattleOdds:
    """Store that games of a battle's set-up are to be played, in place of earlier ones.

    They are played on its board, or on one of ``BOARD_NAMES``. With ``earlier`` they are a second opinion on its games.
    Raises ``Refusal`` for a battle that cannot be played by itself, while its games are played, and beyond the bounds
    of games and of a person.
    """
    view = players_battle(visitor, key)
    if player not in PLAYERS:
        raise Refusal("Choose one of the game’s players.", code="odds.invalid")
    most, creatures = BOUNDS.get(player, (MOST_GAMES, MOST_CREATURES))
    if not FEWEST_GAMES <= games <= most:
        raise Refusal(f"With this player, play from {FEWEST_GAMES} to {most:,} games.", code="odds.invalid")
    if board not in BOARD_NAMES:
        raise Refusal("Choose one of these boards.", code="odds.invalid")
    run = BattleOdds(
        battle=view.battle,
        setup=view.battle.setup,
        player=player,
        games=games + games % 2,
        seed=earlier.seed if earlier else secrets.randbelow(2**31),
        board=board,
        first={name: getattr(earlier, name) for name in _OF_FIRST} if earlier else {},
    )
    with refusing_faults():
        setup = odds_setup(run)
    if len(setup.sides) < 2:
        raise Refusal("Odds need two sides.", code="odds.invalid")
    if len(setup.fielded) > creatures:
        raise Refusal(
            f"This battle has {len(setup.fielded)} creatures; with this player, up to {creatures} can be tried.",
            code="odds.invalid",
        )
    run_replace(BattleOdds, view)
    run.save()
    return run


@transaction.atomic
def odds_second(*, visitor: BattleVisitor, key: str) -> BattleOdds:
    """Store that a more careful player is to play fewer games of a battle's set-up; the first answer stays beside them.

    Raises ``Refusal`` without a first answer by another player on the same set-up, and where ``odds_begin`` does.
    """
    view = players_battle(visitor, key)
    row = BattleOdds.objects.filter(battle=view.battle).first()
    if row is None or not row.pairs or row.player == SECOND_PLAYER or row.setup != view.battle.setup:
        raise Refusal("A second opinion needs games of this set-up by another player.", code="odds.state")
    return odds_begin(visitor=visitor, key=key, games=SECOND_GAMES, player=SECOND_PLAYER, board=row.board, earlier=row)


def odds_open(*, visitor: BattleVisitor, owner: Owner, key: str, number: int) -> Battle:
    """Store a game of a battle's run as a battle of somebody's own, played again to its end.

    Their side is theirs, and the game's players keep the others. Raises ``Refusal`` for a game that was not played, for
    a battle that is partly hidden from them, and for too many battles.
    """
    view = battle_view(visitor, key)
    if view is None or not view.seated:
        raise BattleNotFound(NOT_FOUND)
    refuse_hidden(view)
    row = BattleOdds.objects.filter(battle=view.battle).first()
    if row is None or number >= 2 * row.pairs:
        raise Refusal("This game was not played.", code="odds.state")
    row.battle = view.battle
    setup = odds_setup(row)
    game = game_of_run(setup, odds_players(setup, row.player), row.seed, number)
    entries, _ = play_to_end(game.setup, (), players_for(game.setup, game.players, game.seed), game.seed)
    named = replace(game.setup, name=f"Game {number + 1} of {view.battle.name}"[:MAX_NAME])
    battle = battle_import(owner=owner, document=battle_document(BattleDocument(named, entries, P2V)))
    own = game.seats[visitors_side(view)]
    for side in named.people:
        if side != own:
            opponent_choose(visitor=BattleVisitor(owner), key=battle.key, side=side, player=game.players[side])
    return battle


def odds_play(*, pk: int, goes_on: Callable[[], bool]) -> bool:
    """Play pairs of games in their order until all are done, they are stopped, or ``goes_on`` says no.

    Returns True if more are to be played. Each pair counts once, however many workers play it.
    """
    return run_played(BattleOdds, pk, goes_on, _play_pair)


def _play_pair(odds: BattleOdds) -> None:
    """Play the next pair of games of a run, and add it to its tally."""
    setup = odds_setup(odds)
    played = simulate_pairs(setup, odds_players(setup, odds.player), odds.seed, range(odds.pairs, odds.pairs + 1))
    odds.tally = tally_from_document(odds.tally).joined(played).document()
    odds.pairs += 1
