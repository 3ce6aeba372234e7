"""The events of a battle, a module for each subject."""

from __future__ import annotations

from rules.combat.answers import CountsGiven, OfferPassed, Rolled, Ruled
from rules.combat.event import FightEvent
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
from rules.p2v_combat.events.joining import Appeared, Dismounted, Joined, Mounted
from rules.p2v_combat.events.moving import Fallen, HazardEntered, SkillTried
from rules.p2v_combat.events.objectives import ObjectiveTried, SecretShown, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.solo import GambitStepTaken
from rules.p2v_combat.events.turns import Activated, ApGiven, Begun, ControlPassed, TurnEnded

BATTLE_EVENTS: tuple[type[FightEvent], ...] = (
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
    Joined,
    SecretShown,
)
"""Everything that may happen in a battle."""
