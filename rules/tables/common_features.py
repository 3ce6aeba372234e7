"""Common features: the words at the foot of a card that the core rules explain once for all creatures."""

from __future__ import annotations

from rules.glossary.entry import Entry

_WHERE = "Getting started, Common features"

# Reactions and actions among the common features stand with their kind (tables of actions and reactions).
COMMON_FEATURES: tuple[Entry, ...] = (
    Entry(
        kind="common-feature",
        name="Aquatic Only",
        summary="It can swim and nothing else.",
        text="The creature moves through water only; on land it cannot move at all.",
        where=_WHERE,
    ),
    Entry(
        kind="common-feature",
        name="Commander",
        summary="It leads minions, which act during its turn.",
        text=(
            "A commander and its minions share one turn, in which their actions may follow one another in any order. "
            "Each minion has 1 AP in that turn. The commander may hand its own AP on, at most one to each minion.\n\n"
            "Where a card says what its commander starts with, that minion joins the warband for 0 points; whatever is "
            "bought for the minion is paid for. It counts wherever creatures are counted by number."
        ),
        aliases=("Starts with",),
        where="Getting started, Commanders, minions and mounts",
    ),
    Entry(
        kind="common-feature",
        name="Minion",
        summary="It acts during its commander's turn, with 1 AP.",
        text=(
            "A minion has no turn of its own: it acts during the turn of its commander and has 1 AP there, one more if "
            "the commander gives up one of its own for it. A mount is the minion of whoever rides it until the rider "
            "dismounts. While its commander is down it acts alone, with 1 AP."
        ),
        where="Getting started, Commanders, minions and mounts",
    ),
    Entry(
        kind="common-feature",
        name="Scent",
        summary="Adjacent creatures are never concealed from it, and invisible ones are only concealed.",
        text=(
            "Against creatures adjacent to it, one with scent ignores concealed, and treats invisible as concealed. "
            "Beyond adjacent squares it notices no more than others do."
        ),
        where=_WHERE,
    ),
    Entry(
        kind="common-feature",
        name="Truesight",
        summary="It ignores concealed and invisible.",
        text="No creature is concealed or invisible to it. The words for such sight differ from card to card.",
        aliases=("See Invisibility", "True Seeing", "Blindsight"),
        where=_WHERE,
    ),
    Entry(
        kind="common-feature",
        name="Void Healing",
        summary="Healing magic harms it, and void damage heals it.",
        text=(
            "What a spell, a potion or other magic would heal, it takes as damage of that amount. Void damage does it "
            "no harm and heals it by as much."
        ),
        where=_WHERE,
    ),
)


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries of the common features."""
    return COMMON_FEATURES
