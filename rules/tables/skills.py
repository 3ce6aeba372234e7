"""The skills, the save that each of them uses, and who may attempt a check."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.effects.values import Save
from rules.errors import RulesError, require
from rules.tables.prose import Entry, Prose

UNTRAINED_PENALTY = -5
IMPROVISED_PENALTY = -4
PROSE = Prose("skills", UNTRAINED_PENALTY=UNTRAINED_PENALTY)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, the saving throw that is added to its checks, and its subject."""

    name: str
    save: Save
    about: str
    aliases: tuple[str, ...] = ()


SKILLS: tuple[Skill, ...] = (
    Skill("Acrobatics", "reflex", "balance, tumbling and narrow ledges"),
    Skill("Arcana", "will", "arcane magic, grimoires and constructs"),
    Skill("Athletics", "fortitude", "climbing, jumping and feats of strength"),
    Skill("Crafting", "will", "making, mending and understanding devices"),
    Skill("Deception", "will", "lies, tricks and disguises"),
    Skill("Diplomacy", "will", "winning others over with words"),
    Skill("Intimidation", "will", "threats and a fearsome bearing", ("Intimidate",)),
    Skill("Lore", "will", "knowledge of one narrow field"),
    Skill("Medicine", "will", "wounds, illness and the body"),
    Skill("Nature", "will", "animals, plants and the weather"),
    Skill("Occultism", "will", "spirits, omens and hidden mysteries", ("Occult",)),
    Skill("Performance", "will", "music, dance and holding a crowd"),
    Skill("Religion", "will", "gods, rites and the undead"),
    Skill("Society", "will", "cities, courts and customs"),
    Skill("Stealth", "reflex", "moving unseen and unheard"),
    Skill("Survival", "will", "tracks, shelter and the wilds"),
    Skill("Thievery", "reflex", "locks, traps and light fingers"),
)

# Cards print Perception, and spotting a disguised creature asks for it, but the table of skills leaves it
# out. It is rolled with Will: docs/rulings.md.
PERCEPTION = Skill("Perception", "will", "noticing what is hidden or disguised")

BY_NAME: dict[str, Skill] = {skill.name: skill for skill in (*SKILLS, PERCEPTION)}
_BY_WORD: dict[str, Skill] = {
    word.casefold(): skill for skill in BY_NAME.values() for word in (skill.name, *skill.aliases)
}


def skill(word: str) -> Skill:
    """Return the skill of a name or of another spelling that cards use; raise ``RulesError`` for any other word.

    >>> skill("intimidate").name
    'Intimidation'
    """
    return require(_BY_WORD.get(word.strip().casefold()), RulesError(f"{word!r} is not a skill."))


def save_of(word: str) -> Save:
    """Return the saving throw that a skill's checks use."""
    return skill(word).save


def check_modifier(save_bonus: int, *, trained: bool, improvises: bool = False) -> int:
    """Return a creature's modifier of a skill check.

    ``save_bonus`` is its bonus in the skill's save; ``improvises`` is True if it has Untrained Improvisation.
    """
    # A check adds the skill's save; an untrained creature subtracts 5, or 4 with the feat.
    # Other rules, "Skill checks"; feats, "Untrained Improvisation".
    if trained:
        return save_bonus
    return save_bonus + (IMPROVISED_PENALTY if improvises else UNTRAINED_PENALTY)


def may_check_untrained(tags: Iterable[str], *, casts_spells: bool = False, uses_weapons: bool = False) -> bool:
    """Return True if a creature with those tags may try skills in which it is not trained."""
    # Mindless creatures may only use their trained skills. So may animals and beasts that are no humanoids, have no
    # spells and fight without weapons. Other rules, "Skill checks".
    words = {tag.casefold() for tag in tags}
    if "mindless" in words:
        return False
    if words.isdisjoint({"animal", "beast"}):
        return True
    return "humanoid" in words or casts_spells or uses_weapons


def entries() -> tuple[Entry, ...]:
    """Return one entry per skill, Perception included."""
    return tuple(_entry(row) for row in BY_NAME.values())


def _entry(row: Skill) -> Entry:
    return PROSE.entry(
        "skill",
        row.name,
        section="each",
        facts=(("Save", row.save.capitalize()), ("Untrained", str(UNTRAINED_PENALTY))),
        aliases=row.aliases,
        where="Skill checks",
        row=row,
        save=row.save.capitalize(),
        note=f" {PROSE.text('each', 'perception')}" if row is PERCEPTION else "",
    )
