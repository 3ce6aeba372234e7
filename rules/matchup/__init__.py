"""Two warbands side by side: stats, and the chances of each attack of one against each creature of the other.

``matchup_sheet`` answers with a frozen value for any two rosters, legal or not, and never raises.
"""

from rules.matchup.attacks import Attack
from rules.matchup.cells import MatchupCell, SaveCell
from rules.matchup.odds import SaveOdds, StrikeOdds, save_odds, strike_odds
from rules.matchup.sheet import Choose, Circumstance, Contender, Lineup, MatchupRow, MatchupSheet, Side, matchup_sheet

__all__ = [
    "Attack",
    "Choose",
    "Circumstance",
    "Contender",
    "Lineup",
    "MatchupCell",
    "MatchupRow",
    "MatchupSheet",
    "SaveCell",
    "SaveOdds",
    "Side",
    "StrikeOdds",
    "matchup_sheet",
    "save_odds",
    "strike_odds",
]
