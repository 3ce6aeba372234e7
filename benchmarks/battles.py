"""Battles: one action with 2 x 6 and 2 x 30 creatures after 10 and 500 events, the page, and 20 watchers.

Beside each stands a bare view of as many rows and bytes. An action goes on from a state that is kept; the whole fold is
what a process does once for a battle that it has not seen.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, cycle
from statistics import median, quantiles
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import declared_families
from battles.selectors.folding import BATTLE_LOGS, FoldedFight, folded_fight, setup_of
from battles.services.battles import battle_store
from battles.services.fights import combatants_enter, fight_make
from battles.services.recording import event_record
from battles.services.seats import battle_share
from benchmarks.harness import Bench, Site, alone, count_queries, served_bench
from benchmarks.plays import play_lines
from compendium.builtin import built_in_cards
from rules.combat.declared import DeclaredFamily
from rules.combat.events import FightBegun
from rules.combat.lists import ListedCombatant
from rules.combat.log import KIND
from rules.combat.resolution import OfferField
from rules.combat.sheets import FightSheet, SheetKind
from rules.combat.state import FightSide, FightState
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.roster.model import Member
from tests.rules.filled_sheets import filled_sheet

EACH = 6
STEPS = 6
"""Offers that are taken so that somebody has a turn."""


def fight_lines(bench: Bench) -> list[str]:
    """Measure a number that is set by hand, and the page, in a fight of each declared family."""
    lines = []
    for family in declared_families().values():
        battle = bench_fight(bench.owner, family)
        floor, forms = f"/bare/{2 * EACH}/", cycle([_number_form(battle, number) for number in range(3)])
        lines += [
            bench.taps(f"action, {family.key}", forms, floor),
            bench.page(f"page, {family.key}", f"/battles/{battle.key}/", floor),
        ]
    return lines


def bench_fight(owner: Owner, family: DeclaredFamily) -> Battle:
    """Return a fight of a family in which somebody has a turn; Muster rolls."""
    table = _usual_sheet(family.table, "Table")
    battle = fight_make(owner=owner, family=family, party=["Heroes"], master="", table=table)
    visitor = BattleVisitor(owner)
    for side in "ab":
        entry = ListedCombatant(1, _usual_sheet(family.kinds[0], f"Fighter {side}"), EACH)
        combatants_enter(visitor=visitor, key=battle.key, side=side, entries=[entry])
    event_record(visitor=visitor, key=battle.key, command=lambda state: FightBegun())
    for _ in range(STEPS):
        battle.refresh_from_db()
        state: FightState = folded_fight(battle).state
        offer = next((offer for offer in family.offers(state) if offer.is_main), None)
        rows = (state.family.row(state, combatant, sees_hidden=True) for combatant in state.combatants)
        if offer is None or any(row.is_acting for row in rows):
            break
        values = {field.name: _first_value(field) for field in offer.fields}
        event = family.event_from({KIND: offer.event, **offer.parts, **values})
        event_record(visitor=visitor, key=battle.key, command=lambda state, event=event: event)  # type: ignore[misc] # a default
    battle.refresh_from_db()
    return battle


def _usual_sheet(kind: SheetKind, name: str) -> FightSheet:
    needed = {
        field.key: min(field.high, max(field.usual, 20))
        for field in kind.fields
        if field.needed and field.type == "number"
    }
    return filled_sheet(kind, name, **needed)


def _first_value(field: OfferField) -> Any:
    if field.value is not None:
        return list(field.value) if field.type == "choices" else field.value
    if field.type == "choice":
        return "" if field.optional or not field.options else field.options[0].key
    return {"number": max(0, field.low), "flag": False, "choices": []}.get(field.type, "")


def _number_form(battle: Battle, number: int) -> tuple[str, dict[str, str]]:
    """Return the form that sets the first number of a combatant by hand, each time to another."""
    state: FightState = folded_fight(battle).state
    counted = next(field for field in state.family.hand_fields(state, "b.1") if field.type == "number")
    value = str(max(counted.low, 1) + number % 3)
    fields = {
        "do": "set",
        "combatant": "b.1",
        "what": counted.name,
        f"number.{counted.name}": value,
        "focus": "b.1",
    }
    return f"/battles/{battle.key}/act/", fields


WATCHERS = 20
STORM_SECONDS = 5
MANY = 200
AGAIN = 0.05
"""Seconds until a phone asks again, as in ``battle.js``."""
TAPS = 8


@dataclass
class Watcher:
    """A person who watches: the site with the browser's session, the mark of what was seen, and what was measured."""

    site: Site
    mark: str = ""
    same: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    seen: dict[int, float] = field(default_factory=dict)

    def ask(self, address: str, **headers: str) -> float:
        """Ask once whether something happened; return the seconds until the next question."""
        start = time.perf_counter()
        marked = {"If-None-Match": self.mark} if self.mark else {}
        answer = self.site.ask("GET", address, headers={**marked, **headers})
        now = time.perf_counter()
        (self.same if answer.status == 304 else self.changed).append((now - start) * 1000)
        if answer.status == 200 and (mark := answer.headers.get("ETag")):
            self.mark = mark
            self.seen[int(mark.split(".")[1])] = now
        return float(answer.headers.get("Retry-After", AGAIN))


def watcher_lines(site: Site, owner: Owner, battle: Battle, tap: Callable[[int], object]) -> list[str]:
    """Measure 20 watchers of a battle; ``tap`` changes it."""
    battle_share(visitor=BattleVisitor(owner), key=battle.key, shared=True)
    battle.refresh_from_db()
    clients = [Client() for _ in range(WATCHERS)]
    for client in clients:
        client.get(f"/battles/watch/{battle.spectator_token}/")
    address = f"/battles/{battle.key}/now/"
    sessions = [client.cookies[settings.SESSION_COOKIE_NAME].value for client in clients]
    watchers = [Watcher(site.of_session(session)) for session in sessions]
    for watcher in watchers:
        watcher.ask(address)
    queries = count_queries(lambda: clients[0].get(address, headers={"If-None-Match": watchers[0].mark}))
    floor = _storm([Watcher(watcher.site) for watcher in watchers], "/bare/1/100/")
    storm = _storm(watchers, address)
    delays, _ = _follow(watchers, battle, tap, lambda: None)
    places = range(2, 2 + MANY // WATCHERS)
    many = [Watcher(site.of_session(session, f"127.0.0.{place}")) for place in places for session in sessions]
    crowded, pages = _follow(many, battle, tap, lambda: site.get("/creatures/kobold-warrior/"))
    return [
        f"{_title(f'{WATCHERS} watchers, nothing new')}{storm}   {queries} queries each",
        f"{_title('the same, bare view')}{floor}",
        f"{_title(f'from a tap until {WATCHERS} who wait see it')}{_times(delays)}   (300 and 800)",
        f"{_title(f'the same, {MANY}')}{_times(crowded)}",
        f"{_title('an ordinary page meanwhile')}{_times(pages)}   (p95 300)",
    ]


@dataclass(frozen=True, slots=True)
class StormResult:
    """Questions a second that were answered, and how long each answer took in milliseconds."""

    rate: float
    times: list[float]

    def __str__(self) -> str:
        return f"{self.rate:5.0f} polls/s, {_times(self.times)}"


def _storm(watchers: list[Watcher], address: str) -> StormResult:
    """Let all ask without a pause."""
    end = time.perf_counter() + STORM_SECONDS

    def _ask(watcher: Watcher) -> None:
        while time.perf_counter() < end:
            watcher.ask(address)

    for watcher in watchers:
        watcher.same, watcher.changed = [], []
    _together([lambda watcher=watcher: _ask(watcher) for watcher in watchers])  # type: ignore[misc] # a default
    times = [taken for watcher in watchers for taken in (*watcher.same, *watcher.changed)]
    return StormResult(len(times) / STORM_SECONDS, times)


def _follow(
    watchers: list[Watcher], battle: Battle, tap: Callable[[int], object], page: Callable[[], object]
) -> tuple[list[float], list[float]]:
    """Let all wait for some taps; return the milliseconds from each tap until each watcher has seen it, and those of a
    page that a person loads meanwhile.
    """
    over, tapped, pages = Event(), dict[int, float](), list[float]()
    address = f"/battles/{battle.key}/now/"

    def _watch(watcher: Watcher) -> None:
        while not over.is_set():
            over.wait(watcher.ask(address, Prefer="wait=20"))

    def _play() -> None:
        for number in range(TAPS + 1):
            time.sleep(2.5)
            if number == TAPS:
                over.set()  # the last tap answers those who wait
            at = time.perf_counter()
            tap(number)
            battle.refresh_from_db()
            tapped[battle.version] = at

    def _read() -> None:
        while not over.wait(0.1):
            start = time.perf_counter()
            page()
            pages.append((time.perf_counter() - start) * 1000)

    for watcher in watchers:
        watcher.seen = {}
    _together([_play, _read, *(lambda watcher=watcher: _watch(watcher) for watcher in watchers)])  # type: ignore[misc] # a default
    seen = [(watcher, version, at) for version, at in [*tapped.items()][:-1] for watcher in watchers]
    delays = [
        min(then for later, then in watcher.seen.items() if later >= version) - at for watcher, version, at in seen
    ]
    return [delay * 1000 for delay in delays], pages


def _together(runs: list[Callable[[], None]]) -> None:
    threads = [Thread(target=run) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _times(times: list[float]) -> str:
    return f"p50 {median(times):5.1f} ms, p95 {quantiles(times, n=20)[-1]:5.1f} ms"


def _title(words: str) -> str:
    return f"  {words:<38}"


CREATURES = ("kobold-warrior", "boar", "goblin-dog", "giant-ant")
SIDES = (6, 30)
EVENTS = (10, 500)


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = [*play_lines(), "Battles (to reach: an action and a page 2 x a bare view of the same bytes)"]
    with served_bench() as bench:
        for creatures in SIDES:
            for events in EVENTS:
                battle = bench_battle(bench.owner, creatures, events)
                name = f"2 x {creatures}, {events} events"
                lines += [
                    _action(bench, battle, name),
                    _action(bench, battle, name, focus="b.m1"),
                    _fold(battle, name),
                    bench.page(f"page, {name}", f"/battles/{battle.key}/", f"/bare/{2 * creatures}/"),
                ]
        lines += fight_lines(bench)
        lines += watcher_lines(
            bench.site, bench.owner, battle, lambda number: bench.site.post(*tap_form(battle, number))
        )
    return lines


def bench_battle(owner: Owner, creatures: int, events: int) -> Battle:
    """Return a battle of two sides after so many events."""
    cards = {card.key: card for card in built_in_cards()}
    fielded = []
    for side in "ab":
        for place in range(creatures):
            card = cards[CREATURES[place % len(CREATURES)]]
            fielded.append(Fielded(f"{side}.m{place}", side, Member(card.key, f"m{place}"), card, card.points))
    setup = BattleSetup((FightSide("a", "Red"), FightSide("b", "Blue")), tuple(fielded), name="Red against Blue")
    battle = battle_store(owner=owner, setup=setup)
    visitor = BattleVisitor(owner)
    event_record(visitor=visitor, key=battle.key, command=lambda state: BattleBegun())
    for number in range(events):
        event = HpSet("a.m0", 1 + number % 5, 0, "")
        event_record(visitor=visitor, key=battle.key, command=lambda state, event=event: event)  # type: ignore[misc] # a default
    battle.refresh_from_db()
    return battle


def _action(bench: Bench, battle: Battle, name: str, focus: str = "") -> str:
    """Measure a tap, answered by the part of the page that changes, with the panel of the creature in ``focus``."""
    forms = (tap_form(battle, number, focus) for number in count())
    title = f"{'action with panel' if focus else 'action'}, {name}"
    return bench.taps(title, forms, f"/bare/{len(battle.setup['fielded'])}/")


def tap_form(battle: Battle, number: int, focus: str = "") -> tuple[str, dict[str, str]]:
    """Return the address and the form of a tap that sets HP, each time to others."""
    hp = str(1 + number % 5)
    fields = {"do": "hp", "creature": "b.m1", "hp": hp, "temporary": "0", "focus": focus}
    return f"/battles/{battle.key}/act/", fields


def _fold(battle: Battle, name: str) -> str:
    battle.refresh_from_db()
    taken = alone(lambda: FoldedFight(P2V, setup_of(battle)).followed_by(BATTLE_LOGS.entries_of(battle)), 5, 1)
    return f"  {f'whole fold, {name}':<38}{taken:7.2f} ms"
