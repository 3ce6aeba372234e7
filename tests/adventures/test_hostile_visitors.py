"""What visitors try who would know or break more than they may: keys guessed, hostile files, moments between locks."""

import html
from typing import Any

import pytest

from adventures.models import AdventureEntry, AdventureRow
from adventures.selectors.seats import PLAYERS, AdventureVisitor, adventure_seat
from adventures.selectors.sentences import log_sentences
from adventures.services import adventures, recording
from adventures.services.adventures import adventure_make, adventure_take_in
from adventures.services.recording import adventure_import, adventure_undo
from adventures.web import settings as settings_pages
from adventures.web.playing import LOG_PAGE
from common.refusal import Refusal
from printing.pdf import DrawingTooLong
from rules.adventures.documents import MAX_BYTES, setup_of_adventure
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.running import ActPassed, AdventureNoted, AdventureRoundEnded
from rules.adventures.fields import MAX_PROSE
from rules.adventures.kinds.victory.play import VictoryPointsChanged
from rules.adventures.library import library_adventures
from rules.adventures.state import ORGANIZER
from rules.adventures.views import adventure_view
from rules.combat.log import LogEntry
from tests.adventures.pages import join, page, press
from tests.adventures.play import AdventureTable, campaign_adventure, dry_well, own_adventure
from tests.campaigns.verbs import Table
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


def test_a_guessed_key_gets_the_same_answer_whether_something_hidden_has_it_or_nothing_does() -> None:
    ada = account("ada")
    ready = library_adventures()["influence-the-captains-table"]
    table = AdventureTable(adventure_make(owner=ada.owner, adventure=ready).key, {"ada": ada})
    press(table, do="named", name="Rik", modifiers="Diplomacy +5")
    join(table, "bob", visitor())
    person = ready.facts.people[0]
    skill = next(key for key in sorted(table.state.hidden) if key.startswith(f"{person.key}:skill:"))
    check = {"do": "check", "who": "n1", "action": "influence", "skill": "Diplomacy", "face": "10"}
    answers = [
        press(table, "bob", **check, target=target, applies=applies)
        for target, applies in ((person.key, skill), (person.key, f"{person.key}:skill:juggling"), ("nobody", ()))
    ]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert all("no one has discovered it yet" in html.unescape(answer.content.decode()) for answer in answers)
    assert table.row.head == 1
    assert press(table, "bob", **check, target=person.key).status_code == 302


def test_players_do_not_take_back_what_has_shown_them_something_hidden() -> None:
    table = own_adventure()
    join(table, "bob", visitor())
    table.links["bob"] = (table.row.players_token or "",)
    check = CheckRolled("attempt", "n1", "listen", "Diplomacy", 20)
    table.do(check, name="bob")
    adventure_undo(**table.asking("bob"))
    threshold = table.state.facts.tracks[0].thresholds[0]
    table.do(VictoryPointsChanged(table.state.facts.tracks[0].key, threshold.points - 1, "They asked the children."))
    table.do(check, name="bob")
    assert 'value="undo" disabled' in page(table, "bob").content.decode()
    with pytest.raises(Refusal, match="revealed something hidden"):
        adventure_undo(**table.asking("bob"))
    adventure_undo(**table.asking())
    assert table.row.head == 5


def test_a_file_of_the_size_that_the_page_allows_may_be_sent(settings: Any) -> None:
    assert settings.UPLOADS["adventures:import"] >= MAX_BYTES


def test_signs_that_turn_the_direction_of_a_text_do_not_come_into_a_log() -> None:
    table = own_adventure()
    press(table, do="note-written", text="Supper\u202e is late.")
    press(table, do="named", name="Rik", modifiers="Ath\u2066letics +3")
    written = str([entry.event for entry in AdventureEntry.objects.all()])
    assert "Supper is late." in written
    assert "Athletics" in written


def test_who_comes_back_after_long_is_told_of_the_newest_entries_alone() -> None:
    table = own_adventure()
    for number in range(30):
        table.do(AdventureNoted(f"Note {number:02}."))
    told = press(table, do="round-ended", seen=0).content.decode()
    assert "Note 29." in told
    assert "Note 05." not in told


def log_document(*events: dict[str, Any], side: str = ORGANIZER) -> dict[str, Any]:
    """Return a document whose log has these events, each a step of its own."""
    entries = enumerate(events, 1)
    log = [{"number": n, "step": n, "side": side, "event": event} for n, event in entries]
    return {**setup_of_adventure(dry_well()), "log": log}


def test_steps_of_a_file_that_were_taken_back_have_to_fit_its_adventure() -> None:
    undone = {"kind": "step-undone", "step": 1}
    bob = account("bob").owner
    for event in ({"kind": "chase-pace-set", "pace": 1, "reason": "Rain"}, {"kind": "fact-shown", "key": "nothing"}):
        with pytest.raises(Refusal, match="cannot be played"):
            adventure_import(owner=bob, document=log_document(event, undone))
    document = log_document({"kind": "round-ended"}, undone)
    assert adventure_import(owner=bob, document=document).head == 2


def test_people_of_another_campaign_are_players_in_an_adventure_from_a_file(winter: Table) -> None:
    document = log_document({"kind": "turn-passed", "participant": "n1"}, side="p²")
    row = adventure_import(owner=winter.people["ada"].owner, document=document)
    assert AdventureEntry.objects.get(adventure=row).side == PLAYERS
    table = AdventureTable(row.key, dict(winter.people))
    adventure_take_in(**table.asking(), campaign=winter.key)
    assert page(table).status_code == 200


def test_a_side_that_is_no_number_is_a_player(winter: Table) -> None:
    table = campaign_adventure(winter)
    seat = adventure_seat(AdventureVisitor(winter.people["ada"].owner), table.key)
    assert seat is not None
    view = adventure_view(dry_well(), [LogEntry(1, 1, "p²", ActPassed("n1"))], for_players=False)
    assert [sentence.by for sentence in log_sentences(view, seat)] == ["Players"]


def test_nothing_is_done_without_the_journal_of_a_campaign_that_took_the_adventure_meanwhile(
    winter: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    locking = AdventureRow.objects.select_for_update

    def taken_before_the_lock(**options: Any) -> Any:
        monkeypatch.undo()
        adventure_take_in(**table.asking(), campaign=winter.key)
        return locking(**options)

    row = adventure_make(owner=winter.people["ada"].owner, adventure=dry_well())
    table = AdventureTable(row.key, dict(winter.people))
    monkeypatch.setattr(AdventureRow.objects, "select_for_update", taken_before_the_lock)
    with pytest.raises(Refusal, match="moved into a campaign"):
        table.do(AdventureRoundEnded())
    assert (table.row.head, table.row.campaign) == (0, None)  # the test has one connection, so the taking goes, too


def test_a_log_ends_where_its_keeper_has_stored_too_much(
    settings: Any, monkeypatch: pytest.MonkeyPatch, winter: Table
) -> None:
    tables = own_adventure("zoe"), campaign_adventure(winter)
    tables[0].people["ada"] = tables[0].people["zoe"]
    settings.QUOTAS = {**settings.QUOTAS, "stored": (0, 0)}
    monkeypatch.setattr(recording, "BETWEEN_QUOTAS", 3)
    for table in tables:
        table.do(AdventureNoted("One."))
        table.do(AdventureNoted("Two."))
        with pytest.raises(Refusal, match="storage is full"):
            table.do(AdventureNoted("Three."))
        assert table.row.head == 2


def test_a_long_log_has_pages() -> None:
    table = own_adventure()
    table.do(*(AdventureNoted(f"Note {number:02}.") for number in range(60)))
    table.do(*(AdventureNoted(f"Note {number}.") for number in range(60, LOG_PAGE + 1)))
    first, second = (text_of(page(table, rest="log/", page=number)) for number in "12")
    assert f"Note {LOG_PAGE}." in first
    assert "Note 00." not in first
    assert "Note 00." in second


def test_a_print_that_takes_too_long_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*args: Any) -> bytes:
        raise DrawingTooLong

    monkeypatch.setattr(settings_pages, "adventure_pdf", too_long)
    answer = page(own_adventure(), rest="players.pdf")
    assert answer.status_code == 422
    assert "too much to print" in text_of(answer)


def supper(people: int, text: str) -> dict[str, Any]:
    """Return a document of a gathering of many people, with a long text of each."""
    document = setup_of_adventure(library_adventures()["influence-the-harvest-supper"])
    first = document["facts"]["people"][0]
    document["facts"] = {"people": [{**first, "key": f"p{n}", "background": text} for n in range(people)]}
    return document


def test_an_adventure_with_too_much_text_is_refused_and_pages_of_much_stay_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = account("ada")
    many = supper(30, "\u266b" * MAX_PROSE)
    with monkeypatch.context() as patch:
        patch.setattr(adventures, "MAX_SETUP", 50_000)
        with pytest.raises(Refusal, match="at most 50,000 characters"):
            adventure_import(owner=ada.owner, document=many)
    row = adventure_import(owner=ada.owner, document=many)
    table = AdventureTable(row.key, {"ada": ada})
    form = page(table, rest="prepare/").content.decode()
    assert "30 items: too many for a form" in form
    fields = {"name": "Another supper", "scale": "p2v"}
    assert ada.client.post(f"/adventures/{row.key}/prepare/", fields).status_code == 302
    row.refresh_from_db()
    assert (row.name, len(row.setup["facts"]["people"])) == ("Another supper", 30)
    # Each whole text stands once on the page, and where it is to be chosen only its beginning does.
    assert page(table).content.decode().count("\u266b") < 30 * (MAX_PROSE + 400)
