"""Views of table games: who asks, and what is answered where a game or a table is not there for them."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request

from accounts.api.views import PrivateView
from common.api.errors import Fault
from common.api.versions import matched_version
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, PRIVATE_ERRORS, REFUSED, THROTTLED, error_answer
from compendium.api.documents import DocumentParser, read_document
from gambling.models import OwnTableGame
from gambling.selectors.games import own_game
from gambling.selectors.tables import OpenTable, own_table
from gambling.services.games import GONE as NO_GAME
from gambling.services.games import readable_game
from gambling.services.tables import GONE as NO_TABLE
from rules.gambling.game import TableGame

MOVED_ON = error_answer(
    "Something happened since the entry that you saw.",
    code="table.changed",
    path="",
    message="Something happened meanwhile, so nothing was done. Look again.",
)
OPEN_ERRORS: dict[int, Any] = {401: PRIVATE_ERRORS[401], 429: THROTTLED}
"""What everything for everybody may answer."""
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
"""What reading a game or a table may answer."""
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID, 409: FULL, 412: MOVED_ON, 422: REFUSED}
"""What changing one may answer."""
MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}
"""What making one may answer."""
IMPORTS = WorkLimit("imports")
IF_SEEN = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the table as you saw it, or * for as it is now; left out it is as it is now.",
)


class GamblingAPIView(PrivateView):
    """A view of games and tables. The scope is that of campaigns and adventures."""

    tag: ClassVar[str] = "table games"

    scope = "campaigns"
    parser_classes = (DocumentParser,)

    def game(self, key: str) -> OwnTableGame:
        """Return a game of who asks; 404 where there is none. One query."""
        row = own_game(self.owner, key)
        if row is None:
            raise Fault("game.gone", "key", NO_GAME, status.HTTP_404_NOT_FOUND)
        return row

    def table(self, key: str) -> OpenTable:
        """Return a table of who asks; 404 where there is none. Two queries."""
        table = own_table(self.owner, key)
        if table is None:
            raise Fault("table.gone", "key", NO_TABLE, status.HTTP_404_NOT_FOUND)
        return table


def entry_seen(request: Request) -> int | None:
    """Return the last entry that a request's ``If-Match`` has seen, None where it may follow anything."""
    found = matched_version(request, -1, required=False)
    return None if found == -1 else found


def game_of_body(given: Any) -> TableGame:
    """Return the game of a document; raise what the API answers for one that cannot be read or has no odds."""
    return read_document(readable_game, given)
