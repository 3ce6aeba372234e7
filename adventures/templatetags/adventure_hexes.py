"""Tags for pages of hexploration: the map, the hex that is looked at, and creatures that fit an encounter."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import template
from django.utils.http import urlencode

from adventures.drawings.hex_maps import HexMapView, hex_map_view
from adventures.selectors.parties import CreatureOffer, creature_offers
from rules.adventures.kinds.hexploration.hexes import DIRECTION_NAMES, activity_cost
from rules.adventures.kinds.hexploration.play import (
    hexploration_state,
    is_hex_seen,
    is_on_map,
    known_hex,
)
from rules.adventures.kinds.hexploration.travel import neighbors_of, travel_difficulty, usual_difficulty
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.text import counted

register = template.Library()


@register.simple_tag
def hex_map(state: AdventureState, focus: Mapping[str, str]) -> HexMapView:
    """Return the map of a state as the viewer sees it; ``focus`` says which hex they look at, and how closely."""
    return hex_map_view(state, focus.get("hex", ""), focus.get("zoom", ""))


@register.simple_tag
def hex_query(focus: Mapping[str, str], label: str, zoom: str) -> str:
    """Return the address's query that selects a hex, and keeps the other selections."""
    return urlencode({**focus, "hex": label, "zoom": zoom})


@dataclass(frozen=True, slots=True)
class HexPanel:
    """The selected hex: the facts that the viewer knows, the hexes around it, and which groups may come here."""

    label: str
    lines: tuple[str, ...]
    around: tuple[tuple[str, str], ...]
    travelers: tuple[tuple[str, str], ...]
    here: tuple[tuple[str, str], ...]


@register.simple_tag
def hex_panel(state: AdventureState, label: str) -> HexPanel:
    """Return the facts that the viewer knows of a hex."""
    label = label if is_on_map(state, label) else hexploration_state(state).groups[0].hex
    around = neighbors_of(state, label)
    groups = hexploration_state(state).groups
    return HexPanel(
        label,
        tuple(_hex_lines(state, label)),
        tuple((DIRECTION_NAMES[way], one) for one, way in around.items()),
        tuple(
            (group.key, f"{group.name}: {_cost_words(state, group.key, label)}")
            for group in groups
            if group.hex in around
        ),
        tuple((group.key, group.name) for group in groups if group.hex == label),
    )


def _hex_lines(state: AdventureState, label: str) -> list[str]:
    map_hex, own = known_hex(state, label), hexploration_state(state)
    if map_hex is None:
        return ["No one knows this hex yet."]
    difficulty = usual_difficulty(map_hex)
    lines = [f"{(map_hex.terrain or '').capitalize()}, {difficulty} terrain on foot."]
    if map_hex.terrain == "aquatic":
        lines = ["Water: by boat or flying."]
    if not is_hex_seen(state, label):
        lines.append("Players have not seen it.")
    if map_hex.has_feature:
        lines.append(f"{map_hex.feature.capitalize()}: {map_hex.feature_text}")
    if label in own.reconnoitered:
        lines.append("Reconnoitered" + (", with an accurate map." if label in own.mapped else "."))
    return lines


def _cost_words(state: AdventureState, group: str, label: str) -> str:
    map_hex = known_hex(state, label)
    if map_hex is None or not is_hex_seen(state, label):
        return "travel here"
    try:
        cost = activity_cost(travel_difficulty(state, hexploration_state(state).group(group), label))
    except ChangeRefused:
        return "cannot come here now"
    return f"travel here, {counted(cost, 'activity')}"


@register.simple_tag
def creatures_that_fit(state: AdventureState) -> tuple[CreatureOffer, ...]:
    """Return creatures of the compendium for the encounters that wait; no query where none does."""
    return creature_offers(state)
