"""A duel in the form of stat blocks: what was agreed on, and each duelist as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator

from rules.adventures.blocks import AdventureBlock, block_lines, signed
from rules.adventures.kinds.duel.duelists import DuelistStats
from rules.adventures.kinds.duel.facts import GOAL_WORDS, INITIATIVE_SKILLS, DuelFacts, PreparedDuelist
from rules.adventures.kinds.duel.play import duel_facts
from rules.adventures.state import AdventureState
from rules.p2v_combat.dueling import DUELING_REACTIONS
from rules.text import counted, listed

TYPE_NAMES = {"combat": "Combat duel", "spell": "Spell duel", "mixed": "Combat and spell duel"}


def duel_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the agreement and the prepared duelists; of a view, what players know."""
    facts = duel_facts(state)
    return (_agreement(facts), *(_duelist_block(one) for one in facts.duelists))


def _agreement(facts: DuelFacts) -> AdventureBlock:
    reactions = [one for one in DUELING_REACTIONS if (facts.rolls_each_round if one.skill else facts.has_focus)]
    often = "each round" if facts.rolls_each_round else "once"
    return AdventureBlock(
        title="The agreement",
        word=TYPE_NAMES[facts.type],
        lines=block_lines(
            (
                ("Goal", f"{GOAL_WORDS[facts.goal]}{', or yields' if facts.yielding else ''}"),
                ("Rules", " ".join(facts.rules)),
                ("Judge", facts.judge),
                ("Stakes", facts.stakes),
                ("Penalty for cheating", facts.penalty),
                ("Initiative", f"{often}: {listed(INITIATIVE_SKILLS[facts.type], 'or')}"),
                *((one.name, one.text) for one in reactions),
                *(
                    (("Change Tradition Focus", "1 AP, to a tradition whose skill the duelist is trained in."),)
                    if facts.has_focus
                    else ()
                ),
                *(("A planned cheat", one.text) for one in facts.cheats),
            )
        ),
    )


def _duelist_block(one: PreparedDuelist) -> AdventureBlock:
    return AdventureBlock(
        title=one.name,
        word=f"Duelist {one.level}" if one.stats else "Duelist",
        about=one.text,
        lines=block_lines(
            (
                ("Skills", ", ".join(f"{row.name} {signed(row.by)}" for row in one.skills)),
                *(_stat_lines(one.stats) if one.stats else ()),
            )
        ),
    )


def _stat_lines(stats: DuelistStats) -> Iterator[tuple[str, str]]:
    yield "HP", str(stats.hp)
    yield "Armor", str(stats.armor)
    saves = (("Fortitude", stats.fortitude), ("Reflex", stats.reflex), ("Will", stats.will))
    yield "Saves", ", ".join(f"{name} {signed(by)}" for name, by in saves)
    yield "Fight", signed(stats.fight)
    yield "Power", str(stats.power)
    yield "Speed", str(stats.speed)
    strikes = (f"{one.name} ({one.reach} {one.squares}) {one.damage} {one.type}" for one in stats.strikes)
    yield "Strikes", "; ".join(strikes)
    if stats.tradition:
        known = f"{', '.join(stats.spells)} ({counted(stats.slots, 'use')})"
        yield f"{stats.tradition.capitalize()} spells, rank {stats.rank}", known
