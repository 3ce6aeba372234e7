"""A battle laid out for a screen: who is next, what is asked, the creature in focus, both sides, the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.http import QueryDict

from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import can_redo_step, can_take_back
from battles.selectors.folding import FoldedBattle
from battles.services.permissions import patience_left
from battles.web.aiming import (
    AimForm,
    OptionButton,
    OptionGroup,
    StepQuestion,
    aim_form,
    option_groups,
    report_buttons,
    step_question,
    together_options,
)
from battles.web.board import BoardMoves, ObjectiveRow, board_moves, objective_rows
from battles.web.creature_rows import CreatureRow, SideRows, creature_row, side_rows
from battles.web.hand_forms import HandForms, hand_forms, may_give_points
from battles.web.log_lines import ShownLine, asked_words, shown_lines
from battles.web.panels import CreaturePanel, creature_panel
from battles.web.sent_forms import roll_place
from rules.battle.action_points import controller
from rules.battle.events.answers import pending
from rules.battle.groups import members_behind
from rules.battle.state import BattleState
from rules.fights.asks import ActAsk, ChoiceAsk, CountAsk, OfferAsk, OfferedAct, RevealAsk, RollAsk
from rules.tables.damage import DAMAGE_TYPES
from rules.text import listed

LINES = 12
"""Entries of the log that a page shows."""

ScreenTask = Literal[
    "begin", "roll", "choice", "offer", "count", "reveal", "step", "activate", "turn", "wait", "over", "closed"
]


@dataclass(frozen=True, slots=True)
class RollQuestion:
    """A roll that the battle waits for: what forms call it, its dice, what it needs, whether the visitor rolls."""

    place: str
    reason: str
    dice: int
    sides: int
    need: int | None
    chances: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    is_own: bool
    whose: str

    @property
    def numbers(self) -> range:
        """The dice, from 1."""
        return range(1, self.dice + 1)

    @property
    def has_buttons(self) -> bool:
        """Whether a face is entered by one tap."""
        return self.dice == 1 and self.sides <= 20


@dataclass(frozen=True, slots=True)
class OfferQuestion:
    """What creatures may do before things go on: the acts of the visitor's sides, and who else is asked.

    ``others`` are sides without which the visitor may go on after ``patience`` seconds.
    """

    reason: str
    acts: tuple[tuple[str, OfferedAct], ...]
    passes: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    patience: int
    waits_for: str


@dataclass(frozen=True, slots=True)
class BattleScreen:
    """A battle as one visitor's screen shows it."""

    view: BattleView
    head: int
    state: BattleState
    task: ScreenTask
    sides: tuple[SideRows, ...]
    roll: RollQuestion | None
    choice: ChoiceAsk | None
    offer: OfferQuestion | None
    count: CountAsk | None
    reveal: RevealAsk | None
    step: StepQuestion | None
    aim: AimForm | None
    options: tuple[OptionGroup, ...]
    together: tuple[OptionGroup, ...]
    members: tuple[tuple[str, str], ...]
    panel: CreaturePanel | None
    objectives: tuple[ObjectiveRow, ...]
    moves: BoardMoves | None
    reports: tuple[OptionButton, ...]
    hand: HandForms | None
    may_give_points: bool
    may_add_creature: bool
    acting: tuple[CreatureRow, ...]
    lines: tuple[ShownLine, ...]
    whose: str
    waits_for: str
    can_undo: bool
    back_step: int | None
    can_redo: bool
    asks_back: str
    answers_back: bool
    rounds: tuple[int, ...]

    @property
    def is_mine(self) -> bool:
        """Whether the battle waits for the visitor."""
        return self.task in ("begin", "count", "reveal", "step", "activate", "turn") or bool(
            (self.roll and self.roll.is_own) or self.choice or (self.offer and self.offer.passes)
        )

    @property
    def sentence(self) -> str:
        """The result in words, once there is one."""
        names = {side.key: side.name for side in self.state.setup.sides}
        return self.state.result.sentence(names) if self.state.result else ""

    @property
    def ready(self) -> tuple[CreatureRow, ...]:
        """The creatures that can be activated now."""
        return tuple(row for side in self.sides if side.is_next for row in side.rows if row.can_activate)

    @property
    def claimed(self) -> int:
        """How many objectives on the board have an owner."""
        return sum(bool(one.owner) for one in self.objectives)

    @property
    def hazards(self) -> tuple[str, ...]:
        """The types of damage that terrain can deal."""
        return tuple(one.name for one in DAMAGE_TYPES)


def battle_screen(
    view: BattleView, folded: FoldedBattle, *, focus: str = "", aimed: QueryDict | None = None, lines: int = LINES
) -> BattleScreen:
    """Return a battle laid out for a visitor; ``aimed`` names the action that the visitor prepares.

    No queries; one while the visitor waits for another side that is offered something.
    """
    state = folded.state
    ask = pending(state)
    task = _task(view, folded)
    acting = tuple(
        creature_row(state, state.combatants[one.id])
        for one in (state.turn.acting if state.turn else ())
        if not one.has_ended
    )
    chosen = focus if focus in state.combatants else acting[0].id if acting else ""
    waits = folded.log.undo_waits_for(folded.setup.people)
    asked = folded.log.asked
    may_write = view.plays and view.battle.status != BattleStatus.CLOSED
    last = folded.log.done[-1] if folded.log.done else None
    can_undo = may_write and can_take_back(view, folded)
    return BattleScreen(
        view=view,
        head=folded.number,
        state=state,
        task=task,
        sides=side_rows(view, state),
        roll=_roll_question(view, state, ask) if isinstance(ask, RollAsk) else None,
        choice=ask if isinstance(ask, ChoiceAsk) and _is_own(view, folded, ask.side) else None,
        offer=_offer_question(view, folded, ask) if isinstance(ask, OfferAsk) else None,
        count=ask if isinstance(ask, CountAsk) else None,
        reveal=ask if isinstance(ask, RevealAsk) else None,
        step=step_question(view, state),
        aim=aim_form(view, state, aimed) if aimed is not None and may_write else None,
        options=option_groups(view, state, chosen) if chosen and may_write else (),
        together=together_options(view, state) if may_write else (),
        members=tuple((one.id, state.name(one.id)) for one in members_behind(state)),
        panel=creature_panel(view, state, chosen) if chosen else None,
        objectives=objective_rows(state),
        moves=board_moves(view, state, chosen) if chosen and may_write else None,
        reports=report_buttons(view, state, chosen) if chosen and may_write else (),
        hand=hand_forms(view, state, chosen) if chosen and may_write else None,
        may_give_points=may_write and may_give_points(view, state),
        may_add_creature=may_write and state.phase == "playing",
        acting=acting,
        lines=shown_lines(folded, lines),
        whose=_whose(folded),
        waits_for=folded.setup.side(ask.side).name if isinstance(ask, ActAsk | ChoiceAsk) else "",
        can_undo=can_undo,
        back_step=last.number if may_write and last is not None and not can_undo else None,
        can_redo=may_write and can_redo_step(view, folded),
        asks_back=asked_words(folded) if asked and waits else "",
        answers_back=may_write and any(side in view.held for side in waits),
        rounds=tuple(one.round for one in folded.rounds if one.round),
    )


def _is_own(view: BattleView, folded: FoldedBattle, side: str | None) -> bool:
    """Return True if the visitor acts for a side, the game's own included."""
    if not view.plays:
        return False
    known = [one.key for one in folded.setup.sides]
    return side is None or side in view.held or side not in known or folded.setup.side(side).player == "game"


def _task(view: BattleView, folded: FoldedBattle) -> ScreenTask:
    state, ask = folded.state, pending(folded.state)
    if view.battle.status == BattleStatus.CLOSED:
        return "closed"
    if state.phase == "over":
        return "over"
    if isinstance(ask, RollAsk):
        return "roll"
    if isinstance(ask, OfferAsk):
        return "offer"
    if isinstance(ask, CountAsk):
        return "count" if view.plays else "wait"
    if isinstance(ask, RevealAsk):
        return "reveal" if any(_is_own(view, folded, side) for side, _ in ask.secrets) else "wait"
    if isinstance(ask, ActAsk):
        return "step" if _is_own(view, folded, ask.side) else "wait"
    if isinstance(ask, ChoiceAsk):
        return "choice" if _is_own(view, folded, ask.side) else "wait"
    if not view.plays:
        return "wait"
    if state.phase == "initiative":
        return "begin"
    if state.turn is not None:
        return "turn" if any(_may_act(view, folded, one.id) for one in state.turn.acting) else "wait"
    return "activate" if _is_own(view, folded, state.next_side) else "wait"


def _may_act(view: BattleView, folded: FoldedBattle, creature: str) -> bool:
    side = controller(folded.state, creature)
    return view.plays and (side is None or _is_own(view, folded, side))


def _whose(folded: FoldedBattle) -> str:
    side = folded.state.turn.side if folded.state.turn else folded.state.next_side
    return folded.setup.side(side).name if side else ""


def _roll_question(view: BattleView, state: BattleState, ask: RollAsk) -> RollQuestion:
    names = {side.key: side.name for side in state.setup.sides}
    games = {side.key for side in state.setup.sides if side.player == "game"}
    return RollQuestion(
        place=roll_place(ask),
        reason=ask.reason,
        dice=ask.dice,
        sides=ask.sides,
        need=ask.need,
        chances=ask.chances,
        faces=tuple(range(1, ask.sides + 1)),
        is_own=view.plays and (ask.side in view.held or ask.side not in names or ask.side in games),
        whose=names.get(ask.side or "", ""),
    )


def _offer_question(view: BattleView, folded: FoldedBattle, ask: OfferAsk) -> OfferQuestion:
    state = folded.state
    own = [side for side in ask.sides if _is_own(view, folded, side)]
    others = [side for side in ask.sides if side not in own]
    may_go_on = bool(others) and view.plays and not own
    return OfferQuestion(
        reason=ask.reason,
        acts=tuple((_before(state, act), act) for act in ask.offers if state.combatants[act.creature].side in own),
        passes=tuple((side, _pass_words(folded, side)) for side in own),
        others=tuple((side, folded.setup.side(side).name) for side in others) if may_go_on else (),
        patience=patience_left(view.battle) if may_go_on else 0,
        waits_for=listed(folded.setup.side(side).name for side in others),
    )


def _pass_words(folded: FoldedBattle, side: str) -> str:
    # Monsters take every reaction: one that is offered waits only for whether it is near enough.
    one = folded.setup.side(side)
    return "Not near enough: go on" if one.player == "game" and folded.setup.solo else f"{one.name}: go on"


def _before(state: BattleState, act: OfferedAct) -> str:
    """Return who may act, "" where the label says it."""
    name = state.name(act.creature)
    return "" if name in act.label else name


def asks_for_dice(view: BattleView) -> bool:
    """Return True if players enter the faces of their own dice."""
    return view.battle.dice == BattleDice.ENTERED
