"""Secrets of a battle: what condition, deployment and creatures ask for; making, sealing and revealing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.dice import Roller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import OBSTACLE, SecretChoice, SpecialStart, TablePlan
from rules.p2v_combat.setup.steps import SETUP, changed_in, opens, sealed_choice
from rules.p2v_combat.sides import NEUTRAL, Fielded
from rules.tables.victory_conditions import may_be_target

GAME = ""
"""The side of a secret that no player knows: where the treasure lies."""

ASSASSIN, TARGET = "assassin", "target"
DEPLOYMENT = "deployment"
BURIED_TREASURE = "buried-treasure"
FALSE_OBJECT, TEMPTING_DISGUISE = "false-object", "tempting-disguise"

ChosenPairs = tuple[tuple[str, str], ...]
"""Purposes with what was chosen for each; two for an Assassin and its Target, which are chosen together."""


@dataclass(frozen=True, slots=True)
class SecretOption:
    """One way to choose, with its words for the player."""

    pairs: ChosenPairs
    label: str


@dataclass(frozen=True, slots=True)
class SecretDemand:
    """A secret that a side has to make: its purposes, the creature in disguise if it is about one, the ways to choose.

    A deployment has no options: its choice says where each creature starts (``rules.p2v_combat.setup.starts``).
    """

    side: str
    purposes: tuple[str, ...]
    creature: str = ""
    options: tuple[SecretOption, ...] = ()


def secrets_due(plan: TablePlan, fielded: Sequence[Fielded]) -> tuple[SecretDemand, ...]:
    """Return every secret that this battle asks for, made or not, in seat order; that of the game comes last."""
    # Assassins, False Object, Tempting Disguise and a deployment in secret are chosen before play and checked later; no
    # player knows where the treasure lies. Ruling 109.
    found = [demand for side in plan.sides for demand in _demands(plan, side, fielded)]
    if plan.victory == BURIED_TREASURE:
        found.append(SecretDemand(GAME, (BURIED_TREASURE,)))
    return tuple(found)


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
    """Return where the treasure lies: the number of a digging spot, from the left. The plan keeps no such roll."""
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
    """Raise ``ChangeRefused`` for a secret that is shown now and is not what was sealed."""
    try:
        is_sealed = any(opens(plan.battle, sealed, secret) for sealed in plan.seals)
    except RulesError as fault:
        raise ChangeRefused(str(fault)) from fault
    if not is_sealed:
        raise ChangeRefused("This is not the choice that was sealed.")


def reveal_secret(plan: TablePlan, secret: SecretChoice) -> TablePlan:
    """Return the plan with a secret shown to everyone before play, such as a deployment."""
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
    """Yield every obstacle or item of the creature's Size with its words, no matter who placed it."""
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
