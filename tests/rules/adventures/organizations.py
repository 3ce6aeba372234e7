"""An organization that the tests of leadership share."""

from dataclasses import replace

from rules.adventures.kinds.leadership.facts import (
    DowntimeChoice,
    DowntimeEvent,
    LeadershipFacts,
    OrganizationBenefit,
)
from rules.adventures.kinds.leadership.kind import LEADERSHIP
from tests.rules.adventures.parties import (
    adventure_of,
)

TROUBLE = DowntimeEvent(
    "fire",
    "trouble",
    "A fire",
    "The store burns down.",
    "It was the nephew of the cook.",
    25,
    (
        DowntimeChoice("pay", "Pay", "The store stands again."),
        DowntimeChoice("blame", "Blame the cook", "Three people leave in anger.", -3),
    ),
)
WINDFALL = DowntimeEvent("map", "windfall", "A map", "A map of the cellars turns up.", worth=60)
OFFER = DowntimeEvent(
    "offer",
    "opportunity",
    "An offer",
    "A merchant offers money.",
    choices=(DowntimeChoice("take", "Take it", "Money comes in.", 5), DowntimeChoice("leave", "Leave it")),
)
FACTS = LeadershipFacts(
    "The Lamps",
    "They light the streets.",
    followers=9,
    benefits=(
        OrganizationBenefit("eyes", "Eyes", 2, "Somebody always watches."),
        OrganizationBenefit("oil", "Oil", 5, "A barrel of oil each month."),
        OrganizationBenefit("tower", "Tower", 6, "The keys of the old tower."),
    ),
    events=(TROUBLE, WINDFALL, OFFER),
)


def lamps(followers: int = 9, **more: object):
    return adventure_of(LEADERSHIP, replace(FACTS, followers=followers, **more))
