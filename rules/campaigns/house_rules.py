"""The settings of a campaign in words, for pages, prints and the journal."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaigns.settings import HOMEBREW_ALL, HOMEBREW_LISTED, HOMEBREW_NONE, CampaignSettings
from rules.tables.play_modes import play_mode
from rules.text import counted


@dataclass(frozen=True, slots=True)
class HouseRuleLine:
    """One setting: what it is about, and what the players agreed on."""

    label: str
    value: str


def describe_settings(settings: CampaignSettings) -> tuple[HouseRuleLine, ...]:
    """Return a line for every setting, always the same lines in the same order."""
    every = settings.daily_recovery_every
    return (
        HouseRuleLine("Play mode", play_mode(settings.play_mode).name),
        HouseRuleLine("Mustering limit", _points(settings.points_limit)),
        HouseRuleLine("Fielded in a scenario", _points(settings.fielded_points, "at most ")),
        HouseRuleLine("Daily uses return", "after every scenario" if every == 1 else f"after every {every} scenarios"),
        HouseRuleLine("Advancement", "on" if settings.advancement else "off"),
        HouseRuleLine("Dice", "rolled by Muster, or entered" if settings.entered_dice else "rolled by Muster only"),
        HouseRuleLine("Consumables", "one for each member" if settings.one_consumable else "any number"),
        HouseRuleLine("Third permanent injury", "ends a career" if settings.third_injury_ends else "no more than that"),
        HouseRuleLine("Homebrew", _homebrew(settings)),
    )


def describe_difference(before: CampaignSettings, after: CampaignSettings) -> tuple[str, ...]:
    """Return a line for every setting that differs: ``Advancement: on → off``."""
    lines = zip(describe_settings(before), describe_settings(after), strict=True)
    return tuple(f"{old.label}: {old.value} → {new.value}" for old, new in lines if old != new)


def _homebrew(settings: CampaignSettings) -> str:
    listed = counted(len(settings.homebrew_allowed), "creature")
    on_list = f"what is on the campaign’s list, {listed}"
    return {HOMEBREW_ALL: "any", HOMEBREW_LISTED: on_list, HOMEBREW_NONE: "none"}[settings.homebrew]


def _points(points: int | None, bound: str = "") -> str:
    return "no limit" if points is None else f"{bound}{counted(points, 'point')}"
