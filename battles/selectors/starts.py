"""Battles of scenarios that were begun again."""

from collections import defaultdict

from battles.models import Battle, BattleEntry
from campaigns.models import Campaign
from rules.campaigns.files import FiledBattles
from rules.combat.answers import FacesRolled


def battles_begun_again(campaign: Campaign) -> tuple[FiledBattles, ...]:
    """Return the scenarios of a campaign that have a battle begun after dice of Muster had fallen in another one.

    One query, and one more if a scenario has several battles.
    """
    battles: defaultdict[int, list[int]] = defaultdict(list)
    rows = Battle.objects.filter(scenario__campaign=campaign).order_by("scenario__number", "pk")
    for scenario, battle in rows.values_list("scenario__number", "pk"):
        battles[scenario].append(battle)
    earlier = [battle for begun in battles.values() for battle in begun[:-1]]
    if not earlier:
        return ()
    fell = BattleEntry.objects.filter(battle__in=earlier, event__kind=FacesRolled.kind, event__entered=False)
    rolled = set(fell.values_list("battle", flat=True))
    return tuple(FiledBattles(scenario, len(begun)) for scenario, begun in battles.items() if rolled & {*begun[:-1]})
