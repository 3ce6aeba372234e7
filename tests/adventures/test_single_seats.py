"""Links for one participant each: who opens one acts for that participant, and for nothing else."""

from typing import Any

import pytest
from django.core.cache import cache
from selectolax.lexbor import LexborHTMLParser

from accounts.models import OwnedModel, Owner
from adventures.models import AdventureEntry
from adventures.selectors.seats import AdventureVisitor, adventure_seat, adventures_of, participant_link
from adventures.services.adventures import adventure_make, adventure_share
from rules.adventures.events.running import AdventurerJoined
from rules.adventures.participants import AdventureParticipant, TypedModifier
from tests.adventures.api_play import place, sent
from tests.adventures.duel_tables import done, duel_table_of
from tests.adventures.pages import page, press
from tests.adventures.play import SEED, AdventureTable, own_adventure
from tests.programs import error_of, program_of, told
from tests.rules.adventures.parties import NAMED, PARTY
from tests.rules.adventures.wilderness import wilderness
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db
MARA = AdventureParticipant("n2", "Mara", 3, typed=(TypedModifier("Diplomacy", 9),))


def seated(table: AdventureTable, name: str, who: AdventureParticipant) -> str:
    """Let somebody come by the link for one participant; return its secret."""
    if not table.row.players_token:
        adventure_share(**table.asking(), shared=True)
    token = participant_link(table.row, who)
    table.people[name] = visitor()
    answer = table.people[name].client.get(f"/adventures/join/{token}/")
    assert answer.headers["Location"] == f"/adventures/{table.key}/"
    return token


def test_who_has_the_link_of_a_participant_acts_for_it_alone() -> None:
    table = own_adventure(participants=(*PARTY, MARA))
    seated(table, "bo", MARA)
    shown = LexborHTMLParser(page(table, "bo").content)
    assert shown.css_first("#chosen").text() == "Mara"
    assert LexborHTMLParser(page(table, "bo", who=NAMED.id).content).css_first("#chosen").text() == "Mara"
    check = {"do": "check", "action": "attempt", "target": "listen", "skill": "Diplomacy", "face": "12"}
    assert press(table, "bo", **check, who="n2").status_code == 302
    for fields in ({**check, "who": NAMED.id}, {"do": "turn-passed", "participant": NAMED.id}, {"do": "round-ended"}):
        assert press(table, "bo", **fields).status_code == 422
    assert AdventureEntry.objects.get().side == "by:n2"
    assert "Mara, round 1" in text_of(page(table, rest="log/"))
    for rest in ("settings/", "prepare/", "master.pdf"):
        assert page(table, "bo", rest).status_code == 404
    options = [node.attributes["value"] for node in shown.css("#do-modifier-typed select[name=participant] option")]
    assert options == ["n2"]


def test_a_step_of_others_is_not_taken_back_by_who_acts_for_one() -> None:
    table = own_adventure(participants=(*PARTY, MARA))
    seated(table, "bo", MARA)
    seated(table, "cy", NAMED)
    assert press(table, "cy", do="turn-passed", participant=NAMED.id).status_code == 302
    assert press(table, "bo", do="undo").status_code == 422
    assert press(table, "cy", do="undo").status_code == 302


def test_what_a_whole_group_does_is_for_those_who_act_for_everyone() -> None:
    ada = account("ada")
    table = AdventureTable(adventure_make(owner=ada.owner, adventure=wilderness(), seed=SEED).key, {"ada": ada})
    seated(table, "bo", wilderness().participants[1])
    answer = press(table, "bo", do="hex-traveled", group="party", toward="0201")
    assert answer.status_code == 422
    assert "You do not play this participant." in text_of(answer)
    assert not LexborHTMLParser(page(table, "bo").content).css("#do-hex-traveled")
    assert press(table, do="hex-traveled", group="party", toward="0201").status_code == 302


def test_a_duelist_fights_by_its_own_link() -> None:
    table = duel_table_of()
    seated(table, "cy", table.state.participants[0])
    done(table, do="duel-initiative", participant="n2", skill="Perception", face=1)
    done(table, "cy", do="duel-initiative", participant="n1", skill="Perception", face=20)
    done(table, "cy", do="duel-turn-begun", participant="n1")
    assert press(table, "cy", do="duel-turn-end", participant="n2").status_code == 422
    done(table, "cy", do="duel-turn-end", participant="n1")


def test_links_end_with_the_players_link_and_cannot_be_made_up() -> None:
    table = own_adventure(participants=(*PARTY, MARA))
    token = seated(table, "bo", MARA)
    key, proof, who = token.split(".")
    others = [f"{key}.{proof}.{NAMED.id}", f"{key}.{'A' * 22}.{who}", f"{key}.{proof}", f"x{key}.{proof}.{who}"]
    for other in others:
        assert table.people["bo"].client.get(f"/adventures/join/{other}/").status_code == 404
        stranger = AdventureVisitor(Owner(token=f"a visitor {other}"), (other,))
        assert adventure_seat(stranger, table.key) is None
        assert list(adventures_of(stranger)) == []
    holder = AdventureVisitor(account("fay").owner, (token,))
    assert [adventure.key for adventure in adventures_of(holder)] == [table.key]
    assert who in page(table, rest="settings/").content.decode()
    for switch in ("off", "on"):
        table.people["ada"].client.post(f"/adventures/{table.key}/link/", {"switch": switch})
        assert page(table, "bo").status_code == 404
        assert table.people["bo"].client.get(f"/adventures/join/{token}/").status_code == 404


def test_rivals_and_odd_ids_have_no_link_of_their_own() -> None:
    table = own_adventure(participants=PARTY)
    adventure_share(**table.asking(), shared=True)
    for odd in ("a/b", "ü", "x" * 40, "a b", ""):
        assert participant_link(table.row, AdventureParticipant(odd or "-_-", "Odd", 1)) == ""
    long = participant_link(table.row, AdventureParticipant("w-k7m2p9qrst.m12", "Long", 1))
    assert 0 < len(long) <= (OwnedModel._meta.get_field("owner_token").max_length or 0)
    rival = AdventureParticipant("n9", "Red", 1, is_rival=True)
    table.do(AdventurerJoined(rival))
    assert participant_link(table.row, rival) == ""
    assert "Red" not in text_of(page(table, rest="settings/"))


def test_programs_play_by_the_link_of_a_participant() -> None:
    cache.clear()
    table = own_adventure(participants=(*PARTY, MARA))
    ada = program_of(table.people["ada"].owner)
    links = told(ada.send("PUT", place(table.key, "link/")))["participant_links"]
    assert set(links) == {participant.id for participant in (*PARTY, MARA)}
    bo = program_of(account("bo").owner)
    answer = told(bo.post("adventures/join/", {"link": links["n2"]}))
    shown: dict[str, Any] = {"Adventure_Pass": answer["adventure_pass"]}
    seen = told(bo.get(place(table.key), **shown))
    assert (seen["plays"], seen["participant_links"], seen["players_link"]) == (["n2"], {}, None)
    offered = told(bo.get(place(table.key, "options/"), **shown))["events"]
    for offer in offered:
        (part,) = [part for part in offer["parts"] if part["name"] in ("participant", "participants")]
        assert {option["value"] for option in part["options"] or ()} <= {"n2"}, offer["kind"]
    told(sent(bo, table.key, "turn-passed", participant="n2", **shown), 201)
    assert error_of(sent(bo, table.key, "turn-passed", participant="n1", **shown)) == (403, "side.forbidden")
