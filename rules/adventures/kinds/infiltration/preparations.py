"""Preparations: the six activities of the rules with the effects of each degree, and custom activities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.adventures.fields import FactKey, FactName, FactProse, SkillDC, SkillDCs
from rules.documents.records import record_of
from rules.documents.shapes import choice, integer
from rules.errors import RulesError
from rules.tables.rolls import Degree

CS, S, F, CF = Degree.CRITICAL_SUCCESS, Degree.SUCCESS, Degree.FAILURE, Degree.CRITICAL_FAILURE

EdgeQuality = Literal["", "real", "worthless", "harmful"]
EDGE_QUALITIES: tuple[EdgeQuality, ...] = ("", "real", "worthless", "harmful")
PreparationEffect = Literal["", "informed", "misled", "spoiled"]

PAPERWORK, COVER_IDENTITY = "paperwork", "cover identity"
"""The words of limited Edge Points."""

BONUS = 2
"""The circumstance bonus of inside information, and of a bribe of double the amount."""
PENALTY = -2
"""The circumstance penalty of mistaken rumors, and of a contact that was insulted."""
DOUBLED = "doubled"
"""The choice of a bribe of double the amount."""

MAX_AWARENESS = 20
MAX_TIMES = 20


@dataclass(frozen=True, slots=True)
class PreparationOutcome:
    """The effect of a degree: an Edge Point of a quality, Awareness Points, and an effect on later preparations.

    ``informed`` helps with all later checks, ``misled`` hinders the next one, ``spoiled`` all later attempts of the
    same activity. Players read ``text``; if they should not know the degree, two degrees have the same text.
    """

    edge: EdgeQuality = ""
    awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    effect: PreparationEffect = ""
    text: FactProse = ""


NOTHING = PreparationOutcome()


@dataclass(frozen=True, slots=True)
class PreparationActivity:
    """An activity before an infiltration: its skills, its possible difficulty, and the effect of each degree.

    ``use`` limits its Edge Points, ``needs`` is an activity in which the participant must have succeeded, and with
    ``doubles``, twice the cost gives a bonus.
    """

    key: str
    name: str
    skills: tuple[str, ...]
    adjustments: tuple[str, ...]
    outcomes: Mapping[Degree, PreparationOutcome]
    is_secret: bool = False
    use: str = ""
    needs: str = ""
    doubles: bool = False
    cost: str = ""

    @property
    def skill_dcs(self) -> tuple[SkillDC, ...]:
        """Its skills at the easiest of its difficulties."""
        return tuple(SkillDC(skill, adjustment=self.adjustments[0]) for skill in self.skills)


_ANY = ("standard", "hard", "very hard")
_HARDER = ("hard", "very hard")
_GAINED = "The party gains an Edge Point."
_HEARD = "Some rumors turn up."


def _outcomes(
    success: PreparationOutcome,
    failure: PreparationOutcome,
    critical_failure: PreparationOutcome,
    critical_success: PreparationOutcome | None = None,
) -> Mapping[Degree, PreparationOutcome]:
    return {CS: critical_success or success, S: success, F: failure, CF: critical_failure}


def _edge(quality: EdgeQuality, awareness: int = 0) -> PreparationOutcome:
    # Whether it is real is not to be read from the text.
    return PreparationOutcome(quality, awareness, text=_GAINED)


# Infiltration, "PC Preparations".
ACTIVITIES: Mapping[str, PreparationActivity] = {
    activity.key: activity
    for activity in (
        PreparationActivity(
            "bribe-contact",
            "Bribe Contact",
            ("Deception", "Diplomacy"),
            _HARDER,
            _outcomes(_edge("real"), _edge("worthless", 1), _edge("worthless", 2)),
            is_secret=True,
            needs="gain-contact",
            doubles=True,
            cost="At least a tenth of what one more character adds to the treasure at the party’s level.",
        ),
        PreparationActivity(
            "forge-documents",
            "Forge Documents",
            ("Society",),
            _HARDER,
            _outcomes(_edge("real"), _edge("worthless"), _edge("harmful")),
            is_secret=True,
            use=PAPERWORK,
        ),
        PreparationActivity(
            "gain-contact",
            "Gain Contact",
            ("Diplomacy", "Society", "Lore"),
            _ANY,
            _outcomes(
                _edge("real"),
                PreparationOutcome(text="The party makes no contact."),
                PreparationOutcome(effect="spoiled", text="The contact is insulted."),
            ),
        ),
        PreparationActivity(
            "gossip",
            "Gossip",
            ("Diplomacy",),
            _ANY,
            _outcomes(
                PreparationOutcome(text=_HEARD),
                PreparationOutcome(text="No rumors turn up."),
                PreparationOutcome("", 1, "misled", _HEARD),
                PreparationOutcome(effect="informed", text=_HEARD),
            ),
            is_secret=True,
        ),
        PreparationActivity(
            "scout-location",
            "Scout Location",
            ("Perception", "Society", "Stealth"),
            _ANY,
            _outcomes(_edge("real"), PreparationOutcome(text="The party sees nothing of note."), _edge("harmful")),
            is_secret=True,
        ),
        PreparationActivity(
            "secure-disguises",
            "Secure Disguises",
            ("Crafting", "Deception", "Performance", "Society"),
            _ANY,
            _outcomes(
                _edge("real"),
                PreparationOutcome(text="The disguises are unusable."),
                PreparationOutcome(text="The disguises are unusable."),
            ),
            use=COVER_IDENTITY,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Preparation:
    """An activity as an infiltration offers it: one of the six, or a custom one with its outcomes.

    ``times`` is how often the party benefits from it. If ``activity`` is one of the six, empty fields are those of that
    activity; outcomes, secrecy and use are always those of the six.
    """

    key: FactKey
    name: FactName = ""
    activity: Annotated[str, choice(("", *ACTIVITIES), needed=True)] = ""
    skills: SkillDCs = ()
    times: Annotated[int, integer(1, MAX_TIMES)] = 1
    text: FactProse = ""
    cost: FactProse = ""
    secret: bool = False
    use: FactKey = ""
    needs: FactKey = ""
    critical_success: PreparationOutcome | None = None
    success: Annotated[PreparationOutcome, record_of(PreparationOutcome)] = NOTHING
    failure: Annotated[PreparationOutcome, record_of(PreparationOutcome)] = NOTHING
    critical_failure: Annotated[PreparationOutcome, record_of(PreparationOutcome)] = NOTHING

    @property
    def ready(self) -> PreparationActivity | None:
        """The activity of the rules that it is, if it is one."""
        return ACTIVITIES.get(self.activity)

    @property
    def title(self) -> str:
        """Its name."""
        return self.name or (self.ready.name if self.ready else self.key)

    @property
    def is_secret(self) -> bool:
        """Whether its checks are secret."""
        return self.ready.is_secret if self.ready else self.secret

    @property
    def skill_dcs(self) -> tuple[SkillDC, ...]:
        """The skills with their DCs."""
        return self.skills or (self.ready.skill_dcs if self.ready else ())

    @property
    def edge_use(self) -> str:
        """The limit of its Edge Points, "" for none."""
        return self.ready.use if self.ready else self.use

    @property
    def may_double(self) -> bool:
        """Whether twice the cost gives a bonus."""
        return self.ready is not None and self.ready.doubles

    def outcome(self, degree: Degree) -> PreparationOutcome:
        """Return the effect of a degree."""
        if self.ready:
            return self.ready.outcomes[degree]
        return {
            CS: self.critical_success or self.success,
            S: self.success,
            F: self.failure,
            CF: self.critical_failure,
        }[degree]

    def needed_among(self, preparations: Sequence[Preparation]) -> tuple[str, ...]:
        """Return the keys of the preparations of which one has to have succeeded first."""
        if self.ready and self.ready.needs:
            return tuple(preparation.key for preparation in preparations if preparation.activity == self.ready.needs)
        return (self.needs,) if self.needs else ()


def check_preparations(preparations: Sequence[Preparation]) -> None:
    """Raise ``RulesError`` for activities that do not fit together."""
    keys = {preparation.key for preparation in preparations}
    for preparation in preparations:
        if preparation.activity and preparation.ready is None:
            raise RulesError(f"{preparation.activity} is not an activity of the rules.")
        if preparation.ready and preparation.ready.needs and not preparation.needed_among(preparations):
            raise RulesError(f"{preparation.title} needs a contact: add Gain Contact.")
        if preparation.needs and preparation.needs not in keys:
            raise RulesError(f"{preparation.title} needs a preparation that does not exist.")
        if not preparation.skill_dcs:
            raise RulesError(f"{preparation.title} needs a skill.")
