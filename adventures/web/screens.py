"""What the page of an adventure shows: made of the view that the viewer may have, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.template.loader import select_template

from adventures.drawings.tracks import TrackDrawing, track_drawing
from adventures.forms.events import EventForm, event_forms
from adventures.models import AdventureRow
from adventures.selectors.checks import ActionChecks, WantedCheck, check_options, skill_words
from adventures.selectors.folding import FoldedAdventure, may_redo, may_undo
from adventures.selectors.seats import AdventureSeat
from adventures.selectors.sentences import LogSentence, log_sentences
from common.typed import typed_text
from rules.adventures.blocks import AdventureBlock
from rules.adventures.participants import AdventureParticipant
from rules.adventures.scales import SCALE_NAMES
from rules.adventures.sheets import SheetSection, fact_sections
from rules.adventures.state import AdventureState
from rules.adventures.views import AdventureView
from rules.text import with_minus

FOCUS = ("who", "action", "target", "skill", "hex", "zoom")
"""What an address says about what is looked at."""
LINES = 12
"""Entries of the log on the page itself."""


@dataclass(frozen=True)
class AdventureScreen:
    """The page of an adventure for one viewer."""

    seat: AdventureSeat
    view: AdventureView
    focus: Mapping[str, str]
    waiting: tuple[AdventureParticipant, ...]
    acted: tuple[AdventureParticipant, ...]
    chosen: AdventureParticipant | None
    may_act: bool
    actions: tuple[ActionChecks, ...]
    forms: tuple[EventForm, ...]
    tracks: tuple[TrackDrawing, ...]
    summary: tuple[str, ...]
    blocks: tuple[AdventureBlock, ...]
    facts: tuple[SheetSection, ...]
    lines: tuple[LogSentence, ...]
    can_undo: bool
    can_redo: bool
    template: str
    skills: tuple[str, ...]

    @property
    def state(self) -> AdventureState:
        """Where the adventure stands, as the viewer may know it."""
        return self.view.state

    @property
    def row(self) -> AdventureRow:
        """The adventure's row: its name, its address, its status."""
        return self.seat.row

    @property
    def rolls(self) -> bool:
        """Whether there are checks in adventures of this kind at all."""
        return bool(self.view.adventure.kind.actions)

    @property
    def has_acted(self) -> bool:
        """Whether the chosen participant has no act left in this round."""
        return self.chosen in self.acted

    @property
    def possible(self) -> tuple[ActionChecks, ...]:
        """The actions for which there is something to try."""
        return tuple(action for action in self.actions if action.targets)

    @property
    def meets(self) -> tuple[tuple[str, str], ...]:
        """The facts that the next check may meet, of all targets."""
        found = {
            key: f"{target.name}: {label}"
            for action in self.actions
            for target in action.targets
            for key, label in target.meets
        }
        return tuple(found.items())

    @property
    def latest(self) -> tuple[LogSentence, ...]:
        """The entries of the last step in words, the newest first."""
        entries = self.view.entries
        return tuple(self.lines[: sum(entry.step == entries[-1].step for entry in entries[-LINES:])]) if entries else ()

    @property
    def tells_more(self) -> bool:
        """Whether the last step says anything that the outcome does not say already."""
        texts = [text for line in self.latest for text in (line.receipt, *(note for _, note, _ in line.notes)) if text]
        return bool(texts) and not (self.state.is_over and texts == [self.state.outcome])

    @property
    def scale(self) -> str:
        """The name of the scale."""
        return SCALE_NAMES[self.state.scale]

    @property
    def bonuses(self) -> tuple[tuple[str, str], ...]:
        """What is set for next checks: who, and the bonus with its reason."""
        names = self.state.names
        return tuple(
            (names.get(adjustment.participant, ""), with_minus(f"{adjustment.bonus:+d}, {adjustment.reason}"))
            for adjustment in self.state.adjustments
        )


def adventure_screen(seat: AdventureSeat, folded: FoldedAdventure, query: Mapping[str, str]) -> AdventureScreen:
    """Return the page of an adventure as its viewer sees it; ``query`` says whose checks are looked at."""
    view = folded.newest(for_players=not seat.organizes)
    state, kind = view.state, view.adventure.kind
    most = kind.act_limit(folded.state)
    there = [participant for participant in state.participants if not participant.is_out]
    waiting = tuple(
        participant
        for participant in there
        if not participant.cannot_act and (most is None or state.acted.count(participant.id) < most)
    )
    playable = tuple(
        participant for participant in folded.state.participants if seat.is_open and seat.may_act_for(participant)
    )
    chosen = _chosen(playable, query.get("who", ""))
    may_act = chosen is not None and not state.is_over and bool(kind.actions)
    wanted = WantedCheck(query.get("action", ""), query.get("target", ""), query.get("skill", "").strip()[:80])
    blocks = kind.stat_blocks(state)
    return AdventureScreen(
        seat=seat,
        view=view,
        focus=query,
        waiting=waiting,
        acted=tuple(participant for participant in there if participant not in waiting and not participant.cannot_act),
        chosen=next(
            (participant for participant in state.participants if chosen and participant.id == chosen.id), None
        ),
        may_act=may_act,
        actions=check_options(seat, folded, chosen, wanted) if chosen and may_act else (),
        forms=event_forms(state, organizes=seat.organizes, only=seat.only) if seat.is_open and seat.side else (),
        tracks=tuple(track_drawing(track, for_players=not seat.organizes) for track in kind.tracks(state)),
        summary=kind.summary(state),
        blocks=blocks,
        facts=() if blocks else tuple(fact_sections(view)),
        lines=log_sentences(view, seat, LINES),
        can_undo=may_undo(seat, folded),
        can_redo=may_redo(seat, folded),
        template=kind_template(kind.key),
        skills=skill_words() if chosen else (),
    )


def _chosen(playable: tuple[AdventureParticipant, ...], asked: str) -> AdventureParticipant | None:
    found = next((participant for participant in playable if participant.id == asked), None)
    return found or (playable[0] if len(playable) == 1 else None)


def kind_template(kind: str) -> str:
    """Return the template that draws a kind: its own, or the one for all kinds that have none."""
    names = [f"adventures/kinds/{kind}.html", "adventures/kinds/general.html"]
    found: Any = select_template(names)
    return str(found.template.name)


def focus_of(data: QueryDict) -> dict[str, str]:
    """Return what an address or a form says about whose checks are looked at."""
    found = {name: typed_text(data.get(name, ""), 120) for name in FOCUS}
    return {name: value for name, value in found.items() if value}
