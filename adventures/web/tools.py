"""The tabs beside the board of an adventure: the visitor's events, the preparation, the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.http import urlencode

from adventures.forms.events import HEADINGS, EventForm
from adventures.selectors.seats import AdventureSeat
from common.web.tabs import Tab
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.state import AdventureState

TOOL = "tool"
"""The parameter of the address that names the open tab."""
PLAY, RUN, WHOLE, PEOPLE, FACTS, LOG = "play", "run", "whole", "people", "facts", "log"
TAB_OF_HEADING = dict(zip(HEADINGS, (PLAY, RUN, WHOLE), strict=True))


@dataclass(frozen=True, slots=True)
class AdventureTools:
    """The tabs, and the content of the open one: its word, its label, its forms.

    ``next_round`` is the form that ends the round, None if the viewer may not.
    """

    open: str
    label: str
    tabs: tuple[Tab, ...]
    forms: tuple[EventForm, ...]
    next_round: EventForm | None


def adventure_tools(
    seat: AdventureSeat,
    state: AdventureState,
    forms: Sequence[EventForm],
    focus: Mapping[str, str],
    *,
    has_facts: bool,
    may_join: bool,
) -> AdventureTools:
    """Return the tabs of a viewer and the forms of the open one; by default, the first tab is open."""
    next_round = next((form for form in forms if form.kind == AdventureRoundEnded.kind and not form.fields), None)
    groups = _groups(form for form in forms if form is not next_round)
    labels = dict(_labels(seat, state, groups, has_facts=has_facts, may_join=may_join))
    asked = focus.get(TOOL, "")
    current = asked if asked in labels else next(iter(labels))
    others = {name: value for name, value in focus.items() if name != TOOL}
    tabs = (Tab(label, f"?{urlencode({**others, TOOL: key})}#tools", key == current) for key, label in labels.items())
    return AdventureTools(current, labels[current], tuple(tabs), tuple(groups.get(current, ())), next_round)


def _groups(forms: Iterator[EventForm]) -> dict[str, list[EventForm]]:
    """Return forms by their tab: a heading begins another one."""
    groups: dict[str, list[EventForm]] = {PLAY: [], RUN: [], WHOLE: []}
    key = RUN
    for form in forms:
        key = TAB_OF_HEADING.get(form.heading, key)
        groups[key].append(form)
    return groups


def _labels(
    seat: AdventureSeat,
    state: AdventureState,
    groups: Mapping[str, Sequence[EventForm]],
    *,
    has_facts: bool,
    may_join: bool,
) -> Iterator[tuple[str, str]]:
    if groups[PLAY]:
        yield PLAY, "Do something"
    if groups[RUN]:
        yield RUN, "Afterward" if state.is_over else "Run it" if seat.organizes else "Do something"
    if groups[WHOLE]:
        yield WHOLE, "Whole adventure"
    if may_join:
        yield PEOPLE, "Add people"
    if has_facts:
        yield FACTS, "Prepared" if seat.organizes else "What is known"
    yield LOG, "Log"
