"""Rules on upgrades: those that a card offers, and positioning upgrades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rules.legality.remedies import Advice, KeepOneUpgrade, RemovePositioning, RemoveUpgrades
from rules.legality.resolved import ResolvedRoster
from rules.legality.rule import Problem, Rule
from rules.tables.positioning import not_suited
from rules.text import FEW, listed, times_word


class KnownUpgrade(Rule):
    """A creature's card offers each of its upgrades."""

    code = "upgrade.unknown"
    label = "an unknown upgrade"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature may be given the upgrades that its own card names. Building a warband, "Upgrades".
        for member in roster.members:
            if member.card is None or not member.member.upgrades:
                continue
            offered = tuple(member.card.upgrades)
            for key in dict.fromkeys([key for key in member.member.upgrades if key not in member.card.upgrades]):
                yield self.problem(
                    member.subject("upgrade", key),
                    f"{member.name} has an unknown upgrade, “{key}”, which counts as 0 points.",
                    RemoveUpgrades(
                        member=member.id, name=member.name, keys=(key,), names=(f"“{key}”",), offered=offered
                    ),
                    upgrade=key,
                    offered=list(offered[:FEW]),
                )


class UpgradeOnce(Rule):
    """A creature has each upgrade only once."""

    code = "upgrade.repeated"
    label = "an upgrade bought more than once"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature has an upgrade or does not have it. Building a warband, "Upgrades"; ruling 9.
        for member in roster.members:
            upgrades = member.member.upgrades
            if member.card is None or len(upgrades) < 2 or len(set(upgrades)) == len(upgrades):
                continue
            for key, times in Counter(upgrades).items():
                if times == 1 or key not in member.card.upgrades:
                    continue
                name = member.card.upgrades[key].name
                yield self.problem(
                    member.subject("upgrade", key),
                    f"{member.name} has {name} {times_word(times)}; it can have it only once.",
                    KeepOneUpgrade(
                        member=member.id,
                        name=member.name,
                        key=key,
                        extra=name,
                        saves=(times - 1) * member.card.upgrade_cost,
                    ),
                    upgrade=key,
                    times=times,
                )


class NoUpgradeConflict(Rule):
    """No two upgrades of a creature replace the same feature."""

    code = "upgrade.conflict"
    label = "upgrades that replace the same feature"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A feature can be replaced only once, so of the upgrades that replace it a creature takes one. Building a
        # warband, "Upgrades".
        for member in roster.members:
            if member.card is None or len(member.member.upgrades) < 2:
                continue
            bought = member.card.upgrades
            keys_that_replace = [key for key in member.member.upgrades if key in bought and bought[key].replaces]
            if len(keys_that_replace) < 2:
                continue
            replacing: dict[str, list[str]] = {}
            for key in dict.fromkeys(keys_that_replace):
                replacing.setdefault((bought[key].replaces or "").casefold(), []).append(key)
            for keys in replacing.values():
                if len(keys) < 2:
                    continue
                first, *others = [
                    RemoveUpgrades(
                        member=member.id,
                        name=member.name,
                        keys=tuple(key for key in keys if key != kept),
                        names=tuple(bought[key].name for key in keys if key != kept),
                        saves=sum(member.member.upgrades.count(key) for key in keys if key != kept)
                        * member.card.upgrade_cost,
                    )
                    for kept in keys
                ]
                replaced = bought[keys[0]].replaces
                yield self.problem(
                    member.subject("upgrade", keys[-1]),
                    f"{listed(bought[key].name for key in keys)} {'both' if len(keys) == 2 else 'all'} replace "
                    f"{replaced}; {member.name} can have only one of them.",
                    replace(first, others=tuple(others)),
                    replaces=replaced,
                    upgrades=keys,
                )


class KnownPositioning(Rule):
    """Each positioning upgrade is one of the four."""

    code = "positioning.unknown"
    label = "an unknown positioning upgrade"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # There are four positioning upgrades. Appendix "Positioning upgrades".
        known = roster.rulebook.positioning
        for member in roster.members:
            if not member.member.positioning:
                continue
            for key in dict.fromkeys(member.member.positioning):
                if key not in known:
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name} has an unknown positioning upgrade, “{key}”, which counts as 0 points.",
                        RemovePositioning(
                            member=member.id, name=member.name, key=key, upgrade=f"“{key}”", offered=tuple(known)
                        ),
                        positioning=key,
                    )


class PositioningOnce(Rule):
    """A creature has each positioning upgrade only once."""

    code = "positioning.repeated"
    label = "a positioning upgrade bought more than once"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature takes each positioning upgrade once at most. Appendix "Positioning upgrades"; ruling 9.
        for member in roster.members:
            if len(member.member.positioning) < 2:
                continue
            cost = member.card.upgrade_cost if member.card else 0
            for key, times in Counter(member.member.positioning).items():
                row = roster.rulebook.positioning.get(key)
                if times > 1 and row:
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name} has {row.name} {times_word(times)}; it can have it only once.",
                        KeepOneUpgrade(
                            member=member.id, name=member.name, key=key, extra=row.name, saves=(times - 1) * cost
                        ),
                        positioning=key,
                        times=times,
                    )


class SuitablePositioning(Rule):
    """A positioning upgrade suits its creature."""

    code = "positioning.not_suited"
    severity = "warning"
    label = "an unusual positioning upgrade"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Each positioning upgrade says which creatures it is for; a card's tags only hint at it, so this is a
        # warning. Appendix "Positioning upgrades".
        for member in roster.members:
            if member.card is None or not member.member.positioning:
                continue
            for key in dict.fromkeys(member.member.positioning):
                row = roster.rulebook.positioning.get(key)
                reason = not_suited(row, member.card.tags) if row else None
                if row and reason:
                    saves = member.member.positioning.count(key) * member.card.upgrade_cost
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name}: {reason}",
                        RemovePositioning(member=member.id, name=member.name, key=key, upgrade=row.name, saves=saves),
                        Advice("agree that it suits the creature"),
                        positioning=key,
                    )
