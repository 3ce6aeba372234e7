"""The panel of a creature: how it stands, and everything that can be done with it by hand."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.battles import BattleView
from battles.selectors.options import plays_for
from battles.web.creature_rows import CreatureRow, HeldToggle, UseBoxes, condition_toggles, creature_row, use_boxes
from battles.web.hand_forms import may_leave_disguise
from rules.cards.phrases import effect_text
from rules.p2v_combat.action_points import controller
from rules.p2v_combat.conditions import mode_now
from rules.p2v_combat.events.by_hand import EDGES
from rules.p2v_combat.state import BattleState

TAPS = (-10, -5, -1, 1, 5, 10)
"""Changes of HP by one tap."""


@dataclass(frozen=True, slots=True)
class CreaturePanel:
    """The creature in focus with everything that can be done with it by hand."""

    row: CreatureRow
    is_acting: bool
    may_act: bool
    often: tuple[HeldToggle, ...]
    others: tuple[HeldToggle, ...]
    uses: tuple[UseBoxes, ...]
    stats: tuple[tuple[str, int | str], ...]
    minions: tuple[tuple[str, str], ...]
    may_leave_disguise: bool
    by_table: tuple[tuple[str, str], ...]

    @property
    def held(self) -> tuple[HeldToggle, ...]:
        """The conditions and statuses that it has."""
        return tuple(toggle for toggle in self.often if toggle.has)

    @property
    def frequent(self) -> tuple[HeldToggle, ...]:
        """Those that it does not have, but creatures often get."""
        return tuple(toggle for toggle in self.often if not toggle.has)

    @property
    def taps(self) -> tuple[int, ...]:
        """The changes of HP by one tap."""
        return TAPS

    @property
    def edges(self) -> tuple[str, ...]:
        """The edges over which it can leave; empty for none in particular."""
        return EDGES


def creature_panel(view: BattleView, state: BattleState, creature: str) -> CreaturePanel:
    """Return the panel of a creature. No query."""
    combatant, fielded = state.combatants[creature], state.fielded(creature)
    often, others = condition_toggles(combatant)
    stats = fielded.card.stats
    acting = state.acting(creature)
    return CreaturePanel(
        row=creature_row(state, combatant),
        is_acting=acting is not None and not acting.has_ended,
        may_act=plays_for(view, state, controller(state, creature)),
        often=often,
        others=others,
        uses=use_boxes(state, creature),
        stats=tuple(
            (label, value)
            for label, value in (
                ("Fight", stats.fight),
                ("Armor", stats.armor),
                ("Power", stats.power),
                ("Fort", stats.fortitude),
                ("Ref", stats.reflex),
                ("Will", stats.will),
                ("Speed", stats.speed),
                ("Mode", mode_now(state, creature) or None),
            )
            if value is not None
        ),
        minions=tuple(
            (minion.id, state.name(minion.id))
            for minion in (state.turn.acting if state.turn else ())
            if minion.is_minion and not minion.has_ended and state.combatants[minion.id].commander == creature
        ),
        may_leave_disguise=may_leave_disguise(view, state, creature),
        by_table=tuple(
            (feature.name, effect_text(feature))
            for feature in fielded.features
            if feature.by_table and feature.cost is None and not feature.caster
        ),
    )
