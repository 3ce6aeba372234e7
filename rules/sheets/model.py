"""The warband's sheet: the displayed content of a roster, in words and signs, independent of how it is drawn."""

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
    """A problem with its subject: ``kind`` of subject, the id of its ``member``, the ``key`` of the purchase.

    ``reason`` is that of its override, "" if there is none.
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
    """A problem that the players allow: in a few ``words``, the reason, and ``whose`` problem.

    ``met`` is True if the warband has such a problem now.
    """

    code: str
    words: str
    reason: str
    member: str | None
    whose: str
    met: bool


@dataclass(frozen=True, slots=True)
class UpgradeOffer:
    """An upgrade of a card, bought or not; ``removes`` names the features that it replaces.

    ``times`` is how often it was bought; more than once is a problem.
    """

    feature: FeatureLine
    bought: bool
    times: int
    removes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item that a member carries, at its ``place`` among the member's items, from 0.

    ``asks_for`` is the kind of the player's choice (weapon, spell, damage type), ``choice`` the choice; ``tags`` are
    the words printed under the name, ``precondition`` is the kind of ``trigger``: ``Trigger`` or ``Requirement``.
    ``by_table``: the text says more than the fields. ``is_agreed``: the choice is in the player's own words, to which
    the players must agree. An unknown item has only its key, which is also its name.
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
        """The open choice in words: ``spell not chosen``; "" if there is none."""
        return f"{self.asks_for} not chosen" if self.asks_for and not self.choice else ""


@dataclass(frozen=True, slots=True)
class PositioningLine:
    """A bought positioning upgrade; ``times`` is how often, more than once being a problem.

    ``is_secret`` is True if its player makes a hidden choice before play. ``secret`` is that choice, "" if it is not
    made yet or the reader may not know it; ``revealed`` is True if everybody may.
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
    """One member with its card, its points, all its purchases and all its card's offers.

    ``called`` is its own name or else its creature's, ``full_name`` both if they differ. ``is_free`` marks a minion
    that joined with its commander, ``enlisted`` is the member in the roster. ``features`` are its present ones, in
    printed order, and ``gone`` names those that an upgrade replaced. ``revision`` is the one to which the member is
    pinned, ``card_revision`` the one shown here, ``current_revision`` the newest, and ``newer_revision`` the newest if
    its facts differ from the one shown. ``career`` are lines on the changes by a campaign, which gives the member its
    own card; ``career_state`` is equal if the careers are, and ``number`` distinguishes it from its namesakes there. An
    unknown creature has no card and costs 0 points.
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
        """The member's purchases by name, with their numbers: upgrades, items with their choice, positioning."""
        upgrades = [(offer.feature.name, offer.times) for offer in self.upgrades if offer.bought]
        upgrades += [(f"“{key}”", 1) for key in self.unknown_upgrades]
        items = Counter([item.full_name for item in self.items]).items()
        return (*upgrades, *items, *((line.name, line.times) for line in self.positioning))

    @property
    def extras(self) -> str:
        """The member's purchases, counted: ``2 upgrades, 1 item, 1 hero point``; "" for none."""
        numbers = (
            (sum(offer.times for offer in self.upgrades) + len(self.unknown_upgrades), "upgrade"),
            (sum(line.times for line in self.positioning), "positioning upgrade"),
            (len(self.items), "item"),
            (self.hero_points, "hero point"),
        )
        return ", ".join(counted(number, noun) for number, noun in numbers if number)


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """The layout of a warband.

    ``mode`` is the play mode's name, ``mode_key`` its word in rosters. ``limit`` is the points limit that counts and
    ``left`` the rest of it, negative if it is exceeded; both are None if the mode has none. ``limits_alignment`` is
    True if the alignment decides which creatures the warband may take. ``problems`` are those of the warband as a
    whole; ``house_rules`` are sentences. ``roster`` is the source of the layout.
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
        """The number of creatures."""
        return len(self.members)

    @property
    def over(self) -> int:
        """The points over the limit, 0 if there are none."""
        return max(0, -(self.left or 0))

    @property
    def fullness(self) -> int | None:
        """The points in percent of the limit, at most 100; None if there is no limit."""
        return min(100, 100 * self.points // self.limit) if self.limit else None

    @property
    def errors(self) -> tuple[ProblemLine, ...]:
        """The problems that make the warband illegal, the members' included."""
        return tuple(line for line in self._every_problem() if line.blocks)

    @property
    def warnings(self) -> tuple[ProblemLine, ...]:
        """Warnings for the player, including the members', except for allowed problems."""
        return tuple(line for line in self._every_problem() if line.severity == "warning" and not line.overridden)

    def _every_problem(self) -> Iterator[ProblemLine]:
        yield from self.problems
        for member in self.members:
            yield from member.problems
