"""A spell: what a caster may cast, with its whole effect in words, read from the TOML sheets beside this module."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Literal, TypeVar

from rules.effects.fields import EFFECT_FIELDS, parse_parts
from rules.effects.model import Effect
from rules.effects.notation import parse_range
from rules.effects.values import Lasts, Range, Resistance
from rules.spells import phrases
from rules.spells.casting import Barriers, Casting, GrantedAction, Heightening
from rules.text import slug

License = Literal["ORC", "OGL"]
SpellSource = Literal["p2v-orc", "p2v-ogl"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """One spell of one of the two spell sheets (core rules, "Spells").

    ``key`` is the slug of the name; where both sheets have the name, the OGL spell's ends in ``--p2v-ogl``. ``rank`` is
    the lowest rank of a caster that can cast it, 0 for a cantrip. ``traditions`` is empty if the sheet prints none
    (uncommon spells and the whole OGL sheet); the OGL sheet prints no rarity either, and its spells count as common.
    ``castings`` are the ways to cast it, of which the caster picks one. ``sustain`` is the price in action points of
    casting it again next turn without a use, or None. ``lasts`` says when it ends and ``also_lasts`` what outlives it.
    ``notes`` say where the sheet is unclear and how it is read here.
    """

    key: str
    name: str
    license: License
    source: SpellSource
    rank: int
    traditions: tuple[str, ...] = ()
    rarity: Literal["common", "uncommon"] = "common"
    castings: tuple[Casting, ...]
    heighten: tuple[Heightening, ...] = ()
    sustain: int | None = None
    lasts: Lasts
    also_lasts: tuple[tuple[str, Lasts], ...] = ()
    aliases: tuple[str, ...] = ()
    no_orc_equivalent: bool = False
    notes: tuple[str, ...] = ()

    @property
    def by_table(self) -> bool:
        """Return True if the text says more than the fields, and the players apply it."""
        return any(effect.by_table for casting in self.castings for effect in casting.all_effects()) or any(
            step.also and not step.in_fields for step in self.heighten
        )

    @property
    def casting_texts(self) -> tuple[str, ...]:
        """The effect of each of ``castings``, in order, without its cost."""
        return tuple(map(phrases.casting_text, self.castings))

    @property
    def duration_text(self) -> str:
        """When the spell ends; empty if it is over at once or lasts as its conditions do."""
        return phrases.duration_text(self.lasts, self.also_lasts)

    @property
    def heighten_texts(self) -> tuple[str, ...]:
        """The bonuses for a caster of higher rank, one sentence per step; cantrips count from rank 1."""
        base_rank, area = max(self.rank, 1), self.castings[0].range
        return tuple(phrases.heighten_text(step, base_rank, area) for step in self.heighten)

    @property
    def sustain_text(self) -> str:
        """How to sustain the spell; empty if it cannot be sustained."""
        return phrases.sustain_text(self.sustain)

    @property
    def text(self) -> str:
        """The whole spell in sentences: a paragraph for each way to cast it, then its end, heightening, sustaining."""
        paragraphs = [
            f"{phrases.cost_words(casting.cost)}: {text}"
            for casting, text in zip(self.castings, self.casting_texts, strict=True)
        ]
        if self.duration_text:
            paragraphs.append(self.duration_text)
        if self.heighten:
            paragraphs.append(f"Heighten: {' '.join(self.heighten_texts)}")
        if self.sustain_text:
            paragraphs.append(f"Sustain: {self.sustain_text}")
        return "\n\n".join(paragraphs)


_AnyEffect = TypeVar("_AnyEffect", bound=Effect)


def heightened(spell: Spell, casting: Casting, rank: int) -> Casting:
    """Return one way to cast a spell, or an action that it grants, as a caster of that rank has it."""
    # Every step up to the caster's rank adds what it says, and a step that sets a number sets it anew. Cantrips count
    # from rank 1. Spells, "Rank and heightening"; ruling 138.
    steps = [(at, step) for at, step in _steps(spell, rank) if not step.for_costs or casting.cost in step.for_costs]
    for _, step in sorted(steps, key=lambda taken: (taken[0], taken[1].damage_set is None)):
        casting = _with(step, casting)
    return casting


def _steps(spell: Spell, rank: int) -> Iterator[tuple[int, Heightening]]:
    """Yield each step for a caster of the rank, with the rank of the step."""
    for step in spell.heighten:
        per = step.per or 1
        first = (step.from_rank or max(spell.rank, 1)) + per
        ranks = step.at_ranks or range(first, rank + 1, per)
        yield from ((at, step) for at in ranks if at <= rank)


def _with(step: Heightening, casting: Casting) -> Casting:
    barriers, grants = casting.barriers, casting.grants
    return replace(
        _grown(step, casting),
        missiles=_plus(casting.missiles, step.missiles),
        target=replace(casting.targets, number=step.targets) if step.targets else casting.target,
        range=replace(casting.range, squares=step.squares) if step.squares and casting.range else casting.range,
        gives=(*casting.gives, *step.gives),
        ends_when=() if step.stays else casting.ends_when,
        then=(*(_grown(step, part) for part in casting.then), *step.then),
        barriers=replace(barriers, hp=barriers.hp + (step.hp or 0)) if barriers else None,
        grants=replace(grants, casting=_with(step, grants.casting)) if grants else None,
    )


def _grown(step: Heightening, effect: _AnyEffect) -> _AnyEffect:
    """Return an effect with the numbers of one step in place."""
    return replace(
        effect,
        damage=tuple(
            replace(damage, amount=(damage.amount if step.damage_set is None else step.damage_set) + (step.damage or 0))
            if step.only in ("", damage.only)
            else damage
            for damage in effect.damage
        ),
        heal=_plus(effect.heal, step.heal),
        temporary_hp=_plus(effect.temporary_hp, step.temporary_hp),
        reduces=_plus(effect.reduces, step.reduces),
        resist=tuple(_raised(resistance, step) for resistance in effect.resist),
    )


def _plus(amount: int | None, more: int | None) -> int | None:
    return None if amount is None else amount + (more or 0)


def _raised(resistance: Resistance, step: Heightening) -> Resistance:
    if step.resist is None and step.resist_dice is None:
        return resistance
    keeps = 1 if step.per else 0
    return replace(
        resistance,
        dice=resistance.dice * keeps + (step.resist_dice or 0),
        flat=resistance.flat * keeps + (step.resist or 0),
    )


ORC_SHEET = ("orc-cantrips.toml", "orc-rank-1.toml", "orc-rank-2.toml", "orc-rank-3-to-5.toml")
OGL_SHEET = ("ogl-cantrips.toml", "ogl-rank-1.toml", "ogl-rank-2-to-5.toml")

TomlTable = Mapping[str, Any]
_PARSERS = {field.name: field.parse for field in EFFECT_FIELDS} | {"on": lambda text: text}
_RANGES_OF_SPELLS = frozenset({"spray", "sight", "area", "unprinted"})


def load() -> tuple[Spell, ...]:
    """Return every spell: the ORC sheet before the OGL one, each by rank and then by name."""
    orc = list(_sheet(ORC_SHEET, taken=frozenset()))
    ogl = list(_sheet(OGL_SHEET, taken=frozenset(spell.key for spell in orc)))
    return tuple(spell for sheet in (orc, ogl) for spell in sorted(sheet, key=lambda spell: (spell.rank, spell.name)))


def _sheet(names: Iterable[str], taken: frozenset[str]) -> Iterator[Spell]:
    for name in names:
        document = tomllib.loads(files("rules.spells").joinpath(name).read_text(encoding="utf-8"))
        for table in document["spells"]:
            yield _spell(table, document["license"], document["source"], taken)


def _spell(table: TomlTable, license: License, source: SpellSource, taken: frozenset[str]) -> Spell:
    key = slug(table["name"])
    fields = {
        **_frozen(table),
        "castings": tuple(_casting(casting, table["lasts"]) for casting in table["castings"]),
        "heighten": tuple(map(_heightening, table.get("heighten", ()))),
        "also_lasts": tuple(table.get("also_lasts", {}).items()),
    }
    return Spell(key=f"{key}--{source}" if key in taken else key, license=license, source=source, **fields)


def _heightening(table: TomlTable) -> Heightening:
    return Heightening(**_frozen(table), then=parse_parts(table.get("then", "")))


def _casting(table: TomlTable, lasts: Lasts) -> Casting:
    fields = {name: _value(name, value) for name, value in table.items()}
    if "barriers" in table:
        fields["barriers"] = Barriers(**table["barriers"])
    if "grants" in table:
        granted = dict(table["grants"])
        fields["grants"] = GrantedAction(granted.pop("name"), _casting(granted, "instant"))
    return Casting(**{"lasts": lasts, **fields})


def _value(name: str, value: Any) -> Any:
    if name == "range":
        return _range(value)
    return _PARSERS[name](value) if isinstance(value, str) and name in _PARSERS else value


def _range(text: str) -> Range | None:
    kind, _, squares = text.partition(" ")
    return Range(kind, int(squares) if squares else None) if kind in _RANGES_OF_SPELLS else parse_range(text)


def _frozen(table: TomlTable) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items() if name != "then"}
