"""Warbands for programs: the same services as the pages, by version, once, and for their owner alone."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import StoredAnswer
from rules.building.changes import change_document
from rules.building.members import MemberAdd, MemberRename
from rules.building.warband import WarbandRename
from rules.roster.model import roster_document
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account, visitor
from warbands.models import Warband
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_delete

pytestmark = pytest.mark.usefixtures("no_throttle_before", "small_compendium")

ROSTER: dict[str, Any] = {"format": "muster-roster/1", "name": "Ash", "play_mode": "narrative", "members": []}


def make(program: Program, **fields: Any) -> Any:
    """Make a warband and return the answer."""
    answer = program.post("warbands/", ROSTER | fields)
    assert answer.status_code == 201, answer.content
    return answer


def change(program: Program, key: str, document: dict[str, Any], tag: str = "*") -> Any:
    return program.post(f"warbands/{key}/changes/", document, If_Match=tag)


ADD = change_document(MemberAdd("boar"))


def test_a_warband_is_made_of_a_roster_and_read_back(program, example):
    made = make(program, **example)
    key = made.json()["key"]
    assert made["Location"] == f"/api/v1/warbands/{key}/"
    read = program.get(f"warbands/{key}/")
    assert read.json() == made.json()
    assert read["ETag"] == made["ETag"]
    assert [member["creature"] for member in read.json()["roster"]["members"]] == ["kobold-warrior", "boar"]
    assert read.json()["verdict"]["points"] == 37
    assert program.get(f"warbands/{key}/", If_None_Match=read["ETag"]).status_code == 304


def test_a_change_is_the_step_that_the_page_makes_and_can_be_undone_and_redone(program):
    made = make(program)
    key = made.json()["key"]
    changed = change(program, key, ADD, made["ETag"])
    assert changed.status_code == 200
    assert changed.json()["done"] == changed.json()["undo"] == "Added Boar"
    assert changed.json()["version"] == 2
    undone = program.post(f"warbands/{key}/undo/", If_Match=changed["ETag"])
    assert (undone.json()["roster"]["members"], undone.json()["redo"]) == ([], "Added Boar")
    redone = program.post(f"warbands/{key}/redo/", If_Match=undone["ETag"])
    assert redone.json()["roster"] == changed.json()["roster"]
    assert error_of(program.post(f"warbands/{key}/redo/", If_Match=redone["ETag"])) == (409, "warband.state")


def test_several_changes_are_one_step(program):
    key = make(program).json()["key"]
    document = {
        "format": "muster-change/1",
        "change": "change-set",
        "label": "Set up",
        "changes": [ADD, change_document(WarbandRename("Soot")), change_document(MemberRename("m1", "Tusk"))],
    }
    answer = change(program, key, document)
    assert (answer.json()["name"], answer.json()["version"]) == ("Soot", 2)
    assert answer.json()["roster"]["members"][0]["name"] == "Tusk"


def test_a_change_says_which_version_it_is_about(program):
    made = make(program)
    key = made.json()["key"]
    assert error_of(program.post(f"warbands/{key}/changes/", ADD)) == (428, "match.missing")
    for odd in ("", "x", '"x"', '"1', "1"):
        assert error_of(change(program, key, ADD, odd)) == (400, "match.invalid")
    change(program, key, ADD, made["ETag"])
    late = change(program, key, ADD, made["ETag"])
    assert error_of(late) == (412, "warband.changed")
    assert "was changed" in late.json()["error"]["message"]
    assert len(program.get(f"warbands/{key}/").json()["roster"]["members"]) == 1


@pytest.mark.parametrize(
    ("method", "rest"), [("DELETE", ""), ("PUT", "link/"), ("DELETE", "link/"), ("PUT", "archive/")]
)
def test_other_writes_heed_a_version_that_is_sent(program, method, rest):
    made = make(program)
    key = made.json()["key"]
    change(program, key, ADD)
    assert error_of(program.send(method, f"warbands/{key}/{rest}", If_Match=made["ETag"])) == (412, "version.changed")
    current = program.get(f"warbands/{key}/")["ETag"]
    assert program.send(method, f"warbands/{key}/{rest}", If_Match=current).status_code in (200, 204)


def test_what_cannot_be_done_is_refused_with_a_code(program):
    key = make(program).json()["key"]
    assert error_of(change(program, key, change_document(MemberAdd("nobody")))) == (422, "change.invalid")
    assert error_of(change(program, key, {"format": "muster-change/1", "change": "magic"})) == (400, "document.value")
    assert error_of(change(program, key, ADD | {"x": 1}))[0] == 400
    for body in (
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a": NaN}',
        b"\xff",
        b'{"format": "muster-change/1", "change": "\\ud800"}',
    ):
        answer = program.post(f"warbands/{key}/changes/", body, If_Match="*")
        assert error_of(answer)[0] == 400, body[:20]
    assert error_of(program.post("warbands/", b" " * (2 * 2**20 + 1)))[0] == 413


def test_a_key_makes_one_warband_of_two_requests(program):
    first = program.post("warbands/", ROSTER, Idempotency_Key="one")
    again = program.post("warbands/", ROSTER, Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert (again["Idempotency-Replayed"], again["ETag"]) == ("true", first["ETag"])
    assert Warband.objects.count() == 1
    other = program.post("warbands/", ROSTER | {"name": "Other"}, Idempotency_Key="one")
    assert error_of(other) == (422, "idempotency.reused")
    assert error_of(program.post("warbands/", ROSTER, Idempotency_Key="a b")) == (400, "idempotency.key")
    bob = program_of(account("bob").owner)
    assert bob.post("warbands/", ROSTER, Idempotency_Key="one").status_code == 201
    assert Warband.objects.count() == 2


def test_a_refused_request_can_be_sent_again_with_its_key(program):
    bad = ROSTER | {"play_mode": "none"}
    assert program.post("warbands/", bad, Idempotency_Key="one").status_code == 400
    assert program.post("warbands/", ROSTER, Idempotency_Key="one").status_code == 201


def test_a_key_is_forgotten_after_a_day(program):
    program.post("warbands/", ROSTER, Idempotency_Key="one")
    StoredAnswer.objects.update(ends_at="2020-01-01T00:00:00Z")
    assert "Idempotency-Replayed" not in program.post("warbands/", ROSTER, Idempotency_Key="one")
    assert Warband.objects.count() == 2


def test_answers_beyond_a_bound_are_emptied_and_nothing_happens_twice(program, monkeypatch):
    first = program.post("warbands/", ROSTER, Idempotency_Key="one").json()["key"]
    size = len(str(StoredAnswer.objects.get().body))
    monkeypatch.setattr("accounts.services.answers.KEPT_MOST", 6 * size)
    for number in range(20):
        assert program.post(f"warbands/{first}/copy/", Idempotency_Key=f"w{number}").status_code == 201
    assert sum(len(str(answer.body or "")) for answer in StoredAnswer.objects.all()) < 8 * size
    number = Warband.objects.count()
    assert error_of(program.post("warbands/", ROSTER, Idempotency_Key="one")) == (409, "idempotency.emptied")
    newest = program.post(f"warbands/{first}/copy/", Idempotency_Key="w19")
    assert (newest.status_code, newest["Idempotency-Replayed"]) == (201, "true")
    assert Warband.objects.count() == number


def test_the_list_has_pages_shelves_tags_and_names(program):
    keys = [make(program, name=name).json()["key"] for name in ("Ash", "Soot", "Cinder")]
    assert program.send("PUT", f"warbands/{keys[0]}/tags/", {"tags": ["Club ", "club"]}).json()["tags"] == ["club"]
    program.send("PUT", f"warbands/{keys[1]}/archive/")
    program.send("DELETE", f"warbands/{keys[2]}/")

    def names(query: str) -> list[str]:
        return [result["name"] for result in program.get(f"warbands/?{query}").json()["results"]]

    assert names("") == names("tag=club") == names("q=as") == ["Ash"]
    assert names("shelf=archived") == ["Soot"]
    assert names("shelf=deleted") == ["Cinder"]
    assert error_of(program.get("warbands/?shelf=x")) == (400, "invalid")
    assert error_of(program.get("warbands/?q=%00")) == (400, "invalid")
    assert error_of(program.get("warbands/?page=9")) == (404, "not_found")
    assert program.send("DELETE", f"warbands/{keys[1]}/archive/").json()["is_archived"] is False
    assert program.post(f"warbands/{keys[2]}/restore/").json()["name"] == "Cinder"
    assert program.get("warbands/?page_size=2").json()["count"] == 3


def test_a_link_shares_and_ends(program):
    key = make(program, members=[{"creature": "boar"}]).json()["key"]
    link = program.send("PUT", f"warbands/{key}/link/").json()["link"]
    path = link.removeprefix("http://testserver")
    assert Client().get(path).status_code == 200
    assert program.get(f"warbands/{key}/").json()["link"] == link
    assert program.send("DELETE", f"warbands/{key}/link/").json() == {"link": None}
    assert Client().get(path).status_code == 404


def test_an_export_is_the_file_of_the_page_and_a_copy_is_a_warband(program, ada, example):
    key = make(program, **example).json()["key"]
    assert program.get(f"warbands/{key}/roster/").json() == ada.client.get(f"/warbands/{key}/roster.json").json()
    copy = program.post(f"warbands/{key}/copy/")
    assert copy.json()["name"].endswith("(copy)")
    opened = warband_open(ada.owner, copy.json()["key"])
    assert opened is not None
    assert roster_document(opened.draft.roster) == copy.json()["roster"]


def test_a_full_shelf_is_told(program, settings):
    settings.QUOTAS = {**settings.QUOTAS, "warbands": (1, 1)}
    make(program)
    assert error_of(program.post("warbands/", ROSTER)) == (409, "warband.full")


ROUTES = [
    ("GET", ""),
    ("DELETE", ""),
    ("POST", "changes/"),
    ("POST", "undo/"),
    ("POST", "redo/"),
    ("GET", "roster/"),
    ("PUT", "link/"),
    ("DELETE", "link/"),
    ("PUT", "archive/"),
    ("DELETE", "archive/"),
    ("PUT", "tags/"),
    ("POST", "copy/"),
]


@pytest.mark.parametrize(("method", "rest"), ROUTES)
def test_a_warband_is_there_for_its_owner_alone_and_within_scopes(program, ada, method, rest):
    key = make(program).json()["key"]
    address, body = f"warbands/{key}/{rest}", {"tags": []} if rest == "tags/" else None
    send = {"If_Match": "*"}
    bob = account("bob")
    assert error_of(program_of(bob.owner).send(method, address, body, **send)) == (404, "warband.gone")
    assert error_of(Program(Client()).send(method, address, body, **send)) == (401, "not_authenticated")
    assert error_of(Program(visitor().client).send(method, address, body, **send)) == (404, "warband.gone")
    reader = program_of(ada.owner, "read").send(method, address, body, **send)
    other = program_of(ada.owner, "homebrew", "campaigns", "battles").send(method, address, body, **send)
    assert error_of(other) == (403, "token.scope")
    if method == "GET":
        assert reader.status_code == 200
    else:
        assert error_of(reader) == (403, "token.scope")
    assert Warband.objects.get().version == 1


def test_a_browser_needs_the_token_of_its_forms(program, ada):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = ada.client.cookies
    assert Program(browser).get("warbands/").status_code == 200
    assert error_of(Program(browser).post("warbands/", ROSTER)) == (403, "permission_denied")
    guest = Client(enforce_csrf_checks=True)
    guest.cookies = visitor().client.cookies
    assert Program(guest).get("warbands/").json()["count"] == 0
    assert error_of(Program(guest).post("warbands/", ROSTER)) == (403, "permission_denied")
    assert Program(visitor().client).post("warbands/", ROSTER).status_code == 201


def test_a_locked_warband_is_refused_as_on_the_page(program, ada):
    key = make(program).json()["key"]
    Warband.objects.update(locked_for="It is fighting.")
    answer = change(program, key, ADD)
    assert error_of(answer) == (409, "warband.locked")
    assert answer.json()["error"]["message"] == "It is fighting."
    Warband.objects.update(has_career=True)
    with pytest.raises(Exception, match="cannot be deleted"):
        warband_delete(owner=ada.owner, key=key)
    assert error_of(program.send("DELETE", f"warbands/{key}/")) == (409, "warband.state")


def test_each_route_takes_a_fixed_number_of_queries(
    program, example, django_assert_num_queries, django_assert_max_num_queries
):
    members = [{name: value for name, value in member.items() if name != "id"} for member in example["members"]]
    few, many = (make(program, **example | {"members": members * number}) for number in (1, 40))
    program.get(f"warbands/{many.json()['key']}/")
    for made in (few, many):
        key = made.json()["key"]
        with django_assert_num_queries(7):
            program.get(f"warbands/{key}/")
        with django_assert_num_queries(2):
            program.get(f"warbands/{key}/roster/")
        with django_assert_max_num_queries(18):
            change(program, key, ADD)
        with django_assert_max_num_queries(16):
            program.post(f"warbands/{key}/undo/", If_Match="*")
        with django_assert_num_queries(4):
            program.get("warbands/")
        with django_assert_max_num_queries(8):
            program.send("PUT", f"warbands/{key}/link/")
        with django_assert_max_num_queries(16):
            program.send("PUT", f"warbands/{key}/archive/")
        with django_assert_max_num_queries(18):
            program.send("PUT", f"warbands/{key}/tags/", {"tags": ["a", "b"]})
        with django_assert_max_num_queries(20):
            copy = program.post(f"warbands/{key}/copy/").json()["key"]
        with django_assert_max_num_queries(20):
            program.send("DELETE", f"warbands/{copy}/")


def test_figures_are_set_changed_and_read(program):
    assert program.get("figures/").json() == {"figures": {}, "total": 0}
    first = program.send("PUT", "figures/", {"figures": {"boar": 2, "kobold-warrior": 3}})
    assert first.json() == {"figures": {"boar": 2, "kobold-warrior": 3}, "total": 5}
    more = program.send("PATCH", "figures/", {"numbers": {"boar": 5}, "more": {"boar": -1, "kobold-warrior": -9}})
    assert more.json() == {"figures": {"boar": 4}, "total": 4}
    assert error_of(program.send("PUT", "figures/", {"figures": {}}, If_Match=first["ETag"])) == (
        412,
        "figures.changed",
    )
    assert program.send("PUT", "figures/", {"figures": {"boar": 1}}, If_Match=more["ETag"]).json()["total"] == 1
    assert error_of(program.send("PUT", "figures/", {"figures": {"nobody": 1}})) == (422, "figures.invalid")
    assert error_of(program.send("PUT", "figures/", {"figures": {"boar": 1000}})) == (400, "invalid")
    assert error_of(program.send("PATCH", "figures/", {"figures": {}})) == (400, "invalid")
    for _ in range(2):
        program.send("PATCH", "figures/", {"more": {"boar": 1}}, Idempotency_Key="one")
    assert program.get("figures/").json()["total"] == 2


def test_a_list_of_figures_is_read_and_nothing_is_stored(program, ada):
    answer = program.post("figures/read/", {"text": "2 boars\n3 qqqq"}).json()
    assert answer["figures"] == {"boar": 2}
    assert [line["text"] for line in answer["unread"]] == ["3 qqqq"]
    assert program.get("figures/").json()["total"] == 0
    reader = program_of(ada.owner, "read")
    assert reader.post("figures/read/", {"text": "boar"}).status_code == 200
    assert error_of(reader.send("PATCH", "figures/", {})) == (403, "token.scope")
    assert error_of(Program(Client()).get("figures/")) == (401, "not_authenticated")


def test_figures_take_a_fixed_number_of_queries(program, django_assert_num_queries, django_assert_max_num_queries):
    program.get("figures/")
    for figures in ({"boar": 1}, {"boar": 2, "kobold-warrior": 1}):
        with django_assert_max_num_queries(14):
            program.send("PUT", "figures/", {"figures": figures})
        with django_assert_num_queries(2):
            program.get("figures/")
