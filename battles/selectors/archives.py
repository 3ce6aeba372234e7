"""Somebody's battles and lists of combatants as files of their archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import Owner, User
from accounts.selectors.archives import ArchivedFile, archived_json
from battles.models import Battle
from battles.selectors.combatants import combatant_lists_of, saved_combatants
from battles.selectors.files import battle_file
from rules.fights.lists import combatants_document


def archived_battles(user: User) -> Iterator[ArchivedFile]:
    """Yield each battle that somebody made, as a file that Muster imports; what is sealed is not in it."""
    for battle in Battle.objects.filter(owner=user).order_by("pk").iterator():
        yield f"battles/{battle.key}.muster-battle.json", battle_file(battle)


def archived_combatants(user: User) -> Iterator[ArchivedFile]:
    """Yield each list of combatants that somebody made, as a file that Muster imports."""
    for row in combatant_lists_of(Owner(user)).order_by("pk").iterator():
        document = combatants_document(saved_combatants(row))
        yield f"battles/combatants/{row.key}.muster-combatants.json", archived_json(document)
