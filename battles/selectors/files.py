"""A fight of any family as a file, ``muster-battle/1``."""

from __future__ import annotations

import json

from battles.models import Battle
from battles.selectors.folding import BATTLE_LOGS, planned_fight
from rules.families import family_of
from rules.families.documents import BattleDocument, battle_document


def battle_file(battle: Battle) -> bytes:
    """Return a battle as a file: its set-up and its log, which hold no seed and nothing that is sealed. One query."""
    family = family_of(battle.family)
    document = battle_document(BattleDocument(planned_fight(battle), tuple(BATTLE_LOGS.entries_of(battle)), family))
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
