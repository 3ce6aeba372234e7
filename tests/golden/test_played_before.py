"""Battles, fights and adventures that an earlier version stored replay to the states that it came to.

``stored/played-1.json.gz`` holds their documents with a hash of each state. ``stored/played-2.json.gz`` holds battles
that were played by chance just before bans and early ends came, with the items and spells that do more since. What is
said of an entry is left out: later versions announce more.
"""

import hashlib
import json
from typing import Any

import pytest

from rules.adventures.documents import adventure_from_json, adventure_replay
from rules.adventures.views import adventure_state_document
from rules.families.documents import battle_from_document, replay
from tests.golden.files import STORED, read

KEPT = ("played-1.json.gz", "played-2.json.gz")
PARTS = 4
"""In parts, so that several processes share the replays."""


def hash_of(document: dict[str, Any]) -> str:
    """Return the hash of a state without what was said."""
    state = {name: value for name, value in document.items() if name != "notes"}
    return hashlib.sha256(json.dumps(state, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def states_of_document(document: dict[str, Any]) -> list[str]:
    """Return the hashes of the states of a document, from before its first entry."""
    if document["format"].startswith("muster-battle"):
        battle = battle_from_document(document)
        fight = replay(battle)
        assert fight.fault is None
        return [hash_of(battle.family.state_document(state)) for _, state in fight.states]
    evening = adventure_replay(adventure_from_json(json.dumps(document).encode()))
    assert evening.fault is None
    return [hash_of(adventure_state_document(state)) for _, state in evening.states]


@pytest.mark.parametrize("part", range(PARTS))
def test_what_was_played_before_comes_to_the_same_states(part: int) -> None:
    changed = []
    for row in [row for file in KEPT for row in read(STORED / file)][part::PARTS]:
        today = states_of_document(row["document"])
        pairs = zip(row["states"], today, strict=True)
        entries = [place for place, (old, new) in enumerate(pairs) if old != new]
        changed += [f"{row['name']} differs from entry {entries[0]} on"] if entries else []
    assert not changed, "\n".join(changed)
