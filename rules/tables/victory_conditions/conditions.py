"""The standard victory condition and the eleven alternative ones, row by row."""

from __future__ import annotations

from fractions import Fraction

from rules.glossary.entry import Entry
from rules.tables.victory_conditions.condition import Prop, Score, Spot, VictoryCondition
from rules.tables.victory_conditions.scoring import (
    DESTROYED_SUPPLY,
    LAST_STANDING_BONUS,
    MAJOR,
    MINOR,
    MOST_POINTS_BONUS,
    OPPONENT_BROKEN,
    assassin_points,
    flag_points,
    font_points,
    shrine_points,
)


def _spot(x: tuple[int, int], y: tuple[int, int], down: int = 0) -> Spot:
    return Spot(Fraction(*x), Fraction(*y), down)


_MIDDLE = _spot((1, 2), (1, 2))
_BROKEN = Score("the opponent's side is Broken.", vp=OPPONENT_BROKEN)

STANDARD = VictoryCondition(
    "Standard Victory",
    "1 victory point a round for each claimed objective, and 2 or 4 at the end for what is left in play.",
    scoring=(
        Score("an objective is claimed when a round ends.", vp=1, each="objective and round"),
        Score(
            "the side has more points in play than any other when the game ends.",
            vp=MOST_POINTS_BONUS,
            best_of="the end",
        ),
        Score("no opponent has a creature left in play.", vp=LAST_STANDING_BONUS, best_of="the end"),
    ),
    end="By the round limit, or with the round after which one side has nothing left in play.",
    setup="Objectives are placed as usual.",
    play=(
        "Most victory points win. The bonus of 2 goes to nobody if two sides tie for the most points in "
        "play; dying creatures are still in play, and upgrades count.",
    ),
    objectives=True,
)

ALTERNATIVE: tuple[VictoryCondition, ...] = (
    VictoryCondition(
        "Seize the Ground",
        "Outnumber the enemy around the flag in the middle.",
        scoring=(
            _BROKEN,
            Score(
                "more creatures than the opponent within 3 squares of the flag.",
                flag_points(4, 3),
                best_of="flag",
            ),
            Score("at least twice as many there.", flag_points(4, 2), best_of="flag"),
            Score("at least three times as many there.", flag_points(3, 1), best_of="flag"),
        ),
        setup="A flag stands in the middle of the board.",
        play=(
            "Helpless creatures do not count. Where the opponent has nobody there, one creature is enough "
            "for the highest line.",
        ),
        props=(Prop("flag", 1, (_MIDDLE,)),),
    ),
    VictoryCondition(
        "Assassins",
        "Each side has a secret killer and a secret victim on the other side.",
        scoring=(
            _BROKEN,
            Score(
                "the Target was damaged.",
                assassin_points(damaged=True, by_assassin=False, down=False, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                "the Assassin damaged the Target.",
                assassin_points(damaged=True, by_assassin=True, down=False, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                "the Target is helpless or eliminated.",
                assassin_points(damaged=True, by_assassin=False, down=True, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                "as before, and it was the Assassin whose attack took the Target to 0 HP or below.",
                assassin_points(damaged=True, by_assassin=True, down=True, felled_by_assassin=True),
                best_of="Target",
            ),
        ),
        setup=(
            "Each side secretly names one of its own creatures as Assassin and one enemy as Target, whose "
            "level must not be below the Assassin's. A side whose creatures are all above the level of every "
            "enemy may name any of them, and the highest enemy as its Target."
        ),
    ),
    VictoryCondition(
        "Destroy Supplies",
        "Reach the enemy's three supplies and destroy them.",
        scoring=(
            _BROKEN,
            Score("the side destroyed it, and it stood on the opponent's half.", DESTROYED_SUPPLY, each="Supply"),
        ),
        setup=(
            "Three Supplies stand 6 squares from each long edge, with equal gaps between them and to the short edges."
        ),
        play=("A creature next to a Supply destroys it with Interact (1 AP).",),
        props=(
            Prop(
                "supply",
                6,
                tuple(
                    _spot((quarter, 4), edge, down)
                    for edge, down in (((0, 1), 6), ((1, 1), -6))
                    for quarter in (1, 2, 3)
                ),
            ),
        ),
    ),
    VictoryCondition(
        "Rescue Mission",
        "One creature stands alone among enemies: will it live until help comes?",
        scoring=(
            Score("the lone creature is eliminated.", result=MAJOR, side="the attacker"),
            Score("the game ends in any other way.", result=MAJOR, side="the defender"),
        ),
        end=(
            "When the lone creature is eliminated, or when the attacker's warband has half of its starting "
            "points or fewer left."
        ),
        setup=(
            "Use the Vanguard deployment, or another that cuts one creature off from its warband. Its side "
            "defends, the other attacks."
        ),
    ),
    VictoryCondition(
        "Confrontation",
        "Break the enemy before it breaks you.",
        scoring=(
            Score(
                "not Broken while the opponent is, with more than half of its starting points left.",
                result=MAJOR,
            ),
            Score("not Broken while the opponent is, with half or less left.", result=MINOR),
        ),
        end="As soon as one side is Broken. If both are at once, the game is a draw.",
    ),
    VictoryCondition(
        "Total Annihilation",
        "The last side with creatures in play wins.",
        scoring=(Score("still has creatures in play when the opponent has none.", result=MAJOR),),
        end="When one side has no creature left in play.",
    ),
    VictoryCondition(
        "Beast Hunt",
        "Be the side that brings down the monster in the middle.",
        scoring=(
            Score("the monster was eliminated in the side's turn or by one of its reactions.", result=MINOR),
            Score("the same, and the opponent is Broken.", result=MAJOR),
        ),
        end="With the elimination of the monster.",
        setup=(
            "A monster waits in the middle, or at another place that suits both players. Its level is the "
            "highest that costs no more than half of what the smaller warband does."
        ),
        play=(
            "The monster follows the cardboard AI and has its turn when everybody else's are over, as the last "
            "of each round. "
            "A creature without gambits of its own uses a stock list (Muster's): on 1 it Steps, "
            "super-early; on 2 or 3 it uses its best attack, early; on 4 or 5 it Strides and attacks, "
            "early; on 6 it Strides and attacks twice, late.",
        ),
        props=(Prop("monster", 1, (_MIDDLE,)),),
    ),
    VictoryCondition(
        "Passing Through",
        "One side must get its creatures off the far edge; the other must stop them.",
        scoring=(
            Score("a third or more of its creatures left over the edge.", result=MINOR, side="the evader"),
            Score("two thirds or more left.", result=MAJOR, side="the evader"),
            Score("the evader can no longer reach a third.", result=MINOR, side="the other side"),
            Score("no creature of the evader left.", result=MAJOR, side="the other side"),
        ),
        end="When every evading creature has left or can leave no more, or by the round limit.",
        setup="One player names an edge. The evader, as the other is called, has to get its creatures across it.",
        play=(
            "A creature leaves by moving up to the edge of its own will. It is out of the game for good, "
            "but not eliminated. Creatures are counted by number as fielded at the start, free minions "
            "included; a part of a creature counts as a whole one.",
        ),
    ),
    VictoryCondition(
        "Fonts of Power",
        "Hold as many of the five Fonts as possible until one side breaks.",
        scoring=(
            _BROKEN,
            Score("none but the side's creatures are within 3 squares of it.", font_points(1, 0), each="Font"),
            Score(
                "both sides have creatures within 3 squares of it, and this side has more of them.",
                font_points(2, 1),
                each="Font",
            ),
        ),
        end="When one side is Broken.",
        setup=(
            "One Font stands in the middle. The players place four more in turn, not within 3 squares of "
            "the board's edge nor within 6 squares of another Font."
        ),
        props=(
            Prop(
                "font",
                5,
                (_MIDDLE,),
                "The players place the other four in turn, more than 3 squares from the edge and more than "
                "6 from one another.",
            ),
        ),
    ),
    VictoryCondition(
        "Buried Treasure",
        "Dig up the treasure and carry it off over a long edge.",
        scoring=(
            Score("a creature of the side left over a long edge with the treasure.", result=MINOR),
            Score("the same, and the treasure was never in the opponent's hands.", result=MAJOR),
        ),
        end="When a creature carries the treasure over either long edge.",
        setup=(
            "Five Digging Spots that look alike, one with a star beneath, are shuffled and laid along the "
            "centre line with equal gaps."
        ),
        play=(
            "A creature next to a Digging Spot uses Interact (1 AP) to turn it over and remove it; under "
            "the star lies the treasure, which that creature picks up. It is a Heavy Load: its carrier is "
            "encumbered and slowed. Dropping it is free; where its carrier is eliminated it stays in that "
            "space.",
        ),
        props=(Prop("digging spot", 5, tuple(_spot((sixth, 6), (1, 2)) for sixth in range(1, 6))),),
    ),
    VictoryCondition(
        "Sacred Shrines",
        "Two grey shrines on the middle line, and a white one on each half to take from its owner.",
        scoring=(
            _BROKEN,
            Score(
                "the side has more creatures within 3 squares of it than the opponent.",
                shrine_points("grey", 2, 1),
                each="grey shrine",
                best_of="grey shrine",
            ),
            Score(
                "none but the side's creatures are there.",
                shrine_points("grey", 1, 0),
                each="grey shrine",
                best_of="grey shrine",
            ),
            Score(
                "near the opponent's white shrine, within 3 squares, the side has more creatures than the opponent.",
                shrine_points("white", 2, 1),
                best_of="white shrine",
            ),
            Score("none but the side's creatures are there.", shrine_points("white", 1, 0), best_of="white shrine"),
        ),
        setup=(
            "Two grey shrines divide the middle line into thirds. Each half has a white shrine in its middle, "
            "the property of the side there."
        ),
        props=(
            Prop("grey shrine", 2, (_spot((1, 3), (1, 2)), _spot((2, 3), (1, 2)))),
            Prop("white shrine", 2, (_spot((1, 2), (1, 4)), _spot((1, 2), (3, 4)))),
        ),
    ),
)

CONDITIONS = (STANDARD, *ALTERNATIVE)

_LEAD = "Victory points are counted once, at the end. A lead of 5 or more is a major victory, a smaller one minor."


def _text(row: VictoryCondition) -> str:
    parts = [row.setup, *row.play, f"The game ends: {row.end[0].lower()}{row.end[1:]}"]
    parts.append("\n".join(score.line for score in row.scoring))
    groups = dict.fromkeys(score.best_of for score in row.scoring if score.best_of)
    parts.extend(f"Of the lines for {_the(group)} only the best one counts." for group in groups)
    if row is not STANDARD:
        if any(score.vp for score in row.scoring):
            parts.append(_LEAD)
        parts.append("No objectives are placed, and the standard bonus for creatures in play is not given.")
    return "\n\n".join(part for part in parts if part)


def _the(group: str) -> str:
    return group if group.startswith("the ") else f"the {group}"


def _entry(row: VictoryCondition) -> Entry:
    props = tuple((prop.kind.capitalize(), str(prop.count)) for prop in row.props)
    return Entry(
        kind="victory-condition",
        name=row.name,
        summary=row.summary,
        text=_text(row),
        facts=(("Ends", row.end.rstrip(".")), *props, ("Objectives", "placed" if row.objectives else "none")),
        where=_where(row),
    )


def _where(row: VictoryCondition) -> str:
    if row is STANDARD:
        return "Setting up a standard game, Victory condition"
    return "Appendix: Alternative victory conditions"


_TERMS = (
    Entry(
        kind="victory-condition",
        name="Broken",
        summary="Three quarters of a warband's fielded points, or more, are helpless or eliminated.",
        text=(
            "A side is Broken once 75 % of the points that it fielded, or more, are helpless or "
            "eliminated. Upgrades count with their creature; minions that came free and summoned creatures "
            "weigh nothing."
        ),
        facts=(("Share", "75 % of the points fielded"),),
        where="Appendix: Alternative victory conditions",
    ),
    Entry(
        kind="victory-condition",
        name="Major and Minor Victory",
        summary="A lead of 5 victory points or more is a major victory, a smaller one a minor victory.",
        text=(
            "Where an alternative condition counts victory points, the side with more of them wins: a lead "
            "of 5 or more is a major victory, a lead of 1 to 4 a minor one, equal points a draw. Other "
            "conditions name the kind of victory outright."
        ),
        facts=(("Major", "5 or more ahead"), ("Minor", "1 to 4 ahead")),
        aliases=("Major Victory", "Minor Victory"),
        where="Appendix: Alternative victory conditions",
    ),
)


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every condition, then the words that they use."""
    return tuple(map(_entry, CONDITIONS)) + _TERMS
