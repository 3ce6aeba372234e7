"""Changes of a warband that were made without a network: sent once, and merged with those of others."""

import time
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from accounts.models import StoredAnswer
from accounts.services import answers
from tests.commands import command_name, send_command, withdraw_command
from tests.rows import every_row
from tests.warbands.verbs import HTMX, Building, account, building

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]
DAY = 86_400_000


@pytest.fixture
def pack(mira) -> Building:
    """Return somebody at the builder of three boars."""
    for _ in range(3):
        mira.do("member-add", creature="boar")
    return mira


def base_of(site: Building, own: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"version": site.warband.version, "step": site.warband.position, "own": " ".join(map(str, own))}


def send(site: Building, base: dict[str, Any], change: str, name: str = "", **fields: Any) -> Any:
    form = base | {"change": urlencode({"change": change}), **fields}
    return send_command(site.person.client, f"{site.address}change/", form, name)


def test_a_command_says_what_it_did(pack):
    answer = send(pack, base_of(pack), "member-add", creature="basilisk")
    assert answer.json() == {"done": "Added Basilisk", "version": pack.warband.version, "made": ["m4"]}


def test_a_command_that_is_sent_twice_happens_once_and_gets_the_first_answer(pack):
    base, name = base_of(pack), command_name()
    first = send(pack, base, "member-add", name, creature="basilisk")
    again = send(pack, base, "member-add", name, creature="basilisk")
    assert first.json() == again.json()
    assert pack.creatures.count("basilisk") == 1


def test_a_name_of_another_person_is_another_name(pack):
    other, name = building(account("bo")), command_name()
    assert send(pack, base_of(pack), "member-add", name, creature="boar").status_code == 200
    assert send(other, base_of(other), "member-add", name, creature="boar").status_code == 200
    assert (len(pack.creatures), len(other.creatures)) == (4, 1)


def test_a_refused_command_can_be_sent_again(pack):
    base, name = base_of(pack), command_name()
    answer = send(pack, base, "member-rename", name, member="m9", to="Mara")
    assert answer.status_code == 422
    assert answer.json()["refused"] == "This creature is no longer in the warband."
    assert not StoredAnswer.objects.exists()


def test_what_the_page_sent_itself_is_not_done_again(pack):
    base, name = base_of(pack), command_name()
    form = base | {"change": "change=member-add&creature=basilisk"}
    headers = HTMX | {"Idempotency-Key": name}
    assert pack.person.client.post(f"{pack.address}change/", form, headers=headers).status_code == 200
    answer = send(pack, base, "member-add", name, creature="basilisk")
    assert answer.json() == {"done": "Done", "version": pack.warband.version, "made": ["m4"]}
    assert pack.creatures.count("basilisk") == 1


def test_what_the_page_was_refused_can_be_sent_again(pack):
    name = command_name()
    form = base_of(pack) | {"change": "change=member-rename&member=m9&to=Mara"}
    headers = HTMX | {"Idempotency-Key": name}
    assert pack.person.client.post(f"{pack.address}change/", form, headers=headers).status_code == 422
    assert not StoredAnswer.objects.exists()


@every_row(
    "milliseconds, is_taken",
    [(0, True), (-29 * DAY, True), (-31 * DAY, False), (DAY / 2, True), (2 * DAY, False)],
)
def test_a_command_is_taken_for_thirty_days(pack, milliseconds, is_taken):
    name = command_name(time.time() * 1000 + milliseconds)
    answer = send(pack, base_of(pack), "member-rename", name, member="m1", to="Mara")
    assert (answer.status_code == 200) is is_taken
    assert is_taken or "within the last 30 days" in answer.json()["refused"]


@every_row("name", ["", "x", "kx2f8a1b", "kx2f8a1b-0000000001-2", "KX2F8A1B-0000000001"])
def test_a_name_is_a_time_and_letters(pack, name):
    headers = {"Idempotency_Key": name}
    form = base_of(pack) | {"change": "change=member-add&creature=boar"}
    assert send_command(pack.person.client, f"{pack.address}change/", form, **headers).status_code == 422
    assert len(pack.creatures) == 3


def test_a_command_of_another_version_of_the_site_is_refused_in_words(pack):
    form = base_of(pack) | {"change": "change=member-add&creature=boar"}
    answer = send_command(pack.person.client, f"{pack.address}change/", form, Content_Version="muster-command/0")
    assert answer.status_code == 422
    assert "another version of Muster" in answer.json()["refused"]


def test_a_command_that_is_withdrawn_is_never_done_or_was_done_before(pack):
    address, late, done, shown = f"{pack.address}change/", *(command_name() for _ in range(3))
    assert withdraw_command(pack.person.client, address, late).json() == {"done": "", "version": None, "made": []}
    answer = send(pack, base_of(pack), "member-add", late, creature="boar")  # it comes after its withdrawal
    assert (answer.json()["done"], len(pack.creatures)) == ("", 3)
    said = send(pack, base_of(pack), "member-add", done, creature="boar").json()
    assert withdraw_command(pack.person.client, address, done).json() == said
    form = base_of(pack) | {"change": urlencode({"change": "member-add"}), "creature": "boar"}
    pack.person.client.post(address, form, headers=HTMX | {"Idempotency-Key": shown})
    assert withdraw_command(pack.person.client, address, shown).json()["made"] == ["m5"]
    assert withdraw_command(pack.person.client, address, shown).json()["done"] == "Done"
    assert len(pack.creatures) == 5


def test_a_command_is_sent_for_nobody_else(pack):
    mark = pack.person.client.get("/commands/").json()["person"]
    form = base_of(pack) | {"change": "change=member-add&creature=boar"}
    other = building(account("bo")).person.client
    assert send_command(other, f"{pack.address}change/", form, Muster_Person=mark).status_code == 401
    assert send_command(pack.person.client, f"{pack.address}change/", form, Muster_Person=mark).status_code == 200


def test_a_name_does_not_serve_for_another_warband(pack):
    other, name = building(pack.person), command_name()
    assert send(pack, base_of(pack), "member-add", name, creature="boar").status_code == 200
    assert send(other, base_of(other), "member-add", name, creature="boar").status_code == 422
    assert other.creatures == []


def test_a_warband_of_another_person_is_as_one_that_is_gone(pack):
    other = building(account("bo")).person
    site = Building(other, pack.key)
    assert send(site, {"version": 1, "step": 1}, "member-add", creature="boar").json()["code"] == "warband.gone"


def test_names_are_bounded(pack, monkeypatch):
    monkeypatch.setattr(answers, "MOST_KEYS", 2)
    statuses = [send(pack, base_of(pack), "member-add", creature="boar").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_with_too_many_names_what_was_done_stays_done_and_pages_go_on(pack, monkeypatch):
    base, name = base_of(pack), command_name()
    first = send(pack, base, "member-add", name, creature="basilisk")
    monkeypatch.setattr(answers, "MOST_KEYS", 1)
    assert send(pack, base, "member-add", name, creature="basilisk").json() == first.json()
    form = base_of(pack) | {"change": "change=member-add&creature=boar"}
    headers = HTMX | {"Idempotency-Key": command_name()}
    assert pack.person.client.post(f"{pack.address}change/", form, headers=headers).status_code == 200
    assert (pack.creatures.count("basilisk"), pack.creatures.count("boar")) == (1, 4)


# --- Merging --------------------------------------------------------------------------------------------------------

MERGES = [
    # what another page did, what the device did without a network, whether both stand
    ("member-rename&member=m1&to=Mara", "hero-points-set&member=m2&number=2", True),
    ("member-rename&member=m1&to=Mara", "hero-points-set&member=m1&number=2", True),
    ("member-rename&member=m1&to=Mara", "member-rename&member=m1&to=Mira", False),
    ("hero-points-set&member=m1&number=1", "hero-points-set&member=m1&number=2", False),
    ("member-remove&member=m1", "hero-points-set&member=m1&number=2", False),
    ("member-remove&member=m1", "hero-points-set&member=m2&number=2", True),
    ("hero-points-set&member=m1&number=1", "member-remove&member=m1", False),
    ("member-notes&member=m1&text=Brave", "member-remove&member=m1", False),
    ("member-add&creature=boar", "member-add&creature=basilisk", True),
    ("member-remove&member=m3", "member-move&member=m1&before=m3", False),
    ("member-move&member=m1&before=m3", "member-add&creature=boar", True),
    ("warband-notes&text=One", "warband-notes&text=Two", False),
    ("warband-notes&text=One", "member-notes&member=m1&text=Two", True),
    ("warband-rename&to=Ash", "alignment-choose&alignment=CE", True),
]  # fmt: skip


@every_row("theirs, ours, both_stand", MERGES)
def test_changes_of_different_parts_both_stand(theirs, ours, both_stand):
    site = building(account(f"{theirs} {ours}"[:150]), "boar", "boar", "boar")
    base = base_of(site)
    change, _, fields = theirs.partition("&")
    assert site.do(change, **dict(parse_qsl(fields))).status_code == 302
    after_theirs = site.draft
    change, _, fields = ours.partition("&")
    answer = send(site, base, change, **dict(parse_qsl(fields)))
    assert (answer.status_code == 200, site.draft != after_theirs) == (both_stand, both_stand), answer.content
    assert both_stand or answer.json()["meanwhile"], "what happened meanwhile is not said"


def test_a_refusal_says_what_happened_meanwhile(pack):
    base = base_of(pack)
    pack.do("member-remove", member="m1")
    answer = send(pack, base, "hero-points-set", member="m1", number="2").json()
    assert answer["refused"] == "This creature is no longer in the warband."
    assert answer["meanwhile"] == ["Removed Boar (on another device or page of yours)"]


def test_the_device_s_own_changes_are_no_reason_to_refuse(pack):
    base = base_of(pack)
    pack.do("member-rename", member="m3", to="Mara")
    first = send(pack, base, "hero-points-set", member="m1", number="1").json()
    second = send(pack, base | {"own": str(first["version"])}, "hero-points-set", member="m1", number="2")
    assert second.status_code == 200
    assert pack.draft.roster.member("m1").hero_points == 2
    refused = send(pack, base | {"own": str(first["version"])}, "member-rename", member="m3", to="Mira")
    assert refused.status_code == 422


def test_a_change_without_effect_does_not_take_the_version_of_another_device(pack):
    base = base_of(pack)
    assert send(pack, base_of(pack), "member-rename", member="m1", to="Ash").status_code == 200
    idle = send(pack, base, "hero-points-set", member="m2", number="0").json()
    assert (idle["done"], idle["version"]) == ("Nothing changed", None)
    refused = send(pack, base | {"own": ""}, "member-rename", member="m1", to="Elm")
    assert refused.json()["code"] == "warband.changed"


def test_after_undo_a_device_s_changes_still_follow_each_other(pack):
    pack.step("undo")
    base = base_of(pack)
    first = send(pack, base, "hero-points-set", member="m1", number="1").json()
    pack.do("member-rename", member="m2", to="Mara")
    second = send(pack, base | {"own": str(first["version"])}, "hero-points-set", member="m1", number="2")
    assert second.status_code == 200


def test_what_was_undone_meanwhile_is_not_built_upon(pack):
    base = base_of(pack)
    pack.step("undo")
    pack.do("member-rename", member="m1", to="Mara")
    answer = send(pack, base, "hero-points-set", member="m2", number="1")
    assert answer.status_code == 422
    assert answer.json()["meanwhile"]


@every_row("base", [{}, {"version": "x", "step": "-1", "own": "a b"}, {"version": "1", "step": "999"}])
def test_a_base_that_is_none_is_refused_in_words(base):
    site = building(account(f"mira{base}"), "boar")
    site.do("member-rename", member="m1", to="Mara")
    assert send(site, base, "hero-points-set", member="m1", number="1").status_code == 422
