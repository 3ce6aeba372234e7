"""Events that players call for: opportunities, saves, checks, damage, healing, and bonuses."""

from rules.combat.events import Combatants, chosen_key, number_within, require_nothing_asked, typed_line
from rules.combat.log import FightEvent
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import BONUS_TARGETS, MAX_BONUSES, SAVE_ROWS, TypedBonus, bonus_type, bonus_word
from rules.older_pathfinder.numbers import WoundAmount, older_healed, wounded
from rules.older_pathfinder.sheets import MAX_HP
from rules.older_pathfinder.state import MOST_DC, MOST_MODIFIER, OlderState
from rules.older_pathfinder.tasks.interruptions import provoking, threatening
from rules.older_pathfinder.tasks.rolls import OlderConcentrationTask, OlderSaveTask

HARM_SORTS = (("physical", "Physical"), ("other", "Energy or other"), ("nonlethal", "Nonlethal"))


class OpportunityCalled(FightEvent, kind="provoked"):
    """A combatant provokes with something that the present rules do not list."""

    combatant: str
    threatened_by: Combatants
    what: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        state.fighter_of(self.combatant)
        by = threatening(state, self.combatant, self.threatened_by)
        if not by:
            raise ChangeRefused("Choose who threatens.")
        return provoking(state, self.combatant, by, typed_line(self.what) or "the table says so")


class OlderSaveCalled(FightEvent, kind="save"):
    """A combatant rolls a saving throw."""

    combatant: str
    save: str
    dc: int
    modifier: int
    what: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        state.fighter_of(self.combatant)
        save = chosen_key(self.save, tuple(row.key for row in SAVE_ROWS), "Save")
        dc, modifier = (
            number_within(self.dc, 0, MOST_DC, "DC"),
            number_within(self.modifier, -MOST_MODIFIER, MOST_MODIFIER, "Modifier"),
        )
        return state.pushed(OlderSaveTask(self.combatant, save, dc, typed_line(self.what) or "an effect", modifier))


class ConcentrationCalled(FightEvent, kind="concentration"):
    """A combatant checks whether it keeps its concentration, for example on a lasting spell."""

    combatant: str
    dc: int
    what: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        if not state.fighter_of(self.combatant).is_able:
            raise ChangeRefused(f"{state.name(self.combatant)} cannot act.")
        dc = number_within(self.dc, 0, MOST_DC, "DC")
        return state.pushed(OlderConcentrationTask(self.combatant, dc, typed_line(self.what) or "by the table"))


class OlderHarmed(FightEvent, kind="damage"):
    """Damage from something that Muster does not roll."""

    combatant: str
    amount: int
    sort: str
    bypass: bool
    what: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        state.fighter_of(self.combatant)
        sort = chosen_key(self.sort, tuple(key for key, _ in HARM_SORTS), "Damage")
        amount = number_within(self.amount, 1, MAX_HP, "Amount")
        wound = WoundAmount(amount, sort != "other", nonlethal=sort == "nonlethal", bypass=self.bypass)
        return wounded(state, self.combatant, wound, typed_line(self.what))


class OlderHealed(FightEvent, kind="heal"):
    """A combatant regains hit points."""

    combatant: str
    amount: int

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        if state.fighter_of(self.combatant).is_dead:
            name = state.name(self.combatant)
            raise ChangeRefused(f"{name} is dead. If the table brings {name} back, set the hit points by hand.")
        return older_healed(state, self.combatant, number_within(self.amount, 1, MAX_HP, "Amount"))


class OlderBonusGiven(FightEvent, kind="bonus"):
    """A bonus or penalty begins, with its type and duration."""

    combatant: str
    to: str
    value: int
    type: str
    until: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        fighter = state.fighter_of(self.combatant)
        to = chosen_key(self.to, tuple(key for key, _ in BONUS_TARGETS), "Adds to")
        if not number_within(self.value, -MOST_MODIFIER, MOST_MODIFIER, "Value"):
            raise ChangeRefused("Value: enter a bonus above 0 or a penalty below it.")
        if len(fighter.bonuses) >= MAX_BONUSES:
            raise ChangeRefused(f"A combatant has at most {MAX_BONUSES} bonuses in play. End one first.")
        bonus = TypedBonus(bonus_type(typed_line(self.type)), self.value, to, typed_line(self.until))
        state = state.change(self.combatant, bonuses=(*fighter.bonuses, bonus))
        return state.note(self.combatant, f"{state.name(self.combatant)}: {bonus_word(bonus)}.")


class OlderBonusEnded(FightEvent, kind="bonus-ended"):
    """A bonus or penalty in play ends."""

    combatant: str
    bonus: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        bonuses = state.fighter_of(self.combatant).bonuses
        if self.bonus not in [str(place) for place in range(len(bonuses))]:
            raise ChangeRefused("That bonus is not in play any more.")
        place = int(self.bonus)
        state = state.change(self.combatant, bonuses=(*bonuses[:place], *bonuses[place + 1 :]))
        return state.note(self.combatant, f"{state.name(self.combatant)}: {bonus_word(bonuses[place])} ends.")
