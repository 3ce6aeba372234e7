"""Webhooks for programs: what the pages can do, by token and scope."""

import pytest
from standardwebhooks import Webhook as Verifier

from tests.battles.play import small_battle
from tests.campaigns.verbs import Table
from tests.programs import error_of, program_of
from tests.webhooks.hooks import added, work_on_schedule
from webhooks.models import Webhook

pytestmark = pytest.mark.django_db


def body(table: Table, **values: object) -> dict[str, object]:
    usual = {
        "kind": "campaign",
        "subject": table.key,
        "address": "https://hook.example.org/here",
        "format": "json",
        "events": ["scenario.announced"],
    }
    return {**usual, **values}


def test_a_program_adds_tries_changes_and_deletes_a_webhook(winter, receiver):
    program = program_of(winter.people["ada"].owner, "campaigns")
    made = program.post("webhooks/", body(winter, address=receiver.address))
    assert made.status_code == 201
    document = made.json()
    address = f"webhooks/{document['key']}/"
    assert made["Location"] == f"/api/v1/{address}"
    tested = program.post(f"{address}test/")
    assert (tested.status_code, tested.json()["state"]) == (202, "waiting")
    work_on_schedule()
    request = receiver.requests[0]
    Verifier(document["secret"]).verify(request.body, request.headers)
    assert request.headers["webhook-id"] == tested.json()["key"]
    (delivery,) = program.get(f"{address}deliveries/").json()["results"]
    assert (delivery["state"], delivery["status"], delivery["tries"]) == ("delivered", 204, 1)
    assert "body" not in delivery
    read = program.get(address)
    assert "secret" not in read.json()
    assert read.json()["shown"] == f"http://127.0.0.1:{receiver.port}/"
    changed = program.send("PATCH", address, {"events": ["person.joined"]}, If_Match=read["ETag"])
    assert changed.json()["events"] == ["person.joined"]
    assert error_of(program.send("PATCH", address, {"is_enabled": False}, If_Match=read["ETag"])) == (
        412,
        "version.changed",
    )
    assert program.send("PATCH", address, {"is_enabled": False}).json()["is_enabled"] is False
    assert error_of(program.post(f"{address}test/")) == (409, "webhook.state")
    assert program.post(f"{address}secret/").json()["secret"] != document["secret"]
    listed = program.get(f"webhooks/?kind=campaign&subject={winter.key}").json()
    assert [row["key"] for row in listed] == [document["key"]]
    assert program.send("DELETE", address).status_code == 204
    assert error_of(program.get(address)) == (404, "webhook.gone")


def test_who_sends_another_word_learns_which_there_are(winter, receiver):
    program = program_of(winter.people["ada"].owner, "campaigns")
    refused = program.post("webhooks/", body(winter, address=receiver.address, format="Discord")).json()["error"]
    assert (refused["path"], refused["message"]) == ("format", "Expected one of json, discord, slack, found “Discord”.")
    refused = program.post("webhooks/", body(winter, address=receiver.address, events=["*"])).json()["error"]
    assert refused["message"].startswith("There is no event “*”. A campaign has scenario.announced, ")


def test_a_token_needs_the_scope_of_what_the_webhook_is_about(winter, receiver):
    hook, _ = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    owner = winter.people["ada"].owner
    reading, of_battles = program_of(owner, "read"), program_of(owner, "battles")
    assert reading.get(f"webhooks/{hook.key}/").status_code == 200
    assert error_of(reading.post("webhooks/", body(winter))) == (403, "token.scope")
    assert error_of(reading.post(f"webhooks/{hook.key}/secret/")) == (403, "token.scope")
    assert error_of(of_battles.get(f"webhooks/{hook.key}/")) == (403, "token.scope")
    assert error_of(of_battles.send("DELETE", f"webhooks/{hook.key}/")) == (403, "token.scope")
    fight = small_battle("fay")
    allowed = program_of(fight.owner.owner, "battles")
    made = allowed.post("webhooks/", body(winter, kind="battle", subject=fight.key, events=["battle.ended"]))
    assert made.status_code == 201


def test_others_find_nothing_or_are_refused(winter, receiver):
    hook, _ = added(winter.people["ada"].owner, "campaign", winter.key, receiver.address)
    player, stranger = program_of(winter.people["bob"].owner), program_of(winter.people["eve"].owner)
    for address in (f"webhooks/{hook.key}/", f"webhooks/{hook.key}/deliveries/"):
        assert error_of(player.get(address)) == (403, "webhook.forbidden")
        assert error_of(stranger.get(address)) == (404, "webhook.gone")
    assert error_of(player.post("webhooks/", body(winter))) == (403, "webhook.forbidden")
    assert error_of(stranger.post("webhooks/", body(winter))) == (404, "webhook.gone")
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"address": "http://169.254.169.254/"}, (422, "webhook.invalid")),
        ({"events": []}, (422, "webhook.invalid")),
        ({"events": ["nothing"]}, (422, "webhook.invalid")),
        ({"kind": "warband"}, (404, "webhook.gone")),
        ({"subject": "n\0"}, (400, "invalid")),
        ({"format": "xml"}, (400, "invalid")),
        ({"more": 1}, (400, "invalid")),
    ],
)
def test_what_cannot_be_added_is_refused(winter, values, error):
    program = program_of(winter.people["ada"].owner)
    status, code = error_of(program.post("webhooks/", body(winter, **values)))
    assert (status, code) == error
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("sent", [b'{"\\ud800": 1}', b'{"events": ' + b"[" * 150 + b"1" + b"]" * 150 + b"}"])
def test_what_nothing_can_be_done_with_is_refused(winter, sent: bytes):
    program = program_of(winter.people["ada"].owner)
    assert error_of(program.post("webhooks/", sent)) == (400, "parse_error")


def test_adding_and_deleting_again_sends_no_flood_of_tests(winter, settings):
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "webhooks"}
    settings.CACHES = {**settings.CACHES, "shared": in_memory}
    settings.LIMITS = {**settings.LIMITS, "webhooks": ("4/min", "")}
    program = program_of(winter.people["ada"].owner)
    statuses = []
    for _ in range(3):
        made = program.post("webhooks/", body(winter))
        statuses.append(made.status_code)
        if made.status_code == 201:
            address = f"webhooks/{made.json()['key']}/"
            statuses.append(program.post(f"{address}test/").status_code)
            assert program.get(address).status_code == 200
            program.send("DELETE", address)
    assert statuses == [201, 202, 201, 202, 429]


def test_a_list_needs_to_know_of_what(winter):
    program = program_of(winter.people["ada"].owner)
    for query in ("", "?kind=campaign", "?subject=x"):
        assert error_of(program.get(f"webhooks/{query}"))[0] == 400
    assert error_of(program.get("webhooks/?kind=campaign&subject=none")) == (404, "webhook.gone")
