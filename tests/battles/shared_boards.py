"""A board of one's own that is shared, for walks over every address."""

from accounts.models import Owner
from battles.services.boards import saved_board_make, saved_board_share


def shared_board_places(owner: Owner) -> dict[str, str]:
    """Store a board with a link, and return what stands at the arguments of its addresses."""
    board = saved_board_make(owner=owner, name="The Ford", size="small-board")
    board = saved_board_share(owner=owner, key=board.key, shared=True)
    token = board.share_token or ""
    return {
        "boards/key": board.key,
        "key/step": "terrain",
        "battles/shared/token": token,
        "battles/shared/token.pdf": f"{token}.pdf",
    }
