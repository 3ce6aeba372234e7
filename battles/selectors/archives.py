"""Somebody's battles as files of their archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from accounts.selectors.archives import ArchivedFile
from battles.models import Battle
from battles.selectors.files import battle_file


def archived_battles(user: User) -> Iterator[ArchivedFile]:
    """Yield each battle that somebody made, as a file that Muster imports; what is sealed is not in it."""
    for battle in Battle.objects.filter(owner=user).order_by("pk").iterator():
        yield f"battles/{battle.key}.muster-battle.json", battle_file(battle)
