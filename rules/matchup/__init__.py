"""Two warbands side by side: stats, and the chances of each attack of one against each creature of the other.

``matchup_sheet`` answers with a frozen value for any two rosters, legal or not, and never raises.
"""

from rules.matchup.cells import MatchupCell, SaveCell
from rules.matchup.sheet import Choose, Circumstance, Contender, Lineup, MatchupRow, MatchupSheet, Side, matchup_sheet

__all__ = [
    "Choose",
    "Circumstance",
    "Contender",
    "Lineup",
    "MatchupCell",
    "MatchupRow",
    "MatchupSheet",
    "SaveCell",
    "Side",
    "matchup_sheet",
]
