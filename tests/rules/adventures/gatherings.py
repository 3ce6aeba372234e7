"""The gathering of the tests of influence: Marda, who is the worked example of the rules, and Odo."""

from rules.adventures.events.checks import CheckAdjusted
from rules.adventures.fields import SkillDC, Threshold
from rules.adventures.kinds.influence.facts import InfluenceFacts, InfluencePerson, Leaning
from rules.adventures.kinds.influence.kind import INFLUENCE
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view, adventure_view_document
from tests.rules.adventures.parties import adventure_of, log_of, rolled

# The worked example of the rules: a challenge of level 3 with a Will of +12.
MARDA = InfluencePerson(
    "marda",
    "Marda",
    level=3,
    perception=9,
    will=12,
    penalty="Canary penalty",
    background="Canary background",
    discovery=(SkillDC("Perception"), SkillDC("Society", adjustment="easy")),
    skills=(
        SkillDC("Alcohol Lore", adjustment="incredibly easy"),
        SkillDC("Diplomacy"),
        SkillDC("Intimidation", adjustment="hard"),
    ),
    thresholds=(Threshold(2, "Canary ledger"), Threshold(5, "Canary mill")),
    resistances=(Leaning("flattery", "Canary flattery"), Leaning("money", "Canary money", strong=True)),
    weaknesses=(Leaning("wheel", "Canary wheel"), Leaning("horse", "Canary horse", strong=True)),
    biases=(Leaning("swords", "Canary swords", by=1),),
)
ODO = InfluencePerson(
    "odo",
    "Odo",
    level=3,
    will=12,
    skills=(SkillDC("Religion", 20), SkillDC("Diplomacy", 20)),
    thresholds=(Threshold(3, "Canary vote"),),
    resistances=(Leaning("oath", "Canary oath", effect="bars"), Leaning("ear", "Canary ear", points=-1)),
    weaknesses=(Leaning("doubt", "Canary doubt", effect="wins"), Leaning("bread", "Canary bread", points=2)),
)
FACTS = InfluenceFacts((MARDA, ODO))
ADVENTURE = adventure_of(INFLUENCE, FACTS)
FIRST_FACT = 1


def attempt(skill: str, *applies: str, person: str = "marda") -> CheckAttempt:
    """Old Flint’s attempt to influence somebody."""
    return CheckAttempt("influence", "n1", person, skill, applies=applies)


def discover(face: int, *choices: str, **more):
    """Old Flint’s Discover check about Marda."""
    return rolled("discover", "n1", "marda", "Perception", face, choices=choices or ("weakness",), **more)


def false_discovery():
    """A Discover check that fails critically."""
    return (CheckAdjusted("n1", "Too loud", dc=20), discover(2, "weakness"))


def seen_document(*events):
    """What players see after these events, as a document."""
    view = adventure_view(ADVENTURE, log_of(*events), for_players=True)
    return adventure_view_document(view)
