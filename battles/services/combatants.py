"""Making, changing and deleting lists of combatants, and a party's counts from fight to fight."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from battles.models import Battle, CombatantList, PartyInFight
from battles.models.battles import BattleStatus
from battles.selectors.families import combatant_lists_of, declared_families, listed_mark, saved_combatants
from battles.selectors.folding import folded_fight
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version
from rules.combat.declared import DeclaredFamily
from rules.combat.lists import MAX_ALIKE, ListedCombatant, SavedCombatants, combatants_from, list_name, numbered_names
from rules.combat.sheets import FightSheet, sheet_document
from rules.combat.state import MAX_COMBATANTS, MAX_TALLY, FightState
from rules.errors import DocumentError, require
from rules.lengths import MAX_NAME
from rules.text import copy_name, plain_texts, without_directions

LISTS = "combatant lists"
"""The quota of lists."""
NO_LIST = "You have no such list of combatants."
NO_SHEET = "This list has no such combatant."
LIST_CHANGED = "This list has changed since your page showed it, so nothing was done. Look again."
SHEET_CHANGED = (
    "This combatant was changed since you opened its sheet, so nothing was saved. Look at the new version in "
    "another tab. If you save again, you replace it."
)


class CombatantsMovedOn(Refusal):
    """A list, or a sheet of it, was changed since somebody saw it."""

    code = "combatants.changed"


@transaction.atomic
def combatant_list_make(*, owner: Owner, family: str, name: str, is_party: bool) -> CombatantList:
    """Store an empty list. Raises ``Refusal`` for a family that has no sheets, for no name and for too many lists."""
    declared = declared_families().get(family)
    if declared is None:
        raise Refusal("Choose the game of these combatants.", code="combatants.invalid")
    return _stored(owner, SavedCombatants(declared, _name(name), is_party))


@transaction.atomic
def combatant_list_import(*, owner: Owner, document: object) -> CombatantList:
    """Store a list of a document ``muster-combatants/1``. Raises ``Refusal`` for one that cannot be read."""
    return _stored(owner, read_list(document))


def read_list(document: object) -> SavedCombatants:
    """Read a list from its document; raise ``Refusal`` for one that cannot be read."""
    try:
        return combatants_from(plain_texts(document), declared_families())
    except DocumentError as fault:
        place = f" {fault.path}:" if fault.path else ""
        raise Refusal(
            f"This is not a list of combatants that Muster can read.{place} {fault.message}", code="combatants.invalid"
        ) from fault


@transaction.atomic
def combatant_list_replace(*, owner: Owner, key: str, saved: SavedCombatants) -> CombatantList:
    """Put other combatants, another name and other tallies into a list; its family stays."""
    row = combatant_list_locked(owner, key)
    own, other = declared_families()[row.family], saved.family
    if other is not own:
        raise Refusal("You cannot change the game of a list. Make another list.", code="combatants.invalid")
    return _saved(row, saved)


@transaction.atomic
def combatant_list_edit(*, owner: Owner, key: str, name: str, is_party: bool, seen: int | None = None) -> CombatantList:
    """Rename a list, and set whether it is a party. ``seen`` is the version of the list that somebody saw."""
    row = _locked_as_seen(owner, key, seen)
    row.name, row.is_party = _name(name), is_party
    return _touched(row, "name", "is_party")


@transaction.atomic
def combatant_list_copy(*, owner: Owner, key: str) -> CombatantList:
    """Copy a list, with empty tallies."""
    saved = saved_combatants(combatant_list_locked(owner, key))
    name = copy_name(saved.name, {row.name for row in combatant_lists_of(owner)}, MAX_NAME)
    return _stored(owner, replace(saved, name=name, tallies={}, experience={}))


@transaction.atomic
def combatant_list_delete(*, owner: Owner, key: str) -> None:
    """Delete a list permanently; fights with its combatants do not change."""
    combatant_list_locked(owner, key).delete()


@transaction.atomic
def listed_combatant_save(
    *, owner: Owner, key: str, sheet: FightSheet, count: int, group: str, number: int | None = None, seen: str = ""
) -> CombatantList:
    """Put a sheet into a list: in place of the one with a number, or as a new one.

    ``seen`` is the mark of the combatant as somebody saw it; "" to put it in place of any.
    """
    row = combatant_list_locked(owner, key)
    saved = saved_combatants(row)
    if number is not None and saved.combatant(number) is None:
        raise Refusal(NO_SHEET, code="combatants.gone")
    if number is not None and seen not in ("", listed_mark(row, number)):
        raise CombatantsMovedOn(SHEET_CHANGED)
    place = number or 1 + max((combatant.number for combatant in saved.combatants), default=0)
    listed = ListedCombatant(place, sheet, count, " ".join(without_directions(group).split())[:MAX_NAME])
    if number is None:
        return _saved(row, replace(saved, combatants=(*saved.combatants, listed)))
    changed = tuple(listed if combatant.number == number else combatant for combatant in saved.combatants)
    return _saved(row, replace(saved, combatants=changed))


@transaction.atomic
def listed_combatant_copy(*, owner: Owner, key: str, number: int) -> CombatantList:
    """Add a copy of a sheet to its list, with another name."""
    saved = saved_combatants(combatant_list_locked(owner, key))
    listed = require(saved.combatant(number), Refusal(NO_SHEET, code="combatants.gone"))
    (name,) = numbered_names(listed.sheet.name, 1, [combatant.sheet.name for combatant in saved.combatants])
    sheet = replace(listed.sheet, name=name)
    return listed_combatant_save(owner=owner, key=key, sheet=sheet, count=listed.count, group=listed.group)


@transaction.atomic
def listed_combatant_remove(*, owner: Owner, key: str, number: int, seen: int | None = None) -> CombatantList:
    """Take a sheet out of a list. ``seen`` is the version of the list that somebody saw."""
    row = _locked_as_seen(owner, key, seen)
    saved = saved_combatants(row)
    if saved.combatant(number) is None:
        raise Refusal(NO_SHEET, code="combatants.gone")
    return _saved(
        row, replace(saved, combatants=tuple(combatant for combatant in saved.combatants if combatant.number != number))
    )


@transaction.atomic
def party_respite(*, owner: Owner, key: str, tally: str, gained: int) -> CombatantList:
    """Let a party rest: set a tally to 0, and add the table's number to its result."""
    row = combatant_list_locked(owner, key)
    declared = {tally.key: tally for tally in declared_families()[row.family].tallies}.get(tally)
    if declared is None or not declared.spent_by or not row.is_party:
        raise Refusal("A rest resets nothing in this list.", code="combatants.invalid")
    if not 0 <= gained <= MAX_TALLY:
        raise Refusal(f"{declared.becomes}: enter a number from 0 to {MAX_TALLY}.", code="combatants.invalid")
    if not row.tallies.get(tally, 0):
        raise Refusal(
            f"{declared.label}: the party has none since its last rest, so nothing was done.",
            code="combatants.invalid",
        )
    row.tallies = {**row.tallies, tally: 0}
    row.experience = {**row.experience, tally: min(MAX_TALLY, row.experience.get(tally, 0) + gained)}
    return _touched(row, "tallies", "experience")


@transaction.atomic
def party_counts_set(
    *, owner: Owner, key: str, tally: str, count: int, experience: int, seen: int | None = None
) -> CombatantList:
    """Set a party's counts and their results by hand. ``seen`` is the version that somebody saw."""
    row = _locked_as_seen(owner, key, seen)
    if tally not in [tally.key for tally in declared_families()[row.family].tallies] or not row.is_party:
        raise Refusal("This list has no such count.", code="combatants.invalid")
    if not (0 <= count <= MAX_TALLY and 0 <= experience <= MAX_TALLY):
        raise Refusal(f"Enter numbers from 0 to {MAX_TALLY}.", code="combatants.invalid")
    row.tallies, row.experience = {**row.tallies, tally: count}, {**row.experience, tally: experience}
    return _touched(row, "tallies", "experience")


def party_gains_count(battle: Battle) -> None:
    """Let the saved parties of a newly closed fight count its results.

    Call it once, within the transaction that closes the fight and has locked its row. A fight that no party won counts
    nothing, and neither does a saved party that fought against the party.
    """
    if battle.status != BattleStatus.CLOSED:
        raise ValueError("parties count closed fights")
    links = list(PartyInFight.objects.filter(battle=battle)) if declared_families().get(battle.family) else []
    state = folded_fight(battle).state if links else None
    if not isinstance(state, FightState) or state.outcome is None or state.outcome.winner not in state.setup.party:
        return
    gains, party = state.family.gains(state), state.setup.party
    own = {
        combatant for combatant in state.combatants if state.entry(combatant).side in party
    }  # without those whose joining was undone
    fought = [link.party_id for link in links if not own.isdisjoint(link.combatants)]
    rows = CombatantList.objects.select_for_update().filter(pk__in=fought, is_party=True)
    for row in rows.order_by("pk"):
        row.tallies = {**row.tallies, **{key: _more(row, key, number) for key, number in gains.items()}}
        _touched(row, "tallies")


def _more(row: CombatantList, key: str, number: int) -> int:
    return int(min(MAX_TALLY, row.tallies.get(key, 0) + number))


def _name(typed: str) -> str:
    try:
        return list_name(typed)
    except DocumentError as fault:
        raise Refusal(fault.message, code="combatants.invalid") from fault


def combatant_list_locked(owner: Owner, key: str) -> CombatantList:
    """Lock a list of an owner. Call it within a transaction. Raises ``Refusal`` if there is none."""
    return require(
        combatant_lists_of(owner).select_for_update().filter(key=key).first(), Refusal(NO_LIST, code="combatants.gone")
    )


def _locked_as_seen(owner: Owner, key: str, seen: int | None) -> CombatantList:
    row = combatant_list_locked(owner, key)
    if seen not in (None, row.version):
        raise CombatantsMovedOn(LIST_CHANGED)
    return row


def _stored(owner: Owner, saved: SavedCombatants) -> CombatantList:
    if refusal := quota_refusal(owner, LISTS, STORED):
        raise Refusal(refusal, code="combatants.full")
    now = timezone.now()
    row = CombatantList(key=new_key(), family=saved.family.key, created_at=now, changed_at=now)
    row.belongs_to(owner)
    _fill(row, saved)
    row.save()
    return row


def _saved(row: CombatantList, saved: SavedCombatants) -> CombatantList:
    if refusal := quota_refusal(Owner(row.owner, row.owner_token), STORED):
        raise Refusal(refusal, code="combatants.full")
    _fill(row, saved)
    return _touched(row, "name", "is_party", "combatants", "tallies", "experience")


def _fill(row: CombatantList, saved: SavedCombatants) -> None:
    if saved.size > MAX_COMBATANTS or any(not 1 <= combatant.count <= MAX_ALIKE for combatant in saved.combatants):
        raise Refusal(
            f"A list has at most {MAX_COMBATANTS} combatants, and at most {MAX_ALIKE} with one sheet.",
            code="combatants.full",
        )
    row.name, row.is_party = saved.name, saved.is_party
    row.combatants = [_entry(saved.family, combatant) for combatant in saved.combatants]
    row.tallies, row.experience = dict(saved.tallies), dict(saved.experience)


def _entry(family: DeclaredFamily, combatant: ListedCombatant) -> dict[str, Any]:
    sheet = sheet_document(family.kinds, combatant.sheet)
    return {"number": combatant.number, "count": combatant.count, "group": combatant.group, "sheet": sheet}


def _touched(row: CombatantList, *fields: str) -> CombatantList:
    save_new_version(row, *fields)
    return row
