"""Choices of a creature's side: an item to gain or to swap, a body to use up, whom the Altar heals."""

from rules import items
from rules.combat.answers import OptionChosen
from rules.combat.resolution import ChoiceAsk, Option
from rules.effects.model import Effect
from rules.p2v_combat.actions import carried_title, item_kind_name
from rules.p2v_combat.belongings import (
    CONSUMED,
    bodies,
    fitting_choices,
    fitting_items,
    hand_over,
    unused_copies,
    unused_items,
)
from rules.p2v_combat.scoring.places import distance_to
from rules.p2v_combat.state import BattleState, ObjectivePrize
from rules.p2v_combat.tasks.damage import heal
from rules.p2v_combat.tasks.task import Task, TaskAnswer
from rules.replacing import replace
from rules.roster.model import ItemChoice
from rules.tables.objectives import ItemWanted
from rules.text import counted

ALTAR_HEALS, ALTAR_REACH = 10, 4


class CreatureChoice(Task):
    """A choice of the side of a creature; a single option is taken without a question."""

    creature: str
    source: str

    def reason(self, state: BattleState) -> str:
        """Return the question."""
        raise NotImplementedError

    def options(self, state: BattleState) -> tuple[Option, ...]:
        """Return the options."""
        raise NotImplementedError

    def chosen(self, state: BattleState, key: str) -> BattleState:
        """Return the state after the choice, "" if there are no options."""
        raise NotImplementedError

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        options = self.options(state)
        side = state.combatants[self.creature].side
        return ChoiceAsk(side, self.reason(state), options) if len(options) > 1 else None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, OptionChosen):
            return self.chosen(state, answer.option)
        return self.chosen(state, next((option.key for option in self.options(state)), ""))


class AltarHealing(CreatureChoice):
    """The Altar heals its claimer or a creature within 4 squares of it; only the players can see who is near."""

    def reason(self, state: BattleState) -> str:
        near = counted(ALTAR_REACH, "square")
        return f"{self.source}: which creature within {near} of {state.name(self.creature)} regains {ALTAR_HEALS} HP?"

    def options(self, state: BattleState) -> tuple[Option, ...]:
        """Return every creature in play, the claimer first."""
        others = (
            combatant.id
            for combatant in state.combatants.values()
            if combatant.is_in_play
            and combatant.id != self.creature
            and (distance_to(state, combatant.id, self.creature) or 0) <= ALTAR_REACH
        )
        named = ((other, state.setup.side(state.combatants[other].side).name) for other in (self.creature, *others))
        return tuple(Option(creature, f"{state.name(creature)} ({side})") for creature, side in named)

    def chosen(self, state: BattleState, key: str) -> BattleState:
        return heal(state, key, ALTAR_HEALS, source=self.source, by=None, is_magical=True)


class GainItem(CreatureChoice):
    """A creature gains an item of a kind, up to a level: first the item, then its spell, weapon or type.

    ``objective`` is the one that scores while the item is held. ``given`` is the creature's item in a swap.
    """

    wanted: ItemWanted
    level: int
    objective: str = ""
    given: ItemChoice | None = None
    item: str = ""

    def reason(self, state: BattleState) -> str:
        """Ask for the item, or for its choice."""
        if self.item:
            item = items.BY_KEY[self.item]
            return f"{self.source}: choose the {item.choice} of the {item_kind_name(item)}"
        traded = f" for {carried_title(self.given)}" if self.given else ""
        return f"{self.source}: which item does {state.name(self.creature)} gain{traded}?"

    def options(self, state: BattleState) -> tuple[Option, ...]:
        """Return the items that fit, or the choices for one of them."""
        if self._is_given_gone(state):
            return ()
        if self.item:
            return tuple(Option(choice.choice or "", choice.choice or "") for choice in self._choices(state))
        fitting = fitting_items(state, self.creature, self.wanted, self.level, self.given)
        return tuple(Option(item.key, f"{item_kind_name(item)}, level {item.level}") for item in fitting)

    def _is_given_gone(self, state: BattleState) -> bool:
        # Players can take it away, or check its boxes, by hand while this is asked.
        return self.given is not None and not unused_copies(state, self.creature, self.given)

    def _choices(self, state: BattleState) -> tuple[ItemChoice, ...]:
        return fitting_choices(state, self.creature, items.BY_KEY[self.item], self.wanted, self.given)

    def chosen(self, state: BattleState, key: str) -> BattleState:
        if self.given is not None and self._is_given_gone(state):
            text = f"{state.name(self.creature)} no longer has {carried_title(self.given)} to swap: it gains nothing."
            return state.note(self.creature, text, self.source)
        if not self.item:
            if not key:
                text = f"No item fits {state.name(self.creature)}: it gains none."
                return state.note(self.creature, text, self.source)
            return state.pushed(replace(self, item=key))
        choice = ItemChoice(self.item, key or None)
        if self.given is not None:
            state = hand_over(state, self.given, self.creature, None)
        state = hand_over(state, choice, None, self.creature)
        if self.objective:
            state = replace(state, prizes=(*state.prizes, ObjectivePrize(self.objective, choice, self.creature)))
        traded = f" for {carried_title(self.given)}" if self.given else ""
        return state.note(
            self.creature, f"{state.name(self.creature)} gains {carried_title(choice)}{traded}.", self.source
        )


class SwapItem(CreatureChoice):
    """A creature swaps an item of a kind that it carries for another of the same level or lower."""

    wanted: ItemWanted

    def reason(self, state: BattleState) -> str:
        return f"{self.source}: which item does {state.name(self.creature)} give?"

    def options(self, state: BattleState) -> tuple[Option, ...]:
        unused = unused_items(state, self.creature, self.wanted)
        return tuple(Option(str(place), carried_title(choice)) for place, choice in enumerate(unused, start=1))

    def chosen(self, state: BattleState, key: str) -> BattleState:
        """Ask what it gains for the item."""
        unused = unused_items(state, self.creature, self.wanted)
        if not key:
            return state.note(self.creature, f"{state.name(self.creature)} has no item to swap.", self.source)
        given = unused[int(key) - 1]
        level = items.BY_KEY[given.item].level
        return state.pushed(GainItem(self.creature, self.source, self.wanted, level, given=given))


class ConsumedBody(CreatureChoice):
    """A creature uses a body up that lies within some squares; it is gone for good."""

    squares: int = 1

    def reason(self, state: BattleState) -> str:
        return f"{self.source}: which body is used up?"

    def options(self, state: BattleState) -> tuple[Option, ...]:
        near = (body for body in bodies(state) if (distance_to(state, self.creature, body) or 0) <= self.squares)
        return tuple(Option(body, state.name(body)) for body in near)

    def chosen(self, state: BattleState, key: str) -> BattleState:
        if not key:
            return state
        state = state.with_scored_fact(CONSUMED, self.creature, key)
        return state.note(self.creature, f"The body of {state.name(key)} is gone.", self.source)


def body_refusal(state: BattleState, creature: str, effect: Effect) -> str:
    """Return why an effect finds no body to use up; empty if it finds one, or needs none."""
    needed = (ConsumedBody(creature, "", step.squares or 1) for step in effect.steps if step.action == "consume")
    return "" if all(choice.options(state) for choice in needed) else "No body lies near enough."
