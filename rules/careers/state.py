"""The state of careers: every member and the warband between two scenarios, and its document.

A state contains only what cannot be recomputed without the earlier events: it grows with wounds and feats, never with
the number of scenarios. Levels, stats, points and damage are derived (``rules.careers.numbers``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from rules.cards.model import STATS, Card
from rules.careers.events import CareerRules, RollKind, SpentUse
from rules.documents.reading import Fields, Format, fail
from rules.documents.records import NEEDED, WRITTEN, InDocument, from_record, record_of, records_of, to_record
from rules.documents.shapes import Shape, choice, integer, number, optional_text, present
from rules.errors import RulesError
from rules.feats import BY_KEY as FEATS
from rules.feats import Feat, find_feat
from rules.legality.resolved import Rulebook
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.roster.model import MAX_MEMBERS, MAX_NUMBER, Member
from rules.tables.advancement import CLASSES_BY_NAME as CLASSES
from rules.tables.dying import INJURY_BY_KEY, Injury
from rules.tables.stats import StatChange
from rules.text import numbered_name

_MOST = 10_000
SignedNumber = Annotated[int, integer(-MAX_NUMBER, MAX_NUMBER)]
STAT_CHANGES = records_of(
    StatChange, shapes={"stat": choice(STATS, needed=True), "by": integer(-MAX_NUMBER, MAX_NUMBER)}
)


@dataclass(frozen=True, slots=True)
class Wound:
    """A wound: the key of its injury, the scenario and the event that made it, and whether it stays for good."""

    injury: Annotated[str, choice(tuple(INJURY_BY_KEY), needed=True)]
    scenario: Annotated[str | None, present(optional_text())]
    event: str = ""
    permanent: bool = False

    @property
    def row(self) -> Injury:
        """The injury of the table."""
        return INJURY_BY_KEY[self.injury]


@dataclass(frozen=True, slots=True)
class GainedFeat:
    """A feat that a member has, with its choice, and the event that gave it."""

    feat: Annotated[str, choice(tuple(FEATS), needed=True)]
    choice: str | None = None
    event: str = ""

    @property
    def row(self) -> Feat:
        """The feat as the rulebook has it."""
        return find_feat(self.feat)


@dataclass(frozen=True, slots=True)
class OpenFeat:
    """A feat that is still to be chosen: the event that gave it, its scenario, and the level that counts for it."""

    event: str
    scenario: str | None
    level: Annotated[int, integer(MIN_LEVEL, MAX_LEVEL)]


@dataclass(frozen=True, slots=True)
class CareerState:
    """The career of one member: its present state, and everything that it gained and suffered.

    ``creature`` is the name of its creature, for sentences. ``gains`` has the sum of all advances of each stat.
    ``hp_class`` is the class whose HP growth the member follows, None until it is needed. ``spent`` are uses that have
    not returned yet. ``ended_by`` is the id of the event that ended the career, empty while it goes on.
    ``left_revision`` is the revision of its card that its owner declined, or None. ``number`` distinguishes it from its
    namesakes, 0 if it has none: the state of its warband derives it, and no document contains it.
    """

    member: Member
    creature: Annotated[str, WRITTEN] = ""
    advances: Annotated[int, integer(high=MAX_NUMBER), WRITTEN] = 0
    gains: Annotated[tuple[StatChange, ...], STAT_CHANGES] = ()
    feats: tuple[GainedFeat, ...] = ()
    open_feats: Annotated[tuple[OpenFeat, ...], records_of(OpenFeat, _MOST)] = ()
    wounds: Annotated[tuple[Wound, ...], records_of(Wound, _MOST)] = ()
    is_out_of_action: bool = False
    is_dismissed: bool = False
    hp_class: Annotated[str | None, choice(tuple(CLASSES), nullable=True)] = None
    level_offset: SignedNumber = 0
    points_correction: SignedNumber = 0
    spent: Annotated[tuple[SpentUse, ...], records_of(SpentUse, _MOST)] = ()
    spells: tuple[str, ...] = ()
    ended_by: str = ""
    left_revision: Annotated[int | None, number(1, MAX_NUMBER)] = None
    number: Annotated[int, InDocument(leave_out=True)] = field(default=0, compare=False)

    @property
    def id(self) -> str:
        """The member's id."""
        return self.member.id

    @property
    def name(self) -> str:
        """The member's name in sentences: ``Snik``, ``Kobold Warrior``, or ``Kobold Warrior 2`` among namesakes."""
        return numbered_name(self.own_name, self.number)

    @property
    def own_name(self) -> str:
        """The member's own name, or else its creature's, without a number."""
        return self.member.name or self.creature

    @property
    def has_ended(self) -> bool:
        """Whether the career has ended: the member stays in the warband and never fights again."""
        return bool(self.ended_by)

    @property
    def can_fight(self) -> bool:
        """Whether nothing keeps the member from the next scenario."""
        return not self.is_out_of_action and not self.has_ended

    @property
    def permanent_wounds(self) -> int:
        """The number of permanent wounds."""
        return sum(wound.permanent for wound in self.wounds)

    @property
    def has_temporary_wound(self) -> bool:
        """Whether a wound can still heal."""
        return any(not wound.permanent for wound in self.wounds)

    def base_card(self, rulebook: Rulebook) -> Card:
        """Return the compendium's card in force; raise ``RulesError`` if there is none."""
        card = rulebook.card(self.member.creature, self.member.revision)
        if card is None:
            raise RulesError(f"The rulebook has no creature with the key {self.member.creature!r}.")
        return card

    def with_gain(self, stat: str, by: int) -> CareerState:
        """Return the state with the sum of one stat's advances changed."""
        sums = {change.stat: change.by for change in self.gains}
        sums[stat] = sums.get(stat, 0) + by
        gains = tuple(StatChange(name, sums[name]) for name in sorted(sums) if sums[name])
        return replace(self, gains=gains)


@dataclass(frozen=True, slots=True)
class RollDue:
    """A roll that is due in a scenario: its purpose, its member, and how many d6.

    ``number`` counts rolls of one kind: an advance is rolled again if no feat is left to choose.
    """

    kind: RollKind
    member: str
    dice: Annotated[int, integer(1)]
    number: Annotated[int, integer(1)] = 1


@dataclass(frozen=True, slots=True)
class LastScenario:
    """The last scenario: its id, its event, and its missing rolls."""

    scenario: str
    event: str
    daily_recovered: bool
    missing: Annotated[tuple[RollDue, ...], records_of(RollDue, _MOST)] = ()


@dataclass(frozen=True, slots=True)
class UndoneJoining:
    """Members of a creature whose joining was undone, and how many careers the warband had begun before them.

    Their numbers stay taken.
    """

    creature: str
    after: Annotated[int, integer(high=MAX_NUMBER)]
    members: Annotated[int, integer(1, MAX_NUMBER)]


@dataclass(frozen=True)
class WarbandState:
    """All careers of a warband between two scenarios, including those of dismissed members."""

    members: Annotated[tuple[CareerState, ...], records_of(CareerState, MAX_MEMBERS), WRITTEN] = ()
    rules: Annotated[CareerRules, record_of(CareerRules, null=CareerRules()), WRITTEN] = field(
        default_factory=CareerRules
    )
    scenarios: Annotated[int, integer(), NEEDED] = 0
    last: Annotated[LastScenario | None, WRITTEN] = None
    undone: Annotated[tuple[UndoneJoining, ...], records_of(UndoneJoining, MAX_NUMBER)] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", with_numbers(self.members, self.undone))

    @cached_property
    def by_id(self) -> dict[str, CareerState]:
        """The members that are in the warband, by their id."""
        return {state.id: state for state in self.members if not state.is_dismissed}

    @cached_property
    def going_on(self) -> dict[str, CareerState]:
        """The members that are in the warband and whose careers have not ended, by their id."""
        return {member: state for member, state in self.by_id.items() if not state.has_ended}

    def mapped(self, change: Callable[[CareerState], CareerState]) -> WarbandState:
        """Return the state with every member that is in the warband changed."""
        return replace(
            self, members=tuple(member if member.is_dismissed else change(member) for member in self.members)
        )

    def with_undone(self, creatures: Iterable[str]) -> WarbandState:
        """Return the state after the joining of members of these creatures was undone."""
        counts = Counter({(joining.creature, joining.after): joining.members for joining in self.undone})
        counts.update((creature, len(self.members)) for creature in creatures)
        return replace(self, undone=tuple(UndoneJoining(*place, counts[place]) for place in sorted(counts)))

    def with_career(self, career: CareerState) -> WarbandState:
        """Return the state with another state of a member that is in the warband."""
        return self.mapped(lambda career_state: career if career_state.id == career.id else career_state)


def with_numbers(careers: tuple[CareerState, ...], undone: Iterable[UndoneJoining] = ()) -> tuple[CareerState, ...]:
    """Return the careers of a warband, including dismissed members, with numbers for namesakes.

    A member's number is its place among all of its creature that ever joined, so it stays the same for the whole career
    and passes to no other member. It is 0 for the only one of a creature, and for a unique name.
    """
    joined, named = Counter(career.creature for career in careers), Counter(career.member.name for career in careers)
    namesakes, numbered = Counter[str](), []
    for career, place in zip(careers, _places(careers, undone), strict=True):
        name = career.member.name
        namesakes[name] += 1
        is_unique = named[name] == 1 if name else joined[career.creature] == 1
        number = 0 if is_unique else namesakes[name] if name else place
        numbered.append(career if career.number == number else replace(career, number=number))
    return tuple(numbered)


def _places(careers: Iterable[CareerState], undone: Iterable[UndoneJoining]) -> Iterator[int]:
    """Yield the place of each member among those of its creature, counting those whose joining was undone."""
    joined = Counter[str]()
    for index, career in enumerate(careers):
        joined[career.creature] += 1
        yield joined[career.creature] + sum(
            joining.members for joining in undone if joining.creature == career.creature and joining.after <= index
        )


def numbered_creatures(state: WarbandState) -> dict[str, str]:
    """Return what the members would be called without names of their own, by id: ``Kobold Warrior 2``.

    The only one of its creature that ever joined is left out: its creature's name tells which member it is.
    """
    joined = Counter(career.creature for career in state.members)
    return {
        career.id: numbered_name(career.creature, place)
        for career, place in zip(state.members, _places(state.members, state.undone), strict=True)
        if joined[career.creature] > 1
    }


class CareerProblem(NamedTuple):
    """Something that is wrong with an event: a stable code, the event's id, the member, and a sentence."""

    code: str
    event: str
    member: str | None
    message: str


class Aftermath(NamedTuple):
    """The state after some events, and their problems."""

    state: WarbandState
    problems: tuple[CareerProblem, ...] = ()


def begin(
    members: Iterable[Member],
    rulebook: Rulebook,
    *,
    rules: CareerRules | None = None,
    careers: Iterable[CareerState] = (),
) -> WarbandState:
    """Return the state before the first scenario; members with an earlier career continue it.

    Raises ``RulesError`` for two members with one id and for a creature that is not in the rulebook.
    """
    earlier = {career.id: career for career in careers}
    states = tuple(enlist_career(member, rulebook, earlier.get(member.id)) for member in members)
    if len({state.id for state in states}) != len(states):
        raise RulesError("Two members of the warband have the same id.")
    return WarbandState(states, rules or CareerRules())


def enlist_career(member: Member, rulebook: Rulebook, career: CareerState | None = None) -> CareerState:
    """Return the state of a new member, or of one that continues its career; raise ``RulesError`` without a card."""
    state = CareerState(member) if career is None else replace(career, member=member)
    return replace(state, creature=state.base_card(rulebook).name)


FORMAT = Format("muster-careers/1", "careers between two scenarios")


def state_document(state: WarbandState) -> dict[str, Any]:
    """Return a state as a document, in which a site stores it."""
    return {"format": FORMAT.tag, **to_record(state)}


def state_from_document(document: object, path: str = "") -> WarbandState:
    """Read a stored state; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    state = from_record(read, WarbandState)
    ids = [career.id for career in state.members]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("members"), "Two members have the same id.")
    return state


def _read_careers(read: Fields, name: str) -> WarbandState:
    return state_from_document(read.fields(name).raw)


CAREERS = Shape(state_document, _read_careers, {"type": "object"})
"""Careers in the form in which they are stored."""
