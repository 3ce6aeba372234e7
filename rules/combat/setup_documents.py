"""What a fight of a declared family begins with as a document; combatants with the same sheet share it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from rules.combat.setup import MAX_COMBATANTS, FightCombatant, FightSetup
from rules.combat.sheets import FightSheet, SheetKind, sheet_document, sheet_shape
from rules.combat.sides import SIDE_KEYS, SIDES
from rules.documents import Fields, fail, writable
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import choice, integer, text
from rules.errors import DocumentError, RulesError
from rules.lengths import MAX_NAME


@dataclass(frozen=True, slots=True)
class _Entry:
    """A combatant with the place of its sheet among the sheets of the document."""

    id: Annotated[str, text(40)]
    side: Annotated[str, choice(SIDE_KEYS, needed=True)]
    sheet: Annotated[int, integer(0, MAX_COMBATANTS)]
    group: Annotated[str, text(MAX_NAME), WRITTEN] = ""


_ENTRIES = records_of(_Entry, MAX_COMBATANTS)


def fight_setup_document(setup: FightSetup, kinds: tuple[SheetKind, ...], table: SheetKind) -> dict[str, Any]:
    """Return a set-up as a document: its sheets are of ``kinds``, what its table agreed on is of the kind ``table``."""
    sheets: list[FightSheet] = []
    for combatant in setup.combatants:
        if combatant.sheet not in sheets:
            sheets.append(combatant.sheet)
    return {
        "name": setup.name,
        "sides": SIDES.write(setup.sides),
        "master": setup.master,
        "hides_left": setup.hides_left,
        "table": sheet_document((table,), setup.table),
        "sheets": [sheet_document(kinds, sheet) for sheet in sheets],
        "combatants": _ENTRIES.write(
            [
                _Entry(combatant.id, combatant.side, sheets.index(combatant.sheet), combatant.group)
                for combatant in setup.combatants
            ]
        ),
    }


def fight_setup_from(read: Fields, table: SheetKind, sheet_from: Callable[[Fields], FightSheet]) -> FightSetup:
    """Read a set-up whose sheets ``sheet_from`` reads; raise ``DocumentError`` with the path of what is wrong."""
    sheets = [sheet_from(item) for item in read.items("sheets", high=MAX_COMBATANTS)]
    combatants = tuple(_combatants(read, sheets))
    try:
        setup = FightSetup(
            SIDES.read(read, "sides"),
            combatants,
            sheet_shape((table,)).read(read, "table"),
            read.text("master", high=1),
            read.boolean("hides_left", True),
            writable(read.text("name", "", high=MAX_NAME), read.at("name")),
        )
    except DocumentError:
        raise
    except RulesError as fault:
        fail("document.value", read.path, str(fault))
    read.done()
    return setup


def _combatants(read: Fields, sheets: list[FightSheet]) -> Iterator[FightCombatant]:
    for place, one in enumerate(_ENTRIES.read(read, "combatants")):
        if one.sheet >= len(sheets):
            fail("document.value", f"{read.at('combatants')}[{place}].sheet", "There is no such sheet.")
        group = writable(one.group, f"{read.at('combatants')}[{place}].group")
        yield FightCombatant(one.id, one.side, sheets[one.sheet], group)
