"""People's adventures; those of campaigns belong to the organizer."""

from accounts.selectors.rooms import STORED, OwnedRows, VisitorData
from adventures.models import AdventureEntry, AdventureRow, AdventureTemplate
from adventures.selectors.files import archived_adventures, campaign_adventure_faults, filed_adventures
from adventures.selectors.seats import adventures_of_campaigns, entries_of_campaigns
from adventures.services.recording import adventures_store
from campaigns.selectors.checking import CampaignAttachment, CampaignRoom

ROOM = CampaignRoom(
    visitor_data=(
        VisitorData(AdventureRow, "adventure", quota="adventures", documents=("setup",)),
        VisitorData(AdventureTemplate, "template", quota="adventures", documents=("setup",), reported=False),
    ),
    quotas=(
        OwnedRows(STORED, lambda owner: AdventureEntry.objects.filter(owner.q_of("adventure__")), ("event",)),
        OwnedRows(STORED, adventures_of_campaigns, ("setup",)),
        OwnedRows(STORED, entries_of_campaigns, ("event",)),
    ),
    archive=(archived_adventures,),
    campaign_attachment=CampaignAttachment(filed_adventures, adventures_store, campaign_adventure_faults),
)
