"""Checks of one die against a number (initiative, saves, concentration, maneuvers), attacks and their damage."""

from dataclasses import replace

from rules.combat.answers import FacesRolled, FightAnswer, RollRuled
from rules.combat.resolution import Ask, FightTask
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import (
    ALWAYS_FAILS,
    ALWAYS_WORKS,
    ATTACK_DIE,
    MANEUVER_WORDS,
    SAVE_ROWS,
    combined_multiplier,
)
from rules.older_pathfinder.numbers import (
    DEFENSES,
    StrikePlan,
    WoundAmount,
    added_bonuses,
    armor_class,
    attack_chances,
    attack_hits,
    dice_of,
    least_wound,
    lowest_hit,
    maneuver_defense,
    save_modifier,
    total_damage,
    wounded,
)
from rules.older_pathfinder.order import with_initiative
from rules.older_pathfinder.state import OlderState

SUCCESS, FAILURE = "success", "failure"
TABLE_RULES = "the table rules"


def sum_in_words(face: int, modifier: int) -> str:
    """Return a die with its modifier as a sum, such as ``14 + 5 = 19``."""
    return f"{face} {'+' if modifier >= 0 else '-'} {abs(modifier)} = {face + modifier}"


def ruled_outcome(answer: FightAnswer | None, *outcomes: str) -> str | None:
    """Return the players' ruling, None for dice; raise ``ChangeRefused`` for a word that is not an outcome."""
    if not isinstance(answer, RollRuled):
        return None
    if answer.outcome not in outcomes:
        raise ChangeRefused(f"Enter one of these: {', '.join(outcomes)}." if outcomes else "Roll the dice for this.")
    return answer.outcome


def one_face(answer: FightAnswer | None) -> int:
    """Return the face of a single die; raise ``ChangeRefused`` for another answer."""
    if not isinstance(answer, FacesRolled) or len(answer.faces) != 1:
        raise ChangeRefused("Roll the die for this.")
    return answer.faces[0]


def check_need(modifier: int, dc: int) -> int:
    """Return the lowest face with which a check meets its DC, from 1 to 21; 21 means none does."""
    return min(21, max(1, dc - modifier))


def check_outcome(answer: FightAnswer, bonus: int, goal: int, label: str) -> tuple[str, str]:
    """Return the result of a check without special faces, and the reason in words; ``label`` is the name of its target
    number.
    """
    ruled = ruled_outcome(answer, SUCCESS, FAILURE)
    if ruled is not None:
        return ruled, TABLE_RULES
    face = one_face(answer)
    return SUCCESS if face + bonus >= goal else FAILURE, f"{sum_in_words(face, bonus)} against {label} {goal}"


def check_chances(need: int) -> tuple[tuple[str, int], ...]:
    """Return the chances of a check without faces of its own."""
    return (("Success", 21 - need), ("Failure", need - 1))


class OlderInitiativeTask(FightTask):
    """A combatant rolls initiative."""

    combatant: str

    def ask(self, state: OlderState) -> Ask | None:
        modifier = state.fighter_sheet(self.combatant).number("initiative")
        reason = f"{state.name(self.combatant)}’s initiative: d20 {modifier:+d}"
        return state.roll_ask(self.combatant, "initiative", reason, dice=1, sides=ATTACK_DIE)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        ruled_outcome(answer)
        face, modifier = one_face(answer), state.fighter_sheet(self.combatant).number("initiative")
        state = with_initiative(state.counted_roll(self.combatant, "initiative"), self.combatant, face + modifier)
        return state.note(self.combatant, f"{state.name(self.combatant)}: initiative {sum_in_words(face, modifier)}.")


class OlderSaveTask(FightTask):
    """A saving throw against a DC; a failed one lets ``wound`` through, and ``saved`` is the effect of a success
    on it.
    """

    combatant: str
    save: str
    dc: int
    why: str
    modifier: int = 0
    wound: WoundAmount | None = None
    saved: str = "table"

    def _bonus(self, state: OlderState) -> int:
        return save_modifier(state, self.combatant, self.save) + self.modifier

    def ask(self, state: OlderState) -> Ask | None:
        """Ask for a d20; a 1 always fails and a 20 always succeeds."""
        bonus = self._bonus(state)
        need = min(ALWAYS_WORKS, max(ALWAYS_FAILS + 1, self.dc - bonus))
        name = next(row.name for row in SAVE_ROWS if row.key == self.save)
        reason = f"{state.name(self.combatant)}’s {name} save against {self.why}: d20 {bonus:+d}, DC {self.dc}"
        chances = check_chances(need)
        return state.roll_ask(self.combatant, "save", reason, dice=1, sides=20, need=need, chances=chances)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        """Tell the result, and deal the damage that it lets through."""
        outcome, name = ruled_outcome(answer, SUCCESS, FAILURE), state.name(self.combatant)
        words = TABLE_RULES
        if outcome is None:
            face, bonus = one_face(answer), self._bonus(state)
            works = face == ALWAYS_WORKS or (face != ALWAYS_FAILS and face + bonus >= self.dc)
            outcome = SUCCESS if works else FAILURE
            words = f"{sum_in_words(face, bonus)} against DC {self.dc}"
        state = state.counted_roll(self.combatant, "save")
        state = state.note(self.combatant, f"{name}’s save against {self.why}: {words}, a {outcome}.")
        return self._damaged(state, is_saved=outcome == SUCCESS)

    def _damaged(self, state: OlderState, *, is_saved: bool) -> OlderState:
        wound = self.wound
        if wound is None:
            return state
        if not is_saved:
            return wounded(state, self.combatant, wound, self.why)
        if self.saved == "half":
            return wounded(state, self.combatant, replace(wound, amount=wound.amount // 2), f"{self.why}, halved")
        if self.saved == "none":
            return state
        return state.note(self.combatant, f"{wound.amount} damage is not dealt: the table decides what the save does.")


class OlderConcentrationTask(FightTask):
    """A concentration check; a success continues with ``then``, a failure loses the spell."""

    combatant: str
    dc: int
    why: str
    then: FightTask | None = None

    def _bonus(self, state: OlderState) -> int:
        number = state.fighter_sheet(self.combatant).number("concentration")
        return number + added_bonuses(state, self.combatant, "concentration")

    def ask(self, state: OlderState) -> Ask | None:
        if not state.fighter_of(self.combatant).is_able:
            return None
        bonus = self._bonus(state)
        need = check_need(bonus, self.dc)
        reason = f"{state.name(self.combatant)}’s concentration, {self.why}: d20 {bonus:+d}, DC {self.dc}"
        chances = check_chances(need)
        return state.roll_ask(self.combatant, "concentration", reason, dice=1, sides=20, need=need, chances=chances)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        name = state.name(self.combatant)
        if answer is None:
            return state.note(self.combatant, f"{name} cannot act: the spell is lost.")
        outcome, words = check_outcome(answer, self._bonus(state), self.dc, "DC")
        state = state.counted_roll(self.combatant, "concentration")
        lost = "" if outcome == SUCCESS else " The spell is lost."
        state = state.note(self.combatant, f"{name}’s concentration, {self.why}: {words}, a {outcome}.{lost}")
        return state.pushed(self.then) if self.then is not None and outcome == SUCCESS else state


class OlderManeuverTask(FightTask):
    """A combat maneuver: CMB against CMD. The players apply its effect."""

    combatant: str
    target: str
    maneuver: str
    modifier: int = 0

    def _bonus(self, state: OlderState) -> int:
        number = state.fighter_sheet(self.combatant).number("cmb") + self.modifier
        return number + added_bonuses(state, self.combatant, "cmb")

    def ask(self, state: OlderState) -> Ask | None:
        if not state.fighter_of(self.combatant).is_able:
            return None
        bonus, defense = self._bonus(state), maneuver_defense(state, self.target)
        need = check_need(bonus, defense)
        words = self._described(state)
        reason, chances = f"{words}: d20 {bonus:+d} against CMD {defense}", check_chances(need)
        return state.roll_ask(self.combatant, "maneuver", reason, dice=1, sides=20, need=need, chances=chances)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        name = state.name(self.combatant)
        if answer is None:
            return state.note(self.combatant, f"{name} can no longer act.")
        outcome, words = check_outcome(answer, self._bonus(state), maneuver_defense(state, self.target), "CMD")
        text = f"{self._described(state)}: {words}, a {outcome}."
        return state.counted_roll(self.combatant, "maneuver").note(self.combatant, text)

    def _described(self, state: OlderState) -> str:
        how = MANEUVER_WORDS.get(self.maneuver, f"tries to {self.maneuver}")
        return f"{state.name(self.combatant)} {how} {state.name(self.target)}"


HIT, MISS, CRITICAL = "hit", "miss", "critical hit"
MOST_TOLD_FACES = 20
"""The most dice of damage whose faces the log lists."""


class OlderAttackTask(FightTask):
    """The roll of an attack; one that ``confirms`` is the second roll after a threat."""

    plan: StrikePlan
    confirms: bool = False

    def _armor(self, state: OlderState) -> int:
        return armor_class(state, self.plan.target, self.plan.against, self.plan.cover)

    def ask(self, state: OlderState) -> Ask | None:
        plan = self.plan
        if not state.fighter_of(plan.combatant).is_able:
            return None
        armor, equal_hits = self._armor(state), state.setup.table.flag("equal_hits")
        words = self._described(state)
        return state.roll_ask(
            plan.combatant,
            "confirm" if self.confirms else "attack",
            f"{words}: d20 {plan.bonus:+d} against {DEFENSES[plan.against]} {armor}",
            dice=1,
            sides=ATTACK_DIE,
            need=lowest_hit(plan.bonus, armor, equal_hits=equal_hits),
            chances=attack_chances(plan, armor, equal_hits=equal_hits),
        )

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        """Miss, ask for the roll to confirm, or deal damage."""
        plan = self.plan
        if answer is None:
            return state.note(plan.combatant, f"{state.name(plan.combatant)} can no longer act.")
        outcome = ruled_outcome(answer, MISS, HIT, CRITICAL)
        if outcome is not None:
            state = state.note(plan.combatant, f"{self._described(state)}: the table rules a {outcome}.")
            return self._followed(state, outcome)
        face, armor = one_face(answer), self._armor(state)
        hits = attack_hits(face, plan.bonus, armor, equal_hits=state.setup.table.flag("equal_hits"))
        is_threat = hits and face >= plan.threat
        outcome = (CRITICAL if self.confirms else HIT) if hits else (HIT if self.confirms else MISS)
        told_as = "a threat" if is_threat and not self.confirms else f"a {outcome}"
        if self.confirms and not hits:
            told_as = "only a hit"
        sums = f"{sum_in_words(face, plan.bonus)} against {DEFENSES[plan.against]} {armor}"
        state = state.counted_roll(plan.combatant, "confirm" if self.confirms else "attack")
        state = state.note(plan.combatant, f"{self._described(state)}: {sums}, {told_as}.", *plan.why)
        if is_threat and not self.confirms and plan.multiplier > 1:
            return state.pushed(OlderAttackTask(plan, confirms=True))
        return self._followed(state, outcome)

    def _described(self, state: OlderState) -> str:
        plan = self.plan
        acts = "rolls to confirm a critical hit on" if self.confirms else "attacks"
        return f"{state.name(plan.combatant)} {acts} {state.name(plan.target)} with {plan.name}"

    def _followed(self, state: OlderState, outcome: str) -> OlderState:
        plan = self.plan
        if outcome == MISS:
            return state
        if plan.dice:
            multiplier = combined_multiplier(plan.times, plan.multiplier if outcome == CRITICAL else 1)
            return state.pushed(OlderDamageTask(plan, (plan.target,), multiplier))
        if plan.save is None:
            return state
        save, dc, _ = plan.save
        return state.pushed(OlderSaveTask(plan.target, save, dc, plan.name))


class OlderDamageTask(FightTask):
    """The damage of a hit or a spell: dice as often as the multiplier says, with all modifiers each time."""

    plan: StrikePlan
    targets: tuple[str, ...]
    multiplier: int = 1

    def ask(self, state: OlderState) -> Ask | None:
        """Ask for the dice, where there are any."""
        dice = dice_of(self.plan.dice)
        if not dice.count:
            return None
        times = f", multiplied by {self.multiplier}" if self.multiplier > 1 else ""
        reason = f"{state.name(self.plan.combatant)}’s damage, {self.plan.name}: {self.plan.dice}{times}"
        count = dice.count * self.multiplier
        return state.roll_ask(self.plan.combatant, "damage", reason, dice=count, sides=dice.sides)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        """Deal it, or ask for the saves of its targets."""
        ruled_outcome(answer)
        plan, dice = self.plan, dice_of(self.plan.dice)
        faces = answer.faces if isinstance(answer, FacesRolled) else ()
        total = total_damage(faces, dice, plan.damage, self.multiplier)
        words = self._rolled(faces)
        wound = least_wound(total, physical=plan.physical, nonlethal=plan.nonlethal, bypass=plan.bypass)
        if faces:
            state = state.counted_roll(plan.combatant, "damage")
        if plan.save is None:
            for target in self.targets:
                state = wounded(state, target, wound, words)
            return state
        save, dc, saved = plan.save
        return state.pushed(*(OlderSaveTask(target, save, dc, plan.name, 0, wound, saved) for target in self.targets))

    def _rolled(self, faces: tuple[int, ...]) -> str:
        """Return the rolled damage, such as ``Longsword: 1d8+1 (6, 5) +3, times 2``."""
        plan = self.plan
        faces_text = f" ({', '.join(str(face) for face in faces)})" if 0 < len(faces) <= MOST_TOLD_FACES else ""
        modifier = f" {plan.damage:+d}" if plan.damage else ""
        times = f", times {self.multiplier}" if self.multiplier > 1 else ""
        return f"{plan.name}: {plan.dice}{faces_text}{modifier}{times}"
