"""The adventures of a campaign as its journal tells of them: how far each has come, by its seals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import (
    AdventureBegun,
    AdventureFinished,
    AdventurePrepared,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class SealedAdventure:
    """An adventure without what happens in it: how many entries it has, and the seal of the last.

    ``begun_with`` is how many entries it had when it came, and ``seals`` are those of the entries since, by number.
    ``commitments`` are the hashes of its seeds, by epoch.
    """

    number: int
    name: str
    of: str
    follows: int
    entries: int
    seal: str
    begun_with: int
    seals: tuple[tuple[int, str], ...] = ()
    commitments: tuple[tuple[int, str], ...] = ()
    is_closed: bool = False


def adventures_after(before: Mapping[int, SealedAdventure], event: CampaignEvent) -> Mapping[int, SealedAdventure]:
    """Return the adventures after an event; one of another subject changes nothing.

    Raises ``RulesError`` for an event about an adventure that is not there, and for entries that do not follow.
    """
    match event:
        case AdventureBegun(number, name, of, follows, entries, seal, epoch, commitment):
            if number in before:
                raise RulesError(f"The campaign has an adventure {number} already.")
            begun = SealedAdventure(
                number, name, of, follows, entries, seal, entries, ((entries, seal),), ((epoch, commitment),)
            )
            return {**before, number: begun}
        case AdventurePrepared(number, name, seal):
            adventure = _adventure(before, number)
            if adventure.entries:
                raise RulesError(f"Adventure {number} has begun.")
            return {**before, number: replace(adventure, name=name, seal=seal, seals=((0, seal),))}
        case AdventureRecorded(number, entry, seal):
            adventure = _adventure(before, number)
            if entry != adventure.entries + 1 or adventure.is_closed:
                raise RulesError(f"Entry {entry} of adventure {number} does not follow the one before.")
            return {
                **before,
                number: replace(adventure, entries=entry, seal=seal, seals=(*adventure.seals, (entry, seal))),
            }
        case AdventureSeeded(number, epoch, commitment):
            adventure = _adventure(before, number)
            return {**before, number: replace(adventure, commitments=(*adventure.commitments, (epoch, commitment)))}
        case AdventureFinished(number):
            return {**before, number: replace(_adventure(before, number), is_closed=True)}
        case AdventureRemoved(number):
            _adventure(before, number)
            return {key: adventure for key, adventure in before.items() if key != number}
    return before


def _adventure(before: Mapping[int, SealedAdventure], number: int) -> SealedAdventure:
    try:
        return before[number]
    except KeyError:
        raise RulesError(f"The campaign has no adventure {number}.") from None
