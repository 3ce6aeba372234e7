"""What the fields of forms of adventures are called, where the name in documents would not say it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.adventures.kinds import KINDS

FACT_LABELS: Mapping[str, str] = {
    "acts": "Acts in each round",
    "away": "Comes later",
    "edge_use": "The Edge Point helps only with",
    "effort": "Moves of the other side that it takes",
    "face_down": "Obstacles lie face down",
    "fails_at": "Fails at so many Awareness Points",
    "hidden": "Hidden from players",
    "key": "Key, a short word",
    "lead": "Obstacles that the pursued are ahead",
    "lost_at": "Lost from sight when so many obstacles ahead",
    "maximum": "Most points",
    "moves": "It moves",
    "needs_base": "Needs a base",
    "notes": "Notes for you",
    "opens_at": "Opens at so many points",
    "others": "Name of the other side",
    "others_roll": "The other side rolls",
    "pace": "Pace of the others in each round",
    "per_round": "Points in each round",
    "preparation_rounds": "Rounds to prepare",
    "round_length": "Length of a round",
    "rounds": "Rounds, empty for no limit",
    "shows_awareness": "Players see the Awareness Points",
    "shows_dcs": "Players see the DCs",
    "unlocks": "What happens then",
    "uses": "Limited Edge Points that help here",
    "worth": "Worth in gp",
}
"""Labels of the fields with which an adventure is prepared, by their names in documents."""

FACT_NOTES: Mapping[str, str] = {
    f"facts.{path}": note for kind in KINDS.values() for path, note in kind.field_notes.items()
}
"""What is to be typed into fields where their labels do not say it, by their paths; a star is any place in a list."""
_PLACE = re.compile(r"\.\d+(?=\.)")

ABBREVIATIONS: Mapping[str, str] = {"ac": "AC", "dc": "DC", "hp": "HP"}


def field_label(name: str) -> str:
    """Return the name of a field in documents as words.

    >>> field_label("dc"), field_label("dc_change"), field_label("edge_use")
    ('DC', 'DC change', 'Edge use')
    """
    words = " ".join(ABBREVIATIONS.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def fact_label(name: str) -> str:
    """Return what a field is called; what is no name of a field, such as the name of a person, stays as it is.

    >>> fact_label("shows_dcs"), fact_label("thresholds"), fact_label("Marda Quern")
    ('Players see the DCs', 'Thresholds', 'Marda Quern')
    """
    if name in FACT_LABELS:
        return FACT_LABELS[name]
    is_field = name.isidentifier() and name.islower()
    return field_label(name) if is_field else name


def fact_note(path: str) -> str:
    """Return what is to be typed into a field of the form that prepares an adventure, "" where its label says it.

    >>> fact_note("facts.hexes.12.key"), fact_note("facts.region")
    ('A hex by its column and row: 0304 is row 4 of column 3.', '')
    """
    return FACT_NOTES.get(_PLACE.sub(".*", path), "")
