"""Stored battles: the set-up and the log. Everything else follows from the two; and lists of combatants, and boards."""

from battles.models.battles import Battle, BattleSeat
from battles.models.boards import SavedBoard
from battles.models.combatants import CombatantList, PartyInFight
from battles.models.entries import BattleEntry, BattleSecret
from battles.models.odds import BattleAnalysis, BattleOdds, BattleWhatIf

__all__ = [
    "Battle",
    "BattleAnalysis",
    "BattleEntry",
    "BattleOdds",
    "BattleSeat",
    "BattleSecret",
    "BattleWhatIf",
    "CombatantList",
    "PartyInFight",
    "SavedBoard",
]
