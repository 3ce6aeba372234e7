"""All that a creature has without a cost is played into a battle: it changes the state, or it is said at its moment.

A battle with it is compared with the same battle without it, situation by situation. What does neither stands in
docs/by-the-table.md by name, with the reason.
"""

from dataclasses import replace

import pytest

from compendium.builtin import built_in_cards
from rules import spells
from rules.cards.model import Card, Feature
from rules.careers.card import career_card
from rules.careers.events import CareerCorrected, CareerEvent
from rules.careers.logs import starting_conditions
from rules.feats import FEATS, Feat
from rules.items import ITEMS
from rules.items.item import Item
from rules.legality.resolved import Rulebook
from rules.p2v_combat.passives import passives_of
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import BattleState
from rules.roster.model import ItemChoice, Member
from rules.tables.conditions import CONDITIONS, STATUSES
from rules.tables.dying import INJURIES, Injury
from tests.rules.by_the_table import PAGE, silent_by_page
from tests.rules.careers.journals import snik, warband
from tests.rules.p2v_combat.situations import ME, SITUATIONS, Trace, Tracer, scene
from tests.rules.p2v_combat.tables import card

DERIVED = ("dying", "helpless", "eliminated")
"""Statuses that follow from HP and from leaving play."""


class Scene:
    """A creature in each situation, played as far as it is asked for."""

    def __init__(self, fielded: Fielded) -> None:
        self.setup = scene(fielded)
        self.traces: dict[str, Trace] = {}

    def trace(self, name: str) -> Trace:
        if name not in self.traces:
            first, play = SITUATIONS[name]
            tracer = Tracer(self.setup, first)
            play(tracer)
            self.traces[name] = tracer.trace
        return self.traces[name]


def evidence(has: Scene, lacks: Scene, name: str, text: str) -> str:
    """Return in which situation something shows, and how; empty where it never does."""
    for situation in SITUATIONS:
        trace, other = has.trace(situation), lacks.trace(situation)
        said = [line for line in trace.notes if line not in other.notes and f"’s {name}: " in line]
        if any(text in line for line in said):
            return f"announced: {situation}"
        if trace.facts != other.facts:
            return f"played: {situation}"
    return ""


def passives(creature: Card) -> list[Feature]:
    return [feature for feature in creature.features if feature.cost is None and not feature.caster]


def evidence_of_card(creature: Card) -> dict[str, str]:
    """Return what shows each passive of a card, upgrades included; empty for one that is silent."""
    shown = {}
    added = tuple(key for key, feature in creature.upgrades.items() if not feature.replaces)
    scenes: dict[tuple[str, ...], Scene] = {}
    for feature in passives(creature):
        bought = added if not feature.is_upgrade or feature.id in added else (*added, feature.id)
        member = Member(creature.key, id="m1", upgrades=bought)
        has = scenes.setdefault(bought, Scene(Fielded(ME, "a", member, creature)))
        rest = replace(creature, features=tuple(other for other in creature.features if other is not feature))
        text = feature.effect.split("{")[0].strip()
        shown[f"{feature.name} ({creature.name})"] = evidence(
            has, Scene(Fielded(ME, "a", member, rest)), feature.name, text
        )
    return shown


@pytest.mark.parametrize(
    "creature", [creature for creature in built_in_cards() if passives(creature)], ids=lambda creature: creature.key
)
def test_each_passive_of_a_card_changes_the_battle_or_is_announced(creature: Card) -> None:
    shown = evidence_of_card(creature)
    silent = {name for name, how in shown.items() if not how}
    table = "\n".join(f"| {name} | {how or 'SILENT'} |" for name, how in shown.items())
    assert silent <= set(silent_by_page()), f"Play it, give it a moment, or name it in {PAGE}:\n{table}"


def test_no_passive_of_a_built_in_card_is_only_recalled_as_a_turn_starts() -> None:
    recalled = [
        f"{creature.name}: {passive.name}"
        for creature in built_in_cards()
        for passive in passives_of(creature.features)
        if passive.is_recalled
    ]
    assert recalled == [], "These need `moments` in their built-in file (docs/effects.md):\n" + "\n".join(recalled)


def test_the_page_names_no_passive_that_is_played_or_announced() -> None:
    shown = [
        pair for creature in built_in_cards() if named_there(creature) for pair in evidence_of_card(creature).items()
    ]
    assert set(silent_by_page()) == {name for name, how in shown if not how}


def named_there(creature: Card) -> bool:
    return any(name.endswith(f"({creature.name})") for name in silent_by_page())


def member_after(*events: CareerEvent, base: Card) -> Fielded:
    """Return a member of a campaign as its battles have it after these events."""
    book = Rulebook.of(base)
    career = snik(*events, start=warband(Member(base.key, id="m1"), rulebook=book), rulebook=book)
    today = career_card(career, book)
    return Fielded(ME, "a", career.member, today, starts=tuple(starting_conditions(career)))


def base_of(feat: Feat) -> Card:
    """Return a card that may gain a feat."""
    needed, base = feat.requires, card("kobold-warrior")
    if needed is not None and needed.kind == "feature":
        base = next(
            creature for creature in built_in_cards() if any(own.name == needed.name for own in creature.features)
        )
    trained = (needed.name,) if needed is not None and needed.kind == "trained" else ()
    return replace(base, level=max(base.level, feat.min_level), skills=(*base.skills, *trained))


@pytest.mark.parametrize("feat", FEATS, ids=lambda feat: feat.key)
def test_each_feat_changes_the_battle_or_is_announced(feat: Feat) -> None:
    base = base_of(feat)
    weapon = next((own.id for own in base.features if own.strike), "")
    choice = {"skill": "Arcana", "melee weapon": weapon}.get(feat.choice or "")
    gained = CareerCorrected(
        correction="advance-add", id="g", member="m1", reason="test", subject=feat.key, choice=choice
    )
    has, lacks = member_after(gained, base=base), member_after(base=base)
    assert evidence(Scene(has), Scene(lacks), feat.name, feat.text.split(".")[0]), f"{feat.name} is silent"


@pytest.mark.parametrize("injury", INJURIES, ids=lambda injury: injury.key)
def test_each_injury_changes_the_battle(injury: Injury) -> None:
    wound = CareerCorrected(correction="injury-add", id="w", member="m1", reason="test", subject=injury.key)
    base = card("kobold-warrior")
    assert evidence(Scene(member_after(wound, base=base)), Scene(member_after(base=base)), injury.name, "")


def choice_of(item: Item, carrier: Card) -> str | None:
    if item.choice == "spell":
        ranks = item.spell_ranks
        return "Heal" if 1 in ranks else next(spell.name for spell in spells.SPELLS if spell.rank in ranks)
    if item.choice == "weapon":
        return next(own.name for own in carrier.features if own.strike)
    return item.options[0] if item.options else None


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_each_item_changes_the_battle_or_is_announced(item: Item) -> None:
    carrier = replace(card("kobold-sorcerer-1"), size=item.sizes[0] if item.sizes else "Small")
    carried = Member(carrier.key, id="m1", items=(ItemChoice(item.key, choice_of(item, carrier)),))
    has = Scene(Fielded(ME, "a", carried, carrier))
    lacks = Scene(Fielded(ME, "a", replace(carried, items=()), carrier))
    assert evidence(has, lacks, item.name, item.text.split(".")[0]), f"{item.name} is silent"


@pytest.mark.parametrize("name", [row.name for row in (*CONDITIONS, *STATUSES) if row.name not in DERIVED])
def test_each_starting_condition_is_there_when_the_battle_begins(name: str) -> None:
    fielded = Fielded(ME, "a", Member("boar", id="m1"), card("boar"), starts=(name,))
    state: BattleState = Tracer(scene(fielded), "a").table.state
    assert state.combatants[ME].has(name)
