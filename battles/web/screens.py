"""The layout of a battle for a screen: who is next, the open question, the creature in focus, both sides, the log."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.http import QueryDict

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.folding import FoldedBattle
from battles.selectors.gambits import plays_for
from battles.services.opponents import opponent_due
from battles.web.aim_forms import AimForm
from battles.web.aiming import (
    OptionButton,
    OptionGroup,
    StepQuestion,
    aim_form,
    command_buttons,
    option_groups,
    report_buttons,
    step_question,
    strike_queries,
    together_options,
)
from battles.web.board import BoardMoves, ObjectiveRow, board_moves, objective_rows
from battles.web.creature_rows import CreatureRow, SideRows, creature_row, side_rows
from battles.web.panels import (
    CreaturePanel,
    EndingForms,
    HandForms,
    creature_panel,
    ending_forms,
    hand_forms,
    may_give_points,
)
from battles.web.shown_boards import ShownBoard, shown_board
from battles.web.shown_fights import (
    LINES,
    Decides,
    ScreenTask,
    ShownFight,
    ShownLine,
    ShownNote,
    asked_parts,
    asked_task,
    latest_line,
    pass_words,
)
from battles.web.ways import WayForm, way_form
from rules.combat.resolution import ActAsk, Ask, ChoiceAsk, CountAsk, OfferAsk, RevealAsk, pending
from rules.p2v_combat.action_points import controller, members_behind
from rules.p2v_combat.faces import note_face, rolled_face
from rules.p2v_combat.scoring.objectives import objective_name, placed_objectives
from rules.p2v_combat.solo.playing import TIMING_HELP, TIMINGS
from rules.p2v_combat.state import BattleState
from rules.tables.damage import DAMAGE_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleScreen(ShownFight):
    """A battle as one visitor's screen shows it; ``hazards`` are the types of damage that terrain can deal."""

    sides: tuple[SideRows, ...]
    count: CountAsk | None
    reveal: RevealAsk | None
    step: StepQuestion | None
    aim: AimForm | None
    options: tuple[OptionGroup, ...]
    together: tuple[OptionGroup, ...]
    members: tuple[tuple[str, str], ...]
    panel: CreaturePanel | None
    objectives: tuple[ObjectiveRow, ...]
    board: ShownBoard | None
    way: WayForm | None
    moves: BoardMoves | None
    commands: tuple[tuple[str, tuple[OptionButton, ...]], ...]
    reports: tuple[OptionButton, ...]
    hand: HandForms | None
    may_give_points: bool
    may_add_creature: bool
    ending: EndingForms | None
    acting: tuple[CreatureRow, ...]
    whose: str
    opponent: str
    is_gone_back: bool
    hazards: ClassVar[tuple[str, ...]] = tuple(row.name for row in DAMAGE_TYPES)

    @property
    def is_mine(self) -> bool:
        """Whether the battle waits for the visitor."""
        return self.is_asked or self.task in ("begin", "count", "reveal", "step", "way", "activate", "turn")

    @property
    def has_hint(self) -> bool:
        """Whether the visitor has a command to choose, for which there is a hint."""
        return not self.opponent and (self.task in ("step", "way", "activate", "turn") or self.offer is not None)

    @property
    def squares(self) -> WayForm | None:
        """The squares to choose from: those of a move, or where the prepared action goes first."""
        return self.way or (self.aim.moves if self.aim else None)

    @property
    def side(self) -> str:
        """The side whose turn it is, or that activates next; empty while neither is so."""
        if self.task not in ("turn", "activate"):
            return ""
        return self.acting[0].side if self.acting else self.state.next_side or ""

    @property
    def latest(self) -> ShownLine | None:
        """The latest events, with the faces of hits, falls and the end."""
        latest = latest_line(self.log.lines)
        if latest is None:
            return None
        rows = [row for side in self.sides for row in side.rows]
        return replace(latest, lines=tuple(_with_face(note, rows) for note in latest.lines))

    @property
    def refused_options(self) -> tuple[OptionButton, ...]:
        """The actions that the creature in focus cannot take now."""
        return tuple(button for group in self.options for button in group.refused)

    @property
    def timing_help(self) -> str:
        """The difference between acting early and late, at the first such choice of a battle."""
        solo = self.state.solo
        is_first = solo is not None and self.state.round == 1 and not solo.timings
        return TIMING_HELP if is_first and self.choice and self.choice.options[0].key in TIMINGS else ""

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
        """The number of owned objectives on the board."""
        return sum(bool(objective.owner) for objective in self.objectives)


def battle_screen(
    view: BattleView, folded: FoldedBattle, *, focus: str = "", aimed: QueryDict | None = None
) -> BattleScreen:
    """Return the layout of a battle for a visitor; ``aimed`` names the action that the visitor prepares.

    No queries; one while the visitor waits for another side with an offer.
    """
    state = folded.state
    ask = pending(state)

    def _decides(side: str | None) -> bool:
        return _is_own(view, folded, side)

    def _passes(offer: OfferAsk) -> tuple[tuple[str, str], ...]:
        return tuple((side, _pass_words(folded, side)) for side in offer.sides if _decides(side))

    acting = tuple(
        creature_row(state, state.combatants[actor.id])
        for actor in (state.turn.acting if state.turn else ())
        if not actor.has_ended
    )
    chosen = focus if focus in state.combatants else acting[0].id if acting else ""
    may_write = view.plays and view.battle.status != BattleStatus.CLOSED
    objectives = objective_rows(state)
    options = option_groups(view, state, chosen) if chosen and may_write else ()
    aim = aim_form(view, state, aimed) if aimed is not None and may_write else None
    playing = opponent_due(view, folded) if may_write else ""
    return BattleScreen(
        **asked_parts(view, folded, ask, _decides, _passes, LINES),
        task=asked_task(view, state, ask, _decides) or _task(view, state, ask, _decides),
        choice=ask if isinstance(ask, ChoiceAsk) and _decides(ask.side) else None,
        sides=side_rows(view, state),
        count=ask if isinstance(ask, CountAsk) else None,
        reveal=ask if isinstance(ask, RevealAsk) else None,
        step=step_question(view, state),
        aim=aim,
        way=way_form(view, state, chosen) if may_write and aim is None else None,
        options=options,
        together=together_options(view, state) if may_write else (),
        members=tuple((actor.id, state.name(actor.id)) for actor in members_behind(state)),
        panel=creature_panel(view, state, chosen) if chosen else None,
        objectives=objectives,
        board=shown_board(state, objectives, strike_queries(state, chosen, options), _before_newest(folded)),
        commands=_commands(view, state, chosen) if chosen and may_write else (),
        moves=board_moves(view, state, chosen) if chosen and may_write else None,
        reports=report_buttons(view, state, chosen) if chosen and may_write else (),
        hand=hand_forms(view, state, chosen) if chosen and may_write else None,
        may_give_points=may_write and may_give_points(view, state),
        may_add_creature=may_write and state.phase == "playing",
        ending=ending_forms(view, state) if may_write else None,
        acting=acting,
        whose=_whose(folded),
        opponent=folded.setup.side(playing).name if playing else "",
        is_gone_back=bool(folded.log.undone),
    )


def _before_newest(folded: FoldedBattle) -> BattleState | None:
    """Return the battle before its newest step; None where it is not stored."""
    is_newest = len(folded.kept) > 1 and folded.kept[-1].state is folded.state
    return folded.kept[-2].state if is_newest else None


def _with_face(note: ShownNote, rows: list[CreatureRow]) -> ShownNote:
    namesakes = [row for row in rows if row.name == note.who]
    row = next((row for row in namesakes if row.id == note.creature), next(iter(namesakes), None))
    face = note_face(note.who + note.text)
    if face == "roll":
        return replace(note, face=face, die=rolled_face(note.text))
    if not face or (row is None and note.who):
        return note
    return replace(note, face=face, emblem=row.emblem if row else "", side=row.side if row else "")


def _commands(view: BattleView, state: BattleState, creature: str) -> tuple[tuple[str, tuple[OptionButton, ...]], ...]:
    """Return the objectives that a creature can command now, each with the buttons of its actions."""
    commands = (
        (objective_name(state, placed), command_buttons(view, state, creature, placed.kind))
        for placed in placed_objectives(state)
        if placed.creature
    )
    return tuple((name, buttons) for name, buttons in commands if buttons)


def _is_own(view: BattleView, folded: FoldedBattle, side: str | None) -> bool:
    """Return True if the visitor acts for a side, the game's own included."""
    known = [side.key for side in folded.setup.sides]
    return plays_for(view, folded.state, side if side in known else None)


def _task(view: BattleView, state: BattleState, ask: Ask | None, decides: Decides) -> ScreenTask:
    match ask:
        case CountAsk():
            return "count" if view.plays else "wait"
        case RevealAsk():
            return "reveal" if any(decides(side) for side, _ in ask.secrets) else "wait"
        case ActAsk():
            return "step" if decides(ask.side) else "wait"
    if not view.plays:
        return "wait"
    if state.phase == "initiative":
        return "begin"
    if state.turn is not None:
        return "turn" if any(decides(controller(state, actor.id)) for actor in state.turn.acting) else "wait"
    return "activate" if decides(state.next_side) else "wait"


def _whose(folded: FoldedBattle) -> str:
    side = folded.state.turn.side if folded.state.turn else folded.state.next_side
    return folded.setup.side(side).name if side else ""


def _pass_words(folded: FoldedBattle, side: str) -> str:
    # Monsters take every reaction: one that is offered waits only for whether it is near enough.
    fight_side = folded.setup.side(side)
    plays_gambits = fight_side.player == "game" and (folded.setup.solo or folded.setup.neutral_kinds)
    return "Not near enough: go on" if plays_gambits else pass_words(fight_side)
