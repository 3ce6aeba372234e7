"""The log of an adventure in words, made of the view that the viewer may have."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice

from adventures.selectors.seats import PARTICIPANT_SIDE, AdventureSeat
from rules.adventures.events import AdventureEvent
from rules.adventures.events.running import AdventurerJoined, AdventureRoundEnded
from rules.adventures.state import ORGANIZER, AdventureNote, DieOrigin
from rules.adventures.views import AdventureView, SeenEntry
from rules.text import listed, with_minus


@dataclass(frozen=True, slots=True)
class LogSentence:
    """An entry of the log in words: its author, its results, and the receipt of its dice."""

    number: int
    round: int
    by: str
    notes: tuple[tuple[str, str, bool], ...]
    receipt: str
    round_name: str = "round"


def log_sentences(view: AdventureView, seat: AdventureSeat, most: int | None = None) -> tuple[LogSentence, ...]:
    """Return the log in words, newest first; with ``most``, only so many of the newest.

    Those who joined in one step share one sentence.
    """
    sentences = []
    entries = islice(reversed(view.entries), most)
    for _, step in groupby(entries, key=lambda entry: (entry.step, None if _joined(entry) else entry.number)):
        together = list(step)
        sentence = next(sentences_of(together, view, seat))
        if len(together) > 1:
            sentence = replace(sentence, receipt=f"{listed(map(_joined, reversed(together)))} take part.")
        sentences.append(sentence)
    return tuple(sentences)


def sentences_of(entries: Iterable[SeenEntry], view: AdventureView, seat: AdventureSeat) -> Iterator[LogSentence]:
    """Yield entries of a view in words, one for each."""
    names = view.state.names
    word = view.adventure.kind.round_name
    return (_sentence(entry, names, seat, word) for entry in entries)


def _joined(entry: SeenEntry) -> str:
    """Return the name of the participant who joined by an entry, "" if there is none."""
    who = entry.event.get("who") if entry.event.get("kind") == AdventurerJoined.kind else None
    return str(who["name"]) if isinstance(who, Mapping) else ""


def _sentence(entry: SeenEntry, names: Mapping[str, str], seat: AdventureSeat, round_name: str) -> LogSentence:
    notes = tuple((_about(note, names), note.text, note.is_hidden) for note in entry.notes)
    receipt = " ".join(filter(None, (_receipt(entry, names), _dice_words(entry))))
    words = receipt or ("" if notes else _event_words(entry, names, round_name))
    return LogSentence(entry.number, entry.round, _by(entry, seat, names), notes, words, round_name)


def _about(note: AdventureNote, names: Mapping[str, str]) -> str:
    """Return the name of a note's subject, "" if its text begins with it."""
    name = names.get(note.participant or "", "")
    begins = note.text.startswith(name) and not note.text[len(name) :][:1].isalnum()
    return "" if begins else name


def _event_words(entry: SeenEntry, names: Mapping[str, str], round_name: str) -> str:
    """Return the name of an event without any note, with its subject's name."""
    word = str(entry.event.get("kind", ""))
    if word == AdventureRoundEnded.kind:
        return f"Next {round_name}."
    if joined := _joined(entry):
        return f"{joined} takes part."
    event = AdventureEvent.by_kind.get(word)
    label = (getattr(event, "button", "") or word.replace("-", " ")).capitalize()
    who = names.get(str(entry.event.get("participant", "")), "")
    return f"{label}: {who}." if who else f"{label}."


def _by(entry: SeenEntry, seat: AdventureSeat, names: Mapping[str, str]) -> str:
    side = entry.side or ""
    if side.startswith(PARTICIPANT_SIDE):
        return names.get(side.removeprefix(PARTICIPANT_SIDE), "Players")
    if seat.campaign is not None and side.isascii() and side[1:].isdigit():
        return seat.campaign.name(int(side[1:]))
    return {"": "", ORGANIZER: "Organizer"}.get(side, "Players")


def _receipt(entry: SeenEntry, names: Mapping[str, str]) -> str:
    check = entry.check
    if check is None:
        who = names.get(str(entry.event.get("participant", "")), "")
        secret = entry.event.get("kind") == "check-rolled"
        return f"{who} made a secret check." if secret and who else ""
    who = names.get(check.attempt.participant, "")
    skill = check.attempt.skill or check.attempt.action
    if check.face is None:
        return f"{who}, {skill}: {check.degree.value} without a roll. {check.reason}".strip()
    added = "" if check.modifier is None else f" {check.modifier.value:+d} = {check.face + check.modifier.value}"
    against = "" if check.dc is None else f" against DC {check.dc.value}"
    origin = _origin_words(check.origin)
    return with_minus(f"{who}, {skill}: {check.face} ({origin}){added}{against}, {check.degree.value}.")


def _dice_words(entry: SeenEntry) -> str:
    """Return the dice that no check rolled."""
    if not entry.dice:
        return ""
    fallen = ", ".join(f"{', '.join(map(str, die.faces))} on a d{die.sides}" for die in entry.dice)
    return f"Dice: {fallen} ({_origin_words(entry.dice[0].origin)})."


def _origin_words(origin: DieOrigin | None) -> str:
    return "rolled by Muster" if origin == "seeded" else "entered"
