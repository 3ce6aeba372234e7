"""The spells of both spell sheets, 71 under the ORC license and 58 older ones under the OGL.

>>> find_spell("Fireball").rank
3
>>> find_spell("invisibility (self only)", license="OGL").key
'invisibility--p2v-ogl'
"""

import re
from functools import cache

from rules.spells.model import Spell, load
from rules.text import slug

__all__ = ["BY_KEY", "SPELLS", "Spell", "find_spell", "name_of"]

SPELLS: tuple[Spell, ...] = load()
BY_KEY: dict[str, Spell] = {spell.key: spell for spell in SPELLS}
_NOTE = re.compile(r"\s*\([^()]*\)\s*$")


def find_spell(name: str, license: str | None = None) -> Spell | None:
    """Return the spell that a caster's card names, or None if neither sheet has it.

    Case and apostrophes do not matter, and a note in brackets after the name ("self only") is no part of it. Of two
    spells of one name it is the one under ``license``, the card's own; without one, or with another, the ORC spell.
    """
    versions = _by_name().get(slug(_NOTE.sub("", name)), {})
    return versions.get(license or "") or next(iter(versions.values()), None)


def name_of(key: str) -> str:
    """Return the name of a spell by its key; of one that neither sheet has, the key."""
    spell = BY_KEY.get(key)
    return spell.name if spell else key


@cache
def _by_name() -> dict[str, dict[str, Spell]]:
    """Each name's spells by license; the ORC one comes first if there are two."""
    index: dict[str, dict[str, Spell]] = {}
    for spell in SPELLS:
        for name in (spell.name, *spell.aliases):
            index.setdefault(slug(name), {})[spell.license] = spell
    return index
