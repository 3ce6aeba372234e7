"""Forms of battles, for pages and programs alike: sides, parties and monsters; sheets of families."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Owner
from battles.selectors.lineups import (
    PARTY_SIDE,
    cards_of_creatures,
    keys_with_tags,
    party_of,
    ready_lineup,
    side_lineup,
)
from battles.services.adventures import ChosenParty
from battles.services.battles import SidePlan
from campaigns.selectors.campaigns import campaign_view
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.scenario_pages import ScenarioView, scenario_view
from campaigns.selectors.todays_members import members_at_home
from common.refusal import Refusal
from rules.building.warband import USUAL_LIMIT
from rules.cards.model import Card
from rules.combat.declared import DeclaredFamily
from rules.combat.sheets import MAX_ROWS, MAX_TEXT, FightSheet, SheetField, SheetKind, sheet_from
from rules.combat.state import SIDE_KEYS
from rules.documents.reading import Fields
from rules.errors import DocumentError
from rules.lengths import MAX_NAME
from rules.recruitment.ready import READY_KINDS
from rules.sheets.model import NAMELESS
from rules.text import NUMBER_DIGITS, few_listed, natural_number
from warbands.selectors.warbands import OpenWarband, warband_names, warband_open, warband_shared

_LINK = re.compile(r"(?:.*/)?shared/([\w-]{1,50})(?:[/?#].*)?", re.ASCII)
_TOKEN = re.compile(r"[\w-]{1,50}", re.ASCII)
NO_LINK = "This is not the link of a shared warband."
LOST = "No warband is shared at this link."
GONE = "You have no such warband."
READY = "ready-"
"""What the choice of a ready opponent begins with, before its kind."""


@dataclass(frozen=True, slots=True)
class SideField:
    """A side of the form: the input, and its faults."""

    key: str
    chosen: str = ""
    link: str = ""
    name: str = ""
    error: str = ""

    @property
    def label(self) -> str:
        """The side's name in the form."""
        return f"Side {SIDE_KEYS.index(self.key) + 1}"

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.chosen or self.link)


def side_fields(values: Mapping[str, str]) -> tuple[SideField, ...]:
    """Return the sides as a form or an address has them."""
    return tuple(
        SideField(
            key,
            values.get(f"side-{key}", "").replace("\0", "")[:60],
            values.get(f"link-{key}", "").replace("\0", "").strip()[:300],
            values.get(f"name-{key}", "").replace("\0", "").strip()[:80],
        )
        for key in SIDE_KEYS
    )


def own_warbands(owner: Owner) -> tuple[tuple[str, str], ...]:
    """Return the warbands of somebody by their keys, each with who of it is out of action today. Two queries.

    Namesakes show their last change.
    """
    own = warband_names(owner)
    names = [name for _, name, _ in own]
    at_home = members_at_home(key for key, _, _ in own)

    def label(key: str, name: str, at: datetime) -> str:
        changed = f", changed {date_format(localtime(at), 'j F, H:i')}" if names.count(name) > 1 else ""
        without = f", without {few_listed(at_home[key])}" if key in at_home else ""
        return f"{name or NAMELESS}{changed}{without}"

    return tuple((key, label(key, name, at)) for key, name, at in own)


def open_battle_side(owner: Owner, field: SideField) -> OpenWarband | str:
    """Return the warband of a side, or the fault of the choice. One query."""
    if field.link:
        match = _LINK.fullmatch(field.link)
        token = match[1] if match else field.link if _TOKEN.fullmatch(field.link) else ""
        if not token:
            return NO_LINK
        return warband_shared(token) or LOST
    return warband_open(owner, field.chosen) or GONE


def ready_plan(key: str, field: SideField, points: int) -> SidePlan | None:
    """Return a side with a ready opponent of about so many points, None where none was chosen."""
    kind = field.chosen.removeprefix(READY)
    if kind == field.chosen or kind not in READY_KINDS or field.link:
        return None
    return SidePlan(field.name or READY_KINDS[kind][0], ready_lineup(key, kind, points or USUAL_LIMIT))


def side_plan(key: str, field: SideField, opened: OpenWarband) -> SidePlan:
    """Return a side with the creatures of a warband as they are today."""
    name = field.name or opened.draft.roster.name or NAMELESS
    return SidePlan(name, side_lineup(key, opened.warband, opened.draft), opened.warband)


def scenario_named(owner: Owner, named: str) -> ScenarioView | None:
    """Return the scenario of a campaign by ``key:number``, None for somebody who takes no part in the campaign."""
    key, _, text = named.partition(":")
    view, number = campaign_view(owner, key), natural_number(text, NUMBER_DIGITS)
    return scenario_view(view, number) if view and number is not None else None


def scenario_plans(scenario: ScenarioView) -> list[SidePlan]:
    """Return the sides of a campaign's scenario: who is fielded of each warband, with the hero points bought for it."""
    fielded = [warband for warband in scenario.warbands if warband.number in scenario.state.fielded]
    drafts = standing_drafts(fielded)
    plans = []
    for key, row in zip(SIDE_KEYS, fielded, strict=False):
        chosen, draft = scenario.state.fielded[row.number], drafts.get(row.warband_id)
        if draft is None:
            continue
        bought = chosen.bought
        lineup = side_lineup(key, row.warband, draft, members=chosen.members, hero_points=bought)
        plans.append(SidePlan(str(row), lineup, row.warband))
    return plans


BORROWED = "borrowed"
CHOOSE = "Choose a party."


def choose_party(owner: Owner, chosen: str, cards: Mapping[str, Card], borrowed: tuple[str, ...]) -> ChosenParty:
    """Return the party of a warband's key, or the ``borrowed`` one; raise ``Refusal`` for none."""
    if chosen == BORROWED and borrowed:
        return ChosenParty("The party", party_of(borrowed, cards))
    if not chosen:
        raise Refusal(CHOOSE, code="adventure.invalid")
    field = SideField(PARTY_SIDE, chosen)
    opened = open_battle_side(owner, field)
    if isinstance(opened, str):
        raise Refusal(opened, code="adventure.invalid")
    plan = side_plan(PARTY_SIDE, field, opened)
    if not plan.lineup.fielded:
        raise Refusal(f"“{plan.name}” has no creature that can fight.", code="battle.invalid")
    return ChosenParty(plan.name, plan.lineup.fielded, opened.warband)


@dataclass(frozen=True, slots=True)
class MonsterPool:
    """Monsters with one of some tags; no tag stands for all."""

    key: str
    name: str
    tags: tuple[str, ...] = ()


POOLS: tuple[MonsterPool, ...] = (
    MonsterPool("any", "Anything"),
    MonsterPool("beasts", "Animals and beasts", ("Animal", "Beast", "Dinosaur")),
    MonsterPool("undead", "The undead", ("Undead", "Zombie")),
    MonsterPool("raiders", "Goblins, kobolds, orcs, trogs", ("Goblin", "Kobold", "Orc", "Troglodyte")),
    MonsterPool("wilds", "Fey and plants", ("Fey", "Plant", "Fungus", "Leshy")),
    MonsterPool("made", "Constructs and elementals", ("Construct", "Elemental", "Ooze")),
)
_BY_KEY = {pool.key: pool for pool in POOLS}


def pool_cards(key: str, party_points: int) -> Mapping[str, Card]:
    """Return the cards of a pool that may fight a party; the first pool for an unknown key. A few queries."""
    pool = _BY_KEY.get(key, POOLS[0])
    return {
        key: card
        for key, card in cards_of_creatures(keys_with_tags(pool.tags)).items()
        if card.stats.hp and card.stats.speed and card.points <= party_points
    }


NEW_ROWS = 2
"""Empty rows at the end of each list, so that rows are added without a script."""
FIELD = "field."
"""What the names of a sheet's fields begin with in a form."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_PLACE = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class SheetInput:
    """A field of a sheet in a form: the name of its input, its declaration, and its value.

    ``rows`` are those of a list: each has its inputs, and the name of the box that removes it, "" for an empty one.
    """

    name: str
    declared: SheetField
    value: Any = ""
    rows: tuple[tuple[str, tuple[SheetInput, ...]], ...] = ()

    @property
    def id(self) -> str:
        """The id of the input."""
        return self.name.replace(".", "-")

    @property
    def options(self) -> tuple[tuple[str, str, bool], ...]:
        """The options: the key, the words, and whether it is chosen."""
        chosen = [self.value] if isinstance(self.value, str) else list(self.value)
        return tuple((key, label, key in chosen) for key, label in self.declared.options)


@dataclass(frozen=True, slots=True)
class SheetFormSection:
    """A heading of a sheet's form with its fields."""

    heading: str
    inputs: tuple[SheetInput, ...]


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """The input of a sheet's form, as its document; ``faults`` are sentences about unreadable values."""

    document: Mapping[str, Any]
    faults: tuple[str, ...] = ()


def sheet_sections(kind: SheetKind, document: Mapping[str, Any]) -> tuple[SheetFormSection, ...]:
    """Return the form of a kind of sheets, filled in with a document; fields that it lacks have their usual value."""
    return tuple(
        SheetFormSection(
            heading, tuple(_input(f"{FIELD}{field.key}", field, document.get(field.key)) for field in fields)
        )
        for heading, fields in kind.sections
    )


def _input(name: str, declared: SheetField, value: Any) -> SheetInput:
    if declared.type != "rows":
        return SheetInput(name, declared, declared.usual if value is None else value)
    held = list(value or ())[:MAX_ROWS]
    rows = [(f"{name}.{place}.remove", _columns(f"{name}.{place}", declared, row)) for place, row in enumerate(held)]
    empty = range(len(held), min(MAX_ROWS, len(held) + NEW_ROWS))
    rows += [("", _columns(f"{name}.{place}", declared, {})) for place in empty]
    return SheetInput(name, declared, (), tuple(rows))


def _columns(name: str, declared: SheetField, row: Mapping[str, Any]) -> tuple[SheetInput, ...]:
    return tuple(_input(f"{name}.{column.key}", column, row.get(column.key)) for column in declared.columns)


def typed_sheet(kind: SheetKind, data: QueryDict, name: str) -> TypedSheet:
    """Read the input of a sheet's form; unreadable numbers stay as typed."""
    document: dict[str, Any] = {"kind": kind.key, "name": name}
    faults: list[str] = []
    for field in kind.fields:
        value = _typed(f"{FIELD}{field.key}", field, data, faults)
        if value is not None:
            document[field.key] = value
    return TypedSheet(document, tuple(faults))


def sheet_of_form(family: DeclaredFamily, kind: SheetKind, typed: TypedSheet) -> FightSheet:
    """Return the sheet that was typed; raise ``Refusal`` for one that does not fit together."""
    if typed.faults:
        raise Refusal(typed.faults[0], code="combatants.invalid")
    read = Fields(typed.document)
    try:
        return sheet_from((kind,), read) if kind is family.table else family.sheet_from(read)
    except DocumentError as fault:
        raise Refusal(_fault_words(kind, fault), code="combatants.invalid") from fault


def typed_name(data: QueryDict, field: str = "name") -> str:
    """Return a name of one line as it was typed."""
    return " ".join(data.get(field, "").replace("\0", "").split())[:MAX_NAME]


def _typed(name: str, declared: SheetField, data: QueryDict, faults: list[str]) -> Any:
    match declared.type:
        case "flag":
            return name in data
        case "choices":
            return [text.replace("\0", "")[:80] for text in data.getlist(name)[:100]]
        case "rows":
            return _typed_rows(name, declared, data, faults)
    text = data.get(name, "").replace("\0", "").replace("\r\n", "\n").strip()[: MAX_TEXT + 1]
    if declared.type != "number":
        return text or None
    number = text.replace("−", "-")
    if not number:
        return None
    if not (_NUMBER.fullmatch(number) and number.isascii()):
        faults.append(f"{declared.label}: enter a whole number instead of “{text[:20]}”.")
        return text
    return int(number)


def _typed_rows(name: str, declared: SheetField, data: QueryDict, faults: list[str]) -> list[dict[str, Any]]:
    places = {key[len(name) + 1 :].partition(".")[0] for key in data if key.startswith(f"{name}.")}
    rows = []
    for place in sorted({int(place) for place in places if place.isascii() and _PLACE.fullmatch(place)})[
        : MAX_ROWS + 1
    ]:
        row = f"{name}.{place}"
        if f"{row}.remove" in data or _is_empty(row, declared.columns, data):
            continue
        values = {column.key: _typed(f"{row}.{column.key}", column, data, faults) for column in declared.columns}
        rows.append({key: value for key, value in values.items() if value is not None})
    return rows


def _is_empty(row: str, columns: Sequence[SheetField], data: QueryDict) -> bool:
    """Return True if no column of a row says more than an empty row does."""
    return not any(_says_something(data.getlist(f"{row}.{column.key}"), column) for column in columns)


def _says_something(typed: list[str], declared: SheetField) -> bool:
    if declared.type in ("flag", "choices"):
        return bool(typed)
    return any(text.strip() and text.strip() != str(declared.usual) for text in typed)


def _fault_words(kind: SheetKind, fault: DocumentError) -> str:
    """Return what is wrong in the words of the form."""
    key, _, rest = fault.path.partition("[")
    declared = kind.by_key.get(key)
    if declared is None:
        return fault.message
    labels = [declared.label]
    if rest:
        place, _, column = rest.partition("]")
        within = {column.key: column.label for column in declared.columns}
        labels += [f"row {int(place) + 1}" if place.isdigit() else "", within.get(column.removeprefix("."), "")]
    return f"{', '.join(label for label in labels if label)}: {fault.message}"
