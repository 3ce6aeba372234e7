"""People's table games."""

from accounts.selectors.rooms import STORED, OwnedRows, Room, VisitorData
from gambling.models import GamblingEntry, GamblingTable, OwnTableGame
from gambling.selectors.folding import GAMES, TABLES, archived_gambling

ROOM = Room(
    visitor_data=(
        VisitorData(OwnTableGame, "table game", quota=GAMES, documents=("document",)),
        VisitorData(GamblingTable, "table", quota=TABLES, documents=("game",)),
    ),
    quotas=(OwnedRows(STORED, lambda owner: GamblingEntry.objects.filter(owner.q_of("table__")), ("event",)),),
    archive=(archived_gambling,),
)
