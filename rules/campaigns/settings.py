"""The house rules of a campaign, also in words, and how they bind warbands that join."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated

from rules.building.draft import MAX_LIMIT
from rules.campaigns.confirmations import MAX_CONFIRM_DAYS
from rules.cards.model import HOMEBREW_MARK
from rules.documents.records import WRITTEN, record_of
from rules.documents.shapes import choice, integer, number, text_list
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.roster.model import Roster
from rules.tables.play_modes import BY_ROSTER_KEY, ROSTER_KEYS, play_mode
from rules.text import counted, few_listed

MAX_CADENCE = 100
"""The most scenarios between two daily recoveries."""

MAX_ALLOWED = 100
"""The most homebrew creatures on a campaign's list."""
HOMEBREW_ALL, HOMEBREW_LISTED, HOMEBREW_NONE = HOMEBREW_RULES = ("all", "listed", "none")
"""Which homebrew is allowed: any, that on the campaign's list, none."""


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """The agreements of a campaign's players; each scenario uses the settings in force when it was opened.

    ``play_mode`` and ``points_limit`` are those of mustering: a warband must meet them when it joins.
    ``fielded_points`` is the most that a side fields in one scenario, in points; None sets no limit.
    ``daily_recovery_every`` is how often daily uses return, in a warband's scenarios. With ``one_consumable``, no
    member carries more than one. With ``third_injury_ends``, a third permanent injury ends a career. ``homebrew`` says
    which creatures that players wrote may join, ``homebrew_allowed`` are the keys on the list. The other players of a
    scenario have ``confirm_days`` to confirm its report or to dispute it; None asks no one.
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
    confirm_days: Annotated[int | None, number(1, MAX_CONFIRM_DAYS)] = None

    def check(self) -> None:
        """Raise ``ChangeRefused`` for unplayable settings."""
        mode = BY_ROSTER_KEY.get(self.play_mode)
        if mode is None:
            raise ChangeRefused(f"There is no play mode “{self.play_mode[:40]}”.")
        if mode.points_limit and self.points_limit is None:
            raise ChangeRefused("This play mode needs a points limit for warbands that join.")
        for points in (self.points_limit, self.fielded_points):
            if points is not None and not 1 <= points <= MAX_LIMIT:
                raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")
        if self.homebrew not in HOMEBREW_RULES:
            raise ChangeRefused(f"There is no rule “{self.homebrew[:40]}” for homebrew.")
        if len(self.homebrew_allowed) > MAX_ALLOWED:
            raise ChangeRefused(f"The list of homebrew has at most {MAX_ALLOWED} creatures.")
        if not 1 <= self.daily_recovery_every <= MAX_CADENCE:
            raise ChangeRefused(f"Daily uses return every 1 to {MAX_CADENCE} scenarios.")
        if self.confirm_days is not None and not 1 <= self.confirm_days <= MAX_CONFIRM_DAYS:
            raise ChangeRefused(f"Players have 1 to {MAX_CONFIRM_DAYS} days to confirm a result.")


SETTINGS = record_of(CampaignSettings)
"""Settings in documents."""


@dataclass(frozen=True, slots=True)
class HouseRuleLine:
    """One setting: its subject, and the players' agreement."""

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
        HouseRuleLine(
            "Third permanent injury", "ends a career" if settings.third_injury_ends else "the career continues"
        ),
        HouseRuleLine("Homebrew", _homebrew(settings)),
        HouseRuleLine("Results", _confirming(settings.confirm_days)),
    )


def describe_difference(before: CampaignSettings, after: CampaignSettings) -> tuple[str, ...]:
    """Return a line for every setting that differs: ``Advancement: on → off``."""
    lines = zip(describe_settings(before), describe_settings(after), strict=True)
    return tuple(f"{old.label}: {old.value} → {new.value}" for old, new in lines if old != new)


def _confirming(days: int | None) -> str:
    if days is None:
        return "need no confirmation"
    return f"confirmed by the other players, who have {counted(days, 'day')}"


def _homebrew(settings: CampaignSettings) -> str:
    listed = counted(len(settings.homebrew_allowed), "creature")
    on_list = f"what is on the campaign’s list, {listed}"
    return {HOMEBREW_ALL: "any", HOMEBREW_LISTED: on_list, HOMEBREW_NONE: "none"}[settings.homebrew]


def _points(points: int | None, bound: str = "") -> str:
    return "no limit" if points is None else f"{bound}{counted(points, 'point')}"


def barred_homebrew(roster: Roster, settings: CampaignSettings, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the keys of a roster's homebrew that the campaign does not allow, except those already ``known``.

    Homebrew is what a player wrote, and every card in a roster's document.
    """
    own = {card.key for card in roster.cards}
    keys = dict.fromkeys(member.creature for member in roster.members)
    return tuple(key for key in keys if key not in known and is_barred(key, settings, own))


def is_barred(creature: str, settings: CampaignSettings, own_cards: Collection[str]) -> bool:
    """Return True for homebrew that the campaign does not allow; ``own_cards`` are the keys of a roster's cards."""
    if settings.homebrew not in (HOMEBREW_NONE, HOMEBREW_LISTED) or not (
        HOMEBREW_MARK in creature or creature in own_cards
    ):
        return False
    return settings.homebrew == HOMEBREW_NONE or creature not in settings.homebrew_allowed


def describe_barred(keys: Collection[str], settings: CampaignSettings, rulebook: Rulebook) -> str:
    """Return why homebrew is not allowed; ``rulebook`` has the cards of its keys."""
    names = [card.name if (card := rulebook.card(key)) else key for key in keys]
    what = f"{few_listed(names)} {'is' if len(names) == 1 else 'are'} homebrew"
    if settings.homebrew == HOMEBREW_NONE:
        return f"{what}, and this campaign allows none."
    it = "it" if len(names) == 1 else "them"
    return f"{what} that this campaign does not allow. Ask an organizer to put {it} on the campaign’s list."


def roster_at_mustering(roster: Roster, settings: CampaignSettings) -> Roster:
    """Return a roster as the campaign checks it: under its play mode and limit, without hero points.

    The player's collection does not count, and hero points are bought for one scenario.
    """
    return replace(
        roster,
        members=tuple(replace(member, hero_points=0) for member in roster.members),
        play_mode=settings.play_mode,
        points_limit=settings.points_limit,
        collection=None,
    )
