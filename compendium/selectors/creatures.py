"""Reading creatures for a page: the card of a revision, its history, its origin, its gambits.

Each function states its number of queries, which never depends on the number of creatures.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import Owner
from common.caches import BoundedCache, IdentityKey
from compendium.builtin import SOURCES
from compendium.builtin.creatures import emblem_of
from compendium.models import CardRevision, Creature, CreatureGambits, ImportOrigin, Spell
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import closed_revisions, creatures_named_by, creatures_open_to
from compendium.selectors.rulebook import revision_card, source_names
from compendium.selectors.search import LONGEST_QUERY, word_tokens
from compendium.selectors.site_search.current import CREATURE_COLUMNS
from compendium.selectors.site_search.listing import matches_in_list
from rules import spells
from rules.cards.model import HOMEBREW_MARK, Card
from rules.cards.sheet import CreatureCard, creature_card
from rules.effects.notation import parse_names
from rules.glossary import catalog
from rules.p2v_combat.solo.gambits import Gambits
from rules.p2v_combat.solo.monsters import StockGambits, stock_gambits_for
from rules.p2v_combat.solo.readings import GambitSheet, MonsterCard, gambit_sheet

NEIGHBOUR_FIELDS = ("key", "name", "level", "alignment", "license", "search_name", "starts_with")
OWN_COLUMNS = (*CREATURE_COLUMNS, "facets__kind", "facets__value")
NO_EMBLEMS: Mapping[str, str] = {}
REVISION_FIELDS = ("creature", "number", "document", "made_at", "made_by__username")


# The query of every creature page, in SQL: putting it together anew each time would take longer than answering it.
# The condition of the commanders is that of their index, word for word: SQLite uses it for no other.
_RELATED = """
SELECT * FROM (SELECT 'previous' AS place, id, key, name, level, license, starts_with FROM compendium_creature
               WHERE is_listed AND (search_name, key) < (%s, %s)
               ORDER BY search_name DESC, key DESC LIMIT 1) AS before_it
UNION ALL
SELECT * FROM (SELECT 'next', id, key, name, level, license, starts_with FROM compendium_creature
               WHERE is_listed AND (search_name, key) > (%s, %s)
               ORDER BY search_name, key LIMIT 1) AS after_it
UNION ALL
SELECT 'minion', id, key, name, level, license, starts_with FROM compendium_creature WHERE key IN ({minions})
UNION ALL
SELECT 'commander', id, key, name, level, license, starts_with FROM compendium_creature
WHERE NOT (starts_with = '') AND starts_with LIKE %s AND is_listed
ORDER BY 4, 3
"""


_laid_out: BoundedCache[CreatureCard] = BoundedCache(32 * 2**20)
"""Cards laid out, with the emblems that editors chose."""


@dataclass(frozen=True, slots=True)
class RelatedCreatures:
    """The creatures that a page links to: neighbors by name, its minions, and the commanders that start with it."""

    previous: Creature | None
    next: Creature | None
    minions: tuple[Creature, ...]
    commanders: tuple[Creature, ...]


def creature_get(key: str, owner: Owner | None = None) -> Creature | None:
    """Return a creature with the data for its page: source, current revision, its author; or None. One query.

    ``owner`` is the caller: they find their own homebrew, and shared homebrew. Without an owner, no homebrew is found.
    """
    return next(iter(_with_card(_open_to(owner, [key])).filter(key=key)), None)


def any_creature_get(key: str) -> Creature | None:
    """Return a creature as ``creature_get`` does, including anybody's homebrew: for administrators. One query."""
    return next(iter(_with_card(Creature.objects.filter(current__isnull=False)).filter(key=key)), None)


def creatures_get(keys: Iterable[str], owner: Owner | None = None) -> tuple[Creature, ...]:
    """Return the creatures of these keys in their order, as ``creature_get`` does; unknown ones are left out.

    One query.
    """
    wanted = tuple(dict.fromkeys(keys))
    rows = _with_card(_open_to(owner, wanted)).filter(key__in=wanted) if wanted else ()
    by_key = {creature.key: creature for creature in rows}
    return tuple(by_key[key] for key in wanted if key in by_key)


def revision_get(key: str, number: int, owner: Owner | None = None) -> CardRevision | None:
    """Return a revision with its creature, or None. ``owner`` as for ``creature_get``. One query, two for homebrew."""
    revision = (
        CardRevision.objects.filter(creature__in=_open_to(owner, [key]).filter(key=key), number=number)
        .select_related("creature__source", "creature__current", "creature__own_gambits", "made_by")
        .first()
    )
    return None if revision is None or closed_revisions(owner or Owner(), {(key, number)}) else revision


def revisions_of(creature: Creature, owner: Owner | None = None) -> QuerySet[CardRevision]:
    """Return the creature's revisions with their files of origin, newest first, without documents and steps.

    Only its owner finds those of homebrew from before its license was named. One query for homebrew.
    """
    revisions = creature.revisions.select_related("made_by", "origin").defer("document", "steps")
    if creature.is_listed:
        return revisions
    numbers = creature.revisions.order_by().values_list("number", flat=True)
    closed = closed_revisions(owner or Owner(), {(creature.key, number) for number in numbers})
    return revisions.exclude(number__in={number for _, number in closed}) if closed else revisions


def creature_sheet(revision: CardRevision, creature: Creature) -> CreatureCard:
    """Return the card of a creature's revision, with the game's terms found in its sentences."""
    card = revision_card(revision)
    return card_sheet(card, {card.key: creature.emblem})


def creature_emblems(keys: Iterable[str]) -> dict[str, str]:
    """Return the names of the emblems of creatures, by their keys. One query."""
    creatures = Creature.objects.filter(key__in=set(keys)).order_by().values_list("key", "tags", "emblem")
    return {key: emblem_of(key, tags, chosen) for key, tags, chosen in creatures}


def card_emblem(card: Card, emblems: Mapping[str, str] = NO_EMBLEMS) -> str:
    """Return the name of the emblem of a card; ``emblems`` are those that editors chose, by the creatures' keys."""
    return emblem_of(card.key, card.tags, emblems.get(card.key, ""))


def card_sheet(card: Card, emblems: Mapping[str, str] = NO_EMBLEMS) -> CreatureCard:
    """Return the layout of a card, with the game's terms found in its sentences; the same card is laid out once.

    ``emblems`` are the editors' choices, by the creatures' keys.
    """
    chosen = emblems.get(card.key, "")
    return _laid_out.get_or_make((IdentityKey(card), chosen), lambda: lay_out(card, chosen))


def lay_out(card: Card, chosen: str = "") -> CreatureCard:
    """Lay out a card that is shown only once, such as a draft or one of a career: nothing is cached."""
    return creature_card(card, catalog.finder().spans, emblem_of(card.key, card.tags, chosen))


def related_creatures(creature: Creature) -> RelatedCreatures:
    """Return the neighbors, minions and commanders of a creature. One query."""
    minion_keys = parse_names(creature.starts_with)
    # Which is first of two with one name is told by their keys; how names compare is for the database to say.
    own = (creature.search_name, creature.key)
    marks = ", ".join(["%s"] * len(minion_keys)) or "NULL"
    rows: dict[str, list[Creature]] = defaultdict(list)
    for row in Creature.objects.raw(_RELATED.format(minions=marks), [*own, *own, *minion_keys, f"%{creature.key}%"]):
        rows[row.place].append(row)  # type: ignore[attr-defined] # a column of the query
    return RelatedCreatures(
        previous=next(iter(rows["previous"]), None),
        next=next(iter(rows["next"]), None),
        minions=tuple(rows["minion"]),
        commanders=tuple(row for row in rows["commander"] if creature.key in parse_names(row.starts_with)),
    )


def spells_of(card: CreatureCard) -> list[Spell]:
    """Return the entries of the spells that a card names, in its order. One query, for a card without spells none."""
    names = [name for line in card.features for group in line.groups for name, _ in group.spells]
    keys = list(dict.fromkeys(spell.key for name in names if (spell := spells.find_spell(name, card.license))))
    by_key = {row.key: row for row in Spell.objects.filter(key__in=keys)} if keys else {}
    return [by_key[key] for key in keys if key in by_key]


def creatures_named(text: str, limit: int = 8, owner: Owner | None = None) -> list[Creature]:
    """Return the creatures that a query finds by their names and facts, not their texts, the best match first.

    Two queries, one more for an ``owner``: only they find their homebrew.
    """
    query = text[:LONGEST_QUERY]
    if not word_tokens(query):
        return []
    rows = creatures_named_by(owner)
    own = () if owner is None or owner.is_nobody else rows.filter(is_listed=False).values_list(*OWN_COLUMNS)
    matches = matches_in_list(query, "creature", own, in_texts=False)
    hits = rows.filter(matches.condition).select_related("source").only(*NEIGHBOUR_FIELDS, "source__name")
    return list(hits.order_by(*matches.order, "search_name", "key")[:limit])


def creatures_by_alignment() -> dict[str, int]:
    """Return how many creatures each alignment has, by its code; the empty code means none. One query."""
    return dict(creatures().order_by().values_list("alignment").annotate(Count("pk")))


def creatures_at(places: Sequence[int]) -> list[Creature]:
    """Return the creatures at these places in the given order, with their cards. One query."""
    placed = _with_card(creatures()).order_by("pk").annotate(place=Window(RowNumber(), order_by="pk"))
    by_place = {creature.place: creature for creature in placed.filter(place__in=[place + 1 for place in places])}
    return [by_place[place + 1] for place in places if place + 1 in by_place]


def _open_to(owner: Owner | None, keys: Iterable[str]) -> QuerySet[Creature]:
    """Return the creatures that a person may see; does not query for impossible keys."""
    if owner is None or not any(HOMEBREW_MARK in key for key in keys):
        return creatures()
    return creatures_open_to(owner)


def _with_card(rows: QuerySet[Creature]) -> QuerySet[Creature]:
    return (
        rows.select_related("source", "current__made_by", "own_gambits")
        .only(
            *(*NEIGHBOUR_FIELDS, "emblem", "is_listed", "origin", "source__name"),
            *("own_gambits__creature", "own_gambits__prefers", "own_gambits__lines"),
            *(f"current__{name}" for name in REVISION_FIELDS),
        )
        .order_by()
    )


MAX_FILE_NAME = 60
"""Letters of a file's name on a printed card."""


@dataclass(frozen=True, slots=True)
class CardProvenance:
    """The file behind a card. ``number`` is the revision that it made, which people may have edited since."""

    origin: ImportOrigin
    number: int
    steps: tuple[Mapping[str, Any], ...] = ()
    is_edited: bool = False

    def document(self) -> dict[str, Any]:
        """Return the provenance in the form of exports."""
        origin = self.origin
        document: dict[str, Any] = {
            "file": origin.file_name,
            "sha256": origin.sha256,
            "source": origin.source.key,
            "license": origin.license,
            "style": origin.style or None,
            "imported_by": origin.imported_by.get_username() if origin.imported_by else None,
            "imported_at": origin.imported_at.isoformat(),
            "revision": self.number,
            "edited": self.is_edited,
        }
        return document | {"steps": list(self.steps)} if self.steps else document


def printed_sources(creatures: Iterable[Creature]) -> dict[str, str]:
    """Return the printed credits of creatures, by their keys: the source, and the origin of an imported one.

    One query, none if nothing was imported.
    """
    rows = tuple(creatures)
    wanted = {creature.origin_id for creature in rows if creature.origin_id is not None}
    origins = ImportOrigin.objects.in_bulk(wanted) if wanted else {}
    return {creature.key: _printed_source(creature.source.name, origins.get(creature.origin_id)) for creature in rows}


def printed_sources_of(cards: Iterable[CreatureCard]) -> dict[str, str]:
    """Return the same for cards that are not built in, by their creatures' keys, including deleted homebrew.

    At most three queries, none if all of them are built in.
    """
    wanted = {card.key: card.source for card in cards if card.source and card.source not in SOURCES}
    if not wanted:
        return {}
    printed = printed_sources(Creature.objects.filter(key__in=wanted).select_related("source"))
    gone = source_names([source for key, source in wanted.items() if key not in printed])
    return {key: printed[key] if key in printed else gone.get(source, source) for key, source in wanted.items()}


def _printed_source(name: str, origin: ImportOrigin | None) -> str:
    if origin is None:
        return name
    return (
        f"{name}, converted from PF2e" if origin.style else f"{name}, imported from {origin.file_name[:MAX_FILE_NAME]}"
    )


def provenance_of(creature: Creature, number: int) -> CardProvenance | None:
    """Return the origin of a creature's revision, or None if nothing was imported for it.

    One query for creatures that were imported, none for others.
    """
    if creature.origin_id is None:
        return None
    revisions = CardRevision.objects.filter(creature=creature, number__lte=number, origin__isnull=False)
    made = (
        revisions.select_related("origin__source", "origin__imported_by").defer("document").order_by("-number").first()
    )
    if made is None or made.origin is None:
        return None
    return CardProvenance(made.origin, made.number, tuple(made.steps), is_edited=made.number != number)


@dataclass(frozen=True, slots=True)
class CreatureTactics:
    """The gambits of a creature, in words; ``stock`` is the stock table if it has none of its own."""

    sheet: GambitSheet
    stock: StockGambits | None = None


def creature_tactics(creature: Creature, revision: CardRevision) -> CreatureTactics:
    """Return the gambits of a creature with the card of a revision. No query if its gambits are built in."""
    card, own = revision_card(revision), own_gambits(creature)
    stock = None if own else stock_gambits_for(card)
    gambits = own.value if own else stock.gambits if stock else None
    assert gambits is not None  # it is one or the other
    return CreatureTactics(gambit_sheet(gambits, MonsterCard(card)), stock)


def own_gambits(creature: Creature) -> CreatureGambits | None:
    """Return the gambits of a creature's own; None if it has a stock table."""
    return getattr(creature, "own_gambits", None)


def gambits_of(keys: Iterable[str]) -> dict[str, Gambits]:
    """Return the gambits that creatures have of their own, by their keys. One query."""
    rows = CreatureGambits.objects.filter(creature__key__in=tuple(keys)).select_related("creature")
    return {row.creature.key: row.value for row in rows.only("creature__key", "prefers", "lines")}
