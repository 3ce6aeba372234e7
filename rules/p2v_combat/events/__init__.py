"""The events of a battle, a module for each subject."""

from __future__ import annotations

from rules.combat.answers import CountsGiven, OfferPassed, Rolled, Ruled
from rules.combat.log import FightEvent
from rules.p2v_combat.events.acting import (
    Acted,
    GambitStepTaken,
    GroupActed,
    ObjectiveCommanded,
    StepActed,
    StepSkipped,
)
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
from rules.p2v_combat.events.moving import Appeared, Dismounted, Fallen, HazardEntered, Joined, Mounted, SkillTried
from rules.p2v_combat.events.objectives import (
    DisguiseSpotted,
    ObjectiveTried,
    SecretShown,
    SpotDug,
    SupplyDestroyed,
    TreasureTaken,
)
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
