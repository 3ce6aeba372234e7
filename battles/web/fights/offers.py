"""Offers of a fight as forms: the usual next one first, the rest under headings."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from battles.selectors.battles import BattleView
from battles.selectors.families import visitor_offers
from battles.selectors.folding import AnyFoldedFight
from common.caches import BoundedCache
from rules.combat.resolution import FightOffer, OfferField
from rules.combat.state import FightState
from rules.text import slug

_json_of = json.JSONEncoder(ensure_ascii=False).encode
REST = "More"
"""The heading of offers without one."""
FOR_OTHERS = "For "
"""The start of the heading of a side for which the game master may act."""


@dataclass(frozen=True, slots=True)
class OfferInput:
    """A field of an offer in a form: the name of its input, which begins with the type, and its declaration."""

    name: str
    declared: OfferField

    @property
    def options(self) -> tuple[tuple[str, str, bool], ...]:
        """The options: the key, the words, and whether it is chosen at first."""
        declared, value = self.declared, self.declared.value
        chosen = list(value) if isinstance(value, list | tuple | frozenset) else [value]
        none = (("", "None", not value),) if declared.type == "choice" and declared.optional else ()
        return (*none, *((option.key, option.label, option.key in chosen) for option in declared.options))


@dataclass(frozen=True, slots=True)
class OfferButton:
    """An offer as a form: its ``id`` on the page, its doer, the fixed parts as JSON, and the fields.

    It has everything that is drawn, so that the drawing can be cached. The other fields are the offer's.
    """

    id: str
    label: str
    event: str
    group: str
    who: str
    parts: str
    inputs: tuple[OfferInput, ...]
    about: str
    left_to_players: bool
    is_main: bool

    @property
    def asked(self) -> str:
        """The names of the inputs, with commas between them: boxes that no one ticked are known to be empty."""
        return ",".join(offer_input.name for offer_input in self.inputs)


@dataclass(frozen=True, slots=True)
class OfferSection:
    """Offers under one heading."""

    id: str
    heading: str
    buttons: tuple[OfferButton, ...]

    @property
    def is_command(self) -> bool:
        """Whether it is the visitor's only offer without fields: its button needs no heading."""
        return len(self.buttons) == 1 and not self.buttons[0].inputs and not self.heading.startswith(FOR_OTHERS)


def offer_input(declared: OfferField) -> OfferInput:
    """Return a field of an offer as a form has it."""
    if isinstance(declared.value, list | set | frozenset):
        declared = replace(declared, value=tuple(declared.value))
    return OfferInput(f"{declared.type}.{declared.name}", declared)


class OfferList:
    """A visitor's offers, compared by their whole content; the hash is computed once.

    ``doer`` is the id of the combatant that all of the usual next ones are for: no button has to name it.
    """

    __slots__ = ("_hash", "buttons", "doer")

    def __init__(self, buttons: tuple[OfferButton, ...], doer: str = "") -> None:
        self.buttons, self.doer = buttons, doer
        self._hash = hash(buttons)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, OfferList) and other.buttons == self.buttons)

    def __sizeof__(self) -> int:
        # Weighed by what grows, because it is weighed after every event: forms, and what may be chosen in them.
        return sum(
            600 + sum(300 + 50 * len(field.declared.options) for field in button.inputs) for button in self.buttons
        )

    @property
    def main(self) -> tuple[OfferButton, ...]:
        """The usual next offers."""
        return tuple(button for button in self.buttons if button.is_main)

    @property
    def folds_main(self) -> bool:
        """Whether the usual next offers are folded: several such forms would fill the page."""
        return sum(bool(button.inputs) for button in self.main) > 1

    @property
    def sections(self) -> tuple[OfferSection, ...]:
        """All other offers by their headings, in the order in which these come up."""
        return offer_sections(self.buttons)


NO_OFFERS = OfferList(())
_kept_offers: BoundedCache[OfferList] = BoundedCache(8 * 2**20, parts=8)


def offer_list(view: BattleView, folded: AnyFoldedFight) -> OfferList:
    """Return a visitor's offers, in the family's order.

    A game master's offers for other sides are separate, and never the usual next one. It depends on the log, identified
    by its last hash, and on the visitor's sides. No query.
    """
    battle = view.battle
    key = (battle.key, battle.head_hash, battle.status, view.held)
    return _kept_offers.get_or_make(key, lambda: _offers(view, folded))


def _offers(view: BattleView, folded: AnyFoldedFight) -> OfferList:
    state: FightState = folded.state
    held = view.held
    offers = [_for_others(state, offer, held) for offer in visitor_offers(view, folded) if _can_be_filled_in(offer)]
    doers = {offer.combatant for offer in offers if offer.is_main}
    doer = (doers.pop() or "") if len(doers) == 1 else ""
    return OfferList(tuple(_button(state, offer, place, doer) for place, offer in enumerate(offers)), doer)


def _for_others(state: FightState, offer: FightOffer, held: tuple[str, ...]) -> FightOffer:
    if offer.side is None or offer.side in held:
        return offer
    return replace(offer, group=f"{FOR_OTHERS}{state.setup.side(offer.side).name}", is_main=False)


def _can_be_filled_in(offer: FightOffer) -> bool:
    """Return True if each choice that is needed has an option."""
    return all(field.type != "choice" or field.options or field.optional for field in offer.fields)


@lru_cache(2_000)
def _slug_of(words: str) -> str:
    return slug(words)


def _button(state: FightState, offer: FightOffer, place: int, doer: str) -> OfferButton:
    # The place alone would change with what else is offered, and with it what was typed so far.
    words = _slug_of(f"{offer.event} {offer.combatant or ''} {offer.label}") or str(place)
    who = state.name(offer.combatant) if offer.combatant is not None else ""
    who = "" if who in offer.label or offer.combatant == doer else who
    inputs = tuple(offer_input(field) for field in offer.fields)
    return OfferButton(
        f"offer-{words}",
        offer.label,
        offer.event,
        offer.group or REST,
        who,
        _json_of(dict(offer.parts)),
        inputs,
        offer.about,
        offer.left_to_players,
        offer.is_main,
    )


def offer_sections(buttons: Iterable[OfferButton]) -> tuple[OfferSection, ...]:
    """Return all other offers by their headings, in the order in which these come up."""
    groups: dict[str, list[OfferButton]] = {}
    for button in buttons:
        if not button.is_main:
            groups.setdefault(button.group, []).append(button)
    return tuple(OfferSection(f"offers-{slug(heading)}", heading, tuple(held)) for heading, held in groups.items())
