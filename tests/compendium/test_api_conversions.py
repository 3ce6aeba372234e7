"""PF2e creatures that programs convert: cards with their doubts, decided and stored as the page does it."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.api import views
from compendium.models import Homebrew
from rules.cards.documents import card_from_document
from tests.compendium.importing.pf2e_forms import foundry_lurker
from tests.compendium.importing.pf2e_texts import HERON
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import Person, account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before", "small_compendium")]
CONVERT, SAVE = "homebrew/convert/", "homebrew/convert/save/"


def converted(program: Program, **fields: Any) -> Any:
    """Convert the lurker and return what it became."""
    answer = program.post(CONVERT, {"stat_blocks": foundry_lurker(), **fields})
    assert answer.status_code == 200, answer.content
    return answer.json()["creatures"][0]


def test_a_stat_block_is_a_card_with_every_doubt_and_nothing_is_stored(program: Program) -> None:
    conversion = converted(program)
    assert conversion["card"]["name"] == "Marsh Lurker"
    assert card_from_document(conversion["card"]).level == 5
    open_steps = [step for step in conversion["steps"] if step["is_undecided"]]
    assert conversion["open"] == len(open_steps) > 0
    choice = next(step["choice"] for step in open_steps if step["field"] == "alignment")
    decided = converted(program, answers={choice["key"]: ["NE"]})
    assert decided["card"]["alignment"] == "NE"
    assert decided["open"] == conversion["open"] - 1
    assert converted(program, style="author")["card"]["name"] == "Marsh Lurker"
    assert not Homebrew.objects.exists()


def test_the_text_of_a_stat_block_is_a_card_with_what_could_not_be_read(program: Program) -> None:
    conversion = converted(program, stat_blocks=HERON)
    assert (conversion["card"]["name"], conversion["card"]["alignment"]) == ("Bog Heron", "TN")
    assert conversion["unread"] == [{"line": 5, "text": "(20 with <b raised & wide wings)"}]
    assert converted(program)["unread"] == []
    decided = converted(program, stat_blocks=HERON, answers={"power": ["15"]})
    assert decided["unread"] == conversion["unread"]
    assert error_of(program.post(CONVERT, {"stat_blocks": HERON * 2})) == (422, "file.invalid")


def test_several_forms_of_the_same_creature_are_read(program: Program) -> None:
    lurker = foundry_lurker()
    for sent in (lurker, [lurker], json.dumps(lurker), f"{json.dumps(lurker)}\n{json.dumps(lurker)}"):
        answer = program.post(CONVERT, {"stat_blocks": sent})
        assert answer.json()["creatures"][0]["card"]["name"] == "Marsh Lurker"
    mixed = program.post(CONVERT, {"stat_blocks": [lurker, {"name": "A rock", "type": "hazard"}]}).json()
    assert [len(mixed["creatures"]), [creature["name"] for creature in mixed["rejected"]]] == [1, ["A rock"]]


def test_a_creature_is_stored_once_with_what_was_decided(program: Program, ada: Person) -> None:
    choice = next(
        step["choice"]["key"] for step in converted(program)["steps"] if step["choice"] and step["field"] == "alignment"
    )
    body = {"stat_blocks": foundry_lurker(), "answers": {choice: ["NE"]}}
    first, again = (program.post(SAVE, body, Idempotency_Key="one") for _ in range(2))
    assert first.status_code == 201, first.content
    assert first.json() == again.json()
    (key,) = first.json()["keys"]
    assert first["Location"] == f"/api/v1/homebrew/{key}/"
    assert program.get(f"homebrew/{key}/").json()["card"]["alignment"] == "NE"
    assert program.post(SAVE, body).json()["keys"] == [key], "just as it is, it is not stored again"
    both = program.post(SAVE, {"stat_blocks": [foundry_lurker(), foundry_lurker() | {"name": "Other Lurker"}]})
    assert len(both.json()["keys"]) == 2
    assert Homebrew.objects.count() == 3
    bob = program_of(account("bob").owner)
    assert error_of(bob.get(f"homebrew/{key}/")) == (404, "homebrew.gone")


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({}, (400, "invalid")),
        ({"stat_blocks": 7}, (400, "invalid")),
        ({"stat_blocks": ""}, (422, "file.invalid")),
        ({"stat_blocks": "no creature"}, (422, "file.invalid")),
        ({"stat_blocks": []}, (422, "file.invalid")),
        ({"stat_blocks": {}}, (422, "file.invalid")),
        ({"stat_blocks": [{"name": "x"}] * 300}, (422, "file.invalid")),
        ({"stat_blocks": foundry_lurker(), "style": "odd"}, (400, "invalid")),
        ({"stat_blocks": foundry_lurker(), "answers": {"alignment": "NE"}}, (400, "invalid")),
        ({"stat_blocks": [foundry_lurker()] * 2, "answers": {"alignment": ["NE"]}}, (422, "answer.invalid")),
    ],
)
def test_what_cannot_be_converted_is_told(program: Program, body: dict[str, Any], fault: tuple[int, str]) -> None:
    for address in (CONVERT, SAVE):
        assert error_of(program.post(address, body)) == fault


def test_converting_needs_the_scope_and_is_limited(
    program: Program, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"stat_blocks": foundry_lurker()}
    reader, other = program_of(ada.owner, "read"), program_of(ada.owner, "warbands")
    assert reader.post(CONVERT, body).status_code == 200
    assert error_of(reader.post(SAVE, body)) == (403, "token.scope")
    assert error_of(other.post(CONVERT, body)) == (403, "token.scope")
    assert error_of(Program(Client()).post(CONVERT, body)) == (401, "not_authenticated")
    monkeypatch.setattr(views, "seconds_to_wait", lambda limit, asker: 7 if limit.name == "conversions" else 0)
    late = program.post(CONVERT, body)
    assert error_of(late) == (429, "throttled")
    assert late["Retry-After"] == "7"


def test_converting_takes_a_fixed_number_of_queries(program: Program, django_assert_num_queries: Any) -> None:
    program.get("account/")
    for number in (1, 20):
        blocks = [foundry_lurker()] * number
        with django_assert_num_queries(1):
            program.post(CONVERT, {"stat_blocks": blocks})
