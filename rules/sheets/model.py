"""The warband's sheet: what is shown of a roster, in words and signs, and nothing of how it is drawn."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from rules.alignment import Alignment
from rules.cards.model import HOMEBREW_MARK
from rules.cards.sheet import CreatureCard, FeatureLine, Mark
from rules.legality.resolved import SubjectKind
from rules.legality.rule import Severity
from rules.roster.model import Member, Roster
from rules.text import counted, with_choice

NAMELESS = "A warband without a name"


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A problem beside what it is about: ``kind`` of subject, the id of its ``member``, the ``key`` of what it has.

    ``reason`` is that of the override which covers the problem, "" where none does or none was given.
    """

    code: str
    message: str
    fix: str
    severity: Severity
    overridden: bool
    reason: str
    kind: SubjectKind
    member: str | None
    key: str | None

    @property
    def blocks(self) -> bool:
        """Whether the warband is illegal because of this problem."""
        return self.severity == "error" and not self.overridden


@dataclass(frozen=True, slots=True)
class OverrideLine:
    """What the table agreed to live with: the problem in a few ``words``, why, and ``whose`` problem.

    ``met`` tells whether the warband has such a problem now.
    """

    code: str
    words: str
    reason: str
    member: str | None
    whose: str
    met: bool


@dataclass(frozen=True, slots=True)
class UpgradeOffer:
    """An upgrade of a card, bought or not; ``removes`` names the features that go when it is bought.

    ``times`` is how often it was bought; more than once is a problem.
    """

    feature: FeatureLine
    bought: bool
    times: int
    removes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item that a member carries, at its ``place`` among the member's items, from 0.

    ``asks_for`` is what its player has to choose (weapon, spell, damage type), ``choice`` what was chosen; ``tags`` are
    the words printed under the name, ``precondition`` says what ``trigger`` is: ``Trigger`` or ``Requirement``.
    ``by_table``: the text says more than the fields. ``is_agreed``: the choice is in words of its own, to which the
    table has to agree. Of an unknown item there is only its key, which stands for its name as well.
    """

    key: str
    name: str
    known: bool
    level: int | None
    kind: str
    cost: Mark | None
    uses: tuple[Mark, ...]
    reach: str
    trigger: str
    text: str
    choice: str
    asks_for: str
    place: int
    tags: tuple[str, ...] = ()
    precondition: str = "Trigger"
    by_table: bool = False
    is_agreed: bool = False

    @property
    def full_name(self) -> str:
        """The item with its choice: ``Fiery Weapon (Tusk)``."""
        return with_choice(self.name, self.choice)

    @property
    def open_choice(self) -> str:
        """That its player has still to choose, in words: ``spell not chosen``; "" where nothing is left to choose."""
        return f"{self.asks_for} not chosen" if self.asks_for and not self.choice else ""


@dataclass(frozen=True, slots=True)
class PositioningLine:
    """A positioning upgrade that was bought; ``times`` is how often, more than once being a problem.

    ``is_secret`` tells that its player makes a hidden choice before play. ``secret`` is that choice, "" where it is
    not made yet or the reader may not know it; ``revealed`` whether everybody may.
    """

    key: str
    name: str
    known: bool
    times: int
    summary: str
    text: str
    is_secret: bool
    secret: str
    revealed: bool


@dataclass(frozen=True, slots=True)
class MemberSheet:
    """One member with its card, its points, all that it has and all that its card offers.

    ``called`` is its own name or else its creature's, ``full_name`` both where they differ. ``is_free`` marks a minion
    that came with its commander, ``enlisted`` is the member as the roster has it. ``features`` are those that the
    creature has now, in printed order, and ``gone`` names those that an upgrade took the place of. ``revision`` is the
    one that the member is pinned to, ``card_revision`` the one shown here, ``current_revision`` the newest, and
    ``newer_revision`` the newest if it states other facts than the one shown. ``career`` are lines on what a campaign
    has made of the member, which then has a card of its own; ``career_state`` is equal where careers are,
    and ``number`` tells it from its namesakes there. An unknown creature has no card and costs nothing.
    """

    id: str
    place: int
    enlisted: Member
    called: str
    full_name: str
    own_name: str
    creature: str
    key: str
    known: bool
    card: CreatureCard | None
    points: int
    base_points: int
    extras_points: int
    upgrade_cost: int | None
    is_free: bool
    commander: str
    minion_of: str | None
    hero_points: int
    features: tuple[FeatureLine, ...]
    gone: tuple[str, ...]
    upgrades: tuple[UpgradeOffer, ...]
    unknown_upgrades: tuple[str, ...]
    items: tuple[ItemLine, ...]
    positioning: tuple[PositioningLine, ...]
    notes: str
    revision: int | None
    card_revision: int | None
    current_revision: int | None
    newer_revision: int | None
    problems: tuple[ProblemLine, ...]
    career: tuple[str, ...] = ()
    career_state: Hashable = None
    number: int = 0

    @property
    def is_homebrew(self) -> bool:
        """Whether a player wrote its creature."""
        return HOMEBREW_MARK in self.key

    @property
    def bought(self) -> tuple[tuple[str, int], ...]:
        """What was bought for the member by name, and how often: upgrades, items with their choice, positioning."""
        upgrades = [(offer.feature.name, offer.times) for offer in self.upgrades if offer.bought]
        upgrades += [(f"“{key}”", 1) for key in self.unknown_upgrades]
        items = Counter([item.full_name for item in self.items]).items()
        return (*upgrades, *items, *((line.name, line.times) for line in self.positioning))

    @property
    def extras(self) -> str:
        """What was bought for the member, counted: ``2 upgrades, 1 item, 1 hero point``; "" for nothing."""
        numbers = (
            (sum(offer.times for offer in self.upgrades) + len(self.unknown_upgrades), "upgrade"),
            (sum(line.times for line in self.positioning), "positioning upgrade"),
            (len(self.items), "item"),
            (self.hero_points, "hero point"),
        )
        return ", ".join(counted(number, noun) for number, noun in numbers if number)


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A warband laid out for showing.

    ``mode`` is the play mode's name, ``mode_key`` the word that rosters have for it. ``limit`` is the points limit
    that counts and ``left`` what is left of it, below 0 when it is passed; both are None where the mode has none.
    ``limits_alignment`` tells whether the alignment decides whom the warband may take. ``problems`` are those of the
    warband as a whole; ``house_rules`` are sentences. ``roster`` is what it was laid out from.
    """

    roster: Roster
    name: str
    mode: str
    alignment: Alignment | None
    limits_alignment: bool
    points: int
    limit: int | None
    left: int | None
    legal: bool
    members: tuple[MemberSheet, ...]
    problems: tuple[ProblemLine, ...]
    overrides: tuple[OverrideLine, ...]
    house_rules: tuple[str, ...]
    is_held_to_collection: bool
    notes: str

    @property
    def bodies(self) -> int:
        """How many creatures there are."""
        return len(self.members)

    @property
    def over(self) -> int:
        """How many points the warband costs more than its limit, 0 where it keeps it."""
        return max(0, -(self.left or 0))

    @property
    def fullness(self) -> int | None:
        """The points in hundredths of the limit, at most 100; None where there is no limit."""
        return min(100, 100 * self.points // self.limit) if self.limit else None

    @property
    def errors(self) -> tuple[ProblemLine, ...]:
        """The problems that make the warband illegal, the members' included."""
        return tuple(line for line in self._every_problem() if line.blocks)

    @property
    def warnings(self) -> tuple[ProblemLine, ...]:
        """What the player should know of, the members' included, but for what the table agreed to."""
        return tuple(line for line in self._every_problem() if line.severity == "warning" and not line.overridden)

    def _every_problem(self) -> Iterator[ProblemLine]:
        yield from self.problems
        for member in self.members:
            yield from member.problems
