"""Two warbands side by side: their members, and the effect of each attack of one on each creature of the other.

``matchup_sheet`` returns a frozen value for any two rosters, legal or not, and never raises.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.alignment import Alignment
from rules.cards.model import Card, Feature, describe_origin
from rules.cards.sheet import STAT_LABELS, StatLine, creature_card
from rules.legality.resolved import Rulebook
from rules.legality.verdict import Verdict, verdict
from rules.matchup.cells import UNKNOWN, MatchupCell, cell_of
from rules.p2v_combat.attacks import Attack, attacks_of, combinations, unknown_spells
from rules.roster.model import Member, Roster
from rules.tables import conditions, rolls
from rules.tables.stats import StatChange, stat_name, total_change
from rules.text import listed, with_minus

SIEGE_WEAPON = "siege weapon"
DEFENCES = ("Immune", "Resist", "Weak")

Identity = tuple[str, int, tuple[str, ...], int]
"""What identical members share: the creature's key, its card's revision (0: no card), the keys of its upgrades, and
which own card it has (0: its creature's).
"""


@dataclass(frozen=True, slots=True)
class Contender:
    """Identical members of a warband: one card with the same upgrades.

    ``count`` is their number, ``names`` are their own names, ``points`` is their total cost with all purchases.
    ``label`` distinguishes the contender from all others of the sheet. ``traits`` are immunities, resistances and
    weaknesses with their labels. ``combined`` are actions made of other Strikes, ``notes`` further information,
    ``attacks`` its rows. An unknown creature has its key for a name, no card, no level and no stats.
    """

    key: str
    name: str
    label: str
    count: int
    names: tuple[str, ...]
    identity: Identity
    stats: tuple[StatLine, ...]
    points: int = 0
    level: int | None = None
    alignment: Alignment | None = None
    license: str = ""
    source: str = ""
    upgrades: tuple[str, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()
    combined: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    card: Card | None = field(default=None, repr=False, compare=False)
    attacks: tuple[Attack, ...] = field(default=(), repr=False, compare=False)

    @property
    def is_known(self) -> bool:
        """Whether its card is known."""
        return self.card is not None

    @property
    def attack_count(self) -> int:
        """The number of its rows."""
        return len(self.attacks)


@dataclass(frozen=True, slots=True)
class MatchupRow:
    """An attack of a contender, with a cell for each contender of the other side, in their order."""

    contender: Contender
    attack: Attack
    cells: tuple[MatchupCell, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One warband: its contenders in the order of the roster, and the rows of all their attacks.

    ``everybody`` are all its contenders, ``contenders`` those chosen for rows and columns. ``points`` and
    ``points_limit`` are those of its verdict; no limit is None.
    """

    name: str
    points: int
    points_limit: int | None
    legal: bool
    everybody: tuple[Contender, ...]
    contenders: tuple[Contender, ...]
    rows: tuple[MatchupRow, ...]

    @property
    def bodies(self) -> int:
        """The number of members in the warband."""
        return sum(contender.count for contender in self.everybody)


Lineup = tuple[Contender, ...]
Choose = Callable[[Lineup, Lineup], tuple[Collection[Contender], Collection[Contender]]]
"""Which of the first side's and of the second side's contenders have rows and columns."""


def everybody(first: Lineup, second: Lineup) -> tuple[Lineup, Lineup]:
    """Choose all contenders of both sides."""
    return first, second


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A circumstance that shifts the chances: its effect on a strike's roll against Armor and on a save against
    Power.
    """

    words: str
    strike: int = 0
    save: int = 0


@dataclass(frozen=True, slots=True)
class MatchupSheet:
    """Two warbands side by side. The columns of one side's rows are the other side's contenders.

    ``circumstances`` shift the chances, ``reading`` explains how to read the sheet and what it omits.
    """

    first: Side
    second: Side
    circumstances: tuple[Circumstance, ...]
    reading: tuple[str, ...]


def _shift(words: str, changes: Iterable[StatChange]) -> Circumstance:
    """Return a circumstance of the attacker as its stats change."""
    changes = tuple(changes)
    return Circumstance(words, total_change("fight", changes), -total_change("power", changes))


# What the sheet leaves aside and a table has to add, by the rules of Fight rolls and conditions: each point is a face
# of the d20. "Multiple attack penalty", "Ranged attack in melee penalty", "Range", "Conditions".
MATCHUP_CIRCUMSTANCES: tuple[Circumstance, ...] = (
    Circumstance("Second attack action of a turn", strike=rolls.multiple_attack_penalty(1)),
    Circumstance("Third attack action of a turn, and later ones", strike=rolls.multiple_attack_penalty(2)),
    Circumstance("Ranged strike within reach of an enemy", strike=rolls.fight_penalty(ranged_in_enemy_reach=True)),
    Circumstance("Beyond the short range", strike=rolls.fight_penalty(beyond_short_range=True)),
    Circumstance("Attacker prone", strike=rolls.fight_penalty(prone=True)),
    _shift("Attacker rattled", conditions.BY_NAME["rattled"].changes),
    Circumstance(
        "Target off-guard (flanked, prone, grabbed)",
        strike=-total_change("armor", conditions.BY_NAME["off-guard"].changes),
    ),
    Circumstance("Target sickened", save=total_change("will", conditions.BY_NAME["sickened"].changes)),
)

READING: tuple[str, ...] = (
    "Chances are for the first attack of a turn, in the open and within short range. Both creatures are unhurt and have"
    " no conditions. Each face of the d20 is 5%.",
    "A strike hits when the d20 plus Fight reaches the Armor; a natural 20, or 10 above the Armor, is a critical hit. A"
    " power works when the target’s save is lower than the Power; a natural 1, or 10 below the Power, is a critical"
    " failure. Critical results double the damage.",
    "The average is the damage dealt at once to one target, after immunity, resistance and weakness, with hits and"
    " misses counted together. It is not limited by the target’s HP.",
    "Not included: persistent damage, extra damage that depends on a condition (such as Sneak Attack), cover and"
    " concealment, items, hero points, the target’s reactions, and anything that only the text of a feature says.",
)


def matchup_sheet(
    first: Roster,
    second: Roster,
    rulebook: Rulebook,
    second_rulebook: Rulebook | None = None,
    *,
    choose: Choose = everybody,
) -> MatchupSheet:
    """Return two warbands side by side; never raises.

    ``second_rulebook`` is for the second roster, if it differs; a roster's own cards replace its rulebook's. A side
    without members, or with only unknown creatures, has no rows. ``choose`` selects rows and columns: for two large
    warbands, the whole table would have tens of thousands of cells.
    """
    other_book = second_rulebook or rulebook
    verdicts = verdict(first, rulebook), verdict(second, other_book)
    ours, theirs = _contenders(first, rulebook, verdicts[0]), _contenders(second, other_book, verdicts[1])
    named = _told_apart([*ours, *theirs])
    ours, theirs = named[: len(ours)], named[len(ours) :]
    chosen = choose(tuple(ours), tuple(theirs))
    we, they = (
        [contender for contender in side if contender in some]
        for side, some in zip((ours, theirs), chosen, strict=True)
    )
    return MatchupSheet(
        first=_side(first.name or "First warband", verdicts[0], ours, we, they),
        second=_side(second.name or "Second warband", verdicts[1], theirs, they, we),
        circumstances=MATCHUP_CIRCUMSTANCES,
        reading=READING,
    )


def _side(
    name: str,
    reckoned: Verdict,
    everyone: Sequence[Contender],
    chosen: Sequence[Contender],
    others: Sequence[Contender],
) -> Side:
    return Side(
        name=name,
        points=reckoned.points,
        points_limit=reckoned.points_limit,
        legal=reckoned.legal,
        everybody=tuple(everyone),
        contenders=tuple(chosen),
        rows=tuple(
            MatchupRow(contender, attack, tuple(_cell(contender.card, attack, other.card) for other in others))
            for contender in chosen
            for attack in contender.attacks
        ),
    )


def _cell(card: Card | None, attack: Attack, target: Card | None) -> MatchupCell:
    if card is None or target is None:
        return MatchupCell(notes=(UNKNOWN,))
    return cell_of(attack, card.stats, target)


# Who is alike


def _contenders(roster: Roster, rulebook: Rulebook, reckoned: Verdict) -> list[Contender]:
    """Return the members of a roster, those that are alike together, in the order of the first of each."""
    book = rulebook.with_cards(roster.cards) if roster.cards else rulebook
    alike: dict[Identity, list[int]] = {}
    cards: dict[Identity, Card | None] = {}
    own_cards: list[Card] = []
    for place, member in enumerate(roster.members):
        card = book.member_card(member)
        bought = tuple(sorted(set(member.upgrades) & card.upgrades.keys())) if card else ()
        own = 0
        if card is not None and card != book.card(member.creature, member.revision):
            if card not in own_cards:
                own_cards.append(card)
            own = own_cards.index(card) + 1
        identity = (member.creature, card.revision if card else 0, bought, own)
        alike.setdefault(identity, []).append(place)
        cards[identity] = card
    return [
        _contender(
            identity,
            cards[identity],
            [roster.members[place] for place in places],
            sum(reckoned.members[place].points for place in places),
            book,
        )
        for identity, places in alike.items()
    ]


def _contender(
    identity: Identity, card: Card | None, members: Sequence[Member], points: int, book: Rulebook
) -> Contender:
    names = tuple(member.name for member in members if member.name)
    if card is None:
        key, stats = identity[0], tuple(StatLine(name, label, "–", None) for name, label in STAT_LABELS)
        return Contender(key, key, f"“{key}”", len(members), names, identity, stats, notes=(UNKNOWN,))
    features = card.features_with(identity[2])
    shown = creature_card(card)
    return Contender(
        key=card.key,
        name=card.name,
        label=card.name,
        count=len(members),
        names=names,
        identity=identity,
        points=points,
        level=card.level,
        alignment=shown.alignment,
        license=card.license,
        # Only some rulebooks know what sources are called.
        source=book.sources.get(card.source or "", card.license),
        upgrades=tuple(card.upgrades[key].name for key in identity[2]),
        stats=shown.stats,
        traits=tuple((label, "".join(span.text for span in spans)) for label, spans in shown.foot if label in DEFENCES),
        combined=combinations(features),
        notes=tuple(_notes(card, features, members, book)),
        card=card,
        attacks=attacks_of(card, features),
    )


def _notes(card: Card, features: Sequence[Feature], members: Iterable[Member], book: Rulebook) -> Iterator[str]:
    """Yield what a reader should know about a contender besides its figures."""
    if card.missing_stats:
        yield f"Its card has no {listed(map(stat_name, card.missing_stats), 'or')}."
    if card.armor_broken is not None:
        yield f"This assumes unbroken Armor; broken, it is {card.armor_broken}."
    if SIEGE_WEAPON in (tag.casefold() for tag in card.tags):
        yield "A siege weapon takes no actions of its own: adjacent allies use its attacks."
    carried = (book.items.get(choice.item) for member in members for choice in member.items)
    if names := dict.fromkeys(item.name for item in carried if item):
        yield f"Carries {listed(names)} (not included)."
    if unknown := unknown_spells(card, features):
        yield f"Not included, because no spell sheet has them: {listed(unknown)}."


def _told_apart(contenders: Sequence[Contender]) -> list[Contender]:
    """Return the contenders with distinct labels: by source or key, revision, own card, upgrades."""
    origins: dict[str, dict[str, str]] = {}
    revisions: dict[str, set[int]] = {}
    for contender in contenders:
        origins.setdefault(contender.name, {})[contender.key] = _origin(contender)
        revisions.setdefault(contender.key, set()).add(contender.identity[1])
    return _numbered(
        [_labelled(contender, origins[contender.name], revisions[contender.key]) for contender in contenders]
    )


def _numbered(contenders: Sequence[Contender]) -> list[Contender]:
    """Return the contenders; those with cards of their own that still share a label are numbered."""
    labels = Counter(contender.label for contender in contenders if contender.identity[3])
    seen: Counter[str] = Counter()
    numbered = []
    for contender in contenders:
        if contender.identity[3] and labels[contender.label] > 1:
            seen[contender.label] += 1
            contender = replace(contender, label=f"{contender.label}, no. {seen[contender.label]}")
        numbered.append(contender)
    return numbered


def _origin(contender: Contender) -> str:
    return describe_origin(contender.source, contender.alignment.code if contender.alignment else None)


def _labelled(contender: Contender, origins: Mapping[str, str], revisions: Collection[int]) -> Contender:
    """Return a contender with its label; ``origins`` are those of all creatures of its name, by key."""
    label = contender.label
    if len(origins) > 1:
        label += f" ({_origin(contender) if len(set(origins.values())) == len(origins) else contender.key})"
    if len(revisions) > 1:
        label += f", revision {contender.identity[1]}"
    if contender.identity[3]:
        label += with_minus(f", level {contender.level}") + (f" ({listed(contender.names)})" if contender.names else "")
    if contender.upgrades:
        label += f" with {listed(contender.upgrades)}"
    return replace(contender, label=label)
