"""The settings of a campaign: what its players agreed on, each change of them an event."""

from __future__ import annotations

from dataclasses import dataclass

from rules.building.draft import MAX_LIMIT
from rules.documents.shapes import RecordField, choice, flag, integer, number, record
from rules.errors import ChangeRefused
from rules.tables.play_modes import BY_ROSTER_KEY, ROSTER_KEYS

MAX_CADENCE = 100
"""Scenarios from one daily recovery to the next."""


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """What the players of a campaign agreed on; each scenario keeps the settings with which it was opened.

    ``play_mode`` and ``points_limit`` are those of mustering: a warband meets them when it joins. ``fielded_points`` is
    the most that a side fields in one scenario, in points; None sets no limit. ``daily_recovery_every`` is how often
    daily uses return, in a warband's scenarios. With ``one_consumable`` no member carries more than one. With
    ``third_injury_ends`` a third permanent injury ends a career.
    """

    play_mode: str = "campaign"
    points_limit: int | None = 200
    fielded_points: int | None = 200
    daily_recovery_every: int = 3
    advancement: bool = True
    entered_dice: bool = True
    one_consumable: bool = False
    third_injury_ends: bool = False

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
        if not 1 <= self.daily_recovery_every <= MAX_CADENCE:
            raise ChangeRefused(f"Daily uses return every 1 to {MAX_CADENCE} scenarios.")


SETTINGS = record(
    CampaignSettings,
    (
        RecordField("play_mode", choice(ROSTER_KEYS, needed=True), always=True),
        RecordField("points_limit", number(1, MAX_LIMIT), always=True),
        RecordField("fielded_points", number(1, MAX_LIMIT), always=True),
        RecordField("daily_recovery_every", integer(1, MAX_CADENCE), 3, always=True),
        RecordField("advancement", flag(), default=True, always=True),
        RecordField("entered_dice", flag(), default=True, always=True),
        RecordField("one_consumable", flag(), default=False, always=True),
        # Written only where it is on: documents from before the rule mean the same as those after it.
        RecordField("third_injury_ends", flag(), default=False),
    ),
)
"""Settings as documents hold them."""
