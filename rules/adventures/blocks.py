"""Stat blocks of adventures as values: a title with its level, traits, and lines of a label and a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.adventures.difficulties import SkillDC
from rules.adventures.scales import Scale, dc_number
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class AdventureBlock:
    """A stat block as it is printed: ``Research 3`` beside the title, traits, then lines that say something."""

    title: str
    word: str
    traits: tuple[str, ...] = ()
    about: str = ""
    lines: tuple[tuple[str, str], ...] = ()


def block_lines(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the lines that say something."""
    return tuple((label, text) for label, text in lines if text)


def signed(modifier: int | None) -> str:
    """Return a modifier with its sign, "" for None.

    >>> signed(12), signed(-1), signed(None)
    ('+12', '−1', '')
    """
    return "" if modifier is None else with_minus(f"{modifier:+d}")


def skills_text(skills: Iterable[SkillDC], scale: Scale, level: int, modifier: int | None = None) -> str:
    """Return skills with their DCs on a scale, the lowest DC first: ``DC 13 Society, DC 15 Diplomacy``.

    A DC that is hidden is left out. ``modifier`` is that of a person, from which DCs of no other base come.
    """
    found = []
    for place, skill_dc in enumerate(skills):
        if skill_dc.hidden:
            found.append((0, place, skill_dc.skill))
            continue
        value = dc_number(skill_dc.based_on(modifier), scale, level).value
        found.append((value, place, f"DC {value} {skill_dc.skill}"))
    return ", ".join(text for _, _, text in sorted(found))
