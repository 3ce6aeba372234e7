"""The kind of adventures that are duels, with the stat blocks of duelists."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, signed
from rules.adventures.kinds.duel import entering, fighting, initiative
from rules.adventures.kinds.duel.entering import cheat_key
from rules.adventures.kinds.duel.facts import (
    GOAL_WORDS,
    INITIATIVE_SKILLS,
    DuelFacts,
    DuelistStats,
    PreparedDuelist,
    check_duel,
    duel_advice,
)
from rules.adventures.kinds.duel.initiative import kept_order
from rules.adventures.kinds.duel.play import DUEL_KEY, DuelInPlay, DuelState
from rules.documents.records import written_document
from rules.errors import ChangeRefused
from rules.p2v_combat.family import P2V
from rules.p2v_combat.reactions import DUELING_REACTIONS
from rules.text import counted, listed

TYPE_NAMES = {"combat": "Combat duel", "spell": "Spell duel", "mixed": "Combat and spell duel"}


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


class DuelKind(AdventureKind):
    """Duels: two opponents in a battle ordered by the initiative that they choose in secret."""

    key = DUEL_KEY
    name = "Duel"
    about = "Two duelists fight by agreed rules before a judge, with blades, spells or both."
    emblem = "sword-clash"
    tint = "steel"
    facts = DuelFacts
    state = DuelInPlay
    has_own_turns = True
    acts_in_round = None
    events = (entering, initiative, fighting)

    check_facts = staticmethod(check_duel)
    advice = staticmethod(duel_advice)
    settled = staticmethod(kept_order)

    def begin(self, facts: DuelFacts) -> DuelState:
        return DuelState()

    def hidden_facts(self, state: DuelInPlay) -> Mapping[str, str]:
        return {cheat_key(cheat.key): cheat.text for cheat in state.facts.cheats}

    def player_facts(self, state: DuelInPlay) -> DuelFacts:
        """Return the agreement, prepared duelists without their numbers, and the cheats that are known."""
        facts = state.facts
        return replace(
            facts,
            duelists=tuple(replace(duelist, level=1, skills=(), stats=None) for duelist in facts.duelists),
            cheats=tuple(cheat for cheat in facts.cheats if cheat_key(cheat.key) in state.shown),
        )

    def player_own(self, state: DuelInPlay) -> DuelState:
        """Return the duel without the boxes of sealed choices."""
        return replace(state.own, choices=tuple(replace(choice, box="") for choice in state.own.choices))

    def own_document(self, state: DuelInPlay) -> dict[str, Any]:
        own = state.own
        return {
            "duelists": [
                {"participant": duelist.participant, "creature": duelist.creature} for duelist in own.duelists
            ],
            "choices": [written_document(choice) for choice in own.choices],
            "order": list(own.battle.order) if own.battle else [],
            "focuses": dict(own.focuses),
            "claim": own.claim,
            "winner": own.winner,
            "battle": P2V.state_document(own.battle) if own.battle else None,
        }

    def stat_blocks(self, state: DuelInPlay) -> tuple[AdventureBlock, ...]:
        """Return the agreement and the prepared duelists; for a view, what players know."""
        facts = state.facts
        return (_agreement(facts), *(_duelist_block(duelist) for duelist in facts.duelists))

    def summary(self, state: DuelInPlay) -> tuple[str, ...]:
        """Return the kind of duel, and the state of each duelist."""
        own, facts = state.own, state.facts
        lines = [f"{TYPE_NAMES[facts.type]}, {GOAL_WORDS[facts.goal]}."]
        for duelist in own.duelists:
            name = state.participant(duelist.participant).name
            if own.battle is None:
                lines.append(f"{name} is ready.")
                continue
            stands = own.battle.combatants[duelist.creature]
            lines.append(f"{name}: {max(stands.hp, 0)} of {stands.max_hp} HP.")
        return tuple(lines)

    def round_ended(self, state: DuelInPlay) -> DuelInPlay:
        """Refuse it: a round ends with the second turn."""
        raise ChangeRefused("A round of a duel ends with the second duelist’s turn.")


DUEL = DuelKind()
