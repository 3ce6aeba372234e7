"""Play modes: which limits a warband keeps, and the variants in which the game is played.

Rulebook: "Building a warband", "Setting up a standard game" and the appendices on campaigns, gridless, 3D and
adventure play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.text import listed, slug

AlignmentLimit = Literal["ignored", "required", "if given", "as agreed"]


@dataclass(frozen=True, slots=True)
class PlayMode:
    """A way to play, with the limits that it sets.

    ``roster_key`` is the word that rosters use for it; empty where it is no way of building a warband but a
    variant of the game, whose limits are those of the mode that the players agree on.

    ``points_limit`` tells whether there is one, ``default_points`` what it is unless the players say otherwise;
    ``half_cap`` whether one creature may cost no more than half of it; ``alignment`` whether the warband's
    alignment limits whom it may recruit.
    """

    name: str
    summary: str
    text: str
    roster_key: str = ""
    points_limit: bool = True
    default_points: int | None = None
    half_cap: bool = True
    alignment: AlignmentLimit = "as agreed"
    in_rulebook: bool = True
    aliases: tuple[str, ...] = ()
    where: str = "Building a warband"

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


PLAY_MODES: tuple[PlayMode, ...] = (
    PlayMode(
        "Narrative Play",
        "Take the creatures that the story asks for: no points limit, no half cap, no alignment.",
        "The story decides who takes part: a scene of a roleplaying game, or a battle in a running campaign."
        " Points, the half cap and alignments are not checked.",
        roster_key="narrative",
        points_limit=False,
        half_cap=False,
        alignment="ignored",
    ),
    PlayMode(
        "Balanced, Unlimited Play",
        "Agree on points for each warband; any creatures may serve together.",
        "Once the points are agreed, each player buys creatures and upgrades for that many or fewer, of any"
        " alignment. No creature, with all that it carries, may cost more than half of the agreed"
        " points.",
        roster_key="unlimited",
        alignment="ignored",
    ),
    PlayMode(
        "Balanced, Limited Play",
        "As unlimited play, but the warband has an alignment and recruits only from it and its neighbours.",
        "The players agree on points, and the half cap holds. Each also chooses an alignment; the warband may"
        " hold creatures of it, of the alignments beside it on the grid (not diagonally) and True Neutral"
        " ones.",
        roster_key="limited",
        alignment="required",
        aliases=("Matched Play",),
    ),
    PlayMode(
        "Random Box Recruitment",
        "Buy a few random boxes and build a warband of 200 points from what is in them.",
        "Each player opens a couple of boxes of random prepainted miniatures and chooses from those"
        " creatures, up to 200 points or another agreed number. The half cap holds; alignments do not"
        " matter.",
        roster_key="random_box",
        default_points=200,
        alignment="ignored",
    ),
    PlayMode(
        "Campaign Play",
        "Lead one warband through many scenarios, with injuries and advancement between them.",
        "The same creatures fight scenario after scenario. Between two of them all damage, conditions and"
        " spell effects end and uses per encounter return; uses per day return when the scenario says so, as"
        " a rule of thumb after every third. Eliminated creatures roll for injuries, and everybody who took"
        " part rolls for an advancement.\n\nPoints and the half cap hold as in other modes; an alignment"
        " counts only if the players choose to have one.\n\nA caster next to a defeated enemy caster of its"
        " own tradition may Interact to note that caster's spells; whenever it learns a new spell, it may"
        " choose from them too.",
        roster_key="campaign",
        alignment="if given",
        where="Building a warband; Appendix: Campaign play",
    ),
    PlayMode(
        "Adventure Play",
        "Dice act for the monsters, so that players can adventure alone or together.",
        "The players lead adventurers; the Cardboard AI leads the monsters by their gambits. Each round a"
        " player first decides for each adventurer whether it acts early with 2 AP or late with 3. Then each"
        " type of monster rolls 1d6 for its gambit. Monsters with a super-early gambit act first, then whoever"
        " acts early, adventurers before monsters, then whoever acts late, again adventurers before monsters.",
        aliases=("Solo Adventuring",),
        where="Appendix: Adventure play and the cardboard AI",
    ),
    PlayMode(
        "Gridless Play",
        "Measure in inches instead of squares; diagonals cost nothing extra.",
        "One inch stands for one square. Distances are measured between the nearest edges of the bases, and"
        " diagonal moves like any other. Creatures are adjacent when less than 1 inch is between their"
        " bases.\n\nA target can be seen if any part of it can be seen from the attacker's place, and has"
        " cover or concealment if any part is hidden; odd poses count as plain standing. Emanations (from the"
        " base's edge) and bursts (from a point) are circles, cones are quarter circles, lines are 1 inch"
        " wide.",
        aliases=("Gridless",),
        where="Appendix: Gridless and 3D play",
    ),
    PlayMode(
        "3D Play",
        "Fully modelled terrain, with creatures that really move up and down.",
        "Creatures may move vertically on modelled terrain. The players should settle beforehand how shooting"
        " and Flight stay fair when some creatures can keep out of reach.",
        aliases=("Three-dimensional Play",),
        where="Appendix: Gridless and 3D play",
    ),
    PlayMode(
        "Wargaming",
        "Factions, the alternative deployments and victory conditions, and deploying one creature in turn.",
        "A name from later public material, not from the rulebook: warbands of one faction, an alternative"
        " deployment and victory condition, and the players place one creature each in turn.",
        in_rulebook=False,
        where="",
    ),
)

SETUP_STEPS: tuple[str, ...] = (
    "Agree on the points.",
    "Each player builds a warband of that many points or fewer.",
    "Lay out a board that is large enough for the points.",
    "Place terrain in turn.",
    "Roll for the number of objectives and place them in turn.",
    "Roll for the choice of deployment zones, and deploy.",
)
"""How a standard game is set up, in order."""

BY_ROSTER_KEY = {mode.roster_key: mode for mode in PLAY_MODES if mode.roster_key}

ROSTER_KEYS: tuple[str, ...] = tuple(BY_ROSTER_KEY)
"""The five modes that a roster may name."""


def play_mode(roster_key: str) -> PlayMode:
    """Return the mode that a roster names with this word. Raises ``RulesError`` for another word."""
    try:
        return BY_ROSTER_KEY[roster_key]
    except KeyError:
        known = listed(ROSTER_KEYS, "or")
        raise RulesError(f"A play mode is {known}, not {roster_key!r}.") from None


def _facts(mode: PlayMode) -> tuple[tuple[str, str], ...]:
    if not mode.roster_key:
        return (("Limits", "those of the mode that the players agree on"),)
    points = "agreed by the players" if mode.points_limit else "none"
    if mode.default_points is not None:
        points = f"{mode.default_points}, or agreed"
    return (
        ("Points limit", points),
        ("Half cap", "yes" if mode.half_cap else "no"),
        ("Alignment", mode.alignment),
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every mode and variant, the cardboard AI, then the steps of setting up."""
    modes = tuple(
        Entry(
            kind="play-mode",
            name=mode.name,
            summary=mode.summary,
            text=mode.text,
            facts=_facts(mode),
            aliases=mode.aliases,
            where=mode.where,
        )
        for mode in PLAY_MODES
    )
    setup = Entry(
        kind="play-mode",
        name="Setting Up",
        summary="Points, warbands, board, terrain, objectives, deployment: in this order.",
        text="\n".join(f"{number}. {step}" for number, step in enumerate(SETUP_STEPS, start=1)),
        where="Setting up a standard game",
    )
    return (*modes, _CARDBOARD_AI, setup)


_CARDBOARD_AI = Entry(
    kind="play-mode",
    name="Cardboard AI",
    summary="How monsters act that nobody leads: by gambits, a fixed order of targets, and a few words for movement.",
    text="A gambit says for each face of 1d6 when the monster acts (I super-early, II early, III late) and what it"
    " does. The die is rolled at the start of a round, one for each type of monster, once it is settled which"
    " adventurers act early and which late. Among those that act at the same time the player sets the order. Monsters"
    " need neither action points nor uses; slowed takes away the last action of a gambit, stunned all of them.\n\nAn"
    " arrow leads from one action to the next. A slash leaves a choice and binds tighter than an arrow: attacks go"
    " before movement, and melee before ranged attacks.\n\nWhom a monster targets is decided by the first of these"
    " that leaves one enemy: within range of its attack, its movement included; for an area, the most enemies caught;"
    " preferred by its card; nearest; not yet activated in the round; fewest HP; lowest Armor; the player's pick. The"
    " helpless are never targeted. With nobody in range the monster moves towards whom it can bring into range, by the"
    " same order.\n\nShift: a Step, into reach of an enemy if a melee attack comes next, away from enemies if not."
    " Charge: a Stride to the target, but none when an enemy is in reach. Reposition: a Stride to the target in any"
    " case. Retreat: a Stride that ends as far from all enemies as it can. Stride: to where the next actions of the"
    " gambit do most good, or, with none to come, into reach of the target.",
    facts=(("I", "super-early"), ("II", "early"), ("III", "late")),
    aliases=("Gambit", "Gambits"),
    where="Appendix: Adventure play and the cardboard AI",
)
