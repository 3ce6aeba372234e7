"""Ids of members: ``m`` and a number that no member of the warband ever had before.

A career belongs to an id. The warband's row therefore counts the numbers that were given, and the counter never goes
back: not when a member is removed, and not when the step that added it is undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from rules.building.draft import Draft

FIRST_NUMBER = 1
_NUMBERED = re.compile(r"m([0-9]{1,18})")
_FAR = 10**15
"""Longer numbers come from other programs and are names like any other: the counter keeps room to move."""
_AT_ONCE = 10**6
"""More ids than one change gives: those that the counter gave past ``_FAR`` itself are near it, and counted."""


def next_member_number(draft: Draft, counter: int = FIRST_NUMBER) -> int:
    """Return the lowest number that is free for good: no lower than the counter, above every number in the draft."""
    numbers = (int(found[1]) for name in _named_ids(draft) if (found := _NUMBERED.fullmatch(name)))
    end = max(_FAR, counter + _AT_ONCE)
    return max(counter, max((number for number in numbers if number < end), default=0) + 1)


def new_member_ids(draft: Draft, next_member: int) -> Iterator[str]:
    """Yield ids for new members, from the warband's counter up."""
    named = _named_ids(draft)
    return (name for number in count(next_member_number(draft, next_member)) if (name := f"m{number}") not in named)


def _named_ids(draft: Draft) -> set[str]:
    # An id that is only named (by the minion of a member that is gone, by an override) is as taken as any other.
    members, overrides = draft.roster.members, draft.roster.overrides
    named = {member.id for member in members} | {member.minion_of for member in members}
    return {name for name in named | {override.member for override in overrides} if name}
