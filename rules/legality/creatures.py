"""Rules on each creature: which ones a warband may take, how many, their maximum cost, and minions of commanders."""

from collections import Counter
from collections.abc import Iterator

from rules.alignment import BY_CODE, alignment_names, recruits
from rules.legality.remedies.members import AddMinions, BuyMinion, UseCreature, UseRevision
from rules.legality.remedies.remedy import AddFigures, Advice, AllowSource, ChooseAlignment, LiftBan, RaiseLimit, Remedy
from rules.legality.removals import extras_removal, member_removal, removal_to_half
from rules.legality.resolved import ResolvedMember, ResolvedRoster, meant_key
from rules.legality.rule import Problem, Rule
from rules.legality.warband import fitting_alignments
from rules.points import MAX_HERO_POINTS, within_half
from rules.roster.commands import count_minions, id_order, missing_minions
from rules.tables.stats import stat_name
from rules.text import counted, few_listed, listed


class KnownCreature(Rule, code="creature.unknown", label="an unknown creature"):
    """Every creature has a card."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A warband is made of creatures that have a card. Building a warband.
        for member in roster.members:
            if member.card is not None:
                continue
            key = member.member.creature
            meant = meant_key(key, roster.rulebook.cards)
            remedies: list[Remedy] = [member_removal(member, roster)]
            if meant:
                remedies.insert(0, UseCreature(member=member.id, key=meant, name=roster.rulebook.cards[meant].name))
            else:
                remedies.append(Advice("use another creature"))
            yield self.problem(
                member.subject(),
                f"There is no creature called “{key}”, so it counts as 0 points.",
                *remedies,
                creature=key,
            )


class HalfCap(Rule, code="creature.over_half", label="more than half of the points for one creature"):
    """No creature costs more than half of the limit."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # No creature, with everything bought for it, may cost more than half of the agreed points, in every mode but
        # narrative play. A minion that comes with its commander was not bought. Building a warband, "Single most
        # expensive creature"; rulings 1, 2 and 10.
        limit = roster.limit
        if limit is None or not roster.roster.mode.half_cap:
            return
        for member in roster.members:
            if within_half(member.points, limit) or member.is_free:
                continue
            yield self.problem(
                member.subject(),
                f"{member.name} costs {counted(member.points, 'point')}, but no creature may cost more than half of "
                f"the {limit}-point limit ({limit / 2:g}).",
                removal_to_half(member, limit, roster.rulebook),
                RaiseLimit(limit=2 * member.points),
                points=member.points,
                limit=limit,
            )


class AllowedAlignment(Rule, code="alignment.not_allowed", label="a creature of another alignment"):
    """The warband's alignment allows every creature."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A warband takes creatures of its own alignment, of those beside it on the grid, and True Neutral ones.
        # Limited play asks for it, a campaign only when its warband has an alignment. Building a warband,
        # "Alignments".
        own = roster.roster.alignment
        if not roster.limits_alignment or own is None:
            return
        allowed = recruits(own)
        misfits = [
            (member, member.card.alignment)
            for member in roster.members
            if member.card and member.card.alignment and member.card.alignment not in allowed
        ]
        if not misfits:
            return
        fitting = fitting_alignments(roster)
        choices = (ChooseAlignment(alignments=fitting),) if fitting else ()
        takes = f"a {BY_CODE[own].name} warband takes only {alignment_names(allowed)}"
        for resolved_member, alignment in misfits:
            yield self.problem(
                resolved_member.subject(),
                f"{resolved_member.name} is {BY_CODE[alignment].name}, but {takes}.",
                member_removal(resolved_member, roster),
                *choices,
                alignment=alignment,
                warband=own,
                fitting=list(fitting),
            )


class KnownAlignment(Rule, code="alignment.unknown", label="a creature without an alignment"):
    """If alignment counts, every creature has one."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Where alignment decides, a creature whose card has none cannot be placed. Building a warband, "Alignments".
        if not roster.limits_alignment:
            return
        for member in roster.members:
            if member.card and member.card.alignment is None:
                yield self.problem(
                    member.subject(),
                    f"{member.name} has no alignment on its card, so no rule says which warbands may take it.",
                    member_removal(member, roster),
                    Advice("add an alignment to the card"),
                )


class AllowedSource(Rule, code="source.not_allowed", label="a creature from another source"):
    """The house rules allow the source of every creature."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # House rule: creatures come only from the sources that the players agreed on; homebrew has none.
        house_rules = roster.roster.house_rules
        if house_rules is None or house_rules.sources is None:
            return
        allowed, source_name = frozenset(house_rules.sources), roster.rulebook.source_name
        for member in roster.members:
            if member.card is None or member.card.source in allowed:
                continue
            source = member.card.source
            origin = f"comes from {source_name(source)}" if source else "is homebrew"
            only = f"only {few_listed(map(source_name, house_rules.sources))}" if house_rules.sources else "no sources"
            yield self.problem(
                member.subject(),
                f"{member.name} {origin}, but the house rules allow {only}.",
                member_removal(member, roster),
                *([AllowSource(source=source, name=source_name(source))] if source else []),
                source=source,
                allowed=list(house_rules.sources),
            )


class NotBanned(Rule, code="creature.banned", label="a banned creature"):
    """The house rules ban no creature of the warband."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # House rule: some creatures may not be taken.
        house_rules = roster.roster.house_rules
        if house_rules is None or not house_rules.banned:
            return
        banned = frozenset(house_rules.banned)
        for member in roster.members:
            if member.member.creature in banned:
                yield self.problem(
                    member.subject(),
                    f"The house rules ban {member.creature}.",
                    member_removal(member, roster),
                    LiftBan(creature=member.member.creature, name=member.creature),
                    creature=member.member.creature,
                )


class InCollection(Rule, code="collection.exceeded", label="more figures than the player owns"):
    """The player owns a figure for every creature."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A player fields the miniatures that they own, where a collection is given; a story may borrow.
        # Building a warband, "Random Box Recruitment".
        collection = roster.roster.collection
        if collection is None or not roster.roster.mode.points_limit:
            return
        taken = Counter([member.member.creature for member in roster.members])
        short = {creature for creature, number in taken.items() if number > collection.get(creature, 0)}
        served: Counter[str] = Counter()
        for member in sorted(roster.members, key=lambda member: id_order(member.member)) if short else ():
            creature = member.member.creature
            served[creature] += 1
            owned = collection.get(creature, 0)
            if creature not in short or served[creature] <= owned:
                continue
            number = taken[creature]
            yield self.problem(
                member.subject(),
                f"This warband has {number}{' ×' if number > 1 else ''} {member.creature}, "
                f"but you own {f'only {owned}' if owned else 'none'}.",
                member_removal(member, roster),
                AddFigures(creature=creature, name=member.creature, number=number - owned, owned=number),
                creature=creature,
                taken=number,
                owned=owned,
            )


class HeroPointLimit(Rule, code="hero_points.too_many", label="more hero points than the rules allow"):
    """No creature has more than three hero points."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature may have up to three hero points, each at its upgrade cost. "Hero points".
        for member in roster.members:
            number = member.member.hero_points
            if number > MAX_HERO_POINTS:
                yield self.problem(
                    member.subject(),
                    f"{member.name} has {number} hero points, but a creature may have at most {MAX_HERO_POINTS}.",
                    extras_removal(member, number - MAX_HERO_POINTS, roster.rulebook),
                    hero_points=number,
                    limit=MAX_HERO_POINTS,
                )


class KnownRevision(Rule, code="card.revision_unknown", severity="warning", label="an unknown revision of a card"):
    """The revision that a member is pinned to exists."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A member may be pinned to a revision of its card; when that one does not exist, the current card is used.
        for member in roster.members:
            pinned = member.member.revision
            if pinned is not None and member.card and member.card.revision != pinned:
                used = member.card.revision
                yield self.problem(
                    member.subject(),
                    f"{member.name} is pinned to revision {pinned} of its card, which does not exist; revision {used} "
                    "is used.",
                    UseRevision(member=member.id, revision=used),
                    revision=pinned,
                    used=used,
                )


class CompleteCard(Rule, code="card.incomplete", severity="warning", label="a card with stats missing"):
    """A card has all eight stats."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A card has eight stats; what its page leaves out the players settle. Creature cards, "Stats".
        for member in roster.members:
            if member.card and member.card.missing_stats:
                missing = member.card.missing_stats
                them = "it" if len(missing) == 1 else "them"
                yield self.problem(
                    member.subject(),
                    f"{member.name} has no {listed(map(stat_name, missing), 'or')} on its card.",
                    Advice(f"agree on {them} before the game"),
                    Advice(f"add {them} to the card"),
                    stats=list(missing),
                )


class MinionHasCommander(Rule, code="minion.without_commander", label="a minion without its commander"):
    """A minion comes with a commander whose card starts with it."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Only a commander whose card starts with this very creature brings it along, and no more of them than the
        # card names. Common features, "Commander"; ruling 3.
        for member in roster.members:
            if member.member.minion_of is None or member.is_free:
                continue
            remedies: list[Remedy] = [member_removal(member, roster)]
            if member.card:
                remedies.insert(0, BuyMinion(member=member.id, name=member.name, points=member.base_points))
            yield self.problem(
                member.subject(),
                f"{member.name} cannot join as a minion: {_reason(roster, member)}.",
                *remedies,
                minion_of=member.member.minion_of,
                creature=member.member.creature,
            )


def _reason(roster: ResolvedRoster, resolved_member: ResolvedMember) -> str:
    if resolved_member.member.minion_of == resolved_member.id:
        return "it is listed as its own commander"
    commander = roster.member(resolved_member.member.minion_of)
    if commander is None:
        return "its commander is not in the warband"
    brings = commander.card.starts_with.count(resolved_member.member.creature) if commander.card else 0
    if not brings:
        return f"{commander.name} does not start with it"
    present = count_minions(other.member for other in roster.members if other.is_free)
    if present[commander.id, resolved_member.member.creature] >= brings:
        return f"{commander.name} starts with only {brings} and already has {'it' if brings == 1 else 'them'}"
    return f"it would bring along its own commander, {commander.name}"


class CommanderHasMinions(Rule, code="minion.missing", label="a commander without its minion"):
    """A commander comes with the minions that its card names."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Where the commander goes, the minions of its card go too. Common features, "Commander".
        present: Counter[tuple[str | None, str]] | None = None
        for member in roster.members:
            if member.card is None or not member.card.starts_with:
                continue
            if present is None:
                present = count_minions(other.member for other in roster.members if other.is_free)
            for key, number, missing in missing_minions(member.id, member.card, present):
                card = roster.rulebook.cards.get(key)
                name = card.name if card else f"“{key}”"
                remedies: list[Remedy] = [member_removal(member, roster)]
                if card:
                    remedies.insert(
                        0,
                        AddMinions(
                            commander=member.id,
                            commander_name=member.name,
                            creature=key,
                            creature_name=name,
                            number=missing,
                        ),
                    )
                yield self.problem(
                    member.subject(),
                    f"{member.name} starts with {_missing_words(name, number, missing)} in the warband.",
                    *remedies,
                    minion=key,
                    missing=missing,
                )


def _missing_words(name: str, number: int, missing: int) -> str:
    if number == 1:
        return f"a minion, {name}, which is not"
    if missing == number:
        return f"{number} × {name} as minions, none of which are"
    return f"{number} × {name} as minions, but {missing} of them {'is' if missing == 1 else 'are'} not"
