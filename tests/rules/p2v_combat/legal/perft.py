"""Counts of legal commands to a depth, as chess programs count moves: every die shows its middle face."""

from collections.abc import Callable, Sequence

from rules.combat.answers import FacesRolled
from rules.combat.log import FightEvent
from rules.combat.resolution import RollAsk, pending
from rules.p2v_combat.family import P2V
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.state import BattleState

Generator = Callable[[BattleState], Sequence[FightEvent]]


def fast_commands(state: BattleState) -> list[FightEvent]:
    """Return the commands of all creatures, each once."""
    return list(dict.fromkeys(event for creature in state.combatants for event in legal_commands(state, creature)))


def settled(state: BattleState) -> BattleState:
    """Return the state once all dice that it waits for show their middle faces.

    Where equal faces are rolled again, those of the first side show one more.
    """
    thrown: set[tuple[str | None, str]] = set()
    while isinstance(ask := pending(state), RollAsk):
        again = ask.side == "a" and (ask.side, ask.reason) in thrown
        thrown.add((ask.side, ask.reason))
        state = P2V.play(state, FacesRolled(((ask.sides + 1) // 2 + again,) * ask.dice, True), None)
    return state


def after(state: BattleState, event: FightEvent) -> BattleState:
    return settled(P2V.play(state, event, P2V.whose(state, event)))


def perft(state: BattleState, depth: int, generate: Generator) -> int:
    """Return how many lines of so many commands there are."""
    events = generate(state)
    return len(events) if depth == 1 else sum(perft(after(state, event), depth - 1, generate) for event in events)


def divide(state: BattleState, depth: int, generate: Generator) -> dict[FightEvent, int]:
    """Return the count of the lines that begin with each command."""
    return {event: 1 if depth == 1 else perft(after(state, event), depth - 1, generate) for event in generate(state)}


def difference(state: BattleState, depth: int, fast: Generator, slow: Generator) -> str:
    """Return where two generators differ: each root command with its two counts, down to the first that one lacks."""
    counts, slow_counts = divide(state, depth, fast), divide(state, depth, slow)
    events = [event for event in {**slow_counts, **counts} if counts.get(event) != slow_counts.get(event)]
    lines = [f"{event}: {counts.get(event, 0)}, slowly {slow_counts.get(event, 0)}" for event in events]
    deeper = next((event for event in events if event in counts and event in slow_counts), None)
    if deeper is not None:
        lines += ["", f"After {deeper}:", difference(after(state, deeper), depth - 1, fast, slow)]
    return "\n".join(lines)
