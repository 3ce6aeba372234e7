"""Tags for pages of hexploration: the map, the selected hex, and creatures for an encounter."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import template
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from adventures.drawings.hex_maps import HexMapView, hex_map_view
from adventures.selectors.parties import CreatureOffer, creature_offers
from rules.adventures.kinds.hexploration.hexes import DIRECTION_NAMES, HexDirection, activity_cost
from rules.adventures.kinds.hexploration.play import HexplorationInPlay, TravelGroup
from rules.adventures.kinds.hexploration.travel import left_for_group, neighbors_of, travel_difficulty, usual_difficulty
from rules.errors import ChangeRefused
from rules.text import counted

register = template.Library()


@register.simple_tag
def hex_map(state: HexplorationInPlay, focus: Mapping[str, str]) -> HexMapView:
    """Return the map of a state as the viewer sees it; ``focus`` has the selected hex and the zoom."""
    return hex_map_view(state, focus.get("hex", ""), focus.get("zoom", ""))


MOVE_TURNS = {"n": 0, "e": 90, "s": 180, "w": 270}
MOVE_SIGNS = {"in": "+", "out": "−", "all": "All"}
"""What stands on the links that move the map: a chevron, turned by so many degrees, or a sign."""


@register.filter
def move_sign(word: str) -> SafeString | str:
    """Return what stands on a link that moves the map; its name says the rest."""
    if word in MOVE_SIGNS:
        return MOVE_SIGNS[word]
    return format_html(
        '<svg class="hex-arrow" viewBox="-10 -10 20 20" aria-hidden="true">'
        '<path d="M-6 3l6-6 6 6" transform="rotate({})"></path></svg>',
        MOVE_TURNS[word],
    )


@register.simple_tag
def hex_query(focus: Mapping[str, str], label: str, zoom: str) -> str:
    """Return the address's query that selects a hex, and preserves the other selections."""
    return urlencode({**focus, "hex": label, "zoom": zoom})


TURNS: Mapping[HexDirection, int] = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
"""Degrees by which the arrow of a direction is turned from north."""
PAD_ORDER: tuple[HexDirection, ...] = ("nw", "n", "ne", "sw", "s", "se")
"""Directions as the buttons of a pad stand: three above, three below."""


@dataclass(frozen=True, slots=True)
class TravelStep:
    """A button of a pad: the turn of its arrow, the hex to which it leads, in words where that is, and what it costs.

    ``label`` is "" where the map ends. A step that the group cannot take now ``is_barred``.
    """

    turn: int
    label: str
    words: str
    cost: str
    is_barred: bool


@dataclass(frozen=True, slots=True)
class TravelPad:
    """The arrows by which a group travels to the hexes beside it, and how many activities it has left today."""

    group: str
    name: str
    hex: str
    left: str
    steps: tuple[TravelStep, ...]


@register.simple_tag
def travel_pads(state: HexplorationInPlay) -> tuple[TravelPad, ...]:
    """Return a pad for each group."""
    return tuple(_pad(state, group) for group in state.own.groups)


def _pad(state: HexplorationInPlay, group: TravelGroup) -> TravelPad:
    left = left_for_group(state, group)
    around = {way: label for label, way in neighbors_of(state, group.hex).items()}
    steps = tuple(_step(state, group, way, around.get(way, ""), left) for way in PAD_ORDER)
    return TravelPad(group.key, group.name, group.hex, f"{counted(left, 'activity')} left", steps)


def _step(state: HexplorationInPlay, group: TravelGroup, way: HexDirection, label: str, left: int) -> TravelStep:
    if not label:
        return TravelStep(TURNS[way], "", DIRECTION_NAMES[way], "", is_barred=True)
    map_hex = state.known_hex(label)
    cost, words, is_barred = "?", "unknown", not left
    if map_hex is not None and state.is_hex_seen(label):
        words = map_hex.terrain or ""
        try:
            cost = str(activity_cost(travel_difficulty(state, group, label)))
        except ChangeRefused:
            cost, is_barred = "–", True
        else:
            words = f"{words}, {counted(int(cost), 'activity')}"
    return TravelStep(TURNS[way], label, f"{DIRECTION_NAMES[way]} to {label}: {words}", cost, is_barred)


@dataclass(frozen=True, slots=True)
class HexPanel:
    """The selected hex: the facts that the viewer knows, the hexes around it, and which groups may come here."""

    label: str
    lines: tuple[str, ...]
    around: tuple[tuple[str, str], ...]
    travelers: tuple[tuple[str, str], ...]
    here: tuple[tuple[str, str], ...]


@register.simple_tag
def hex_panel(state: HexplorationInPlay, label: str) -> HexPanel:
    """Return the facts that the viewer knows of a hex."""
    label = label if state.is_on_map(label) else state.own.groups[0].hex
    around = neighbors_of(state, label)
    groups = state.own.groups
    return HexPanel(
        label,
        tuple(_hex_lines(state, label)),
        tuple((DIRECTION_NAMES[way], neighbor) for neighbor, way in around.items()),
        tuple(
            (group.key, f"{group.name}: {_cost_words(state, group.key, label)}")
            for group in groups
            if group.hex in around
        ),
        tuple((group.key, group.name) for group in groups if group.hex == label),
    )


def _hex_lines(state: HexplorationInPlay, label: str) -> list[str]:
    map_hex, own = state.known_hex(label), state.own
    if map_hex is None:
        return ["No one has explored this hex yet."]
    difficulty = usual_difficulty(map_hex)
    lines = [f"{(map_hex.terrain or '').capitalize()}, {difficulty} terrain on foot."]
    if map_hex.terrain == "aquatic":
        lines = ["Water: by boat or flying."]
    if not state.is_hex_seen(label):
        lines.append("Players have not seen it.")
    if map_hex.has_feature:
        lines.append(f"{map_hex.feature.capitalize()}: {map_hex.feature_text}")
    if label in own.reconnoitered:
        lines.append("Reconnoitered" + (", with an accurate map." if label in own.mapped else "."))
    return lines


def _cost_words(state: HexplorationInPlay, group: str, label: str) -> str:
    map_hex = state.known_hex(label)
    if map_hex is None or not state.is_hex_seen(label):
        return "travel here"
    try:
        cost = activity_cost(travel_difficulty(state, state.own.group(group), label))
    except ChangeRefused:
        return "cannot enter now"
    return f"travel here, {counted(cost, 'activity')}"


@register.simple_tag
def creatures_that_fit(state: HexplorationInPlay) -> tuple[CreatureOffer, ...]:
    """Return creatures of the compendium for the waiting encounters; no query if there are none."""
    return creature_offers(state)
