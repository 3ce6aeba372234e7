"""Heroic combat as a family of combat rules."""

from collections.abc import Mapping

from rules.combat.declared import DeclaredFamily
from rules.combat.log import FightEvent
from rules.combat.resolution import FightOffer
from rules.combat.state import FightSetup, FightState, PartyTally
from rules.heroic import actions, maneuvers, table_events, turns
from rules.heroic.combatants import HeroicFight, fight_of, heroic_combatant, with_fight
from rules.heroic.fight_views import (
    fight_document,
    heroic_document,
    heroic_hand_fields,
    heroic_panel,
    heroic_row,
    set_heroic_value,
)
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND, TABLE
from rules.heroic.table_events import met_words, objective_of, objective_sentence, objective_settled
from rules.heroic.table_offers import camp_words, next_offers, objective_offers, start_offers, table_offers
from rules.heroic.tables import VICTORIES_FOR_A_WIN
from rules.heroic.turn_offers import triggered_offers, turn_offers

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
        "A charge is made on foot, and so is a ride. When a rider leaves an enemy’s reach, the enemy strikes at the "
        "mount.",
        "A dying hero loses its Recovery as its turn begins.",
        "A rider is dismounted when its mount is out of the fight.",
        "The table agrees on everything else that the guide leaves open. Each of those fields says what is assumed.",
    )
    kinds = (HERO_KIND, CREATURE_KIND)
    table = TABLE
    party_name = "Heroes"
    master_name = "Director"
    tallies = (PartyTally(VICTORIES, "Victories", "Respite", "Experience"),)
    events = FightEvent.defined_in(turns, actions, maneuvers, table_events)

    combatant_of = staticmethod(heroic_combatant)
    row = staticmethod(heroic_row)
    panel = staticmethod(heroic_panel)
    headline = staticmethod(camp_words)
    goal = staticmethod(objective_sentence)
    hand_fields = staticmethod(heroic_hand_fields)
    set_by_hand = staticmethod(set_heroic_value)
    combatant_document = staticmethod(heroic_document)
    own_document = staticmethod(fight_document)

    def start(self, setup: FightSetup) -> HeroicFight:
        return HeroicFight()

    def begun(self, state: FightState) -> FightState:
        """Wait for the heroes to decide which side begins."""
        return state.note(None, f"{objective_of(state).label}: the heroes win when {met_words(state)}.")

    def resolve_all(self, state: FightState) -> FightState:
        """End turns and rounds in which no one can act any more, and report the objective."""
        settled = turns.turns_settled(state)
        return objective_settled(settled) if settled is state else settled

    def over(self, state: FightState) -> FightState:
        """End the turn that was under way."""
        return with_fight(state, acting=())

    def gains(self, state: FightState) -> Mapping[str, int]:
        """Return one Victory for a fight that the heroes won."""
        won = state.outcome is not None and state.outcome.winner in state.setup.party
        return {VICTORIES: VICTORIES_FOR_A_WIN} if won else {}

    def offers(self, state: FightState) -> tuple[FightOffer, ...]:
        """Return what can be done now: the turn or the next turn, then triggered actions, then the players' events."""
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


HEROIC = HeroicFamily()
