"""A battle laid out for a screen: who is next, what is asked, the creature in focus, both sides, the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.http import QueryDict

from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.folding import FoldedBattle, LogLine
from battles.services.permissions import controller
from battles.web.aiming import (
    AimForm,
    OptionButton,
    OptionGroup,
    StepQuestion,
    aim_form,
    option_groups,
    report_buttons,
    step_question,
)
from battles.web.board import BoardMoves, ObjectiveRow, board_moves, objective_rows
from battles.web.commands import roll_place
from battles.web.creature_rows import (
    CreatureRow,
    HeldToggle,
    SideRows,
    UseBoxes,
    condition_toggles,
    creature_row,
    side_rows,
    use_boxes,
)
from rules.battle.events.answers import pending
from rules.battle.events.by_hand import EDGES
from rules.battle.frame.asks import ActAsk, ChoiceAsk, CountAsk, OfferAsk, OfferedAct, RollAsk
from rules.battle.state import BattleState, Note
from rules.tables.damage import DAMAGE_TYPES
from rules.text import listed

LINES = 12
"""Entries of the log that a page shows."""
TAPS = (-10, -5, -1, 1, 5, 10)
"""Changes of HP by one tap."""

ScreenTask = Literal["begin", "roll", "choice", "offer", "count", "step", "activate", "turn", "wait", "over", "closed"]


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
    """What creatures may do before things go on: the acts of the visitor's sides, and who else is asked."""

    reason: str
    acts: tuple[tuple[str, OfferedAct], ...]
    passes: tuple[tuple[str, str], ...]
    waits_for: str


@dataclass(frozen=True, slots=True)
class CreaturePanel:
    """The creature in focus with everything that can be done with it by hand."""

    row: CreatureRow
    is_acting: bool
    may_act: bool
    often: tuple[HeldToggle, ...]
    others: tuple[HeldToggle, ...]
    uses: tuple[UseBoxes, ...]
    stats: tuple[tuple[str, int], ...]
    minions: tuple[tuple[str, str], ...]

    @property
    def taps(self) -> tuple[int, ...]:
        """The changes of HP by one tap."""
        return TAPS

    @property
    def edges(self) -> tuple[str, ...]:
        """The edges over which it can leave; empty for none in particular."""
        return EDGES


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A step of the log as a page shows it."""

    number: int
    step: int
    side: str
    lines: tuple[tuple[str, str, tuple[str, ...]], ...]
    is_live: bool


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
    step: StepQuestion | None
    aim: AimForm | None
    options: tuple[OptionGroup, ...]
    panel: CreaturePanel | None
    objectives: tuple[ObjectiveRow, ...]
    moves: BoardMoves | None
    reports: tuple[OptionButton, ...]
    acting: tuple[CreatureRow, ...]
    lines: tuple[ShownLine, ...]
    whose: str
    waits_for: str
    can_undo: bool
    can_redo: bool
    asks_back: str
    answers_back: bool
    rounds: tuple[int, ...]

    @property
    def is_mine(self) -> bool:
        """Whether the battle waits for the visitor."""
        return self.task in ("begin", "count", "step", "activate", "turn") or bool(
            (self.roll and self.roll.is_own) or self.choice or (self.offer and self.offer.passes)
        )

    @property
    def sentence(self) -> str:
        """The result in words, once there is one."""
        names = {side.key: side.name for side in self.state.setup.sides}
        return self.state.result.sentence(names) if self.state.result else ""

    @property
    def hazards(self) -> tuple[str, ...]:
        """The types of damage that terrain can deal."""
        return tuple(one.name for one in DAMAGE_TYPES)


def battle_screen(
    view: BattleView, folded: FoldedBattle, *, focus: str = "", aimed: QueryDict | None = None, lines: int = LINES
) -> BattleScreen:
    """Return a battle laid out for a visitor; ``aimed`` names the action that the visitor prepares. No queries."""
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
        step=step_question(view, state),
        aim=aim_form(view, state, aimed) if aimed is not None and may_write else None,
        options=option_groups(view, state, chosen) if chosen and may_write else (),
        panel=_panel(view, state, chosen) if chosen else None,
        objectives=objective_rows(state),
        moves=board_moves(view, state, chosen) if chosen and may_write else None,
        reports=report_buttons(view, state, chosen) if chosen and may_write else (),
        acting=acting,
        lines=shown_lines(folded, lines),
        whose=_whose(folded),
        waits_for=folded.setup.side(ask.side).name if isinstance(ask, ActAsk | ChoiceAsk) else "",
        can_undo=may_write and bool(folded.log.done) and _is_own(view, folded, folded.log.done[-1].side),
        can_redo=may_write and bool(folded.log.undone) and _is_own(view, folded, folded.log.undone[-1].side),
        asks_back=_asked_words(folded) if asked and waits else "",
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
    return OfferQuestion(
        reason=ask.reason,
        acts=tuple((_before(state, act), act) for act in ask.offers if state.combatants[act.creature].side in own),
        passes=tuple((side, folded.setup.side(side).name) for side in own),
        waits_for=listed(folded.setup.side(side).name for side in ask.sides if side not in own),
    )


def _before(state: BattleState, act: OfferedAct) -> str:
    """Return who may act, "" where the label says it."""
    name = state.name(act.creature)
    return "" if name in act.label else name


def _panel(view: BattleView, state: BattleState, creature: str) -> CreaturePanel:
    one, fielded = state.combatants[creature], state.fielded(creature)
    often, others = condition_toggles(one)
    stats = fielded.card.stats
    side = controller(state, creature)
    acting = state.acting(creature)
    return CreaturePanel(
        row=creature_row(state, one),
        is_acting=acting is not None and not acting.has_ended,
        may_act=view.plays and (side is None or side in view.held or state.setup.side(side).player == "game"),
        often=often,
        others=others,
        uses=use_boxes(state, creature),
        stats=tuple(
            (label, value)
            for label, value in (
                ("Fight", stats.fight),
                ("Armor", stats.armor),
                ("Power", stats.power),
                ("Fort", stats.fortitude),
                ("Ref", stats.reflex),
                ("Will", stats.will),
                ("Speed", stats.speed),
            )
            if value is not None
        ),
        minions=tuple(
            (minion.id, state.name(minion.id))
            for minion in (state.turn.acting if state.turn else ())
            if minion.is_minion and not minion.has_ended and state.combatants[minion.id].commander == creature
        ),
    )


def shown_lines(folded: FoldedBattle, most: int) -> tuple[ShownLine, ...]:
    """Return the newest lines of the log, the newest first."""
    live = folded.live_steps
    found = []
    for line in reversed(folded.lines[-most:]):
        if line.notes:
            found.append(_shown(folded, line, is_live=line.step in live or line.kind in _ABOUT_LOG))
    return tuple(found)


_ABOUT_LOG = ("step-undone", "step-redone", "undo-asked", "undo-answered")


def _shown(folded: FoldedBattle, line: LogLine, *, is_live: bool) -> ShownLine:
    notes = tuple((_who(folded, note), note.text, note.why) for note in line.notes)
    return ShownLine(line.number, line.step, line.side or "", notes, is_live)


def _who(folded: FoldedBattle, note: Note) -> str:
    """Return whom a line is about, "" where its sentence begins with the name."""
    name = folded.state.name(note.creature) if note.creature else ""
    return "" if note.text.startswith(name) else name


def _asked_words(folded: FoldedBattle) -> str:
    asked = folded.log.asked
    assert asked is not None
    who = folded.setup.side(asked.side).name if asked.side else "Muster"
    steps = sum(step.number >= asked.step for step in folded.log.done)
    return f"{who} asks to go back {steps} step{'s' if steps != 1 else ''}."


def asks_for_dice(view: BattleView) -> bool:
    """Return True if players enter the faces of their own dice."""
    return view.battle.dice == BattleDice.ENTERED
