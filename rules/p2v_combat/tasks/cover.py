"""Cover and concealment: a d6 for each piece in the way, nearest to the attacker first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import Rolled, Ruled
from rules.combat.asks import Ask
from rules.errors import ChangeRefused
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.senses import hidden_from
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.task import StrikeEnd, Task, TaskAnswer, roll_ask
from rules.p2v_combat.uses import ActionUse
from rules.tables.cover import STOPPING_FACE, concealment_applies, first_stopped
from rules.text import listed

COVER, CONCEALMENT = "cover", "concealment"
PASSES = "passes"
D6_FACES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverTask(Task):
    """Cover checks of an attack on one target: the first 1 makes the piece the target.

    ``hit_already`` are creatures that the attack meets anyway; as cover they are affected once. The target that is
    left is handed to ``then``, none where terrain takes the attack.
    """

    use: ActionUse
    aim: AimedTarget
    then: Task
    hit_already: tuple[str, ...] = ()

    @property
    def actor(self) -> str | None:
        """The attacker."""
        return self.use.user

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for a d6 for each piece."""
        pieces = covering_pieces(state, self.aim)
        if not pieces:
            return None
        names = listed(piece_name(state, piece) for piece in pieces)
        reason = f"Cover of {state.name(self.aim.creature)}: {names}"
        return roll_ask(state, self.use.user, COVER, reason, dice=len(pieces), sides=D6_FACES, need=STOPPING_FACE + 1)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Find the target that the attack meets."""
        free = replace(self.aim, circumstances=self.aim.circumstances.uncovered)
        pieces = covering_pieces(state, self.aim)
        kept = replace(free, circumstances=replace(self.aim.circumstances, cover=()))
        if not pieces:
            return self.then.resume(state, StrikeEnd(kept, ""))
        stopped, why = _first_of(state, answer, len(pieces))
        state = state.counted_roll(self.use.user, COVER)
        if stopped is None:
            return self.then.resume(
                state.note(self.use.user, "Cover does not stop the attack.", *why), StrikeEnd(kept, "")
            )
        piece = pieces[stopped]
        name = piece_name(state, piece)
        if piece not in state.combatants:
            return self.then.resume(state.note(self.use.user, f"{name} takes the attack.", *why), StrikeEnd(None, ""))
        if piece in self.hit_already:
            note = f"{name} is in the way and is affected only once."
            return self.then.resume(state.note(self.use.user, note, *why), StrikeEnd(None, ""))
        state = state.note(self.use.user, f"{name} is in the way: it is the target now.", *why)
        return self.then.resume(state, StrikeEnd(replace(free, creature=piece), ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealmentTask(Task):
    """Concealment checks of a strike: the first 1 makes it miss. The target is handed on, none where it misses."""

    use: ActionUse
    aim: AimedTarget
    then: Task

    @property
    def actor(self) -> str | None:
        """The attacker."""
        return self.use.user

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for a d6 for each piece of concealment."""
        pieces = concealing_pieces(state, self.use, self.aim)
        if not pieces:
            return None
        reason = f"Concealment of {state.name(self.aim.creature)}: {listed(pieces)}"
        return roll_ask(
            state, self.use.user, CONCEALMENT, reason, dice=len(pieces), sides=D6_FACES, need=STOPPING_FACE + 1
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Let the strike go on, or miss."""
        pieces = concealing_pieces(state, self.use, self.aim)
        if not pieces:
            return self.then.resume(state, StrikeEnd(self.aim, ""))
        stopped, why = _first_of(state, answer, len(pieces))
        state = state.counted_roll(self.use.user, CONCEALMENT)
        if stopped is None:
            state = state.note(self.use.user, "Concealment does not stop the attack.", *why)
            return self.then.resume(state, StrikeEnd(self.aim, ""))
        state = state.note(self.use.user, "The strike misses: the target is concealed.", *why)
        return self.then.resume(state, StrikeEnd(None, ""))


def covering_pieces(state: BattleState, aim: AimedTarget) -> tuple[str, ...]:
    """Return the pieces in the way that ask for a cover check; helpless creatures do not count: ruling 61."""
    cover = aim.circumstances.cover
    return tuple(piece for piece in cover if piece not in state.combatants or state.combatants[piece].is_up)


def piece_name(state: BattleState, piece: str) -> str:
    """Return what stands in the way in words: a creature's name, or the players' words for terrain."""
    return state.name(piece) if piece in state.combatants else f"{piece[:1].upper()}{piece[1:]}"


def _first_of(state: BattleState, answer: TaskAnswer | None, dice: int) -> tuple[int | None, tuple[str, ...]]:
    if isinstance(answer, Ruled):
        if answer.outcome != PASSES and not (answer.outcome.isdecimal() and 1 <= int(answer.outcome) <= dice):
            raise ChangeRefused("Say “passes”, or the number of the piece that stops the attack.")
        return None if answer.outcome == PASSES else int(answer.outcome) - 1, (answer.reason,)
    if not isinstance(answer, Rolled):
        raise ChangeRefused("A check for each piece in the way is a d6.")
    return first_stopped(answer.faces), (f"{listed(map(str, answer.faces))} on {dice}d6",)


def concealing_pieces(state: BattleState, use: ActionUse, aim: AimedTarget) -> tuple[str, ...]:
    """Return what asks for a concealment check: what the players say, and the target's own status."""
    if not concealment_applies("armor"):
        return ()
    return (*aim.circumstances.concealment, *filter(None, [hidden_from(state, use.user, use.effect, aim)]))
