"""Positioning upgrades: four ways to start a game hidden, absent or among corpses.

Each costs one upgrade of its creature's level and may be taken once by it. Rulebook: "Appendix: Positioning
upgrades".
"""

from collections.abc import Collection

from rules.effects.model import Effect
from rules.effects.values import EffectStep
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import listed, with_article

WHERE = "Appendix: Positioning upgrades"

SPOTTING_RANGE = 6
"""Squares from which a creature may look whether something is a creature in disguise."""


class PositioningUpgrade(ProseRow, prose=Prose("positioning", "needs", SPOTTING_RANGE=SPOTTING_RANGE)):
    """An upgrade that changes how its creature is deployed.

    ``secret`` means that its player makes a hidden choice before play. ``suited`` are card tags that suit the upgrade,
    ``unsuited`` those that do not (see ``not_suited``); lowercase. ``reaction`` is the creature's reaction as it leaves
    its disguise.
    """

    name: str
    secret: bool = False
    suited: frozenset[str] = frozenset()
    unsuited: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    reaction: Effect | None = None

    @property
    def needs(self) -> str:
        """The requirement for the creature, as words after "It is for a creature that"."""
        return self.prose.text(self.key, "needs")


def _tags(words: str) -> frozenset[str]:
    return frozenset(word.strip().lower() for word in words.split(","))


POSITIONING_UPGRADES: tuple[PositioningUpgrade, ...] = (
    PositioningUpgrade(
        "False Object",
        secret=True,
        suited=_tags(
            "Aberration, Construct, Earth, Elemental, Fey, Fungus, Leshy, Metal, Ooze, Oni, Plant,"
            " Shapechanger, Siege Weapon, Skeleton, Wood"
        ),
        unsuited=_tags("Amphibious, Animal, Archon, Beast, Celestial, Dinosaur, Dragon, Giant, Human, Humanoid, Swarm"),
        aliases=("Statue Disguise",),
        reaction=Effect(
            cost="reaction",
            then=tuple(Effect(on="choice", steps=(EffectStep(action=action),)) for action in ("strike", "stride")),
        ),
    ),
    PositioningUpgrade(
        "Summonable",
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
        secret=True,
        suited=_tags("Aberration, Azata, Celestial, Construct, Fey, Fiend, Fungus, Leshy, Oni, Plant, Shapechanger"),
        unsuited=_tags("Animal, Beast, Dinosaur, Mindless, Ooze, Siege Weapon, Swarm, Zombie"),
    ),
    PositioningUpgrade(
        "Trail of Bodies",
        suited=_tags("Fungus, Ghoul, Mummy, Ooze, Skeleton, Undead, Vampire, Zombie"),
        unsuited=_tags(
            "Angel, Animal, Archon, Azata, Beast, Celestial, Construct, Dinosaur, Elemental, Fey, Leshy,"
            " Plant, Siege Weapon, Sprite"
        ),
    ),
)


def not_suited(upgrade: PositioningUpgrade, tags: Collection[str]) -> str | None:
    """Return why an upgrade does not suit a creature with these card tags, in sentences; None if it may."""
    # Each upgrade names the creatures that it is for, but a card's tags only hint at it. A tag that speaks for the
    # creature settles the matter; without one, a tag that speaks against it earns a warning; where no tag decides
    # (a humanoid may well be a necromancer) nothing is said. Appendix "Positioning upgrades".
    if any(tag.lower() in upgrade.suited for tag in tags):
        return None
    against = [tag for tag in tags if tag.lower() in upgrade.unsuited]
    if not against:
        return None
    return f"{upgrade.name} is unusual for {with_article(listed(against))}. It is for a creature that {upgrade.needs}."


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: the four upgrades, then spotting a disguise."""
    upgrades = (
        PositioningUpgrade.prose.entry(
            "positioning",
            row.name,
            text=f"For a creature that {row.needs}.\n\n{row.text}",
            facts=(("Cost", "one upgrade"), ("Secret", "yes" if row.secret else "no")),
            aliases=row.aliases,
            where=WHERE,
        )
        for row in POSITIONING_UPGRADES
    )
    return (*upgrades, *PositioningUpgrade.prose.terms("positioning"))
