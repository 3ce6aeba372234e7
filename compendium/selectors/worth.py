"""What creatures are worth by games, beside their prices."""

from collections.abc import Sequence
from dataclasses import dataclass

from compendium.builtin.worth import MeasuredWorth, card_stamp, measured_worths
from compendium.cards import document_digest
from compendium.models import Creature, WorthRun
from compendium.selectors.creature_list import creatures
from rules.players.worth import VERSION, PricedWorth, worth_interval, worth_pairs_from
from rules.points import level_cost


@dataclass(frozen=True, slots=True)
class ShownWorth(PricedWorth):
    """A creature's worth by so many games; ``is_old`` if card, rules or players have changed since."""

    key: str
    name: str
    games: int
    is_old: bool


def worth_of(creature: Creature) -> ShownWorth | None:
    """Return what a built-in creature is worth by games, None if it was not measured. No query."""
    measured = measured_worths().get(creature.key)
    if measured is None or not creature.is_built_in:
        return None
    return _shown(
        creature.key,
        creature.name,
        creature.level,
        measured,
        _is_old(creature.built_in_digest, measured) or creature.is_edited,
    )


@dataclass(frozen=True, slots=True)
class OwnWorth:
    """The run of a player's creature, and what its games say so far, None before the first."""

    row: WorthRun
    worth: ShownWorth | None


def own_worth(creature: Creature) -> OwnWorth | None:
    """Return the run of a player's creature, whose ``current`` is loaded; None without any. One query."""
    row = WorthRun.objects.filter(creature=creature).first()
    if row is None:
        return None
    pairs = worth_pairs_from(row.pairs)
    if not pairs or creature.current is None:
        return OwnWorth(row, None)
    measured = MeasuredWorth(row.version, card_stamp(row.digest), worth_interval(creature.points, pairs), pairs)
    is_old = _is_old(document_digest(creature.current.document), measured)
    return OwnWorth(row, _shown(creature.key, creature.name, creature.level, measured, is_old))


def worth_table() -> Sequence[ShownWorth]:
    """Return what all measured creatures are worth, by name. One query."""
    rows = creatures().exclude(built_in_digest="").order_by("search_name", "key")
    columns = ("key", "name", "level", "built_in_digest", "is_edited")
    return [
        _shown(key, name, level, measured, _is_old(digest, measured) or is_edited)
        for key, name, level, digest, is_edited in rows.values_list(*columns)
        if (measured := measured_worths().get(key))
    ]


def _is_old(digest: str, measured: MeasuredWorth) -> bool:
    return measured.version != VERSION or card_stamp(digest) != measured.stamp


def _shown(key: str, name: str, level: int, measured: MeasuredWorth, is_old: bool) -> ShownWorth:
    points, low, high = map(round, measured.points)
    return ShownWorth(level_cost(level).cost, points, low, high, key, name, 2 * len(measured.pairs), is_old)
