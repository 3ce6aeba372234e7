"""Offers for the whole fight: who begins, whose turn comes, events that the players enter, the objective."""

from collections.abc import Iterator

from rules.combat.resolution import FightOffer, OfferField, Option
from rules.heroic.actions import MOST_SQUARES, is_larger
from rules.heroic.attacks import may_strike
from rules.heroic.combatants import CAMP_NAMES, CAMPS, ENEMIES, HEROES, HeroicCombatant, HeroicState
from rules.heroic.power_rolls import MOST_TICKED
from rules.heroic.stamina import MAX_AMOUNT
from rules.heroic.table_events import MAX_FINISH, MOST_STEPS, living, met_words, objective_of
from rules.heroic.tables import DAMAGE_TYPES, FORCED_KINDS, SIZES, STRIKES, UNTYPED
from rules.heroic.turns import due_camp, is_before_the_first_turn, turn_group, waiting
from rules.text import listed

START_GROUP, NEXT_GROUP, OUT_GROUP = "Before the first turn", "Next turn", "Out of turn"
ENTER_GROUP, OBJECTIVE_GROUP = "By the table", "Objective"


def start_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield offers before a turn: surprise, and the side that begins."""
    side = state.setup.party[0] if len(state.setup.party) == 1 else None
    for camp in CAMPS:
        yield FightOffer(
            f"{CAMP_NAMES[camp]} begin",
            "first-side",
            START_GROUP,
            {"camp": camp},
            side=side,
            is_main=True,
        )
    yield from _surprise_offers(state)


def _surprise_offers(state: HeroicState) -> Iterator[FightOffer]:
    if not is_before_the_first_turn(state):
        return
    options = state.heroic_options(state.everyone())
    now = tuple(combatant.id for combatant in state.everyone() if combatant.is_surprised)
    yield FightOffer.asking(
        "Set surprise",
        "surprise",
        START_GROUP,
        OfferField("combatants", "Surprised", "choices", options=options, value=now),
        side=state.setup.master,
        about="Surprised creatures have no turn in the first round.",
    )


def next_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield the turns that may be taken now; a group is offered once."""
    camp = due_camp(state)
    if camp is None or state.own.acting:
        return
    offered: set[str] = set()
    for combatant in waiting(state, camp):
        if combatant.id in offered:
            continue
        group = turn_group(state, combatant)
        offered.update(group)
        is_shared = len(group) > 1
        yield FightOffer(
            f"Begin turn: {state.entry(combatant.id).group} ({len(group)})" if is_shared else "Begin turn",
            "turn-begun",
            NEXT_GROUP,
            {"combatant": combatant.id},
            combatant=None if is_shared else combatant.id,
            side=state.played_by(combatant.id),
            about=", ".join(state.name(member) for member in group) if is_shared else "",
            is_main=True,
        )
    yield from _surprise_offers(state)


def table_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield what the players may enter at any time."""
    standing = state.standing_options()
    if not standing:
        return
    who = OfferField("combatant", "Who", options=standing)
    yield from _strikes_out_of_turn(state, standing)
    types = (
        Option(UNTYPED, "Without a type"),
        *(Option(damage_type, damage_type.capitalize()) for damage_type in DAMAGE_TYPES),
    )
    yield FightOffer.asking(
        "Deal damage",
        "harmed",
        ENTER_GROUP,
        who,
        OfferField("amount", "Damage", "number", value=1, high=MAX_AMOUNT),
        OfferField("damage_type", "Type", options=types, value=UNTYPED),
        OfferField("reason", "Why", "word", value=""),
        about="For effects of abilities, and for traps.",
        left_to_players=True,
    )
    yield FightOffer.asking(
        "Give Stamina",
        "regained",
        ENTER_GROUP,
        who,
        OfferField("amount", "Stamina", "number", value=1, high=MAX_AMOUNT),
        OfferField("temporary", "Temporary", "flag", value=False, help="Does not stack: the higher value stays."),
        left_to_players=True,
    )
    kinds = tuple(Option(key, label) for key, label in FORCED_KINDS.items())
    squares = OfferField("squares", "Squares", "number", value=1, low=1, high=MOST_SQUARES)
    yield FightOffer.asking(
        "Forced movement",
        "forced",
        ENTER_GROUP,
        who,
        OfferField("how", "How", options=kinds),
        squares,
        about="Stability reduces the distance.",
    )
    yield FightOffer.asking(
        "Fall", "fell", ENTER_GROUP, who, squares, about="1d6 damage for each square after the first 2."
    )
    yield from _surroundings(state, standing, who)


def _strikes_out_of_turn(state: HeroicState, standing: tuple[Option, ...]) -> Iterator[FightOffer]:
    strikers: dict[str | None, list[HeroicCombatant]] = {}
    for combatant in state.everyone():
        if may_strike(state, combatant):
            strikers.setdefault(state.played_by(combatant.id), []).append(combatant)
    kinds = tuple(Option(strike.key, strike.label) for strike in STRIKES.values())
    for side, able in strikers.items():
        yield FightOffer.asking(
            "Free strike out of turn",
            "strike-out-of-turn",
            OUT_GROUP,
            OfferField("combatant", "Who", options=state.heroic_options(able)),
            OfferField("strike", "Strike", options=kinds),
            OfferField("target", "Target", options=standing),
            OfferField("reason", "Why", "word", value=""),
            OfferField("edges", "Edges", "number", value=0, high=MOST_TICKED),
            OfferField("banes", "Banes", "number", value=0, high=MOST_TICKED),
            side=side,
            about="When something other than moving away allows it.",
            left_to_players=True,
        )


def _surroundings(state: HeroicState, standing: tuple[Option, ...], who: OfferField) -> Iterator[FightOffer]:
    wet = tuple(combatant.id for combatant in state.everyone() if combatant.is_underwater and not combatant.is_out)
    yield FightOffer.asking(
        "Set who is under water",
        "under-water",
        ENTER_GROUP,
        OfferField("combatants", "Under water", "choices", options=standing, value=wet),
        about="Fire immunity 5, lightning weakness 5; a bane on power rolls for those that cannot simply swim.",
    )
    yield FightOffer.asking(
        "Hold or draw breath",
        "breath",
        ENTER_GROUP,
        who,
        OfferField("holds", "It holds its breath", "flag", value=True),
        about="Might in rounds, at least 1; then 1d6 damage in each round.",
    )
    people = state.everyone()
    smallest = min(people, key=lambda person: SIZES[person.sheet.word("size")].order)
    mounts = state.heroic_options(person for person in people if not person.is_out and is_larger(person, smallest))
    if mounts:
        yield FightOffer.asking(
            "Mount or dismount",
            "mounted",
            ENTER_GROUP,
            who,
            OfferField("mount", "Mount", options=mounts, optional=True),
            about="The mount must be larger. What mounting costs is by the table.",
            left_to_players=True,
        )


def objective_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield the counts for the objective, and the end of the fight."""
    objective, fight, master = objective_of(state), state.own, state.setup.master
    goal, limit = state.setup.table.number("goal"), state.setup.table.number("limit")
    if objective.counts == "progress":
        yield _counted("Count progress", {"against": False}, f"{objective.label}: {fight.progress} of {goal} now.")
    if limit:
        yield _counted("Count the enemies’ steps", {"against": True}, f"{fight.against} of {limit} now.")
    if objective.counts == "object":
        yield FightOffer.asking(
            "Set who has the object",
            "object-held",
            OBJECTIVE_GROUP,
            OfferField("holder", "Who", options=state.standing_options(), value=fight.holder or None, optional=True),
            about="The heroes win once one of them holds it.",
        )
    is_foe = objective.counts == "foe"
    if is_foe or objective.counts == "person" or objective.key == "escort":
        # A foe is one of the enemies; who is saved or escorted usually is not.
        people = (
            sorted(state.everyone(), key=lambda combatant: state.camp_of(combatant) == HEROES)
            if is_foe
            else state.everyone()
        )
        options = state.heroic_options(people)
        about = state.setup.table.word("about").casefold()
        named = next((option.key for option in options if option.label.casefold() == about), None)
        yield FightOffer.asking(
            "Mark the objective’s creature",
            "objective-marked",
            OBJECTIVE_GROUP,
            OfferField("combatant", "Who", options=options, value=named),
            OfferField("marked", "Marked", "flag", value=True),
            side=master,
            about=f"{objective.label}: the heroes win when {met_words(state)}.",
            is_main=not any(combatant.is_marked for combatant in state.everyone())
            and objective.counts in ("foe", "person"),
        )
    finishes = (
        (True, "The heroes win", "Dramatic finish", "How the other enemies fall."),
        (False, "The enemies win", "How it ends", "What becomes of the heroes."),
    )
    for won, label, asked, help_text in finishes:
        yield FightOffer.asking(
            label,
            "finished",
            OBJECTIVE_GROUP,
            OfferField("finish", asked, "word", value="", high=MAX_FINISH, help=help_text),
            parts={"won": won},
            side=master,
            about=f"The heroes win when {met_words(state)}." if won else "",
            is_main=fight.verdict == ("met" if won else "lost") or (won and not living(state, ENEMIES)),
        )


def _counted(label: str, settled: dict[str, bool], about: str) -> FightOffer:
    steps = OfferField("steps", "Steps", "number", value=1, low=-MOST_STEPS, high=MOST_STEPS)
    return FightOffer.asking(
        label, "objective-progress", OBJECTIVE_GROUP, steps, parts=settled, about=about, left_to_players=True
    )


def camp_words(state: HeroicState) -> str:
    """Return whose turn it is in a sentence, or what is next; empty before and after the fight."""
    if state.phase != "playing":
        return ""
    fight = state.own
    if fight.acting:
        names = [state.name(combatant) for combatant in fight.acting]
        return f"{listed(names)} act together" if len(names) > 1 else f"{names[0]}’s turn"
    if fight.verdict:
        return f"{objective_of(state).label}: {fight.verdict}"
    camp = due_camp(state)
    if camp is None:
        return "The heroes decide which side begins" if fight.due is None else "No one is left to act"
    return f"{CAMP_NAMES[camp]} take a turn"
