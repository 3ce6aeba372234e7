"""Two warbands side by side: stats, and the chances of each attack of one against each creature of the other.

``matchup_sheet`` answers with a frozen value for any two rosters, legal or not, and never raises.
"""
