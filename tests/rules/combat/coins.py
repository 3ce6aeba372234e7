"""A small family of rules, made for tests: each combatant has luck, and tosses a coin against an opponent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.combat.answers import FacesRolled, FightAnswer
from rules.combat.declared import DeclaredFamily
from rules.combat.events import fight_over
from rules.combat.log import FightEvent
from rules.combat.resolution import Ask, FightOffer, FightTask, OfferField, Option
from rules.combat.sheets import FightMeter, FightRow, SheetField, SheetKind
from rules.combat.state import FightCombatant, FightSetup, FightSide, FightState
from rules.errors import ChangeRefused
from tests.rules.filled_sheets import filled_sheet

TOSSER = SheetKind("tosser", "Tosser", (SheetField("luck", "Luck", default=2, low=1, high=9, needed=True),))
TABLE = SheetKind("table", "Table", (SheetField("loss", "Luck lost on tails", default=1, low=1, high=9),))


@dataclass(frozen=True, slots=True)
class Tosser:
    """A combatant with the luck that it has left."""

    id: str
    side: str
    luck: int


class TossTask(FightTask):
    """A coin against an opponent: on tails the opponent loses luck."""

    combatant: str
    target: str

    def ask(self, state: FightState) -> Ask | None:
        """Ask for a coin."""
        return state.roll_ask(self.combatant, "toss", "A toss", dice=1, sides=2)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Take luck for tails."""
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused("Toss the coin for this.")
        state = state.counted_roll(self.combatant, "toss").next_turn()
        if answer.faces[0] == 1:
            return state.note(self.combatant, "Heads.")
        left = max(0, state.combatant(self.target).luck - state.setup.table.number("loss"))
        return state.change(self.target, luck=left).note(self.target, f"{state.name(self.target)} loses luck.")


class Tossed(FightEvent, kind="tossed"):
    """A combatant tosses a coin against an opponent."""

    combatant: str
    target: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Ask for the coin."""
        if state.combatant(self.combatant).side == state.combatant(self.target).side:
            raise ChangeRefused("Choose an opponent.")
        return state.pushed(TossTask(self.combatant, self.target))

    def doer(self, state: FightState) -> str | None:
        """Return the side of the combatant."""
        return state.entry(self.combatant).side if self.combatant in state.combatants else None


class Coins(DeclaredFamily):
    """The family."""

    key = "coins"
    name = "Coins"
    about = "Coins are tossed."
    kinds = (TOSSER,)
    table = TABLE
    events = (Tossed,)

    def combatant_of(self, entry: FightCombatant, setup: FightSetup) -> Tosser:
        """Return a combatant with all its luck."""
        return Tosser(entry.id, entry.side, entry.sheet.number("luck"))

    def begun(self, state: FightState) -> FightState:
        """Begin."""
        return state.note(None, "Coins fly.")

    def resolve_all(self, state: FightState) -> FightState:
        """End once a side has no luck left."""
        for side in state.setup.people:
            own = [combatant for combatant in state.combatants.values() if combatant.side == side]
            if not any(tosser.luck for tosser in own):
                winner = next(other for other in state.setup.people if other != side)
                return fight_over(state, winner, "The luck has run out.")
        return state

    def offers(self, state: FightState) -> tuple[FightOffer, ...]:
        """Offer each combatant a toss."""
        return tuple(self._toss(state, combatant) for combatant in state.combatants.values() if combatant.luck)

    def _toss(self, state: FightState, tosser: Tosser) -> FightOffer:
        others = [other for other in state.combatants.values() if other.side != tosser.side]
        targets = OfferField("target", "Against", options=tuple(Option(x.id, state.name(x.id)) for x in others))
        return FightOffer(
            "Toss",
            "tossed",
            "Coins",
            {"combatant": tosser.id},
            (targets,),
            combatant=tosser.id,
            side=tosser.side,
            is_main=True,
        )

    def row(self, state: FightState, combatant: str, *, sees_hidden: bool) -> FightRow:
        """Return a row with its luck."""
        tosser = state.combatant(combatant)
        meters = (FightMeter("Luck", tosser.luck, state.entry(combatant).sheet.number("luck")),) if sees_hidden else ()
        return FightRow(tosser.id, state.name(tosser.id), tosser.side, meters=meters, is_out=not tosser.luck)

    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Luck is set by hand."""
        return (OfferField("luck", "Luck", "number", value=state.combatant(combatant).luck, high=9),)

    def set_by_hand(self, state: FightState, combatant: str, name: str, value: Any) -> FightState:
        """Set the luck."""
        return state.change(combatant, **{name: value})

    def combatant_document(self, state: FightState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        """Return the luck."""
        return {"luck": state.combatant(combatant).luck if sees_hidden else None}

    def own_document(self, state: FightState) -> dict[str, Any]:
        """Return nothing more."""
        return {}

    def gains(self, state: FightState) -> Mapping[str, int]:
        """Return nothing."""
        return {}


COINS = Coins()


def coin_setup(luck: int = 2) -> FightSetup:
    """Return a set-up of one against one."""
    sides = (FightSide("a", "Heroes"), FightSide("b", "Table"))
    ann, bo = filled_sheet(TOSSER, "Ann", luck=luck), filled_sheet(TOSSER, "Bo", luck=luck)
    table = filled_sheet(TABLE, "Table")
    return FightSetup(
        sides, (FightCombatant("a.1", "a", ann), FightCombatant("b.1", "b", bo)), table, "b", name="Coins"
    )
