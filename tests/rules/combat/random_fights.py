"""Fights of any declared family played by chance: offers with fields filled in anyhow, and events made of anything."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from rules.combat.answers import FacesRolled, OfferPassed, OptionChosen
from rules.combat.events import FightBegun, FightEnded, FightOfferTaken
from rules.combat.log import FightEvent, LogEntry, LogEvent
from rules.combat.resolution import ChoiceAsk, FightOffer, OfferAsk, OfferField, RollAsk
from rules.combat.sheets import sheet_document
from rules.combat.state import FightState
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused, DocumentError
from tests.rules.combat.every_fight import TriedFamily

WORDS = (
    "",
    "a",
    "b",
    "zz",
    "a.1",
    "b.1",
    "a.99",
    "\u202eabc",
    "x" * 300,
    "0",
    "1",
    "-1",
    "9999999",
    "hit",
    "null",
    "\n",
)
NUMBERS = (-9_999_999, -1_000, -50, -1, 0, 1, 2, 5, 20, 100, 9_999, 9_999_999)


class RandomFight:
    """A fight whose events are drawn; ``entries`` is its log and ``states`` the state after each entry."""

    def __init__(self, tried: TriedFamily, seed: int) -> None:
        self.family = tried.family
        self.dice = random.Random(seed)
        self.state: FightState = self.family.begin(tried.setup)
        self.entries: list[LogEntry] = []
        self.states: list[FightState] = [self.state]
        self.refusals: list[str] = []
        self.do(FightBegun())

    def do(self, event: LogEvent) -> None:
        """Play an event and log it."""
        side = self.family.whose(self.state, event)
        self.state = self.family.play(self.state, event, side)
        number = len(self.entries) + 1
        self.entries.append(LogEntry(number, number, side, event))
        self.states.append(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the fight has ended."""
        return self.family.is_over(self.state)

    def play(self, events: int) -> RandomFight:
        """Play as many events, or until the fight is over."""
        for _ in range(events):
            if self.is_over:
                break
            self.step()
        return self

    def step(self) -> None:
        """Answer what is asked, or take an offer; one that is refused is let go."""
        ask = self.family.pending(self.state)
        if ask is None:
            offers = self.family.offers(self.state)
            if not offers:
                self.do(FightEnded(None, "No one can act."))
                return
            self.try_event(self.drawn(self._offer(offers)))
            return
        match ask:
            case RollAsk():
                faces = tuple(self.dice.randint(1, ask.sides) for _ in range(ask.dice))
                self.do(FacesRolled(faces, False))
            case OfferAsk():
                self._react(ask)
            case ChoiceAsk():
                self.do(OptionChosen(self.dice.choice(ask.options).key))
            case _:
                raise AssertionError(ask)

    def _offer(self, offers: tuple[FightOffer, ...]) -> FightOffer:
        usual = [offer for offer in offers if offer.is_main and offer.event != "ended"]
        return self.dice.choice(usual if usual and self.dice.random() < 0.4 else offers)

    def _react(self, ask: OfferAsk) -> None:
        if self.dice.random() < 0.4:
            self.do(OfferPassed(self.dice.choice(ask.sides)))
        else:
            offered = self.dice.choice(ask.offers)
            self.do(FightOfferTaken(offered.creature, offered.key))

    def drawn(self, offer: FightOffer) -> LogEvent:
        """Return the event of an offer with its fields filled in by chance."""
        values = {field.name: self._filled(field) for field in offer.fields}
        document = {"kind": offer.event, **offer.parts, **values}
        return self.family.event_from(json.loads(json.dumps(document)))

    def _filled(self, declared: OfferField) -> Any:
        match declared.type:
            case "choices":
                return [option.key for option in declared.options if self.dice.random() < 0.3]
            case "choice":
                keys = [option.key for option in declared.options] + ([""] if declared.optional else [])
                return self.dice.choice(keys) if keys else ""
            case "number":
                return self.dice.choice((declared.value or declared.low, declared.low, declared.high, *NUMBERS[3:8]))
            case "flag":
                return self.dice.random() < 0.3
        return self.dice.choice(("", "a word", "dodge"))

    def try_event(self, event: LogEvent) -> None:
        """Play an event that the rules may refuse in words."""
        try:
            self.do(event)
        except ChangeRefused as fault:
            self.refusals.append(fault.message)

    def attack(self) -> None:
        """Send one event made of anything: it is played, or refused in words."""
        event = self.made_of_anything()
        if event is not None and not isinstance(event, FightEnded):
            self.family.whose(self.state, event)
            self.try_event(event)

    def made_of_anything(self) -> LogEvent | None:
        """Return an event made of anything, None where not even its document can be read."""
        words = (*WORDS, *self.state.combatants, *self._keys())
        kinds = [event_type for event_type in self.family.by_kind.values() if issubclass(event_type, FightEvent)]
        kind = self.dice.choice(sorted(kinds, key=lambda event_type: event_type.kind))
        parts = {
            name: self._value(name, part.shape.schema["type"], words) for name, part in declared_parts(kind).items()
        }
        with suppress(DocumentError):
            return self.family.event_from(json.loads(json.dumps({"kind": kind.kind, **parts})))
        return None

    def _keys(self) -> Iterable[str]:
        for offer in self.family.offers(self.state):
            for field in offer.fields:
                yield from (option.key for option in field.options)
        for combatant in self.state.combatants:
            yield from (field.name for field in self.family.hand_fields(self.state, combatant))

    def _value(self, name: str, kind: Any, words: tuple[str, ...]) -> Any:
        few = range(self.dice.choice((0, 1, 1, 2, 3)))
        match kind, name:
            case "integer", _:
                return self.dice.choice((*NUMBERS, 10**30))
            case "boolean", _:
                return self.dice.random() < 0.5
            case (("string" | ["string", "null"]), _):
                return self.dice.choice(words)
            case _, "faces":
                return [self.dice.choice((1, 2, 20, 100, 10**9)) for _ in few]
            case _, "sheet":
                return self._sheet(words)
        return [self.dice.choice(words) for _ in few]

    def _sheet(self, words: tuple[str, ...]) -> dict[str, Any]:
        sheet = self.dice.choice(self.state.setup.combatants).sheet
        document = sheet_document(self.family.kinds, sheet)
        if self.dice.random() < 0.7:
            key = self.dice.choice([field.key for field in self.family.kinds[0].fields] + ["odd"])
            document[key] = self.dice.choice((*NUMBERS, *words, [], {}, [{"name": "x" * 500}], True, None))
        return document
