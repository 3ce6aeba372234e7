"""A creature of a player's own, for tests of whose it is."""

from dataclasses import replace
from typing import Any

from accounts.models import Owner
from compendium.models import Creature
from compendium.services.homebrew import homebrew_create
from rules.cards.model import Card, Feature, Stats, numbered
from rules.effects.values import Damage, Range

MOSS_TROLL = Card(
    key="",
    name="Moss Troll",
    level=3,
    alignment="LE",
    size="Large",
    stats=Stats(fight=8, armor=15, power=13, fortitude=7, reflex=3, will=2, hp=45, speed=5),
    tags=("Giant", "Mosskin"),
    license="ORC",
    skills=("Mosslore",),
    features=numbered(
        (
            Feature(
                id="",
                name="Claws",
                cost="1",
                range=Range("melee", 1),
                strike=True,
                damage=(Damage(9, ("slashing",)),),
            ),
            Feature(id="", name="Thick Moss", kind="upgrade", effect="It ignores difficult terrain in a bog."),
        )
    ),
)


def brewed(owner: Owner, name: str = "Moss Troll", **fields: Any) -> Creature:
    """Store a troll as an owner's homebrew, with other fields where given."""
    return homebrew_create(owner=owner, card=replace(MOSS_TROLL, name=name, **fields))
