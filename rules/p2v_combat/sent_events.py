"""The events of a battle that people and programs bring about."""

from __future__ import annotations

from typing import Final

from rules.p2v_combat.events import BattleEvent
from rules.p2v_combat.events.acting import Acted, GroupActed, StepActed, StepSkipped
from rules.p2v_combat.events.answers import Chosen, CountsGiven, OfferPassed, OfferTaken, ReactionWaived, Rolled, Ruled
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
from rules.p2v_combat.events.objectives import ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.solo import GambitStepTaken
from rules.p2v_combat.events.turns import Activated, ApGiven, Begun, ControlPassed, TurnEnded

SENT_EVENTS: Final[tuple[type[BattleEvent], ...]] = (
    Begun,
    Activated,
    Acted,
    GroupActed,
    StepActed,
    StepSkipped,
    TurnEnded,
    Rolled,
    Chosen,
    OfferTaken,
    OfferPassed,
    ReactionWaived,
    Ruled,
    CountsGiven,
    TriggerReported,
    ControlPassed,
    ApGiven,
    GambitStepTaken,
    Appeared,
    Mounted,
    Dismounted,
    HazardEntered,
    Fallen,
    SkillTried,
    ObjectiveTried,
    MerchantTraded,
    ObjectiveCommanded,
    DisguiseSpotted,
    SpotDug,
    TreasureTaken,
    SupplyDestroyed,
    BodyLifted,
    BodyLooted,
    LoadLifted,
    LoadDropped,
    HpSet,
    HeldSet,
    SpentSet,
    ApSet,
    PlacesSet,
    PersistentSet,
    PointsGiven,
    ReachLost,
    LeftPlay,
    ItemMoved,
    SideConceded,
    EndOffered,
    EndDeclined,
)
"""What players bring about. All other events follow by themselves, or have addresses of their own."""
FILLED_IN: Final = {
    Rolled.kind: {"entered": True},
    SpotDug.kind: {"has_treasure": False},
    ObjectiveTried.kind: {"plays_out": True},
    BodyLooted.kind: {"unused": True},
    Appeared.kind: {"waits": True},
    PlacesSet.kind: {"by_mode": True},
}
"""Parts that the site says, never who sends an event."""
