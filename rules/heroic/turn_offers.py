"""Offers of what a combatant can do on its turn, and its triggered actions on others' turns."""

from collections.abc import Iterator

from rules.combat.resolution import FightOffer, OfferField, Option
from rules.heroic.actions import MOST_SQUARES, speed_left
from rules.heroic.attack_offers import (
    DIFFICULT,
    FREE_GROUP,
    MANEUVER_GROUP,
    MOVE_GROUP,
    TICKED,
    TURN_GROUP,
    TurnOffers,
    ability_offers,
    creature_field,
    creature_options,
    leaves_field,
    main_offers,
)
from rules.heroic.attacks import triggers_left
from rules.heroic.combatants import HeroicCombatant, HeroicState
from rules.heroic.sheets import MANEUVER, TRIGGERED
from rules.heroic.tables import CRAWL, JUMP, MODES, TELEPORT, WALK, MoveMode


def turn_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield what the combatants whose turn it is can do."""
    acting = state.own.acting
    able = [member for member in acting if state.may_act(state.combatant(member))]
    next_member = next((member for member in able if not state.combatant(member).main_used), able[0] if able else "")
    actors = [
        TurnOffers(state, combatant, *creature_options(state, combatant), is_next=combatant.id == next_member)
        for combatant in map(state.combatant, able)
    ]
    # By kinds first: the headings keep their order when some of a group have used an action.
    for of in actors:
        if not of.combatant.main_used:
            yield from main_offers(of)
    for of in actors:
        if not of.combatant.maneuver_used:
            yield from _maneuvers(of)
    for of in actors:
        yield from _moves(of)
    for of in actors:
        about = OfferField("about", "What it does", "word", value="")
        yield of.offer(
            "Free maneuver", "free-maneuver", FREE_GROUP, about, about="Draw a weapon, open a door: costs nothing."
        )
    if acting:
        is_done = all(state.combatant(member).main_used for member in able)
        yield _turn_end(state, acting, is_done=is_done)


def _turn_end(state: HeroicState, acting: tuple[str, ...], *, is_done: bool) -> FightOffer:
    """Return the end of the turn, which is the same for all that act together."""
    is_shared = len(acting) > 1
    return FightOffer(
        "End the shared turn" if is_shared else "End turn",
        "turn-ended",
        TURN_GROUP,
        {"combatant": acting[0]},
        combatant=None if is_shared else acting[0],
        side=state.played_by(acting[0]),
        about=", ".join(state.name(member) for member in acting) if is_shared else "",
        is_main=is_done,
    )


def _maneuvers(of: TurnOffers) -> Iterator[FightOffer]:
    state, combatant = of.state, of.combatant
    yield from ability_offers(of, MANEUVER)
    if combatant.is_prone:
        yield of.offer("Stand Up", "stand-up", MANEUVER_GROUP, about="It is no longer prone.", is_main=True)
    if combatant.grabbed_by:
        yield of.offer(
            "Escape Grab",
            "escape-grab",
            MANEUVER_GROUP,
            *TICKED,
            about=f"A test against {state.name(combatant.grabbed_by)}.",
            is_main=True,
        )
    if combatant.recoveries:
        value = state.recovery_value(combatant)
        about = f"Spend a Recovery to regain {value} Stamina."
        yield of.offer("Catch Breath", "catch-breath", MANEUVER_GROUP, about=about)
    if of.allies and of.enemies:
        yield of.offer(
            "Aid Attack",
            "aid-attack",
            MANEUVER_GROUP,
            creature_field("Ally", of.allies, "ally"),
            creature_field("Against", of.enemies),
            about="The ally’s next attack against that creature has an edge.",
        )
    yield from _contests(of)
    yield from _tests(of)
    used = OfferField("about", "What it uses", "word", value="")
    yield of.offer(
        "Use Consumable",
        "consumable",
        MANEUVER_GROUP,
        used,
        about="Enter by hand what it does.",
        left_to_players=True,
    )


def _contests(of: TurnOffers) -> Iterator[FightOffer]:
    adjacent = creature_field("Adjacent creature", of.all_others)
    yield of.offer(
        "Grab",
        "grab",
        MANEUVER_GROUP,
        adjacent,
        *TICKED,
        about="Might against Might or Agility: the creature cannot move.",
    )
    yield of.offer(
        "Knockback",
        "knockback",
        MANEUVER_GROUP,
        adjacent,
        *TICKED,
        about="Might against Might or Agility: push it 1 square, less its stability.",
    )


def _tests(of: TurnOffers) -> Iterator[FightOffer]:
    characteristic = of.characteristics()
    covered = OfferField("covered", "It has cover or concealment", "flag", value=False)
    yield of.offer(
        "Hide", "hide", MANEUVER_GROUP, covered, characteristic, *TICKED, about="It becomes hidden on a success."
    )
    hidden = of.state.heroic_options(other for other in of.state.everyone() if other.is_hidden)
    targets = OfferField("targets", "Found on a success", "choices", options=hidden, value=())
    yield of.offer(
        "Search", "search", MANEUVER_GROUP, targets, characteristic, *TICKED, about="Look for hidden creatures nearby."
    )
    yield of.offer(
        "Make or Assist a Test",
        "test",
        MANEUVER_GROUP,
        OfferField("about", "Purpose of the test", "word", value=""),
        OfferField("assists", "Assist another creature", "flag", value=False),
        characteristic,
        *TICKED,
        about="The table decides what follows.",
        left_to_players=True,
    )


def _can_move(combatant: HeroicCombatant, mode: MoveMode) -> bool:
    if mode.needs and mode.needs not in combatant.sheet.chosen("moves"):
        return False
    if mode.key == JUMP and combatant.agility < 1:
        return False
    return mode.key == TELEPORT or (mode.key == CRAWL) == combatant.is_prone


def _moves(of: TurnOffers) -> Iterator[FightOffer]:
    combatant, left = of.combatant, speed_left(of.combatant)
    if not combatant.grabbed_by and left:
        modes = tuple(Option(mode.key, mode.label) for mode in MODES.values() if _can_move(combatant, mode))
        mode = MODES[CRAWL if combatant.is_prone else WALK]
        squares = OfferField("squares", "Squares", "number", value=min(left, MOST_SQUARES), low=1, high=MOST_SQUARES)
        about = f"{left} of {combatant.speed} squares of speed left."
        yield of.offer(
            mode.label,
            "moved",
            MOVE_GROUP,
            squares,
            leaves_field(of),
            about=about,
            is_main=of.is_next and not combatant.moved and not combatant.mount,
            parts={"mode": mode.key, "difficult": 0, "shifts": False},
        )
        yield of.offer(
            "Move another way",
            "moved",
            MOVE_GROUP,
            OfferField("mode", "How", options=modes, value=modes[0].key),
            squares,
            DIFFICULT,
            OfferField(
                "shifts",
                "Shift",
                "flag",
                value=False,
                help="Only with an ability. No one gets a free strike.",
            ),
            leaves_field(of),
            about=f"{about} At half speed and on difficult squares, one costs 2.",
        )
    if combatant.mount and not combatant.moved and not combatant.has_ridden and not combatant.grabbed_by:
        mount = of.state.combatant(combatant.mount)
        yield of.offer(
            "Ride",
            "rode",
            MOVE_GROUP,
            OfferField("squares", "Squares", "number", value=max(1, mount.speed), low=1, high=MOST_SQUARES),
            DIFFICULT,
            leaves_field(of),
            about=f"Move {of.state.name(mount.id)} up to {mount.speed} squares; it keeps its own turn.",
            is_main=of.is_next,
        )


def triggered_offers(state: HeroicState) -> Iterator[FightOffer]:
    """Yield the triggered actions of everyone that has one left in this round."""
    for combatant in state.everyone():
        if not any(row["kind"] == TRIGGERED for row in combatant.sheet.rows("abilities")):
            continue
        if state.may_act(combatant) and triggers_left(state, combatant):
            of = TurnOffers(state, combatant, *creature_options(state, combatant))
            yield from ability_offers(of, TRIGGERED)
