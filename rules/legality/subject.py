"""What a problem is about: the roster, a member, or something that a member has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SubjectKind = Literal["roster", "member", "upgrade", "item"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a problem is about: the roster, a member, or an upgrade or item of a member.

    ``index`` is the member's place in the roster, counted from 0; ``id`` the member's; ``key`` the upgrade's (a
    positioning upgrade is one too) or the item's.
    """

    kind: SubjectKind
    index: int | None = None
    id: str | None = None
    key: str | None = None


ROSTER = Subject("roster")
