"""A spell: what a caster may cast, with its whole effect in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.effects.values import Lasts
from rules.spells import phrases
from rules.spells.casting import Casting, Heightening

License = Literal["ORC", "OGL"]
SpellSource = Literal["p2v-orc", "p2v-ogl"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """One spell of one of the two spell sheets (core rules, "Spells").

    ``key`` is the slug of the name; where both sheets have the name, the OGL spell's ends in ``--p2v-ogl``.
    ``rank`` is the lowest rank of a caster that can cast it, 0 for a cantrip. ``traditions`` is empty where the
    sheet prints none (uncommon spells and the whole OGL sheet); the OGL sheet prints no rarity either and counts as
    common. ``castings`` are the ways to cast it, of which the caster picks one. ``sustain`` is the price in action
    points of casting it again next turn without a use, or None. ``lasts`` says when it ends and ``also_lasts``
    what outlives it. ``notes`` say where the sheet is unclear and how it is read here.
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
        """Return True if the text says more than the fields, and the table has to see to it."""
        return any(effect.by_table for casting in self.castings for effect in casting.all_effects()) or any(
            step.also for step in self.heighten
        )

    @property
    def casting_texts(self) -> tuple[str, ...]:
        """What each of ``castings`` does, in their order, without its cost."""
        return tuple(map(phrases.casting_text, self.castings))

    @property
    def duration_text(self) -> str:
        """When the spell ends; empty if it is over at once or lasts as its conditions do."""
        return phrases.duration_text(self.lasts, self.also_lasts)

    @property
    def heighten_texts(self) -> tuple[str, ...]:
        """What a caster of higher rank adds, one sentence a step; cantrips count from rank 1."""
        base_rank, area = max(self.rank, 1), self.castings[0].range
        return tuple(phrases.heighten_text(step, base_rank, area) for step in self.heighten)

    @property
    def sustain_text(self) -> str:
        """How the spell is kept going; empty if it cannot be."""
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
