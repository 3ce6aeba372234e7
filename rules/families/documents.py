"""Fights as documents, ``muster-battle/1``, with the family, the set-up and the log; and the states of one.

docs/battles.md describes the format.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rules.combat.family import FightFamily
from rules.combat.log import LogEntry, LogReplay, live_entries, log_replay, log_states
from rules.combat.resolution import (
    MOST_ENDS,
    ActAsk,
    Ask,
    ChoiceAsk,
    CountAsk,
    OfferAsk,
    OfferedAct,
    RevealAsk,
    RollAsk,
    WayAsk,
    cheapest_ends,
)
from rules.documents.reading import Fields, Format, fail, json_document
from rules.families import FAMILIES
from rules.p2v_combat.family import P2V

FORMAT = Format("muster-battle/1", "a battle")
MAX_ENTRIES = 20_000


@dataclass(frozen=True)
class BattleDocument:
    """A fight in a document: its set-up, every entry of its log, and its family."""

    setup: Any
    entries: tuple[LogEntry, ...] = ()
    family: FightFamily = P2V

    @property
    def live(self) -> list[LogEntry]:
        """The entries that count."""
        return live_entries(self.entries, self.setup.people, self.family.arbiters(self.setup))


def battle_document(battle: BattleDocument) -> dict[str, Any]:
    """Return a fight as a document."""
    family = battle.family
    return {
        "format": FORMAT.tag,
        "family": family.key,
        "setup": family.setup_document(battle.setup),
        "log": [
            {
                "number": entry.number,
                "step": entry.step,
                "side": entry.side,
                "event": family.event_document(entry.event),
            }
            for entry in battle.entries
        ],
    }


def battle_from_document(document: object) -> BattleDocument:
    """Read a fight; raise ``DocumentError`` with the path of the first thing that cannot be read.

    A document that names no family is one of Path 2 Victory, as all were once.
    """
    read = FORMAT.upcast(document)
    family = FAMILIES.get(read.text("family", P2V.key))
    if family is None:
        fail("document.value", "family", f"Expected one of {', '.join(FAMILIES)}.")
    setup = family.setup_from(Fields(read.raw.get("setup"), "setup"))
    read.ignore("setup", "log")
    entries = tuple(_entries(read, family, {side.key for side in setup.sides}))
    read.done()
    return BattleDocument(setup, entries, family)


def _entries(read: Fields, family: FightFamily, sides: set[str]) -> Iterator[LogEntry]:
    before: LogEntry | None = None
    for place, item in enumerate(read.items("log", high=MAX_ENTRIES), start=1):
        number = item.integer("number", low=1)
        if number != place:
            fail("document.value", item.at("number"), f"Expected entry {place} of the log here.")
        step = item.integer("step", low=1, high=number)
        goes_on = before is not None and not before.is_about_log and step == before.step
        if step != number and not goes_on:
            fail("document.value", item.at("step"), "Expected the number of this entry, or the step of the one before.")
        side = item.optional_text("side")
        if side is not None and side not in sides:
            fail("document.value", item.at("side"), "There is no such side in this battle.")
        item.ignore("event")
        event = family.event_from(item.raw.get("event"), item.at("event"))
        item.done()
        before = LogEntry(number, step, side, event)
        if before.is_about_log and step != number:
            fail("document.value", item.at("step"), "Expected the number of this entry: it speaks of other steps.")
        yield before


def states_of(battle: BattleDocument) -> Iterator[tuple[LogEntry, Any]]:
    """Return each entry that counts with the state after it; raise ``DocumentError`` for one that cannot be played."""
    family = battle.family
    return log_states(
        family.begin(battle.setup),
        lambda: battle.live,
        lambda state, entry: family.play(state, entry.event, entry.side),
        "battle.event",
    )


MAX_BYTES = 20_000_000
"""The largest document of a battle, in bytes."""


def battle_from_json(text: bytes) -> BattleDocument:
    """Read a battle from the bytes of its file; raise ``DocumentError`` if it is unreadable."""
    return battle_from_document(json_document(text, most=MAX_BYTES))


def replay(battle: BattleDocument) -> LogReplay:
    """Return every state of a battle, from before its first entry (0) up to one that cannot be played."""
    return log_replay(battle.family.begin(battle.setup), states_of(battle))


def replayed_states(family: FightFamily, replayed: LogReplay) -> Iterator[dict[str, Any]]:
    """Yield the states of a battle as documents, one by one: all of them at once can be large."""
    for number, state in replayed.states:
        yield {"entry": number, **state_with_ask(family, state)}


def state_with_ask(family: FightFamily, state: Any, *, sees_hidden: bool = True) -> dict[str, Any]:
    """Return a state as a document, with the open question; without ``sees_hidden``, hidden values are omitted."""
    shown, ask = family.state_document(state, sees_hidden=sees_hidden), family.pending(state)
    if ask is not None and not sees_hidden:
        ask = family.shown_ask(state, ask)
    return {**shown, "asks": ask_document(ask)}


_ASKS: Mapping[type[Ask], tuple[str, tuple[str, ...]]] = {
    RollAsk: ("roll", ("reason", "side", "dice", "sides", "place", "need", "chances")),
    ChoiceAsk: ("choice", ("reason", "side", "options")),
    OfferAsk: ("offer", ("reason", "sides", "offers")),
    CountAsk: ("count", ("reason", "fields")),
    RevealAsk: ("reveal", ("reason", "secrets")),
    ActAsk: ("act", ("reason", "side", "creature", "actions", "may_skip")),
    WayAsk: ("way", ("reason", "side", "creature", "squares", "may_stay", "ends")),
}
"""The possible questions of a fight: each kind in documents, and its written parts in order."""


def ask_document(ask: Ask | None) -> dict[str, Any] | None:
    """Return a fight's open question as a document, None if there is none."""
    if ask is None:
        return None
    kind, names = _ASKS[type(ask)]
    return {"kind": kind, **{name: _part_document(name, getattr(ask, name)) for name in names}}


def _part_document(name: str, value: Any) -> Any:
    match name:
        case "chances":
            return dict(value)
        case "ends":
            return [[x, y, cost] for (x, y), cost in sorted(cheapest_ends(value, MOST_ENDS))]
        case "secrets":
            return [{"side": side, "purpose": purpose} for side, purpose in value]
        case "offers":
            return [_offer_document(offer) for offer in value]
        case "options" | "actions" | "fields":
            return [asdict(option) for option in value]
    return list(value) if isinstance(value, tuple) else value


def _offer_document(offer: OfferedAct) -> dict[str, Any]:
    """Return an offer; with text and waiver only if there are any."""
    return {name: value for name, value in asdict(offer).items() if value or name in ("creature", "key", "label")}
