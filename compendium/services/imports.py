"""Writing imported creatures: each card by itself, new ones created, changed ones revised, the rest left alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import DataError, transaction

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_snapshot, digest
from compendium.models import Creature, ImportOrigin, Source
from compendium.models.creatures import MAX_SLUG
from compendium.models.sources import MAX_SOURCE_KEY
from compendium.services.builtin import SOURCE_NAMES
from compendium.services.creatures import HOMEBREW, Provenance, creature_create, creature_revise
from rules.cards import Card
from rules.cards.sentences import read_sentences
from rules.printed import Candidate, ImportDoubt
from rules.text import slug

MAX_LICENSE = 40
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


@dataclass
class ImportSummary:
    """What an import did; ``warnings`` are name, key and doubts of cards that came in, ``rejected`` of those not."""

    read: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: list[tuple[str, tuple[ImportDoubt, ...]]] = field(default_factory=list)
    warnings: list[tuple[str, str, tuple[ImportDoubt, ...]]] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """Return the summary as JSON."""
        return {
            "read": self.read,
            "created": self.created,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "rejected": [
                {"name": name, "problems": [doubt.document() for doubt in doubts]} for name, doubts in self.rejected
            ],
            "warnings": [
                {"name": name, "key": key, "problems": [doubt.document() for doubt in doubts]}
                for name, key, doubts in self.warnings
            ],
        }


def source_key(text: str) -> str:
    """Return the key of a source that imports may write to; raise ``Refusal`` for any other."""
    key = slug(text)
    if not key or len(key) > MAX_SOURCE_KEY:
        raise Refusal(f"A source is 1 to {MAX_SOURCE_KEY} letters and digits with hyphens; “{text[:60]}” is not.")
    if Source.objects.filter(key=key, is_built_in=True).exists() or key in BUILT_IN_SOURCES:
        raise Refusal(f"The source “{key}” holds only what comes with Muster. Choose another.")
    if key == HOMEBREW:
        raise Refusal(f"The source “{key}” is for homebrew, which is written on its own pages. Choose another.")
    return key


def cards_import(
    *,
    candidates: Sequence[Candidate[Card]],
    source: str,
    file: ImportedFile,
    by: User | None = None,
    dry_run: bool = False,
) -> ImportSummary:
    """Write the cards of a file to a source; each card comes in whole or not at all.

    A creature is known by its key, so that a later file of the same source revises it. With ``dry_run`` everything is
    tried and nothing stays. Raises ``Refusal`` for a source that imports may not write to.
    """
    key = source_key(source)
    if not dry_run:
        return _CreatureImport(key, file, by).run(candidates)
    with transaction.atomic():
        summary = _CreatureImport(key, file, by).run(candidates)
        transaction.set_rollback(True)
    return summary


class _CreatureImport:
    """One import: its source and its origins, which are stored with the first card that needs them."""

    def __init__(self, source: str, file: ImportedFile, by: User | None) -> None:
        self.source_key, self.file, self.by = source, file, by
        self.summary = ImportSummary()
        self._origins: dict[str, ImportOrigin] = {}

    def run(self, candidates: Sequence[Candidate[Card]]) -> ImportSummary:
        """Write every candidate that has a card."""
        keys = self._keys(candidates)
        own_keys = {key for key, _ in keys}
        for candidate, (key, is_repeated) in zip(candidates, keys, strict=True):
            self.summary.read += 1
            if candidate.value is None:
                self.summary.rejected.append((candidate.name, candidate.doubts))
                continue
            card, doubts = self._with_minions(replace(candidate.value, key=key), own_keys)
            if is_repeated:
                message = f"The file has this name twice; the key of this card is {key}."
                doubts = (*doubts, ImportDoubt("name.repeated", message, "name"))
            try:
                self._write(card, candidate.steps)
            except (Refusal, DataError) as fault:
                self.summary.rejected.append((candidate.name, (ImportDoubt("card.not_stored", str(fault)),)))
                continue
            if doubts := (*candidate.doubts, *doubts):
                self.summary.warnings.append((candidate.name, key, doubts))
        return self.summary

    def _keys(self, candidates: Sequence[Candidate[Card]]) -> list[tuple[str, bool]]:
        """Return the key of each candidate, and whether an earlier one has its name; rejected ones have none."""
        taken: set[str] = set()
        keys: list[tuple[str, bool]] = []
        for candidate in candidates:
            if candidate.value is None:
                keys.append(("", False))
                continue
            base = slug(candidate.name)[:MAX_SLUG] or self._nameless_base(candidate.name, taken)
            key, number = f"{base}--{self.source_key}", 1
            while key in taken:
                number += 1
                key = f"{base}-{number}--{self.source_key}"
            taken.add(key)
            keys.append((key, number > 1))
        return keys

    def _nameless_base(self, name: str, taken: set[str]) -> str:
        """Return what stands for a name without letters: as before where the source has it, else a free number."""
        suffix = f"--{self.source_key}"
        known = Creature.objects.filter(source__key=self.source_key, name=name).values_list("key", flat=True).first()
        if known and known not in taken:
            return known.removesuffix(suffix)
        number = Creature.objects.count() + 1
        while (
            f"creature-{number}{suffix}" in taken or Creature.objects.filter(key=f"creature-{number}{suffix}").exists()
        ):
            number += 1
        return f"creature-{number}"

    def _with_minions(self, card: Card, keys: set[str]) -> tuple[Card, tuple[ImportDoubt, ...]]:
        """Return the card with the keys of the minions that it starts with: of its own source if it can be."""
        found: list[str] = []
        doubts: list[ImportDoubt] = []
        for minion in card.starts_with:
            own = f"{minion}--{self.source_key}"
            stored = set(Creature.objects.filter(key__in=(own, minion)).values_list("key", flat=True))
            if own in keys | stored or minion in stored:
                found.append(own if own in keys | stored else minion)
            else:
                doubts.append(
                    ImportDoubt("starts_with.unknown", f"It starts with “{minion}”, which is unknown.", "starts_with")
                )
        return replace(card, starts_with=tuple(found)), tuple(doubts)

    def _write(self, card: Card, steps: tuple[dict[str, Any], ...]) -> None:
        creature = Creature.objects.select_related("current").filter(key=card.key).first()
        card = replace(read_sentences(card), source=self.source_key)
        if creature and creature.current and digest(card_from_snapshot(creature.current.document)) == digest(card):
            self.summary.unchanged += 1
            return
        origin = self._origin(card.license)
        provenance = Provenance(origin, steps)
        if creature is None:
            creature_create(card=card, source=origin.source, by=self.by, key=card.key, provenance=provenance)
            self.summary.created += 1
        else:
            creature_revise(creature=creature, card=card, by=self.by, provenance=provenance)
            self.summary.updated += 1

    def _origin(self, license: str) -> ImportOrigin:
        """Return the origin of cards with a licence; it and its source are stored with the first card of them."""
        if license not in self._origins:
            source, _ = Source.objects.get_or_create(
                key=self.source_key, defaults={"name": self.source_key, "license": license}
            )
            self._origins[license] = ImportOrigin.objects.create(
                file_name=self.file.name,
                sha256=self.file.sha256,
                source=source,
                license=license,
                style=self.file.style,
                imported_by=self.by,
            )
        return self._origins[license]
