"""The emblems of items, feats and spells, and of the kinds of terms in the glossary: by effect or material."""

import json
from collections.abc import Mapping
from pathlib import Path

from printing.canvas import CHARACTERS

_FILE: Mapping[str, Mapping[str, str]] = json.loads(
    (Path(__file__).parent / "entry_emblems.json").read_text(encoding="utf-8")
)
OF_ENTRIES = {
    kind: {key: emblem for emblem, keys in emblems.items() for key in keys.split()} for kind, emblems in _FILE.items()
}
"""The emblems by kind ("items", "feats", "spells"; "kinds" for those of the glossary) and key."""

NEUTRAL_OF_KINDS = {"items": "round-bottom-flask", "feats": "laurel-crown", "spells": "wizard-staff", "kinds": "scales"}
"""For an entry without its own emblem."""


def entry_emblem(kind: str, key: str) -> str:
    """Return the character of an entry's emblem; one that has the name of another shares its emblem."""
    own = OF_ENTRIES[kind]
    return CHARACTERS[own.get(key) or own.get(key.partition("--")[0]) or NEUTRAL_OF_KINDS[kind]]
