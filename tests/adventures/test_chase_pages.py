"""A chase on its page, without JavaScript: who is there and cannot act, and who is out of the adventure."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.services.adventures import adventure_make
from tests.adventures.api_play import sent
from tests.adventures.pages import page, press
from tests.adventures.play import SEED, AdventureTable
from tests.programs import program_of, told
from tests.rules.adventures.runners import chase
from tests.warbands.verbs import account, text_of

pytestmark = pytest.mark.django_db


def points(table: AdventureTable) -> int:
    total: int = ADVENTURE_LOGS.folded(table.row).newest(for_players=False).state.own.party[0].points
    return total


def test_a_chaser_who_cannot_act_costs_its_group_a_point_and_one_taken_out_none() -> None:
    ada = account("ada")
    made = adventure_make(owner=ada.owner, adventure=chase("beat-the-clock"), seed=SEED)
    table = AdventureTable(made.key, {"ada": ada})
    give = {"do": "chase-points-changed", "participant": "n1", "by": "2", "reason": "A rope"}
    assert press(table, **give).status_code == 302
    form = LexborHTMLParser(page(table, tool="whole").content).css_first("#do-ability-set")
    assert form.css_first("button[type=submit], button").text() == "Set who cannot act"
    fields = {"do": "ability-set", "participant": "n4", "reason": "Unconscious"}
    assert press(table, **fields, cannot_act="1").status_code == 302
    assert "Runner 4 is here but cannot act." in text_of(page(table))
    refused = press(table, do="check", who="n4", action="overcome", target="o1", skill="Athletics", face="20")
    assert (refused.status_code, "Runner 4 cannot act." in text_of(refused)) == (422, True)
    for who in ("n1", "n2", "n3"):
        answer = press(table, do="check", who=who, action="overcome", target="o1", skill="Athletics", face="8")
        assert answer.status_code == 302
    assert press(table, do="round-ended").status_code == 302
    assert points(table) == 1
    # A program takes it out: it costs nothing more, and the obstacle needs a point less.
    told(sent(program_of(ada.owner), table.key, "presence-set", participant="n4", out=True, reason="Carried away"), 201)
    assert "Runner 4 is out of action." in text_of(page(table))
    for who in ("n1", "n2", "n3"):
        press(table, do="check", who=who, action="overcome", target="o1", skill="Athletics", face="8")
    assert press(table, do="round-ended").status_code == 302
    assert points(table) == 1
