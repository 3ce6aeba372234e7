"""Rules on each creature: which ones a warband may take, how many, and how dear one may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.alignment import BY_CODE, alignment_names, recruits
from rules.legality.cuts import cut_to_half
from rules.legality.of_warband import fitting_alignments
from rules.legality.problem import Problem, problem
from rules.legality.reckoning import Reckoning
from rules.legality.rulebook import meant_key
from rules.points import MAX_HERO_POINTS, within_half
from rules.roster.commands import id_order
from rules.tables.stats import stat_name
from rules.text import counted, few_listed, listed


def known(reckoning: Reckoning) -> Iterator[Problem]:
    # A warband is made of creatures that have a card. Building a warband.
    for line in reckoning.lines:
        if line.card is None:
            key = line.member.creature
            meant = meant_key(key, reckoning.rulebook.cards)
            yield problem(
                "creature.unknown",
                line.subject(),
                f"There is no creature called “{key}”, so it counts 0 points.",
                f"Take “{meant}” instead." if meant else "Take another creature.",
                creature=key,
            )


def within_cap(reckoning: Reckoning) -> Iterator[Problem]:
    # No creature, with everything bought for it, may cost more than half of the agreed points, in every mode but
    # narrative play. A minion that comes with its commander was not bought. Building a warband, "Single most
    # expensive creature"; rulings 1, 2 and 10.
    limit = reckoning.limit
    if limit is None or not reckoning.roster.mode.half_cap:
        return
    for line in reckoning.lines:
        if within_half(line.points, limit) or line.free:
            continue
        cut = cut_to_half(line, limit, reckoning.rulebook)
        then = f", which then costs {line.points - cut.saves}" if cut.extras else ""
        yield problem(
            "creature.over_half",
            line.subject(),
            f"{line.name} costs {counted(line.points, 'point')}, but no creature may cost more than half of the "
            f"{limit}-point limit ({limit / 2:g}).",
            f"{cut.words}{then}, or agree on a limit of {2 * line.points}.",
            points=line.points,
            limit=limit,
        )


def of_allowed_alignment(reckoning: Reckoning) -> Iterator[Problem]:
    # A warband takes creatures of its own alignment, of those beside it on the grid, and True Neutral ones. Limited
    # play asks for it, a campaign only when its warband has an alignment. Building a warband, "Alignments".
    own = reckoning.roster.alignment
    if not reckoning.limits_alignment or own is None:
        return
    allowed = recruits(own)
    for line in reckoning.lines:
        if line.card is None or line.card.alignment is None or line.card.alignment in allowed:
            continue
        fitting = fitting_alignments(reckoning)
        yield problem(
            "alignment.not_allowed",
            line.subject(),
            f"{line.name} is {BY_CODE[line.card.alignment].name}, and a {BY_CODE[own].name} warband takes only "
            f"{alignment_names(allowed)}.",
            f"Leave out {line.name}"
            + (
                f", or choose {alignment_names(fitting, 'or')}, which may take every creature here." if fitting else "."
            ),
            alignment=line.card.alignment,
            warband=own,
            fitting=list(fitting),
        )


def of_known_alignment(reckoning: Reckoning) -> Iterator[Problem]:
    # Where alignment decides, a creature whose card has none cannot be placed. Building a warband, "Alignments".
    if not reckoning.limits_alignment:
        return
    for line in reckoning.lines:
        if line.card and line.card.alignment is None:
            yield problem(
                "alignment.unknown",
                line.subject(),
                f"The card of {line.name} has no alignment, so nobody can say which warband may take it.",
                f"Give the card an alignment, or leave out {line.name}.",
            )


def of_allowed_source(reckoning: Reckoning) -> Iterator[Problem]:
    # House rule: creatures come only from the sources that the players agreed on; homebrew has none.
    house_rules = reckoning.roster.house_rules
    if house_rules is None or house_rules.sources is None:
        return
    allowed, called = frozenset(house_rules.sources), reckoning.rulebook.source_name
    for line in reckoning.lines:
        if line.card is None or line.card.source in allowed:
            continue
        comes = f"comes from {called(line.card.source)}" if line.card.source else "is homebrew"
        only = f"only {few_listed(map(called, house_rules.sources))}" if house_rules.sources else "no source"
        yield problem(
            "source.not_allowed",
            line.subject(),
            f"{line.name} {comes}, and the house rules allow {only}.",
            f"Leave out {line.name}" + (f", or allow {called(line.card.source)}." if line.card.source else "."),
            source=line.card.source,
            allowed=list(house_rules.sources),
        )


def not_banned(reckoning: Reckoning) -> Iterator[Problem]:
    # House rule: some creatures stay at home.
    house_rules = reckoning.roster.house_rules
    if house_rules is None or not house_rules.banned:
        return
    banned = frozenset(house_rules.banned)
    for line in reckoning.lines:
        if line.member.creature in banned:
            yield problem(
                "creature.banned",
                line.subject(),
                f"The house rules ban {line.name}.",
                f"Leave out {line.name}.",
                creature=line.member.creature,
            )


def in_collection(reckoning: Reckoning) -> Iterator[Problem]:
    # A player fields the miniatures that they own, where a collection is given; a story may borrow.
    # Building a warband, "Random Box Recruitment".
    collection = reckoning.roster.collection
    if collection is None or not reckoning.roster.mode.points_limit:
        return
    taken = Counter([line.member.creature for line in reckoning.lines])
    short = {creature for creature, number in taken.items() if number > collection.get(creature, 0)}
    served: Counter[str] = Counter()
    for line in sorted(reckoning.lines, key=lambda line: id_order(line.member)) if short else ():
        creature = line.member.creature
        served[creature] += 1
        owned = collection.get(creature, 0)
        if creature in short and served[creature] > owned:
            has = f"only {owned} {'is' if owned == 1 else 'are'}" if owned else "none is"
            yield problem(
                "collection.exceeded",
                line.subject(),
                f"The warband takes {taken[creature]} of {line.card.name if line.card else line.name}, and {has} "
                "owned.",
                f"Leave out {line.name}, or add {counted(taken[creature] - owned, 'figure')} to those that are owned.",
                creature=creature,
                taken=taken[creature],
                owned=owned,
            )


def few_hero_points(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature may have up to three hero points, each at its upgrade cost. "Hero points".
    for line in reckoning.lines:
        number = line.member.hero_points
        if number > MAX_HERO_POINTS:
            yield problem(
                "hero_points.too_many",
                line.subject(),
                f"{line.name} has {number} hero points, and a creature may have at most {MAX_HERO_POINTS}.",
                f"Remove {counted(number - MAX_HERO_POINTS, 'hero point')} of {line.name}.",
                hero_points=number,
                limit=MAX_HERO_POINTS,
            )


def of_known_revision(reckoning: Reckoning) -> Iterator[Problem]:
    # A member may be pinned to a revision of its card; when nobody has that one, the current card is used.
    for line in reckoning.lines:
        asked = line.member.revision
        if asked is not None and line.card and line.card.revision != asked:
            yield problem(
                "card.revision_unknown",
                line.subject(),
                f"The card of {line.name} has no revision {asked}; revision {line.card.revision} is used.",
                f"Take revision {line.card.revision}.",
                revision=asked,
                used=line.card.revision,
            )


def of_complete_card(reckoning: Reckoning) -> Iterator[Problem]:
    # A card has eight stats; what its page leaves out the players settle. Creature cards, "Stats".
    for line in reckoning.lines:
        if line.card and line.card.missing_stats:
            missing = line.card.missing_stats
            yield problem(
                "card.incomplete",
                line.subject(),
                f"The card of {line.name} does not say its {listed(map(stat_name, missing))}.",
                "Agree on it before the game, or fill it in on the card.",
                stats=list(missing),
            )


RULES = (
    known,
    within_cap,
    of_allowed_alignment,
    of_known_alignment,
    of_allowed_source,
    not_banned,
    in_collection,
    few_hero_points,
    of_known_revision,
    of_complete_card,
)
