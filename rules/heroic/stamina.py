"""Stamina: damage with immunity and weakness, temporary Stamina, Recoveries, dying and death."""

from rules.combat.answers import FacesRolled, FightAnswer, RollRuled
from rules.combat.events import number_within, typed_line
from rules.combat.resolution import Ask, FightTask
from rules.documents.shapes import whole_number_of
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, HeroicState
from rules.heroic.tables import WATER_FIRE_IMMUNITY, WATER_LIGHTNING_WEAKNESS

MAX_AMOUNT = 9_999
"""The most damage of one blow."""
LOWEST = -9_999
"""The lowest Stamina if it continues below 0."""


def protection(combatant: HeroicCombatant, column: str, damage_type: str) -> int:
    """Return the highest immunity or weakness of a combatant to a damage type, that of deep water included."""
    amounts = [int(row["amount"]) for row in combatant.sheet.rows(column) if row["type"] == damage_type]
    if combatant.is_underwater and (column, damage_type) == ("immunities", "fire"):
        amounts.append(WATER_FIRE_IMMUNITY)
    if combatant.is_underwater and (column, damage_type) == ("weaknesses", "lightning"):
        amounts.append(WATER_LIGHTNING_WEAKNESS)
    return max(amounts, default=0)


def is_left_hidden(state: HeroicState, combatant: str) -> bool:
    """Return True if notes, which everyone reads, hide what a combatant has left."""
    return state.setup.hides_left and state.is_master(combatant)


def lose_stamina(state: HeroicState, combatant: str, amount: int, damage_type: str) -> HeroicState:
    """Return the state once damage befell a combatant: weakness, immunity, temporary Stamina (ruling 328)."""
    heroic_combatant = state.heroic_of(combatant)
    name = state.name(combatant)
    if heroic_combatant.is_out:
        return state.note(combatant, f"{name} is out of the fight already.")
    weak, immune = (protection(heroic_combatant, column, damage_type) for column in ("weaknesses", "immunities"))
    taken = min(MAX_AMOUNT, max(0, amount + (weak if amount else 0) - immune))
    absorbed = min(taken, heroic_combatant.temporary)
    why = _reasons(damage_type, weak if amount else 0, immune, 0 if is_left_hidden(state, combatant) else absorbed)
    state = state.note(combatant, f"{name} takes {taken} {_typed(damage_type)}damage.", *why)
    state = state.change(combatant, temporary=heroic_combatant.temporary - absorbed)
    return _wounded(state, combatant, taken - absorbed) if taken > absorbed else state


def _typed(damage_type: str) -> str:
    return "" if damage_type == "untyped" else f"{damage_type} "


def _reasons(damage_type: str, weak: int, immune: int, absorbed: int) -> list[str]:
    reasons = []
    if weak:
        reasons.append(f"Weakness to {damage_type}: +{weak}")
    if immune:
        reasons.append(f"Immunity to {damage_type}: −{immune}")
    if absorbed:
        reasons.append(f"Temporary Stamina takes {absorbed}")
    return reasons


def _wounded(state: HeroicState, combatant: str, amount: int) -> HeroicState:
    heroic_combatant = state.heroic_of(combatant)
    was_dying, was_winded, name = heroic_combatant.is_dying, heroic_combatant.is_winded, state.name(combatant)
    least = LOWEST if state.setup.table.flag("below_zero") else 0
    state = state.change(combatant, stamina=max(least, heroic_combatant.stamina - amount), is_stable=False)
    now = state.heroic_of(combatant)
    if was_dying and not heroic_combatant.recoveries:
        return _fallen(state.change(combatant, is_dead=True).note(combatant, f"{name} dies."), combatant)
    if now.is_down and not heroic_combatant.is_down:
        words = f"{name} falls prone and is dying." if heroic_combatant.is_hero else f"{name} is out of the fight."
        return _fallen(state.change(combatant, is_prone=True).note(combatant, words), combatant)
    if now.is_dying and not was_dying:
        return state.note(combatant, f"{name} is dying again.")
    if now.is_winded and not was_winded and not is_left_hidden(state, combatant):
        return state.note(combatant, f"{name} is winded.")
    return state


def _fallen(state: HeroicState, combatant: str) -> HeroicState:
    """Return the state after a combatant has released what it held: those it grabbed, the object, its rider."""
    name = state.name(combatant)
    for heroic_combatant in state.everyone():
        if heroic_combatant.grabbed_by == combatant:
            state = state.change(heroic_combatant.id, grabbed_by="").note(
                heroic_combatant.id, f"{state.name(heroic_combatant.id)} is no longer grabbed."
            )
        if heroic_combatant.mount == combatant and state.heroic_of(combatant).is_out:
            state = state.change(heroic_combatant.id, mount="").note(
                heroic_combatant.id,
                f"{state.name(heroic_combatant.id)} is dismounted. Enter a fall if it takes damage from one.",
            )
    if state.own.holder == combatant:
        state = state.note(combatant, f"{name} still has the object. Enter who takes it.")
    return state


def after_setting(state: HeroicState, combatant: str) -> HeroicState:
    """Return the state after Stamina was set by hand: a combatant that falls to 0 releases what it held and falls
    prone.
    """
    heroic_combatant = state.heroic_of(combatant)
    return _fallen(state.change(combatant, is_prone=True), combatant) if heroic_combatant.is_down else state


def regain_stamina(state: HeroicState, combatant: str, amount: int) -> HeroicState:
    """Return the state with Stamina regained, up to the maximum; above 0 no one is dying."""
    heroic_combatant = state.heroic_of(combatant)
    stamina = min(heroic_combatant.most, heroic_combatant.stamina + amount)
    state = state.change(combatant, stamina=stamina, is_stable=heroic_combatant.is_stable and stamina <= 0)
    number = "" if is_left_hidden(state, combatant) else f" {stamina - heroic_combatant.stamina}"
    state = state.note(combatant, f"{state.name(combatant)} regains{number} Stamina.")
    if heroic_combatant.is_dying and stamina > 0:
        state = state.note(combatant, f"{state.name(combatant)} is no longer dying, but still prone.")
    return state


def spend_recovery(state: HeroicState, combatant: str) -> HeroicState:
    """Return the state with a Recovery spent for its value; raise ``ChangeRefused`` if none is left."""
    heroic_combatant = state.heroic_of(combatant)
    if not heroic_combatant.recoveries:
        raise ChangeRefused(f"{state.name(combatant)} has no Recoveries left.")
    state = state.change(combatant, recoveries=heroic_combatant.recoveries - 1)
    return regain_stamina(state, combatant, state.recovery_value(heroic_combatant))


def heal_target(state: HeroicState, combatant: str, *, sees_hidden: bool) -> HeroicState:
    """Return the state after a combatant was healed: it spends a Recovery, and is no longer dying.

    Without Recoveries, the players have agreed on the effect. Raises ``ChangeRefused`` if that is nothing; a healer
    without ``sees_hidden`` is not told, and has used the action.
    """
    heroic_combatant = state.heroic_of(combatant)
    agreed = state.setup.table.word("heal_empty")
    if heroic_combatant.recoveries:
        state = spend_recovery(state, combatant)
    elif agreed == "value":
        state = regain_stamina(state, combatant, state.recovery_value(heroic_combatant))
    elif agreed == "nothing" or not heroic_combatant.is_dying:
        if not sees_hidden:
            return regain_stamina(state, combatant, 0)
        raise ChangeRefused(f"{state.name(combatant)} has no Recoveries left, so Heal does nothing.")
    if heroic_combatant.is_dying and state.heroic_of(combatant).is_down:
        name = state.name(combatant)
        state = state.change(combatant, is_stable=True).note(combatant, f"{name} is stable and no longer dying.")
    return state


def gain_temporary(state: HeroicState, combatant: str, amount: int) -> HeroicState:
    """Return the state with temporary Stamina; the higher of the old and the new remains."""
    heroic_combatant = state.heroic_of(combatant)
    kept = max(heroic_combatant.temporary, amount)
    number = "" if is_left_hidden(state, combatant) else f" {kept}"
    return state.change(combatant, temporary=kept).note(
        combatant, f"{state.name(combatant)} has{number} temporary Stamina."
    )


def dying_turn(state: HeroicState, combatant: str) -> HeroicState:
    """Return the state once a dying combatant's own turn has cost it a Recovery, if it has one."""
    heroic_combatant = state.heroic_of(combatant)
    if not heroic_combatant.is_dying:
        return state
    name, is_hidden = state.name(combatant), is_left_hidden(state, combatant)
    if not heroic_combatant.recoveries:
        words = "is dying." if is_hidden else "is dying and has no Recoveries left: the next damage kills."
        return state.note(combatant, f"{name} {words}")
    left = heroic_combatant.recoveries - 1
    words = "is dying." if is_hidden else f"is dying and loses a Recovery: {left} left."
    return state.change(combatant, recoveries=left).note(combatant, f"{name} {words}")


class HeroicDamageTask(FightTask):
    """Damage to a combatant: a number, or dice such as 2d6+3."""

    by: str
    target: str
    amount: str
    damage_type: str
    reason: str

    def ask(self, state: HeroicState) -> Ask | None:
        count, sides, _ = dice_parts(self.amount)
        if not count or state.heroic_of(self.target).is_out:
            return None
        return state.roll_ask(self.by, f"damage {self.target}", self.reason, dice=count, sides=sides)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        """Deal it. The players may decide the number."""
        count, _, more = dice_parts(self.amount)
        if isinstance(answer, RollRuled):
            decided = number_within(whole_number_of(answer.outcome), 0, MAX_AMOUNT, "Damage")
            state = state.note(self.target, f"The table decides: {decided} damage.", typed_line(answer.reason))
            return lose_stamina(state, self.target, decided, self.damage_type)
        if answer is None:
            return lose_stamina(state, self.target, more if not count else 0, self.damage_type)
        assert isinstance(answer, FacesRolled)
        state = state.counted_roll(self.by, f"damage {self.target}")
        amount = max(0, sum(answer.faces) + more)
        faces = " + ".join(str(face) for face in answer.faces)
        state = state.note(self.by, f"{self.reason}: {amount} ({faces}{_signed(more)}).")
        return lose_stamina(state, self.target, amount, self.damage_type)


def _signed(number: int) -> str:
    return f" {'+' if number > 0 else '−'} {abs(number)}" if number else ""


def dice_parts(amount: str) -> tuple[int, int, int]:
    """Return the number of dice, their sides, and the bonus; no dice for a plain number or an empty text.

    >>> dice_parts("2d6+3"), dice_parts("4"), dice_parts("")
    ((2, 6, 3), (0, 0, 4), (0, 0, 0))
    """
    if "d" not in amount:
        return 0, 0, int(amount or 0)
    count, _, rest = amount.partition("d")
    sign = next((sign for sign in "+-" if sign in rest), "")
    sides, _, more = rest.partition(sign) if sign else (rest, "", "")
    return int(count), int(sides), int(f"{sign}{more}") if more else 0
