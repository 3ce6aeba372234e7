"""All players by name, and players for the sides of a battle."""

from collections.abc import Mapping

from rules.p2v_combat.sides import NEUTRAL, BattleSetup
from rules.players.player import BattlePlayer, PlayerByChance

PLAYERS: Mapping[str, type[BattlePlayer]] = {player.key: player for player in (PlayerByChance,)}
USUAL_PLAYER = "random"


def players_for(setup: BattleSetup, named: Mapping[str, str], seed: str) -> dict[str, BattlePlayer]:
    """Return a player for each side, the usual one where none is named, and one for creatures of no side.

    Each has dice of its own, from the seed and its side.
    """
    kinds = {side.key: named.get(side.key, USUAL_PLAYER) for side in setup.sides} | {NEUTRAL: USUAL_PLAYER}
    return {side: PLAYERS[kind](f"{seed} {side}") for side, kind in kinds.items()}
