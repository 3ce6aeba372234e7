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
    return (_agreement(facts), *(_duelist_block(duelist) for duelist in facts.duelists))


def _agreement(facts: DuelFacts) -> AdventureBlock:
    reactions = [
        reaction for reaction in DUELING_REACTIONS if (facts.rolls_each_round if reaction.skill else facts.has_focus)
    ]
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
                *((reaction.name, reaction.text) for reaction in reactions),
                *(
                    (("Change Tradition Focus", "1 AP, to a tradition whose skill the duelist is trained in."),)
                    if facts.has_focus
                    else ()
                ),
                *(("A planned cheat", cheat.text) for cheat in facts.cheats),
            )
        ),
    )


def _duelist_block(duelist: PreparedDuelist) -> AdventureBlock:
    return AdventureBlock(
        title=duelist.name,
        word=f"Duelist {duelist.level}" if duelist.stats else "Duelist",
        about=duelist.text,
        lines=block_lines(
            (
                ("Skills", ", ".join(f"{row.name} {signed(row.by)}" for row in duelist.skills)),
                *(_stat_lines(duelist.stats) if duelist.stats else ()),
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
    strikes = (
        f"{strike.name} ({strike.reach} {strike.squares}) {strike.damage} {strike.type}" for strike in stats.strikes
    )
    yield "Strikes", "; ".join(strikes)
    if stats.tradition:
        known = f"{', '.join(stats.spells)} ({counted(stats.slots, 'use')})"
        yield f"{stats.tradition.capitalize()} spells, rank {stats.rank}", known
