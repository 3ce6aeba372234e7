"""The events of a fight of the older rules: the order, a turn’s actions, attacks, magic, and what is done by hand."""

from __future__ import annotations

from rules.combat.log import FightEvent
from rules.older_pathfinder.events import acting, by_hand, turns

OLDER_EVENTS: tuple[type[FightEvent], ...] = (
    turns.OlderInitiativeCalled,
    turns.OlderOrderMoved,
    turns.OlderDelayed,
    turns.OlderReadied,
    turns.OlderActNow,
    turns.OlderActed,
    turns.OlderTurnEnded,
    turns.OlderMoved,
    turns.FiveFootStepTaken,
    turns.OlderWithdrew,
    turns.OlderRan,
    acting.OlderAttacked,
    acting.OlderManeuverTried,
    acting.OlderSpellCast,
    acting.SpellTouched,
    acting.OlderItemUsed,
    by_hand.OpportunityCalled,
    by_hand.OlderSaveCalled,
    by_hand.ConcentrationCalled,
    by_hand.OlderHarmed,
    by_hand.OlderHealed,
    by_hand.OlderBonusGiven,
    by_hand.OlderBonusEnded,
)
