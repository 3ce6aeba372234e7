"""Heroic combat as a family of combat rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.combat.declared import DeclaredFamily
from rules.combat.offers import FightOffer, OfferField
from rules.combat.rows import FightRow, FightSection
from rules.combat.setup import FightCombatant, FightSetup
from rules.combat.state import FightState
from rules.combat.tallies import PartyTally
from rules.heroic.combatants import HeroicCombatant, HeroicFight, fight_of, heroic_combatant, heroic_of, with_fight
from rules.heroic.fight_views import fight_document, heroic_document, heroic_panel, heroic_row
from rules.heroic.hand_values import heroic_hand_fields, set_heroic_value
from rules.heroic.main_actions import (
    HeroicAbility,
    HeroicCharge,
    HeroicDefense,
    HeroicFreeStrike,
    HeroicHeal,
    HeroicStrikeOutOfTurn,
    HeroicTriggered,
)
from rules.heroic.maneuvers import (
    HeroicAid,
    HeroicCatchBreath,
    HeroicConsumable,
    HeroicEscape,
    HeroicFreeManeuver,
    HeroicGrab,
    HeroicHide,
    HeroicKnockback,
    HeroicSearch,
    HeroicStandUp,
    HeroicTest,
)
from rules.heroic.moving import HeroicMove, HeroicRide
from rules.heroic.objectives import (
    HeroicFinish,
    HeroicMark,
    HeroicObject,
    HeroicProgress,
    met_words,
    objective_of,
    objective_sentence,
    objective_settled,
)
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND, TABLE
from rules.heroic.surroundings import (
    HeroicBreath,
    HeroicFall,
    HeroicForced,
    HeroicHarm,
    HeroicMount,
    HeroicRegain,
    HeroicWater,
)
from rules.heroic.table_offers import camp_words, next_offers, objective_offers, start_offers, table_offers
from rules.heroic.tables import VICTORIES_FOR_A_WIN
from rules.heroic.turn_offers import triggered_offers, turn_offers
from rules.heroic.turns import (
    HeroicFirstSide,
    HeroicSurprise,
    HeroicTurnBegun,
    HeroicTurnEnded,
    turns_settled,
)

VICTORIES = "victories"


class HeroicFamily(DeclaredFamily):
    """The fights of Draw Steel, as far as its one-page combat guide goes."""

    key = "heroic"
    name = "Heroic combat"
    about = "Heroes against the Director’s creatures in alternating turns, as the combat guide of Draw Steel has it."
    notice = (
        "Draw Steel is a game by MCDM Productions, LLC. Muster is independent: it is neither published nor endorsed by"
        " MCDM Productions."
    )
    assumptions = (
        "The Director’s creatures are out of the fight at 0 Stamina, and so are the heroes’ allies.",
        "Surprised creatures may use triggered actions and free strikes.",
        "A charge and a ride go on foot. Enemies that a ride leaves strike at the mount.",
        "A dying hero loses its Recovery as its turn begins.",
        "A rider is dismounted when its mount is out of the fight.",
        "The table agrees on everything else that the guide leaves open. Each of those fields says what is assumed.",
    )
    kinds = (HERO_KIND, CREATURE_KIND)
    table = TABLE
    party_name = "Heroes"
    master_name = "Director"
    tallies = (PartyTally(VICTORIES, "Victories", "Respite", "Experience"),)
    events = (
        HeroicSurprise,
        HeroicFirstSide,
        HeroicTurnBegun,
        HeroicTurnEnded,
        HeroicAbility,
        HeroicFreeStrike,
        HeroicCharge,
        HeroicDefense,
        HeroicHeal,
        HeroicTriggered,
        HeroicStrikeOutOfTurn,
        HeroicMove,
        HeroicRide,
        HeroicAid,
        HeroicCatchBreath,
        HeroicEscape,
        HeroicGrab,
        HeroicHide,
        HeroicKnockback,
        HeroicTest,
        HeroicSearch,
        HeroicStandUp,
        HeroicConsumable,
        HeroicFreeManeuver,
        HeroicFall,
        HeroicForced,
        HeroicHarm,
        HeroicRegain,
        HeroicWater,
        HeroicBreath,
        HeroicMount,
        HeroicProgress,
        HeroicMark,
        HeroicObject,
        HeroicFinish,
    )

    def combatant_of(self, entry: FightCombatant, setup: FightSetup) -> HeroicCombatant:
        """Return a combatant with its full Stamina and Recoveries."""
        return heroic_combatant(entry, setup)

    def start(self, setup: FightSetup) -> HeroicFight:
        """Return a fight in which nothing is decided."""
        return HeroicFight()

    def begun(self, state: FightState) -> FightState:
        """Wait for the heroes to decide which side begins."""
        return state.note(None, f"{objective_of(state).label}: the heroes win when {met_words(state)}.")

    def resolve_all(self, state: FightState) -> FightState:
        """End turns and rounds in which no one can act any more, and tell of the objective."""
        settled = turns_settled(state)
        return objective_settled(settled) if settled is state else settled

    def over(self, state: FightState) -> FightState:
        """End the turn that was under way."""
        return with_fight(state, acting=())

    def gains(self, state: FightState) -> Mapping[str, int]:
        """Return one Victory for a fight that the heroes won."""
        won = state.outcome is not None and state.outcome.winner in state.setup.party
        return {VICTORIES: VICTORIES_FOR_A_WIN} if won else {}

    def offers(self, state: FightState) -> tuple[FightOffer, ...]:
        """Return what may be done now: the turn or whose turn comes, then triggered actions, then the table's."""
        if state.phase != "playing" or state.stack:
            return ()
        first = start_offers(state) if fight_of(state).due is None else next_offers(state)
        return (
            *first,
            *turn_offers(state),
            *triggered_offers(state),
            *table_offers(state),
            *objective_offers(state),
        )

    def row(self, state: FightState, combatant: str, *, sees_hidden: bool) -> FightRow:
        """Return a combatant as lists show it."""
        return heroic_row(state, heroic_of(state, combatant), sees_hidden=sees_hidden)

    def panel(self, state: FightState, combatant: str) -> tuple[FightSection, ...]:
        """Return what is worked out of a combatant."""
        return heroic_panel(state, heroic_of(state, combatant))

    def headline(self, state: FightState) -> str:
        """Return whose turn it is, or what is next."""
        return camp_words(state) if state.phase == "playing" else ""

    def goal(self, state: FightState) -> str:
        """Return the objective, and how far both sides are."""
        return objective_sentence(state)

    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Return what may be set by hand of a combatant."""
        return heroic_hand_fields(state, heroic_of(state, combatant))

    def set_by_hand(self, state: FightState, combatant: str, name: str, value: Any) -> FightState:
        """Set a value by hand."""
        return set_heroic_value(state, combatant, name, value)

    def combatant_document(self, state: FightState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        """Return a combatant as an object of JSON."""
        return heroic_document(state, combatant, sees_hidden=sees_hidden)

    def own_document(self, state: FightState) -> dict[str, Any]:
        """Return whose turn it is and how the objective stands."""
        return fight_document(state)


HEROIC = HeroicFamily()
