"""Buttons of fights, read into events: by the parts of an event, by a form's name, or by an offer."""

from collections.abc import Callable, Iterable
from typing import Any

from battles.selectors.gambits import gambit_step
from battles.services.recording import Command, SentEvent
from battles.web.panels import CHOSEN
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm, aimed_targets, roll_place, typed_faces
from common.refusal import Refusal
from rules.combat.answers import CountsGiven, FacesRolled, OfferPassed, OptionChosen, RollRuled
from rules.combat.declared import DeclaredFamily
from rules.combat.events import FightBegun, FightEnded, FightOfferTaken, HandSet
from rules.combat.family import sent_event
from rules.combat.log import KIND, FightEvent, LogEvent
from rules.combat.resolution import OfferField, ResolvingState, RollAsk, pending
from rules.combat.state import FightState
from rules.documents.reading import json_document
from rules.documents.records import declared_parts
from rules.documents.shapes import Shape
from rules.errors import ChangeRefused, DocumentError, require
from rules.p2v_combat.events.acting import CreatureActed, GroupActed, ObjectiveCommanded, StepActed, StepSkipped
from rules.p2v_combat.events.belongings import (
    BodyLifted,
    BodyLooted,
    ItemMoved,
    LoadDropped,
    LoadLifted,
    MerchantTraded,
)
from rules.p2v_combat.events.by_hand import (
    ApSet,
    HeldSet,
    HpSet,
    LeftPlay,
    PersistentSet,
    PlacesSet,
    PointsGiven,
    ReachLost,
    SpentSet,
)
from rules.p2v_combat.events.moving import (
    CreatureAppeared,
    CreatureFell,
    HazardEntered,
    RiderDismounted,
    RiderMounted,
    SkillTried,
)
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived, TriggerReported
from rules.p2v_combat.events.standing import (
    BoardLaid,
    BoardLeft,
    CreaturePlace,
    CreaturePlaced,
    DoorTurned,
    FigureMoved,
)
from rules.p2v_combat.events.turns import (
    ApGiven,
    BattleBegun,
    ControlPassed,
    CreaturesActivated,
    EndDeclined,
    EndOffered,
    SideConceded,
    TurnEnded,
)
from rules.p2v_combat.standing import named_square
from rules.p2v_combat.state import BattleState
from rules.tables.areas import Square
from rules.text import legible_line

AT = "at-"
"""Begins the name of a field for a creature's square."""
FormReader = Callable[[SentForm], Command]
"""Reads a form; raises ``Refusal`` if it is not understood."""


def plain(event: LogEvent) -> Command:
    """Return the command that makes an event, whatever the state."""
    return lambda state: event


def each(events: Iterable[FightEvent]) -> Command:
    """Return the command that makes several events as one step."""
    followed = tuple(events)
    if not followed:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return lambda state: followed


def event_form(event: type[FightEvent], **named: str) -> FormReader:
    """Return the reader of a form with a field for each part of an event, under its name or according to ``named``."""
    parts = {name: part.shape for name, part in declared_parts(event).items() if name not in dict(event.filled_in)}

    def _read(sent: SentForm) -> Command:
        return plain(event(**{name: _typed(sent, named.get(name, name), shape) for name, shape in parts.items()}))

    return _read


def _typed(sent: SentForm, name: str, shape: Shape) -> Any:
    match shape.schema["type"]:
        case "integer":
            return sent.number(name)
        case "boolean":
            return sent.text(name) == "1"
        case "array":
            match shape.schema["items"]["type"]:
                case "object":
                    return aimed_targets(sent.data)
                case "array":
                    return tuple(read_square(typed) for typed in sent.data.getlist(name) if typed)
            return sent.texts(name)
        case [*_]:  # a text or null
            return sent.text(name) or None
    return sent.text(name)


def faces_form(sent: SentForm) -> Command:
    """Read the faces of dice that players read off their own, for the roll that the page showed."""
    place, event = sent.text("place"), FacesRolled(typed_faces(sent), True)

    def _command(state: ResolvingState) -> FightEvent:
        ask = pending(state)
        if place and (not isinstance(ask, RollAsk) or roll_place(ask) != place):
            raise ChangeRefused(f"This roll was already made. Check the current state of the {state.noun}.")
        return event

    return _command


def battle_event(sent: SentForm) -> SentEvent:
    """Read the form of a command; raise ``Refusal`` if it is not understood."""
    if sent.do not in _EVENTS:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    seen = None if sent.do in _AT_ANY_TIME else sent.seen
    return SentEvent(_EVENTS[sent.do](sent), seen=seen)


def _hp(sent: SentForm) -> Command:
    creature, reason = sent.text("creature"), sent.text("reason")
    if sent.text("by"):
        by = sent.number("by")
        return lambda state: hp_changed(state, creature, by, reason)
    hp, temporary = sent.number("hp"), sent.number("temporary")
    return plain(HpSet(creature, hp, temporary, reason))


def hp_changed(state: BattleState, creature: str, by: int, reason: str = "") -> HpSet:
    """Return the event that restores HP (``by`` above 0) or removes them, temporary HP first."""
    combatant = require(state.combatants.get(creature), ChangeRefused("That creature is not in this battle."))
    if by >= 0:
        return HpSet(creature, min(combatant.hp + by, combatant.max_hp), combatant.temporary_hp, reason)
    shielded = min(combatant.temporary_hp, -by)
    return HpSet(creature, combatant.hp + by + shielded, combatant.temporary_hp - shielded, reason)


def _held(sent: SentForm) -> Command:
    has, _, name = sent.text("toggle").partition(":")
    return plain(HeldSet(sent.text("creature"), name, has == "1", sent.text("reason")))


def _counts(sent: SentForm) -> Command:
    counts = tuple((name.removeprefix("count-"), sent.number(name)) for name in sent.data if name.startswith("count-"))
    return plain(CountsGiven(counts[:50]))


def _loot(sent: SentForm) -> Command:
    body, _, item = sent.text("of").partition(":")
    return plain(BodyLooted(sent.text("creature"), body, item))


def _pass_item(sent: SentForm) -> Command:
    item, _, choice = sent.text("item").partition(CHOSEN)
    to = sent.text("to") or None
    return plain(ItemMoved(item, choice or None, sent.text("creature"), to, sent.text("reason")))


def _spot(sent: SentForm) -> Command:
    suspect, _, creature = sent.text("of").partition(CHOSEN)
    return plain(DisguiseSpotted(sent.text("creature"), suspect, creature))


def _claim(sent: SentForm) -> Command:
    objective, _, skill = sent.text("claim").partition(":")
    return plain(ObjectiveTried(sent.text("creature"), objective, skill))


def _places(sent: SentForm) -> dict[str, Square]:
    """Return the squares that a form names for creatures, in fields ``at-`` and the creature's id."""
    typed = {name.removeprefix(AT): str(sent.data[name]) for name in sent.data if name.startswith(AT)}
    return {creature: read_square(text) for creature, text in typed.items() if text.strip()}


def read_square(name: str) -> Square:
    """Return the square of a typed name; raise ``Refusal`` for other words."""
    shown = legible_line(name.encode("utf-8", "replace").decode())[:20]
    refusal = Refusal(f"“{shown}” is not a square. Write its column and its row, such as C4.", code="command.invalid")
    return require(named_square(name), refusal)


def _lay_board(sent: SentForm) -> Command:
    places = tuple(CreaturePlace(creature, square) for creature, square in _places(sent).items())
    return plain(BoardLaid(places, reason=sent.text("reason")))


def _place(sent: SentForm) -> Command:
    """Read the places of creatures on a board: an event for each that stands elsewhere."""
    places, reason = _places(sent), sent.text("reason")

    def _command(state: BattleState) -> tuple[FightEvent, ...]:
        now = state.board.places if state.board else {}
        moved = [(creature, square) for creature, square in places.items() if now.get(creature) != square]
        if not moved:
            raise ChangeRefused("Nothing was changed.")
        return tuple(CreaturePlaced(creature, square, reason) for creature, square in moved)

    return _command


_EVENTS: dict[str, FormReader] = {
    "begin": event_form(BattleBegun),
    "lay-board": _lay_board,
    "place": _place,
    "leave-board": event_form(BoardLeft),
    "activate": event_form(CreaturesActivated, creatures="creature"),
    "door": event_form(DoorTurned, door="of"),
    "go": event_form(FigureMoved, way="way_to"),
    "stay": lambda sent: plain(FigureMoved(sent.text("creature"), ())),
    "act": event_form(CreatureActed, choices="choice"),
    "step": event_form(StepActed, choices="choice"),
    "skip": event_form(StepSkipped),
    "counts": _counts,
    "end": event_form(TurnEnded, hazards="hazard"),
    "pass-control": event_form(ControlPassed),
    "give-ap": event_form(ApGiven),
    "hp": _hp,
    "held": _held,
    "spent": event_form(SpentSet),
    "ap": event_form(ApSet),
    "leave": event_form(LeftPlay),
    "group": event_form(GroupActed, choices="choice"),
    "command": event_form(ObjectiveCommanded, choices="choice"),
    "report": event_form(TriggerReported, choices="choice"),
    "enter-hazard": event_form(HazardEntered),
    "fall": event_form(CreatureFell),
    "try-skill": event_form(SkillTried),
    "places": event_form(PlacesSet, places="place"),
    "lose-reach": event_form(ReachLost),
    "persistent": event_form(PersistentSet),
    "concede": event_form(SideConceded, by="side"),
    "end-early": lambda sent: each(EndOffered(side) for side in sent.texts("side")),
    "play-on": event_form(EndDeclined, by="side"),
    "points": event_form(PointsGiven),
    "appear": lambda sent: plain(CreatureAppeared(sent.text("creature"), None)),
    "summon": event_form(CreatureAppeared, creature="of", summoner="creature"),
    "lift-load": event_form(LoadLifted),
    "mount": event_form(RiderMounted, rider="creature", mount="of"),
    "dismount": event_form(RiderDismounted, rider="creature"),
    "drop": event_form(LoadDropped, load="of"),
    "lift": event_form(BodyLifted, body="of"),
    "loot": _loot,
    "pass-item": _pass_item,
    "give-item": lambda sent: plain(
        ItemMoved(sent.text("item"), sent.text("choice") or None, None, sent.text("creature"), sent.text("reason"))
    ),
    "trade": event_form(MerchantTraded),
    "spot": _spot,
    "claim": _claim,
    "destroy": event_form(SupplyDestroyed, on_other_half="other-half"),
    "take-treasure": event_form(TreasureTaken),
    "faces": faces_form,
    "choose": event_form(BattleOptionChosen),
    "pass": event_form(OfferPassed),
    "take": event_form(OfferTaken),
    "waive": event_form(ReactionWaived),
    "gambit": lambda sent: plain(gambit_step(sent.text("creature"), sent.data)),
    "rule": event_form(RollRuled),
}
_AT_ANY_TIME = frozenset({"hp", "held", "spent", "faces", "concede", "end-early", "play-on"})
"""Commands that may follow anything: taps without a network are sent later; ends wait for no turn."""


MAX_PARTS = 20_000
"""The most characters of the fixed parts of an offer."""
MAX_FIELDS = 60


def fight_event(family: DeclaredFamily, sent: SentForm) -> SentEvent:
    """Read the form of a command; raise ``Refusal`` if it is not understood."""
    if sent.do == "offer":
        return SentEvent(plain(_offered(family, sent)), seen=sent.seen)
    read = require(_FIGHT_EVENTS.get(sent.do), Refusal(NOT_UNDERSTOOD, code="command.invalid"))
    return SentEvent(read(sent), seen=None if sent.do == "faces" else sent.seen)


def _offered(family: DeclaredFamily, sent: SentForm) -> LogEvent:
    """Read an offer: its fixed parts and its filled-in parts."""
    document = {**_parts(sent), KIND: sent.text("kind")}
    for name in _asked(sent):
        kind, _, part = name.partition(".")
        document[part] = _typed_part(sent, kind, name)
    try:
        return sent_event(family, document)
    except DocumentError as fault:
        raise Refusal(fault.message, code="command.invalid") from fault


def _asked(sent: SentForm) -> list[str]:
    """Return the names of the fields that a form had: boxes that no one ticked are known to be empty."""
    return [name for name in sent.text("asked", 4_000).split(",") if name][:MAX_FIELDS]


def _parts(sent: SentForm) -> dict[str, Any]:
    text = sent.data.get("parts", "") or "{}"
    try:
        parts = json_document(text[:MAX_PARTS].encode("utf-8", "replace"))
    except DocumentError as fault:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid") from fault
    if not isinstance(parts, dict):
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return parts


def _typed_part(sent: SentForm, kind: str, name: str) -> Any:
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
    """Read the form of a combatant's values by hand: an event for each changed value."""
    combatant, reason = sent.text("combatant"), sent.text("reason")
    typed = {name.partition(".")[2]: sent.text(name).replace("−", "-") for name in _asked(sent)}

    def _command(state: FightState) -> tuple[FightEvent, ...]:
        state.combatant(combatant)
        declared = [field for field in state.family.hand_fields(state, combatant) if field.name in typed]
        changed = [field.name for field in declared if typed[field.name] != _hand_text(field)]
        events = tuple(HandSet(combatant, name, typed[name], reason) for name in changed)
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


_FIGHT_EVENTS: dict[str, FormReader] = {
    "begin": event_form(FightBegun),
    "faces": faces_form,
    "choose": event_form(OptionChosen),
    "take": event_form(FightOfferTaken),
    "pass": event_form(OfferPassed),
    "set": _set,
    "end-fight": event_form(FightEnded),
}
