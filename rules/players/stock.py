"""All players by name, and players for the sides of a battle."""

from collections.abc import Mapping
from typing import Any

from rules.errors import require
from rules.p2v_combat.sides import NEUTRAL, BattleSetup
from rules.players.cardboard import CardboardPlayer
from rules.players.novice import NovicePlayer
from rules.players.planning import SteadyPlayer, StrongPlayer
from rules.players.player import BattlePlayer, PlayerByChance
from rules.players.quick import QuickPlayer
from rules.replacing import replace

PLAYERS: Mapping[str, type[BattlePlayer]] = {
    player.key: player
    for player in (PlayerByChance, CardboardPlayer, QuickPlayer, NovicePlayer, SteadyPlayer, StrongPlayer)
}
PLAYER_WORDS: Mapping[str, str] = {
    "novice": "a beginner: counts on every blow, forgets objectives, misses reactions",
    "quick": "decent: weighs every command by its odds and takes the best",
    "steady": "careful: plays its three best commands on before it chooses",
    "strong": "the most careful: plays four commands on, more often, and takes longest",
    "cardboard": "the rulebook’s cardboard AI: rolls a gambit for each kind of creature",
    "random": "anything that the rules allow",
}
"""How each player plays, in a line, for a person who chooses one."""
STYLES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "cautious": (
        "keeps out of reach, heals early, spares its friends",
        {"danger": 0.4, "helping": 2.5, "friends": 2.0},
    ),
    "reckless": ("goes where the enemies are, hardly heals", {"danger": -0.1, "helping": 0.25, "going": 0.6}),
    "objectives": ("for objectives before blood", {"objective": 40.0}),
    "blood": ("for blood: no objectives", {"objective": 0.0, "felling": 1.8, "finishing": 0.9}),
}
"""Styles of ``quick``, ``steady`` and ``strong``: how each plays, in a line, and what it changes of their manner."""
USUAL_PLAYER = QuickPlayer.key
GAMES_PLAYER = CardboardPlayer.key
"""The player of the game's own side, and of creatures of no side."""


def usual_players(setup: BattleSetup) -> dict[str, str]:
    """Return the name of the player for each side where none is named."""
    return {side.key: GAMES_PLAYER if side.player == "game" else USUAL_PLAYER for side in setup.sides}


def player_named(name: str, seed: str = "-") -> BattlePlayer | None:
    """Return a player by name, in a style if one follows after a colon ("quick:cautious"); None for any other name."""
    kind, colon, style = name.partition(":")
    player = PLAYERS[kind](seed) if kind in PLAYERS else None
    if not colon or player is None:
        return player
    if style not in STYLES or not isinstance(player, QuickPlayer) or isinstance(player, NovicePlayer):
        return None
    player.manner = replace(player.manner, **STYLES[style][1])
    return player


def players_for(setup: BattleSetup, named: Mapping[str, str], seed: str) -> dict[str, BattlePlayer]:
    """Return a player for each side, the usual one where none is named, and one for creatures of no side.

    Each has dice of its own, from the seed and its side.
    """
    kinds = usual_players(setup) | dict(named) | {NEUTRAL: GAMES_PLAYER}
    return {side: require(player_named(kind, f"{seed} {side}"), KeyError(kind)) for side, kind in kinds.items()}
