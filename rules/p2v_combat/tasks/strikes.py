"""A strike at one target: cover, concealment, the Fight roll, and the reactions to each of them."""

from collections.abc import Callable
from typing import Literal

from rules.combat.answers import FacesRolled, RollRuled
from rules.combat.resolution import Ask
from rules.effects.model import Effect
from rules.effects.triggers import TriggerKind
from rules.errors import ChangeRefused
from rules.p2v_combat.announcements import passives_at
from rules.p2v_combat.conditions import end_early
from rules.p2v_combat.move_kinds import BoardMove
from rules.p2v_combat.numbers import (
    OFF_GUARD,
    AimedTarget,
    BattleNumber,
    armor_number,
    fight_number,
    is_ranged,
)
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.targeting import hidden_from, ignores, rolls_twice
from rules.p2v_combat.tasks.checks import with_ledge_checks
from rules.p2v_combat.tasks.endings import begin_attack
from rules.p2v_combat.tasks.move_starts import force_move
from rules.p2v_combat.tasks.task import (
    Announcement,
    D20Task,
    D20Test,
    RolledResult,
    StrikeEnd,
    Task,
    TaskAnswer,
    UseTask,
    roll_ask,
)
from rules.p2v_combat.uses import ActionUse, Trigger
from rules.replacing import replace
from rules.tables.cover import STOPPING_FACE, concealment_applies, first_stopped
from rules.tables.rolls import Strike
from rules.tables.terrain import trait
from rules.text import counted, listed

COVER, CONCEALMENT = "cover", "concealment"
PASSES = "passes"
D6_FACES = 6


class CoverTask(UseTask, kw_only=True):
    """Cover checks of an attack on one target: the first 1 makes the piece the target.

    ``hit_already`` are creatures that the attack affects anyway; as cover, they are affected only once. ``then``
    receives the remaining target, or none if terrain stops the attack.
    """

    aim: AimedTarget
    then: Task
    hit_already: tuple[str, ...] = ()

    def ask(self, state: BattleState) -> Ask | None:
        pieces = covering_pieces(state, self.use, self.aim)
        if not pieces:
            return None
        names = listed(piece_name(state, piece) for piece in pieces)
        reason = f"Cover of {state.name(self.aim.creature)}: {names}"
        return roll_ask(state, self.use.user, COVER, reason, dice=len(pieces), sides=D6_FACES, need=STOPPING_FACE + 1)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        free = replace(self.aim, circumstances=self.aim.circumstances.uncovered)
        pieces = covering_pieces(state, self.use, self.aim)
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


class ConcealmentTask(UseTask, kw_only=True):
    """Concealment checks of a strike: the first 1 makes it miss. ``then`` receives the target, or none if it misses."""

    aim: AimedTarget
    then: Task

    def ask(self, state: BattleState) -> Ask | None:
        pieces = concealing_pieces(state, self.use, self.aim)
        if not pieces:
            return None
        reason = f"Concealment of {state.name(self.aim.creature)}: {listed(pieces)}"
        return roll_ask(
            state, self.use.user, CONCEALMENT, reason, dice=len(pieces), sides=D6_FACES, need=STOPPING_FACE + 1
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
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


def covering_pieces(state: BattleState, use: ActionUse, aim: AimedTarget) -> tuple[str, ...]:
    """Return the pieces in the way that need a cover check; helpless creatures do not count: ruling 61."""
    cover = () if ignores(state, use.user, COVER) else aim.circumstances.cover
    return tuple(piece for piece in cover if piece not in state.combatants or state.combatants[piece].is_up)


def piece_name(state: BattleState, piece: str) -> str:
    """Return an obstacle in words: a creature's name, or the players' words for terrain."""
    return state.name(piece) if piece in state.combatants else f"{piece[:1].upper()}{piece[1:]}"


def _first_of(state: BattleState, answer: TaskAnswer | None, dice: int) -> tuple[int | None, tuple[str, ...]]:
    if isinstance(answer, RollRuled):
        if answer.outcome != PASSES and not (answer.outcome.isdecimal() and 1 <= int(answer.outcome) <= dice):
            raise ChangeRefused("Say “passes”, or the number of the piece that stops the attack.")
        return None if answer.outcome == PASSES else int(answer.outcome) - 1, (answer.reason,)
    if not isinstance(answer, FacesRolled):
        raise ChangeRefused("A check for each piece in the way is a d6.")
    return first_stopped(answer.faces), (f"{listed(map(str, answer.faces))} on {dice}d6",)


def concealing_pieces(state: BattleState, use: ActionUse, aim: AimedTarget) -> tuple[str, ...]:
    """Return what needs a concealment check: the players' circumstances, and the target's own status."""
    if not concealment_applies("armor") or ignores(state, use.user, CONCEALMENT):
        return ()
    return (*aim.circumstances.concealment, *filter(None, [hidden_from(state, use.user, use.effect, aim)]))


CRITICAL_HIT = Strike.CRITICAL_HIT.value
HITS = (Strike.HIT.value, CRITICAL_HIT)
FIGHT = "fight"

StrikePhase = Literal["begins", "covered", "concealed", "rolled", "announced"]


class StrikeTask(UseTask, kw_only=True):
    """A strike on its way. ``aim`` is the present target, ``then`` receives the result."""

    aim: AimedTarget
    then: Task
    phase: StrikePhase = "begins"
    outcome: str = ""

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Take the strike one phase further."""
        if isinstance(answer, StrikeEnd) and answer.target is None:
            state = self._missed(state)
        match self.phase, answer:
            case "begins", _:
                return self._begun(state)
            case "covered", StrikeEnd(None):
                return self.then.resume(state, StrikeEnd(None, Strike.MISS.value))
            case "covered", StrikeEnd(target) if target is not None:
                aimed = replace(self, aim=target, phase="concealed")
                return state.pushed(ConcealmentTask(use=self.use, aim=target, then=aimed))
            case "concealed", StrikeEnd(None):
                return self.then.resume(state, StrikeEnd(None, Strike.MISS.value))
            case "concealed", _:
                test = strike_test(state, self.use, self.aim)
                return state.pushed(D20Task(test=test, then=replace(self, phase="rolled")))
            case "rolled", RolledResult(outcome=outcome):
                ended = replace(self, phase="announced", outcome=outcome)
                kind: TriggerKind = "hits" if outcome in HITS else "misses"
                return state.pushed(Announcement(self._trigger(kind, outcome)), ended)
        if self.outcome in HITS:
            state = with_ledge_checks(self._slipped(state), self.aim.creature, self.use, (self.outcome,))
        else:
            state = self._missed(state)
        return self.then.resume(state, StrikeEnd(self.aim, self.outcome))

    def _slipped(self, state: BattleState) -> BattleState:
        """Return the state in which a melee hit may move its target on slippery ground."""
        slippery = trait("slippery")
        if slippery.place not in state.combatants[self.aim.creature].places:
            return state
        if is_ranged(self.use.effect, self.aim.circumstances):
            return state
        most = sum(move.squares for move in slippery.forced_moves)
        if stands(state, self.aim.creature):
            push = BoardMove(creature=self.aim.creature, kind="push", squares=most, origin=self.use.user)
            return force_move(state, push, slippery.name, is_optional=True)
        squares = counted(most, "square")
        user, target = state.name(self.use.user), state.name(self.aim.creature)
        return state.note(self.use.user, f"{user} may push {target} {squares}: move the figure.", slippery.name)

    def _missed(self, state: BattleState) -> BattleState:
        # In older battles such an effect waited for the next hit.
        is_over = self.use.is_weapon and state.has_limits
        return end_early(state, self.use.user, "misses") if is_over else state

    def _begun(self, state: BattleState) -> BattleState:
        # An attack stopped by cover or concealment counts for the penalty all the same.
        if not self.use.is_reaction:
            state = state.with_acting(self.use.user, is_fighting=True)
        if not state.combatants[self.aim.creature].is_in_play:
            gone = f"{state.name(self.aim.creature)} is out of play."
            return self.then.resume(state.note(self.use.user, gone), StrikeEnd(None, Strike.MISS.value))
        state, first = begin_attack(state, self.use.user, self.aim.creature)
        aim = surprised(state, self.use.user, self.aim)
        covered = CoverTask(use=self.use, aim=aim, then=replace(self, aim=aim, phase="covered"))
        return state.pushed(*first, Announcement(self._trigger("strikes")), covered)

    def _trigger(self, kind: TriggerKind, outcome: str = "") -> Trigger:
        shot = is_ranged(self.use.effect, self.aim.circumstances)
        return self.use.trigger(kind, self.aim, is_ranged=shot, was_cast=self.use.was_cast, outcome=outcome)


def surprised(state: BattleState, attacker: str, aim: AimedTarget) -> AimedTarget:
    """Return a target as a feature of its attacker finds it: off-guard if it has not acted in the first round."""
    if state.round != 1 or state.combatants[aim.creature].has_acted:
        return aim
    coming = (row for row in passives_at(state, attacker, "first_strikes") if row.is_played_at("first_strikes"))
    names = tuple(row.name for row in coming if OFF_GUARD in row.effect.gives)
    known = aim.circumstances
    return replace(aim, circumstances=replace(known, off_guard=(*known.off_guard, *names))) if names else aim


def with_coming_strike(
    state: BattleState, change: Callable[[CoverTask, StrikeTask], CoverTask], target: str = ""
) -> BattleState | None:
    """Return the state with the Strike changed that is about to be rolled, at any target or at one; None without one.

    It still waits for its cover: ``change`` gets both.
    """
    for place in reversed(range(len(state.stack))):
        cover = state.stack[place]
        if isinstance(cover, CoverTask) and isinstance(cover.then, StrikeTask) and target in ("", cover.aim.creature):
            return state.with_task(place, change(cover, cover.then))
    return None


def strike_test(state: BattleState, use: ActionUse, aim: AimedTarget) -> D20Test:
    """Return the Fight roll of a strike with everything that weighs on it now."""
    return D20Test(
        creature=use.user,
        kind="strike",
        purpose=FIGHT,
        reason=f"{state.name(use.user)}’s {use.name} against {state.name(aim.creature)}",
        number=_fight(state, use, aim, use.effect),
        against=armor_number(state, aim.creature, use.user, aim.circumstances),
        forcers=(aim.creature,),
        is_twice=rolls_twice(state, use.user, "fight"),
    )


def wrestling_test(state: BattleState, use: ActionUse, aim: AimedTarget) -> D20Test:
    """Return the Fight roll of a Grapple, Shove or Trip; the target's save must reach its total."""
    return D20Test(
        creature=use.user,
        kind="total",
        purpose=FIGHT,
        reason=f"{use.name} against {state.name(aim.creature)}",
        number=_fight(state, use, aim),
        forcers=(aim.creature,),
        is_twice=rolls_twice(state, use.user, "fight"),
    )


def _fight(state: BattleState, use: ActionUse, aim: AimedTarget, effect: Effect | None = None) -> BattleNumber:
    is_reaction = use.is_reaction
    return fight_number(
        state,
        use.user,
        aim.creature,
        aim.circumstances,
        effect=effect,
        modifiers=use.modifiers,
        is_reaction=is_reaction,
    )
