"""What members spend in a scenario, and what comes back."""

from __future__ import annotations

from dataclasses import replace

from rules.careers.events import Spending, SpentUse
from rules.careers.state import Aftermath, CareerProblem, CareerState, WarbandState
from rules.tables.uses import comes_back


def spend(state: WarbandState, spending: Spending) -> Aftermath:
    """Return the state after a member spent uses and consumables; a consumable that it does not carry is a problem."""
    # Encounter uses are there again in the next scenario; a consumable is gone and may be bought again. Hero points
    # are bought for one scenario, so nothing of them is kept. Campaign play, "Recovering"; ruling 28.
    career = state.by_id[spending.member]
    carried = list(career.member.items)
    for item in spending.items:
        if item not in carried:
            message = f"{career.name} does not carry the item “{item.item}”."
            return Aftermath(state, (CareerProblem("item.not_carried", spending.id, spending.member, message),))
        carried.remove(item)
    kept = [use for use in spending.uses if not comes_back(use.use, rested=False)]
    changed = replace(
        career, member=replace(career.member, items=tuple(carried)), spent=_added_up((*career.spent, *kept))
    )
    return Aftermath(state.with_career(changed))


def restore_daily_uses(career: CareerState) -> CareerState:
    """Return a member whose daily uses are all there again."""
    left = tuple(use for use in career.spent if not comes_back(use.use, rested=True))
    return career if left == career.spent else replace(career, spent=left)


def _added_up(uses: tuple[SpentUse, ...]) -> tuple[SpentUse, ...]:
    times: dict[tuple[str, str], SpentUse] = {}
    for use in uses:
        before = times.get((use.key, use.use))
        times[use.key, use.use] = replace(use, times=use.times + before.times) if before else use
    return tuple(times.values())
