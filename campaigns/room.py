"""People's campaigns; their quota counts the open ones that a person organizes."""

from accounts.selectors.rooms import CAMPAIGNS, STORED, AccountDeletion, OwnedRows, Room
from campaigns.selectors.campaigns import journals, open_campaigns
from campaigns.selectors.files import archived_campaigns
from campaigns.services.account_deletion import campaign_hindrances, campaigns_release

ROOM = Room(
    quotas=(OwnedRows(CAMPAIGNS, open_campaigns), OwnedRows(STORED, journals, ("event",))),
    archive=(archived_campaigns,),
    account_deletion=AccountDeletion(campaigns_release, campaign_hindrances, is_first=True),
)
