"""Which pages a family of combat rules has."""

from __future__ import annotations

from django.http import Http404

from battles.web.battle_pages import CardBattlePages
from battles.web.families import FightPages
from battles.web.fights.pages import DeclaredPages
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.p2v_combat.family import BattleFamily

PAGES: list[tuple[type[FightFamily], FightPages]] = [
    (BattleFamily, CardBattlePages()),
    (DeclaredFamily, DeclaredPages()),  # type: ignore[type-abstract] # a type to compare with, never called
]
"""Pages for families of a type; the first one that fits counts."""


def pages_of(family: FightFamily) -> FightPages:
    """Return the pages of a family; raise ``Http404`` for one without pages: it is played by programs."""
    found = next((pages for kind, pages in PAGES if isinstance(family, kind)), None)
    if found is None:
        raise Http404("These rules have no pages.")
    return found
