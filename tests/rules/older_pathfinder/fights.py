"""Fights of the older rules for tests: a few combatants, and a table that plays events and rolls given faces."""

from __future__ import annotations

import json
from typing import Any

from rules.combat.answers import FacesRolled, OfferPassed
from rules.combat.events import FightBegun, FightOfferTaken
from rules.combat.log import LogEvent
from rules.combat.resolution import Ask, OfferAsk, RollAsk
from rules.combat.sheets import FightSheet
from rules.combat.state import FightCombatant, FightSetup, FightSide, FightState
from rules.documents.reading import Fields
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.older_pathfinder.events.turns import OlderInitiativeCalled
from rules.older_pathfinder.sheets import OLDER_CREATURE, OLDER_TABLE
from rules.older_pathfinder.state import OlderFighter, OlderTurn
from tests.rules.filled_sheets import filled_sheet

SIDES = (FightSide("a", "Heroes"), FightSide("b", "Table"))


def row(name: str, bonus: int = 5, dice: str = "1d8", **values: Any) -> dict[str, Any]:
    """Return a row of attacks."""
    return {"name": name, "bonus": bonus, "dice": dice, **values}


def sheet(name: str, attacks: list[dict[str, Any]] | None = None, **values: Any) -> FightSheet:
    """Return a sheet as a form would fill it."""
    document = {"kind": OLDER_CREATURE.key, "name": name, "hp": 20, "constitution": 12, "attacks": attacks or []}
    return OLDER_PATHFINDER.sheet_from(Fields({**document, **values}))


FIGHTER = sheet(
    "Ada",
    [
        row("Longsword", 7, "1d8+1", threat=19),
        row("Longsword again", 2, "1d8+1", threat=19, full_only=True),
        row("Bow", 4, "1d6", type="bow", increment=60, multiplier=3),
        row("Punch", 6, "1d3", type="unarmed"),
    ],
    strength=3,
    dexterity=2,
    ac_armor=4,
    ac_shield=1,
    ac_dexterity=2,
    ac_dodge=1,
    initiative=2,
    fortitude=4,
    reflex=2,
    will=0,
    cmb=6,
    cmd=18,
    base_attack=3,
)
CASTER = sheet(
    "Wim",
    [row("Staff", 1, "1d6")],
    hp=12,
    constitution=11,
    concentration=5,
    melee_touch=2,
    ranged_touch=3,
    spells=[
        {"name": "Burst", "save": "reflex", "dc": 14, "saved": "half", "dice": "4d6", "effect": "Fire."},
        {"name": "Chill touch", "touch": "melee", "dice": "1d6"},
        {"name": "Blur", "time": "swift"},
    ],
    items=[{"name": "Scroll", "completion": True}, {"name": "Potion"}],
)
OGRE = sheet(
    "Ogre",
    [
        row("Club", 8, "2d8"),
        row("Javelin", 1, "1d8", type="thrown", increment=30),
        row("Bite", 8, "1d6", type="secondary"),
    ],
    hp=30,
    constitution=15,
    strength=5,
    size="Large",
    ac_natural=5,
    ac_armor=4,
    ac_size=-1,
    people="other",
    speed=40,
    fortitude=6,
    cmb=9,
    cmd=18,
    dr=2,
)
GOBLIN = sheet("Goblin", [row("Knife", 2, "1d4")], hp=6, constitution=12, size="Small", initiative=6, strength=-1)


def setup(*groups: list[FightSheet], **table: Any) -> FightSetup:
    """Return a set-up of the party's sheets and the game master's, with what the table agrees on."""
    entries = tuple(
        FightCombatant(f"{key}.{number}", key, fight_sheet)
        for key, group in zip("ab", groups, strict=True)
        for number, fight_sheet in enumerate(group, start=1)
    )
    return FightSetup(SIDES, entries, filled_sheet(OLDER_TABLE, "Table", **table), "b", name="A fight")


class OlderTable:
    """A fight under way, with each event read back from its document first."""

    def __init__(self, *groups: list[FightSheet], **table: Any) -> None:
        self.state: FightState = OLDER_PATHFINDER.begin(
            setup(*(groups or ([FIGHTER, CASTER], [OGRE, GOBLIN])), **table)
        )
        self.notes: list[str] = []

    def do(self, event: LogEvent, side: str | None = None) -> OlderTable:
        """Play an event."""
        document = json.loads(json.dumps(OLDER_PATHFINDER.event_document(event)))
        self.state = OLDER_PATHFINDER.play(self.state, OLDER_PATHFINDER.event_from(document), side)
        self.notes += [note.text for note in self.state.notes]
        return self

    def send(self, kind: str, **parts: Any) -> OlderTable:
        """Play an event by its word."""
        return self.do(OLDER_PATHFINDER.event_from({"kind": kind, **parts}))

    def roll(self, *faces: int) -> OlderTable:
        """Roll what is asked."""
        return self.do(FacesRolled(faces, False))

    def take(self, combatant: str, key: str = "attack-0") -> OlderTable:
        """Take an opportunity attack."""
        return self.do(FightOfferTaken(combatant, key))

    def let_go(self, side: str) -> OlderTable:
        """Pass an opportunity."""
        return self.do(OfferPassed(side))

    def begin(self, *initiative: int, unaware: tuple[str, ...] = ()) -> OlderTable:
        """Begin, and roll initiative in the order of the combatants."""
        self.do(FightBegun()).do(OlderInitiativeCalled(unaware))
        for face in initiative or range(20, 20 - len(self.state.combatants), -1):
            self.roll(face)
        return self

    def attack(self, combatant: str, target: str, place: int = 0, **parts: Any) -> OlderTable:
        """Attack with a row of the sheet."""
        usual = {
            "spend": "standard",
            "against": "ac",
            "modifier": 0,
            "cover": 0,
            "times": 1,
            "bypass": False,
            "lethal": False,
            "distance": 0,
            "friend": "",
            "threatened_by": [],
        }
        return self.send("attack", combatant=combatant, target=target, attack=str(place), **{**usual, **parts})

    def cast(self, combatant: str, place: int, *targets: str, **parts: Any) -> OlderTable:
        """Cast a spell of the sheet."""
        usual = {"on_defensive": False, "threatened_by": [], **parts}
        return self.send("cast", combatant=combatant, spell=str(place), targets=list(targets), **usual)

    def end(self) -> OlderTable:
        """End the turn under way."""
        return self.send("end-turn", combatant=self.acting)

    def until(self, combatant: str) -> OlderTable:
        """End turns until a combatant acts."""
        while self.acting != combatant:
            self.end()
        return self

    @property
    def asked(self) -> Ask | None:
        """What the fight waits for."""
        return OLDER_PATHFINDER.pending(self.state)

    @property
    def reason(self) -> str:
        """The words of what the fight waits for."""
        assert isinstance(self.asked, RollAsk | OfferAsk)
        return self.asked.reason

    @property
    def turn(self) -> OlderTurn:
        """The turn under way."""
        turn = self.state.own.turn
        assert turn is not None
        return turn

    @property
    def acting(self) -> str:
        """Whose turn it is."""
        return self.turn.combatant

    def of(self, combatant: str) -> OlderFighter:
        """Return a combatant."""
        return self.state.fighter_of(combatant)

    def order(self) -> tuple[str, ...]:
        """Return the order."""
        return self.state.own.order


def at_turn_of(combatant: str) -> OlderTable:
    """Return the usual fight at the first turn of a combatant."""
    return OlderTable().begin().until(combatant)
