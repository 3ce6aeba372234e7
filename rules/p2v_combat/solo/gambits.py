"""Gambits: a monster's behavior in a round, by the face of a d6; and their notation, ``Stride / Fist > Fist``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from rules.errors import RulesError

MonsterPhase = Literal["I", "II", "III"]

MONSTER_PHASES: tuple[MonsterPhase, ...] = ("I", "II", "III")
"""When monsters act: super-early, early, late."""

FACES = range(1, 7)

MAX_ACTIONS = 12
"""The most actions in one row."""

MAX_ACTION = 80
"""The most characters of one action."""

_MARKS = frozenset("/>()\n")


class GambitError(RulesError):
    """A table of gambits that cannot be used; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class GambitAction:
    """One action: the name of a feature or spell, a word for moving, or a sentence for the table."""

    words: str

    def __post_init__(self) -> None:
        if not self.words.strip() or self.words != " ".join(self.words.split()) or _MARKS & set(self.words):
            raise GambitError(f"“{self.words}” does not name an action.")
        if len(self.words) > MAX_ACTION:
            raise GambitError(f"An action has at most {MAX_ACTION} characters: “{self.words[:MAX_ACTION]}…” has more.")


@dataclass(frozen=True, slots=True)
class GambitChoice:
    """Plans from which the monster chooses one. Their order matters only between two of the same kind."""

    options: tuple[GambitAction | GambitSequence, ...]

    def __post_init__(self) -> None:
        if len(self.options) < 2:
            raise GambitError("A choice has at least two options.")


@dataclass(frozen=True, slots=True)
class GambitSequence:
    """Plans that follow one another."""

    steps: tuple[GambitAction | GambitChoice, ...]

    def __post_init__(self) -> None:
        if len(self.steps) < 2:
            raise GambitError("A sequence has at least two steps.")


GambitPlan = GambitAction | GambitChoice | GambitSequence


@dataclass(frozen=True, slots=True)
class GambitRow:
    """A monster's behavior on some faces of the die, and its phase of the round."""

    faces: tuple[int, ...]
    phase: MonsterPhase
    plan: GambitPlan


@dataclass(frozen=True, slots=True)
class Gambits:
    """The gambits of a kind of monster: a row for each face of the d6, and the enemies that it prefers.

    ``prefers`` is the key of a preference (``rules.p2v_combat.solo.targets``), empty for none. Raises ``GambitError``
    unless each face is in exactly one row.
    """

    rows: tuple[GambitRow, ...]
    prefers: str = ""

    def __post_init__(self) -> None:
        faces = [face for row in self.rows for face in row.faces]
        for face in sorted(faces):
            if face not in FACES:
                raise GambitError(f"A d6 shows 1 to 6, not {face}.")
            if faces.count(face) > 1:
                raise GambitError(f"Face {face} is in two rows. Each face belongs to one row.")
        if missing := [str(face) for face in FACES if face not in faces]:
            raise GambitError(f"No row says what happens on {' or '.join(missing)}: all six faces are needed.")
        if any(row.phase not in MONSTER_PHASES for row in self.rows):
            raise GambitError(f"A phase is one of {', '.join(MONSTER_PHASES)}.")
        if any(sum(1 for _ in plan_actions(row.plan)) > MAX_ACTIONS for row in self.rows):
            raise GambitError(f"A row names at most {MAX_ACTIONS} actions.")

    def row(self, face: int) -> GambitRow:
        """Return the row of a face; raise ``GambitError`` for a number that no d6 shows."""
        for row in self.rows:
            if face in row.faces:
                return row
        raise GambitError(f"A d6 shows 1 to 6, not {face}.")


def plan_actions(plan: GambitPlan) -> Iterator[GambitAction]:
    """Yield every action that a plan names, in the order in which it is written."""
    if isinstance(plan, GambitAction):
        yield plan
    else:
        for part in plan_parts(plan):
            yield from plan_actions(part)


def plan_parts(plan: GambitPlan) -> tuple[GambitPlan, ...]:
    """Return the options of a choice, the steps of a sequence, or the action itself."""
    if isinstance(plan, GambitChoice):
        return plan.options
    return plan.steps if isinstance(plan, GambitSequence) else (plan,)


def plan_steps(plan: GambitPlan) -> tuple[GambitAction | GambitChoice, ...]:
    """Return the consecutive parts of a plan: the steps of a sequence, otherwise the plan alone."""
    return plan.steps if isinstance(plan, GambitSequence) else (plan,)


def sequence_of(steps: tuple[GambitAction | GambitChoice, ...]) -> GambitPlan | None:
    """Return a plan of these steps; None if there are none."""
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else GambitSequence(steps)


MAX_PLAN = 300
"""The most characters of a plan."""

MAX_LINES = 6
_MAX_DEPTH = 4

_TOKEN = re.compile(r"[/>()]|[^/>()]+")
_LINE = re.compile(r"(?P<faces>\d(?:\s*[-–,]\s*\d)*)\s+(?P<phase>I{1,3})\s+(?P<plan>\S.*)")
_EXAMPLE = "“2-3 II Jaws > Reposition”"


def parse_plan(text: str) -> GambitPlan:
    """Read a plan; raise ``GambitError`` with a sentence about the fault."""
    # A slash binds tighter than an arrow; brackets override. Ruling 93.
    if len(text) > MAX_PLAN:
        raise GambitError(f"The actions of a row have at most {MAX_PLAN} characters.")
    tokens = _Tokens(text)
    plan = tokens.sequence(0)
    if (left := tokens.next()) is not None:
        raise GambitError(f"There is a bracket too many in “{text}”." if left == ")" else _misplaced(left, text))
    return plan


def _as_written(action: GambitAction) -> str:
    return action.words


def format_plan(plan: GambitPlan, name: Callable[[GambitAction], str] = _as_written) -> str:
    """Write a plan; ``name`` may replace the names of actions."""
    if isinstance(plan, GambitAction):
        return name(plan)
    if isinstance(plan, GambitSequence):
        return " > ".join(format_plan(step, name) for step in plan.steps)
    return " / ".join(
        f"({format_plan(option, name)})" if isinstance(option, GambitSequence) else format_plan(option, name)
        for option in plan.options
    )


class _Tokens:
    """The marks and words of a plan, taken from the left."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = [token for raw in _TOKEN.findall(text) if (token := " ".join(raw.split()))]

    def next(self) -> str | None:
        return self._tokens[0] if self._tokens else None

    def _takes(self, mark: str) -> bool:
        if self.next() != mark:
            return False
        self._tokens.pop(0)
        return True

    def sequence(self, depth: int) -> GambitPlan:
        steps = [self._choice(depth)]
        while self._takes(">"):
            steps.append(self._choice(depth))
        # A sequence in brackets within a sequence is the same without them.
        flat = tuple(step for plan in steps for step in (plan.steps if isinstance(plan, GambitSequence) else (plan,)))
        return cast("GambitPlan", sequence_of(flat))

    def _choice(self, depth: int) -> GambitPlan:
        options = [self._atom(depth)]
        while self._takes("/"):
            options.append(self._atom(depth))
        if len(options) == 1:
            return options[0]
        flat = [part for plan in options for part in (plan_parts(plan) if isinstance(plan, GambitChoice) else (plan,))]
        return GambitChoice(tuple(cast("list[GambitAction | GambitSequence]", flat)))

    def _atom(self, depth: int) -> GambitPlan:
        if self._takes("("):
            if depth == _MAX_DEPTH:
                raise GambitError(f"There are more than {_MAX_DEPTH} brackets within one another in “{self._text}”.")
            plan = self.sequence(depth + 1)
            if not self._takes(")"):
                raise GambitError(f"A bracket is not closed in “{self._text}”.")
            return plan
        words = self.next()
        if words is None or words in "/>()":
            raise GambitError(_misplaced(words, self._text))
        self._tokens.pop(0)
        return GambitAction(words)


def _misplaced(token: str | None, text: str) -> str:
    if not text.strip():
        return "Name at least one action."
    place = f"before “{token}”" if token is not None else "at the end"
    return f"An action is missing {place} in “{' '.join(text.split())}”."


def parse_gambits(text: str, prefers: str = "") -> Gambits:
    """Read a table of lines such as ``2-3 II Jaws > Reposition``; raise ``GambitError`` for a fault, with its line."""
    lines = [line for raw in text.splitlines() if (line := raw.strip())]
    if len(lines) > MAX_LINES:
        raise GambitError(f"A table of gambits has at most {MAX_LINES} lines, one for each face.")
    return Gambits(tuple(map(_parse_row, lines)), prefers)


def format_gambits(gambits: Gambits) -> str:
    """Write the rows of a table, a line each."""
    return "\n".join(f"{format_faces(row.faces)} {row.phase} {format_plan(row.plan)}" for row in gambits.rows)


def format_faces(faces: tuple[int, ...]) -> str:
    """Write faces of the die: ``1``, ``2-3``, ``1, 4-5``."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _parse_row(line: str) -> GambitRow:
    match = _LINE.fullmatch(line)
    if match is None:
        raise GambitError(
            f"A line has the faces, the phase ({', '.join(MONSTER_PHASES)}) and the actions, like {_EXAMPLE}; "
            f"“{line[:100]}” does not."
        )
    try:
        return GambitRow(
            tuple(_parse_faces(match["faces"])), cast("MonsterPhase", match["phase"]), parse_plan(match["plan"])
        )
    except GambitError as fault:
        raise GambitError(f"Line “{line[:60]}{'…' if len(line) > 60 else ''}”: {fault}") from fault


def _parse_faces(text: str) -> Iterator[int]:
    for part in text.split(","):
        first, _, last = part.replace("–", "-").partition("-")
        low, high = int(first), int(last or first)
        if low > high:
            raise GambitError(f"Faces go up: {high}-{low}, not {low}-{high}.")
        yield from range(low, high + 1)
