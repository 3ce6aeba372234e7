"""Creatures as rows of a spreadsheet: one row a creature, its features in one cell in the notation of the cards.

In the ``features`` cell each feature is a paragraph: its name on the first line, then one ``field: value`` a line.
Rows go in through the same checks and services as any edit; a file goes in whole or not at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_rows, card_from_snapshot, digest
from compendium.models import Creature, Feature, Source
from compendium.models.creatures import CardRevision
from compendium.services.creatures import (
    HOMEBREW,
    creature_create,
    creature_key,
    creature_revise,
    creatures_locked,
    printed_kept,
)
from rules.cards import Card
from rules.cards.changes import card_changes
from rules.text import slug

MAX_ROWS = 5_000
MAX_FEATURES = 60
MAX_CELL = 60_000

COLUMNS: tuple[str, ...] = (
    "key",
    "name",
    "source",
    "license",
    "level",
    "alignment",
    "size",
    "tags",
    "class_name",
    "fight",
    "armor",
    "armor_broken",
    "power",
    "fortitude",
    "reflex",
    "will",
    "hp",
    "speed",
    "movement_mode",
    "starts_with",
    "skills",
    "immune",
    "resist",
    "weak",
    "other",
    "features",
)
_VALUES = tuple(column for column in COLUMNS if column not in ("key", "source", "features"))
_NUMBERS = frozenset("level fight armor armor_broken power fortitude reflex will hp speed".split())
_FEATURE_FIELDS = (
    "kind",
    "replaces",
    "uses",
    "cost",
    "once_per_turn",
    "trigger",
    "range",
    "strike",
    "damage",
    "saves",
    "gives",
    "effect",
    "caster",
)
_BOXES = frozenset({"once_per_turn", "strike"})
_FORMULA = re.compile(r"'*[=+\-@\t\r]")

NEW, CHANGED, SAME, WRONG = "new", "changed", "same", "wrong"


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What a row does, or would do: ``kind`` is new, changed, same or wrong; ``faults`` go by column."""

    number: int
    name: str
    kind: str
    changes: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RowsReport:
    """What an import did, or would do, row by row; with a fault anywhere nothing was written."""

    rows: tuple[RowOutcome, ...]

    @property
    def faulty(self) -> bool:
        """Whether a row has a fault."""
        return any(row.faults for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each kind."""
        counted = Counter(row.kind for row in self.rows)
        return {kind: counted[kind] for kind in (NEW, CHANGED, SAME, WRONG)}

    @property
    def sentence(self) -> str:
        """The counts in words."""
        counts = self.counts
        return f"{counts[NEW]} new, {counts[CHANGED]} changed, {counts[SAME]} as they were."


@dataclass(frozen=True, slots=True)
class _Plan:
    """A row that can be written: the card, and the creature that it revises."""

    card: Card
    source: Source
    creature: Creature | None

    @property
    def new_key(self) -> str:
        """The key that the row would make; none for a creature that has one, nor for homebrew: that is unique."""
        if self.creature or self.source.key == HOMEBREW or not slug(self.card.name):
            return ""
        return creature_key(name=self.card.name, source=self.source)


def creature_row(creature: Creature) -> dict[str, str]:
    """Return a creature as a row of texts by column; read its source and features first."""
    row = {"key": creature.key, "source": creature.source.key}
    row |= {column: _text(getattr(creature, column)) for column in _VALUES}
    row["features"] = "\n\n".join(map(_feature_text, creature.features.all()))
    return {column: _guarded(row[column]) for column in COLUMNS}


def creature_rows_import(
    *,
    rows: Sequence[Mapping[str, object]],
    by: User | None = None,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> RowsReport:
    """Write the creatures of the rows, each change a revision made by ``by``; return what came of every row.

    A fault in any row leaves everything as it was; so does ``dry_run``. A row with a key revises that creature, one
    without adds a creature to its source. ``progress`` hears how many rows of how many are written.

    Raises ``Refusal`` when there are no rows, too many, or a column that is not known.
    """
    _check_columns(rows)
    with transaction.atomic():
        outcomes, plans = _read_rows(rows)
        report = RowsReport(tuple(outcomes))
        if dry_run or report.faulty:
            return report
        for done, (outcome, plan) in enumerate(zip(outcomes, plans, strict=True), start=1):
            if plan is None:
                raise AssertionError(f"row {outcome.number} has no fault and no card")
            try:
                if plan.creature is None:
                    creature_create(card=plan.card, source=plan.source, by=by)
                elif outcome.kind == CHANGED:
                    creature_revise(creature=plan.creature, card=plan.card, by=by)
            except Refusal as refusal:
                raise Refusal(f"Row {outcome.number}: {refusal.message} No row was written.") from refusal
            if progress:
                progress(done, len(outcomes))
        return report


def _check_columns(rows: Sequence[Mapping[str, object]]) -> None:
    if not rows:
        raise Refusal("The file has no rows.")
    if len(rows) > MAX_ROWS:
        raise Refusal(f"The file has {len(rows):,} rows; at most {MAX_ROWS:,} are read at once. Split it.")
    found = {str(column) for column in rows[0]}
    if unknown := sorted(found - set(COLUMNS)):
        raise Refusal(f"There is no column “{unknown[0][:60]}”. The columns are {', '.join(COLUMNS)}.")
    if missing := [column for column in ("name", "source", "level") if column not in found]:
        raise Refusal(f"The column “{missing[0]}” is missing.")


def _read_rows(rows: Sequence[Mapping[str, object]]) -> tuple[list[RowOutcome], list[_Plan | None]]:
    texts = [{str(column): _unguarded(_text(value)) for column, value in row.items()} for row in rows]
    sources = Source.objects.in_bulk(field_name="key")
    keys = [row.get("key", "") for row in texts]
    known = {
        creature.key: creature
        for creature in creatures_locked(keys=filter(_storable, keys)).prefetch_related("features")
    }
    repeated = {key for key, count in Counter(filter(None, keys)).items() if count > 1}
    read = [_read_row(row, known, sources, repeated) for row in texts]
    taken = _taken_keys([plan for plan, _ in read if plan])
    outcomes: list[RowOutcome] = []
    plans: list[_Plan | None] = []
    for number, (row, (plan, faults)) in enumerate(zip(texts, read, strict=True), start=1):
        if plan and plan.new_key in taken:
            told = f"{plan.source.name} has a creature “{plan.card.name}” already, or another row adds one."
            plan, faults = None, [("name", f"{told} Pick another name, or give the key of the one to change.")]
        outcomes.append(_outcome(number, row, plan, faults))
        plans.append(plan)
    return outcomes, plans


def _taken_keys(plans: Sequence[_Plan]) -> set[str]:
    """Return those keys of new creatures that exist already or that two rows would make."""
    wanted = Counter(plan.new_key for plan in plans if plan.new_key)
    stored = Creature.objects.filter(key__in=wanted).values_list("key", flat=True)
    return {key for key, count in wanted.items() if count > 1} | set(stored)


def _read_row(
    row: Mapping[str, str], known: Mapping[str, Creature], sources: Mapping[str, Source], repeated: set[str]
) -> tuple[_Plan | None, list[tuple[str, str]]]:
    for column, text in row.items():
        if not _storable(text) or len(text) > MAX_CELL:
            return None, [(column, f"This is no text that can be stored, or it has more than {MAX_CELL:,} letters.")]
    key, source = row.get("key", ""), sources.get(row.get("source", ""))
    creature = known.get(key)
    faults = []
    if key and creature is None:
        faults.append(("key", f"There is no creature “{key[:60]}”. Leave the key empty to add a new one."))
    if key in repeated:
        faults.append(("key", f"More than one row has the key “{key[:60]}”."))
    if source is None:
        faults.append(("source", f"There is no source “{row.get('source', '')[:60]}”; add it first."))
    elif creature and creature.source_id != source.pk:
        faults.append(("source", f"{creature.name} belongs to the source {creature.source.key} and stays there."))
    elif creature is None and source.is_built_in:
        faults.append(("source", f"{source.name} holds only what comes with Muster; choose another source."))
    draft, drafted = _draft(row, creature, source or Source())
    faults += drafted
    features, told = _features(row, creature)
    faults += told
    if faults or source is None:
        return None, faults
    card = card_from_rows(draft, features)
    if creature:
        card = printed_kept(card=card, creature=creature)
    return _Plan(card, source, creature), []


def _draft(row: Mapping[str, str], creature: Creature | None, source: Source) -> tuple[Creature, list[tuple[str, str]]]:
    """Return the unsaved creature of a row; a column that the file does not have stays as it is."""
    draft = Creature(source=source)
    if creature:
        draft.key, draft.printed_points = creature.key, creature.printed_points
    for column in _VALUES:
        value: Any = row.get(column) if column in row else (_text(getattr(creature, column)) if creature else "")
        if column == "license" and not value:
            value = source.license
        setattr(draft, column, (value or None) if column in _NUMBERS else value)
    return draft, _faults(draft, exclude={"key", "source", "current", "built_in_digest", "search_name", "search_text"})


def _features(row: Mapping[str, str], creature: Creature | None) -> tuple[list[Feature], list[tuple[str, str]]]:
    if "features" not in row:
        return (list(creature.features.all()) if creature else []), []
    paragraphs = [text.strip() for text in re.split(r"\n\s*\n", row["features"].replace("\r\n", "\n")) if text.strip()]
    if len(paragraphs) > MAX_FEATURES:
        return [], [("features", f"A card has at most {MAX_FEATURES} features; this one has {len(paragraphs)}.")]
    features, faults = [], []
    for paragraph in paragraphs:
        feature, told = _feature(paragraph)
        features.append(feature)
        faults += [("features", f"{feature.name[:60]}, {fault}") for fault in told]
    faults += [("features", fault) for fault in replaced_faults(features).values()]
    return features, faults


def replaced_faults(features: Sequence[Feature]) -> dict[int, str]:
    """Return a sentence for each feature, by its place, that replaces what is not on the card from the start."""
    names = {feature.name.casefold() for feature in features if feature.kind in ("base", "caster")}
    return {
        place: f"{feature.name} replaces “{feature.replaces}”, but the card has no feature of that name to replace."
        for place, feature in enumerate(features)
        if feature.kind == "replaces" and feature.replaces and feature.replaces.casefold() not in names
    }


def _feature(paragraph: str) -> tuple[Feature, list[str]]:
    name, *lines = paragraph.split("\n")
    feature = Feature(name=name.strip())
    told = []
    for line in filter(str.strip, lines):
        field, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or field not in _FEATURE_FIELDS:
            told.append(f"“{line[:60]}”: a line is one of {', '.join(_FEATURE_FIELDS)}, a colon, and its value.")
        elif field in _BOXES:
            if value not in ("yes", "no"):
                told.append(f"{field}: “yes” or “no”; “{value[:60]}” is neither.")
            setattr(feature, field, value == "yes")
        else:
            setattr(feature, field, value)
    told += [f"{field}: {fault}" for field, fault in _faults(feature, exclude={"creature", "printed_top"})]
    return feature, told


def _feature_text(feature: Feature) -> str:
    lines = [feature.name]
    for field in _FEATURE_FIELDS:
        value = _text(getattr(feature, field))
        if value and not (field == "kind" and value == "base"):
            lines.append(f"{field}: {' '.join(value.split())}")
    return "\n".join(lines)


def _faults(row: Creature | Feature, exclude: set[str]) -> list[tuple[str, str]]:
    try:
        row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
    except ValidationError as fault:
        return [
            (name, message.replace("This field cannot be blank.", "This must not be empty."))
            for name, messages in fault.message_dict.items()
            for message in messages
        ]
    return []


def _outcome(number: int, row: Mapping[str, str], plan: _Plan | None, faults: Iterable[tuple[str, str]]) -> RowOutcome:
    name = row.get("name", "")[:120] or row.get("key", "")[:120]
    if plan is None:
        return RowOutcome(number, name, WRONG, faults=tuple(faults))
    if plan.creature is None or plan.creature.current is None:
        return RowOutcome(number, name, NEW)
    current = _current(plan.creature.current)
    if digest(current) == digest(plan.card):
        return RowOutcome(number, name, SAME)
    return RowOutcome(number, name, CHANGED, card_changes(current, plan.card))


def _current(revision: CardRevision) -> Card:
    return card_from_snapshot(revision.document)


def _text(value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # spreadsheets hand whole numbers over as 7.0
    return str(value).strip()


def _storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def _guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe goes before one that looks like it."""
    return f"'{text}" if _FORMULA.match(text) and not _is_number(text) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None
