"""The base of families that declare their sheets, offers and rows. Pages, API, print and documents follow."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from rules.combat.events import FIGHT_EVENTS, CombatantJoined, HandSet
from rules.combat.family import FightCapability, FightEnding, FightFamily
from rules.combat.log import KIND, FightEvent, LogEvent
from rules.combat.resolution import Ask, ChoiceAsk, FightOffer, OfferAsk, OfferField, RollAsk
from rules.combat.sheets import (
    MAX_TEXT,
    FightRow,
    FightSection,
    FightSheet,
    SheetKind,
    row_words,
    sheet_document,
    sheet_from,
    sheet_shape,
)
from rules.combat.state import MAX_COMBATANTS, SIDE_KEYS, SIDES, FightCombatant, FightSetup, FightState, PartyTally
from rules.documents.reading import Fields, fail, writable
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import choice, integer, text
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.lengths import MAX_NAME


def _side_of(setup: FightSetup, combatant: str) -> str:
    """Return the side of a combatant; the id of one that joined begins with it."""
    entry = setup.by_id.get(combatant)
    return entry.side if entry is not None else combatant.partition(".")[0]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A combatant with the place of its sheet among the sheets of the document."""

    id: Annotated[str, text(40)]
    side: Annotated[str, choice(SIDE_KEYS, needed=True)]
    sheet: Annotated[int, integer(0, MAX_COMBATANTS)]
    group: Annotated[str, text(MAX_NAME), WRITTEN] = ""


_ENTRIES = records_of(_Entry, MAX_COMBATANTS)


def _combatants(read: Fields, sheets: list[FightSheet]) -> Iterator[FightCombatant]:
    for place, entry in enumerate(_ENTRIES.read(read, "combatants")):
        if entry.sheet >= len(sheets):
            fail("document.value", f"{read.at('combatants')}[{place}].sheet", "There is no such sheet.")
        group = writable(entry.group, f"{read.at('combatants')}[{place}].group")
        yield FightCombatant(entry.id, entry.side, sheets[entry.sheet], group)


class DeclaredFamily(FightFamily):
    """A family that declares its sheets (``kinds``), its players' options (``table``) and its ``events``.

    ``state`` is the class of its states; what several of its modules ask of a state are methods there.

    ``tallies`` are what saved parties count. ``notice`` credits the game's owner, and ``assumptions`` lists in
    sentences the assumptions that make it playable.
    """

    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(("offers",))
    common_events = FIGHT_EVENTS
    longest_text: ClassVar[int] = MAX_TEXT
    notice: ClassVar[str] = ""
    kinds: ClassVar[tuple[SheetKind, ...]]
    table: ClassVar[SheetKind]
    state: ClassVar[type[FightState]] = FightState
    tallies: ClassVar[tuple[PartyTally, ...]] = ()
    assumptions: ClassVar[tuple[str, ...]] = ()
    party_name: ClassVar[str] = "Party"
    master_name: ClassVar[str] = "Game master"

    # What a family answers

    @abstractmethod
    def combatant_of(self, entry: FightCombatant, setup: FightSetup) -> Any:
        """Return the family's value for a combatant at full strength; it has an ``id`` and a ``side``."""

    @abstractmethod
    def begun(self, state: Any) -> FightState:
        """Return the state at the start of the first round: surprise, initiative, who is first."""

    @abstractmethod
    def offers(self, state: Any) -> tuple[FightOffer, ...]:
        """Return what can be done now while no question is open, the most usual first."""

    @abstractmethod
    def row(self, state: Any, combatant: str, *, sees_hidden: bool) -> FightRow:
        """Return a combatant's row in lists; without ``sees_hidden``, it does not show what is left."""

    @abstractmethod
    def hand_fields(self, state: Any, combatant: str) -> tuple[OfferField, ...]:
        """Return the fields of a combatant that can be set by hand, each with its present value."""

    @abstractmethod
    def set_by_hand(self, state: Any, combatant: str, name: str, value: Any) -> FightState:
        """Return the state with a field set by hand to a value that fits it. Raises ``ChangeRefused``."""

    @abstractmethod
    def combatant_document(self, state: Any, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        """Return a combatant as a JSON object; without ``sees_hidden``, it does not show what is left."""

    @abstractmethod
    def own_document(self, state: Any) -> dict[str, Any]:
        """Return the family's value for the whole fight, such as whose turn it is, as a JSON object."""

    def start(self, setup: FightSetup) -> Any:
        """Return the family's value for the whole fight before it begins."""
        return None

    def joined(self, state: Any, combatant: str) -> Any:
        """Return the state after a combatant has joined a fight in progress: its place in the order."""
        return state

    def over(self, state: Any) -> Any:
        """Return the state after the effects of the fight's end."""
        return state

    def gains(self, state: Any) -> Mapping[str, int]:
        """Return the gains of a saved party from the fight, by the keys of its tallies."""
        return {}

    def panel(self, state: Any, combatant: str) -> tuple[FightSection, ...]:
        """Return further information about a combatant beside its sheet, for viewers who know all of it."""
        return ()

    def headline(self, state: Any) -> str:
        """Return whose turn it is, or what is next, as a short sentence."""
        return ""

    def goal(self, state: Any) -> str:
        """Return the goal of the fight and its progress in a sentence; "" if there is none."""
        return ""

    def order(self, state: Any) -> tuple[str, ...]:
        """Return the combatants in the order in which they act; empty if the family has no such order."""
        return ()

    def check_sheet(self, sheet: FightSheet) -> None:
        """Raise ``RulesError`` for a sheet whose fields do not fit together."""

    # What the frame asks

    def setup_document(self, setup: FightSetup) -> dict[str, Any]:
        sheets: list[FightSheet] = []
        for combatant in setup.combatants:
            if combatant.sheet not in sheets:
                sheets.append(combatant.sheet)
        return {
            "name": setup.name,
            "sides": SIDES.write(setup.sides),
            "master": setup.master,
            "hides_left": setup.hides_left,
            "table": sheet_document((self.table,), setup.table),
            "sheets": [sheet_document(self.kinds, sheet) for sheet in sheets],
            "combatants": _ENTRIES.write(
                [
                    _Entry(combatant.id, combatant.side, sheets.index(combatant.sheet), combatant.group)
                    for combatant in setup.combatants
                ]
            ),
        }

    def setup_from(self, read: Fields) -> FightSetup:
        sheets = [self.sheet_from(item) for item in read.items("sheets", high=MAX_COMBATANTS)]
        combatants = tuple(_combatants(read, sheets))
        try:
            setup = FightSetup(
                SIDES.read(read, "sides"),
                combatants,
                sheet_shape((self.table,)).read(read, "table"),
                read.text("master", high=1),
                read.boolean("hides_left", True),
                writable(read.text("name", "", high=MAX_NAME), read.at("name")),
            )
        except DocumentError:
            raise
        except RulesError as fault:
            fail("document.value", read.path, str(fault))
        read.done()
        return setup

    def sheet_from(self, read: Fields) -> FightSheet:
        """Read and check a sheet; raise ``DocumentError`` with the path of the fault."""
        sheet = sheet_from(self.kinds, read)
        try:
            self.check_sheet(sheet)
        except DocumentError:
            raise
        except RulesError as fault:
            fail("document.value", read.path, str(fault))
        return sheet

    def begin(self, setup: FightSetup) -> FightState:
        combatants = {combatant.id: self.combatant_of(combatant, setup) for combatant in setup.combatants}
        return self.state(family=self, setup=setup, combatants=combatants, own=self.start(setup))

    def play(self, state: Any, event: LogEvent, side: str | None) -> Any:
        if isinstance(event, FightEvent) and state.phase == "before" and not event.begins:
            raise ChangeRefused("The fight has not begun.")
        if isinstance(event, FightEvent) and state.phase == "over":
            raise ChangeRefused("The fight is over. Undo its end to go on.")
        return super().play(state, event, side)

    def ending(self, state: FightState) -> FightEnding | None:
        """Return who won and why, None while the fight continues."""
        outcome = state.outcome
        if outcome is None:
            return None
        winner = outcome.winner
        return FightEnding(
            f"The winner: {state.setup.side(winner).name}." if winner else "No one wins.", outcome.reason
        )

    def standing(self, state: FightState) -> tuple[str, ...]:
        """Return the condition of each combatant, a line each."""
        rows = (self.row(state, combatant, sees_hidden=True) for combatant in state.combatants)
        return tuple(f"{row.name}: {row_words(row)}" for row in rows)

    def hidden_sides(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side, if its hit points are hidden."""
        return (setup.master,) if setup.hides_left else ()

    def shown_event(self, setup: FightSetup, document: dict[str, Any]) -> dict[str, Any]:
        """Return an event without the sheets of the game master's combatants, and without their set values."""
        if document.get(KIND) == CombatantJoined.kind and document.get("side") == setup.master:
            return {**document, "sheet": {"name": document["sheet"].get("name", "")}}
        if document.get(KIND) == HandSet.kind and _side_of(setup, document["combatant"]) == setup.master:
            return {**document, "value": "", "reason": ""}
        return document

    def shown_ask(self, state: FightState, ask: Ask) -> Ask:
        """Return the open question without the options and needs of the game master's combatants."""
        master = state.setup.master
        match ask:
            case OfferAsk():
                return replace(ask, offers=tuple(offer for offer in ask.offers if not state.is_master(offer.creature)))
            case ChoiceAsk() if ask.side == master:
                return replace(ask, options=())
            case RollAsk() if ask.side == master:
                return replace(ask, need=None, chances=())
        return ask

    def creature_documents(self, state: FightState, *, sees_hidden: bool = True) -> list[dict[str, Any]]:
        """Return the combatants as they began, with their sheets; without ``sees_hidden`` not the game master's."""
        return [
            {
                "id": entry.id,
                "name": entry.sheet.name,
                "side": entry.side,
                "group": entry.group,
                "sheet": sheet_document(self.kinds, entry.sheet)
                if sees_hidden or not state.is_master(entry.id)
                else None,
            }
            for entry in map(state.entry, state.combatants)
        ]

    def arbiters(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side."""
        return (setup.master,)

    def state_document(self, state: FightState, *, sees_hidden: bool = True) -> dict[str, Any]:
        """Return a state as a document; without ``sees_hidden``, it does not show what the game master's combatants
        have left.
        """
        outcome = state.outcome
        return {
            "phase": state.phase,
            "round": state.round,
            **self.own_document(state),
            "combatants": [
                {
                    "id": combatant,
                    "side": state.entry(combatant).side,
                    "name": state.name(combatant),
                    **self.combatant_document(
                        state, combatant, sees_hidden=sees_hidden or not state.is_master(combatant)
                    ),
                }
                for combatant in state.combatants
            ],
            "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
            "notes": [{"creature": note.creature, "text": note.text, "why": list(note.why)} for note in state.notes],
        }
