"""Playing a league in tests: acts of its organizer, each taken for real only the first time in a process.

Tests of these very acts take them from the services.
"""

from campaigns.services import campaigns, confirmations, leagues, pairings, publishing
from tests.replays import replayed

campaign_settings_change = replayed(campaigns.campaign_settings_change)
league_publish = replayed(publishing.league_publish)
league_set = replayed(leagues.league_set)
playoffs_draw = replayed(pairings.playoffs_draw)
report_confirm = replayed(confirmations.report_confirm)
round_open = replayed(leagues.round_open)
round_pair = replayed(leagues.round_pair)
round_plan = replayed(leagues.round_plan)
