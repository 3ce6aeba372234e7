"""Maneuvers (Aid Attack, Catch Breath, Escape Grab, Grab, Hide, Knockback, tests, Search, Stand Up, consumables)."""

from rules.combat.events import Combatants, number_within, typed_line
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicAct, HeroicCombatant, HeroicState
from rules.heroic.power_rolls import (
    MOST_TICKED,
    MightPurpose,
    PowerRoll,
    UnresistedPurpose,
    UnresistedTask,
    might_test,
    water_banes,
)
from rules.heroic.stamina import spend_recovery
from rules.text import natural_number


def characteristic_score(combatant: HeroicCombatant, key: str) -> int:
    """Return a characteristic by its key: ``might``, ``agility``, or the number of another row of the sheet."""
    if key in ("might", "agility"):
        return combatant.sheet.number(key)
    rows = combatant.sheet.rows("others")
    place = natural_number(key)
    if place is not None and place < len(rows):
        return int(rows[place]["score"])
    raise ChangeRefused("That characteristic is not on the sheet.")


def _ticked(edges: int, banes: int) -> tuple[int, int]:
    return number_within(edges, 0, MOST_TICKED, "More edges"), number_within(banes, 0, MOST_TICKED, "More banes")


class HeroicAid(HeroicAct, kind="aid-attack"):
    """A combatant helps an ally: its next attack against a creature that is seen has an edge."""

    ally: str
    target: str

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        ally, target = state.other_there(combatant, self.ally), state.other_there(combatant, self.target)
        if state.camp_of(ally) != state.camp_of(combatant) or ally.id == target.id:
            raise ChangeRefused("Choose an ally and whom it attacks.")
        state = state.maneuver_spent(combatant)
        aids = tuple(dict.fromkeys((*ally.aids, target.id)))
        words = f"{state.name(combatant.id)} aids {state.name(ally.id)} against {state.name(target.id)}."
        return state.change(ally.id, aids=aids).note(combatant.id, words)


class HeroicCatchBreath(HeroicAct, kind="catch-breath"):
    """A combatant spends a Recovery for its recovery value."""

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        return spend_recovery(state.maneuver_spent(combatant), combatant.id)


class HeroicEscape(HeroicAct, kind="escape-grab"):
    """A grabbed combatant tries to break free."""

    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        if not combatant.grabbed_by:
            raise ChangeRefused(f"{state.name(combatant.id)} is not grabbed.")
        task = might_test(state, combatant, combatant.grabbed_by, "escape", *_ticked(self.edges, self.banes))
        return state.maneuver_spent(combatant).pushed(task)


def _tested(
    state: HeroicState, combatant: HeroicCombatant, target: str, purpose: MightPurpose, ticked: tuple[int, int]
) -> HeroicState:
    state.other_there(combatant, target)
    return state.maneuver_spent(combatant).pushed(might_test(state, combatant, target, purpose, *ticked))


class HeroicGrab(HeroicAct, kind="grab"):
    """A combatant tries to grab an adjacent creature, which then cannot move."""

    target: str
    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        return _tested(state, combatant, self.target, "grab", _ticked(self.edges, self.banes))


class HeroicKnockback(HeroicAct, kind="knockback"):
    """A combatant tries to push an adjacent creature by a square."""

    target: str
    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        return _tested(state, combatant, self.target, "knockback", _ticked(self.edges, self.banes))


def _unresisted(
    combatant: HeroicCombatant,
    purpose: UnresistedPurpose,
    label: str,
    characteristic: str,
    ticked: tuple[int, int],
    revealed: tuple[str, ...] = (),
) -> UnresistedTask:
    edges, banes = ticked
    score = characteristic_score(combatant, characteristic)
    return UnresistedTask(
        purpose, PowerRoll(combatant.id, purpose, label, score, edges, banes + water_banes(combatant)), revealed
    )


class HeroicHide(HeroicAct, kind="hide"):
    """A combatant with cover or concealment tries to become hidden."""

    covered: bool
    characteristic: str
    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        if not self.covered:
            raise ChangeRefused(f"{state.name(combatant.id)} needs cover or concealment to hide.")
        task = _unresisted(combatant, "hide", "Hide", self.characteristic, _ticked(self.edges, self.banes))
        return state.maneuver_spent(combatant).pushed(task)


class HeroicSearch(HeroicAct, kind="search"):
    """A combatant searches for hidden creatures nearby; a success finds those that the players name."""

    targets: Combatants
    characteristic: str
    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        revealed = tuple(dict.fromkeys(state.combatant_there(target).id for target in self.targets))
        ticked = _ticked(self.edges, self.banes)
        task = _unresisted(combatant, "search", "Search", self.characteristic, ticked, revealed)
        return state.maneuver_spent(combatant).pushed(task)


class HeroicTest(HeroicAct, kind="test"):
    """A combatant makes a test that the Director calls for, or assists in one; the players decide the effect."""

    about: str
    assists: bool
    characteristic: str
    edges: int
    banes: int

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        verb = "Assist a test" if self.assists else "Test"
        about = typed_line(self.about)
        label = f"{verb}: {about}" if about else verb
        task = _unresisted(combatant, "test", label, self.characteristic, _ticked(self.edges, self.banes))
        return state.maneuver_spent(combatant).pushed(task)


class HeroicStandUp(HeroicAct, kind="stand-up"):
    """A prone combatant stands up."""

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        if not combatant.is_prone:
            raise ChangeRefused(f"{state.name(combatant.id)} is not prone.")
        return (
            state.maneuver_spent(combatant)
            .change(combatant.id, is_prone=False)
            .note(combatant.id, f"{state.name(combatant.id)} stands up.")
        )


class HeroicConsumable(HeroicAct, kind="consumable"):
    """A combatant uses a consumable; its effect is entered by hand."""

    about: str

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        about = typed_line(self.about) or "a consumable"
        return state.maneuver_spent(combatant).note(
            combatant.id, f"{state.name(combatant.id)} uses {about}.", "By the table"
        )


class HeroicFreeManeuver(HeroicAct, kind="free-maneuver"):
    """A combatant does something trivial, such as opening a door; it costs nothing."""

    about: str

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        about = typed_line(self.about)
        return state.note(
            combatant.id,
            f"{state.name(combatant.id)}: {about}." if about else f"{state.name(combatant.id)}: free maneuver.",
        )
