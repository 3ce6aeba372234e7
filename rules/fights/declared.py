"""The base of families that declare what they need: sheets, offers, rows. They have pages, API and print by that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from rules.building.codecs import parts_document, parts_from
from rules.documents import Fields, fail, writable
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, integer, records, text
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.fights.asks import Ask, ChoiceAsk, OfferAsk, RollAsk
from rules.fights.events import (
    FIGHT_EVENTS,
    CombatantJoined,
    FightEvent,
    FightOfferPassed,
    FightRolled,
    HandSet,
    fight_asks,
)
from rules.fights.family import FightCapability, FightEnding, FightFamily
from rules.fights.log import LOG_EVENTS, LogEvent
from rules.fights.offers import FightOffer, OfferField
from rules.fights.rows import FightRow, FightSection
from rules.fights.setup import MAX_COMBATANTS, FightCombatant, FightSetup
from rules.fights.sheets import MAX_NAME, MAX_TEXT, FightSheet, SheetKind, sheet_document, sheet_from, sheet_shape
from rules.fights.sides import SIDE_KEYS, FightSide
from rules.fights.state import FightState

KIND = "kind"
MAX_STEPS = 1_000
"""How many tasks one event may set going; more would mean that they never end."""

SIDES: Shape = records(
    FightSide,
    (
        RecordField("key", choice(SIDE_KEYS, needed=True), REQUIRED, always=True),
        RecordField("name", text(MAX_NAME), REQUIRED, always=True),
        RecordField("player", choice(("people", "game")), "people", always=True),
    ),
)
"""The sides of a fight as documents write them."""


class _Entry(NamedTuple):
    id: str
    side: str
    sheet: int
    group: str = ""


_ENTRIES: Shape = records(
    _Entry,
    (
        RecordField("id", text(40), REQUIRED, always=True),
        RecordField("side", choice(SIDE_KEYS, needed=True), REQUIRED, always=True),
        RecordField("sheet", integer(0, MAX_COMBATANTS), REQUIRED, always=True),
        RecordField("group", text(MAX_NAME), "", always=True),
    ),
    MAX_COMBATANTS,
)


@dataclass(frozen=True, slots=True)
class PartyTally:
    """Something that a saved party counts from fight to fight: its key and what it is.

    ``spent_by`` names the rest that turns it into what it ``becomes``; how much one gives is by the table.
    """

    key: str
    label: str
    spent_by: str = ""
    becomes: str = ""


class DeclaredFamily(FightFamily):
    """A family that declares its sheets (``kinds``), what its table agrees on (``table``) and its ``events``.

    ``tallies`` are what saved parties count. ``notice`` says whose game it is, and ``assumptions`` lists in sentences
    what had to be assumed so that it can be played.
    """

    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(("offers",))
    filled_in: ClassVar[Mapping[str, Mapping[str, Any]]] = {FightRolled.kind: {"entered": True}}
    longest_text: ClassVar[int] = MAX_TEXT
    notice: ClassVar[str] = ""
    kinds: ClassVar[tuple[SheetKind, ...]]
    table: ClassVar[SheetKind]
    events: ClassVar[tuple[type[FightEvent], ...]] = ()
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
    def row(self, state: FightState, combatant: str, *, knows_left: bool) -> FightRow:
        """Return a combatant as lists show it; without ``knows_left`` nothing tells what it has left."""

    @abstractmethod
    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Return what may be set by hand of a combatant, each with its value now."""

    @abstractmethod
    def set_by_hand(self, state: FightState, combatant: str, name: str, value: Any) -> FightState:
        """Return the state with a field set by hand to a value that fits it. Raises ``ChangeRefused``."""

    @abstractmethod
    def combatant_document(self, state: FightState, combatant: str, *, knows_left: bool) -> dict[str, Any]:
        """Return a combatant as an object of JSON; without ``knows_left`` nothing tells what it has left."""

    @abstractmethod
    def own_document(self, state: FightState) -> dict[str, Any]:
        """Return what the family knows of the whole fight, such as whose turn it is, as an object of JSON."""

    def start(self, setup: FightSetup) -> Any:
        """Return the family's value for the whole fight before it begins."""
        return None

    def joined(self, state: FightState, combatant: str) -> FightState:
        """Return the state once a combatant has joined a fight under way: where it acts."""
        return state

    def settled(self, state: FightState) -> FightState:
        """Return the state after what follows by itself once nothing is being resolved: the end of a round."""
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

    def order(self, state: FightState) -> tuple[str, ...]:
        """Return the combatants in the order in which they act; nothing where the family has no such order."""
        return ()

    def check_sheet(self, sheet: FightSheet) -> None:
        """Raise ``RulesError`` for a sheet whose fields do not fit together."""

    # What the frame asks

    @cached_property
    def sent_events(self) -> tuple[type[LogEvent], ...]:  # type: ignore[override] # found out once
        """The events that people and programs bring about: those of every family, and its own."""
        return (*FIGHT_EVENTS, *self.events)

    @cached_property
    def by_kind(self) -> Mapping[str, type[LogEvent]]:
        """The events by their word in documents."""
        return {one.kind: one for one in (*LOG_EVENTS, *FIGHT_EVENTS, *self.events)}

    def event_document(self, event: LogEvent) -> dict[str, Any]:
        """Return an event as a document."""
        return {KIND: event.kind, **parts_document(event)}

    def event_from(self, document: object, path: str = "") -> LogEvent:
        """Read an event; raise ``DocumentError`` with the path of what is wrong."""
        read = Fields(document, path)
        kind = self.by_kind.get(read.text(KIND))
        if kind is None:
            fail("document.value", read.at(KIND), f"Expected one of {', '.join(sorted(self.by_kind))}.")
        return parts_from(read, kind)

    def setup_document(self, setup: FightSetup) -> dict[str, Any]:
        """Return what a fight begins with as a document; combatants with the same sheet share it."""
        sheets: list[FightSheet] = []
        for one in setup.combatants:
            if one.sheet not in sheets:
                sheets.append(one.sheet)
        return {
            "name": setup.name,
            "sides": SIDES.write(setup.sides),
            "master": setup.master,
            "hides_left": setup.hides_left,
            "table": sheet_document((self.table,), setup.table),
            "sheets": [sheet_document(self.kinds, one) for one in sheets],
            "combatants": _ENTRIES.write(
                [_Entry(one.id, one.side, sheets.index(one.sheet), one.group) for one in setup.combatants]
            ),
        }

    def setup_from(self, read: Fields) -> FightSetup:
        """Read what a fight begins with; raise ``DocumentError`` with the path of what is wrong."""
        sheets = [self.sheet_from(item) for item in read.items("sheets", high=MAX_COMBATANTS)]
        combatants = []
        for place, one in enumerate(_ENTRIES.read(read, "combatants")):
            if one.sheet >= len(sheets):
                fail("document.value", f"{read.at('combatants')}[{place}].sheet", "There is no such sheet.")
            group = writable(one.group, read.at("combatants"))
            combatants.append(FightCombatant(one.id, one.side, sheets[one.sheet], group))
        try:
            setup = FightSetup(
                SIDES.read(read, "sides"),
                tuple(combatants),
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
        combatants = {one.id: self.combatant_of(one, setup) for one in setup.combatants}
        return FightState(family=self, setup=setup, combatants=combatants, own=self.start(setup))

    def play(self, state: FightState, event: LogEvent, side: str | None) -> FightState:
        """Return the state after an event with everything resolved that waits for nothing."""
        if not isinstance(event, FightEvent):
            raise RulesError("This entry does nothing in a fight.")
        if state.phase == "before" and not event.begins:
            raise ChangeRefused("The fight has not begun.")
        if state.phase == "over":
            raise ChangeRefused("The fight is over. Undo its end to go on.")
        return self._resolved(event.play(replace(state, notes=()), side))

    def _resolved(self, state: FightState) -> FightState:
        for _ in range(MAX_STEPS):
            if not state.stack:
                following = self.settled(state) if state.phase == "playing" else state
                if following is state:
                    return state
                state = following
            elif state.stack[-1].ask(state) is not None:
                return state
            else:
                state = state.stack[-1].resume(state.popped(), None)
        raise RulesError("One event of this fight sets more going than can be resolved.")

    def pending(self, state: FightState) -> Ask | None:
        """Return what the fight waits for, None while nothing is being resolved."""
        return fight_asks(state)

    def rolled(self, faces: tuple[int, ...]) -> LogEvent:
        """Return the event that tells the faces of dice that the server rolled."""
        return FightRolled(faces, False)

    def is_over(self, state: FightState) -> bool:
        """Return True once the fight has ended."""
        return state.phase == "over"

    def begins(self, event: LogEvent) -> bool:
        """Return True for the event by which a fight begins."""
        return isinstance(event, FightEvent) and event.begins

    def passes(self, event: LogEvent) -> bool:
        """Return True for an event by which a side lets things go on."""
        return isinstance(event, FightOfferPassed)

    def ending(self, state: FightState) -> FightEnding | None:
        """Return who won and why, None while the fight goes on."""
        outcome = state.outcome
        if outcome is None:
            return None
        winner = outcome.winner
        return FightEnding(f"{state.setup.side(winner).name} wins." if winner else "No one wins.", outcome.reason)

    def standing(self, state: FightState) -> tuple[str, ...]:
        """Return how each combatant stands, a line each."""
        return tuple(_line(self.row(state, one, knows_left=True)) for one in state.combatants)

    def hidden_sides(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side, where what it has left is hidden."""
        return (setup.master,) if setup.hides_left else ()

    def shown_event(self, setup: FightSetup, document: dict[str, Any]) -> dict[str, Any]:
        """Return an event without the sheets of the game master's combatants, and without what was set of them."""
        if document.get(KIND) == CombatantJoined.kind and document.get("side") == setup.master:
            return {**document, "sheet": {"name": document["sheet"].get("name", "")}}
        if document.get(KIND) == HandSet.kind and _side_of(setup, document["combatant"]) == setup.master:
            return {**document, "value": "", "reason": ""}
        return document

    def shown_ask(self, state: FightState, ask: Ask) -> Ask:
        """Return what the fight waits for without what the game master's combatants could do, and what they need."""
        master = state.setup.master
        match ask:
            case OfferAsk():
                return replace(ask, offers=tuple(one for one in ask.offers if not state.is_master(one.creature)))
            case ChoiceAsk() if ask.side == master:
                return replace(ask, options=())
            case RollAsk() if ask.side == master:
                return replace(ask, need=None, chances=())
        return ask

    def creature_documents(self, state: FightState, *, knows_left: bool = True) -> list[dict[str, Any]]:
        """Return the combatants as they began, with their sheets; without ``knows_left`` not the game master's."""
        entries = [state.entry(one) for one in state.combatants]
        return [
            {
                "id": one.id,
                "name": one.sheet.name,
                "side": one.side,
                "group": one.group,
                "sheet": sheet_document(self.kinds, one.sheet) if knows_left or not state.is_master(one.id) else None,
            }
            for one in entries
        ]

    def whose(self, state: FightState, event: LogEvent) -> str | None:
        """Return the side that alone may bring an event about, None where every side may."""
        return event.doer(state) if isinstance(event, FightEvent) else None

    def arbiters(self, setup: FightSetup) -> tuple[str, ...]:
        """Return the game master's side."""
        return (setup.master,)

    def state_document(self, state: FightState, *, knows_left: bool = True) -> dict[str, Any]:
        """Return a state as a document; without ``knows_left`` nothing tells what the game master's have left."""
        outcome = state.outcome
        return {
            "phase": state.phase,
            "round": state.round,
            **self.own_document(state),
            "combatants": [
                {
                    "id": one,
                    "side": state.entry(one).side,
                    "name": state.name(one),
                    **self.combatant_document(state, one, knows_left=knows_left or not state.is_master(one)),
                }
                for one in state.combatants
            ],
            "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
            "notes": [{"creature": note.creature, "text": note.text, "why": list(note.why)} for note in state.notes],
        }


def _side_of(setup: FightSetup, combatant: str) -> str:
    """Return the side of a combatant; the id of one that joined begins with it."""
    entry = setup.by_id.get(combatant)
    return entry.side if entry is not None else combatant.partition(".")[0]


def _line(row: FightRow) -> str:
    meters = []
    for one in row.meters:
        most = "" if one.most is None else f" of {one.most}"
        meters.append(f"{one.label} {one.value}{most}{f' +{one.extra}' if one.extra else ''}")
    parts = ", ".join(filter(None, (*meters, row.standing, *row.badges, "out" if row.is_out else "")))
    return f"{row.name}: {parts or 'in the fight'}"
