"""Making warbands, also from documents, archiving them, and sharing them.

Homebrew in a document becomes its importer's own.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from common.refusal import Refusal
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import HomebrewByFacts
from compendium.services.homebrew import homebrew_create
from printing.canvas import CHARACTERS
from rules.building.draft import Draft, draft_document, next_member_number
from rules.cards.model import HOMEBREW_MARK, Card
from rules.crests import DIVISIONS, CrestChoice
from rules.errors import require
from rules.lengths import MAX_NAME
from rules.roster.model import Member
from rules.text import copy_name
from warbands.models import Step, Tag, Warband
from warbands.models.warbands import MAX_TAG, MAX_WORDS
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import OpenWarband, deleted_after, warband_names, warband_open
from warbands.services.cards import pin_homebrew, refuse_closed, refuse_unlicensed

MAX_DELETED = 100
"""The most deleted warbands of one owner that can be restored."""
MAX_TAGS = 10
_KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


@transaction.atomic
def warband_create(*, owner: Owner, draft: Draft, words: str = "Made the warband", tags: Iterable[str] = ()) -> Warband:
    """Store a new warband; raise ``Refusal`` when the owner has too many."""
    _room_for_one(owner)
    letters = "".join(secrets.choice(_KEY_LETTERS) for _ in range(10))
    warband = Warband(key=letters, next_member=next_member_number(draft), changed_at=timezone.now())
    warband.belongs_to(owner)
    warband.save()
    Step.objects.create(
        warband=warband,
        number=1,
        version=1,
        words=words[:MAX_WORDS],
        draft=draft_document(draft),
        made_at=warband.changed_at,
    )
    _write_tags(warband, tags)
    return warband


def warband_copy(*, owner: Owner, source: OpenWarband, tags: Iterable[str] = ()) -> Warband:
    """Store a copy of a warband as the owner's own, with a name of its own; it has the public part of ``source``."""
    roster = source.draft.roster
    name = copy_name(roster.name, {name for _, name, _ in warband_names(owner)}, MAX_NAME)
    draft = replace(source.draft, roster=replace(roster, name=name))
    return warband_create(owner=owner, draft=draft, words=f"Copied “{roster.name}”", tags=tags)


@transaction.atomic
def warband_archive(*, owner: Owner, key: str, archived: bool) -> None:
    """Archive a warband, or take it out of the archive; raise ``Refusal`` if it is gone."""
    warband = _warband(owner, key)
    warband.archived_at = timezone.now() if archived else None
    warband.save(update_fields=["archived_at"])


@transaction.atomic
def warband_delete(*, owner: Owner, key: str) -> None:
    """Delete a warband; it can be restored for a time, but its link is gone.

    Permanently removes warbands that the owner deleted too long ago. Raises ``Refusal`` if it is gone, and for one with
    a career.
    """
    warband = _warband(owner, key)
    if warband.has_career:
        raise Refusal(
            "This warband has fought in a campaign and cannot be deleted. You can archive it instead.",
            code="warband.state",
        )
    warband.deleted_at = timezone.now()
    warband.share_token = None
    warband.save(update_fields=["deleted_at", "share_token"])
    warbands_purge(owner=owner)


@transaction.atomic
def warband_restore(*, owner: Owner, key: str) -> None:
    """Restore a deleted warband; raise ``Refusal`` if it is gone for good, or the owner has too many."""
    warband = Warband.objects.filter(owner.q, key=key, deleted_at__gt=deleted_after()).first()
    if warband is None:
        raise Refusal("This warband can no longer be restored.", code="warband.gone")
    _room_for_one(owner)
    warband.deleted_at = None
    warband.save(update_fields=["deleted_at"])


@transaction.atomic
def warbands_purge(*, owner: Owner) -> int:
    """Permanently remove what the owner deleted too long ago, or before the last ``MAX_DELETED``; return how many."""
    deleted = Warband.objects.filter(owner.q).exclude(deleted_at=None)
    last = deleted.filter(deleted_at__gt=deleted_after()).order_by("-deleted_at", "-pk").values_list("pk", flat=True)
    gone = deleted.exclude(pk__in=list(last[:MAX_DELETED]))
    _, removed = gone.delete()
    return removed.get(Warband._meta.label, 0)


@transaction.atomic
def warbands_clear() -> int:
    """Permanently remove all warbands that were deleted too long ago to restore; return how many."""
    _, removed = Warband.objects.filter(deleted_at__lte=deleted_after()).delete()
    return removed.get(Warband._meta.label, 0)


@transaction.atomic
def warband_share(*, owner: Owner, key: str, shared: bool) -> OpenWarband:
    """Share a warband under a new link, or end its link.

    Raises ``Refusal`` if it is gone, and for homebrew in it with an unknown license.
    """
    warband = _warband(owner, key)
    if shared != bool(warband.share_token):
        if shared:
            refuse_unlicensed(_get(owner, key).draft.roster)
        warband.share_token = secrets.token_urlsafe(12) if shared else None
        warband.save(update_fields=["share_token"])
    return _get(owner, key)


@transaction.atomic
def warband_choose_crest(*, owner: Owner, key: str, choice: CrestChoice) -> None:
    """Store the owner's choice of emblem and division; an empty part uses the default.

    Raises ``Refusal`` if it is gone, and for an unknown emblem or division.
    """
    warband = _warband(owner, key)
    if (choice.emblem and choice.emblem not in CHARACTERS) or (choice.division and choice.division not in DIVISIONS):
        raise Refusal("There is no such emblem or division. Choose one of the options.", code="crest.invalid")
    warband.crest_emblem, warband.crest_division = choice.emblem, choice.division
    warband.version += 1  # chats keep the picture of each version
    warband.save(update_fields=["crest_emblem", "crest_division", "version"])


@transaction.atomic
def warband_tag(*, owner: Owner, key: str, words: Iterable[str]) -> None:
    """Give a warband these tags and no others; raise ``Refusal`` for too many or too long ones."""
    warband = _warband(owner, key)
    tags = tags_of(words)
    warband.tags.all().delete()
    _write_tags(warband, tags)


def tags_of(words: Iterable[str]) -> list[str]:
    """Return tags as stored: one line each, in lowercase, without duplicates; raise ``Refusal`` for invalid ones."""
    tags = list(dict.fromkeys(tag for word in words if (tag := " ".join(word.replace("\0", "").split()).lower())))
    if long := next((tag for tag in tags if len(tag) > MAX_TAG), None):
        raise Refusal(
            f"A tag can have at most {MAX_TAG} characters; “{long[:MAX_TAG]}…” has {len(long)}.", code="tag.invalid"
        )
    if len(tags) > MAX_TAGS:
        raise Refusal(f"A warband can have at most {MAX_TAGS} tags; these are {len(tags)}.", code="tag.full")
    return tags


def _get(owner: Owner, key: str) -> OpenWarband:
    return require(warband_open(owner, key), Refusal("This warband no longer exists.", code="warband.gone"))


@contextmanager
def warband_held(*, owner: Owner, key: str) -> Iterator[int]:
    """Lock a warband and yield its version; the block is one transaction. Raises ``Refusal`` when it is gone."""
    with transaction.atomic():
        yield _warband(owner, key).version


def _warband(owner: Owner, key: str) -> Warband:
    """Return a warband, locked: of two windows that do the same, one waits for the other."""
    warband = Warband.objects.select_for_update().filter(owner.q, key=key, deleted_at=None).first()
    if warband is None:
        raise Refusal("This warband no longer exists.", code="warband.gone")
    return warband


def _room_for_one(owner: Owner) -> None:
    if refusal := quota_refusal(owner, "warbands", STORED):
        raise Refusal(refusal, code="warband.full")


def _write_tags(warband: Warband, tags: Iterable[str]) -> None:
    Tag.objects.bulk_create(Tag(warband=warband, word=tag) for tag in tags)


@transaction.atomic
def warband_import(*, owner: Owner, draft: Draft) -> Warband:
    """Store a warband from a document; the homebrew in it becomes private creatures of the owner.

    Does not store a card that the owner already has. Cards of compendium creatures stay with the warband. Raises
    ``Refusal`` for too many warbands or creatures, for cards that cannot be stored, and for members whose homebrew
    belongs to another person.
    """
    roster = draft.roster
    listed = creatures().filter(key__in=[card.key for card in roster.cards]) if roster.cards else creatures().none()
    kept = set(listed.values_list("key", flat=True))
    brought = [card for card in roster.cards if card.key not in kept]
    known = HomebrewByFacts(owner, brought)
    stored: dict[str, tuple[str, int]] = {}
    for card in _minions_first(brought):
        stored[card.key] = _own(owner, known, replace(card, starts_with=_own_keys(card.starts_with, stored)))
    own = replace(
        roster,
        cards=tuple(card for card in roster.cards if card.key in kept),
        members=tuple(_pinned(member, stored) for member in roster.members),
        collection=None
        if roster.collection is None
        else dict(zip(_own_keys(roster.collection, stored), roster.collection.values(), strict=True)),
        house_rules=roster.house_rules
        and replace(roster.house_rules, banned=_own_keys(roster.house_rules.banned, stored)),
    )
    refuse_closed(owner, own)
    if any(member.revision is None for member in own.members if HOMEBREW_MARK in member.creature):
        own = replace(own, members=pin_homebrew(own, rulebook_of([own])))
    return warband_create(owner=owner, draft=replace(draft, roster=own), words="Imported the warband")


def _own(owner: Owner, known: HomebrewByFacts, card: Card) -> tuple[str, int]:
    """Return the key and the revision of the owner's creature with this card; stores it if there is none."""
    if copied := known.get(card):
        return copied
    creature = homebrew_create(owner=owner, card=card)
    known.add(card, creature.key, 1)
    return creature.key, 1


def _pinned(member: Member, stored: Mapping[str, tuple[str, int]]) -> Member:
    if member.creature not in stored:
        return member
    key, number = stored[member.creature]
    return replace(member, creature=key, revision=number)


def _own_keys(keys: Iterable[str], stored: Mapping[str, tuple[str, int]]) -> tuple[str, ...]:
    """Return keys with those of the owner's own creatures in place of the document's."""
    return tuple(stored[key][0] if key in stored else key for key in keys)


def _minions_first(cards: list[Card]) -> list[Card]:
    """Return cards with minions before the cards that start with them, as far as possible."""
    waiting, done = list(cards), []
    while waiting:
        keys = {card.key for card in waiting}
        free = [card for card in waiting if not keys & set(card.starts_with) - {card.key}] or waiting[:1]
        done += free
        waiting = [card for card in waiting if card not in free]
    return done
