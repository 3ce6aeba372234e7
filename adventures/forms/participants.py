"""Who joins an adventure: members of a warband, or a named character with typed modifiers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from accounts.models import Owner
from adventures.selectors.parties import (
    campaign_party,
    campaign_prefix,
    campaign_warbands,
    own_party,
    own_prefix,
)
from adventures.selectors.seats import AdventureSeat
from common.refusal import Refusal
from common.typed import typed_number, typed_text
from rules.adventures.events import AdventureEvent
from rules.adventures.events.running import AdventurerJoined
from rules.adventures.fields import MAX_MODIFIER
from rules.adventures.participants import MOST_MODIFIERS, AdventureParticipant, TypedModifier
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL
from rules.adventures.state import AdventureState
from rules.errors import RulesError
from rules.lengths import MAX_NAME

NO_ONE = "Everyone in this warband who can take part already does."
_MODIFIER = re.compile(r"(.+?)[\s:]*([+−-]?\d{1,2})")


def typed_modifiers(text: str) -> tuple[TypedModifier, ...]:
    """Return modifiers as people type them: “Diplomacy +7, Perception 5”. Raises ``Refusal``.

    >>> typed_modifiers("Diplomacy +7, Academia Lore: -1")
    (TypedModifier(name='Diplomacy', by=7), TypedModifier(name='Academia Lore', by=-1))
    """
    found = []
    for one in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _MODIFIER.fullmatch(one)
        if match is None or len(match[1]) > MAX_NAME:
            raise Refusal(f"Write each modifier as “Diplomacy +7”, not “{one[:30]}”.", code="command.invalid")
        found.append(TypedModifier(match[1].strip(), typed_number(match[2])))
    if len(found) > MOST_MODIFIERS or any(abs(modifier.by) > MAX_MODIFIER for modifier in found):
        raise Refusal(f"At most {MOST_MODIFIERS} modifiers up to {MAX_MODIFIER}.", code="command.invalid")
    return tuple(found)


def named_character(name: str, level: str, modifiers: str, *, is_rival: bool = False) -> AdventureParticipant:
    """Return a named character; ``events_of_joining`` gives it an id that no one has. Raises ``Refusal``."""
    value = typed_number(level) if level else 1
    if not LOWEST_LEVEL <= value <= HIGHEST_LEVEL:
        raise Refusal(f"A level is from {LOWEST_LEVEL} to {HIGHEST_LEVEL}.", code="command.invalid")
    try:
        return AdventureParticipant(
            "n1",
            typed_text(name, MAX_NAME),
            value,
            typed=typed_modifiers(modifiers),
            is_rival=is_rival,
        )
    except RulesError as fault:
        raise Refusal("Give the character a name.", code="command.invalid") from fault


def joining_members(
    owner: Owner, seat: AdventureSeat, warband: str, state: AdventureState
) -> tuple[AdventureParticipant, ...]:
    """Return the members of a warband: of a campaign by ``w1``, of the owner’s own by its key; none of another.

    Members have the ids by which others of their warband take part already: those that came into the campaign with
    the adventure are named by the warband's key.
    """
    wanted = typed_text(warband, 60)
    if seat.campaign is None:
        return own_party(owner, wanted)
    row = next((warband for warband in campaign_warbands(seat.campaign) if f"w{warband.number}" == wanted), None)
    if row is None:
        return ()
    by_key = own_prefix(row.warband)
    came_along = any(participant.id.startswith(f"{by_key}.") for participant in state.participants)
    return campaign_party(row, by_key if came_along else campaign_prefix(row))


def events_of_joining(state: AdventureState, found: Iterable[AdventureParticipant]) -> Sequence[AdventureEvent]:
    """Return the events by which participants join; members that take part already are left out.

    A named character gets an id that no one has. Raises ``Refusal`` if no one is left.
    """
    taken, joining = {participant.id for participant in state.participants}, []
    for participant in found:
        if participant.skills is None:
            joining.append(replace(participant, id=_free_id(taken)))
        elif participant.id not in taken:
            joining.append(participant)
    if not joining:
        raise Refusal(NO_ONE, code="command.invalid")
    return [AdventurerJoined(participant) for participant in joining]


def _free_id(taken: Collection[str]) -> str:
    return next(f"n{place}" for place in range(1, len(taken) + 2) if f"n{place}" not in taken)
