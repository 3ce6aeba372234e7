"""Heroic combat as a family of combat rules: its values for pages and programs, and what can be set by hand."""

from collections.abc import Mapping
from typing import Any

from rules.combat.declared import DeclaredFamily
from rules.combat.events import typed_line
from rules.combat.log import FightEvent
from rules.combat.resolution import FightOffer, OfferField, Option
from rules.combat.sheets import FightMeter, FightRow, FightSection
from rules.combat.state import FightSetup, PartyTally
from rules.errors import ChangeRefused
from rules.heroic import actions, maneuvers, table_events, turns
from rules.heroic.actions import speed_left
from rules.heroic.combatants import HeroicCombatant, HeroicFight, HeroicState, heroic_combatant
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND, TABLE
from rules.heroic.stamina import LOWEST, after_setting
from rules.heroic.table_events import breath_rounds, met_words, objective_of, objective_sentence, objective_settled
from rules.heroic.table_offers import camp_words, next_offers, objective_offers, start_offers, table_offers
from rules.heroic.tables import FEET_IN_A_SQUARE, SIZES, VICTORIES_FOR_A_WIN
from rules.heroic.turn_offers import triggered_offers, turn_offers
from rules.text import counted


def heroic_standing(combatant: HeroicCombatant, *, sees_hidden: bool) -> str:
    """Return a combatant's condition in a word; without ``sees_hidden``, only that it is out or dying."""
    if combatant.is_out:
        return "dead" if combatant.is_dead else "out"
    if combatant.is_dying:
        return "dying"
    if combatant.is_down:
        return "stable"
    return "winded" if sees_hidden and combatant.is_winded else ""


def badges(state: HeroicState, combatant: HeroicCombatant) -> tuple[str, ...]:
    """Return a combatant's further states."""
    aided = [state.name(other) for other in combatant.aids if not state.heroic_of(other).is_out]
    flags = (
        (combatant.is_prone and not combatant.is_out, "prone"),
        (
            bool(combatant.grabbed_by) and not combatant.is_out,
            f"grabbed by {state.name(combatant.grabbed_by)}" if combatant.grabbed_by else "",
        ),
        (combatant.is_defending, "defending"),
        (combatant.is_hidden, "hidden"),
        (combatant.is_surprised, "surprised"),
        (combatant.is_flying, "flying"),
        (combatant.is_underwater, "under water"),
        (
            combatant.breath is not None,
            f"breath for {counted(combatant.breath, 'round')}" if combatant.breath else "out of breath",
        ),
        (bool(combatant.mount), f"rides {state.name(combatant.mount)}" if combatant.mount else ""),
        (bool(aided), f"edge against {', '.join(aided)}"),
        (combatant.is_marked, "objective"),
        (state.own.holder == combatant.id, "has the object"),
        (bool(combatant.held), combatant.held),
    )
    return tuple(words for holds, words in flags if holds)


def _breath_words(combatant: HeroicCombatant) -> str:
    """Return how long a combatant can hold its breath, in a fight and outside of one."""
    return f"{counted(breath_rounds(combatant), 'round')}; out of combat {counted(max(0, combatant.might), 'minute')}"


MOST_BREATH = 99

_FLAGS: Mapping[str, tuple[str, str]] = {
    "prone": ("is_prone", "Prone"),
    "stable": ("is_stable", "Stable at 0 Stamina"),
    "dead": ("is_dead", "Dead"),
    "defending": ("is_defending", "Defending"),
    "hidden": ("is_hidden", "Hidden"),
    "surprised": ("is_surprised", "Surprised"),
    "flying": ("is_flying", "Flying"),
    "under_water": ("is_underwater", "Under water"),
    "acted": ("has_acted", "Has acted in this round"),
    "main": ("main_used", "Main action used"),
    "maneuver": ("maneuver_used", "Maneuver used"),
    "rode": ("has_ridden", "Move action used for riding"),
}


def _with_flag(state: HeroicState, combatant: HeroicCombatant, name: str, holds: bool) -> HeroicState:
    if name == "stable" and holds and not (combatant.is_hero and combatant.is_down):
        raise ChangeRefused(f"{state.name(combatant.id)} is not dying.")
    if name == "acted" and combatant.id in state.own.acting:
        raise ChangeRefused("Its turn is under way.")
    state = state.change(combatant.id, **{_FLAGS[name][0]: holds})
    return after_setting(state, combatant.id) if name == "dead" and holds else state


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
    state = HeroicState
    party_name = "Heroes"
    master_name = "Director"
    tallies = (PartyTally(VICTORIES, "Victories", "Respite", "Experience"),)
    events = FightEvent.defined_in(turns, actions, maneuvers, table_events)

    combatant_of = staticmethod(heroic_combatant)
    headline = staticmethod(camp_words)
    goal = staticmethod(objective_sentence)

    def start(self, setup: FightSetup) -> HeroicFight:
        return HeroicFight()

    def begun(self, state: HeroicState) -> HeroicState:
        """Wait for the heroes to decide which side begins."""
        return state.note(None, f"{objective_of(state).label}: the heroes win when {met_words(state)}.")

    def resolve_all(self, state: HeroicState) -> HeroicState:
        """End turns and rounds in which no one can act any more, and report the objective."""
        settled = turns.turns_settled(state)
        return objective_settled(settled) if settled is state else settled

    def over(self, state: HeroicState) -> HeroicState:
        """End the turn that was under way."""
        return state.with_fight(acting=())

    def gains(self, state: HeroicState) -> Mapping[str, int]:
        """Return one Victory for a fight that the heroes won."""
        won = state.outcome is not None and state.outcome.winner in state.setup.party
        return {VICTORIES: VICTORIES_FOR_A_WIN} if won else {}

    def offers(self, state: HeroicState) -> tuple[FightOffer, ...]:
        """Return what can be done now: the turn or the next turn, then triggered actions, then the players' events."""
        if state.phase != "playing" or state.stack:
            return ()
        first = start_offers(state) if state.own.due is None else next_offers(state)
        return (
            *first,
            *turn_offers(state),
            *triggered_offers(state),
            *table_offers(state),
            *objective_offers(state),
        )

    def row(self, state: HeroicState, combatant: str, *, sees_hidden: bool) -> FightRow:
        fighter = state.heroic_of(combatant)
        meters: tuple[FightMeter, ...] = ()
        if sees_hidden:
            meters = (FightMeter("Stamina", fighter.stamina, fighter.most, fighter.temporary),)
            if fighter.is_hero or fighter.sheet.number("recoveries"):
                meters = (*meters, FightMeter("Recoveries", fighter.recoveries, fighter.sheet.number("recoveries")))
        return FightRow(
            fighter.id,
            state.name(fighter.id),
            fighter.side,
            heroic_standing(fighter, sees_hidden=sees_hidden),
            meters,
            badges(state, fighter),
            state.entry(fighter.id).group,
            is_acting=fighter.id in state.own.acting,
            has_acted=fighter.has_acted,
            is_out=fighter.is_out,
        )

    def panel(self, state: HeroicState, combatant: str) -> tuple[FightSection, ...]:
        fighter = state.heroic_of(combatant)
        size, sections = SIZES[fighter.sheet.word("size")], []
        if fighter.id in state.own.acting:
            turn = (
                ("Main action", "used" if fighter.main_used else "left"),
                ("Maneuver", "used" if fighter.maneuver_used else "left"),
                ("Squares of speed", f"{speed_left(fighter)} of {fighter.speed} left"),
            )
            sections.append(FightSection("This turn", turn))
        numbers = (
            ("Winded at", str(fighter.most // 2)),
            ("Recovery value", str(state.recovery_value(fighter))),
            ("Space", f"{counted(size.squares, 'square')}, {size.width} wide"),
            ("Speed", f"{fighter.speed} squares, {fighter.speed * FEET_IN_A_SQUARE} feet"),
            ("Holds its breath", _breath_words(fighter)),
            ("Triggered actions used", str(fighter.triggered)),
            ("Played by", state.setup.side(state.played_by(fighter.id) or fighter.side).name),
        )
        sections.append(FightSection("In this fight", numbers))
        if size.doubt:
            sections.append(FightSection("Doubt", (("Size", size.doubt),)))
        return tuple(sections)

    def hand_fields(self, state: HeroicState, combatant: str) -> tuple[OfferField, ...]:
        fighter = state.heroic_of(combatant)
        lowest = LOWEST if state.setup.table.flag("below_zero") else 0
        others = state.heroic_options(other for other in state.everyone() if other.id != fighter.id)
        choices = (Option("", "No one"), *others)
        return (
            OfferField("stamina", "Stamina", "number", value=fighter.stamina, low=lowest, high=fighter.most),
            OfferField("recoveries", "Recoveries", "number", value=fighter.recoveries, high=99),
            OfferField("temporary", "Temporary Stamina", "number", value=fighter.temporary, high=999),
            *(OfferField(key, label, "flag", value=getattr(fighter, name)) for key, (name, label) in _FLAGS.items()),
            OfferField("grabbed_by", "Grabbed by", "choice", options=choices, value=fighter.grabbed_by),
            OfferField(
                "moved",
                "Squares of speed used",
                "number",
                value=fighter.moved,
                high=max(fighter.speed, fighter.moved),
            ),
            OfferField(
                "triggered",
                "Triggered actions used",
                "number",
                value=fighter.triggered,
                high=max(20, fighter.triggered),
            ),
            OfferField("breath", "Rounds of breath left", "number", value=fighter.breath or 0, high=MOST_BREATH),
            OfferField("note", "Other conditions", "word", value=fighter.held),
        )

    def set_by_hand(self, state: HeroicState, combatant: str, name: str, value: Any) -> HeroicState:
        heroic_combatant = state.heroic_of(combatant)
        if name in _FLAGS:
            return _with_flag(state, heroic_combatant, name, bool(value))
        if name == "stamina":
            state = state.change(combatant, stamina=value, is_stable=heroic_combatant.is_stable and value <= 0)
            return after_setting(state, combatant) if not heroic_combatant.is_down else state
        if name == "note":
            return state.change(combatant, held=typed_line(value))
        if name == "grabbed_by" and value and state.heroic_of(value).is_out:
            raise ChangeRefused(f"{state.name(value)} is out of the fight.")
        return state.change(combatant, **{name: value})

    def combatant_document(self, state: HeroicState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        heroic_combatant = state.heroic_of(combatant)
        left = (
            (heroic_combatant.stamina, heroic_combatant.recoveries, heroic_combatant.temporary)
            if sees_hidden
            else (None, None, None)
        )
        return {
            "stamina": left[0],
            "max_stamina": heroic_combatant.most if sees_hidden else None,
            "recoveries": left[1],
            "temporary_stamina": left[2],
            "standing": heroic_standing(heroic_combatant, sees_hidden=sees_hidden),
            "prone": heroic_combatant.is_prone,
            "defending": heroic_combatant.is_defending,
            "hidden": heroic_combatant.is_hidden,
            "surprised": heroic_combatant.is_surprised,
            "under_water": heroic_combatant.is_underwater,
            "flying": heroic_combatant.is_flying,
            "breath": heroic_combatant.breath,
            "grabbed_by": heroic_combatant.grabbed_by or None,
            "mount": heroic_combatant.mount or None,
            "aided_against": list(heroic_combatant.aids),
            "marked": heroic_combatant.is_marked,
            "note": heroic_combatant.held,
            "acted": heroic_combatant.has_acted,
            "turn": {
                "main": heroic_combatant.main_used,
                "maneuver": heroic_combatant.maneuver_used,
                "moved": heroic_combatant.moved,
                "rode": heroic_combatant.has_ridden,
            }
            if heroic_combatant.id in state.own.acting
            else None,
            "triggered": heroic_combatant.triggered,
        }

    def own_document(self, state: HeroicState) -> dict[str, Any]:
        fight, objective = state.own, objective_of(state)
        return {
            "first": fight.first,
            "due": fight.due,
            "acting": list(fight.acting),
            "objective": {
                "key": objective.key,
                "name": objective.label,
                "about": state.setup.table.word("about"),
                "goal": state.setup.table.number("goal"),
                "progress": fight.progress,
                "against": fight.against,
                "holder": fight.holder or None,
                "verdict": fight.verdict or None,
            },
        }


HEROIC = HeroicFamily()
