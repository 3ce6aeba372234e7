"""People's data in the compendium: their homebrew."""

from accounts.selectors.rooms import STORED, AccountDeletion, OwnedRows, Room, VisitorData
from compendium.models import CardRevision, Homebrew
from compendium.selectors.homebrew import archived_homebrew
from compendium.services.homebrew import acceptances_unname, homebrew_remove

ROOM = Room(
    visitor_data=(VisitorData(Homebrew, "creature", quota="creatures", made="made_at", remove=homebrew_remove),),
    quotas=(
        OwnedRows(STORED, lambda owner: CardRevision.objects.filter(owner.q_of("creature__homebrew__")), ("document",)),
    ),
    archive=(archived_homebrew,),
    account_deletion=AccountDeletion(acceptances_unname),
)
