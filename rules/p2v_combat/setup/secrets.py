"""Secrets of a battle, made, sealed and revealed; where creatures start, in disguise, out of play; and bodies."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.dice import Roller
from rules.errors import ChangeRefused, RulesError, require
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import (
    OBSTACLE,
    BoardMarker,
    SecretChoice,
    SpecialStart,
    TablePlan,
    check_square,
    terrain_of_squares,
)
from rules.p2v_combat.setup.steps import SETUP, changed_in, next_placer, opens, rolls_for, sealed_choice, with_roll
from rules.p2v_combat.sides import NEUTRAL, Fielded
from rules.tables.areas import Square
from rules.tables.boards import pincered_halves
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.sizes import Space, size
from rules.tables.victory_conditions.scoring import may_be_target
from rules.text import listed, slug

GAME = ""
"""The side of a secret that no player knows: the place of the treasure."""

ASSASSIN, TARGET = "assassin", "target"
DEPLOYMENT = "deployment"
BURIED_TREASURE = "buried-treasure"
FALSE_OBJECT, TEMPTING_DISGUISE = "false-object", "tempting-disguise"

ChosenPairs = tuple[tuple[str, str], ...]
"""Purposes with the choice for each; two for an Assassin and its Target, which are chosen together."""


@dataclass(frozen=True, slots=True)
class SecretOption:
    """One way to choose, with its words for the player."""

    pairs: ChosenPairs
    label: str


@dataclass(frozen=True, slots=True)
class SecretDemand:
    """A secret that a side must make: its purposes, any creature in disguise, and the possible choices.

    A deployment has no options: its choice says where each creature starts (``rules.p2v_combat.setup.secrets``).
    """

    side: str
    purposes: tuple[str, ...]
    creature: str = ""
    options: tuple[SecretOption, ...] = ()


def secrets_due(plan: TablePlan, fielded: Sequence[Fielded]) -> tuple[SecretDemand, ...]:
    """Return every secret that this battle needs, made or not, in seat order; the game's comes last."""
    # Assassins, False Object, Tempting Disguise and a deployment in secret are chosen before play and checked later; no
    # player knows where the treasure lies. Ruling 109.
    demands = [demand for side in plan.sides for demand in _demands(plan, side, fielded)]
    if plan.victory == BURIED_TREASURE:
        demands.append(SecretDemand(GAME, (BURIED_TREASURE,)))
    return tuple(demands)


def missing_demands(plan: TablePlan, fielded: Sequence[Fielded]) -> tuple[SecretDemand, ...]:
    """Return the secrets that are not sealed yet."""
    sealed = {(seal.side, seal.purpose) for seal in plan.seals}
    due = secrets_due(plan, fielded)
    return tuple(demand for demand in due if any((demand.side, purpose) not in sealed for purpose in demand.purposes))


def make_secrets(demand: SecretDemand, pairs: ChosenPairs, salts: Sequence[str]) -> tuple[SecretChoice, ...]:
    """Return the secrets of a choice, one a purpose, each with its own salt.

    Raises ``ChangeRefused`` for a choice that is not one of the options.
    """
    if pairs not in {option.pairs for option in demand.options}:
        raise ChangeRefused("This is not one of the choices.")
    return tuple(
        SecretChoice(demand.side, purpose, choice, salt) for (purpose, choice), salt in zip(pairs, salts, strict=True)
    )


def hide_treasure(plan: TablePlan, roller: Roller, salt: str) -> SecretChoice:
    """Return the place of the treasure: the number of a digging spot, from the left. The plan stores no such roll."""
    # Five spots that look alike, one with a star underneath. Appendix "Alternative victory conditions",
    # "Buried Treasure"; ruling 109.
    spots = [marker for marker in plan.markers if marker.kind == "digging spot"]
    if not spots:
        raise ChangeRefused(f"There is no treasure in {plan.condition.name}.")
    roll = roller.roll(1, len(spots), reason="Buried Treasure", place=(SETUP, BURIED_TREASURE))
    return SecretChoice(GAME, BURIED_TREASURE, str(roll.total), salt)


def keep_seal(plan: TablePlan, *secrets: SecretChoice) -> TablePlan:
    """Return the plan with the seals of secrets, in place of earlier ones of the same purposes."""
    new = tuple(sealed_choice(plan.battle, secret) for secret in secrets)
    replaced = {(choice.side, choice.purpose) for choice in new}
    others = tuple(seal for seal in plan.seals if (seal.side, seal.purpose) not in replaced)
    return changed_in(plan, "secrets", seals=(*others, *new))


def check_reveal(plan: TablePlan, secret: SecretChoice) -> None:
    """Raise ``ChangeRefused`` for a revealed secret that does not match its seal."""
    try:
        is_sealed = any(opens(plan.battle, sealed, secret) for sealed in plan.seals)
    except RulesError as fault:
        raise ChangeRefused(str(fault)) from fault
    if not is_sealed:
        raise ChangeRefused("This is not the choice that was sealed.")


def reveal_secret(plan: TablePlan, secret: SecretChoice) -> TablePlan:
    """Return the plan with a secret revealed to everyone before play, such as a deployment."""
    check_reveal(plan, secret)
    others = (choice for choice in plan.revealed if choice != secret)
    return changed_in(plan, "secrets", revealed=(*others, secret))


def _demands(plan: TablePlan, side: str, fielded: Sequence[Fielded]) -> Iterator[SecretDemand]:
    if plan.victory == "assassins":
        yield SecretDemand(side, (ASSASSIN, TARGET), options=tuple(_assassins(side, fielded)))
    for start in plan.starts:
        if start.side == side and start.upgrade == FALSE_OBJECT:
            yield _disguise(start, _objects(plan, start))
        elif start.side == side and start.upgrade == TEMPTING_DISGUISE and plan.condition.objectives:
            yield _disguise(start, _objectives(plan))
    if plan.order == "secret":
        yield SecretDemand(side, (DEPLOYMENT,))


def disguise_purpose(start: SpecialStart) -> str:
    """Return the purpose of the secret of a creature in disguise, such as ``false-object a.m3``."""
    return f"{start.upgrade} {start.creature}"


def _disguise(start: SpecialStart, choices: Iterator[tuple[str, str]]) -> SecretDemand:
    purpose = disguise_purpose(start)
    options = tuple(SecretOption(((purpose, choice),), label) for choice, label in choices)
    return SecretDemand(start.side, (purpose,), start.creature, options)


def _assassins(side: str, fielded: Sequence[Fielded]) -> Iterator[SecretOption]:
    # The Target is of the Assassin's level or higher; where no creature has such an enemy, the highest enemy may be
    # chosen. Ruling 88.
    own = [creature for creature in fielded if creature.side == side]
    enemies = [creature for creature in fielded if creature.side not in (side, NEUTRAL)]
    levels, enemy_levels = [creature.card.level for creature in own], [enemy.card.level for enemy in enemies]
    for assassin in own:
        for target in enemies:
            if may_be_target(assassin.card.level, target.card.level, levels, enemy_levels):
                yield SecretOption(
                    ((ASSASSIN, assassin.id), (TARGET, target.id)), f"{assassin.name} hunts {target.name}"
                )


def _objects(plan: TablePlan, start: SpecialStart) -> Iterator[tuple[str, str]]:
    """Yield every obstacle or item of the creature's Size with its label, whoever placed it."""
    # One more obstacle or item of the same Size is placed; its player notes which one is the creature.
    # Appendix "Positioning upgrades", "False Object".
    for piece in plan.terrain:
        if piece.kind == OBSTACLE and piece.width == piece.height == start.width:
            yield piece.id, f"{piece.name}, {piece.x} right and {piece.y} down"


def _objectives(plan: TablePlan) -> Iterator[tuple[str, str]]:
    # One more objective is placed; its player notes which one is the creature. Appendix "Positioning upgrades",
    # "Tempting Disguise".
    for placed in plan.objectives:
        yield placed.kind, objective_kind(placed.kind).name


_KEYS = {slug(name): row.key for row in POSITIONING_UPGRADES for name in (row.name, *row.aliases)}
BODIES = "bodies"


def with_starts(plan: TablePlan, fielded: Sequence[Fielded]) -> TablePlan:
    """Return the plan with the special starts of these creatures, by their positioning upgrades or their cards."""
    return replace(plan, starts=tuple(start for creature in fielded for start in _starts(creature)))


def _starts(creature: Fielded) -> Iterator[SpecialStart]:
    # A card that prints such a feature starts as one with the upgrade does; Statue Disguise is False Object. Ruling 97.
    names = (*creature.member.positioning, *(feature.name for feature in creature.features))
    keys = {_KEYS[slug(name)] for name in names if slug(name) in _KEYS}
    for row in POSITIONING_UPGRADES:
        if row.key in keys:
            yield SpecialStart(creature.id, creature.side, row.key, size(creature.card.size or "Medium").width)


def out_of_play(plan: TablePlan) -> tuple[str, ...]:
    """Return the ids of the creatures that are not deployed: summonable and disguised ones."""
    # Where no objectives are placed, Tempting Disguise does nothing. Appendix "Positioning upgrades"; ruling 192.
    absent = {"false-object", "summonable"} | ({"tempting-disguise"} if plan.condition.objectives else set())
    return tuple(dict.fromkeys(start.creature for start in plan.starts if start.upgrade in absent))


def roll_bodies(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with the number of dead bodies: 1d6 for each creature with Trail of Bodies."""
    # Appendix "Positioning upgrades", "Trail of Bodies".
    creatures = [start.creature for start in plan.starts if start.upgrade == "trail-of-bodies"]
    if not creatures:
        raise ChangeRefused("No creature here has Trail of Bodies.")
    for creature in creatures:
        plan, _ = with_roll(plan, roller, 1, 6, reason="Trail of Bodies", what=(BODIES, creature))
    count = sum(rolls_for(plan, BODIES, creature)[-1].total for creature in creatures)
    return changed_in(plan, "deployment", body_count=count, bodies=plan.bodies[:count])


def next_body_placer(plan: TablePlan) -> str | None:
    """Return the side that places the next body, None if all are on the board."""
    if len(plan.bodies) >= (plan.body_count or 0):
        return None
    return next_placer(plan, (body.side for body in plan.bodies))


def place_body(plan: TablePlan, x: int, y: int) -> TablePlan:
    """Return the plan with one more body, on any square, placed by the side whose turn it is."""
    side = require(next_body_placer(plan), ChangeRefused("No body is left to place."))
    check_square(plan, x, y)
    return changed_in(plan, "deployment", bodies=(*plan.bodies, BoardMarker("body", x + 0.5, y + 0.5, side)))


EDGE_STRIP = "edge"
"""The part of a Pincered deployment along the player's own short edge."""

Places = Mapping[str, Square]
"""The top left square of each creature, by its id."""


def deployed(plan: TablePlan, side: str, fielded: Sequence[Fielded]) -> tuple[Fielded, ...]:
    """Return the creatures of a side that start on the board."""
    absent = out_of_play(plan)
    return tuple(creature for creature in fielded if creature.side == side and creature.id not in absent)


def check_places(plan: TablePlan, side: str, fielded: Sequence[Fielded], places: Places) -> None:
    """Raise ``ChangeRefused`` for a deployment that the rules do not allow."""
    # Every creature starts with its whole space in a zone of its side, none on another one or in solid terrain; half
    # of a pincered warband, by number, starts at the edge. Setting up, "Deployment"; ruling 83.
    creatures = deployed(plan, side, fielded)
    if missing := [creature.name for creature in creatures if creature.id not in places]:
        raise ChangeRefused(f"Say where {listed(missing)} {'starts' if len(missing) == 1 else 'start'}.")
    zones = [frozenset(zone.area.cells()) for zone in zones_of(plan, side)]
    solid = {square for square, traits in terrain_of_squares(plan).items() if "solid" in traits}
    taken: dict[Square, str] = {}
    spaces = [Space(*places[creature.id], size(creature.card.size or "Medium").width) for creature in creatures]
    for creature, space in zip(creatures, spaces, strict=True):
        squares = space.squares
        if not any(squares <= zone for zone in zones):
            raise ChangeRefused(f"{creature.name} would not start in a zone of its side.")
        if squares & solid:
            raise ChangeRefused(f"{creature.name} would start in solid terrain.")
        if met := next((taken[square] for square in squares if square in taken), ""):
            raise ChangeRefused(f"{creature.name} and {met} would start in the same square.")
        taken.update(dict.fromkeys(squares, creature.name))
    refuse_uneven(plan, side, spaces)


def refuse_uneven(plan: TablePlan, side: str, spaces: Collection[Space]) -> None:
    """Raise ``ChangeRefused`` for a pincered warband of which not half, by number, starts at its edge."""
    edges = [zone.area.cells() for zone in zones_of(plan, side) if zone.part == EDGE_STRIP]
    if plan.deployment != "pincered" or not edges:
        return
    strip = {cell for cells in edges for cell in cells}
    at_edge, halves = sum(space.squares <= strip for space in spaces), pincered_halves(len(spaces))
    if at_edge not in halves:
        words = listed(map(str, halves), "or")
        raise ChangeRefused(f"Half of the creatures start at the edge: {words}, not {at_edge}.")


def places_text(places: Places) -> str:
    """Return the starting places of creatures as one text, in the order of their ids.

    >>> places_text({"a.m2": (3, 4), "a.m1": (0, 5)})
    'a.m1 0 5, a.m2 3 4'
    """
    return ", ".join(f"{creature} {x} {y}" for creature, (x, y) in sorted(places.items()))


def secret_places(plan: TablePlan, side: str) -> Places | None:
    """Return where a side has deployed in secret, empty before it is revealed; None if nothing is sealed."""
    if plan.order != "secret" or (side, DEPLOYMENT) not in {(seal.side, seal.purpose) for seal in plan.seals}:
        return None
    shown = (secret.choice for secret in plan.revealed if (secret.side, secret.purpose) == (side, DEPLOYMENT))
    return places_from_text(next(shown, ""))


def places_from_text(text: str) -> dict[str, Square]:
    """Read back what ``places_text`` wrote.

    >>> places_from_text("a.m1 0 5, a.m2 3 4")
    {'a.m1': (0, 5), 'a.m2': (3, 4)}
    """
    parts = [part.rsplit(" ", 2) for part in text.split(", ") if part]
    return {creature: (int(x), int(y)) for creature, x, y in parts}


def deployment_secret(
    plan: TablePlan, side: str, fielded: Sequence[Fielded], places: Places, salt: str
) -> SecretChoice:
    """Return the starting places of a side's creatures as its secret. Raises ``ChangeRefused`` as ``check_places``
    does.
    """
    check_places(plan, side, fielded, places)
    return SecretChoice(side, DEPLOYMENT, places_text(places), salt)
