"""Writing the miniatures that a player owns.

A writer locks the rows and then reads them, so that two windows that add one figure each add two.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from django.db import transaction

from accounts.models import Owner, User
from common.refusal import Refusal
from compendium.selectors.creature_list import creature_names
from compendium.selectors.homebrew import creatures_named_by
from rules.building.changes import all_keys, key_name
from rules.errors import ChangeRefused, RulesError
from warbands.models import Figure
from warbands.models.collections import MAX_KINDS, MAX_NUMBER


@transaction.atomic
def collection_save(*, owner: Owner, owned: Mapping[str, int]) -> None:
    """Set the owner's miniatures: how many of each creature, by its key; 0 is none.

    Raises ``Refusal`` for numbers and lists that are too long.
    """
    _check(owned)
    kept = set(Figure.objects.filter(owner.q).values_list("creature", flat=True))
    _write(owner, kept | {key for key, number in owned.items() if number}, lambda key, _: owned.get(key, 0))


@transaction.atomic
def figures_change(
    *, owner: Owner, numbers: Mapping[str, int] | None = None, more: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Give some creatures these numbers of miniatures, then ``more`` of some; return the numbers that these have now.

    Raises ``Refusal`` for creatures that neither the compendium nor the collection knows, and for too many.
    """
    set_to, by = numbers or {}, more or {}
    keys = set_to.keys() | by.keys()
    _check(keys)
    wanted = {key for key in keys if set_to.get(key, 0) + by.get(key, 0) > 0}
    new = wanted - set(Figure.objects.filter(owner.q, creature__in=wanted).values_list("creature", flat=True))
    if unknown := sorted(new - creature_names(new, creatures_named_by(owner)).keys() if new else ()):
        raise Refusal(f"There is no creature “{key_name(unknown[0])}”.", code="figures.invalid")
    return _write(owner, keys, lambda key, number: max(0, set_to.get(key, number) + by.get(key, 0)))


@transaction.atomic
def collection_adopt(*, user: User, token: str) -> int:
    """Give a visitor's miniatures to an account; return how many the visitor had.

    If both have a creature, the larger number counts.
    """
    # The same figures may have been counted twice, so the numbers are not added up.
    visitor = Owner(token=token)
    brought = dict(Figure.objects.select_for_update().filter(visitor.q).values_list("creature", "number"))
    if brought:
        Figure.objects.filter(visitor.q).delete()
        _write(Owner(user=user), brought.keys(), lambda key, number: max(number, brought[key]), bounded=False)
    return sum(brought.values())


def _check(keys: Iterable[str]) -> None:
    try:
        all_keys(keys)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="figures.invalid") from refused


def _write(
    owner: Owner, keys: Collection[str], number_of: Callable[[str, int], int], *, bounded: bool = True
) -> dict[str, int]:
    """Lock the rows of some creatures and give each its number; those with none go."""
    rows = _locked(owner, keys)
    before = sum(row.number > 0 for row in rows.values())
    changed = []
    for key, row in rows.items():
        number = number_of(key, row.number)
        if not 0 <= number <= MAX_NUMBER:
            raise Refusal(
                f"You can have from 0 to {MAX_NUMBER} figures of “{key_name(key)}”, not {number}.",
                code="figures.invalid",
            )
        if number and number != row.number:
            changed.append(row)
        row.number = number
    gone = [row.pk for row in rows.values() if not row.number]
    Figure.objects.filter(pk__in=gone).delete()
    Figure.objects.bulk_update(changed, ["number"])
    kinds = Figure.objects.filter(owner.q).count()
    if bounded and kinds > MAX_KINDS and len(rows) - len(gone) > before:
        raise Refusal(
            f"A collection can have at most {MAX_KINDS:,} different creatures; with these it would have {kinds:,}.",
            code="figures.full",
        )
    return {key: row.number for key, row in rows.items()}


def _locked(owner: Owner, keys: Collection[str]) -> dict[str, Figure]:
    """Return the rows of some creatures, locked; creates missing ones first, with no miniatures yet."""
    if owner.user is None and not owner.token:
        raise RulesError("Figures need an owner. A visitor needs a token first.")
    rows: dict[str, Figure] = {}
    while missing := sorted(set(keys) - rows.keys()):
        # Another window may make the same row now, or delete it: then it is for the next round.
        Figure.objects.bulk_create([_blank(owner, key) for key in missing], ignore_conflicts=True)
        figures = Figure.objects.select_for_update().filter(owner.q, creature__in=missing).order_by("creature")
        rows |= {row.creature: row for row in figures}
    return rows


def _blank(owner: Owner, key: str) -> Figure:
    row = Figure(creature=key, number=0)
    row.belongs_to(owner)
    return row
