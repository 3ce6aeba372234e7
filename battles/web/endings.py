"""Ending a battle before its time: which of a visitor's sides can concede, and who wants the points counted now."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.battles import BattleView
from rules.p2v_combat.events.turns import deciding_sides, may_be_ended, may_end_early
from rules.p2v_combat.state import BattleState
from rules.text import listed

SideName = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EndingForms:
    """What a visitor can do to end a battle: sides by key and name.

    ``concede`` are the visitor's sides, ``agree`` those of them that have yet to want the end; ``others`` are sides of
    other people that have to agree. ``wanted`` tells who wants it, "" while no side does.
    """

    concede: tuple[SideName, ...]
    agree: tuple[SideName, ...]
    others: str
    wanted: str


def ending_forms(view: BattleView, state: BattleState) -> EndingForms | None:
    """Return how a visitor can end a battle, None where they cannot. No query."""
    sides = [(key, state.setup.side(key).name) for key in deciding_sides(state)]
    own = tuple((key, name) for key, name in sides if key in view.held)
    if not (view.plays and own and may_be_ended(state)):
        return None
    wanted = [name for key, name in sides if key in state.end_wanted]
    verb = "wants" if len(wanted) == 1 else "want"
    return EndingForms(
        concede=own,
        agree=tuple(side for side in own if side[0] not in state.end_wanted) if may_end_early(state) else (),
        others=listed(name for key, name in sides if key not in (*view.held, *state.end_wanted)),
        wanted=f"{listed(wanted)} {verb} to end the battle now, with its points counted." if wanted else "",
    )
