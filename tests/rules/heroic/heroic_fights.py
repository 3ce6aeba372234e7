"""Fights of heroic combat for tests: sheets, set-ups, and a table at which events are played."""

from __future__ import annotations

import random
from typing import Any

from rules.combat.answers import FacesRolled, OfferPassed, OptionChosen
from rules.combat.events import FightBegun, FightOfferTaken, HandSet
from rules.combat.log import FightEvent
from rules.combat.resolution import OfferAsk, RollAsk
from rules.combat.sheets import FightSheet
from rules.combat.state import FightCombatant, FightSetup, FightSide, FightState
from rules.heroic import HEROIC
from rules.heroic.combatants import HeroicCombatant
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND, TABLE
from rules.heroic.tables import DAMAGE_TYPES, SIZES
from rules.heroic.turns import HeroicFirstSide, HeroicTurnBegun, HeroicTurnEnded
from tests.rules.filled_sheets import filled_sheet

CUT = {"name": "Cut", "damage_1": "3", "damage_2": "5", "damage_3": "2d6+3", "damage_type": "fire"}
SNAP = {"name": "Snap", "kind": "triggered", "trigger": "It is hit", "damage_1": "1", "damage_2": "2", "damage_3": "3"}
DASH = {"name": "Dash", "kind": "maneuver", "roll": "agility", "reach": "other", "effect_2": "It shifts 1 square."}


def hero(name: str = "Ann", **values: Any) -> FightSheet:
    """Return a hero with 21 Stamina, 4 Recoveries and speed 5."""
    usual = {"stamina": 21, "recoveries": 4, "speed": 5, "might": 2, "agility": 1}
    return filled_sheet(HERO_KIND, name, **{**usual, **values})


def creature(name: str = "Goblin", **values: Any) -> FightSheet:
    """Return a creature of the Director with 10 Stamina and speed 6."""
    return filled_sheet(CREATURE_KIND, name, **{"stamina": 10, "speed": 6, **values})


def heroic_setup(
    heroes: list[FightSheet],
    enemies: list[FightSheet],
    *,
    groups: tuple[str, ...] = (),
    hides: bool = True,
    **table: Any,
) -> FightSetup:
    """Return a set-up of heroes against enemies; ``groups`` are those of the enemies, in order."""
    sides = (FightSide("a", "Heroes"), FightSide("b", "Director"))
    own = [FightCombatant(f"a.{place}", "a", sheet) for place, sheet in enumerate(heroes, start=1)]
    named = [*groups, *([""] * len(enemies))]
    others = [
        FightCombatant(f"b.{place}", "b", sheet, named[place - 1]) for place, sheet in enumerate(enemies, start=1)
    ]
    return FightSetup(sides, (*own, *others), filled_sheet(TABLE, "Table", **table), "b", hides, "A fight")


class HeroicTable:
    """A fight at a table: events are played one after another."""

    def __init__(self, setup: FightSetup) -> None:
        self.state: FightState = HEROIC.begin(setup)
        self.notes: list[str] = []
        self.do(FightBegun())

    def do(self, *events: FightEvent) -> HeroicTable:
        """Play events."""
        for event in events:
            self.state = HEROIC.play(self.state, event, None)
            self.notes += [note.text for note in self.state.notes]
        return self

    def begin(self, camp: str = "heroes") -> HeroicTable:
        """Let a side begin."""
        return self.do(HeroicFirstSide(camp))

    def turn(self, combatant: str) -> HeroicTable:
        """Begin the turn of a combatant."""
        return self.do(HeroicTurnBegun(combatant))

    def end(self, combatant: str) -> HeroicTable:
        """End the turn of a combatant."""
        return self.do(HeroicTurnEnded(combatant))

    def roll(self, *faces: int) -> HeroicTable:
        """Let dice fall for what is asked."""
        return self.do(FacesRolled(faces, True))

    def choose(self, option: str) -> HeroicTable:
        """Choose an option."""
        return self.do(OptionChosen(option))

    def take(self, combatant: str, offer: str) -> HeroicTable:
        """Take an offer."""
        return self.do(FightOfferTaken(combatant, offer))

    def leave(self, side: str) -> HeroicTable:
        """Let an offer pass."""
        return self.do(OfferPassed(side))

    def set(self, combatant: str, name: str, value: object) -> HeroicTable:
        """Set a value by hand."""
        return self.do(HandSet(combatant, name, str(value), "Test"))

    def one(self, combatant: str) -> HeroicCombatant:
        """Return a combatant."""
        return self.state.heroic_of(combatant)

    @property
    def roll_asked(self) -> RollAsk:
        """The question for dice."""
        ask = HEROIC.pending(self.state)
        assert isinstance(ask, RollAsk), ask
        return ask

    @property
    def offer_asked(self) -> OfferAsk:
        """The question whether someone reacts."""
        ask = HEROIC.pending(self.state)
        assert isinstance(ask, OfferAsk), ask
        return ask

    @property
    def last(self) -> str:
        """What happened last."""
        return self.notes[-1]


def table_of(
    heroes: list[FightSheet] | None = None, enemies: list[FightSheet] | None = None, **more: Any
) -> HeroicTable:
    """Return a table with Ann (``a.1``) against Goblins (``b.1`` and so on) that has begun."""
    return HeroicTable(heroic_setup(heroes or [hero()], enemies or [creature()], **more))


def random_heroic_setup(dice: random.Random) -> FightSetup:
    """Return a set-up with anything that the family knows in it."""
    heroes = [_random_sheet(dice, hero, name) for name in ("Ann", "Bo")]
    ally = [_random_sheet(dice, creature, "Ally")]
    enemies = [_random_sheet(dice, creature, f"Goblin {number}") for number in range(1, 4)]
    table = {field.key: dice.choice(field.options)[0] for field in TABLE.fields if field.type == "choice"}
    flags = {field.key: dice.random() < 0.5 for field in TABLE.fields if field.type == "flag"}
    numbers = {"goal": dice.randint(1, 4), "limit": dice.randint(0, 3), "triggered": dice.randint(0, 2)}
    return heroic_setup([*heroes, *ally], enemies, groups=("Goblins", "Goblins"), **table, **flags, **numbers)


def _random_sheet(dice: random.Random, make: Any, name: str) -> FightSheet:
    amounts = [{"type": die, "amount": dice.randint(1, 9)} for die in dice.sample(DAMAGE_TYPES, 2)]
    moves = [name for name in ("climb", "swim", "burrow", "fly") if dice.random() < 0.5]
    return make(
        name,
        stamina=dice.randint(1, 30),
        recoveries=dice.randint(0, 3),
        speed=dice.randint(0, 7),
        might=dice.randint(-2, 4),
        agility=dice.randint(-2, 4),
        stability=dice.randint(0, 2),
        size=dice.choice(list(SIZES)),
        moves=moves,
        immunities=amounts[:1],
        weaknesses=amounts,
        others=[{"name": "Wit", "score": dice.randint(-1, 3)}],
        abilities=[CUT, SNAP, DASH],
    )


def full_heroic_setup(number: int) -> FightSetup:
    """Return a set-up that uses most of the rules; each number is another one, with its own agreements."""
    return random_heroic_setup(random.Random(number))
