"""What if: versions of a side play the same games, worse ones are stopped early, and the best one plays fresh ones."""

from collections.abc import Mapping
from statistics import pvariance

import pytest

from rules.p2v_combat.sides import BattleSetup
from rules.players.simulation import simulate_pairs
from rules.players.what_if import (
    BASE,
    FIRST_PAIRS,
    FRESH,
    WhatIfTally,
    best_version,
    gain_interval,
    most_pairs,
    next_trial,
    stages,
    win_share,
)
from rules.replacing import replace
from tests.rules.p2v_combat.tables import setup_of

QUICK = {"a": "quick", "b": "quick"}


def wins(setup: BattleSetup, pair: int, seed: int = 5) -> int:
    return simulate_pairs(setup, QUICK, seed, (pair,)).sums["a"][0]


def played(versions: Mapping[str, BattleSetup], base: BattleSetup, fresh: int) -> WhatIfTally:
    tally, keys = WhatIfTally(), list(versions)
    while (trial := next_trial(tally, keys, fresh)) is not None:
        tally = tally.joined(trial, wins(versions.get(trial.version, base), trial.pair))
    return tally


def with_more(setup: BattleSetup, creature: str, hp: int, fight: int = 0) -> BattleSetup:
    """Return a set-up with more hit points and a better Fight on the card of a creature."""
    return replace(
        setup,
        fielded=tuple(
            replace(
                row,
                card=replace(
                    row.card,
                    stats=replace(row.card.stats, hp=row.card.stats.hp + hp, fight=row.card.stats.fight + fight),
                ),
            )
            if row.id == creature
            else row
            for row in setup.fielded
        ),
    )


def test_of_many_versions_the_far_better_one_is_found_and_worse_ones_are_stopped() -> None:
    base = setup_of(["guard", "kobold-warrior"], ["guard", "guard"])
    versions = {
        "guard-for-kobold": setup_of(["guard", "guard"], ["guard", "guard"]),
        "without-kobold": setup_of(["guard"], ["guard", "guard"]),
        "without-guard": setup_of(["kobold-warrior"], ["guard", "guard"]),
        "boar-for-kobold": setup_of(["guard", "boar"], ["guard", "guard"]),
    }
    tally = played(versions, base, 4)
    best = best_version(tally, list(versions))
    assert best in ("guard-for-kobold", "boar-for-kobold")
    assert len(tally.tried["without-guard"]) == FIRST_PAIRS
    assert {version: len(each) for version, each in tally.fresh.items()} == {BASE: 4, best: 4}
    assert win_share(tally.tried[best]) > win_share(tally.tried[BASE])
    total = sum(map(len, (*tally.tried.values(), *tally.fresh.values())))
    assert total == most_pairs(len(versions), 4)


def test_the_same_dice_make_differences_vary_less_than_fresh_ones() -> None:
    base = setup_of(["guard", "kobold-warrior"], ["guard", "goblin-dog"])
    other = with_more(base, "a.m2", 1)
    same = [wins(other, pair) - wins(base, pair) for pair in range(16)]
    fresh = [wins(other, pair + 40) - wins(base, pair) for pair in range(16)]
    assert pvariance(same) < 0.7 * pvariance(fresh)


def test_who_has_more_hit_points_and_fights_better_loses_nothing_beyond_the_interval() -> None:
    base = setup_of(["guard"], ["guard"])
    better = with_more(base, "a.m1", 4, 1)
    pairs = range(12)
    without, with_it = ("".join(str(wins(setup, pair)) for pair in pairs) for setup in (base, better))
    interval = gain_interval(without, with_it)
    assert interval.mean > 0
    assert interval.high > 0
    assert gain_interval(without, without).mean == 0


def test_the_better_half_plays_on_and_only_the_best_one_plays_fresh_games() -> None:
    versions = ["a", "b", "c", "d", "e"]
    tally = WhatIfTally()
    order = []
    while (trial := next_trial(tally, versions, 3)) is not None:
        order.append(trial)
        tally = tally.joined(trial, {"a": 0, "c": 2}.get(trial.version, 1))
    assert [trial.version for trial in order[: 6 * FIRST_PAIRS : FIRST_PAIRS]] == [BASE, *versions]
    assert stages(tally, versions) == (("c",), 8 * FIRST_PAIRS)
    assert {version: len(each) // FIRST_PAIRS for version, each in tally.tried.items()} == {
        BASE: 8,
        "a": 1,
        "b": 2,
        "c": 8,
        "d": 1,
        "e": 1,
    } | {"b": 4, "d": 2}
    assert [trial for trial in order if trial.pair >= FRESH] == order[-6:]
    assert len(order) == most_pairs(5, 3)
    assert gain_interval(tally.fresh[BASE], tally.fresh["c"]).mean == pytest.approx(0.5)


def test_where_no_version_wins_more_none_is_best() -> None:
    tally = WhatIfTally()
    while (trial := next_trial(tally, ["a", "b"], 3)) is not None:
        tally = tally.joined(trial, 1)
    assert best_version(tally, ["a", "b"]) == BASE
    assert tally.fresh == {}
    assert next_trial(WhatIfTally({BASE: "1111"}), [], 3) is None
