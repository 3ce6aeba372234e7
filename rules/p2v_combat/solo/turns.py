"""A monster's turn: the rest of its gambit, its next step, in words, and how it moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.p2v_combat.solo.gambits import (
    GambitAction,
    GambitChoice,
    GambitPlan,
    GambitSequence,
    plan_steps,
    sequence_of,
)
from rules.p2v_combat.solo.readings import ActionReading, ActionSort, MonsterCard
from rules.p2v_combat.solo.targets import (
    TargetAnswers,
    TargetChoice,
    TargetQuestion,
    TargetSearch,
    TargetView,
    choose_target,
)
from rules.tables.play_modes import gambit_left
from rules.text import counted, listed

MoveSentence = Callable[[str, str, ActionReading | None], str]
"""Writes a monster's step from its name, the target and the next attack."""


@dataclass(frozen=True, slots=True)
class MovementWord:
    """A word for moving: whether it is a Step or a Stride, and its instruction to the player.

    ``meaning`` explains it. ``toward`` writes the sentence for a target that can be brought in range; ``away`` is for a
    move without a target, empty for a word that always has one. ``steps_up``: it has a target only for melee attacks.
    """

    name: str
    is_step: bool
    meaning: str
    toward: MoveSentence
    away: str = ""
    steps_up: bool = False

    def squares(self, stride: int) -> int:
        """Return how many squares it moves a monster with that Speed."""
        return 1 if self.is_step else stride

    def has_target(self, next_sort: ActionSort | None) -> bool:
        """Return True if the monster moves because of a target, by the sort of the next attack."""
        return not self.away or (self.steps_up and next_sort == "melee")

    def leave(self, monster: str, stride: int) -> str:
        """Return what the monster does without a target."""
        return self.away.format(monster=monster, squares=counted(stride, "square"))

    def approach(self, monster: str, target: str) -> str:
        """Return what the monster does when it cannot bring its target in range."""
        return f"{monster} {'Steps' if self.is_step else 'Strides'} toward {target}, but cannot attack yet."


def _shift(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Steps so that {target} is within reach. If it is already, the Step keeps it there."


def _charge(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Strides toward {target}. If it has an enemy within melee reach already, it stays where it is."


def _reposition(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Strides toward {target}, even if it has an enemy within melee reach already."


def _stride(monster: str, target: str, attack: ActionReading | None) -> str:
    if attack is None:
        return f"{monster} Strides into melee reach of {target}."
    place = f"{monster} Strides to where it can attack {target} with {attack.name}"
    return f"{place}, out of its enemies' melee reach if possible." if attack.sort == "ranged" else f"{place}."


_AWAY = "{monster} Steps away from its enemies."

MOVEMENTS: tuple[MovementWord, ...] = (
    MovementWord(
        "Step",
        True,
        "a Step, read as Shift",
        _shift,
        away=_AWAY,
        steps_up=True,
    ),
    MovementWord(
        "Shift",
        True,
        "a Step: into reach of an enemy if a melee attack comes next, otherwise away from enemies",
        _shift,
        away=_AWAY,
        steps_up=True,
    ),
    MovementWord(
        "Charge",
        False,
        "a Stride toward its target; with an enemy within melee reach it stays where it is",
        _charge,
    ),
    MovementWord("Reposition", False, "a Stride toward its target, even out of melee", _reposition),
    MovementWord(
        "Retreat",
        False,
        "a Stride that ends as far from all enemies as possible",
        _reposition,
        away="{monster} Strides up to {squares}, as far as possible from all of its enemies.",
    ),
    MovementWord(
        "Stride",
        False,
        "a Stride to where its next actions do most; without any, into melee reach of its target",
        _stride,
    ),
)

BY_NAME: dict[str, MovementWord] = {word.name: word for word in MOVEMENTS}


PlanStep = GambitAction | GambitChoice

_ORDER: tuple[ActionSort, ...] = ("melee", "ranged", "other", "movement")
"""A monster's order of preference in a choice, the best first."""


@dataclass(frozen=True, slots=True)
class MonsterInstruction:
    """A monster's action for one step of its gambit.

    ``text`` instructs the player in sentences; ``reasons`` explain the decision. ``action`` is None for a step that it
    cannot take. ``targets`` are ids of enemies that it attacks, or moves toward. ``attack`` is, for a move, the attack
    for which it moves. ``added`` are steps that a choice has put in place of this one, for later.
    """

    text: str
    action: ActionReading | None = None
    targets: tuple[str, ...] = ()
    in_range: bool = True
    reasons: tuple[str, ...] = ()
    attack: str = ""
    added: tuple[PlanStep, ...] = ()

    def clause(self, name: str) -> str:
        """Return the action of a monster with that name as the end of a sentence: "attacks Mara with Jaws"."""
        return self.text.removeprefix(f"{name} ").removeprefix("does this: ").removesuffix(".")


@dataclass(frozen=True, slots=True)
class Pursuit:
    """The enemies that a monster has chosen, and the attack that it chose them for: it stays with them."""

    targets: tuple[str, ...]
    attack: str


def plan_left(
    plan: GambitPlan, monster: MonsterCard, *, slowed: bool = False, stunned: bool = False
) -> GambitPlan | None:
    """Return the rest of a monster's gambit; None if nothing is left.

    A slowed monster that chooses between sequences loses the last action of its choice.
    """
    # Slowed takes away the last listed action, but not one that would cost 2 or 3 AP while there is another; stunned
    # takes away all of them. Appendix "Adventure play and the cardboard AI"; ruling 95.
    if stunned or not slowed:
        return None if stunned else plan
    steps = plan_steps(plan)
    cheap = [place for place, step in enumerate(steps) if _points(step, monster) < 2]
    place = cheap[-1] if cheap else len(steps) - 1
    lost = steps[place]
    shorter = _shorter_choice(lost, monster) if isinstance(lost, GambitChoice) else None
    # The action that is lost goes last, so that the rule of the tables takes it.
    left = gambit_left((*steps[:place], *steps[place + 1 :], lost), slowed=True)
    if shorter is not None:
        left = (*left[:place], *plan_steps(shorter), *left[place:])
    return sequence_of(tuple(left))


def _shorter_choice(choice: GambitChoice, monster: MonsterCard) -> GambitPlan | None:
    """Return a choice of sequences with the last action of each gone; None if nothing is left."""
    left = [
        shorter
        for option in choice.options
        if isinstance(option, GambitSequence)
        and isinstance(shorter := plan_left(option, monster, slowed=True), GambitAction | GambitSequence)
    ]
    if not left:
        return None
    return left[0] if len(left) == 1 else GambitChoice(tuple(left))


def _points(plan: GambitPlan, monster: MonsterCard) -> int:
    """Return the action points that a step would cost a player: of a choice, its cheapest option."""
    if isinstance(plan, GambitAction):
        return monster.read(plan).action_points
    if isinstance(plan, GambitChoice):
        return min(_points(option, monster) for option in plan.options)
    return min(_points(step, monster) for step in plan.steps)


@dataclass(frozen=True, slots=True)
class MonsterTurn:
    """An acting monster: its name, its card, the preference of its gambits, and its enemies in their present state."""

    name: str
    card: MonsterCard
    prefers: str
    enemies: tuple[TargetView, ...]

    def instruction(
        self,
        step: PlanStep,
        following: Sequence[PlanStep],
        answers: TargetAnswers,
        *,
        key: str = "",
        pursuit: Pursuit | None = None,
    ) -> MonsterInstruction | TargetQuestion:
        """Return the monster's action for a step of its gambit, or the question to answer first.

        ``following`` are the steps after this one; ``key`` distinguishes its questions from those of other steps.
        ``pursuit`` is the target of the previous step: the monster stays with it until it is helpless.
        """
        if isinstance(step, GambitChoice):
            return self._choose(step, following, answers, key, pursuit)
        action = self.card.read(step)
        if action.is_movement:
            return self._move(action, following, answers, key)
        if action.is_attack:
            return self._attack(action, 0, answers, key, pursuit)
        return MonsterInstruction(f"{self.name} {action.clause}.", action)

    def answered_instruction(
        self,
        step: PlanStep,
        following: Sequence[PlanStep],
        answers: TargetAnswers,
        answer: Callable[[TargetQuestion], tuple[str, ...] | None],
        *,
        key: str,
        pursuit: Pursuit | None,
    ) -> MonsterInstruction | TargetQuestion:
        """Return the monster's action, as ``instruction``; ``answer`` is asked each question first, None if unknown."""
        known = dict(answers)
        while True:
            outcome = self.instruction(step, following, known, key=key, pursuit=pursuit)
            if not isinstance(outcome, TargetQuestion) or (shown := answer(outcome)) is None:
                return outcome
            known[outcome.key] = shown

    def _search(self, action: ActionReading | None, movement: int, key: str) -> TargetSearch:
        if action is None:
            return TargetSearch(self.name, movement=movement, prefers=self.prefers, key=key)
        return TargetSearch(
            self.name, action.name, action.reach, movement, action.is_in_area, prefers=self.prefers, key=key
        )

    def _find(
        self, action: ActionReading | None, movement: int, answers: TargetAnswers, key: str
    ) -> TargetChoice | TargetQuestion:
        return choose_target(self._search(action, movement, key), self.enemies, answers)

    def _names(self, targets: Sequence[str]) -> str:
        return listed(enemy.name for enemy in self.enemies if enemy.id in targets)

    def _attack(
        self, action: ActionReading, movement: int, answers: TargetAnswers, key: str, pursuit: Pursuit | None
    ) -> MonsterInstruction | TargetQuestion:
        standing = {enemy.id for enemy in self.enemies if not enemy.is_helpless}
        if (
            pursuit
            and pursuit.attack == action.name
            and (left := tuple(target for target in pursuit.targets if target in standing))
        ):
            text = f"{self.name} attacks {self._names(left)} with {action.name}."
            return MonsterInstruction(text, action, left, attack=action.name)
        choice = self._find(action, movement, answers, key)
        if isinstance(choice, TargetQuestion):
            return choice
        if not choice.targets or not choice.in_range:
            text = f"{self.name} cannot attack with {action.name}."
            return MonsterInstruction(text, None, in_range=False, reasons=choice.reasons)
        text = f"{self.name} attacks {self._names(choice.targets)} with {action.name}."
        return MonsterInstruction(text, action, choice.targets, reasons=choice.reasons, attack=action.name)

    def _move(
        self, action: ActionReading, following: Sequence[PlanStep], answers: TargetAnswers, key: str
    ) -> MonsterInstruction | TargetQuestion:
        word = BY_NAME[action.name]
        if not word.has_target(self._next_sort(following)):
            return MonsterInstruction(word.leave(self.name, self.card.stride), action)
        movement = word.squares(self.card.stride) + self._later_movement(following)
        last: TargetChoice | None = None
        attacks = self._next_attacks(following)
        for place, attack in enumerate(attacks or (None,)):
            choice = self._find(attack, movement, answers, f"{key}.{place}" if len(attacks) > 1 else key)
            if isinstance(choice, TargetQuestion):
                return choice
            last = choice
            if choice.in_range or not choice.targets:
                return self._moved(action, attack, choice)
        assert last is not None  # the loop runs at least once
        return self._moved(action, attacks[0] if attacks else None, last)

    def _moved(self, action: ActionReading, attack: ActionReading | None, choice: TargetChoice) -> MonsterInstruction:
        if not choice.targets:
            return MonsterInstruction(f"{self.name} stays where it is.", action, reasons=choice.reasons)
        names = self._names(choice.targets)
        word = BY_NAME[action.name]
        text = word.toward(self.name, names, attack) if choice.in_range else word.approach(self.name, names)
        attack_name = attack.name if attack is not None and choice.in_range else ""
        return MonsterInstruction(text, action, choice.targets, choice.in_range, choice.reasons, attack_name)

    def _choose(
        self,
        choice: GambitChoice,
        following: Sequence[PlanStep],
        answers: TargetAnswers,
        key: str,
        pursuit: Pursuit | None,
    ) -> MonsterInstruction | TargetQuestion:
        # Attacks before movement, and melee attacks before ranged ones if it can make them. Of two of the same kind it
        # takes the one that is listed first and can be made. "Interpreting the entries"; ruling 175.
        options = sorted(choice.options, key=lambda option: _ORDER.index(self._sort(option)))
        for place, option in enumerate(options):
            first, *rest = plan_steps(option)
            outcome = self.instruction(first, (*rest, *following), answers, key=f"{key}.{place}", pursuit=pursuit)
            if isinstance(outcome, TargetQuestion):
                return outcome
            if (outcome.action is not None and outcome.in_range) or place == len(options) - 1:
                return replace(outcome, added=(*rest, *outcome.added))
        raise AssertionError("a choice has options")

    def _sort(self, plan: GambitPlan) -> ActionSort:
        """Return the best sort of action that a plan has."""
        sorts = [self._sort_of_step(step) for step in plan_steps(plan)]
        return min(sorts, key=_ORDER.index)

    def _sort_of_step(self, step: PlanStep) -> ActionSort:
        if isinstance(step, GambitAction):
            return self.card.read(step).sort
        return min((self._sort(option) for option in step.options), key=_ORDER.index)

    def _next_sort(self, following: Sequence[PlanStep]) -> ActionSort | None:
        """Return the sort of the next attack; None if there is none."""
        attacks = self._next_attacks(following)
        return attacks[0].sort if attacks else None

    def _next_attacks(self, following: Sequence[PlanStep]) -> tuple[ActionReading, ...]:
        """Return the next attack, or those of the next choice, the best first."""
        for step in following:
            readings = [reading for reading in self._readings(step) if reading.is_attack]
            if readings:
                return tuple(sorted(readings, key=lambda reading: _ORDER.index(reading.sort)))
        return ()

    def _readings(self, step: PlanStep) -> tuple[ActionReading, ...]:
        if isinstance(step, GambitAction):
            return (self.card.read(step),)
        return tuple(
            reading for option in step.options for part in plan_steps(option) for reading in self._readings(part)
        )

    def _later_movement(self, following: Sequence[PlanStep]) -> int:
        """Return the squares that it may still move before its next attack."""
        squares = 0
        for step in following:
            readings = self._readings(step)
            if any(reading.is_attack for reading in readings):
                break
            squares += sum(
                BY_NAME[reading.name].squares(self.card.stride) for reading in readings if reading.is_movement
            )
        return squares
