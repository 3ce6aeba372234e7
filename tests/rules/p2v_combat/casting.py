"""Battles of a boar that casts spells against boars, to see what a spell does."""

from dataclasses import replace

from rules.cards.model import Caster, CasterSpell, Feature, SpellGroup
from rules.combat.answers import RollRuled
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import AimedTarget
from rules.text import slug
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

CASTER, OTHER, THIRD = "a.m1", "b.m1", "b.m2"
TUSKS = "feature/tusk"


def caster_table(*names: str, rank: int = 1, license: str = "ORC", ally: bool = False) -> PlayedTable:
    """Return a battle in its first turn, in which the first boar casts these spells at will."""
    setup = setup_of(["boar", "boar"] if ally else ["boar"], ["boar", "boar"])
    caster = setup.fielded[0]
    known = Caster("arcane", rank, (SpellGroup((), tuple(map(CasterSpell, names))),))
    spells = Feature(id="spells", name="Spells", caster=known)
    card = replace(caster.card, license=license, features=(*caster.card.features, spells))
    table = PlayedTable(replace(setup, fielded=(replace(caster, card=card), *setup.fielded[1:]))).begin("a")
    return table.activate(CASTER)


def act(
    table: PlayedTable, creature: str, action: str, *targets: str | AimedTarget, way: str = "", side: str = ""
) -> PlayedTable:
    """Let a creature take an action by its key, or by the name of a spell."""
    actions = table.state.fielded(creature).actions
    key = action if action in actions else next(key for key in actions if f"/{slug(action)}" in key)
    aims = tuple(target if isinstance(target, AimedTarget) else AimedTarget(target) for target in targets)
    return table.do(CreatureActed(creature, key, way, aims), side or creature[0])


def cast(table: PlayedTable, spell: str, *targets: str, way: str = "", fails: bool = True) -> PlayedTable:
    """Let the caster cast a spell; every target that saves fails, or succeeds."""
    act(table, CASTER, spell, *targets, way=way)
    for _ in targets:
        if table.asked is not None:
            table.do(RollRuled("failure" if fails else "success", "the test"))
    return table
