"""A battle as a file, ``muster-battle/1``."""

from __future__ import annotations

import json

from battles.models import Battle
from battles.selectors.folding import entries_of, setup_of
from rules.battle.documents import BattleDocument, battle_document


def battle_file(battle: Battle) -> bytes:
    """Return a battle as a file: its set-up and its log, which hold no seed and nothing that is sealed. One query."""
    document = battle_document(BattleDocument(setup_of(battle), tuple(entries_of(battle))))
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
