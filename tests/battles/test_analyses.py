"""The analysis of a battle that is over: begun by its players, played by jobs, shown to all who see the battle."""

import pytest
from django.urls import reverse

from battles import tasks
from battles.models import BattleAnalysis
from battles.models.odds import OddsStatus
from battles.selectors.analyses import analysis_page
from battles.selectors.battles import battle_view
from battles.services.analyses import CHANGED, analysis_begin, analysis_play
from battles.services.battles import battle_import
from battles.services.runs import run_continue
from common.refusal import Refusal
from jobs.models import Job
from rules.families.documents import BattleDocument, battle_document
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.players.playing import play_to_end
from rules.players.stock import players_for
from tests.battles.play import BattleTable, small_battle
from tests.compendium.reading import page_at
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.figures import text_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended() -> BattleTable:
    """Return a battle of a guard and a boar that is over."""
    setup = setup_of(["guard"], ["boar"])
    entries, _ = play_to_end(setup, (), players_for(setup, {}, "1"), "1")
    person = account("ada")
    battle = battle_import(owner=person.owner, document=battle_document(BattleDocument(setup, entries)))
    return BattleTable(battle.key, person)


def begun(table: BattleTable) -> BattleAnalysis:
    return analysis_begin(visitor=table.visitor(), key=table.key, games=10)


def activations(table: BattleTable) -> int:
    entries = table.battle.entries.order_by("number")
    return sum(entry.event["kind"] == CreaturesActivated.kind for entry in entries)


def test_an_analysis_plays_pairs_from_each_activation_in_turn(ended: BattleTable) -> None:
    row, number = begun(ended), activations(ended)
    turns = iter([True, True, True, False])
    assert analysis_play(pk=row.pk, goes_on=lambda: next(turns))
    row.refresh_from_db()
    # The luck comes first, then a pair from each of the first two activations.
    assert (row.pairs, len(row.tally["points"])) == (2, number)
    assert [point["games"] for point in row.tally["points"][:3]] == [2, 2, 0]
    assert not analysis_play(pk=row.pk, goes_on=lambda: True)
    row.refresh_from_db()
    assert (row.status, row.pairs) == (OddsStatus.DONE, 5 * number)
    assert {point["games"] for point in row.tally["points"]} == {10}
    whole = row.tally
    row.delete()
    again = begun(ended)
    BattleAnalysis.objects.filter(pk=again.pk).update(seed=row.seed)
    assert not analysis_play(pk=again.pk, goes_on=lambda: True)
    again.refresh_from_db()
    assert again.tally == whole


def test_a_stopped_analysis_goes_on_and_one_of_a_changed_battle_does_not(ended: BattleTable) -> None:
    row = begun(ended)
    tasks.run_do(BattleAnalysis, visitor=ended.visitor(), key=ended.key, continues=False)
    assert not analysis_play(pk=row.pk, goes_on=lambda: True)
    view = battle_view(ended.visitor(), ended.key)
    assert view is not None
    assert run_continue(BattleAnalysis, view).status == OddsStatus.PLAYING
    BattleAnalysis.objects.update(head=1)
    assert not analysis_play(pk=row.pk, goes_on=lambda: True)
    row.refresh_from_db()
    assert (row.status, row.fault, row.tally) == (OddsStatus.STOPPED, CHANGED, {})


def test_only_a_battle_that_is_over_is_analyzed_and_only_by_its_players(ended: BattleTable, settings) -> None:
    other = small_battle("bo")
    other.begin()
    with pytest.raises(Refusal, match="that is over"):
        begun(other)
    with pytest.raises(Refusal, match="one of these numbers"):
        analysis_begin(visitor=ended.visitor(), key=ended.key, games=7)
    settings.JOBS_AT_ONCE = False
    tasks.run_enqueue(begun(ended))
    with pytest.raises(Refusal, match="Stop these games first"):
        begun(ended)
    page = page_at(other.owner.client, reverse("battles:analysis", args=[other.key]))
    assert "can be analyzed once it is over" in text_of(page, "#analysis")
    assert not page.css("#analysis form")


def test_players_read_the_analysis_on_its_page(ended: BattleTable, django_assert_num_queries) -> None:
    client, address = ended.owner.client, reverse("battles:analysis", args=[ended.key])
    assert address in client.get(reverse("battles:result", args=[ended.key])).content.decode()
    assert "who was going to win" in text_of(page_at(client, address), "#analysis")
    assert client.post(address, {"do": "begin", "games": "10"}).status_code == 302
    assert Job.objects.get().state == "done"
    with django_assert_num_queries(5):
        page = page_at(client, address)
    said = text_of(page, "#analysis")
    number = activations(ended)
    assert f"{10 * number} of {10 * number} games" in said
    assert len(page.css("svg.points-chart .span")) == 2
    assert len(page.css("#curve ~ details tbody tr")) == number + 1
    assert "The end" in said
    assert "Dice this" in said
    assert client.post(address, {"do": "begin", "games": "x"}).status_code == 422
    view = battle_view(ended.visitor(), ended.key)
    assert view is not None
    shown = analysis_page(view)
    assert shown is not None
    assert shown.sides[0].total.damage == -shown.sides[1].total.damage
    for row in shown.points:
        assert sum(odds.share for odds in row.odds) <= 100
    assert [odds.share for odds in shown.points[-1].odds] in ([0, 100], [100, 0])
    for turn in shown.turns:
        assert turn.last > turn.first
        assert page.css(f"button[name='step'][value='{turn.before}']")


def test_each_command_of_a_battle_that_is_over_shows_what_else_there_was(ended: BattleTable) -> None:
    address = reverse("battles:hint", args=[ended.key])
    acted = next(entry for entry in ended.battle.entries.order_by("number") if entry.event["kind"] == "acted")
    begun = next(entry for entry in ended.battle.entries.order_by("number") if entry.event["kind"] == "activated")
    for entry in (begun, acted):
        assert "(this was done)" in text_of(page_at(ended.owner.client, f"{address}?step={entry.number}"), "ol")
    stranger = account("bo").client
    assert stranger.get(f"{address}?step={acted.number}").status_code == 404
    ended.battle.__class__.objects.filter(key=ended.key).update(status="playing")
    assert ended.owner.client.get(f"{address}?step={acted.number}").status_code == 404


def test_an_analysis_is_hidden_once_the_battle_goes_on(ended: BattleTable) -> None:
    tasks.run_enqueue(begun(ended))
    ended.battle.__class__.objects.filter(key=ended.key).update(status="playing")
    view = battle_view(ended.visitor(), ended.key)
    assert view is not None
    assert analysis_page(view) is None
