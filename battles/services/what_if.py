"""What if a warband were another one: its versions are tried by games, and the best one is made the draft."""

import secrets
from collections.abc import Callable

from django.db import transaction
from django.db.models import F

from accounts.models import Owner
from battles.models import BattleWhatIf
from battles.models.odds import OddsStatus
from battles.selectors.battles import BattleVisitor
from battles.selectors.odds import odds_players
from battles.selectors.what_if import changeable_seat, version_keys, version_setup, versions_of
from battles.services.odds import FEWEST_GAMES, MOST_CREATURES, MOST_GAMES
from battles.services.runs import players_battle, run_broke, run_replace
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
    row = BattleWhatIf.objects.select_related("battle").filter(pk=pk).first()
    setups: dict[str, BattleSetup] = {}
    while row is not None:
        now = BattleWhatIf.objects.filter(pk=pk, status=OddsStatus.PLAYING).values_list("tally", "played").first()
        if now is None:
            return False
        if not goes_on():
            return True
        tally, number = WhatIfTally(**now[0]), now[1]
        same = BattleWhatIf.objects.filter(pk=pk, played=number)
        trial = next_trial(tally, version_keys(row), row.games // 2)
        if trial is None:
            same.update(status=OddsStatus.DONE)
            return False
        if trial.version not in setups:
            setups = {version: setups[version] for version in setups if version == BASE}
            setups[trial.version] = version_setup(row, trial.version)
        setup = setups[trial.version]
        try:
            played = simulate_pairs(setup, odds_players(setup, USUAL_PLAYER), row.seed, (trial.pair,))
        except RulesError as fault:
            run_broke(kind=BattleWhatIf, pk=pk, fault=str(fault))
            return False
        tally = tally.joined(trial, played.sums[row.side][0])
        # If another worker has played this pair, it plays on.
        if not same.update(played=F("played") + 1, tally={"tried": tally.tried, "fresh": tally.fresh}):
            return False
    return False


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
