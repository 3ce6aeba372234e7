"""Positioning upgrades: four ways to start a game hidden, absent or among corpses.

Each costs one upgrade of its creature's level and may be taken once by it. Rulebook: "Appendix: Positioning
upgrades".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.text import listed, slug, with_article

WHERE = "Appendix: Positioning upgrades"

SPOTTING_RANGE = 6
"""Squares from which a creature may look whether something is a creature in disguise."""


@dataclass(frozen=True, slots=True)
class PositioningUpgrade:
    """An upgrade that changes how its creature is deployed.

    ``needs`` ends the sentence "It is for a creature that ...". ``secret`` tells that its player makes a hidden
    choice before play. ``suited`` are card tags that speak for the creature, ``unsuited`` those that speak
    against it (see ``not_suited``); lower case.
    """

    name: str
    needs: str
    summary: str
    text: str
    secret: bool = False
    suited: frozenset[str] = frozenset()
    unsuited: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


def _tags(words: str) -> frozenset[str]:
    return frozenset(word.strip().lower() for word in words.split(","))


_LEAVING = "It may also give itself up when any round ends; then it can be activated from the next round on."

POSITIONING_UPGRADES: tuple[PositioningUpgrade, ...] = (
    PositioningUpgrade(
        "False Object",
        "can look like a tree, a statue or another obstacle or item",
        "Starts disguised as one more obstacle or item; a reaction springs the ambush.",
        "While terrain is placed, one obstacle or item more than usual goes on the board, of the creature's"
        " own Size. Its player notes in secret which obstacle or item really is the creature.\n\nWhile"
        " somebody is within 2 squares of it, the disguised creature may use its reaction to drop the"
        f" disguise and Strike or Stride; its miniature takes the object's place. {_LEAVING}",
        secret=True,
        suited=_tags(
            "Aberration, Construct, Earth, Elemental, Fey, Fungus, Leshy, Metal, Ooze, Oni, Plant,"
            " Shapechanger, Siege Weapon, Skeleton, Wood"
        ),
        unsuited=_tags("Amphibious, Animal, Archon, Beast, Celestial, Dinosaur, Dragon, Giant, Human, Humanoid, Swarm"),
        aliases=("Statue Disguise",),
    ),
    PositioningUpgrade(
        "Summonable",
        "is from another plane",
        "Starts out of play; an allied caster brings it in for 2 AP.",
        "The creature is not deployed. At any time in the game an allied creature that can cast spells may"
        " spend 2 AP to place it in an adjacent empty space. It may act in that same round.",
        suited=_tags(
            "Aeon, Angel, Archon, Astral, Azata, Celestial, Daemon, Demon, Devil, Div, Dream, Elemental,"
            " Ethereal, Fey, Fiend, Genie, Monitor, Oni, Protean, Psychopomp, Rakshasa, Shadow, Spirit"
        ),
        unsuited=_tags(
            "Amphibious, Animal, Beast, Construct, Dinosaur, Dragon, Fungus, Giant, Human, Humanoid, Leshy,"
            " Ooze, Plant, Siege Weapon, Zombie"
        ),
    ),
    PositioningUpgrade(
        "Tempting Disguise",
        "can change its shape into something alluring",
        "Starts disguised as one more objective; whoever tries to claim it meets the creature.",
        "While objectives are placed, one more than usual goes on the board. The creature's player notes in"
        " secret which objective really is the creature.\n\nWhen a creature interacts with it, that"
        " creature's skill check fails without a roll and the miniature takes the objective's place. The"
        f" creature may be activated in that round and in every later one. {_LEAVING}",
        secret=True,
        suited=_tags("Aberration, Azata, Celestial, Construct, Fey, Fiend, Fungus, Leshy, Oni, Plant, Shapechanger"),
        unsuited=_tags("Animal, Beast, Dinosaur, Mindless, Ooze, Siege Weapon, Swarm, Zombie"),
    ),
    PositioningUpgrade(
        "Trail of Bodies",
        "has a use for dead bodies",
        "1d6 dead bodies lie on the board from the start.",
        "Roll 1d6 before play: that many dead bodies are laid on the board, the players placing one each in"
        " turn wherever they like.",
        suited=_tags("Fungus, Ghoul, Mummy, Ooze, Skeleton, Undead, Vampire, Zombie"),
        unsuited=_tags(
            "Angel, Animal, Archon, Azata, Beast, Celestial, Construct, Dinosaur, Elemental, Fey, Leshy,"
            " Plant, Siege Weapon, Sprite"
        ),
    ),
)

_BY_KEY = {row.key: row for row in POSITIONING_UPGRADES}


def positioning_upgrade(key: str) -> PositioningUpgrade:
    """Return the upgrade of that key. Raises ``RulesError`` where there is none."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise RulesError(f"No positioning upgrade has the key {key!r}.") from None


def not_suited(upgrade: PositioningUpgrade, tags: Collection[str]) -> str | None:
    """Return why an upgrade does not suit a creature with these card tags, in sentences; None if it may."""
    # Each upgrade names the creatures that it is for, but a card's tags only hint at it. A tag that speaks for the
    # creature settles the matter; without one, a tag that speaks against it earns a warning; where no tag tells
    # (a humanoid may well be a necromancer) nothing is said. Appendix "Positioning upgrades".
    if any(tag.lower() in upgrade.suited for tag in tags):
        return None
    against = [tag for tag in tags if tag.lower() in upgrade.unsuited]
    if not against:
        return None
    return f"{upgrade.name} is unusual for {with_article(listed(against))}. It is for a creature that {upgrade.needs}."


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: the four upgrades, then how a disguise is seen through."""
    upgrades = tuple(
        Entry(
            kind="positioning",
            name=row.name,
            summary=row.summary,
            text=f"For a creature that {row.needs}.\n\n{row.text}",
            facts=(("Cost", "one upgrade"), ("Secret", "yes" if row.secret else "no")),
            aliases=row.aliases,
            where=WHERE,
        )
        for row in POSITIONING_UPGRADES
    )
    spotting = Entry(
        kind="positioning",
        name="Spotting a Disguised Creature",
        summary="Interact within 6 squares and a Perception check tell whether something is a creature in disguise.",
        text=(
            f"A creature within {SPOTTING_RANGE} squares of an object or objective that is, or might be, a"
            " disguised creature may Interact with it (1 AP) if it has line of effect, and makes a Perception"
            " check (Will) with the disguised creature's Power to reach. If it succeeds, that creature's"
            " player must say truly whether this is it."
        ),
        facts=(("Range", f"{SPOTTING_RANGE} squares"), ("Check", "Perception, against the creature's Power")),
        aliases=("Spotting",),
        where=f"{WHERE}, Spotting a disguised creature",
    )
    return (*upgrades, spotting)
