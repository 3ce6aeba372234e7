"""A fight's document worked out: its state after every entry that counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.combat.asks import ActAsk, Ask, ChoiceAsk, CountAsk, OfferAsk, OfferedAct, RevealAsk, RollAsk
from rules.combat.family import FightFamily
from rules.combat.replay import LogReplay, log_replay
from rules.documents import json_document
from rules.families.documents import BattleDocument, battle_from_document, states_of

MAX_BYTES = 20_000_000
"""The largest document of a battle, in bytes."""


def battle_from_json(text: bytes) -> BattleDocument:
    """Read a battle from the bytes of its file; raise ``DocumentError`` for what cannot be read."""
    return battle_from_document(json_document(text, most=MAX_BYTES))


def replay(battle: BattleDocument) -> LogReplay:
    """Return every state of a battle, from before its first entry (0) up to one that cannot be played."""
    return log_replay(battle.family.begin(battle.setup), states_of(battle))


def replayed_states(family: FightFamily, replayed: LogReplay) -> Iterator[dict[str, Any]]:
    """Yield the states of a battle as documents, one by one: all of them at once can be large."""
    for number, state in replayed.states:
        yield {"entry": number, **state_with_ask(family, state)}


def state_with_ask(family: FightFamily, state: Any, *, sees_hidden: bool = True) -> dict[str, Any]:
    """Return a state as a document, with what the fight waits for; without ``sees_hidden`` less what is hidden."""
    shown, ask = family.state_document(state, sees_hidden=sees_hidden), family.pending(state)
    if ask is not None and not sees_hidden:
        ask = family.shown_ask(state, ask)
    return {**shown, "asks": ask_document(ask)}


def ask_document(ask: Ask | None) -> dict[str, Any] | None:
    """Return what a fight waits for as a document, None for nothing."""
    match ask:
        case None:
            return None
        case RollAsk():
            return {
                "kind": "roll",
                "reason": ask.reason,
                "side": ask.side,
                "dice": ask.dice,
                "sides": ask.sides,
                "place": list(ask.place),
                "need": ask.need,
                "chances": dict(ask.chances),
            }
        case ChoiceAsk():
            options = [{"key": option.key, "label": option.label} for option in ask.options]
            return {"kind": "choice", "reason": ask.reason, "side": ask.side, "options": options}
        case OfferAsk():
            offers = [_offer_document(offer) for offer in ask.offers]
            return {"kind": "offer", "reason": ask.reason, "sides": list(ask.sides), "offers": offers}
        case CountAsk():
            fields = [{"key": field.key, "label": field.label, "most": field.most} for field in ask.fields]
            return {"kind": "count", "reason": ask.reason, "fields": fields}
        case RevealAsk():
            secrets = [{"side": side, "purpose": purpose} for side, purpose in ask.secrets]
            return {"kind": "reveal", "reason": ask.reason, "secrets": secrets}
        case ActAsk():
            return {
                "kind": "act",
                "reason": ask.reason,
                "side": ask.side,
                "creature": ask.creature,
                "actions": [{"key": option.key, "label": option.label} for option in ask.actions],
                "may_skip": ask.may_skip,
            }


def _offer_document(offer: OfferedAct) -> dict[str, Any]:
    document: dict[str, Any] = {"creature": offer.creature, "key": offer.key, "label": offer.label}
    if offer.text:
        document["text"] = offer.text
    return {**document, "may_waive": True} if offer.may_waive else document
