"""The state of a fight of any family, folded from its log; the lines of the log in words, and a fight as a file."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from typing import Any, Generic, TypeVar, cast

from battles.models import Battle, BattleEntry
from battles.models.battles import BattleStatus
from common.caches import BoundedCache
from common.refusal import Refusal
from played_logs.selectors.folding import FoldedLog
from played_logs.selectors.logs import LogKind
from rules.combat.family import FightFamily, PlannedFight
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, UndoAnswered, UndoAsked
from rules.combat.resolution import Note, ResolvingState
from rules.documents.reading import Fields
from rules.errors import ChangeRefused
from rules.families import UnknownFamily, family_of
from rules.families.documents import MAX_ENTRIES, BattleDocument, battle_document
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState

MAX_ROLLS = 200
"""The most rolls of the server that one command may cause."""
OTHER_RULES = "This belongs to a different game."

SetupT = TypeVar("SetupT", bound=PlannedFight)
StateT = TypeVar("StateT", bound=ResolvingState)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log in words: its number and step, the side, and its results."""

    number: int
    step: int
    side: str | None
    kind: str
    notes: tuple[Note, ...]


class FoldedFight(FoldedLog[StateT], Generic[SetupT, StateT]):
    """A fight folded up to an entry of its log; ``lines`` are the newest entries in words."""

    most_lines = 80

    def __init__(self, family: FightFamily, setup: SetupT) -> None:
        self.family, self.setup = family, setup
        super().__init__()

    def __sizeof__(self) -> int:
        # Weighed by what grows: states share their parts, cards are as large as their documents, and steps are those of
        # the battle an entry before.
        creatures = len(self.setup.by_id)
        kept = len(self.kept) + len(self.undone) + len(self.rounds) + 1
        return 4_000 * creatures + kept * (600 + 40 * creatures) + 300 * len(self.lines) + 16 * len(self.log.done)

    @property
    def state(self) -> StateT:
        """The present state of the fight."""
        return self.point

    @property
    def people(self) -> Sequence[str]:
        return self.setup.people

    @property
    def arbiters(self) -> tuple[str, ...]:
        return self.family.arbiters(self.setup)

    @property
    def is_over(self) -> bool:
        return self.family.is_over(self.point)

    def begin(self) -> StateT:
        return cast(StateT, self.family.begin(self.setup))

    def play(self, point: StateT, entry: LogEntry) -> StateT:
        return cast(StateT, self.family.play(point, entry.event, entry.side))

    def without(self, point: StateT, refused: ChangeRefused) -> StateT:
        """Return the fight unchanged: an entry that newer rules would refuse does nothing, and its line says so."""
        note = Note(None, f"The rules no longer accept this step: {refused.message}")
        return cast(StateT, self.family.with_notes(point, (note,)))

    def round_of(self, point: StateT) -> int:
        return point.round

    def line(self, entry: LogEntry) -> LogLine:
        notes = (_log_note(self.setup, entry),) if entry.is_about_log else self.point.notes
        return LogLine(entry.number, entry.step, entry.side, entry.event.kind, notes)

    def live_steps(self, *, since: int = 0) -> frozenset[int]:
        """Return the numbers of the steps that count, from a number on."""
        newest = takewhile(lambda step: step.number >= since, reversed(self.log.done))
        return frozenset(step.number for step in newest)


AnyFoldedFight = FoldedFight[Any, Any]
"""A folded fight of any family."""
FoldedBattle = FoldedFight[BattleSetup, BattleState]
"""A folded battle of Path 2 Victory."""

_kept: BoundedCache[AnyFoldedFight] = BoundedCache(80 * 2**20)


class BattleLogs(LogKind[AnyFoldedFight]):
    """Logs of battles: each entry has a hash of the set-up and of all entries up to it."""

    word = "battle"
    row_model = Battle
    entry_model = BattleEntry
    parent = "battle"
    most_entries = MAX_ENTRIES - MAX_ROLLS - 1
    statuses = (BattleStatus.SETTING_UP, BattleStatus.PLAYING, BattleStatus.OVER)
    seal_column = "hash"
    head_column = "head_hash"
    kept = _kept

    def begun(self, row: Battle) -> AnyFoldedFight:
        return FoldedFight(family_of_battle(row), planned_fight(row))

    def event_from(self, row: Battle, document: Any) -> LogEvent:
        return family_of_battle(row).event_from(document)

    def event_document(self, row: Battle, event: LogEvent) -> dict[str, Any]:
        return family_of_battle(row).event_document(event)

    def next_seal(self, row: Battle, before: str, entry: BattleEntry) -> str:
        """Return the hash of an entry: of the one before, or of the set-up, and of its content."""
        return _hashed(before or _hashed(row.key, row.setup), [entry.step, entry.side, entry.event])


BATTLE_LOGS = BattleLogs()


def _hashed(before: str, document: Any) -> str:
    return sha256(f"{before}{json.dumps(document, sort_keys=True, ensure_ascii=False)}".encode()).hexdigest()


def folded_fight(battle: Battle) -> AnyFoldedFight:
    """Return a fight folded up to its head. No query if this process has cached it, otherwise one or two for its
    entries.
    """
    # Before the first entry the set-up may still change: nothing is kept.
    return BATTLE_LOGS.folded(battle) if battle.head else BATTLE_LOGS.begun(battle)


def folded_battle(battle: Battle) -> FoldedBattle:
    """Return a battle of Path 2 Victory folded up to its head; raise ``Refusal`` for a fight by other rules."""
    return narrowed(folded_fight(battle))


def whole_log(battle: Battle) -> AnyFoldedFight:
    """Return a fight folded from its first entry, with every line. One query."""
    return BATTLE_LOGS.refolded(battle, lines=battle.head + 1)


def battle_played(state: ResolvingState) -> BattleState | None:
    """Return the state of a battle of Path 2 Victory, None for one of a fight by other rules."""
    return state if isinstance(state, BattleState) else None


def narrowed(folded: AnyFoldedFight) -> FoldedBattle:
    """Return a folded fight as a battle of Path 2 Victory; raise ``Refusal`` for a fight by other rules."""
    if not isinstance(folded.state, BattleState):
        raise Refusal(OTHER_RULES, code="battle.family")
    return cast(FoldedBattle, folded)


def family_of_battle(battle: Battle) -> FightFamily:
    """Return the rules of a fight; raise ``Refusal`` if this version does not have them."""
    try:
        return family_of(battle.family)
    except UnknownFamily as fault:
        raise Refusal(str(fault), code="battle.family") from fault


def planned_fight(battle: Battle) -> Any:
    """Return the beginning of a fight, a ``PlannedFight`` of its family's type. No query."""
    family = family_of_battle(battle)
    return family.setup_from(Fields(family.as_stored(battle.setup), "setup"))


def setup_of(battle: Battle) -> BattleSetup:
    """Return the beginning of a battle of Path 2 Victory; raise ``Refusal`` for a fight by other rules. No query."""
    setup = planned_fight(battle)
    if not isinstance(setup, BattleSetup):
        raise Refusal(OTHER_RULES, code="battle.family")
    return setup


def _log_note(setup: PlannedFight, entry: LogEntry) -> Note:
    who = setup.side(entry.side).name if entry.side else "Muster"
    match entry.event:
        case StepUndone():
            words = "undoes a step."
        case StepRedone():
            words = "redoes a step."
        case UndoAsked():
            words = "asks to go back."
        case UndoAnswered(agrees=True):
            words = "agrees to go back."
        case _:
            words = "does not agree to go back."
    return Note(None, f"{who} {words}")


def note_words(state: ResolvingState, note: Note, names: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return a line in two parts: the creature with which it begins, "" for none, and the text after its name.

    A line that does not begin with a creature gets the name of its subject. ``names`` are those of the state, for
    callers with many lines. No query.
    """
    first = max((name for name in names or state.names if note.text.startswith(name)), key=len, default="")
    if first:
        return first, note.text.removeprefix(first)
    if note.creature is None:
        return "", note.text
    return state.name(note.creature), f": {note.text}"


def note_sentence(state: ResolvingState, note: Note) -> str:
    """Return a line of the log for print. No query."""
    return "".join(note_words(state, note))


def fight_log_sentences(folded: AnyFoldedFight) -> Iterator[str]:
    """Yield the lines of the steps that count, oldest first, for print. No query."""
    live = folded.live_steps()
    for line in folded.lines:
        if line.step in live and line.notes:
            yield " ".join(note_sentence(folded.state, note) for note in line.notes)


def battle_file(battle: Battle) -> bytes:
    """Return a battle as a file: its set-up and its log, without any seed or sealed choice. One query."""
    family = family_of(battle.family)
    document = battle_document(BattleDocument(planned_fight(battle), tuple(BATTLE_LOGS.entries_of(battle)), family))
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
