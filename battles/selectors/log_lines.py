"""The lines of a battle's log in words."""

from __future__ import annotations

from collections.abc import Iterator

from battles.selectors.folding import AnyFoldedFight
from rules.combat.resolution import Note, ResolvingState


def note_words(state: ResolvingState, note: Note) -> tuple[str, str]:
    """Return a line in two parts: the creature that it begins with, "" for none, and what follows its name.

    A line that does not begin with a creature gets the name of the one that it is about. No query.
    """
    first = max((name for name in state.names if note.text.startswith(name)), key=len, default="")
    if first:
        return first, note.text.removeprefix(first)
    if note.creature is None:
        return "", note.text
    return state.name(note.creature), f": {note.text}"


def note_sentence(state: ResolvingState, note: Note) -> str:
    """Return a line of the log as it is printed. No query."""
    return "".join(note_words(state, note))


def fight_log_sentences(folded: AnyFoldedFight) -> Iterator[str]:
    """Yield the lines of the steps that stand, oldest first, as they are printed. No query."""
    live = folded.live_steps()
    for line in folded.lines:
        if line.step in live and line.notes:
            yield " ".join(note_sentence(folded.state, note) for note in line.notes)
