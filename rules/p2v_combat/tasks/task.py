"""A task: one thing to resolve, until it waits for an answer; announcing it to all, and a d20 of a creature."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from rules.combat.answers import FacesRolled, FightAnswer, OfferAccepted, OfferPassed, RollRuled
from rules.combat.resolution import Ask, FightTask, OfferAsk, OfferedAct, RollAsk
from rules.effects.triggers import TriggerKind
from rules.errors import ChangeRefused
from rules.feats import assured_face
from rules.p2v_combat.announcements import announce_trigger
from rules.p2v_combat.numbers import AimedTarget, BattleNumber
from rules.p2v_combat.odds import FACES, RollEnds, save_odds, strike_odds
from rules.p2v_combat.reactions import dueling_offers, offers_for
from rules.p2v_combat.solo.playing import is_game_side
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import ActChosen, ActionUse, Trigger, WayChosen, trigger_text
from rules.replacing import replace
from rules.tables.rolls import Degree, Strike, misses_critically, save_result, skill_result, strike_result
from rules.text import listed, with_minus


@dataclass(frozen=True, slots=True)
class RolledResult:
    """The result of a d20: its face (0 if the players decided), the total, and the outcome in the rules' words."""

    face: int
    total: int
    outcome: str


@dataclass(frozen=True, slots=True)
class StrikeEnd:
    """The result of a strike against its final target: ``miss``, ``hit`` or ``critical hit``."""

    target: AimedTarget | None
    outcome: str


@dataclass(frozen=True, slots=True)
class SavesEnd:
    """The results of a target's saves, by stat: ``failure`` and so on."""

    results: tuple[tuple[str, str], ...]


TaskAnswer = FightAnswer | ActChosen | WayChosen | RolledResult | StrikeEnd | SavesEnd


class Task(FightTask):
    """One thing to resolve."""

    @property
    def actor(self) -> str | None:
        """The creature that the task needs to be up; otherwise the task is dropped."""
        # An actor that can no longer act loses its action.
        return None

    @property
    def reactor(self) -> str | None:
        """The creature whose reaction ends with the task: everything before is due to it."""
        return None

    def is_dropped(self, state: BattleState) -> bool:
        """Return True once the creature that acts is not up."""
        actor = self.actor
        return not state.combatants[actor].is_up if actor else False

    @abstractmethod
    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Return the state after the task has continued, as ``FightTask`` describes."""


class UseTask(Task, kw_only=True):
    """A part of an action that is being resolved, for as long as its user is up."""

    use: ActionUse

    @property
    def actor(self) -> str | None:
        return self.use.user


class MeetingTask(Task, kw_only=True):
    """An effect meets one target, which does not gain the conditions from which it is ``spared``."""

    use: ActionUse
    aim: AimedTarget
    spared: tuple[str, ...] = ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        raise NotImplementedError


T = TypeVar("T", bound=Task)


def with_waiting(
    state: BattleState, kind: type[T], change: Callable[[T], Task], fits: Callable[[T], bool] = lambda _: True
) -> BattleState:
    """Return the state with the innermost waiting task of a kind changed; unchanged without one that fits."""
    for place in reversed(range(len(state.stack))):
        task = state.stack[place]
        if isinstance(task, kind) and fits(task):
            return state.with_task(place, change(task))
    return state


class CallTask(Task):
    """A task without a question: a function of the state, with its further arguments."""

    function: Callable[..., BattleState]
    arguments: tuple[Any, ...] = ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        return self.function(state, *self.arguments)


def choosing_side(state: BattleState, creature: str) -> str:
    """Return the side that chooses for a creature: its own, or the first of people for one that belongs to none."""
    side = state.combatants[creature].side
    return side if any(fight_side.key == side for fight_side in state.setup.sides) else state.setup.people[0]


def roll_ask(
    state: BattleState,
    creature: str,
    purpose: str,
    reason: str,
    *,
    dice: int = 1,
    sides: int = 20,
    need: int | None = None,
    chances: tuple[tuple[str, int], ...] = (),
) -> RollAsk:
    """Return the question for a creature's dice, at the place of this roll."""
    place = state.place_of_roll(state.activation, creature, purpose)
    side = state.combatants[creature].side if creature in state.combatants else creature
    return RollAsk(dice, sides, reason, side, place, need, chances)


_DEEDS: frozenset[TriggerKind] = frozenset({"acts", "casts", "moves", "strikes", "targets", "hits", "starts turn"})
"""Actions that a creature stops once it is down."""


class Announcement(Task):
    """An event to which others may react. Its task waits below it on the stack.

    ``passed`` are the sides that declined, ``with_extra`` the creatures that spent an extra reaction on it: each has
    one of these for one trigger. A chosen reaction resolves first (``tasks.reacting``); then the others are asked
    again.
    """

    trigger: Trigger
    passed: tuple[str, ...] = ()
    with_extra: tuple[str, ...] = ()

    @property
    def actor(self) -> str | None:
        """The actor: once that creature is down, nothing happens to which others could react."""
        return self.trigger.creature if self.trigger.kind in _DEEDS else None

    def _offers(self, state: BattleState) -> tuple[OfferedAct, ...]:
        offers = (*offers_for(state, self.trigger), *dueling_offers(state, self.trigger))
        return tuple(
            replace(offer, may_waive=not is_game_side(state, state.combatants[offer.creature].side))
            for offer in offers
            if state.combatants[offer.creature].side not in self.passed
            and not (offer.creature in self.with_extra and state.combatants[offer.creature].has_reacted)
            and offer.key not in state.combatants[offer.creature].waived
        )

    def ask(self, state: BattleState) -> Ask | None:
        offers = self._offers(state)
        if not offers:
            return None
        sides = tuple(dict.fromkeys(state.combatants[offer.creature].side for offer in offers))
        return OfferAsk(sides, trigger_text(state, self.trigger), offers)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Note who passes, or continue, and announce passive features."""
        if isinstance(answer, OfferPassed):
            return state.pushed(replace(self, passed=(*self.passed, answer.by)))
        return announce_trigger(state, self.trigger)


TestKind = Literal["strike", "save", "check", "total"]
HERO_POINT = "hero-point"
ROLL = "roll"
"""The word for effects that end with the roll that they change."""
NOT_REACHABLE = FACES.stop

SUCCESSES = (Strike.HIT.value, Strike.CRITICAL_HIT.value, Degree.SUCCESS.value, Degree.CRITICAL_SUCCESS.value)
"""The outcomes of a d20 that its roller wants."""
_STATS: dict[TestKind, tuple[str, ...]] = {
    "strike": ("fight", "reach"),
    "total": ("fight",),
    "check": ("skills",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Test:
    """The purpose of a d20: its owner, its modifier, and its target number.

    ``kind`` ``total`` has no target number: the total itself counts. ``forcers`` are other creatures that may make the
    roller roll again for a hero point. ``stats`` are those that effects for one roll may have changed. With
    ``is_assured``, Assurance applies to the face. ``is_twice``: two dice are rolled, and the higher face counts.
    """

    creature: str
    kind: TestKind
    purpose: str
    reason: str
    number: BattleNumber
    against: BattleNumber | None = None
    forcers: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()
    is_assured: bool = False
    is_twice: bool = False

    @property
    def target_number(self) -> int:
        """The number to reach."""
        return self.against.value if self.against else 0

    def outcome(self, face: int) -> str:
        """Return the outcome for a face: ``critical hit``, ``failure``; empty if only the total counts."""
        match self.kind:
            case "strike":
                return strike_result(face, self.number.value, self.target_number).value
            case "save":
                return save_result(face, self.number.value, self.target_number).value
            case "check":
                return skill_result(self.counted(face), self.number.value, self.target_number).value
        return ""

    def counted(self, face: int) -> int:
        """Return the face that counts."""
        return assured_face(face) if self.is_assured else face

    @property
    def need(self) -> int | None:
        """The lowest face that succeeds, 21 if none does; None if only the total counts."""
        chances = dict(self.chances)
        good = sum(chances.get(word, 0) for word in SUCCESSES)
        return NOT_REACHABLE - good if chances else None

    @property
    def chances(self) -> RollEnds:
        """The number of faces for each outcome, worst first; empty if only the total counts."""
        number, target = self.number.value, self.target_number
        match self.kind:
            case "strike":
                return strike_odds(number, target).ends
            case "save":
                return save_odds(number, target).ends
            case "check":
                counted = Counter(self.outcome(face) for face in FACES)
                return tuple((degree.value, counted[degree.value]) for degree in Degree)
        return ()

    def is_critical_miss(self, face: int) -> bool:
        """Return True if a strike misses critically with that face."""
        return self.kind == "strike" and misses_critically(face, self.number.value, self.target_number)


class D20Task(Task, kw_only=True):
    """A d20 on its way: ``face`` is 0 until it is rolled. ``then`` receives the result.

    ``rerolled`` are the sides that have spent a hero point on it, ``passed`` those that accept the present face.
    """

    test: D20Test
    then: Task
    face: int = 0
    rerolled: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()

    def _offers(self, state: BattleState) -> tuple[OfferedAct, ...]:
        # One reroll a side for each roll: ruling 46.
        offers = []
        for creature in dict.fromkeys((self.test.creature, *self.test.forcers)):
            combatant = state.combatants[creature]
            if combatant.hero_points and combatant.is_in_play and combatant.side not in (*self.rerolled, *self.passed):
                own = creature == self.test.creature
                whose = "its" if own else f"{state.name(self.test.creature)}’s"
                label = f"{state.name(creature)} spends a hero point: reroll {whose} {self.face}"
                offers.append(OfferedAct(creature, HERO_POINT, label))
        return tuple(offers)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the die, then for those who may reroll it."""
        if not self.face:
            test = self.test
            dice, chances = (2, ()) if test.is_twice else (1, test.chances)
            return roll_ask(state, test.creature, test.purpose, test.reason, dice=dice, need=test.need, chances=chances)
        offers = self._offers(state)
        if not offers:
            return None
        sides = tuple(dict.fromkeys(state.combatants[offer.creature].side for offer in offers))
        return OfferAsk(sides, f"{self.test.reason}: {self._sum}", offers)

    @property
    def _sum(self) -> str:
        number, face = self.test.number.value, self.test.counted(self.face)
        counts = f" counts as {face}: {face}" if face != self.face else ""
        words = f"{self.face}{counts} {'-' if number < 0 else '+'} {abs(number)} = {face + number}"
        if self.test.against is None:
            return with_minus(words)
        outcome = self.test.outcome(self.face)
        return with_minus(f"{words} against {self.test.against.name} {self.test.target_number}, {outcome}")

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Store the face, roll again, or pass the result on."""
        test = self.test
        if isinstance(answer, RollRuled) and not self.face:
            return self._ruled(state, answer)
        if isinstance(answer, FacesRolled):
            if test.is_twice:
                faces = listed(map(str, answer.faces))
                state = state.note(test.creature, f"{test.reason} is rolled twice: {faces}.")
            return state.counted_roll(test.creature, test.purpose).pushed(replace(self, face=max(answer.faces)))
        if isinstance(answer, OfferAccepted):
            combatant = state.combatants[answer.creature]
            state = state.change(combatant.id, hero_points=combatant.hero_points - 1).with_scored_fact(
                HERO_POINT, combatant.id, test.creature
            )
            state = state.note(
                combatant.id, f"{state.name(combatant.id)} spends a hero point: the {self.face} is rolled again."
            )
            return state.pushed(replace(self, face=0, rerolled=(*self.rerolled, combatant.side), passed=()))
        if isinstance(answer, OfferPassed):
            return state.pushed(replace(self, passed=(*self.passed, answer.by)))
        if not self.face:
            raise ChangeRefused(f"{test.reason} takes a d20.")
        why = (test.number.why, *([test.against.why] if test.against else []))
        state = state.note(test.creature, f"{test.reason}: {self._sum}.", *why)
        result = RolledResult(
            self.face,
            test.counted(self.face) + test.number.value,
            "critical miss" if test.is_critical_miss(self.face) else test.outcome(self.face),
        )
        return self.then.resume(_without_roll_effects(state, test), result)

    def _ruled(self, state: BattleState, answer: RollRuled) -> BattleState:
        test = self.test
        if test.kind == "total":
            if not answer.outcome.isdecimal():
                raise ChangeRefused("Give the result of this roll as a number.")
            result = RolledResult(0, int(answer.outcome), "")
        elif answer.outcome in (word for word, _ in test.chances):
            result = RolledResult(0, 0, answer.outcome)
        else:
            raise ChangeRefused(f"This roll ends with one of: {', '.join(word for word, _ in test.chances)}.")
        state = state.note(test.creature, f"{test.reason}: {answer.outcome}, by the players.", answer.reason)
        return self.then.resume(_without_roll_effects(state, test), result)


def _without_roll_effects(state: BattleState, test: D20Test) -> BattleState:
    """Return the state without effects for one roll of this kind."""
    stats = {*_STATS.get(test.kind, ()), *test.stats}
    combatant = state.combatants[test.creature]
    left = tuple(
        effect
        for effect in combatant.active_effects
        if (effect.until != ROLL and "rolls" not in effect.ends_when)
        or not any(stats & set(bonus.stats) for bonus in effect.bonuses)
    )
    return state if left == combatant.active_effects else state.change(combatant.id, active_effects=left)
