"""Which steps of an adventure a viewer may take back or do again."""

from __future__ import annotations

from adventures.selectors.folding import FoldedAdventure
from adventures.selectors.seats import AdventureSeat


def may_undo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may undo the last step: the own one unless it showed something, the organizer any."""
    done = folded.log.done
    if not (seat.is_open and seat.side and done):
        return False
    return seat.organizes or (done[-1].side == seat.side and not done[-1].reveals)


def may_redo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may redo the step that was undone last: the own one, the organizer any."""
    undone = folded.log.undone
    return bool(seat.is_open and seat.side and undone) and (seat.organizes or undone[-1].side == seat.side)
