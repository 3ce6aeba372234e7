"""What if a warband were another one: its side in a battle, its versions, and what they won so far, for their page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Owner
from battles.models import Battle, BattleWhatIf
from battles.models.battles import BattleSeat
from battles.selectors.battles import BattleView
from battles.selectors.folding import setup_of
from battles.selectors.lineups import cards_of_creatures, keys_with_tags, side_lineup
from battles.selectors.runs import is_at_work
from compendium.builtin.creatures import SOURCES
from rules.building.alternatives import alternatives, apply_changes
from rules.building.changes import change_document
from rules.building.draft import Draft
from rules.errors import RulesError
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import BattleSetup
from rules.players.what_if import (
    BASE,
    WhatIfTally,
    best_version,
    gain_interval,
    gain_of_hundred,
    most_pairs,
    stages,
    win_share,
)
from rules.replacing import replace
from rules.text import counted, with_minus
from warbands.models import Warband
from warbands.selectors.legality import rulebook_of

MOST_VERSIONS = 40


@dataclass(frozen=True, slots=True)
class VersionOdds:
    """A version of the warband: what is changed, its games, and its wins of a hundred more than the warband as it is.

    ``is_stopped`` says that it was stopped early: what it won so far says little then.
    """

    words: str
    games: int
    more: int
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class BestVersion:
    """The best version by games with other dice: its wins of a hundred more, from ``low`` to ``high``."""

    words: str
    games: int
    share: float
    base: float
    more: int
    low: int
    high: int

    @property
    def is_sure(self) -> bool:
        """Whether it is better even at the lower end."""
        return self.low > 0

    @property
    def gain(self) -> str:
        """The difference, and how far off it may be: ``+4 points, ±3``."""
        off = max(self.high - self.more, self.more - self.low)
        return f"{'+' if self.more > 0 else ''}{with_minus(counted(self.more, 'point'))}, ±{off}"


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """The versions of a warband so far. ``most`` is the number of games that are played at most."""

    row: BattleWhatIf
    side: str
    games: int
    most: int
    versions: tuple[VersionOdds, ...]
    best: BestVersion | None
    is_playing: bool

    @property
    def is_stopped(self) -> bool:
        """Whether games are left that no job plays."""
        return not self.is_playing and self.row.is_left


def changeable_seat(view: BattleView, owner: Owner) -> BattleSeat | None:
    """Return the first seat with a warband of this person whose draft they can change, None without one.

    One query, none without a warband. A warband with a career changes only by its journal.
    """
    seats = [seat for seat in view.seats if seat.warband_id and seat.side in view.seated]
    mine = Warband.objects.filter(owner.q, deleted_at=None, has_career=False)
    warbands = mine.in_bulk([seat.warband_id for seat in seats]) if seats else {}
    for seat in seats:
        if seat.warband_id in warbands:
            seat.warband = warbands[seat.warband_id]
            return seat
    return None


def what_if_setup(setup: BattleSetup, side: str, warband: Warband, draft: Draft) -> BattleSetup:
    """Return a battle's set-up with a draft's creatures on a side. The queries of a rulebook.

    Raises ``RulesError`` if the set-up needs a creature that is not among them.
    """
    others = tuple(creature for creature in setup.fielded if creature.side != side)
    own = side_lineup(side, warband, draft).fielded
    there = {creature.id for creature in (*others, *own)}
    if not own or (setup.lone_creature and setup.lone_creature not in there):
        raise RulesError("This side has no creature that the battle needs.")
    starts = tuple(start for start in setup.table.starts if start.creature in there) if setup.table else ()
    table = replace(setup.table, starts=starts) if setup.table else None
    return replace(setup, fielded=tuple(sorted((*others, *own), key=lambda row: row.side)), table=table)


def versions_of(
    battle: Battle, side: str, warband: Warband, draft: Draft
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the set-up and the versions as a row stores them. The queries of some rulebooks.

    Raises ``RulesError`` if the warband as it is cannot fight this battle.
    """
    played = setup_of(battle)
    setup = P2V.setup_document(what_if_setup(played, side, warband, draft))
    carried = {choice.item for member in draft.roster.members for choice in member.items}
    cards = cards_of_creatures(keys_with_tags(()))
    creatures = [card for card in cards.values() if card.source in SOURCES]
    rulebook = rulebook_of([draft.roster], creatures=[card.key for card in creatures], items=carried)
    versions = []
    for changes in alternatives(draft, rulebook, creatures, MOST_VERSIONS):
        try:
            version = P2V.setup_document(what_if_setup(played, side, warband, apply_changes(draft, changes, rulebook)))
        except RulesError:
            continue
        versions.append(
            {
                "words": changes[-1].describe(draft, rulebook),
                "changes": [change_document(change) for change in changes],
                "fielded": _joined(setup, version),
            }
        )
    return setup, versions


def _joined(setup: dict[str, Any], version: Mapping[str, Any]) -> list[Any]:
    """Add the cards of a version to a set-up, and return its creatures, those of the set-up by their id."""
    known, rows = setup["cards"], []
    for row in version["fielded"]:
        card = version["cards"][row["card"]]
        if card not in known:
            known.append(card)
        rows.append({**row, "card": known.index(card)})
    return [row["id"] if row in setup["fielded"] else row for row in rows]


def version_setup(row: BattleWhatIf, version: str) -> BattleSetup:
    """Return the set-up of a version of the side. No query if ``battle`` is loaded."""
    setup = row.setup
    if version != BASE:
        by_id = {each["id"]: each for each in setup["fielded"]}
        fielded = [by_id[each] if isinstance(each, str) else each for each in row.versions[int(version)]["fielded"]]
        setup = {**setup, "fielded": fielded}
    return setup_of(Battle(family=row.battle.family, setup=setup))


def version_keys(row: BattleWhatIf) -> list[str]:
    """Return the keys of a row's versions, in their order."""
    return [str(number) for number in range(len(row.versions))]


def what_if_page(view: BattleView) -> WhatIfPage | None:
    """Return what the versions of a warband won so far, None if none was asked. At most two queries."""
    row = BattleWhatIf.objects.filter(battle=view.battle).first()
    if row is None:
        return None
    row.battle = view.battle
    tally, keys = WhatIfTally(**row.tally), version_keys(row)
    left, _ = stages(tally, keys)
    base = tally.tried.get(BASE, "")
    shown = []
    for key in keys:
        if wins := tally.tried.get(key, ""):
            more = gain_of_hundred(base, wins)
            shown.append(VersionOdds(row.versions[int(key)]["words"], 2 * len(wins), more, key not in left))
    best, offered = best_version(tally, keys), None
    without, with_it = tally.fresh.get(BASE, ""), tally.fresh.get(best, "") if best != BASE else ""
    if without and with_it and not row.is_left:
        more, low, high = (round(100 * number) for number in gain_interval(without, with_it))
        words = row.versions[int(best)]["words"]
        offered = BestVersion(
            words, 2 * len(with_it), 100 * win_share(with_it), 100 * win_share(without), more, low, high
        )
    side = next(side["name"] for side in row.setup["sides"] if side["key"] == row.side)
    ordered = tuple(sorted(shown, key=lambda each: (-each.games, -each.more)))
    most = 2 * most_pairs(len(keys), row.games // 2)
    return WhatIfPage(row, side, 2 * row.played, most, ordered, offered, is_at_work(row))
