"""The result of a check for an objective, and creatures in disguise that others meet there."""

from dataclasses import replace

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.moves import may_stand, step_costs
from rules.board.terrain import DIRECTIONS as STEPS
from rules.combat.answers import FacesRolled, OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, Option
from rules.effects.model import Effect
from rules.effects.values import Damage, Range, SavingThrow
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import lent_to, objective_creature_id, rival_of
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.guards import SUCCESSES
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.p2v_combat.outcomes import gain_persistent
from rules.p2v_combat.scoring.objectives import (
    CLAIMED,
    REMOVED,
    placed_objectives,
    removed_objectives,
    special_objective,
)
from rules.p2v_combat.scoring.places import spaces_of, unmasked
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import lengths
from rules.p2v_combat.setup.secrets import disguise_purpose
from rules.p2v_combat.standing import battlefield_of, square_name, with_terrain_at, with_thing
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.acting import BlastTask
from rules.p2v_combat.tasks.choices import AltarHealing, GainItem
from rules.p2v_combat.tasks.task import D20Task, RolledResult, Task, TaskAnswer, roll_ask
from rules.p2v_combat.tasks.turns import StartTurn
from rules.p2v_combat.uses import ActionUse
from rules.p2v_combat.waiting import IS_DISGUISED, NOT_DISGUISED, appear, disguised, special_start
from rules.tables.areas import Square
from rules.tables.objectives import DEFAULT_POWER, DIRECTIONS, table_explodes
from rules.tables.sizes import Space

CHEST_POISON = 5
EXPLOSION, EXPLOSION_REACH = 20, 2
ALCHEMISTS_TABLE = "Alchemist's Table"
_EXPLOSION = Effect(
    range=Range("emanation", EXPLOSION_REACH),
    damage=(Damage(EXPLOSION, ("fire",)),),
    saves=(SavingThrow("reflex", "half"),),
)


def _without_objective(state: BattleState, by: str, objective: str) -> BattleState:
    """Return the state in which an objective has left the board."""
    state = state.with_scored_fact(REMOVED, by, objective)
    return with_terrain_at(state, objective_kind(objective).name)


class ClaimTask(Task):
    """The end of a check for an objective; older logs name its result and do not play it (``plays_out``)."""

    creature: str
    objective: str
    name: str
    plays_out: bool = True

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, RolledResult):
            raise ChangeRefused("A skill check is a d20.")
        return self._claim(state) if answer.outcome in SUCCESSES else self._fail(state)

    def _claim(self, state: BattleState) -> BattleState:
        state = state.note(self.creature, f"{state.name(self.creature)} claims the {self.name}.").with_scored_fact(
            CLAIMED, self.creature, self.objective
        )
        special = special_objective(self.objective)
        if special is None:
            return state
        if special.removed:
            state = _without_objective(state, self.creature, self.objective)
        state = state.note(self.creature, special.success, special.name)
        if self.objective == "altar":
            healing = AltarHealing(self.creature, special.name)
            return state.pushed(healing) if self.plays_out else healing.chosen(state, self.creature)
        if special.gains is None or not self.plays_out:
            return state
        scoring = self.objective if special.removed else ""
        level = state.fielded(self.creature).card.level
        return state.pushed(GainItem(self.creature, special.name, special.gains, level, scoring))

    def _fail(self, state: BattleState) -> BattleState:
        state = state.note(self.creature, f"{state.name(self.creature)} does not claim the {self.name}.")
        special = special_objective(self.objective)
        if special is None or not special.failure:
            return state
        state = state.note(self.creature, special.failure, special.name)
        if special.creature and self.plays_out:
            return begin_rival_turn(state, self.creature, objective_creature_id(self.objective))
        if special.walks and self.plays_out:
            return state.pushed(ObjectiveWalk(self.creature, self.name, special.walks, self.objective))
        match self.objective:
            case "trapped-treasure-chest":
                state = gain_persistent(state, self.creature, "poison", CHEST_POISON, source=special.name)
                return gain_condition(state, self.creature, "sickened", by=None, source=special.name)
            case "web-wrapped-victim":
                return gain_condition(state, self.creature, "encumbered", by=None, source=special.name)
            case "invalid":
                return _without_objective(state, self.creature, self.objective)
            case "alchemists-table":
                return state.pushed(TableMayExplode(self.creature, self.objective))
        return state


class TableMayExplode(Task):
    """After a failed check, a d6 decides whether the Alchemist's Table explodes."""

    creature: str
    objective: str

    def ask(self, state: BattleState) -> Ask | None:
        return roll_ask(state, self.creature, "explosion", "Alchemist's Table", sides=6, need=2)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Remove the table on a 1; it hits its user, and others that the players name."""
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused("The Alchemist's Table rolls a d6.")
        state = state.counted_roll(self.creature, "explosion")
        if not table_explodes(answer.faces[0]):
            return state.note(self.creature, "The table holds.")
        state = _without_objective(state, self.creature, self.objective)
        state = state.note(None, f"The table explodes: {EXPLOSION} fire damage, Reflex half.", ALCHEMISTS_TABLE)
        power = BattleNumber("Power", (NamedModifier(ALCHEMISTS_TABLE, DEFAULT_POWER),))
        use = ActionUse(user=self.creature, action="", name=ALCHEMISTS_TABLE, effect=_EXPLOSION, power=power)
        side, near = state.combatants[self.creature].side, (self.creature,)
        return state.pushed(
            BlastTask(
                use=use, side=side, middle="the table", squares=EXPLOSION_REACH, reached=near, around=self.objective
            )
        )


def begin_rival_turn(state: BattleState, creature: str, servant: str) -> BattleState:
    """Return the state in which a golem, animal or fey begins a turn under the control of a creature's opponent.

    If no card was agreed on, the players play it by hand.
    """
    # It takes a turn of 2 AP at once. Appendix "Special objectives", "Unactivated Golem".
    if servant not in state.combatants or not state.combatants[servant].is_up or state.turn is None:
        return state
    rival = rival_of(state, state.combatants[creature].side)
    text = f"{state.name(servant)} takes a turn: {state.setup.side(rival).name} decides."
    return lent_to(state, servant, rival).note(servant, text).pushed(StartTurn(servant))


class ObjectiveWalk(Task):
    """An objective walks some squares in a direction that a d8 shows, clockwise from the top."""

    creature: str
    name: str
    squares: int
    objective: str = ""

    def ask(self, state: BattleState) -> Ask | None:
        return roll_ask(state, self.creature, "walk", f"Where the {self.name} goes", sides=len(DIRECTIONS))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused(f"The {self.name} rolls a d{len(DIRECTIONS)}.")
        state = state.counted_roll(self.creature, "walk")
        how_far = lengths(state.setup.table, self.squares) if state.setup.table else str(self.squares)
        way = DIRECTIONS[answer.faces[0] - 1]
        why = f"{answer.faces[0]} on the d{len(DIRECTIONS)}"
        walked = self._on_board(state, [*STEPS.values()][answer.faces[0] - 1])
        if walked is None:
            text = f"The {self.name} walks {how_far} {way}, and stops before an occupied space: move it."
            return state.note(None, text, why)
        if Space(*walked) in spaces_of(state, self.objective):
            return state.note(None, f"The {self.name} cannot walk {way}: it stays where it is.", why)
        square = square_name(walked)
        state = with_thing(with_terrain_at(state, objective_kind(self.objective).name, walked), self.objective, walked)
        return state.note(None, f"The {self.name} walks {way}, to {square}.", why)

    def _on_board(self, state: BattleState, step: Square) -> Square | None:
        """Return where it ends: before the edge, what is solid, void, a creature or another objective; None without
        a board.
        """
        # Each square counts once, difficult ones too. Ruling 406.
        field, places = battlefield_of(state), spaces_of(state, self.objective)
        if field is None or not places:
            return None
        figure = BoardFigure(self.objective, "", places[0], "Medium")
        field = Battlefield(field.ground, tuple(replace(other, is_helpless=False) for other in field.figures))
        left = {placed.kind for placed in placed_objectives(state)} - removed_objectives(state) - {self.objective}
        others = {(place.x, place.y) for kind in left for place in spaces_of(state, kind)}
        for _ in range(self.squares):
            there = (figure.space.x + step[0], figure.space.y + step[1])
            is_open = next(step_costs(field, figure, (there,)), None) and may_stand(field, figure, there)
            if not is_open or there in others:
                break
            figure = replace(figure, space=Space(*there))
        return figure.space.x, figure.space.y


class DisguiseQuestion(Task, kw_only=True):
    """The side of a creature in disguise says truthfully whether something on the board is that creature.

    ``suspect`` is the objective or obstacle, ``name`` its name for players, ``by`` the creature that meets it. If the
    choice is sealed, the site answers.
    """

    disguised: str
    suspect: str
    name: str
    by: str

    def _shown(self, state: BattleState) -> bool | None:
        """Return whether it is the creature, if that is revealed; None before."""
        purpose = self.purpose(state)
        return next((choice == self.suspect for _, shown, choice in state.revealed if shown == purpose), None)

    def purpose(self, state: BattleState) -> str:
        """Return the purpose of the secret that answers it, such as ``tempting-disguise a.m3``."""
        start = special_start(state.setup, self.disguised)
        return disguise_purpose(start) if start else ""

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        if self.disguised not in disguised(state) or self._shown(state) is not None:
            return None
        options = (Option(IS_DISGUISED, "Yes, it is"), Option(NOT_DISGUISED, "No, it is not"))
        side = state.combatants[self.disguised].side
        return ChoiceAsk(side, f"Is the {self.name} {state.name(self.disguised)} in disguise?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, OptionChosen):
            return self.answered(state, answer.option == IS_DISGUISED)
        return self.answered(state, self.disguised in disguised(state) and bool(self._shown(state)))

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        """Return the state after the answer."""
        raise NotImplementedError


class ObjectiveMet(DisguiseQuestion, kw_only=True):
    """A creature interacts with an objective that may be one of several in disguise; if it is none, its check is
    rolled.
    """

    others: tuple[str, ...] = ()
    roll: D20Task

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        """Let the creature appear in place of the objective, or continue."""
        # The check fails, and the creature may be activated in this round. "Positioning upgrades", "Tempting Disguise".
        if is_it:
            text = f"{state.name(self.by)}’s check for the {self.name} fails without a roll."
            state = unmasked(state.note(self.by, text, "Tempting Disguise"), self.disguised, self.suspect)
            return appear(_without_objective(state, self.by, self.suspect), self.disguised)
        if self.others:
            return state.pushed(replace(self, disguised=self.others[0], others=self.others[1:]))
        return state.pushed(self.roll)


class DisguiseSeen(DisguiseQuestion, kw_only=True):
    """A creature has examined something, and learns only whether it is the creature in disguise."""

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        verb = "is" if is_it else "is not"
        text = f"{state.name(self.by)} sees: the {self.name} {verb} {state.name(self.disguised)} in disguise."
        return state.note(self.by, text, "Spotting a disguise")


class SpottingEnd(Task):
    """The end of a Perception check: only a success is answered."""

    question: DisguiseSeen

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Ask whether it is the creature, or leave it open."""
        if not isinstance(answer, RolledResult):
            raise ChangeRefused("A Perception check is a d20.")
        if answer.outcome in SUCCESSES:
            return state.pushed(self.question)
        by, name = self.question.by, self.question.name
        return state.note(by, f"{state.name(by)} cannot tell whether the {name} is a creature.", "Spotting a disguise")
