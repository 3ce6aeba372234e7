"""Fixes: what mends a problem, as changes that a player makes with the press of a button.

The first fix of a problem is what its own ``fix`` names first; others may follow. Some problems only their players can
mend: an empty warband, a choice that is not made, a card that lacks stats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.alignment import BY_CODE, CODES, recruits
from rules.building.change_set import ChangeSet
from rules.building.changes import Change
from rules.building.codecs import NUMBER, OPTIONAL_TEXT, TEXT
from rules.building.draft import MAX_LIMIT, Draft
from rules.building.items import ItemRemove, ItemReplace
from rules.building.member_ids import FIRST_NUMBER
from rules.building.members import MemberBuy, MemberCreature, MemberRemove, MemberRevision, MinionAdd
from rules.building.upgrades import ExtrasGiveUp, PositioningSet, RepeatsRemove, UpgradeSet
from rules.building.warband import AlignmentChoose, BanLift, CollectionSet, LimitSet, SourceAllow
from rules.errors import ChangeRefused
from rules.legality.checking import problems_of
from rules.legality.cuts import Band, Extras, cheapest_cut, cut_to_half, extras
from rules.legality.of_items import repeats_at
from rules.legality.of_warband import fitting_alignments
from rules.legality.problem import Problem
from rules.legality.reckoning import Line, Reckoning, reckon
from rules.legality.rulebook import Rulebook, meant_key
from rules.points import MAX_HERO_POINTS
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends a problem; ``label`` is what its button says: ``Leave out Boar``."""

    label: str
    change: Change


Where = tuple[str, str | None, str | None]
"""What a problem is told from others by: its code, its member's id, the key of the upgrade or item."""


def where(problem: Problem) -> Where:
    """Return what a problem is told from others by. Two may share it, as when two kinds of minions are missing."""
    return problem.code, problem.subject.id, problem.subject.key


def fixes(problem: Problem, reckoning: Reckoning) -> tuple[Fix, ...]:
    """Return what mends a problem of this very reckoning, the smallest change first; empty where nothing does."""
    offered = _FIXES.get(problem.code)
    return tuple(offered(problem, reckoning)) if offered else ()


def fixes_by_problem(problems: Iterable[Problem], reckoning: Reckoning) -> dict[Where, tuple[Fix, ...]]:
    """Return the fixes of all problems; those that share a place share their fixes, the first one of each first.

    ``FixTake`` names a fix by that place and its number there, counted from 0.
    """
    found: dict[Where, list[tuple[Fix, ...]]] = {}
    for problem in problems:
        found.setdefault(where(problem), []).append(fixes(problem, reckoning))
    return {
        place: tuple(
            dict.fromkeys(fix for part in (slice(1), slice(1, None)) for each in several for fix in each[part])
        )
        for place, several in found.items()
    }


@dataclass(frozen=True, slots=True)
class FixTake(Change):
    """A fix is taken; it is named by its problem (code, member's id, key) and its number among the fixes there."""

    kind = "fix-take"

    code: str = field(metadata=TEXT)
    member: str | None = field(metadata=OPTIONAL_TEXT)
    key: str | None = field(metadata=OPTIONAL_TEXT)
    number: int = field(metadata=NUMBER)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft after the fix."""
        return self._change(draft, rulebook).apply(draft, rulebook, next_member)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what the fix does."""
        return self._change(draft, rulebook).describe(draft, rulebook)

    def _change(self, draft: Draft, rulebook: Rulebook) -> Change:
        reckoning = reckon(draft.roster, rulebook)
        place = (self.code, self.member, self.key)
        mine = [problem for problem in problems_of(reckoning) if where(problem) == place]
        found = fixes_by_problem(mine, reckoning).get(place, ())
        if not 0 <= self.number < len(found):
            raise ChangeRefused("This problem is not there any more.")
        return found[self.number].change


def _line(problem: Problem, reckoning: Reckoning) -> Line:
    assert problem.subject.index is not None
    return reckoning.lines[problem.subject.index]


def _key(problem: Problem) -> str:
    assert problem.subject.key is not None
    return problem.subject.key


# --- What many fixes do ---


def _leave_out(line: Line, reckoning: Reckoning) -> Iterator[Fix]:
    """Offer to leave a member out; of a minion that comes with its commander, the commander as well."""
    yield Fix(f"Leave out {line.name}", MemberRemove(line.member.id))
    if line.free:
        commander = next(one for one in reckoning.lines if one.member.id == line.member.minion_of)
        yield Fix(f"Leave out {commander.name} with {line.name}", MemberRemove(commander.member.id))


def _remove(what: str, line: Line, changes: Iterable[Change]) -> Fix:
    return Fix(f"Remove {what} of {line.name}", _as_one(tuple(changes), f"Removed {what} of {line.name}"))


def _as_one(changes: tuple[Change, ...], words: str) -> Change:
    return changes[0] if len(changes) == 1 else ChangeSet(changes, words)


def _without_items(line: Line, places: Iterable[int]) -> Fix:
    # The last goes first, so that the places of the others stay.
    last_first = sorted(places, reverse=True)
    names = [item.name if item else f"“{choice.item}”" for choice, item in line.items]
    what = _several([names[place] for place in reversed(last_first)])
    return _remove(what, line, [ItemRemove(line.member.id, place) for place in last_first])


def _several(names: list[str]) -> str:
    times = {name: names.count(name) for name in names}
    return listed(f"{number} of {name}" if number > 1 else name for name, number in times.items())


def _give_up(given: Extras) -> Fix:
    return Fix(given.words, ExtrasGiveUp(given.line.member.id, given.number))


def _leaving(bands: Sequence[Band], reckoning: Reckoning) -> Iterator[Change]:
    # Who only claims to come with one of them is paid for by itself: it stays, or leaves by itself.
    for band in bands:
        together = {line.member.id for line in (band.leader, *band.minions)}
        for line in reckoning.lines:
            if line.member.minion_of in together and line.member.id not in together:
                yield MemberBuy(line.member.id)
    for band in bands:
        yield MemberRemove(band.leader.member.id)


def _limit(points: int) -> Iterator[Fix]:
    if points <= MAX_LIMIT:
        yield Fix(f"Set the limit to {points}", LimitSet(points))


def _alignments(codes: Iterable[str]) -> Iterator[Fix]:
    for code in codes:
        yield Fix(f"Choose {BY_CODE[code].name}", AlignmentChoose(code))


# --- The warband's ---


def _over_limit(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    assert reckoning.limit is not None
    cut = cheapest_cut(reckoning, reckoning.points - reckoning.limit)
    if cut.extras:
        yield _give_up(cut.extras)
    else:
        changes = tuple(_leaving(cut.bands, reckoning))
        yield Fix(cut.words, _as_one(changes, f"Left out {cut.bands_name}"))
    yield from _limit(reckoning.points)


def _alignment_missing(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    # Where none may take every creature: those that may take the most.
    present = [line.card.alignment for line in reckoning.lines if line.card and line.card.alignment]
    misfits = {code: sum(one not in recruits(code) for one in present) for code in CODES}
    return _alignments(code for code in CODES if misfits[code] == min(misfits.values()))


# --- A creature's ---


def _creature_unknown(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    meant = meant_key(line.member.creature, reckoning.rulebook.cards)
    if meant:
        name = reckoning.rulebook.cards[meant].name
        yield Fix(f"Take {name} instead", MemberCreature(line.member.id, meant))
    yield from _leave_out(line, reckoning)


def _over_half(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    assert reckoning.limit is not None
    line = _line(problem, reckoning)
    cut = cut_to_half(line, reckoning.limit, reckoning.rulebook)
    if cut.extras:
        yield _give_up(cut.extras)
    else:
        yield from _leave_out(line, reckoning)
    yield from _limit(2 * line.points)


def _alignment_not_allowed(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    yield from _leave_out(_line(problem, reckoning), reckoning)
    yield from _alignments(fitting_alignments(reckoning))


def _of_member(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    return _leave_out(_line(problem, reckoning), reckoning)


def _source_not_allowed(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    yield from _leave_out(line, reckoning)
    if line.card and line.card.source:
        yield Fix(f"Allow {reckoning.rulebook.source_name(line.card.source)}", SourceAllow(line.card.source))


def _banned(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    yield from _leave_out(line, reckoning)
    name = line.card.name if line.card else line.name
    yield Fix(f"Lift the ban on {name}", BanLift(line.member.creature))


def _collection_exceeded(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    yield from _leave_out(line, reckoning)
    creature = line.member.creature
    collection = reckoning.roster.collection or {}
    taken = sum(one.member.creature == creature for one in reckoning.lines)
    figures = counted(taken - collection.get(creature, 0), "figure")
    name = line.card.name if line.card else line.name
    yield Fix(
        f"Add {figures} of {name} to those you own",
        ChangeSet(
            (CollectionSet(tuple({**collection, creature: taken}.items())),),
            f"Added {figures} of {name} to those I own",
        ),
    )


def _hero_points(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    yield _give_up(extras(line, line.member.hero_points - MAX_HERO_POINTS, reckoning.rulebook))


def _revision(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    assert line.card is not None
    yield Fix(f"Take revision {line.card.revision}", MemberRevision(line.member.id, line.card.revision))


# --- Its upgrades' ---


def _upgrade_unknown(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    yield _remove(f"“{key}”", line, [UpgradeSet(line.member.id, key, bought=False)])


def _upgrade_repeated(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    assert line.card is not None
    yield Fix(f"Leave one {line.card.upgrades[key].name} with {line.name}", RepeatsRemove(line.member.id, key))


def _upgrade_conflict(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, keys = _line(problem, reckoning), problem.params["upgrades"]
    assert line.card is not None
    assert isinstance(keys, list)
    for kept in keys:
        leaving = [key for key in keys if key != kept]
        names = listed(line.card.upgrades[key].name for key in leaving)
        yield _remove(names, line, [UpgradeSet(line.member.id, key, bought=False) for key in leaving])


def _positioning_unknown(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    yield _remove(f"“{key}”", line, [PositioningSet(line.member.id, key, bought=False)])


def _positioning_repeated(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    yield Fix(
        f"Leave one {reckoning.rulebook.positioning[key].name} with {line.name}", RepeatsRemove(line.member.id, key)
    )


def _positioning_unsuited(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    yield _remove(reckoning.rulebook.positioning[key].name, line, [PositioningSet(line.member.id, key, bought=False)])


# --- Its items' ---


def _item_unknown(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key = _line(problem, reckoning), _key(problem)
    meant = meant_key(key, reckoning.rulebook.items)
    if meant:
        name = reckoning.rulebook.items[meant].name
        changes = tuple(ItemReplace(line.member.id, place, meant) for place in line.carries_at(key))
        yield Fix(f"Take {name} instead", _as_one(changes, f"Took {name} for “{key}” of {line.name}"))
    yield _without_items(line, line.carries_at(key))


def _item_unfit(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    yield _without_items(line, line.carries_at(_key(problem)))


def _item_repeated(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, choice = _line(problem, reckoning), problem.params["choice"]
    assert choice is None or isinstance(choice, str)
    yield _without_items(line, repeats_at(line, _key(problem), choice))


def _items_too_many(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, limit = _line(problem, reckoning), problem.params["limit"]
    assert isinstance(limit, int)
    yield _without_items(line, range(limit, len(line.items)))


# --- Its minions' ---


def _without_commander(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line = _line(problem, reckoning)
    if line.card:
        price = counted(line.base_points, "point")
        yield Fix(f"Buy {line.name} for {price}", MemberBuy(line.member.id))
    yield from _leave_out(line, reckoning)


def _minion_missing(problem: Problem, reckoning: Reckoning) -> Iterator[Fix]:
    line, key, missing = _line(problem, reckoning), problem.params["minion"], problem.params["missing"]
    assert isinstance(key, str)
    assert isinstance(missing, int)
    card = reckoning.rulebook.cards.get(key)
    if card:
        what = f"{missing} of {card.name}" if missing > 1 else card.name
        changes = (MinionAdd(line.member.id, key),) * missing
        yield Fix(f"Add {what}", _as_one(changes, f"Added {what} to {line.name}"))
    yield from _leave_out(line, reckoning)


_FIXES: Mapping[str, Callable[[Problem, Reckoning], Iterator[Fix]]] = {
    "points.over_limit": _over_limit,
    "alignment.missing": _alignment_missing,
    "creature.unknown": _creature_unknown,
    "creature.over_half": _over_half,
    "alignment.not_allowed": _alignment_not_allowed,
    "alignment.unknown": _of_member,
    "source.not_allowed": _source_not_allowed,
    "creature.banned": _banned,
    "collection.exceeded": _collection_exceeded,
    "hero_points.too_many": _hero_points,
    "upgrade.unknown": _upgrade_unknown,
    "upgrade.repeated": _upgrade_repeated,
    "upgrade.conflict": _upgrade_conflict,
    "item.unknown": _item_unknown,
    "item.level_too_high": _item_unfit,
    "item.repeated": _item_repeated,
    "item.too_many": _items_too_many,
    "positioning.unknown": _positioning_unknown,
    "positioning.repeated": _positioning_repeated,
    "minion.without_commander": _without_commander,
    "minion.missing": _minion_missing,
    "item.not_usable": _item_unfit,
    "positioning.not_suited": _positioning_unsuited,
    "card.revision_unknown": _revision,
}
