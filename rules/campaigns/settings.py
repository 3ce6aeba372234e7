"""The settings of a campaign: what its players agreed on, each change of them an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.building.draft import MAX_LIMIT
from rules.documents.records import WRITTEN, record_of
from rules.documents.shapes import choice, integer, number, text_list
from rules.errors import ChangeRefused
from rules.tables.play_modes import BY_ROSTER_KEY, ROSTER_KEYS

MAX_CADENCE = 100
"""Scenarios from one daily recovery to the next."""

MAX_ALLOWED = 100
"""Homebrew creatures on a campaign's list."""
HOMEBREW_ALL, HOMEBREW_LISTED, HOMEBREW_NONE = HOMEBREW_RULES = ("all", "listed", "none")
"""Which homebrew may play: any, that on the campaign's list, none."""


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """What the players of a campaign agreed on; each scenario keeps the settings with which it was opened.

    ``play_mode`` and ``points_limit`` are those of mustering: a warband meets them when it joins. ``fielded_points`` is
    the most that a side fields in one scenario, in points; None sets no limit. ``daily_recovery_every`` is how often
    daily uses return, in a warband's scenarios. With ``one_consumable`` no member carries more than one. With
    ``third_injury_ends`` a third permanent injury ends a career. ``homebrew`` says which creatures that players wrote
    may join, ``homebrew_allowed`` are the keys on the list.
    """

    play_mode: Annotated[str, choice(ROSTER_KEYS, needed=True), WRITTEN] = "campaign"
    points_limit: Annotated[int | None, number(1, MAX_LIMIT), WRITTEN] = 200
    fielded_points: Annotated[int | None, number(1, MAX_LIMIT), WRITTEN] = 200
    daily_recovery_every: Annotated[int, integer(1, MAX_CADENCE), WRITTEN] = 3
    advancement: Annotated[bool, WRITTEN] = True
    entered_dice: Annotated[bool, WRITTEN] = True
    one_consumable: Annotated[bool, WRITTEN] = False
    # Written only where it is on: documents from before the rule mean the same as those after it.
    third_injury_ends: bool = False
    homebrew: Annotated[str, choice(HOMEBREW_RULES)] = HOMEBREW_ALL
    homebrew_allowed: Annotated[tuple[str, ...], text_list(MAX_ALLOWED)] = ()

    def check(self) -> None:
        """Raise ``ChangeRefused`` for settings with which no one can play."""
        mode = BY_ROSTER_KEY.get(self.play_mode)
        if mode is None:
            raise ChangeRefused(f"There is no play mode “{self.play_mode[:40]}”.")
        if mode.points_limit and self.points_limit is None:
            raise ChangeRefused("This play mode needs a points limit for mustering.")
        for points in (self.points_limit, self.fielded_points):
            if points is not None and not 1 <= points <= MAX_LIMIT:
                raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")
        if self.homebrew not in HOMEBREW_RULES:
            raise ChangeRefused(f"There is no rule “{self.homebrew[:40]}” for homebrew.")
        if len(self.homebrew_allowed) > MAX_ALLOWED:
            raise ChangeRefused(f"The list of homebrew has at most {MAX_ALLOWED} creatures.")
        if not 1 <= self.daily_recovery_every <= MAX_CADENCE:
            raise ChangeRefused(f"Daily uses return every 1 to {MAX_CADENCE} scenarios.")


SETTINGS = record_of(CampaignSettings)
"""Settings as documents hold them."""
