"""What if: versions of a person's warband are tried in a battle by jobs, and the best one becomes the draft."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner
from battles import tasks
from battles.models import BattleOdds, BattleWhatIf
from battles.models.odds import OddsStatus
from battles.selectors.battles import battle_view
from battles.selectors.what_if import WhatIfPage, version_keys, version_setup, what_if_page
from battles.services.odds import odds_begin
from battles.services.what_if import what_if_begin, what_if_play, what_if_take
from common.refusal import Refusal
from jobs.models import Job
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.players.what_if import BASE, WhatIfTally
from tests.battles.play import BattleTable
from tests.compendium.reading import page_at
from tests.warbands.figures import text_of
from tests.warbands.verbs import documented
from warbands.selectors.warbands import warband_open

pytestmark = pytest.mark.django_db

WEAK = [{"creature": "boar"}, {"creature": "boar"}, {"creature": "kobold-warrior"}]


@pytest.fixture
def tried(small_compendium, table) -> BattleTable:
    """Return a battle of a warband of their own with a weak member against a ready one."""
    warband = documented(table.owner.owner, members=WEAK, points_limit=80, collection=None).key
    sides = {"side-a": warband, "side-b": "ready-animals", "then": "odds"}
    answer = table.owner.client.post("/battles/new/", sides)
    return BattleTable(answer["Location"].split("/")[-3], table.owner)


def begun(table: BattleTable, owner: Owner | None = None, games: int = 4) -> BattleWhatIf:
    return what_if_begin(visitor=table.visitor(), owner=owner or table.owner.owner, key=table.key, games=games)


def shown(table: BattleTable) -> WhatIfPage:
    view = battle_view(table.visitor(), table.key)
    assert view is not None
    page = what_if_page(view)
    assert page is not None
    return page


def on_side(side: str, setup: BattleSetup) -> list[Fielded]:
    return [each for each in setup.fielded if each.side == side]


def only_better(row: BattleWhatIf, better: str) -> None:
    """Let a row have games that are all played, in which one version won all."""
    pairs = 4 * 2 ** max(1, (len(row.versions) - 1).bit_length())
    tried = {key: "2" * pairs if key == better else "1" * pairs for key in (BASE, *version_keys(row))}
    row.tally, row.status = {"tried": tried, "fresh": {BASE: "10", better: "22"}}, OddsStatus.DONE
    row.save()


def test_versions_are_the_legal_ones_and_each_has_its_own_set_up(tried):
    row = begun(tried)
    words = [version["words"] for version in row.versions]
    assert "Removed Boar" in words
    assert "Removed Kobold Warrior" in words
    assert any(each.startswith("Replaced Kobold Warrior with ") for each in words)
    base = version_setup(row, BASE)
    for key in version_keys(row):
        setup = version_setup(row, key)
        assert setup != base
        assert [each for each in setup.fielded if each.side == "b"] == [
            each for each in base.fielded if each.side == "b"
        ]
        assert sum(each.points for each in setup.fielded if each.side == "a") <= 80


def test_games_of_slices_are_the_same_as_at_once(tried):
    row = begun(tried)
    row.versions = row.versions[:2]
    row.save()
    turns = iter([True, True, False])
    assert what_if_play(pk=row.pk, goes_on=lambda: next(turns))
    row.refresh_from_db()
    assert (row.played, row.status) == (2, OddsStatus.PLAYING)
    assert not what_if_play(pk=row.pk, goes_on=lambda: True)
    row.refresh_from_db()
    first = row.tally
    BattleWhatIf.objects.update(played=0, tally={}, status=OddsStatus.PLAYING)
    what_if_play(pk=row.pk, goes_on=lambda: True)
    row.refresh_from_db()
    assert row.tally == first
    assert row.status == OddsStatus.DONE
    assert row.played == sum(map(len, (*first["tried"].values(), *first["fresh"].values())))


def test_the_best_version_is_taken_as_the_drafts_next_step(tried):
    row = begun(tried)
    with pytest.raises(Refusal, match="no better version"):
        what_if_take(visitor=tried.visitor(), owner=tried.owner.owner, key=tried.key)
    better = next(key for key in version_keys(row) if row.versions[int(key)]["words"].startswith("Replaced Kobold"))
    only_better(row, better)
    best = shown(tried).best
    assert best is not None
    assert (best.words, best.more, best.games) == (row.versions[int(better)]["words"], 75, 4)
    client, address = tried.owner.client, reverse("battles:what-if", args=[tried.key])
    assert "+75 points, ±" in text_of(page_at(client, address), "#what-if")
    answer = client.post(address, {"do": "take"})
    assert answer.status_code == 302
    opened = warband_open(tried.owner.owner, row.warband.key)
    assert opened is not None
    assert "kobold-warrior" not in [member.creature for member in opened.draft.roster.members]
    assert len(opened.draft.roster.members) == 3


def test_a_version_that_fresh_games_do_not_bear_out_is_not_offered(tried):
    row = begun(tried)
    only_better(row, "0")
    row.tally["fresh"] = {BASE: "22", "0": "10"}
    row.save()
    page = page_at(tried.owner.client, reverse("battles:what-if", args=[tried.key]))
    assert "These games do not show that it is better." in text_of(page, "#what-if")
    assert not page.css("button[value=take]")
    with pytest.raises(Refusal, match="no better version"):
        what_if_take(visitor=tried.visitor(), owner=tried.owner.owner, key=tried.key)


def test_a_person_tries_changes_on_a_page_and_strangers_do_not(tried, settings, django_assert_num_queries):
    settings.JOBS_AT_ONCE = False
    client, address = tried.owner.client, reverse("battles:what-if", args=[tried.key])
    assert "Try changes" in text_of(page_at(client, address), "#what-if")
    assert client.post(address, {"do": "begin", "games": "4"}).status_code == 302
    with django_assert_num_queries(7):
        page = page_at(client, address)
    assert page.css("#what-if[hx-get]")
    assert "Muster tries changes of" in text_of(page, "#what-if")
    assert client.post(address, {"do": "begin", "games": "4"}).status_code == 422
    client.post(address, {"do": "stop"})
    assert "The games stopped." in text_of(page_at(client, address), "#what-if")
    client.post(address, {"do": "continue"})
    assert Job.objects.filter(kind=BattleWhatIf.job_kind).count() == 1
    assert Client().get(address).status_code == 404
    assert client.post(address, {"games": "1"}).status_code == 422


def test_other_runs_of_a_person_count_for_the_bound(tried, table, settings):
    settings.JOBS_AT_ONCE = False
    tasks.run_begin(what_if_begin, visitor=tried.visitor(), owner=tried.owner.owner, key=tried.key, games=4)
    odds = {"visitor": tried.visitor(), "games": 4, "player": "random"}
    tasks.run_begin(odds_begin, key=tried.key, **odds)
    with pytest.raises(Refusal, match="Stop one of them"):
        tasks.run_begin(odds_begin, key=table.key, **odds)
    assert BattleOdds.objects.count() == 1


def test_without_a_warband_of_ones_own_nothing_is_tried(table):
    with pytest.raises(Refusal, match="None of your warbands"):
        begun(table)
    page = page_at(table.owner.client, reverse("battles:what-if", args=[table.key]))
    assert "None of your warbands fights in this battle." in text_of(page, "#what-if")


def test_a_page_says_what_was_stopped_early(tried):
    row = begun(tried)
    row.tally = {"tried": {BASE: "1111", **dict.fromkeys(version_keys(row), "0000"), "0": "2222"}, "fresh": {}}
    row.save()
    versions = shown(tried).versions
    assert (versions[0].more, versions[0].is_stopped) == (50, False)
    assert versions[-1].is_stopped
    assert WhatIfTally(**row.tally).fresh == {}
