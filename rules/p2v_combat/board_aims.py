"""The circumstances of targets as a board shows them, and what players state about them held against the board."""

from collections.abc import Iterable, Iterator

from rules.board.battlefield import BoardFigure, space_distance
from rules.board.cover import cover_line_between, cover_lines_offered
from rules.board.flanking import flanking_pairs, has_in_reach
from rules.combat.resolution import Option
from rules.effects.circumstances import THROUGH_TARGETS
from rules.effects.model import Effect
from rules.effects.values import Range
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import IN_THE_OPEN, AimedTarget, Circumstances, is_aura, is_ranged
from rules.p2v_combat.positions import (
    caught_together,
    distances_of,
    is_in_emanation,
    is_in_enemy_reach,
    pair_on_board,
    why_not_reached,
)
from rules.p2v_combat.standing import battlefield_of, figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.targeting import attacker_holds, target_holds
from rules.replacing import replace
from rules.tables.cover import cover_applies
from rules.text import counted, listed

FLANKED = "flanked"
NEARBY_ALLIES = 2
"""How many allies of an attacker a bonus wants within reach of its target, or adjacent to it."""
MOVED = "moved "
"""Begins the circumstances that count the squares which an attacker has moved in its present action."""
_BY_PLACES = frozenset({"attack by allies", "adjacent allies", "ranged"})
"""Circumstances of bonuses that depend on where creatures stand alone."""


def circumstances_on_board(state: BattleState, attacker: str, target: str, effect: Effect) -> Circumstances | None:
    """Return the circumstances of a target by where everyone stands; None if the effect does not reach it.

    Without a board, or a place on it for both, the target stands in the open.
    """
    # Rulings 507 to 515.
    pair = pair_on_board(state, attacker, target)
    if pair is None or attacker == target:
        return IN_THE_OPEN
    if why_not_reached(state, attacker, target, effect):
        return None
    field, figure, other = pair
    apart = space_distance(figure.space, other.space)
    distances = distances_of(state, attacker, effect)
    # Through circles it is reached from farther away.
    band = (distances.band(apart) or "reach") if distances else "short"
    line = cover_line_between(field, figure, other) if needs_line(effect) else None
    circumstances = Circumstances(
        distance=band,
        cover=line.checks if line else (),
        concealment=line.concealment if line else (),
        off_guard=(FLANKED,) if flanking_pairs(field, other) else (),
        in_enemy_reach=is_in_enemy_reach(field, figure) if is_shot(effect) else False,
        adjacent=apart <= 1,
    )
    return replace(circumstances, holds=tuple(_holds(state, attacker, target, effect, circumstances)))


def needs_line(effect: Effect) -> bool:
    """Return True if cover or concealment may keep an effect from its target."""
    return any(part.strike or any(cover_applies(save.stat) for save in part.saves) for part in effect.everything())


def is_shot(effect: Effect) -> bool:
    """Return True if an effect may reach others from afar."""
    return any(
        part is not None and part.kind == "ranged" for part in (effect.range, effect.range and effect.range.other)
    )


def _holds(
    state: BattleState, attacker: str, target: str, effect: Effect, circumstances: Circumstances
) -> Iterator[str]:
    """Yield the circumstances of bonuses that places answer and that are met."""
    own = attacker_holds(state, attacker) if effect.strike else ()
    asked = ((attacker, option.key) for option in own)
    for creature, key in (*asked, *((target, option.key) for option in target_holds(state, attacker, target, effect))):
        if not is_answered(state, (attacker, target), key):
            continue
        if key == "ranged":
            is_met = is_ranged(effect, circumstances)
        elif key.startswith(MOVED):
            acting = state.acting(attacker)
            is_met = acting is not None and acting.moved >= int(key.removeprefix(MOVED))
        elif key in _BY_PLACES:
            is_met = len(_allies_near(state, attacker, target, key)) >= NEARBY_ALLIES
        else:
            is_met = _counts_here(state, key, creature, target)
        if is_met:
            yield key


def is_answered(state: BattleState, pair: tuple[str, ...], key: str) -> bool:
    """Return True if a board answers for an attacker and its target whether a circumstance of a bonus is met."""
    user, _, feature = key.partition("/")
    if state.board is None or not all(stands(state, creature) for creature in pair):
        return False
    return (
        key in _BY_PLACES
        or key.startswith(MOVED)
        or bool(feature and stands(state, user) and (user not in pair or _aura(state, user, feature) is not None))
    )


def unanswered(state: BattleState, pair: tuple[str, ...], options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the circumstances of bonuses for an attacker and its target that a board does not answer."""
    return tuple(option for option in options if not is_answered(state, pair, option.key))


def _aura(state: BattleState, user: str, feature: str) -> Range | None:
    """Return the range of an aura of a creature, by its id; None if it is not an aura."""
    features = state.fielded(user).counting
    return next((row.range for row in features if row.id == feature and is_aura(row)), None)


def _allies_near(state: BattleState, attacker: str, target: str, key: str) -> list[BoardFigure]:
    field, other = battlefield_of(state), figure_of(state, target)
    return [
        figure
        for figure in (field.figures if field else ())
        if figure.id not in (attacker, target)
        and figure.side == state.combatants[attacker].side
        and not figure.is_helpless
        and (
            has_in_reach(field, figure, other)  # type: ignore[arg-type] # it has figures
            if key == "attack by allies"
            else space_distance(figure.space, other.space) <= 1
        )
    ]


def _counts_here(state: BattleState, key: str, creature: str, target: str) -> bool:
    """Return True if a creature is in an aura of another, or the target next to a minion that supports its attacker."""
    user, _, feature = key.partition("/")
    aura = _aura(state, user, feature)
    if aura is not None:
        return is_in_emanation(state, user, figure_of(state, creature).space, aura)
    return space_distance(figure_of(state, user).space, figure_of(state, target).space) <= 1


def aim_refusal(state: BattleState, creature: str, effect: Effect, aim: AimedTarget) -> str:
    """Return why the board refuses a target with what is stated about it; empty if it does not.

    What players rule by hand, with a reason, is never refused.
    """
    if aim.ruling or pair_on_board(state, creature, aim.creature) is None or aim.creature == creature:
        return ""
    if why := why_not_reached(state, creature, aim.creature, effect):
        return why
    if replace(aim.circumstances, holds=_of_places(state, creature, aim, known=True)) == IN_THE_OPEN:
        return ""
    shown = settled(state, creature, effect, aim).circumstances
    if replace(aim.circumstances, holds=()) == replace(IN_THE_OPEN, cover=shown.cover, concealment=shown.concealment):
        return ""
    if len({replace(each, holds=tuple(sorted(each.holds))) for each in (shown, aim.circumstances)}) == 1:
        return ""
    return (
        f"The board shows other circumstances for {state.name(aim.creature)}: leave them out, "
        "or give a reason for ruling them by hand."
    )


CROSSED = "crossed"
"""Marks a target on a board whose space its attacker has moved through."""


def is_missed_on_the_way(state: BattleState, effect: Effect, aim: AimedTarget) -> bool:
    """Return True if a board shows that an effect on those whose spaces it moves through has not crossed a target."""
    # "Common features", "Trample".
    is_crossing = any(step.through == THROUGH_TARGETS for step in effect.steps)
    return is_crossing and stands(state, aim.creature) and CROSSED not in aim.circumstances.holds


def area_refusal(
    state: BattleState, creature: str, effect: Effect, able: Iterable[str], targets: Iterable[AimedTarget]
) -> str:
    """Return why an area affects not just these of the able creatures; empty if it can, or if one is ruled by hand."""
    aims = tuple(targets)
    if state.board is None or any(aim.ruling for aim in aims):
        return ""
    caught = caught_together(state, creature, effect, able)
    if caught is None or frozenset(aim.creature for aim in aims) in caught:
        return ""
    return f"No area of this from where {state.name(creature)} stands affects just these creatures."


def _of_places(state: BattleState, creature: str, aim: AimedTarget, *, known: bool) -> tuple[str, ...]:
    """Return the stated circumstances of bonuses that places answer (``known``), or the others."""
    pair = (creature, aim.creature)
    return tuple(key for key in aim.circumstances.holds if is_answered(state, pair, key) is known)


def settled(state: BattleState, creature: str, effect: Effect, aim: AimedTarget) -> AimedTarget:
    """Return a target with the circumstances that the board shows; as it is without one, or if it is ruled by hand."""
    if aim.ruling or pair_on_board(state, creature, aim.creature) is None:
        return aim
    shown = circumstances_on_board(state, creature, aim.creature, effect)
    if shown is None:
        return aim
    stated = _of_places(state, creature, aim, known=False)
    shown = _by_chosen_line(state, creature, aim, shown) if needs_line(effect) else shown
    return replace(aim, circumstances=replace(shown, holds=(*shown.holds, *stated)))


def _by_chosen_line(state: BattleState, creature: str, aim: AimedTarget, shown: Circumstances) -> Circumstances:
    """Return circumstances with the pieces of another line that is offered, if a target states just those."""
    # Ruling 410.
    wanted = aim.circumstances
    pair = pair_on_board(state, creature, aim.creature) if wanted.cover or wanted.concealment else None
    for line in cover_lines_offered(*pair) if pair else ():
        if (sorted(line.checks), sorted(line.concealment)) == (sorted(wanted.cover), sorted(wanted.concealment)):
            return replace(shown, cover=line.checks, concealment=line.concealment)
    return shown


def settled_targets(
    state: BattleState, creature: str, effect: Effect, aims: Iterable[AimedTarget]
) -> tuple[BattleState, tuple[AimedTarget, ...]]:
    """Return targets with the circumstances that the board shows, and the state with its pieces noted."""
    shown = []
    for aim in aims:
        shown.append(settled(state, creature, effect, aim))
        if state.board is not None and aim.ruling:
            state = state.note(creature, f"{state.name(aim.creature)}, ruled by hand: {aim.ruling}", "By hand")
        elif pieces := circumstances_words(state, aim.creature, shown[-1].circumstances):
            state = state.note(creature, f"{pieces}.", "The board")
    return state, tuple(shown)


def circumstances_words(state: BattleState, target: str, circumstances: Circumstances) -> str:
    """Return the pieces of what a board shows about a target: "wall and Snik on the line: 2 cover dice"."""
    if not stands(state, target):
        return ""
    words = [
        f"{listed(state.name(piece) if piece in state.combatants else piece for piece in pieces)} on the line: "
        f"{counted(len(pieces), f'{what} die', f'{what} dice')}"
        for pieces, what in ((circumstances.cover, "cover"), (circumstances.concealment, "concealment"))
        if pieces
    ]
    field = battlefield_of(state)
    if FLANKED in circumstances.off_guard and field is not None:
        pairs = flanking_pairs(field, figure_of(state, target))
        by = f" by {listed(map(state.name, pairs[0]))}" if pairs else ""
        words.append(f"{state.name(target)} is flanked{by}")
    text = "; ".join(words)
    return f"{text[:1].upper()}{text[1:]}"


def refuse_aims(state: BattleState, creature: str, effect: Effect, aims: Iterable[AimedTarget]) -> None:
    """Raise ``ChangeRefused`` with a sentence if the board refuses one of these targets."""
    for aim in aims:
        if refused := aim_refusal(state, creature, effect, aim):
            raise ChangeRefused(refused)
