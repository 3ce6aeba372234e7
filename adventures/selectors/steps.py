"""Which steps of an adventure a viewer may take back or do again."""

from __future__ import annotations

from adventures.selectors.folding import FoldedAdventure
from adventures.selectors.seats import AdventureSeat


def may_undo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may undo the last step: the own one unless it showed something, the organizer any."""
    done = folded.log.done
    if not (seat.is_open and seat.side and done):
        return False
    return seat.organizes or (done[-1].side == seat.side and not last_step_reveals(folded))


def last_step_reveals(folded: FoldedAdventure) -> bool:
    """Return True if the last step that counts has shown players something hidden: they do not take it back."""
    # Of a step of several entries, the first and the last one tell.
    return folded.log.done[-1].reveals or folded.state.reveals


def may_redo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may redo the step that was undone last: the own one, the organizer any."""
    undone = folded.log.undone
    return bool(seat.is_open and seat.side and undone) and (seat.organizes or undone[-1].side == seat.side)
