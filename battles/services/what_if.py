"""What if a warband were another one: its versions are tried by games, and the best one is made the draft."""

import secrets
from collections.abc import Callable
from dataclasses import asdict

from django.db import transaction

from accounts.models import Owner
from battles.models import BattleWhatIf
from battles.models.odds import OddsStatus
from battles.selectors.battles import BattleVisitor
from battles.selectors.odds import odds_players
from battles.selectors.what_if import changeable_seat, version_keys, version_setup, versions_of
from battles.services.odds import FEWEST_GAMES, MOST_CREATURES, MOST_GAMES
from battles.services.runs import players_battle, run_played, run_replace
from common.refusal import Refusal
from rules.building.changes import change_from_document
from rules.errors import RulesError
from rules.p2v_combat.sides import BattleSetup
from rules.players.simulation import simulate_pairs
from rules.players.stock import USUAL_PLAYER
from rules.players.what_if import BASE, WhatIfTally, best_version, gain, next_trial
from warbands.selectors.warbands import warband_open
from warbands.services.drafts import draft_change

NO_WARBAND = "None of your warbands without a career fights in this battle."


@transaction.atomic
def what_if_begin(*, visitor: BattleVisitor, owner: Owner, key: str, games: int) -> BattleWhatIf:
    """Store that the versions of a person's warband in a battle are to be tried, in place of earlier ones.

    Raises ``Refusal`` for a battle without one, while versions are tried, and beyond the bounds of games and of a
    person.
    """
    view = players_battle(visitor, key)
    seat = changeable_seat(view, owner)
    opened = warband_open(owner, seat.warband.key) if seat and seat.warband else None
    if seat is None or opened is None:
        raise Refusal(NO_WARBAND, code="odds.invalid")
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        raise Refusal(f"Play from {FEWEST_GAMES} to {MOST_GAMES:,} games.", code="odds.invalid")
    run_replace(BattleWhatIf, view)
    try:
        setup, versions = versions_of(view.battle, seat.side, opened.warband, opened.draft)
    except RulesError as fault:
        raise Refusal(str(fault), code="odds.invalid") from fault
    if len(setup["fielded"]) > MOST_CREATURES:
        raise Refusal(f"Up to {MOST_CREATURES} creatures can be tried.", code="odds.invalid")
    if not versions:
        raise Refusal("There is nothing else that this warband could legally have.", code="odds.invalid")
    return BattleWhatIf.objects.create(
        battle=view.battle,
        warband=opened.warband,
        side=seat.side,
        setup=setup,
        versions=versions,
        games=games + games % 2,
        seed=secrets.randbelow(2**31),
    )


def what_if_play(*, pk: int, goes_on: Callable[[], bool]) -> bool:
    """Play pairs of games of the versions in their order until all are done, they are stopped, or ``goes_on`` says no.

    Returns True if more are to be played. Each pair counts once, however many workers play it.
    """
    setups: dict[str, BattleSetup] = {}
    return run_played(BattleWhatIf, pk, goes_on, lambda row: _play_trial(row, setups))


def _play_trial(row: BattleWhatIf, setups: dict[str, BattleSetup]) -> None:
    """Play the next pair of games of a run; ``setups`` has those of the warband as it is and of the last version."""
    tally = WhatIfTally(**row.tally)
    trial = next_trial(tally, version_keys(row), row.games // 2)
    if trial is None:
        row.status = OddsStatus.DONE
        return
    if trial.version not in setups:
        for version in setups.keys() - {BASE}:
            del setups[version]
        setups[trial.version] = version_setup(row, trial.version)
    setup = setups[trial.version]
    played = simulate_pairs(setup, odds_players(setup, USUAL_PLAYER), row.seed, (trial.pair,))
    row.tally = asdict(tally.joined(trial, played.sums[row.side][0]))
    row.played += 1


@transaction.atomic
def what_if_take(*, visitor: BattleVisitor, owner: Owner, key: str) -> str:
    """Make the best version the draft of its warband, by the builder's own changes, and return the warband's key.

    Raises ``Refusal`` before all games are played, and if the draft can no longer be changed so.
    """
    view = players_battle(visitor, key)
    row = BattleWhatIf.objects.select_related("warband").filter(battle=view.battle, status=OddsStatus.DONE).first()
    tally = WhatIfTally(**row.tally) if row else WhatIfTally()
    best = best_version(tally, version_keys(row)) if row else BASE
    is_better = gain(tally.fresh.get(BASE, ""), tally.fresh.get(best, "")) > 0
    if row is None or row.warband is None or not is_better:
        raise Refusal("There is no better version to take.", code="odds.state")
    for document in row.versions[int(best)]["changes"]:
        opened = warband_open(owner, row.warband.key)
        if opened is None:
            raise Refusal(NO_WARBAND, code="odds.invalid")
        change = change_from_document(document)
        draft_change(owner=owner, key=opened.warband.key, version=opened.warband.version, change=change)
    return row.warband.key
