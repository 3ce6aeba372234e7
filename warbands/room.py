"""People's warbands and figures."""

from django.db.models import Q

from accounts.selectors.rooms import STORED, AccountDeletion, OwnedRows, Room, VisitorData
from warbands.models import Figure, Step, Warband
from warbands.selectors.travelling import archived_figures, archived_warbands
from warbands.services.careers import staying_warbands_clear
from warbands.services.collections import collection_adopt

ROOM = Room(
    visitor_data=(
        # The journal of a campaign names warbands with a career.
        VisitorData(
            Warband,
            "warband",
            quota="warbands",
            listed=Q(deleted_at=None),
            stays=Q(has_career=True),
            made="made_at",
        ),
        VisitorData(Figure, "figure", made="", reported=False, adopt=collection_adopt),
    ),
    quotas=(OwnedRows(STORED, lambda owner: Step.objects.filter(owner.q_of("warband__")), ("draft",), ("packed",)),),
    archive=(archived_warbands, archived_figures),
    account_deletion=AccountDeletion(staying_warbands_clear),
)
