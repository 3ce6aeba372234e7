"""Odds of a battle's set-up: games are begun, played pair by pair, stopped and continued."""

import secrets
from collections.abc import Callable

from django.db import transaction
from django.db.models import F, Q

from battles.models import Battle, BattleOdds
from battles.models.odds import MAX_FAULT, OddsStatus
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import setup_of
from battles.selectors.odds import games_of, is_at_work, odds_at_work, players_of
from battles.services.battles import battle_locked
from common.refusal import Refusal
from rules.errors import RulesError
from rules.players.simulation import simulated, tally_from_document
from rules.players.stock import PLAYERS

FEWEST_GAMES, USUAL_GAMES, MOST_GAMES = 2, 200, 2_000
MOST_CREATURES = 24
"""The most creatures of a battle whose odds Muster plays."""
BOUNDS = {"steady": (200, 12), "strong": (40, 8)}
"""The most games, and the most creatures, for players that look ahead."""
MOST_AT_ONCE = 2
"""How many runs of games one person may have at once."""
MOST_OF_ALL = 40


@transaction.atomic
def odds_begin(*, visitor: BattleVisitor, key: str, games: int, player: str) -> BattleOdds:
    """Store that games of a battle's set-up are to be played, in place of earlier ones.

    Raises ``Refusal`` for a battle that cannot be played by itself, while its games are played, and beyond the bounds
    of games and of a person.
    """
    view = _own(visitor, key)
    if player not in PLAYERS:
        raise Refusal("Choose one of the game’s players.", code="odds.invalid")
    most, creatures = BOUNDS.get(player, (MOST_GAMES, MOST_CREATURES))
    if not FEWEST_GAMES <= games <= most:
        raise Refusal(f"With this player, play from {FEWEST_GAMES} to {most:,} games.", code="odds.invalid")
    setup = setup_of(view.battle)
    if len(setup.sides) < 2:
        raise Refusal("Odds need two sides.", code="odds.invalid")
    if len(setup.fielded) > creatures:
        raise Refusal(
            f"This battle has {len(setup.fielded)} creatures; with this player, up to {creatures} can be tried.",
            code="odds.invalid",
        )
    earlier = BattleOdds.objects.filter(battle=view.battle).first()
    if earlier is not None and is_at_work(earlier):
        raise Refusal("Stop these games first.", code="odds.state")
    _check_room(view)
    if earlier is not None:
        earlier.delete()
    return BattleOdds.objects.create(
        battle=view.battle,
        setup=view.battle.setup,
        player=player,
        games=games + games % 2,
        seed=secrets.randbelow(2**31),
    )


@transaction.atomic
def odds_stop(*, visitor: BattleVisitor, key: str) -> None:
    """Stop the games of a battle after the present pair. Those that were played count."""
    _own(visitor, key)
    BattleOdds.objects.filter(battle__key=key, status=OddsStatus.PLAYING).update(status=OddsStatus.STOPPED)


def odds_broke(*, pk: int, fault: str) -> None:
    """Stop games that something went wrong with, and keep why."""
    playing = BattleOdds.objects.filter(pk=pk, status=OddsStatus.PLAYING)
    playing.update(status=OddsStatus.STOPPED, fault=fault[:MAX_FAULT])


@transaction.atomic
def odds_continue(*, visitor: BattleVisitor, key: str) -> BattleOdds:
    """Play on where the games of a battle stopped, or are left without a job. Raises ``Refusal`` where none did.

    If all its games are played, they are done.
    """
    view = _own(visitor, key)
    stopped = BattleOdds.objects.filter(battle=view.battle).exclude(status=OddsStatus.DONE).first()
    if stopped is None or is_at_work(stopped):
        raise Refusal("There are no games to continue.", code="odds.state")
    is_left = 2 * stopped.pairs < stopped.games
    if is_left:
        _check_room(view)
    stopped.status, stopped.fault = OddsStatus.PLAYING if is_left else OddsStatus.DONE, ""
    stopped.save(update_fields=["status", "fault"])
    return stopped


def _own(visitor: BattleVisitor, key: str) -> BattleView:
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "creatures")
    if not view.seated:
        raise Refusal("Only players of this battle may do this.", code="side.forbidden")
    return view


def _check_room(view: BattleView) -> None:
    """Raise ``Refusal`` if a person or all together have too many runs of games. Three queries."""
    playing = odds_at_work().exclude(battle=view.battle)
    if playing.filter(_of_owner(view.battle)).count() >= MOST_AT_ONCE:
        many = f"Muster plays games of {MOST_AT_ONCE} of your battles already. Stop one of them."
        raise Refusal(many, code="odds.full")
    if playing.count() >= MOST_OF_ALL:
        raise Refusal("The site plays many games just now. Try again in a few minutes.", code="odds.full")


def _of_owner(battle: Battle) -> Q:
    return Q(battle__owner=battle.owner) if battle.owner_id else Q(battle__owner_token=battle.owner_token)


def odds_play(*, pk: int, goes_on: Callable[[], bool]) -> bool:
    """Play pairs of games in their order until all are done, they are stopped, or ``goes_on`` says no.

    Returns True if more are to be played. Each pair counts once, however many workers play it.
    """
    while True:
        playing = BattleOdds.objects.filter(pk=pk, status=OddsStatus.PLAYING)
        odds = playing.select_related("battle").first()
        if odds is None:
            return False
        if not goes_on():
            return True
        setup = games_of(odds)
        tally = tally_from_document(odds.tally)
        same = BattleOdds.objects.filter(pk=pk, pairs=odds.pairs)
        try:
            played = simulated(setup, players_of(setup, odds.player), odds.seed, range(odds.pairs, odds.pairs + 1))
        except RulesError as fault:
            odds_broke(pk=pk, fault=str(fault))
            return False
        is_last = 2 * (odds.pairs + 1) >= odds.games
        ended = {"status": OddsStatus.DONE} if is_last else {}
        # If another worker has played this pair, it plays on.
        if not same.update(pairs=F("pairs") + 1, tally=tally.joined(played).document(), **ended) or is_last:
            return False
