"""Conversions between the rows of items, feats, spells and glossary terms and their values in the rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from compendium.models import GlossaryTerm, Item
from compendium.models.entries import ITEM_COLUMNS, format_ranks, parse_ranks
from rules.cards.sheet import range_words
from rules.cards.triggers import with_triggers
from rules.effects.notation import NotationError, format_names, format_uses, parse_names, parse_range
from rules.effects.values import Range
from rules.feats import Feat
from rules.items import BY_KEY
from rules.items import item as rules_item
from rules.spells import Spell
from rules.tables.prose import Entry


def _as_it_is(value: Any) -> Any:
    return value


def _blank_for_none(value: str | None) -> str:
    return value or ""


def _none_for_blank(text: str) -> str | None:
    return text or None


def _range(text: str) -> Range | None:
    """Read a range; None for the free words that items could once have, which belong to their text."""
    try:
        return parse_range(text)
    except NotationError:
        return None


_ITEM_COLUMNS: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    **dict.fromkeys(("name", "license", "text", "level", "kind", "strike"), (_as_it_is, _as_it_is)),
    **dict.fromkeys(("needs_caster", "adds_type"), (_as_it_is, _as_it_is)),
    **dict.fromkeys(("cost", "trigger", "choice"), (_blank_for_none, _none_for_blank)),
    **dict.fromkeys(("options", "sizes", "tags", "aliases"), (format_names, parse_names)),
    "range": (range_words, _range),
    "spell_ranks": (format_ranks, parse_ranks),
    **{field.name: (field.to_column, field.from_column) for field in ITEM_COLUMNS},
}
"""How each part of an item is written to its column and read from it."""


def item_values(item: rules_item.Item) -> dict[str, Any]:
    """Return the columns of an item row, by field name."""
    return {"key": item.key, **{name: write(getattr(item, name)) for name, (write, _) in _ITEM_COLUMNS.items()}}


def item_from_row(row: Item) -> rules_item.Item:
    """Return the rules' item of a row; raise ``NotationError`` for a line that cannot be read."""
    item = rules_item.Item(
        source=row.source.key, **{name: read(getattr(row, name)) for name, (_, read) in _ITEM_COLUMNS.items()}
    )
    item = with_triggers(item, item.name)
    # An action of its own has no column: it stays with the built-in item, however people edit that.
    built_in = BY_KEY.get(row.key)
    if built_in is not None and built_in.source == item.source and built_in.grants:
        item = replace(item, grants=built_in.grants)
    return item if item.range or not row.range else replace(item, text=f"Range: {row.range}. {row.text}")


def _stated(value: Feat | Spell | Entry, *more: str) -> dict[str, Any]:
    """Return the columns that say what a value says in the same words."""
    return {name: getattr(value, name) for name in ("key", "name", "license", "text", *more)}


def feat_values(feat: Feat) -> dict[str, Any]:
    """Return the columns of a feat row, by field name."""
    return {
        **_stated(feat, "min_level"),
        "cost": feat.cost or "",
        "uses": format_uses(feat.uses),
        "trigger": feat.trigger or "",
        "once": feat.once,
        "requires": feat.requires.sentence if feat.requires else "",
        "choice": feat.choice or "",
    }


def spell_values(spell: Spell) -> dict[str, Any]:
    """Return the columns of a spell row, by field name."""
    return {
        **_stated(spell, "rank", "rarity"),
        "traditions": format_names(spell.traditions),
        "costs": format_names(dict.fromkeys(casting.cost or "" for casting in spell.castings)),
        "aliases": format_names(spell.aliases),
    }


def term_key(kind: str, key: str) -> str:
    """Return the key of a term's row: its kind and its own key, which is unique within the kind."""
    return f"{kind}--{key}"


def term_values(entry: Entry) -> dict[str, Any]:
    """Return the columns of a row of the glossary, by field name."""
    aliases = format_names(entry.aliases)
    return {**_stated(entry, "kind", "summary"), "key": term_key(entry.kind, entry.key), "aliases": aliases}


def entry_from_row(row: GlossaryTerm, built_in: Entry | None) -> Entry:
    """Return the entry of a row; ``built_in`` is the built-in entry with that key, whose facts stay."""
    entry = built_in or Entry(row.kind, row.name, row.summary, source=row.source.key)
    return replace(
        entry,
        summary=row.summary,
        text=row.text.replace("\r\n", "\n"),
        aliases=parse_names(row.aliases),
        license=row.license,
    )
