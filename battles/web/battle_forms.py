"""What the buttons of a battle of Path 2 Victory send, read into events."""

from __future__ import annotations

from battles.selectors.gambits import gambit_step
from battles.services.recording import Command, SentEvent
from battles.web.event_forms import FormReader, each, event_form, faces_form, plain
from battles.web.hand_forms import CHOSEN
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm
from common.refusal import Refusal
from rules.combat.answers import CountsGiven, OfferPassed, Ruled
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import Acted, GroupActed, ObjectiveCommanded, StepActed, StepSkipped
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
from rules.p2v_combat.events.moving import Appeared, Dismounted, Fallen, HazardEntered, Mounted, SkillTried
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import Chosen, OfferTaken, ReactionWaived, TriggerReported
from rules.p2v_combat.events.turns import (
    Activated,
    ApGiven,
    Begun,
    ControlPassed,
    EndDeclined,
    EndOffered,
    SideConceded,
    TurnEnded,
)
from rules.p2v_combat.state import BattleState


def battle_event(sent: SentForm) -> SentEvent:
    """Read the form of a command; raise ``Refusal`` for what is not understood."""
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
    """Return the event that gives HP back (``by`` above 0) or takes them, temporary HP first."""
    combatant = state.combatants.get(creature)
    if combatant is None:
        raise ChangeRefused("That creature is not in this battle.")
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


_EVENTS: dict[str, FormReader] = {
    "begin": event_form(Begun),
    "activate": event_form(Activated, creatures="creature"),
    "act": event_form(Acted, choices="choice"),
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
    "fall": event_form(Fallen),
    "try-skill": event_form(SkillTried),
    "places": event_form(PlacesSet, places="place"),
    "lose-reach": event_form(ReachLost),
    "persistent": event_form(PersistentSet),
    "concede": event_form(SideConceded, by="side"),
    "end-early": lambda sent: each(EndOffered(side) for side in sent.texts("side")),
    "play-on": event_form(EndDeclined, by="side"),
    "points": event_form(PointsGiven),
    "appear": lambda sent: plain(Appeared(sent.text("creature"), None)),
    "summon": event_form(Appeared, creature="of", summoner="creature"),
    "lift-load": event_form(LoadLifted),
    "mount": event_form(Mounted, rider="creature", mount="of"),
    "dismount": event_form(Dismounted, rider="creature"),
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
    "choose": event_form(Chosen),
    "pass": event_form(OfferPassed),
    "take": event_form(OfferTaken),
    "waive": event_form(ReactionWaived),
    "gambit": lambda sent: plain(gambit_step(sent.text("creature"), sent.data)),
    "rule": event_form(Ruled),
}
_AT_ANY_TIME = frozenset({"hp", "held", "spent", "faces", "concede", "end-early", "play-on"})
"""Commands that follow anything: what players tap while the network is away is sent later; ends wait for no turn."""
