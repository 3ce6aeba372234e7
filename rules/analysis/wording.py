"""An analysis in words: one or two sentences for each part, and labels for its figures."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.alignment import BY_CODE
from rules.analysis.analysing import Analysis, Share
from rules.analysis.objectives import D20, ObjectiveChance, ObjectiveFace
from rules.analysis.saves import Spread, weak_spots
from rules.tables.damage import DAMAGE_TYPES
from rules.tables.stats import stat_name
from rules.text import counted, few_listed, listed, tallied, with_minus

NO_ALIGNMENT = "No alignment"


def percent(chance: Fraction) -> str:
    """Return a chance as a whole percentage; halves round up.

    >>> percent(Fraction(11, 24)), percent(Fraction(1, 8))
    ('46%', '13%')
    """
    return f"{(200 * chance.numerator + chance.denominator) // (2 * chance.denominator)}%"


def bonus(value: float) -> str:
    """Return a bonus with its sign.

    >>> bonus(4), bonus(-1), bonus(3.5)
    ('+4', '−1', '+3.5')
    """
    return with_minus(f"{value:+g}")


def member_names(members: Iterable[str]) -> str:
    """List members, with a number for several of the same name.

    >>> member_names(["Boar", "Wolf", "Wolf"])
    'Boar and 2 × Wolf'
    """
    return few_listed(tallied(members))


def level_name(level: int) -> str:
    """Return a level as a label: ``Level −1``."""
    return with_minus(f"Level {level}")


def alignment_name(code: str | None) -> str:
    """Return an alignment as a label."""
    return BY_CODE[code].name if code else NO_ALIGNMENT


def level_reading(analysis: Analysis) -> str:
    """Return a sentence about the level with the most points, and the points for extras."""
    if not analysis.whole.points:
        return "Nothing in this warband costs points."
    said = _most(analysis, [(with_minus(f"level {level}"), share) for level, share in analysis.by_level], "at")
    extras = analysis.whole.extras_points
    return f"{said} Extras cost {counted(extras, 'point')} in all." if extras else said


def alignment_reading(analysis: Analysis) -> str:
    """Return a sentence about the alignment with the most points."""
    if not analysis.whole.points:
        return "Nothing in this warband costs points."
    shares = [(alignment_name(code) if code else "without one", share) for code, share in analysis.by_alignment]
    return _most(analysis, shares, "")


def _most(analysis: Analysis, shares: Sequence[tuple[str, Share]], where: str) -> str:
    total = analysis.whole.points
    most = max(share.points for _, share in shares)
    top = listed(f"{where} {name}".strip() for name, share in shares if share.points == most)
    if most == total:
        return f"All {counted(total, 'point')} are {top}."
    each = " each" if sum(share.points == most for _, share in shares) > 1 else ""
    return f"Most points ({most} of {total}{each}) are {top}."


def damage_reading(analysis: Analysis) -> str:
    """Return a sentence about the type that most members deal, and the physical and energy types that none deals."""
    if not analysis.damage:
        return "No creature deals damage of a type that a card names."
    most = max(row.dealers for row in analysis.damage)
    top = [row.type for row in analysis.damage if row.dealers == most]
    if len(analysis.damage) == 1:
        return f"{top[0].capitalize()} is the only type{_by(most, analysis.bodies)}."
    are = "is the most common type" if len(top) == 1 else "are the most common types"
    said = f"{listed(top).capitalize()} {are}{_by(most, analysis.bodies)}."
    dealt = {row.type for row in analysis.damage}
    none = [row.name for row in DAMAGE_TYPES if row.group != "other" and row.name not in dealt]
    return f"{said} No creature deals {listed(none, 'or')} damage." if none else said


def _by(dealers: int, bodies: int) -> str:
    if bodies == 1:
        return ""
    if dealers < bodies:
        return f", dealt by {dealers} of {bodies} members"
    return ", dealt by both members" if bodies == 2 else f", dealt by all {bodies} members"


def saves_reading(analysis: Analysis) -> str:
    """Return a sentence about the weakest save, and the members who are weakest in it."""
    weak = weak_spots(analysis.saves)
    if not weak:
        return "No member’s card has a save."
    saves = listed(stat_name(spread.stat) for spread in weak)
    if len(weak) == 1:
        return f"{saves} is the weak spot. {_lowest(weak[0], 'Its')}"
    if len(weak) == sum(bool(save.values) for save in analysis.saves):
        return f"No save stands out: {saves} are alike. {_lowest(weak[0], 'Their')}"
    return f"{saves} are the weak spots. {_lowest(weak[0], 'Their')}"


def _lowest(save: Spread, whose: str) -> str:
    low, middle = save.values[0], save.median or 0
    if save.values[-1] == low:
        return f"{'Every member has' if len(save.values) > 1 else f'{member_names(save.weakest)} has'} {bonus(low)}."
    has = "has" if len(save.weakest) == 1 else "have"
    return f"{whose} middle value is {bonus(middle)}, and {member_names(save.weakest)} {has} the lowest, {bonus(low)}."


def objectives_reading(analysis: Analysis) -> str:
    """Return a sentence about the most and least likely objectives, and those for which no member is trained."""
    chances = [objective.chance for objective in analysis.objectives]
    best, worst = max(chances), min(chances)
    if not best:
        return "No creature here can claim a standard objective."
    if best == worst:
        sentences = [f"Every objective has the same chance in one try, {percent(best)}."]
    else:
        sentences = [f"Most likely in one try: {_objectives(analysis, best)} ({percent(best)})."]
        last = _objectives(analysis, worst)
        sentences.append(f"Least likely: {last} ({percent(worst)})." if worst else f"Out of reach: {last}.")
    untrained = [
        objective.objective.name for objective in analysis.objectives if objective.chance and not objective.skilled
    ]
    if untrained:
        sentences.append(f"No creature is trained for {_some(untrained, 'or')}.")
    return " ".join(sentences)


def _objectives(analysis: Analysis, chance: Fraction) -> str:
    return _some([objective.objective.name for objective in analysis.objectives if objective.chance == chance], "and")


def _some(objectives: Sequence[str], conjunction: str) -> str:
    """List up to three objectives, and count the rest."""
    return listed(objectives, conjunction) if len(objectives) <= 3 else f"{len(objectives)} of the eight"


def speed_words(analysis: Analysis) -> str:
    """Return the Speeds of a warband from slowest to fastest: ``4 to 9``."""
    if not analysis.speed.values:
        return "unknown"
    low, high = analysis.speed.values[0], analysis.speed.values[-1]
    return str(low) if low == high else f"{low} to {high}"


def spread_words(save: Spread) -> str:
    """Return a save of all members in words: ``+2 to +14, +5.5 in the middle``."""
    if not save.values:
        return "no creature has it"
    low, high, middle = save.values[0], save.values[-1], save.median or 0
    return bonus(low) if low == high else f"{bonus(low)} to {bonus(high)}, {bonus(middle)} in the middle"


def claims_words(chance: ObjectiveChance) -> tuple[str, ...]:
    """Return the best checks for an objective, a line for each: the faces of the d6, the member, the roll, and the
    faces that succeed.
    """
    alike: dict[tuple[str, str, int, int, int] | None, list[ObjectiveFace]] = {}
    for claim in chance.claims:
        check = claim.check
        key = (check.member, check.save, check.bonus, check.untrained, claim.power) if check else None
        alike.setdefault(key, []).append(claim)
    return tuple(
        f"d6 {listed(str(claim.face) for claim in claims)}: {_claim_words(claims)}" for claims in alike.values()
    )


def _claim_words(claims: Sequence[ObjectiveFace]) -> str:
    check, power = claims[0].check, claims[0].power
    if check is None:
        return "no creature may try"
    skills = listed(dict.fromkeys(claim.check.skill for claim in claims if claim.check), "or")
    parts = f"{stat_name(check.save)} {bonus(check.bonus)}" + (
        "" if check.trained else f", untrained {check.untrained}"
    )
    sign = "−" if check.modifier < 0 else "+"
    won = check.successes(power)
    needs = f"{len(D20) - won + 1} or more, {won} of {len(D20)}" if won else "no face reaches it"
    roll = f"1d20 {sign} {abs(check.modifier)} ({parts}) against {power}: {needs}"
    return with_minus(f"{check.name}, {skills}, {roll}")
