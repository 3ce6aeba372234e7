"""A battle played to its end by players: their commands, the server's dice, the game's own answers."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.combat.log import FightEvent, LogEntry, LogEvent, live_entries, log_states
from rules.combat.resolution import RevealAsk, RollAsk, pending
from rules.dice import Roller, SeededRoller
from rules.errors import RulesError
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.events.turns import (
    BattleBegun,
    EndOffered,
    SideConceded,
    deciding_sides,
    may_be_ended,
    may_end_early,
)
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import NEUTRAL, BattleSetup
from rules.p2v_combat.state import BattleState
from rules.players.decisions import decision_of
from rules.players.deploying import board_event
from rules.players.player import BattlePlayer, last_command

MOST_IN_AN_ACTIVATION = 60
"""The most commands between two activations before players only end, pass and skip."""
MOST_ROUNDS = 30
"""The round after which all sides want to end a battle without a round limit."""
MOST_EVENTS = 15_000
BATTLE = "battle"
"""The word before the seed of a battle's dice, which are not those of its players."""


class PlayedMove(NamedTuple):
    """An event of a played battle: its side, None for the game, whether a step begins with it, the state after it."""

    event: LogEvent
    side: str | None
    begins_step: bool
    state: BattleState


class SealedChoiceError(RulesError):
    """A battle waits for a sealed choice that only its player knows."""


def moves_to_end(state: BattleState, players: Mapping[str, BattlePlayer], roller: Roller) -> Iterator[PlayedMove]:
    """Yield the events by which players play a battle from a state to its end.

    ``players`` has one for each side and one for creatures of no side; ``roller`` rolls the battle's dice.

    It always ends. Every question is answered, and each answer resolves what asked it. A turn spends action points, and
    after ``MOST_IN_AN_ACTIVATION`` commands players take only the last command of each list: the end of a turn, a pass,
    a step left out. A round has one activation for each creature. The die ends the game by round 12; where no die is
    rolled, the sides agree on the end after ``MOST_ROUNDS``. ``MOST_EVENTS`` bounds what a fault could do.

    Raises ``SealedChoiceError`` where the battle waits for a sealed choice, ``RulesError`` beyond the bound.
    """
    commands, activation = 0, (0, 0)
    for _ in range(MOST_EVENTS):
        if state.phase == "over":
            return
        event = _due(state, roller)
        side, is_command = None, False
        if event is None:
            decision = decision_of(state)
            if decision is None:
                break
            now = state.round, state.activation
            commands, activation = (commands + 1 if now == activation else 0), now
            is_hurried = commands > MOST_IN_AN_ACTIVATION
            event = last_command(decision) if is_hurried else players[decision.side].choose(decision)
            side, is_command = P2V.whose(state, event), True
        if isinstance(event, EndOffered | SideConceded):
            side, is_command = event.by, True
        side = None if side == NEUTRAL else side
        begins_step = is_command or isinstance(event, BattleBegun)
        state = P2V.play(state, event, side)
        yield PlayedMove(event, side, begins_step, state)
    if state.phase != "over":
        raise RulesError("This battle cannot be played to an end.")


def _due(state: BattleState, roller: Roller) -> FightEvent | LogEvent | None:
    """Return what follows without a player: the beginning, dice, a shown choice, the end that all want."""
    ask = pending(state)
    if isinstance(ask, RollAsk):
        return P2V.rolled(roller.roll(ask.dice, ask.sides, reason=ask.reason, place=ask.place).faces)
    if isinstance(ask, RevealAsk):
        return _shown(state, ask)
    if state.phase == "initiative" and ask is None:
        return BattleBegun()
    if ask is None and state.round > MOST_ROUNDS and may_be_ended(state):
        waiting = [side for side in deciding_sides(state) if side not in state.end_wanted]
        if waiting:
            return EndOffered(waiting[0]) if may_end_early(state) else SideConceded(waiting[0])
    return P2V.following(state)


def _shown(state: BattleState, ask: RevealAsk) -> SecretShown:
    """Return the event that shows a choice which was shown before play."""
    side, purpose = ask.secrets[0]
    table = state.setup.table
    for secret in table.revealed if table else ():
        if (secret.side, secret.purpose) == (side, purpose):
            return SecretShown(side, purpose, secret.choice, secret.salt)
    raise SealedChoiceError(f"The {purpose} of {state.setup.side(side).name} is sealed, and only its player knows it.")


def play_to_end(
    setup: BattleSetup, log: Sequence[LogEntry], players: Mapping[str, BattlePlayer], seed: str
) -> tuple[tuple[LogEntry, ...], BattleState]:
    """Return the log of a battle with every entry up to its end, and the state there; the dice come from the seed.

    A battle that has no entry yet goes on the board of its table.
    Dice and answers have the step of the command that they follow from. Raises as ``moves_to_end``, and
    ``DocumentError`` for a log that cannot be played.
    """
    begun = P2V.begin(setup)
    before = log_states(
        begun,
        lambda: live_entries(log, setup.people),
        lambda state, entry: P2V.play(state, entry.event, entry.side),
        "battle.event",
    )
    end = deque(before, maxlen=1)
    state: BattleState = end[-1][1] if end else begun
    entries, step = list(log), 0
    if not entries and (laid := board_event(state)):
        entries.append(LogEntry(1, 1, None, laid))
        state = P2V.play(state, laid, None)
    for move in moves_to_end(state, players, SeededRoller(f"{BATTLE} {seed}".encode())):
        number = len(entries) + 1
        step = number if move.begins_step or not step else step
        entries.append(LogEntry(number, step, move.side, move.event))
        state = move.state
    return tuple(entries), state
