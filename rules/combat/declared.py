"""The base of families that declare what they need: sheets, offers, rows. They have pages, API and print by that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from rules.combat.asks import Ask
from rules.combat.event import FightEvent
from rules.combat.events import FIGHT_EVENTS
from rules.combat.family import FightCapability, FightEnding, FightFamily
from rules.combat.hiding import ask_without_hidden, event_without_hidden
from rules.combat.log import LogEvent
from rules.combat.offers import FightOffer, OfferField
from rules.combat.rows import FightRow, FightSection, row_words
from rules.combat.setup import FightCombatant, FightSetup
from rules.combat.setup_documents import fight_setup_document, fight_setup_from
from rules.combat.sheets import MAX_TEXT, FightSheet, SheetKind, sheet_from
from rules.combat.state import FightState
from rules.combat.state_documents import fight_state_document, prepared_documents
from rules.combat.tallies import PartyTally
from rules.documents import Fields, fail
from rules.errors import ChangeRefused, DocumentError, RulesError


class DeclaredFamily(FightFamily):
    """A family that declares its sheets (``kinds``), what its table agrees on (``table``) and its ``events``.

    ``tallies`` are what saved parties count. ``notice`` says whose game it is, and ``assumptions`` lists in sentences
    what had to be assumed so that it can be played.
    """

    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(("offers",))
    common_events = FIGHT_EVENTS
    longest_text: ClassVar[int] = MAX_TEXT
    notice: ClassVar[str] = ""
    kinds: ClassVar[tuple[SheetKind, ...]]
    table: ClassVar[SheetKind]
    tallies: ClassVar[tuple[PartyTally, ...]] = ()
    assumptions: ClassVar[tuple[str, ...]] = ()
    party_name: ClassVar[str] = "Party"
    master_name: ClassVar[str] = "Game master"

    # What a family answers

    @abstractmethod
    def combatant_of(self, entry: FightCombatant, setup: FightSetup) -> Any:
        """Return the family's value for a combatant at full strength; it has an ``id`` and a ``side``."""

    @abstractmethod
    def begun(self, state: FightState) -> FightState:
        """Return the state once the first round has begun: surprise, initiative, who is first."""

    @abstractmethod
    def offers(self, state: FightState) -> tuple[FightOffer, ...]:
        """Return what may be done now while nothing is asked, the usual first."""

    @abstractmethod
    def row(self, state: FightState, combatant: str, *, sees_hidden: bool) -> FightRow:
        """Return a combatant as lists show it; without ``sees_hidden`` nothing tells what it has left."""

    @abstractmethod
    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Return what may be set by hand of a combatant, each with its value now."""

    @abstractmethod
    def set_by_hand(self, state: FightState, combatant: str, name: str, value: Any) -> FightState:
        """Return the state with a field set by hand to a value that fits it. Raises ``ChangeRefused``."""

    @abstractmethod
    def combatant_document(self, state: FightState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        """Return a combatant as an object of JSON; without ``sees_hidden`` nothing tells what it has left."""

    @abstractmethod
    def own_document(self, state: FightState) -> dict[str, Any]:
        """Return what the family knows of the whole fight, such as whose turn it is, as an object of JSON."""

    def start(self, setup: FightSetup) -> Any:
        """Return the family's value for the whole fight before it begins."""
        return None

    def joined(self, state: FightState, combatant: str) -> FightState:
        """Return the state once a combatant has joined a fight under way: where it acts."""
        return state

    def over(self, state: FightState) -> FightState:
        """Return the state after what the end of the fight brings."""
        return state

    def gains(self, state: FightState) -> Mapping[str, int]:
        """Return what a saved party that fought gains by the end of the fight, by the keys of its tallies."""
        return {}

    def panel(self, state: FightState, combatant: str) -> tuple[FightSection, ...]:
        """Return more to show of a combatant beside its sheet, to viewers who know all of it."""
        return ()

    def headline(self, state: FightState) -> str:
        """Return whose turn it is, or what is next, as a short sentence."""
        return ""

    def goal(self, state: FightState) -> str:
        """Return what the fight is about and how far it is, in a sentence; "" where that is not said."""
        return ""

    def order(self, state: FightState) -> tuple[str, ...]:
        """Return the combatants in the order in which they act; nothing where the family has no such order."""
        return ()

    def check_sheet(self, sheet: FightSheet) -> None:
        """Raise ``RulesError`` for a sheet whose fields do not fit together."""

    # What the frame asks

    def setup_document(self, setup: FightSetup) -> dict[str, Any]:
        """Return what a fight begins with as a document; combatants with the same sheet share it."""
        return fight_setup_document(setup, self.kinds, self.table)

    def setup_from(self, read: Fields) -> FightSetup:
        """Read what a fight begins with; raise ``DocumentError`` with the path of what is wrong."""
        return fight_setup_from(read, self.table, self.sheet_from)

    def sheet_from(self, read: Fields) -> FightSheet:
        """Read a sheet and check it; raise ``DocumentError`` with the path of what is wrong."""
        sheet = sheet_from(self.kinds, read)
        try:
            self.check_sheet(sheet)
        except DocumentError:
            raise
        except RulesError as fault:
            fail("document.value", read.path, str(fault))
        return sheet

    def begin(self, setup: FightSetup) -> FightState:
        """Return the state before the first event."""
        combatants = {combatant.id: self.combatant_of(combatant, setup) for combatant in setup.combatants}
        return FightState(family=self, setup=setup, combatants=combatants, own=self.start(setup))

    def play(self, state: FightState, event: LogEvent, side: str | None) -> FightState:
        """Return the state after an event with everything resolved that waits for nothing."""
        if isinstance(event, FightEvent) and state.phase == "before" and not event.begins:
            raise ChangeRefused("The fight has not begun.")
        if isinstance(event, FightEvent) and state.phase == "over":
            raise ChangeRefused("The fight is over. Undo its end to go on.")
        after: FightState = super().play(state, event, side)
        return after

    def ending(self, state: FightState) -> FightEnding | None:
        """Return who won and why, None while the fight goes on."""
        outcome = state.outcome
        if outcome is None:
            return None
        winner = outcome.winner
        return FightEnding(
            f"The winner: {state.setup.side(winner).name}." if winner else "No one wins.", outcome.reason
        )

    def standing(self, state: FightState) -> tuple[str, ...]:
        """Return how each combatant stands, a line each."""
        rows = (self.row(state, combatant, sees_hidden=True) for combatant in state.combatants)
        return tuple(f"{row.name}: {row_words(row)}" for row in rows)

    def hidden_sides(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side, where what it has left is hidden."""
        return (setup.master,) if setup.hides_left else ()

    def shown_event(self, setup: FightSetup, document: dict[str, Any]) -> dict[str, Any]:
        """Return an event without the sheets of the game master's combatants, and without what was set of them."""
        return event_without_hidden(setup, document)

    def shown_ask(self, state: FightState, ask: Ask) -> Ask:
        """Return what the fight waits for without what the game master's combatants could do, and what they need."""
        return ask_without_hidden(state, ask)

    def creature_documents(self, state: FightState, *, sees_hidden: bool = True) -> list[dict[str, Any]]:
        """Return the combatants as they began, with their sheets; without ``sees_hidden`` not the game master's."""
        return prepared_documents(state, sees_hidden=sees_hidden)

    def arbiters(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side."""
        return (setup.master,)

    def state_document(self, state: FightState, *, sees_hidden: bool = True) -> dict[str, Any]:
        """Return a state as a document; without ``sees_hidden`` nothing tells what the game master's have left."""
        return fight_state_document(state, sees_hidden=sees_hidden)
