"""The events of a fight of the older rules: the order, a turn’s actions, attacks, magic, and what is done by hand."""

from __future__ import annotations

from rules.combat.event import FightEvent
from rules.older_pathfinder.events.by_hand import (
    ConcentrationCalled,
    OlderBonusEnded,
    OlderBonusGiven,
    OlderHarmed,
    OlderHealed,
    OlderSaveCalled,
    OpportunityCalled,
)
from rules.older_pathfinder.events.magic import OlderItemUsed, OlderSpellCast, SpellTouched
from rules.older_pathfinder.events.moving import FiveFootStepTaken, OlderMoved, OlderRan, OlderWithdrew
from rules.older_pathfinder.events.striking import OlderAttacked, OlderManeuverTried
from rules.older_pathfinder.events.turns import (
    OlderActed,
    OlderActNow,
    OlderDelayed,
    OlderInitiativeCalled,
    OlderOrderMoved,
    OlderReadied,
    OlderTurnEnded,
)

OLDER_EVENTS: tuple[type[FightEvent], ...] = (
    OlderInitiativeCalled,
    OlderOrderMoved,
    OlderDelayed,
    OlderReadied,
    OlderActNow,
    OlderActed,
    OlderTurnEnded,
    OlderMoved,
    FiveFootStepTaken,
    OlderWithdrew,
    OlderRan,
    OlderAttacked,
    OlderManeuverTried,
    OlderSpellCast,
    SpellTouched,
    OlderItemUsed,
    OpportunityCalled,
    OlderSaveCalled,
    ConcentrationCalled,
    OlderHarmed,
    OlderHealed,
    OlderBonusGiven,
    OlderBonusEnded,
)
