"""Saves of the targets of an effect, skill checks, and the falls that some of them prevent."""

from __future__ import annotations

from collections.abc import Iterable

from rules.combat.answers import CountsGiven, FacesRolled, OptionChosen, RollRuled
from rules.combat.resolution import Ask, ChoiceAsk, CountAsk, CountField, Option
from rules.effects.values import D6, Check, Save, SavingThrow
from rules.errors import ChangeRefused
from rules.p2v_combat.announcements import announce_passives
from rules.p2v_combat.assurance import is_assured
from rules.p2v_combat.board_aims import unanswered
from rules.p2v_combat.conditions import FLIGHT, gain_condition, mode_now
from rules.p2v_combat.numbers import (
    SAVES,
    AimedTarget,
    BattleNumber,
    NamedModifier,
    armor_number,
    bonus_on,
    check_number,
    power_number,
    save_number,
)
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.targeting import auras_of_save
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.task import (
    Announcement,
    D20Task,
    D20Test,
    RolledResult,
    SavesEnd,
    Task,
    TaskAnswer,
    UseTask,
    choosing_side,
    roll_ask,
)
from rules.p2v_combat.uses import ActionUse, Trigger
from rules.replacing import replace
from rules.tables import skills
from rules.tables.movement import NARROW_POWER, fall_damage
from rules.tables.rolls import Degree
from rules.tables.stats import stat_name
from rules.tables.terrain import trait
from rules.text import counted

CHECK = "check"


def is_known_check(check: Check) -> bool:
    """Return True if the check is a bare d6, or names a skill or a save that the rules know."""
    stat = check.stat.casefold()
    return stat in (D6, *SAVES) or any(stat in (row.name.casefold(), *map(str.casefold, row.aliases)) for row in _ROWS)


_ROWS = tuple(skills.BY_NAME.values())


def check_test(state: BattleState, creature: str, check: Check, *, source: str, target: str | None = None) -> D20Test:
    """Return the d20 of a check; one without a number to reach counts by its total."""
    against = _power(state, creature, check, target)
    stat = check.stat.casefold()
    skill = stat if stat in SAVES else skills.skill(check.stat).name
    return skill_test(state, creature, skill, f"{check.stat} check for {source}", against)


def check_task(state: BattleState, use: ActionUse, check: Check, target: str | None, then: Task) -> Task:
    """Return the task of a check that an effect asks of its user; ``then`` receives its result."""
    if check.stat == D6:
        # Players of older logs rolled it themselves.
        return DieTask(use=use, check=check, then=then) if state.has_limits else then
    return D20Task(test=check_test(state, use.user, check, source=use.name, target=target), then=then)


def skill_test(
    state: BattleState,
    creature: str,
    skill: str,
    what: str,
    against: BattleNumber | None,
    more: Iterable[NamedModifier] = (),
) -> D20Test:
    """Return the d20 of a skill check; ``what`` follows its owner's name, and ``more`` adds to the creature's own
    number.
    """
    number = check_number(state, creature, skill)
    return D20Test(
        creature=creature,
        kind="check" if against else "total",
        purpose=CHECK,
        reason=f"{state.name(creature)}’s {what}",
        number=replace(number, parts=(*number.parts, *more)),
        against=against,
        stats=("skills",),
        is_assured=is_assured(state, creature, skill),
    )


def _power(state: BattleState, creature: str, check: Check, target: str | None) -> BattleNumber | None:
    if check.dc is not None:
        return BattleNumber("Power", (NamedModifier("this check", check.dc),))
    if not check.against:
        return None
    if check.is_against_armor:
        return armor_number(state, target or creature)
    return power_number(state, target or creature)


class DieTask(UseTask, kw_only=True):
    """A check that is a bare d6; ``then`` receives its result."""

    check: Check
    then: Task

    def ask(self, state: BattleState) -> Ask:
        reason = f"{self.use.name} of {state.name(self.use.user)}"
        return roll_ask(state, self.use.user, CHECK, reason, sides=6, need=self.check.dc)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, RollRuled):
            if answer.outcome not in (Degree.SUCCESS.value, Degree.FAILURE.value):
                raise ChangeRefused("This check succeeds or fails.")
            face, outcome, why = 0, answer.outcome, answer.reason
        elif isinstance(answer, FacesRolled):
            state = state.counted_roll(self.use.user, CHECK)
            face, why = answer.faces[0], f"{answer.faces[0]} on 1d6"
            outcome = Degree.SUCCESS.value if face >= (self.check.dc or 0) else Degree.FAILURE.value
        else:
            raise ChangeRefused("This check takes a d6.")
        state = state.note(self.use.user, f"{state.name(self.use.user)}: {self.use.name}, {outcome}.", why)
        return self.then.resume(state, RolledResult(face, face, outcome))


class CheckEnd(Task):
    """The end of a separate skill check: it is announced for reactions, and the players do the rest."""

    creature: str
    skill: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        outcome = answer.outcome if isinstance(answer, RolledResult) else ""
        trigger = Trigger(kind="check", creature=self.creature, source=self.skill, outcome=outcome)
        return state.pushed(Announcement(trigger))


ON_LEDGE = "on a narrow ledge"
"""The position of a creature that crosses a space narrower than its own beside a sheer drop."""
BALANCING = {ON_LEDGE: "on the narrow ledge", trait("uneven").place: "on the uneven ground"}
"""Where a creature checks after each hit and each failed save, and the place in words."""
DEEPEST_FALL = 100
ACROBATICS = "Acrobatics"
SQUARES = "squares"
FAILURES = (Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value)


def fallen(state: BattleState, creature: str, squares: int) -> BattleState:
    """Return the state after a creature falls a number of squares; if it takes damage, it is prone."""
    # 5 damage for every 2 squares, and prone only if it takes damage. "Falling".
    places = tuple(place for place in state.combatants[creature].places if place != ON_LEDGE)
    state = state.change(creature, places=places)
    state = state.note(creature, f"{state.name(creature)} falls {counted(squares, 'square')}.")
    state = announce_passives(state, creature, "falls")
    amount = fall_damage(max(squares + bonus_on(state, creature, "falls"), 0))
    if not amount:
        return state
    return state.pushed(DamageTask(creature, Blow(amount=amount, source="Falling", is_fall=True)))


def with_ledge_checks(state: BattleState, creature: str, use: ActionUse, outcomes: Iterable[str]) -> BattleState:
    """Return the state in which a creature on a narrow ledge or uneven ground checks once for each hit and each failed
    save.
    """
    # Its Acrobatics against the attacker's Power, or it falls. "Narrow spaces and tight gaps"; "Uneven".
    places = [place for place in state.combatants[creature].places if place in BALANCING]
    # Older logs have no check on uneven ground.
    places = [place for place in places if place == ON_LEDGE or state.has_limits]
    if not places:
        return state
    power = _balance_power(state, creature, use)
    return state.pushed(*(LedgeTask(creature, power, place) for _ in outcomes for place in places))


def _balance_power(state: BattleState, creature: str, use: ActionUse) -> BattleNumber:
    if use.user == creature:
        return use.power_against(state)
    if state.fielded(use.user).card.stats.power is None:
        # An attacker without Power leaves that of crossing the ledge: ruling 363.
        return BattleNumber("Power", (NamedModifier("narrow ledge", NARROW_POWER),))
    return power_number(state, use.user)


class LedgeTask(Task):
    """A creature was hit or failed a save where it has to balance: it checks against a Power, and falls if it fails."""

    creature: str
    power: BattleNumber
    place: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Ask for the check, or apply its result."""
        combatant = state.combatants[self.creature]
        if isinstance(answer, RolledResult):
            trigger = Trigger(kind="check", creature=self.creature, source=ACROBATICS, outcome=answer.outcome)
            if answer.outcome not in FAILURES:
                return state.pushed(Announcement(trigger))
            if self.place != ON_LEDGE:
                state = gain_condition(state, self.creature, "prone", source=self.place.capitalize())
                return state.pushed(Announcement(trigger))
            return state.pushed(Announcement(trigger), DropTask(self.creature))
        # A creature that is down no longer checks: ruling 363.
        if not combatant.is_up or self.place not in combatant.places or mode_now(state, self.creature) == FLIGHT:
            return state
        test = skill_test(state, self.creature, ACROBATICS, f"{ACROBATICS} check {BALANCING[self.place]}", self.power)
        return state.pushed(D20Task(test=test, then=self))


class DropTask(Task):
    """A creature falls off a ledge or into a gap; only the players can see how deep."""

    creature: str
    whence: str = "off the narrow ledge"

    def ask(self, state: BattleState) -> CountAsk:
        field = CountField(SQUARES, "Squares it falls", DEEPEST_FALL)
        return CountAsk(f"{state.name(self.creature)} falls {self.whence}. How deep?", (field,))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, CountsGiven):
            raise ChangeRefused("Say how many squares it falls.")
        return fallen(state, self.creature, dict(answer.counts)[SQUARES])


AREA = "area"
POISON = "against poison"
NOTHING_HOLDS = "nothing"


class SavesTask(Task, kw_only=True):
    """Saves of a target, one after the other; ``then`` receives the results.

    Asks first about circumstances that no action could state.
    """

    use: ActionUse
    aim: AimedTarget
    left: tuple[Save, ...]
    then: Task
    results: tuple[tuple[str, str], ...] = ()

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        """Wait for the target's circumstances, as long as any may still apply."""
        target = state.combatants[self.aim.creature]
        if not (self.use.asks_holds and self.left and target.is_in_play):
            return None
        named = self.aim.circumstances.holds
        may_hold = auras_of_save(state, target.id, self.use.effect)
        open_questions = unanswered(state, (self.use.user, target.id), may_hold)
        options = tuple(option for option in open_questions if option.key not in named)
        if not options:
            return None
        reason = f"What holds for {state.name(target.id)}’s save against {self.use.name}?"
        nothing = Option(NOTHING_HOLDS, "Nothing more" if named else "Nothing")
        return ChoiceAsk(choosing_side(state, target.id), reason, (*options, nothing))

    def _holding(self, key: str) -> SavesTask:
        """Return the saves with their circumstances, or with no more questions about them."""
        if key == NOTHING_HOLDS:
            return replace(self, use=replace(self.use, asks_holds=False))
        circumstances = replace(self.aim.circumstances, holds=(*self.aim.circumstances.holds, key))
        return replace(self, aim=replace(self.aim, circumstances=circumstances))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Store a result and ask for the next save."""
        if isinstance(answer, OptionChosen):
            return state.pushed(self._holding(answer.option))
        if isinstance(answer, RolledResult):
            stat, *left = self.left
            done = replace(self, left=tuple(left), results=(*self.results, (stat, answer.outcome)))
            trigger = Trigger(
                kind="save",
                creature=self.aim.creature,
                target=self.use.user,
                action=self.use.action,
                source=f"{stat_name(stat)} save against {self.use.name}",
                effect=self.use.effect,
                is_spell=self.use.is_spell,
                outcome=answer.outcome,
                stat=stat,
            )
            return state.pushed(Announcement(trigger), done)
        if not self.left:
            failed = (outcome for _, outcome in self.results if outcome in FAILURES)
            state = with_ledge_checks(state, self.aim.creature, self.use, failed)
            return self.then.resume(state, SavesEnd(self.results))
        if not state.combatants[self.aim.creature].is_in_play:
            return state
        return state.pushed(D20Task(test=save_test(state, self.use, self.aim, self.left[0]), then=self))


def save_test(state: BattleState, use: ActionUse, aim: AimedTarget, stat: Save) -> D20Test:
    """Return the saving throw of a target against an effect."""
    saves = [save for save in use.effect.saves if save.stat == stat]
    held = [AREA] if use.effect.is_in_area else []
    held += [POISON] if any("poison" in damage.types for damage in use.effect.damage) else []
    circumstances = replace(aim.circumstances, holds=(*aim.circumstances.holds, *held))
    modifiers = [
        NamedModifier(f"against {use.name}", save.modifier)
        for save in saves[:1]
        if save.modifier and _is_meant(state, aim.creature, save)
    ]
    return D20Test(
        creature=aim.creature,
        kind="save",
        purpose=f"save-{stat}",
        reason=f"{state.name(aim.creature)}’s {stat_name(stat)} save against {use.name}",
        number=save_number(state, aim.creature, stat, circumstances, modifiers=modifiers),
        against=use.power_against(state, saves[0] if saves else None),
        stats=(stat, "saves"),
    )


def _is_meant(state: BattleState, creature: str, save: SavingThrow) -> bool:
    tags = {tag.casefold() for tag in state.fielded(creature).card.tags}
    words = {word.casefold() for word in save.modifier_for}
    singular = {word.removesuffix("s") for word in words} | {word.replace("fungi", "fungus") for word in words}
    return not words or not tags.isdisjoint(words | singular)
