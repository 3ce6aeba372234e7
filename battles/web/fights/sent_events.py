"""What the forms of a declared family's fight send, read into its events."""

from __future__ import annotations

from typing import Any

from battles.services.recording import Command, SentEvent
from battles.web.event_forms import FormReader, event_form, faces_form, plain
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm
from common.refusal import Refusal
from rules.combat.answers import OfferPassed, OptionChosen
from rules.combat.asks import OfferField
from rules.combat.declared import DeclaredFamily
from rules.combat.events import FightBegun, FightEnded, FightOfferTaken, HandSet
from rules.combat.family import sent_event
from rules.combat.log import KIND, FightEvent, LogEvent
from rules.combat.state import FightState
from rules.documents import json_document
from rules.errors import ChangeRefused, DocumentError

MAX_PARTS = 20_000
"""Characters of what is settled about an offer."""
MAX_FIELDS = 60


def fight_event(family: DeclaredFamily, sent: SentForm) -> SentEvent:
    """Read the form of a command; raise ``Refusal`` for what is not understood."""
    if sent.do == "offer":
        return SentEvent(plain(_offered(family, sent)), seen=sent.seen)
    read = _EVENTS.get(sent.do)
    if read is None:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return SentEvent(read(sent), seen=None if sent.do == "faces" else sent.seen)


def _offered(family: DeclaredFamily, sent: SentForm) -> LogEvent:
    """Read an offer: what was settled, and what was filled in."""
    document = {**_parts(sent), KIND: sent.text("kind")}
    for name in _asked(sent):
        kind, _, part = name.partition(".")
        document[part] = _typed(sent, kind, name)
    try:
        return sent_event(family, document)
    except DocumentError as fault:
        raise Refusal(fault.message, code="command.invalid") from fault


def _asked(sent: SentForm) -> list[str]:
    """Return the names of the fields that a form had: boxes that no one ticked are known to be empty."""
    return [one for one in sent.text("asked", 4_000).split(",") if one][:MAX_FIELDS]


def _parts(sent: SentForm) -> dict[str, Any]:
    text = sent.data.get("parts", "") or "{}"
    try:
        found = json_document(text[:MAX_PARTS].encode("utf-8", "replace"))
    except DocumentError as fault:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid") from fault
    if not isinstance(found, dict):
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return found


def _typed(sent: SentForm, kind: str, name: str) -> Any:
    match kind:
        case "number":
            return sent.number(name)
        case "flag":
            return name in sent.data
        case "choices":
            return list(sent.texts(name))
    return sent.text(name)


def _set(sent: SentForm) -> Command:
    if not sent.text("what"):
        return _hand_values(sent)
    value = next((sent.text(name) for name in sent.data if name.endswith(f".{sent.text('what')}")), "")
    return plain(HandSet(sent.text("combatant"), sent.text("what"), value.replace("−", "-"), sent.text("reason")))


def _hand_values(sent: SentForm) -> Command:
    """Read the form of all that is set by hand of a combatant: an event for each value that was changed."""
    combatant, reason = sent.text("combatant"), sent.text("reason")
    typed = {name.partition(".")[2]: sent.text(name).replace("−", "-") for name in _asked(sent)}

    def _command(state: FightState) -> tuple[FightEvent, ...]:
        state.combatant(combatant)
        declared = [field for field in state.family.hand_fields(state, combatant) if field.name in typed]
        changed = [field.name for field in declared if typed[field.name] != _hand_text(field)]
        events = tuple(HandSet(combatant, one, typed[one], reason) for one in changed)
        is_hidden = HandSet(combatant, "", "", "").doer(state) is not None
        if not events and not (is_hidden and declared):
            raise ChangeRefused("Nothing was changed.")
        # Where values are hidden, no one finds them by trying: a visitor who may not set them is refused first.
        return events or tuple(HandSet(combatant, field.name, typed[field.name], reason) for field in declared[:1])

    return _command


def _hand_text(declared: OfferField) -> str:
    """Return the value of a field as its form sends it."""
    if declared.type == "flag":
        return "1" if declared.value else ""
    return "" if declared.value is None else str(declared.value)


_EVENTS: dict[str, FormReader] = {
    "begin": event_form(FightBegun),
    "faces": faces_form,
    "choose": event_form(OptionChosen),
    "take": event_form(FightOfferTaken),
    "pass": event_form(OfferPassed),
    "set": _set,
    "end-fight": event_form(FightEnded),
}
