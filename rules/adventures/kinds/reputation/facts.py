"""Reputation: organizations and the seven standings, the value of deeds, and the history by scenario."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import MAX_KEY, FactKey, FactName, FactProse
from rules.adventures.state import AdventureState
from rules.documents.records import records_of
from rules.documents.shapes import integer, text_list
from rules.errors import ChangeRefused, RulesError, require
from rules.text import with_minus

LOWEST_REPUTATION, HIGHEST_REPUTATION = -50, 50
MAX_ORGANIZATIONS = 40

DeedSize = Literal["minor", "moderate", "major"]
DEED_SIZES: tuple[DeedSize, ...] = ("minor", "moderate", "major")
DEED_POINTS: Mapping[DeedSize, int] = {"minor": 1, "moderate": 2, "major": 5}
WORST_DEED = 5
"""The cost of the worst deed in addition to all points."""


@dataclass(frozen=True, slots=True)
class ReputationStanding:
    """A standing: its points from the lowest to the highest, and which favors and disservices still count at it."""

    name: str
    low: int
    high: int
    raised_by: tuple[DeedSize, ...]
    lowered_by: tuple[DeedSize, ...]
    text: str


_MINOR: tuple[DeedSize, ...] = DEED_SIZES
_MODERATE: tuple[DeedSize, ...] = ("moderate", "major")
_MAJOR: tuple[DeedSize, ...] = ("major",)

# Reputation, "Reputations".
STANDINGS: tuple[ReputationStanding, ...] = (
    ReputationStanding(
        "Revered", 30, 50, _MAJOR, _MODERATE, "All of them see the party as heroes and would risk much for it."
    ),
    ReputationStanding("Admired", 15, 29, _MAJOR, _MINOR, "Most have heard of the party and think very highly of it."),
    ReputationStanding("Liked", 5, 14, _MODERATE, _MINOR, "Many know the party and are friendly."),
    ReputationStanding("Ignored", -4, 4, _MINOR, _MINOR, "Few know the party, or care about it."),
    ReputationStanding("Disliked", -14, -5, _MINOR, _MODERATE, "Many know the party and are unfriendly."),
    ReputationStanding("Hated", -29, -15, _MINOR, _MAJOR, "Nearly all know the party and harm it when that is easy."),
    ReputationStanding(
        "Hunted", -50, -30, _MODERATE, _MAJOR, "All of them are hostile and would risk much to destroy the party."
    ),
)


def standing_at(points: int) -> ReputationStanding:
    """Return the standing with so many Reputation Points; raise ``RulesError`` beyond the limits."""
    for standing in STANDINGS:
        if standing.low <= points <= standing.high:
            return standing
    raise RulesError(f"Reputation goes from {LOWEST_REPUTATION} to {HIGHEST_REPUTATION}.")


def within_limits(points: int) -> int:
    """Return Reputation Points inside their limits."""
    return min(max(points, LOWEST_REPUTATION), HIGHEST_REPUTATION)


@dataclass(frozen=True, slots=True)
class Organization:
    """A group of people with an opinion: its starting points, and the keys of its allies and rivals.

    Players do not know a ``hidden`` one.
    """

    key: FactKey
    name: FactName
    start: Annotated[int, integer(LOWEST_REPUTATION, HIGHEST_REPUTATION)] = 0
    text: FactProse = ""
    allies: Annotated[tuple[str, ...], text_list(MAX_ORGANIZATIONS, MAX_KEY)] = ()
    rivals: Annotated[tuple[str, ...], text_list(MAX_ORGANIZATIONS, MAX_KEY)] = ()
    hidden: bool = False

    @property
    def relations(self) -> tuple[str, ...]:
        """The keys of its allies and rivals."""
        return (*self.allies, *self.rivals)


@dataclass(frozen=True)
class ReputationFacts:
    """The organizations that watch the party."""

    organizations: Annotated[tuple[Organization, ...], records_of(Organization, MAX_ORGANIZATIONS)]

    @cached_property
    def by_key(self) -> Mapping[str, Organization]:
        """The organizations by their keys."""
        return {organization.key: organization for organization in self.organizations}


def check_reputation(facts: ReputationFacts) -> None:
    """Raise ``RulesError`` for organizations that do not fit together."""
    keys = [organization.key for organization in facts.organizations]
    if not keys:
        raise RulesError("Reputation needs an organization.")
    if "" in keys or len(set(keys)) != len(keys):
        raise RulesError("Each organization needs a key of its own.")
    for organization in facts.organizations:
        if not set(organization.relations) <= set(keys) - {organization.key}:
            raise RulesError(f"{organization.name} has an ally or a rival that is not another organization here.")
        if set(organization.allies) & set(organization.rivals):
            raise RulesError(f"{organization.name} lists the same organization as an ally and as a rival.")


def reputation_advice(facts: ReputationFacts) -> tuple[str, ...]:
    """Return relations that only one side knows of."""
    advice = []
    for organization in facts.organizations:
        for other in (facts.by_key[key] for key in organization.relations):
            same = other.allies if other.key in organization.allies else other.rivals
            if organization.key not in same:
                word = "ally" if other.key in organization.allies else "rival"
                advice.append(
                    f"{organization.name} names {other.name} as {'an' if word == 'ally' else 'a'} {word}, "
                    "but not vice versa."
                )
    return tuple(advice)


REPUTATION_KEY = "reputation"


@dataclass(frozen=True, slots=True)
class ReputationMark:
    """The points of an organization after a deed: after which scenario, and why."""

    organization: str
    scenario: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReputationState:
    """The points of each organization by its key, and every change of them; ``scenario`` is the last one named."""

    points: tuple[tuple[str, int], ...]
    marks: tuple[ReputationMark, ...] = ()
    scenario: int = 0

    def of(self, organization: str) -> int:
        """Return the points of an organization."""
        return dict(self.points)[organization]


@dataclass(frozen=True, slots=True)
class DeedEcho:
    """The possible meaning of a deed for an ally or a rival of an organization: a favor or a disservice of a size."""

    organization: str
    size: DeedSize
    is_favor: bool


class ReputationInPlay(AdventureState):
    """Reputation in play."""

    facts: ReputationFacts
    own: ReputationState

    def organization_of(self, key: str) -> Organization:
        """Return an organization by its key; raise ``ChangeRefused`` if there is none."""
        return require(self.facts.by_key.get(key), ChangeRefused("There is no such organization."))


def favor_points(points: int, size: DeedSize) -> int:
    """Return the points of a favor at the standing with so many points; 0 if the organization now expects more."""
    return DEED_POINTS[size] if size in standing_at(points).raised_by else 0


def disservice_points(points: int, size: DeedSize, by: int | None = None) -> int:
    """Return the points lost by a disservice at a standing, as a negative number; ``by`` is the loss by a major one."""
    if size not in standing_at(points).lowered_by:
        return 0
    return -(DEED_POINTS[size] if by is None else by)


def after_worst_deed(points: int) -> int:
    """Return the points after the worst of deeds: all are lost, and five more."""
    # Points below 0 are not given back: ruling 238.
    return within_limits(min(points, 0) - WORST_DEED)


def deed_echoes(facts: ReputationFacts, key: str, size: DeedSize, *, is_favor: bool) -> tuple[DeedEcho, ...]:
    """Return a deed's possible meaning for allies (the same) and rivals (the opposite) of an organization, one size
    smaller.

    It is a suggestion for the organizer: ruling 239.
    """
    if size == DEED_SIZES[0]:
        return ()
    smaller, organization = DEED_SIZES[DEED_SIZES.index(size) - 1], facts.by_key[key]
    return (
        *(DeedEcho(ally, smaller, is_favor) for ally in organization.allies),
        *(DeedEcho(rival, smaller, not is_favor) for rival in organization.rivals),
    )


def with_reputation(
    state: ReputationInPlay, organization: Organization, points: int, scenario: int | None, reason: str
) -> ReputationInPlay:
    """Return the state with other points of an organization; raise ``ChangeRefused`` for an earlier scenario."""
    own = state.own
    after = own.scenario if scenario is None else scenario
    if after < own.scenario:
        raise ChangeRefused(f"Something after scenario {own.scenario} has already been recorded.")
    before, now = own.of(organization.key), within_limits(points)
    rows = tuple((key, now if key == organization.key else n) for key, n in own.points)
    marks = (*own.marks, ReputationMark(organization.key, after, now, reason))
    state = state.with_own(points=rows, marks=marks, scenario=after)
    hidden = state.hides(organization)
    was, name = standing_at(before), standing_at(now).name
    text = f"{organization.name}: {before} to {now}" if now != before else f"{organization.name}: {now}"
    text = f"{text}, {name}." if was.name == name else f"{text}, {was.name} to {name}."
    return state.note(with_minus(text), hidden=hidden)
