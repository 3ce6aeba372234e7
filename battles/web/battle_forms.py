"""What the buttons of a battle of Path 2 Victory send, read into events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from battles.selectors.gambits import gambit_step
from battles.services.recording import Command, SentEvent
from battles.web.hand_forms import CHOSEN
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm, roll_place, typed_faces
from battles.web.sent_targets import aimed_targets
from common.refusal import Refusal
from rules.combat.answers import CountsGiven, OfferPassed, Rolled, Ruled
from rules.combat.asks import RollAsk
from rules.combat.event import FightEvent
from rules.combat.resolution import pending
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import Acted, GroupActed, StepActed, StepSkipped
from rules.p2v_combat.events.answers import Chosen, OfferTaken, ReactionWaived
from rules.p2v_combat.events.belongings import ItemMoved, MerchantTraded
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
from rules.p2v_combat.events.carrying import BodyLifted, BodyLooted, LoadDropped, LoadLifted
from rules.p2v_combat.events.commanding import ObjectiveCommanded
from rules.p2v_combat.events.disguises import DisguiseSpotted
from rules.p2v_combat.events.endings import EndDeclined, EndOffered, SideConceded
from rules.p2v_combat.events.joining import Appeared, Dismounted, Mounted
from rules.p2v_combat.events.moving import Fallen, HazardEntered, SkillTried
from rules.p2v_combat.events.objectives import ObjectiveTried, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.turns import Activated, ApGiven, Begun, ControlPassed, TurnEnded
from rules.p2v_combat.state import BattleState


def battle_event(sent: SentForm) -> SentEvent:
    """Read the form of a command; raise ``Refusal`` for what is not understood."""
    if sent.do not in _EVENTS:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    seen = None if sent.do in _AT_ANY_TIME else sent.seen
    return SentEvent(_EVENTS[sent.do](sent), seen=seen)


def _plain(event: FightEvent) -> Command:
    return lambda state: event


def _each(events: Iterable[FightEvent]) -> Command:
    followed = tuple(events)
    if not followed:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return lambda state: followed


def _hp(sent: SentForm) -> Command:
    creature, reason = sent.text("creature"), sent.text("reason")
    if sent.text("by"):
        by = sent.number("by")
        return lambda state: hp_changed(state, creature, by, reason)
    hp, temporary = sent.number("hp"), sent.number("temporary")
    return _plain(HpSet(creature, hp, temporary, reason))


def hp_changed(state: BattleState, creature: str, by: int, reason: str = "") -> HpSet:
    """Return the event that gives HP back (``by`` above 0) or takes them, temporary HP first."""
    one = state.combatants.get(creature)
    if one is None:
        raise ChangeRefused("That creature is not in this battle.")
    if by >= 0:
        return HpSet(creature, min(one.hp + by, one.max_hp), one.temporary_hp, reason)
    shielded = min(one.temporary_hp, -by)
    return HpSet(creature, one.hp + by + shielded, one.temporary_hp - shielded, reason)


def _act(sent: SentForm) -> Command:
    choices = sent.texts("choice")
    return _plain(
        Acted(sent.text("creature"), sent.text("action"), sent.text("way"), aimed_targets(sent.data), choices)
    )


def _group(sent: SentForm) -> Command:
    targets = aimed_targets(sent.data)
    return _plain(GroupActed(sent.text("action"), sent.text("way"), targets, sent.texts("choice")))


def _command_objective(sent: SentForm) -> Command:
    creature, objective, action = sent.text("creature"), sent.text("objective"), sent.text("action")
    targets = aimed_targets(sent.data)
    return _plain(ObjectiveCommanded(creature, objective, action, sent.text("way"), targets, sent.texts("choice")))


def _step(sent: SentForm) -> Command:
    return _plain(StepActed(sent.text("action"), sent.text("way"), aimed_targets(sent.data), sent.texts("choice")))


def _held(sent: SentForm) -> Command:
    has, _, name = sent.text("toggle").partition(":")
    return _plain(HeldSet(sent.text("creature"), name, has == "1", sent.text("reason")))


def _faces(sent: SentForm) -> Command:
    place, event = sent.text("place"), Rolled(typed_faces(sent), True)

    def _command(state: BattleState) -> FightEvent:
        ask = pending(state)
        if place and (not isinstance(ask, RollAsk) or roll_place(ask) != place):
            raise ChangeRefused("This roll was made already. Look again at where the battle stands.")
        return event

    return _command


def _counts(sent: SentForm) -> Command:
    counts = tuple((name.removeprefix("count-"), sent.number(name)) for name in sent.data if name.startswith("count-"))
    return _plain(CountsGiven(counts[:50]))


def _report(sent: SentForm) -> Command:
    choices = sent.texts("choice")
    targets = aimed_targets(sent.data)
    return _plain(TriggerReported(sent.text("creature"), sent.text("action"), sent.text("way"), targets, choices))


def _loot(sent: SentForm) -> Command:
    body, _, item = sent.text("of").partition(":")
    return _plain(BodyLooted(sent.text("creature"), body, item))


def _pass_item(sent: SentForm) -> Command:
    item, _, choice = sent.text("item").partition(CHOSEN)
    to = sent.text("to") or None
    return _plain(ItemMoved(item, choice or None, sent.text("creature"), to, sent.text("reason")))


def _spot(sent: SentForm) -> Command:
    suspect, _, creature = sent.text("of").partition(CHOSEN)
    return _plain(DisguiseSpotted(sent.text("creature"), suspect, creature))


def _claim(sent: SentForm) -> Command:
    objective, _, skill = sent.text("claim").partition(":")
    return _plain(ObjectiveTried(sent.text("creature"), objective, skill))


_EVENTS: dict[str, Callable[[SentForm], Command]] = {
    "begin": lambda sent: _plain(Begun()),
    "activate": lambda sent: _plain(Activated(sent.texts("creature"))),
    "act": _act,
    "step": _step,
    "skip": lambda sent: _plain(StepSkipped()),
    "counts": _counts,
    "end": lambda sent: _plain(TurnEnded(sent.text("creature"), sent.texts("hazard"))),
    "pass-control": lambda sent: _plain(ControlPassed(sent.text("creature"))),
    "give-ap": lambda sent: _plain(ApGiven(sent.text("minion"))),
    "hp": _hp,
    "held": _held,
    "spent": lambda sent: _plain(
        SpentSet(sent.text("creature"), sent.text("key"), sent.number("boxes"), sent.text("reason"))
    ),
    "ap": lambda sent: _plain(ApSet(sent.text("creature"), sent.number("ap"), sent.text("reason"))),
    "leave": lambda sent: _plain(
        LeftPlay(sent.text("creature"), sent.text("eliminated") == "1", sent.text("over"), sent.text("reason"))
    ),
    "group": _group,
    "command": _command_objective,
    "report": _report,
    "enter-hazard": lambda sent: _plain(HazardEntered(sent.text("creature"), sent.text("hazard"))),
    "fall": lambda sent: _plain(Fallen(sent.text("creature"), sent.number("squares"))),
    "try-skill": lambda sent: _plain(SkillTried(sent.text("creature"), sent.text("skill"), sent.number("power"))),
    "places": lambda sent: _plain(PlacesSet(sent.text("creature"), sent.texts("place"))),
    "lose-reach": lambda sent: _plain(ReachLost(sent.text("creature"))),
    "persistent": lambda sent: _plain(
        PersistentSet(sent.text("creature"), sent.text("type"), sent.number("amount"), sent.text("reason"))
    ),
    "concede": lambda sent: _plain(SideConceded(sent.text("side"))),
    "end-early": lambda sent: _each(EndOffered(side) for side in sent.texts("side")),
    "play-on": lambda sent: _plain(EndDeclined(sent.text("side"))),
    "points": lambda sent: _plain(PointsGiven(sent.text("to"), sent.number("points"), sent.text("reason"))),
    "appear": lambda sent: _plain(Appeared(sent.text("creature"), None)),
    "summon": lambda sent: _plain(Appeared(sent.text("of"), sent.text("creature"))),
    "lift-load": lambda sent: _plain(LoadLifted(sent.text("creature"), sent.text("load"), sent.text("weight"))),
    "mount": lambda sent: _plain(Mounted(sent.text("creature"), sent.text("of"))),
    "dismount": lambda sent: _plain(Dismounted(sent.text("creature"))),
    "drop": lambda sent: _plain(LoadDropped(sent.text("creature"), sent.text("of"))),
    "lift": lambda sent: _plain(BodyLifted(sent.text("creature"), sent.text("of"))),
    "loot": _loot,
    "pass-item": _pass_item,
    "give-item": lambda sent: _plain(
        ItemMoved(sent.text("item"), sent.text("choice") or None, None, sent.text("creature"), sent.text("reason"))
    ),
    "trade": lambda sent: _plain(MerchantTraded(sent.text("creature"))),
    "spot": _spot,
    "claim": _claim,
    "destroy": lambda sent: _plain(
        SupplyDestroyed(sent.text("creature"), sent.text("supply"), sent.text("other-half") == "1")
    ),
    "take-treasure": lambda sent: _plain(TreasureTaken(sent.text("creature"))),
    "faces": _faces,
    "choose": lambda sent: _plain(Chosen(sent.text("option"))),
    "pass": lambda sent: _plain(OfferPassed(sent.text("by"))),
    "take": lambda sent: _plain(OfferTaken(sent.text("creature"), sent.text("offer"))),
    "waive": lambda sent: _plain(ReactionWaived(sent.text("creature"), sent.text("offer"))),
    "gambit": lambda sent: _plain(gambit_step(sent.text("creature"), sent.data)),
    "rule": lambda sent: _plain(Ruled(sent.text("outcome"), sent.text("reason"))),
}
_AT_ANY_TIME = frozenset({"hp", "held", "spent", "faces", "concede", "end-early", "play-on"})
"""Commands that follow anything: what players tap while the network is away is sent later; ends wait for no turn."""
