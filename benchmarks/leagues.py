"""A large league: 30 warbands, 60 rounds and 1,000 scenarios, of which all but those of the last round are played."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, cycle, islice
from time import perf_counter
from tracemalloc import get_traced_memory, start, stop

from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import Owner
from benchmarks.campaigns import (
    COMMITS,
    ROWS,
    SETTINGS,
    CampaignBench,
    act_line,
    bench_warband,
    extended_file,
    played_events,
)
from benchmarks.harness import Bench, served_bench
from campaigns.models import Campaign
from campaigns.selectors.files import campaign_file
from campaigns.services.campaigns import campaign_create, campaign_share
from campaigns.services.corrections import scenario_void
from campaigns.services.files import campaign_import
from campaigns.services.leagues import league_set, round_open, round_pair
from campaigns.services.people import placeholder_add, placeholder_claim
from campaigns.services.publishing import league_publish
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.leagues import RoundPlanned
from rules.campaigns.leagues.pairings import robin_season
from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import ScenarioPlan

WARBANDS, MEMBERS, ROUNDS, SCENARIOS = 30, 10, 60, 1_000
NUMBERS = range(1, WARBANDS + 1)
SEASON = robin_season([NUMBERS])
TABLES = len(SEASON[0].tables)
BACKEND = "django.contrib.auth.backends.ModelBackend"
PAIRING = (("pairing", "organizer", f"rounds/{ROUNDS}/pair/"),)
"""What is measured before the last round is paired."""
PAGES = (
    ("overview", "organizer", ""),
    ("overview", "player", ""),
    ("overview", "spectator", ""),
    ("warbands", "player", "warbands/"),
    ("warband", "player", "warbands/1/"),
    ("member", "player", "warbands/1/member/?id=m1"),
    ("scenarios", "player", "scenarios/"),
    ("standings", "player", "standings/"),
    ("league", "player", "league/"),
    ("round, open", "organizer", f"rounds/{ROUNDS}/"),
    ("round, played", "player", "rounds/30/"),
    ("apply all", "organizer", f"rounds/{ROUNDS}/apply/"),
    ("journal", "player", "journal/"),
    ("season", "organizer", "season/"),
    ("chronicle", "player", "chronicle/"),
)
API = ("board", "league", "rounds/30", "standings", "season")


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = [f"A league of {WARBANDS} warbands, {ROUNDS} rounds, {SCENARIOS:,} scenarios (to reach: as in campaigns)"]
    with served_bench() as bench:
        begun = perf_counter()
        table = _large_league(bench.owner)
        lines.append(f"  {'import':<38}{perf_counter() - begun:7.2f} s")
        viewers, published = _viewers(bench, table.key)
        address = f"/campaigns/{table.key}/"
        lines += [_measured(viewers[viewer], f"{name}, {viewer}", address + page) for name, viewer, page in PAIRING]
        ready = _last_round(table)
        lines += [_measured(viewers[viewer], f"{name}, {viewer}", address + page) for name, viewer, page in PAGES]
        lines.append(_measured(viewers["stranger"], "published league", published))
        lines += [_measured(bench, f"API, {name}", f"/api/v1{address}{name}/") for name in API]
        lines.append(act_line("commit", table.commit, ready))
        asking = {"actor": bench.owner, "key": table.key, "reason": "They used the wrong cards."}
        lines.append(act_line("void", lambda scenario: scenario_void(**asking, scenario=scenario), ready))
    return lines


def _measured(bench: Bench, name: str, address: str) -> str:
    """Measure a page beside a bare view, and how many MB it takes at most; return the line to print."""
    line = bench.page(name, address, f"/bare/{ROWS}/")
    start()
    bench.client.get(address)
    _, most = get_traced_memory()
    stop()
    return f"{line}   {most / 1e6:5.1f} MB"


def _large_league(owner: Owner) -> CampaignBench:
    """Return the league, imported from a file, with its last round planned."""
    campaign = campaign_create(actor=owner, name="The Large League", story="", settings=SETTINGS)
    for number in NUMBERS:
        player = _player(owner, campaign.key, number) if number < WARBANDS else owner
        bench_warband(player, campaign.key, f"Company {number}", MEMBERS)
    league_set(actor=owner, key=campaign.key, rules=LeagueRules())
    campaign.refresh_from_db()
    file = extended_file(campaign_file(campaign), _events())
    imported = campaign_import(file=replace(file, key="large"))
    placeholder_claim(actor=owner, token=imported.participants.get(number=1).claim_token or "")
    warbands = imported.warbands.select_related("warband").order_by("number")
    return CampaignBench(owner, imported.key, tuple(warbands))


def _player(owner: Owner, key: str, number: int) -> Owner:
    place = placeholder_add(actor=owner, key=key, name=f"Player {number}")
    player = Owner(user=get_user_model().objects.create(username=f"bench-{number}"))
    placeholder_claim(actor=player, token=place.claim_token or "")
    return player


def _events() -> Iterator[CampaignEvent]:
    """Yield the rounds with what was played in them, and first the scenarios outside rounds."""
    scenarios, members = count(1), [f"m{number}" for number in range(1, MEMBERS + 1)]
    tables = cycle(table for played in SEASON for table in played.tables)
    for table in islice(tables, SCENARIOS - ROUNDS * TABLES):
        yield from played_events(next(scenarios), ScenarioPlan("A Skirmish", warbands=table), members)
    for number in range(1, ROUNDS + 1):
        planned = LeagueRound(number)
        yield RoundPlanned(number, planned.plan)
        for table in SEASON[number % len(SEASON)].tables if number < ROUNDS else ():
            yield from played_events(next(scenarios), planned.scenario_plan(table), members)


def _viewers(bench: Bench, key: str) -> tuple[Mapping[str, Bench], str]:
    """Return the site as each kind of viewer meets it, and the address of the published league."""
    player = get_user_model().objects.get(username="bench-1")
    place = Campaign.objects.get(key=key).participants.get(number=2)
    placeholder_claim(actor=Owner(user=player), token=place.claim_token or "")
    shared = campaign_share(actor=bench.owner, key=key, shared=True)
    league_publish(actor=bench.owner, key=key, published=True)
    shared.refresh_from_db()
    people = {name: Client() for name in ("player", "spectator", "stranger")}
    people["player"].force_login(player, backend=BACKEND)
    people["spectator"].get(f"/campaigns/watch/{shared.spectator_token}/")
    sessions = {name: client.cookies.get("sessionid") for name, client in people.items()}
    viewers = {
        name: Bench(bench.site.of_session(sessions[name].value if sessions[name] else ""), client, bench.owner)
        for name, client in people.items()
    }
    return {"organizer": bench, **viewers}, f"/leagues/{shared.league_token}/"


def _last_round(table: CampaignBench) -> list[int]:
    """Pair and open the last round; return its scenarios that are ready, and leave the others open."""
    asking, warbands = {"actor": table.owner, "key": table.key}, {row.number: row for row in table.warbands}
    tables = SEASON[0].tables
    scenarios = [row.number for row in round_pair(**asking, number=ROUNDS, tables=tables)]
    round_open(**asking, number=ROUNDS)
    ready = scenarios[:COMMITS]
    for scenario, pair in zip(ready, tables, strict=False):
        table.play(scenario, [warbands[number] for number in pair])
    return ready
