"""The shared parts of the screens of all fights: the question to a visitor, and the lines of the log."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import can_redo_step, can_take_back
from battles.selectors.folding import AnyFoldedFight, LogLine, note_words
from battles.services.recording import patience_left
from battles.web.sent_forms import roll_place
from rules.combat.family import PlannedFight
from rules.combat.log import LOG_EVENTS
from rules.combat.resolution import ActAsk, Ask, ChoiceAsk, OfferAsk, OfferedAct, ResolvingState, RollAsk, WayAsk
from rules.combat.state import FightSide
from rules.p2v_combat.announcements import BY_TABLE
from rules.text import counted, listed

LINES = 12
"""Entries of the log that a page shows."""
MOST_NOTES = 10
"""The most notes of the newest step at the top of a phone."""
_ABOUT_LOG = frozenset(event.kind for event in LOG_EVENTS)


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A sentence of the log: the name that it begins with, the rest, and why.

    ``by_hand`` is the id of the creature for which the players enter by hand what it says, empty where they need not.
    ``face`` is what it is drawn with above the log, with the ``die``, or the creature's ``emblem`` and
    ``side``.
    """

    who: str
    text: str
    why: tuple[str, ...]
    by_hand: str = ""
    face: str = ""
    emblem: str = ""
    side: str = ""
    creature: str = ""
    die: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A step of the log as a page shows it."""

    number: int
    step: int
    side: str
    lines: tuple[ShownNote, ...]
    is_live: bool


@dataclass(frozen=True, slots=True)
class ShownLog:
    """The log for a page: its newest lines, newest first, and the visitor's commands for its steps.

    ``back_step`` is the last step if undoing it needs consent; ``asks_back`` says who asks, and how far, which the
    visitor ``answers_back``. ``rounds`` are earlier rounds to view.
    """

    lines: tuple[ShownLine, ...]
    can_undo: bool
    back_step: int | None
    can_redo: bool
    asks_back: str
    answers_back: bool
    rounds: tuple[int, ...]


def shown_log(view: BattleView, folded: AnyFoldedFight, most: int) -> ShownLog:
    """Return the log as a visitor's page shows it. No query."""
    may_write = view.plays and view.battle.status != BattleStatus.CLOSED
    waits = folded.log.undo_waits_for(folded.setup.people)
    last = folded.log.done[-1] if folded.log.done else None
    can_undo = may_write and can_take_back(view, folded)
    return ShownLog(
        lines=shown_lines(folded, most),
        can_undo=can_undo,
        back_step=last.number if may_write and last is not None and not can_undo else None,
        can_redo=may_write and can_redo_step(view, folded),
        asks_back=_asked_words(folded) if folded.log.asked and waits else "",
        answers_back=may_write and any(side in view.held for side in waits),
        rounds=tuple(dict.fromkeys(round_state.round for round_state in folded.rounds if round_state.round)),
    )


def shown_lines(folded: AnyFoldedFight, most: int) -> tuple[ShownLine, ...]:
    """Return the newest lines of the log, the newest first."""
    lines = folded.lines[-most:]
    live = folded.live_steps(since=min((line.step for line in lines), default=0))
    names = folded.state.names
    shown = []
    for line in reversed(lines):
        if line.notes:
            shown.append(_shown(folded, line, names, is_live=line.step in live or line.kind in _ABOUT_LOG))
    return tuple(shown)


def newest_step(lines: tuple[ShownLine, ...]) -> ShownLine | None:
    """Return the results of the newest step as one line, in order; None if nothing has happened.

    A step is one command with its results, including Muster's dice. A long one shows only its last notes.
    """
    if not lines:
        return None
    newest = [line for line in lines if line.step == lines[0].step]
    notes = tuple(note for line in reversed(newest) for note in line.lines)
    side = next((line.side for line in reversed(newest) if line.side), "")
    return ShownLine(lines[0].number, lines[0].step, side, notes[-MOST_NOTES:], lines[0].is_live)


def latest_line(lines: tuple[ShownLine, ...]) -> ShownLine | None:
    """Return the newest line, preceded by the players' tasks from the rest of its step."""
    if not lines:
        return None
    newest, *others = (line for line in lines if line.step == lines[0].step)
    earlier = tuple(note for line in reversed(others) for note in line.lines if note.by_hand)
    return replace(newest, lines=(*earlier, *newest.lines))


def _shown(folded: AnyFoldedFight, line: LogLine, names: tuple[str, ...], *, is_live: bool) -> ShownLine:
    notes = tuple(
        ShownNote(
            *note_words(folded.state, note, names),
            note.why,
            note.creature if note.creature and BY_TABLE in note.why else "",
            creature=note.creature or "",
        )
        for note in line.notes
    )
    return ShownLine(line.number, line.step, line.side or "", notes, is_live)


def _asked_words(folded: AnyFoldedFight) -> str:
    asked = folded.log.asked
    assert asked is not None
    who = folded.setup.side(asked.side).name if asked.side else "Muster"
    steps = sum(step.number >= asked.step for step in folded.log.done)
    return f"{who} asks to go back {counted(steps, 'step')}."


@dataclass(frozen=True, slots=True)
class RollQuestion:
    """A roll that the battle waits for: its key in forms, its dice, its target number, whether the visitor rolls."""

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
    """Creatures' reactions before play continues: the acts of the visitor's sides, and who else is asked.

    ``others`` are sides without which the visitor may continue after ``patience`` seconds.
    """

    reason: str
    acts: tuple[tuple[str, OfferedAct], ...]
    passes: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    patience: int
    waits_for: str


def roll_question(ask: RollAsk, setup: PlannedFight, *, is_own: bool) -> RollQuestion:
    """Return a request for dice in the form of forms; ``is_own`` is True if the visitor rolls."""
    names = {side.key: side.name for side in setup.sides}
    return RollQuestion(
        place=roll_place(ask),
        reason=ask.reason,
        dice=ask.dice,
        sides=ask.sides,
        need=ask.need,
        chances=ask.chances,
        faces=tuple(range(1, ask.sides + 1)),
        is_own=is_own,
        whose=names.get(ask.side or "", ""),
    )


def offer_question(
    view: BattleView, state: ResolvingState, ask: OfferAsk, passes: tuple[tuple[str, str], ...]
) -> OfferQuestion:
    """Return the reactions before play continues; ``passes`` are the visitor's sides, each with the words to pass."""
    own = [side for side, _ in passes]
    others = [side for side in ask.sides if side not in own]
    may_go_on = bool(others) and view.plays and not own
    return OfferQuestion(
        reason=ask.reason,
        acts=tuple((_before(state, act), act) for act in ask.offers if _is_of(state, act, own)),
        passes=passes,
        others=tuple((side, state.setup.side(side).name) for side in others) if may_go_on else (),
        patience=patience_left(view.battle) if may_go_on else 0,
        waits_for=listed(state.setup.side(side).name for side in others),
    )


def pass_words(side: FightSide) -> str:
    """Return the words with which a side declines offers."""
    return f"{side.name}: use none, go on"


def _is_of(state: ResolvingState, act: OfferedAct, own: list[str]) -> bool:
    return act.creature in state.combatants and state.combatants[act.creature].side in own


def _before(state: ResolvingState, act: OfferedAct) -> str:
    """Return who may act, "" if the label says it."""
    name = state.name(act.creature)
    return "" if name in act.label else name


ScreenTask = Literal[
    "begin",
    "roll",
    "choice",
    "offer",
    "count",
    "reveal",
    "step",
    "way",
    "activate",
    "turn",
    "act",
    "wait",
    "over",
    "closed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFight:
    """The parts of every fight's screen for one visitor.

    ``task`` is the next thing to do; ``roll``, ``choice`` and ``offer`` are the open question, to the visitor or to the
    side that the fight ``waits_for``.
    """

    view: BattleView
    head: int
    state: Any
    task: ScreenTask
    roll: RollQuestion | None
    choice: ChoiceAsk | None
    offer: OfferQuestion | None
    log: ShownLog
    waits_for: str

    @property
    def is_asked(self) -> bool:
        """Whether the visitor rolls, chooses or answers an offer now."""
        return bool((self.roll and self.roll.is_own) or self.choice or (self.offer and self.offer.passes))


Decides = Callable[[str | None], bool]
"""Returns True if the visitor decides for a side, None for no side in particular."""


def asked_task(view: BattleView, state: ResolvingState, ask: Ask | None, decides: Decides) -> ScreenTask | None:
    """Return a visitor's task if it follows from the stage of the fight or from the open question, else None."""
    if view.battle.status == BattleStatus.CLOSED:
        return "closed"
    if state.phase == "over":
        return "over"
    match ask:
        case RollAsk():
            return "roll"
        case OfferAsk():
            return "offer"
        case ChoiceAsk():
            return "choice" if decides(ask.side) else "wait"
        case WayAsk():
            return "way" if decides(ask.side) else "wait"
    return None


def asked_parts(
    view: BattleView,
    folded: AnyFoldedFight,
    ask: Ask | None,
    decides: Decides,
    passes: Callable[[OfferAsk], tuple[tuple[str, str], ...]],
    lines: int,
) -> dict[str, Any]:
    """Return the parts of a ``ShownFight`` for the open question, except its task and choice.

    ``passes`` are the visitor's sides with an offer, each with the words to pass. No query; one while the visitor waits
    for another side with an offer.
    """
    setup = folded.setup
    return {
        "view": view,
        "head": folded.number,
        "state": folded.state,
        "roll": roll_question(ask, setup, is_own=decides(ask.side)) if isinstance(ask, RollAsk) else None,
        "offer": offer_question(view, folded.state, ask, passes(ask)) if isinstance(ask, OfferAsk) else None,
        "log": shown_log(view, folded, lines),
        "waits_for": setup.side(ask.side).name if isinstance(ask, ActAsk | ChoiceAsk | WayAsk) else "",
    }
