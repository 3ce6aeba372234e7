"""Writing imported and converted creatures and items: creates new ones, writes changed ones, leaves the rest alone."""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Literal

from django.db import DataError, connection, transaction
from django.db.models import QuerySet

from accounts.models import Owner, User
from common.refusal import Refusal
from compendium import models
from compendium.cards import card_from_snapshot, digest
from compendium.entries import item_values
from compendium.importing.spool import CandidateSpool
from compendium.models import Creature, Homebrew, ImportOrigin, Source
from compendium.models.creatures import MAX_SLUG
from compendium.models.sources import MAX_SOURCE_KEY
from compendium.services.builtin import SOURCE_NAMES, entry_digest, entry_save
from compendium.services.creatures import HOMEBREW, Provenance, creature_create, creature_revise
from compendium.services.homebrew import homebrew_create, homebrew_source
from rules.card_reading.items import MAX_SLUG as MAX_ITEM_SLUG
from rules.card_reading.values import Candidate, CardValue, ImportDoubt
from rules.cards.model import Card
from rules.cards.phrases import read_sentences
from rules.conversion.converting import ConvertedCreature
from rules.items.item import Item
from rules.text import slug

MAX_LICENSE = 40
MAX_SOURCE_NAME = 120
CARDS_AT_ONCE = 10
"""Cards that are written in one transaction: other writers wait no longer than that."""
BUILT_IN_SOURCES = frozenset(SOURCE_NAMES) | {slug(key) for key in SOURCE_NAMES}
"""The sources that come with Muster; they are refused before the compendium is loaded, too."""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file that candidates were read from: its name, its SHA-256, and the style of its conversion, if any."""

    name: str
    sha256: str
    style: str = ""

    @classmethod
    def of(cls, name: str, data: bytes, *, style: str = "") -> ImportedFile:
        """Return the file of a name and its bytes."""
        return cls(name[-200:], hashlib.sha256(data).hexdigest(), style)

    @classmethod
    def of_path(cls, name: str, path: Path, *, style: str = "") -> ImportedFile:
        """Return a file on the disk by its name."""
        with path.open("rb") as file:
            return cls(name[-200:], hashlib.file_digest(file, "sha256").hexdigest(), style)


def origin_create(*, file: ImportedFile, source: Source, license: str, by: User | None) -> ImportOrigin:
    """Store the origin of cards with a common license."""
    return ImportOrigin.objects.create(
        file_name=file.name, sha256=file.sha256, source=source, license=license, style=file.style, imported_by=by
    )


ImportOutcome = Literal["created", "updated", "unchanged", "rejected"]
OUTCOMES: tuple[ImportOutcome, ...] = ("created", "updated", "unchanged", "rejected")


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """The result of one card: its key, its warnings, and its changes to the stored card, in sentences."""

    name: str
    outcome: ImportOutcome
    key: str = ""
    doubts: tuple[ImportDoubt, ...] = ()
    changes: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the card and its problems as JSON."""
        key = {"key": self.key} if self.key else {}
        return {"name": self.name, **key, "problems": [asdict(doubt) for doubt in self.doubts]}


class ImportListener:
    """Receives the progress of an import; each method may raise to stop it."""

    def read_card(self, number: int) -> None:
        """Called when a card of the file was read; nothing is written yet."""

    def begin_writing(self, total: int) -> None:
        """Called when the whole file was read, with the number of its cards."""

    def begin_chunk(self) -> None:
        """Hear that the next cards are to be written."""

    def write_cards(self, cards: Sequence[ImportedCard]) -> None:
        """Take the results of the next cards, in the transaction that writes them."""


def source_key(text: str) -> str:
    """Return the key of a source that imports may write to; raise ``Refusal`` for any other."""
    key = slug(text)
    if not key or len(key) > MAX_SOURCE_KEY:
        raise Refusal(
            f"A source is 1 to {MAX_SOURCE_KEY} letters and digits with hyphens; “{text[:60]}” is not.",
            code="source.invalid",
        )
    if Source.objects.filter(key=key, is_built_in=True).exists() or key in BUILT_IN_SOURCES:
        raise Refusal(f"The source “{key}” contains only built-in content. Choose another.", code="source.locked")
    if key == HOMEBREW:
        raise Refusal(
            f"The source “{key}” is for homebrew, which is written on its own pages. Choose another.",
            code="source.locked",
        )
    return key


_Written = tuple[ImportOutcome, tuple[str, ...]]
_Row = tuple[Candidate[CardValue], tuple[str, bool]]


class FileImport(ABC, Generic[CardValue]):
    """Writes the cards of a file to a source, given by key or by name; each card is imported completely or not at all.

    A card is identified by its key, so that a later file of the same source revises it. The source and the origins of
    the file are stored with the first card that needs them. Raises ``Refusal`` for a source that imports may not write
    to.
    """

    noun: str
    max_slug: int

    def __init__(self, source: str, file: ImportedFile, by: User | None = None) -> None:
        self.source_key, self.file, self.by = source_key(source), file, by
        self.source_name = " ".join(source.split())[:MAX_SOURCE_NAME]
        self._origins: dict[str, ImportOrigin] = {}

    def run(
        self, candidates: Iterable[Candidate[CardValue]], listener: ImportListener, *, dry_run: bool, start: int = 0
    ) -> None:
        """Read every candidate, then write those that have a value, a few in each transaction.

        With ``dry_run`` everything is tried and nothing stays. The first ``start`` cards are left out, as an earlier
        run of the same import has written them.
        """
        with CandidateSpool[CardValue]() as spool:
            spool.fill(candidates, listener.read_card)
            listener.begin_writing(len(spool.names))
            keys = self._keys(spool.names)
            own_keys = {key for key, _ in keys}
            rows = islice(zip(spool, keys, strict=True), start, None)
            while chunk := list(islice(rows, CARDS_AT_ONCE)):
                listener.begin_chunk()
                began = time.monotonic()
                with transaction.atomic():
                    listener.write_cards(self._write_chunk(chunk, own_keys, dry_run=dry_run))
                if connection.vendor == "sqlite" and not connection.in_atomic_block:
                    # Others who wait to write look again after a moment, and find the file free.
                    time.sleep((time.monotonic() - began) / 3)

    def _write_chunk(
        self, chunk: Sequence[_Row[CardValue]], own_keys: set[str], *, dry_run: bool
    ) -> list[ImportedCard]:
        origins = dict(self._origins)
        with transaction.atomic():
            cards = [self._write_row(candidate, *key, own_keys) for candidate, key in chunk]
            if dry_run:
                transaction.set_rollback(True)
                self._origins = origins
        return cards

    def _write_row(
        self, candidate: Candidate[CardValue], key: str, is_repeated: bool, own_keys: set[str]
    ) -> ImportedCard:
        if candidate.value is None:
            return ImportedCard(candidate.name, "rejected", doubts=candidate.doubts)
        value, doubts = self._linked(candidate.value, own_keys)
        if is_repeated:
            message = f"The file has this name twice, so this card gets the key {key}."
            doubts = (*doubts, ImportDoubt("name.repeated", message, "name"))
        origins = dict(self._origins)
        try:
            with transaction.atomic():
                outcome, changes = self._write(key, value, candidate.steps)
        except (Refusal, DataError) as fault:
            self._origins = origins  # one that was stored with this card is gone with it
            reason = ImportDoubt("card.not_stored", str(fault))
            return ImportedCard(candidate.name, "rejected", doubts=(reason,))
        return ImportedCard(candidate.name, outcome, key, (*candidate.doubts, *doubts), changes)

    def _linked(self, value: CardValue, keys: set[str]) -> tuple[CardValue, tuple[ImportDoubt, ...]]:
        """Return the value with the keys of what it names; ``keys`` are those of the file."""
        return value, ()

    @abstractmethod
    def _write(self, key: str, value: CardValue, steps: tuple[dict[str, Any], ...]) -> _Written:
        """Store a value, unless the stored one is equal; return the outcome and the changes."""

    @abstractmethod
    def _stored(self) -> QuerySet[Any]:
        """Return the stored values of all sources."""

    def _keys(self, names: Sequence[str | None]) -> list[tuple[str, bool]]:
        """Return the key of each name, and whether an earlier one is the same; rejected cards have neither."""
        taken: set[str] = set()
        keys: list[tuple[str, bool]] = []
        for name in names:
            if name is None:
                keys.append(("", False))
                continue
            base = slug(name)[: self.max_slug] or self._nameless_base(name, taken)
            key, number = f"{base}--{self.source_key}", 1
            while key in taken:
                number += 1
                suffix = f"-{number}"
                key = f"{base[: self.max_slug - len(suffix)]}{suffix}--{self.source_key}"
            taken.add(key)
            keys.append((key, number > 1))
        return keys

    def _nameless_base(self, name: str, taken: set[str]) -> str:
        """Return the substitute for a name without letters: the earlier one if the source has it, otherwise a free
        number.
        """
        suffix = f"--{self.source_key}"
        known = self._stored().filter(source__key=self.source_key, name=name).values_list("key", flat=True).first()
        if known and known not in taken:
            return known.removesuffix(suffix)
        number = self._stored().count() + 1
        while (key := f"{self.noun}-{number}{suffix}") in taken or self._stored().filter(key=key).exists():
            number += 1
        return f"{self.noun}-{number}"

    def _origin(self, license: str) -> ImportOrigin:
        """Return the origin of cards with a license; it and its source are stored with the first card of them."""
        if license not in self._origins:
            source, _ = Source.objects.get_or_create(
                key=self.source_key, defaults={"name": self.source_name, "license": license}
            )
            self._origins[license] = origin_create(file=self.file, source=source, license=license, by=self.by)
        return self._origins[license]


class CreatureImport(FileImport[Card]):
    """Writes creatures, each change a revision."""

    noun, max_slug = "creature", MAX_SLUG

    def _stored(self) -> QuerySet[Creature]:
        return Creature.objects.all()

    def _linked(self, card: Card, keys: set[str]) -> tuple[Card, tuple[ImportDoubt, ...]]:
        """Return the card with the keys of the minions that it starts with: of its own source if it can be."""
        if not card.starts_with:
            return card, ()
        own_keys = {minion: f"{minion}--{self.source_key}" for minion in card.starts_with}
        named = {*own_keys, *own_keys.values()}
        known = keys | set(Creature.objects.filter(key__in=named).values_list("key", flat=True))
        lines: list[str] = []
        doubts: list[ImportDoubt] = []
        for minion in card.starts_with:
            own = own_keys[minion]
            if own in known:
                lines.append(own)
            elif minion in known:
                lines.append(minion)
            else:
                doubts.append(
                    ImportDoubt("starts_with.unknown", f"It starts with “{minion}”, which is unknown.", "starts_with")
                )
        return replace(card, starts_with=tuple(lines)), tuple(doubts)

    def _write(self, key: str, card: Card, steps: tuple[dict[str, Any], ...]) -> _Written:
        creature = Creature.objects.select_related("current").filter(key=key).first()
        card = replace(read_sentences(card), key=key, source=self.source_key)
        if creature and creature.current and digest(card_from_snapshot(creature.current.document)) == digest(card):
            return "unchanged", ()
        origin = self._origin(card.license)
        provenance = Provenance(origin, steps)
        if creature is None:
            creature_create(card=card, source=origin.source, by=self.by, key=key, provenance=provenance)
            return "created", ()
        revision = creature_revise(creature=creature, card=card, by=self.by, provenance=provenance)
        return ("updated", tuple(revision.changes)) if revision else ("unchanged", ())


class ItemImport(FileImport[Item]):
    """Writes items."""

    noun, max_slug = "item", MAX_ITEM_SLUG

    def _stored(self) -> QuerySet[models.Item]:
        return models.Item.objects.all()

    def _write(self, key: str, item: Item, steps: tuple[dict[str, Any], ...]) -> _Written:
        stored = models.Item.objects.select_related("source").filter(key=key).first()
        values = item_values(item) | {"key": key}
        if stored and entry_digest(stored) == entry_digest(models.Item(source=stored.source, **values)):
            return "unchanged", ()
        origin = self._origin(item.license)
        entry_save(entry=models.Item(pk=stored.pk if stored else None, source=origin.source, origin=origin, **values))
        return ("updated" if stored else "created"), ()


@transaction.atomic
def conversions_save(
    *, owner: Owner, converted: Sequence[ConvertedCreature], file: ImportedFile
) -> tuple[Creature, ...]:
    """Store converted creatures as private homebrew of an owner, all of them or, on a ``Refusal``, none.

    Skips a creature that the owner already has from the same file, unchanged: pressing Save twice stores one.
    """
    had = _stored_of(owner, file)
    origins: dict[str, ImportOrigin] = {}
    saved = []
    for creature in converted:
        if same := had.get(_facts(creature.card)):
            saved.append(same)
            continue
        license = creature.card.license
        if license not in origins:
            origins[license] = origin_create(file=file, source=homebrew_source(), license=license, by=owner.user)
        provenance = Provenance(origins[license], tuple(step.document() for step in creature.steps))
        saved.append(homebrew_create(owner=owner, card=creature.card, provenance=provenance))
    return tuple(saved)


def _stored_of(owner: Owner, file: ImportedFile) -> dict[str, Creature]:
    """Return an owner's creatures that are unchanged since their conversion from a file, by their content."""
    if owner.user is not None:
        # Of two requests at once the second waits here, and then finds what the first has stored.
        User.objects.select_for_update().filter(pk=owner.user.pk).first()
    own = Creature.objects.filter(homebrew__in=Homebrew.objects.filter(owner.q), current__isnull=False)
    rows = own.filter(current__origin__sha256=file.sha256, current__origin__style=file.style).select_related("current")
    return {_facts(card_from_snapshot(row.current.document)): row for row in rows if row.current}


def _facts(card: Card) -> str:
    return digest(replace(read_sentences(card), key="", source=None, revision=1))
