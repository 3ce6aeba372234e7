"""Settings that name, room by room, what people have there: visitors, accounts that end, campaigns."""

from __future__ import annotations

# What visitors own without an account, room by room: adopted when they sign in, removed when their visits end.
VISITOR_BELONGINGS = [
    "warbands.services.belongings.WARBANDS",
    "compendium.services.belongings.CREATURES",
    "battles.services.belongings.BATTLES",
    "adventures.services.belongings.ADVENTURES",
    "gambling.services.belongings.GAMBLING",
]
# What counts for the quotas of who keeps something, room by room (accounts.selectors.quotas).
QUOTA_ROWS = [
    "warbands.selectors.quotas.WARBANDS",
    "compendium.selectors.quotas.CREATURES",
    "campaigns.selectors.quotas.ORGANIZED_CAMPAIGNS",
    "battles.selectors.quotas.BATTLES",
    "adventures.selectors.quotas.ADVENTURES",
    "gambling.selectors.quotas.GAMBLING",
]
# What an account has in each room: the files of its archive, and what to do before it is deleted.
# In this order: battles stay with campaigns that do.
ACCOUNT_ARCHIVES = [
    "warbands.selectors.archives.archived_warbands",
    "warbands.selectors.archives.archived_figures",
    "compendium.selectors.archives.archived_homebrew",
    "campaigns.selectors.archives.archived_campaigns",
    "battles.selectors.archives.archived_battles",
    "battles.selectors.archives.archived_combatants",
    "webhooks.selectors.webhooks.archived_webhooks",
    "adventures.selectors.archives.archived_adventures",
    "gambling.selectors.archives.archived_gambling",
    "jobs.selectors.archived_jobs",
]
ACCOUNT_ENDINGS = [
    "campaigns.services.endings.CAMPAIGNS",
    "battles.services.endings.BATTLES",
    "warbands.services.endings.WARBANDS",
    "compendium.services.endings.CREATURES",
    "webhooks.services.endings.MESSAGES",
    "p2v_site.account_archives.ARCHIVES",
]
# What rooms above campaigns keep of one beside its journal: it goes into its file and is compared with the journal.
CAMPAIGN_ANNEXES = [
    "adventures.services.campaigns.ADVENTURES",
]
