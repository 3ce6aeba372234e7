"""How often the conversion gives what the game's author gave, on stat blocks that the author turned into cards.

The samples are not a part of the project: without them these tests are skipped. Run with ``-s`` for the report.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import creatures_in_file
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.phrases import common_effect
from rules.cards.remarks import card_warnings
from rules.conversion.steps import STYLES
from rules.tables.movement import mode_of_sign
from tests.samples import SAMPLES

pytestmark = pytest.mark.samples

ROOT = Path(__file__).resolve().parents[3]
RULES = ("rules/conversion", "compendium/importing/pf2e")
THIRDS = 3
MOST_BELOW_ALL = 12
"""Percent that a third may be below all samples: what 30 creatures differ by chance."""
FOLDER = SAMPLES / "pf2e"
BESTIARY = "pf2etools/creatures.json"
STATS = {
    "fight": "Fight",
    "armor": "Armor",
    "power": "Power",
    "fortitude": "Fort",
    "reflex": "Reflex",
    "will": "Will",
    "hp": "HP",
    "speed": "Speed",
}
PHYSICAL = ("bludgeoning", "piercing", "slashing")

# Percent that are equal, and percent that are near: within 1 for Fight, within 5 for damage. The level reached, rounded
# down; what the project aims at is in docs/converting.md.
REACHED = {
    "author": {
        "points": 98,
        "size": 98,
        "fight": 83,
        "fight, near": 96,
        "armor": 97,
        "power": 69,
        "fortitude": 100,
        "reflex": 100,
        "will": 98,
        "hp": 100,
        "speed": 97,
        "movement mode": 96,
        "strike damage": 78,
        "strike damage, near": 98,
        "resistance dice": 97,
    },
    "rulebook": {
        "points": 98,
        "size": 98,
        "fight": 77,
        "armor": 89,
        "power": 47,
        "fortitude": 92,
        "reflex": 92,
        "will": 91,
        "hp": 100,
        "speed": 97,
        "movement mode": 95,
        "strike damage": 73,
        "resistance dice": 97,
    },
}


@dataclass
class Tally:
    """How many values were compared and how many were equal, by the name of the value."""

    compared: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, ours: object, theirs: object, near: int | None = None) -> None:
        """Compare a value; with ``near`` also whether it is so close."""
        self.compared[name] += 1
        self.equal[name] += ours == theirs
        if near is not None:
            self.compared[f"{name}, near"] += 1
            self.equal[f"{name}, near"] += isinstance(ours, int) and abs(ours - int(str(theirs))) <= near

    def percent(self, name: str) -> float:
        """Return the share of equal values."""
        return 100 * self.equal[name] / self.compared[name]


@cache
def converted(style: str) -> dict[tuple[str, str], Card]:
    """Return every sample converted, by file and by name of the stat block."""
    paths = [*sorted(FOLDER.glob("foundry*/*.json")), FOLDER / BESTIARY]
    return {
        (str(path.relative_to(FOLDER)), candidate.name): candidate.value
        for path in paths
        for candidate in creature_candidates(creatures_in_file(path), STYLES[style])
        if candidate.value
    }


def authors_cards() -> list[dict[str, Any]]:
    """Return the author's cards with the files and names of their stat blocks."""
    return json.loads((FOLDER / "authors-cards.json").read_text(encoding="utf-8"))


def third_of(name: str) -> int:
    """Return the third of the samples that a creature belongs to, by a hash of its name."""
    return hashlib.sha256(name.encode()).digest()[0] % THIRDS


def compare(style: str, third: int | None = None) -> Tally:
    """Compare each sample with the author's card, or those of one third."""
    tally = Tally()
    cards = converted(style)
    for entry in authors_cards():
        if third not in (None, third_of(entry["stat_block_name"])):
            continue
        card, printed = cards[entry["file"], entry["stat_block_name"]], entry["card"]
        tally.add("points", card.points, int(printed["points"]))
        tally.add("size", card.size, printed["tagline"].split()[0])
        for stat, label in STATS.items():
            theirs = int(re.findall(r"-?\d+", printed["stats"][label])[0])
            tally.add(stat, getattr(card.stats, stat), theirs, 1 if stat == "fight" else None)
        sign = printed["stats"]["Speed"].partition(" ")[2]
        tally.add("movement mode", card.movement_mode, mode_of_sign(sign).name if sign else None)
        for ours, theirs in strike_damage(card, printed):
            tally.add("strike damage", ours, theirs, 5)
        for ours, theirs in resistance_dice(card, printed["other"]):
            tally.add("resistance dice", ours, theirs)
    return tally


def strike_damage(card: Card, printed: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the damage of each Strike that both cards have, by name and kind of range."""
    for feature in printed["features"]:
        amount = re.match(r"\s*(\d+)", feature["text"])
        name = re.sub(r"\s*\[.*\]", "", feature["name"]).casefold()
        same = [ours for ours in card.features if ours.strike and ours.damage and ours.name.casefold() == name]
        if "strike" in feature["top"] and amount and same:
            kind = "ranged" if "Ranged" in feature["top"] else "melee"
            fitting = [ours for ours in same if ours.range and ours.range.kind == kind] or same
            yield sum(damage.amount for damage in fitting[0].immediate_damage), int(amount[1])


def resistance_dice(card: Card, other: str) -> Iterator[tuple[int, int]]:
    """Yield the dice of each resistance that both cards have."""
    ours = {resistance.type: resistance.dice for resistance in card.resist}
    ours = {kind: ours["physical"] for kind in PHYSICAL if "physical" in ours} | ours
    for part in re.split(r";|, (?=weak|resist|immune)", re.sub(r"\(.*?\)|\[.*?\]", "", other)):
        words = re.sub(r"^\s*resist ", "", part, flags=re.IGNORECASE)
        if words == part:
            continue
        words = re.sub(r"^(\d+d6) (.*)$", r"\2 \1", words)
        for types, dice in re.findall(r"([a-z, ]+?) +(\d)d6", words):
            yield from ((ours[kind], int(dice)) for kind in re.split(r", | and ", types.strip(" ,")) if kind in ours)


@pytest.mark.parametrize("style", sorted(REACHED))
def test_the_conversion_equals_the_authors_cards_as_often_as_it_did(style: str):
    tally = compare(style)
    report = [f"{name}: {tally.equal[name]} of {number}" for name, number in tally.compared.items()]
    sys.stdout.write(f"\nStyle {style}: {'; '.join(report)}\n")
    fallen = {name: tally.percent(name) for name, least in REACHED[style].items() if tally.percent(name) < least}
    assert fallen == {}
    assert tally.compared["points"] == 89
    assert tally.compared["strike damage"] > 100
    assert tally.compared["resistance dice"] > 45


@pytest.mark.parametrize("style", sorted(REACHED))
def test_no_third_of_the_samples_is_converted_much_worse_than_the_rest(style: str):
    # No sample was held out while the conversion was written. What can be shown afterwards is that no rule fits a few
    # of them alone: by chance a third differs by some percent, a rule for one creature lifts only its own third.
    whole, thirds = compare(style), [compare(style, third) for third in range(THIRDS)]
    for name in REACHED[style]:
        shares = ", ".join(f"{tally.percent(name):.0f} % of {tally.compared[name]}" for tally in thirds)
        sys.stdout.write(f"\nStyle {style}, {name}: {shares}")
    fallen = {
        (name, number): tally.percent(name)
        for name in REACHED[style]
        for number, tally in enumerate(thirds)
        if tally.percent(name) < whole.percent(name) - MOST_BELOW_ALL
    }
    assert fallen == {}
    assert min(tally.compared["points"] for tally in thirds) >= 20


@pytest.mark.parametrize("style", sorted(REACHED))
def test_every_sample_becomes_a_card_that_our_own_reader_accepts(style: str):
    cards = converted(style)
    assert len(cards) == 114
    for card in cards.values():
        document = card_document(card)
        assert card_document(card_from_document(document)) == document
        texts = " ".join(feature["text"] for feature in document["features"] if not common_effect(feature["name"]))
        assert not re.search(r"[{}@<>]|\bDC \d|\d+d\d+|\d feet|\bfrightened\b|\bflat-footed\b", texts), card.name
        assert not [warning for warning in card_warnings(card) if warning.field in ("skills", "damage")]


def test_no_rule_knows_the_name_of_a_creature():
    sources = [path for folder in RULES for path in sorted((ROOT / folder).rglob("*.py"))]
    rules = " ".join(re.sub(r"\W+", " ", path.read_text(encoding="utf-8")).casefold() for path in sources)
    names = {name.casefold() for _, name in converted("author")}
    assert [name for name in sorted(names) if f" {name} " in rules] == []


def test_the_same_creature_in_two_forms_has_the_same_stats():
    cards = converted("author")
    old = {name: card for (file, name), card in cards.items() if file.startswith("foundry-2021")}
    new = {name: card for (file, name), card in cards.items() if file == BESTIARY}
    both = old.keys() & new.keys()
    assert len(both) == 25
    different = {
        (name, stat): (getattr(old[name].stats, stat), getattr(new[name].stats, stat))
        for name in both
        for stat in STATS
        if stat != "power" and getattr(old[name].stats, stat) != getattr(new[name].stats, stat)
    }
    assert different == {}
