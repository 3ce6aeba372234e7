"""What creatures are worth by games: on their cards, on a page of all, and for creatures of players as a run."""

import pytest
from django.test import Client

from common.refusal import Refusal
from compendium.builtin import built_in_cards
from compendium.builtin.worth import measured_worths
from compendium.cards import digest
from compendium.models import Creature, WorthRun
from compendium.selectors.worth import own_worth, worth_of, worth_table
from compendium.services import worth as services
from compendium.services.homebrew import homebrew_revise
from compendium.tasks import WORTH, worth_run
from jobs.models import Job
from rules.cards.model import Card
from rules.players.worth import VERSION, WorthPair, play_worth_pair
from rules.replacing import replace
from tests.compendium.reading import page_at
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.warbands.verbs import Person, account, text_of

CARDS = {card.key: card for card in built_in_cards()}
MEASURED_AGAIN = ("boar", "guard", "harpy")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every pair of games be a win and a loss at the creature's price."""

    def even(card: Card, *_: object) -> WorthPair:
        return WorthPair(card.points, 2)

    monkeypatch.setattr(services, "play_worth_pair", even)


@pytest.fixture
def ada() -> Person:
    return account("ada")


def test_a_card_says_what_its_creature_plays_like(client: Client) -> None:
    worth = worth_of(Creature.objects.get(key="boar"))
    assert worth is not None
    assert worth.low <= worth.points <= worth.high
    assert not worth.is_old
    words = f"Plays like {worth.points} points ({worth.low} to {worth.high}), by {worth.games} games"
    assert words in text_of(client.get("/creatures/boar/"))


def test_an_edited_card_says_that_its_games_are_old(client: Client) -> None:
    Creature.objects.filter(key="boar").update(is_edited=True)
    assert "have changed since" in text_of(client.get("/creatures/boar/"))
    assert [row.key for row in worth_table() if row.is_old] == ["boar"]


def test_the_table_of_all_is_sorted_as_asked_by_one_query(client: Client, django_assert_num_queries) -> None:
    def column(query: str) -> list[int]:
        cells = page_at(client, f"/balance/{query}").css('td[data-label="Price"]')
        return [int(cell.text()) for cell in cells]

    with django_assert_num_queries(1):
        prices = column("?sort=price")
    assert len(prices) == len(worth_table())
    assert prices == sorted(prices)
    assert column("?sort=-price") == prices[::-1]
    page = page_at(client, "/balance/?sort=nothing")
    shares = [int(cell.text().split("%")[0]) for cell in page.css('td[data-label="For its price"]')]
    assert shares == sorted(shares, reverse=True)
    assert len(page.css("svg .end")) == len(prices)


def test_owners_measure_a_creature_of_theirs(ada: Person, games: None) -> None:
    troll = brewed(ada.owner)
    address = f"/creatures/{troll.key}/"
    assert "Measure what it is worth" in text_of(ada.client.get(address))
    run = services.worth_begin(owner=ada.owner, key=troll.key)
    turns = iter([True, True, False])
    assert services.worth_play(pk=run.pk, goes_on=lambda: next(turns))
    assert "2 of 30 pairs of games are played" in text_of(ada.client.get(address))
    ada.client.post(f"/homebrew/{troll.key}/worth/", {"do": "stop"})
    assert not services.worth_play(pk=run.pk, goes_on=lambda: True)
    assert "It stopped" in text_of(ada.client.get(address))
    assert services.worth_begin(owner=ada.owner, key=troll.key) == run
    assert not services.worth_play(pk=run.pk, goes_on=lambda: True)
    run.refresh_from_db()
    assert (run.played, run.is_left) == (30, False)
    assert f"Plays like {troll.points} points" in text_of(ada.client.get(address))


def test_a_job_plays_the_games(ada: Person, games: None) -> None:
    troll = brewed(ada.owner)
    worth_run(owner=ada.owner, key=troll.key)
    run = WorthRun.objects.get()
    assert Job.objects.get(kind=WORTH.name).arguments == {"run": run.pk}
    assert run.played == 30
    for _ in range(3):
        worth_run(owner=ada.owner, key=troll.key)
    run.refresh_from_db()
    assert run.played == services.MOST_PAIRS
    with pytest.raises(Refusal, match="240 games"):
        worth_run(owner=ada.owner, key=troll.key)


def test_a_person_measures_one_creature_at_once_and_none_of_others(ada: Person, games: None) -> None:
    troll, other = brewed(ada.owner), brewed(ada.owner, "Marsh Troll")
    services.worth_begin(owner=ada.owner, key=troll.key)
    with pytest.raises(Refusal, match="another creature"):
        services.worth_begin(owner=ada.owner, key=other.key)
    bob = account("bob")
    with pytest.raises(Refusal, match="no such creature"):
        services.worth_begin(owner=bob.owner, key=troll.key)
    services.worth_stop(owner=bob.owner, key=troll.key)
    assert WorthRun.objects.get().is_playing
    services.worth_stop(owner=ada.owner, key=troll.key)
    services.worth_begin(owner=ada.owner, key=other.key)


def test_a_changed_card_stops_its_run_and_makes_its_games_old(ada: Person, games: None) -> None:
    troll = brewed(ada.owner)
    run = services.worth_begin(owner=ada.owner, key=troll.key)
    turns = iter([True, False])
    services.worth_play(pk=run.pk, goes_on=lambda: next(turns))
    stats = replace(MOSS_TROLL.stats, hp=90)
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, stats=stats))
    assert not services.worth_play(pk=run.pk, goes_on=lambda: True)
    run.refresh_from_db()
    assert run.fault == services.CHANGED
    shown = own_worth(Creature.objects.select_related("current").get(key=troll.key))
    assert shown is not None
    assert shown.worth is not None
    assert shown.worth.is_old
    assert services.worth_begin(owner=ada.owner, key=troll.key).played == 0


@pytest.mark.parametrize("key", MEASURED_AGAIN)
def test_the_stored_games_are_those_of_today(key: str) -> None:
    """If it fails, rules or players play otherwise: raise ``VERSION`` and measure again (docs/odds.md)."""
    worth = measured_worths()[key]
    assert worth.version != VERSION or play_worth_pair(CARDS[key], CARDS, ()) == worth.pairs[0]


def test_nearly_all_built_in_creatures_were_measured_as_they_are() -> None:
    """A changed card says that its games are old until ``measure_worth`` plays them again."""
    worths = measured_worths()
    assert worths.keys() == CARDS.keys()
    fresh = [key for key, worth in worths.items() if digest(CARDS[key]).startswith(worth.stamp)]
    assert len(fresh) > 0.9 * len(CARDS)
    assert min(len(worth.pairs) for worth in worths.values()) >= 10
