"""Rules on upgrades: those that a card offers, and positioning upgrades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.legality.problem import Problem, problem
from rules.legality.reckoning import Reckoning
from rules.tables.positioning import not_suited
from rules.text import FEW, counted, keys_listed, listed


def upgrade_known(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature may be given the upgrades that its own card names. Building a warband, "Upgrades".
    for line in reckoning.lines:
        if line.card is None or not line.member.upgrades:
            continue
        offered = line.card.upgrades
        for key in dict.fromkeys([key for key in line.member.upgrades if key not in offered]):
            yield problem(
                "upgrade.unknown",
                line.subject("upgrade", key),
                f"{line.name} has no upgrade “{key}”, so it counts 0 points.",
                f"Remove it; the card offers {keys_listed(offered) or 'none'}.",
                upgrade=key,
                offered=list(offered)[:FEW],
            )


def upgrade_once(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature has an upgrade or has it not: twice is once too often. Building a warband, "Upgrades"; ruling 9.
    for line in reckoning.lines:
        upgrades = line.member.upgrades
        if line.card is None or len(upgrades) < 2 or len(set(upgrades)) == len(upgrades):
            continue
        for key, times in Counter(upgrades).items():
            if times > 1 and key in line.card.upgrades:
                yield problem(
                    "upgrade.repeated",
                    line.subject("upgrade", key),
                    f"{line.name} has the upgrade {line.card.upgrades[key].name} {times} times; once is all it can.",
                    f"Remove it {_times(times - 1)} (saves {counted((times - 1) * line.card.upgrade_cost, 'point')}).",
                    upgrade=key,
                    times=times,
                )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def upgrades_agree(reckoning: Reckoning) -> Iterator[Problem]:
    # A feature can be replaced only once, so of the upgrades that replace it a creature takes one. Building a warband,
    # "Upgrades".
    for line in reckoning.lines:
        if line.card is None or len(line.member.upgrades) < 2:
            continue
        bought = line.card.upgrades
        keys_that_replace = [key for key in line.member.upgrades if key in bought and bought[key].replaces]
        if len(keys_that_replace) < 2:
            continue
        replacing: dict[str, list[str]] = {}
        for key in dict.fromkeys(keys_that_replace):
            replacing.setdefault((bought[key].replaces or "").casefold(), []).append(key)
        for keys in replacing.values():
            if len(keys) > 1:
                names = [bought[key].name for key in keys]
                more = sum(line.member.upgrades.count(key) for key in keys[1:])
                replaced = bought[keys[0]].replaces
                yield problem(
                    "upgrade.conflict",
                    line.subject("upgrade", keys[-1]),
                    f"{listed(names)} of {line.name} each replace {replaced}; a creature can have only one of them.",
                    f"Remove {names[-1] if len(keys) == 2 else f'all of them but {names[0]}'} "
                    f"(saves {counted(more * line.card.upgrade_cost, 'point')}).",
                    replaces=replaced,
                    upgrades=keys,
                )


def positioning_known(reckoning: Reckoning) -> Iterator[Problem]:
    # There are four positioning upgrades. Appendix "Positioning upgrades".
    for line in reckoning.lines:
        if not line.member.positioning:
            continue
        for key in dict.fromkeys(line.member.positioning):
            if key not in reckoning.rulebook.positioning:
                yield problem(
                    "positioning.unknown",
                    line.subject("upgrade", key),
                    f"{line.name} has a positioning upgrade “{key}” that does not exist, so it counts 0 points.",
                    f"Remove it; there are {keys_listed(reckoning.rulebook.positioning)}.",
                    positioning=key,
                )


def positioning_once(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature takes each positioning upgrade once at most. Appendix "Positioning upgrades"; ruling 9.
    for line in reckoning.lines:
        if len(line.member.positioning) < 2:
            continue
        for key, times in Counter(line.member.positioning).items():
            row = reckoning.rulebook.positioning.get(key)
            if times > 1 and row:
                yield problem(
                    "positioning.repeated",
                    line.subject("upgrade", key),
                    f"{line.name} has the positioning upgrade {row.name} {times} times; once is all it can.",
                    f"Remove it {_times(times - 1)}.",
                    positioning=key,
                    times=times,
                )


def positioning_suits(reckoning: Reckoning) -> Iterator[Problem]:
    # Each positioning upgrade says which creatures it is for; a card's tags only hint at it, so this is a warning.
    # Appendix "Positioning upgrades".
    for line in reckoning.lines:
        if line.card is None or not line.member.positioning:
            continue
        for key in dict.fromkeys(line.member.positioning):
            row = reckoning.rulebook.positioning.get(key)
            reason = not_suited(row, line.card.tags) if row else None
            if reason:
                saves = line.member.positioning.count(key) * line.card.upgrade_cost
                yield problem(
                    "positioning.not_suited",
                    line.subject("upgrade", key),
                    f"{line.name}: {reason}",
                    f"Remove it (saves {counted(saves, 'point')}), or agree that it suits.",
                    positioning=key,
                )


RULES = (upgrade_known, upgrade_once, upgrades_agree, positioning_known, positioning_once, positioning_suits)
