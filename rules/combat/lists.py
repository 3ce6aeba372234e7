"""Lists of combatants that are stored between fights, as documents: ``muster-combatants/1``."""

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.combat.declared import DeclaredFamily
from rules.combat.sheets import FightSheet, sheet_document
from rules.combat.state import MAX_COMBATANTS, MAX_TALLY
from rules.documents.reading import Fields, Format, fail, writable
from rules.lengths import MAX_NAME
from rules.text import without_directions

LIST_FORMAT = Format("muster-combatants/1", "a list of combatants")
MAX_LIST_BYTES = 1_000_000
"""The largest document of a list."""
MAX_ALIKE = 20
"""The most combatants that may share a sheet."""


@dataclass(frozen=True, slots=True)
class ListedCombatant:
    """A sheet in a list: its number, how many combatants have it, and the group in which they fight."""

    number: int
    sheet: FightSheet
    count: int = 1
    group: str = ""


@dataclass(frozen=True, slots=True)
class SavedCombatants:
    """A list of combatants of one family: a party, or opponents.

    ``tallies`` are a party's counts since its last rest, ``experience`` the results of earlier ones, both by the keys
    of the family's tallies.
    """

    family: DeclaredFamily
    name: str
    is_party: bool
    combatants: tuple[ListedCombatant, ...] = ()
    tallies: Mapping[str, int] = field(default_factory=dict)
    experience: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of combatants."""
        return sum(combatant.count for combatant in self.combatants)

    def combatant(self, number: int) -> ListedCombatant | None:
        """Return a sheet of the list by its number, None if there is none."""
        return next((combatant for combatant in self.combatants if combatant.number == number), None)


def numbered_names(name: str, count: int, taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return names for combatants with one sheet, none of them ``taken``: several are numbered from 1."""
    if count == 1 and name not in taken:
        return (name,)
    free = (candidate for place in itertools.count(1) if (candidate := f"{name[: MAX_NAME - 4]} {place}") not in taken)
    return tuple(itertools.islice(free, count))


def entries_document(saved: SavedCombatants) -> list[dict[str, Any]]:
    """Return the combatants of a list as documents."""
    return [
        {
            "count": combatant.count,
            "group": combatant.group,
            "sheet": sheet_document(saved.family.kinds, combatant.sheet),
        }
        for combatant in saved.combatants
    ]


def combatants_document(saved: SavedCombatants) -> dict[str, Any]:
    """Return a list as a document."""
    document: dict[str, Any] = {
        "format": LIST_FORMAT.tag,
        "family": saved.family.key,
        "name": saved.name,
        "party": saved.is_party,
        "combatants": entries_document(saved),
    }
    if saved.is_party and saved.family.tallies:
        document |= {"tallies": _whole(saved, saved.tallies), "experience": _whole(saved, saved.experience)}
    return document


def _whole(saved: SavedCombatants, numbers: Mapping[str, int]) -> dict[str, int]:
    return {tally.key: numbers.get(tally.key, 0) for tally in saved.family.tallies}


def combatants_from(document: object, families: Mapping[str, DeclaredFamily]) -> SavedCombatants:
    """Read a list; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = LIST_FORMAT.upcast(document)
    family = families.get(read.text("family", high=40))
    if family is None:
        fail("document.value", read.at("family"), f"Expected one of {', '.join(families)}.")
    saved = SavedCombatants(
        family,
        list_name(read.text("name", high=MAX_NAME), read.at("name")),
        read.boolean("party"),
        entries_from(read, family),
        _numbers(read, "tallies", family),
        _numbers(read, "experience", family),
    )
    read.done()
    return saved


def list_name(typed: str, path: str = "name") -> str:
    """Return the name of a list on one line; raise ``DocumentError`` if there is none."""
    name = " ".join(without_directions(typed).split())[:MAX_NAME]
    if not name:
        fail("document.missing", path, "A list needs a name.")
    return writable(name, path)


def entries_from(read: Fields, family: DeclaredFamily) -> tuple[ListedCombatant, ...]:
    """Read the combatants of a list; raise ``DocumentError`` for one that does not fit or for too many."""
    combatants = []
    for number, item in enumerate(read.items("combatants", high=MAX_COMBATANTS), start=1):
        item.ignore("sheet")
        sheet = family.sheet_from(Fields(item.raw.get("sheet"), item.at("sheet")))
        count = item.integer("count", 1, low=1, high=MAX_ALIKE)
        group = " ".join(without_directions(item.text("group", "", high=MAX_NAME)).split())
        combatants.append(ListedCombatant(number, sheet, count, writable(group, item.at("group"))))
        item.done()
    if sum(combatant.count for combatant in combatants) > MAX_COMBATANTS:
        fail("document.range", read.at("combatants"), f"A list has at most {MAX_COMBATANTS} combatants.")
    return tuple(combatants)


def _numbers(read: Fields, name: str, family: DeclaredFamily) -> dict[str, int]:
    numbers = read.optional_fields(name)
    if numbers is None:
        return {}
    counts = {tally.key: numbers.integer(tally.key, 0, low=0, high=MAX_TALLY) for tally in family.tallies}
    numbers.done()
    return counts
