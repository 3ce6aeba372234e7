"""A viewer's view of an adventure, as a value, as documents and for print; for players, without anything hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.checks import action_of
from rules.adventures.documents import setup_of_adventure
from rules.adventures.fields import SCALE_NAMES
from rules.adventures.fold import adventure_states, begin_adventure, live_adventure_entries
from rules.adventures.kind import AdventureBlock
from rules.adventures.state import Adventure, AdventureNote, AdventureState, CheckAdjustment, CheckResult, RecordedDice
from rules.combat.log import LogEntry, LogReplay, log_event_document
from rules.documents.records import written_document
from rules.p2v_combat.numbers import BattleNumber
from rules.text import counted, with_minus


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """An entry that counts, as a viewer sees it: its event as a document, the notes, its check and its other dice."""

    number: int
    step: int
    side: str | None
    round: int
    event: Mapping[str, Any]
    notes: tuple[AdventureNote, ...]
    check: CheckResult | None
    dice: tuple[RecordedDice, ...] = ()


@dataclass(frozen=True)
class AdventureView:
    """An adventure as a viewer sees it: its start, its state, and its events."""

    adventure: Adventure
    state: AdventureState
    entries: tuple[SeenEntry, ...]
    for_players: bool


@dataclass(frozen=True, slots=True)
class NewestEntries:
    """The organizer's and the players' views of the newest entries, at most ``most`` of each.

    Players' views of an entry do not change when more becomes known, so earlier entries stay the same.
    """

    most: int
    organizer: tuple[SeenEntry, ...] = ()
    players: tuple[SeenEntry, ...] = ()

    def followed_by(self, entry: LogEntry, after: AdventureState) -> NewestEntries:
        """Return the entries with one more; ``after`` is the state after it, with everything in it."""
        own, seen = seen_entry(entry, after, for_players=False), seen_entry(entry, after, for_players=True)
        organizer = (*self.organizer, own) if own else self.organizer
        players = (*self.players, seen) if seen else self.players
        return NewestEntries(self.most, organizer[-self.most :], players[-self.most :])


def newest_view(state: AdventureState, newest: NewestEntries, *, for_players: bool) -> AdventureView:
    """Return the organizer's or the players' view of a state, with only the newest entries."""
    entries = newest.players if for_players else newest.organizer
    if for_players:
        state = player_state(state)
    return AdventureView(state.adventure, state, entries, for_players)


def adventure_view(adventure: Adventure, entries: Sequence[LogEntry], *, for_players: bool) -> AdventureView:
    """Return the organizer's or the players' view of an adventure."""
    state = begin_adventure(adventure)
    seen: list[SeenEntry] = []
    for entry, after in adventure_states(adventure, live_adventure_entries(entries)):
        visible_entry = seen_entry(entry, after, for_players=for_players)
        if visible_entry is not None:
            seen.append(visible_entry)
        state = after
    if for_players:
        state = player_state(state)
    return AdventureView(state.adventure, state, tuple(seen), for_players)


def player_state(state: AdventureState) -> AdventureState:
    """Return a state without what players may not know; it is only for display, no event is played on it."""
    kind = state.adventure.kind
    facts, own = kind.player_facts(state), kind.player_own(state)
    bonuses = (
        CheckAdjustment(adjustment.participant, adjustment.reason, adjustment.bonus)
        for adjustment in state.adjustments
        if adjustment.bonus
    )
    participants = tuple(participant.known_to_players for participant in state.participants)
    shown = replace(
        state,
        facts=facts,
        participants=participants,
        own=own,
        adjustments=tuple(bonuses),
        notes=_player_notes(state),
        check=player_check(state, state.check),
        dice=_player_dice(state),
    )
    # The adventure is made without its checks: the facts of players need not fit together.
    adventure = object.__new__(Adventure)
    adventure.__dict__.update(
        state.adventure.__dict__,
        facts=facts,
        notes="",
        participants=tuple(participant.known_to_players for participant in state.adventure.participants),
    )
    return replace(shown, adventure=adventure)


def player_check(state: AdventureState, check: CheckResult | None) -> CheckResult | None:
    """Return the receipt of a check that players may see: none of a secret one, no DC that they do not know."""
    if check is None or check.is_secret:
        return None
    action, attempt, hidden = action_of(state, check.attempt.action), check.attempt, state.hidden
    is_rival = state.participant(attempt.participant).is_rival
    return replace(
        check,
        dc=None if is_rival or check.is_dc_changed or not action.is_dc_known(state, attempt) else check.dc,
        modifier=check.modifier if action.is_modifier_known(state, attempt) and not is_rival else None,
        attempt=replace(
            attempt,
            target="" if attempt.target in hidden else attempt.target,
            applies=tuple(key for key in attempt.applies if key not in hidden),
        ),
    )


def _player_notes(state: AdventureState) -> tuple[AdventureNote, ...]:
    return tuple(note for note in state.notes if not note.is_hidden)


def _player_dice(state: AdventureState) -> tuple[RecordedDice, ...]:
    return tuple(die for die in state.dice if not die.is_secret)


def seen_entry(entry: LogEntry, after: AdventureState, *, for_players: bool) -> SeenEntry | None:
    """Return a viewer's view of an entry, None if players see nothing; ``after`` is the complete state."""
    if not for_players:
        event = log_event_document(entry.event)
        return SeenEntry(entry.number, entry.step, entry.side, after.round, event, after.notes, after.check, after.dice)
    shown, notes = entry.event.player_document(after), _player_notes(after)
    if shown is None and not notes:
        return None
    check = player_check(after, after.check)
    return SeenEntry(entry.number, entry.step, entry.side, after.round, shown or {}, notes, check, _player_dice(after))


def adventure_state_document(state: AdventureState) -> dict[str, Any]:
    """Return a state as a document; for a player's view, with only what players may see."""
    kind = state.adventure.kind
    return {
        "round": state.round,
        "scale": state.scale,
        "scale_fixed": state.has_rolled,
        "level": state.level,
        "over": state.is_over,
        "outcome": state.outcome,
        "participants": [
            {
                "id": participant.id,
                "name": participant.name,
                "out": participant.is_out,
                "acted": state.acted.count(participant.id),
                **({"cannot_act": True} if participant.cannot_act else {}),
            }
            for participant in state.participants
        ],
        "adjustments": [
            {"participant": adjustment.participant, "bonus": adjustment.bonus, "reason": adjustment.reason}
            for adjustment in state.adjustments
        ],
        "tracks": [written_document(track) for track in kind.tracks(state)],
        "own": kind.own_document(state),
        "summary": list(kind.summary(state)),
        "notes": [written_document(note) for note in state.notes],
        "check": check_document(state.check),
        "dice": [written_document(die) for die in state.dice],
    }


def adventure_view_document(view: AdventureView) -> dict[str, Any]:
    """Return a viewer's view of an adventure: its start, its state, and its entries with their receipts."""
    return {
        "adventure": setup_of_adventure(view.adventure),
        "state": adventure_state_document(view.state),
        "entries": [seen_entry_document(entry) for entry in view.entries],
    }


def seen_entry_document(entry: SeenEntry) -> dict[str, Any]:
    """Return an entry as a viewer sees it."""
    return {**written_document(entry), "check": check_document(entry.check)}


def adventure_replay_document(replayed: LogReplay) -> dict[str, Any]:
    """Return the states of an adventure as one document, with the entry that could not be played."""
    return {
        "states": [{"entry": number, **adventure_state_document(state)} for number, state in replayed.states],
        "problems": replayed.problems,
    }


def check_document(check: CheckResult | None) -> dict[str, Any] | None:
    """Return the receipt of a check as a document."""
    if check is None:
        return None
    return {
        **written_document(check.attempt),
        **written_document(check),
        "modifier": number_document(check.modifier),
        "dc": number_document(check.dc),
    }


def number_document(number: BattleNumber | None) -> dict[str, Any] | None:
    """Return a modifier or a DC with its parts, None if there is none."""
    if number is None:
        return None
    return {"value": number.value, "parts": [written_document(part) for part in number.parts]}


MAX_LINES = 400
"""Lines of one section; a map of many hexes has more."""
_NAMES = ("name", "skill", "key")


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A part of a printed adventure: its heading, and lines with a name and a text, either of which may be empty."""

    heading: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AdventureSheet:
    """An adventure for print; it has at most so many pages, besides the first one."""

    name: str
    subtitle: str
    sections: tuple[SheetSection, ...]
    most_pages: int = 3


def adventure_sheet(view: AdventureView) -> AdventureSheet:
    """Return the print of a view: for players, without anything still hidden."""
    adventure, state = view.adventure, view.state
    kind = adventure.kind
    blocks = kind.stat_blocks(state)
    rounds = f", {counted(adventure.rounds, 'round')}" if adventure.rounds else ""
    length = f" of {adventure.round_length}" if adventure.rounds and adventure.round_length else ""
    whose = "for players" if view.for_players else "for the game master"
    subtitle = f"{kind.name}, {SCALE_NAMES[state.scale]}, level {state.level}{rounds}{length}; {whose}"
    sections = (
        SheetSection("About", (("", adventure.about),) if adventure.about else ()),
        SheetSection("Notes", (("", adventure.notes),) if adventure.notes else ()),
        SheetSection(
            "Participants",
            tuple((participant.name, f"level {participant.level}") for participant in state.participants),
        ),
        SheetSection("Where it stands", tuple(("", line) for line in kind.summary(state))),
        *(_block_section(block) for block in blocks),
        *(() if blocks else fact_sections(view)),
    )
    return AdventureSheet(adventure.name, subtitle, tuple(section for section in sections if section.lines))


def _block_section(block: AdventureBlock) -> SheetSection:
    traits = (("", ", ".join(block.traits)),) if block.traits else ()
    about = (("", block.about),) if block.about else ()
    return SheetSection(f"{block.title}  {block.word}".strip(), (*traits, *about, *block.lines))


def fact_sections(view: AdventureView) -> Iterator[SheetSection]:
    """Yield the facts of any kind: a section for each list, and one for single values; for players, known ones."""
    facts = view.adventure.kind.facts_shape.write(view.state.facts)
    if not isinstance(facts, Mapping):
        return
    alone = tuple((_label_of(name), _text(value)) for name, value in facts.items() if not _is_list(value))
    yield SheetSection("Facts", alone)
    for name, value in facts.items():
        if _is_list(value):
            yield SheetSection(_label_of(name), tuple(_line(item) for item in value[:MAX_LINES]))


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _line(value: Any) -> tuple[str, str]:
    if not isinstance(value, Mapping):
        return "", _text(value)
    named = next((name for name in _NAMES if value.get(name)), "")
    rest = {name: part for name, part in value.items() if name not in (named, "key")}
    return _text(value.get(named, "")), _text(rest)


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ". ".join(
            _part(name, part).removesuffix(".") for name, part in value.items() if part not in (None, "", [], {}, False)
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(" ".join(filter(None, _line(item))).removesuffix(".") for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return with_minus(str(value)) if isinstance(value, int) else str(value)


def _part(name: str, value: Any) -> str:
    return _label_of(name) if value is True else f"{_label_of(name)}: {_text(value)}"


def _label_of(name: str) -> str:
    return name.replace("_", " ").capitalize()
