"""The base of what happens in a fight of any family."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.combat.log import LogEvent


@dataclass(frozen=True, slots=True)
class FightEvent(LogEvent):
    """One thing that happened. One that is ``by_master`` is the game master's alone.

    ``begins`` marks the one by which a fight begins, ``passes`` one by which a side lets things go on. ``is_sent`` says
    that people and programs bring it about; others follow by themselves, or have ways of their own. ``filled_in`` are
    parts of one that is sent which only the site says, each with what it says.
    """

    by_master: ClassVar[bool] = False
    begins: ClassVar[bool] = False
    passes: ClassVar[bool] = False
    is_sent: ClassVar[bool] = True
    filled_in: ClassVar[tuple[tuple[str, Any], ...]] = ()

    @abstractmethod
    def play(self, state: Any, side: str | None) -> Any:
        """Return the state after the event, caused by a side (None: the game), before anything is resolved.

        Raises ``ChangeRefused`` with a sentence for what may not be done now.
        """

    def doer(self, state: Any) -> str | None:
        """Return the side that may bring it about, None for every side; a game master may always."""
        return state.setup.master if self.by_master else None
