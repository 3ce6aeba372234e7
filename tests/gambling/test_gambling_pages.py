"""The pages of table games by forms alone: games with their odds, tables with rounds, cheating, receipts, links."""

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile
from selectolax.lexbor import LexborHTMLParser

from gambling.drawings.dice import table_die
from gambling.models import GamblingTable, OwnTableGame
from gambling.selectors.folding import MOST_ENTRIES
from rules.gambling.game import game_document
from rules.gambling.library import ready_games
from tests.gambling.forms import COINS, values_of
from tests.gambling.tables import SEED, TavernTable, seated_table, table_of
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = pytest.mark.django_db


def test_a_game_is_made_changed_and_shown_with_its_odds() -> None:
    ada = visitor()
    answer = ada.client.post("/gambling/games/new/", COINS)
    assert answer.status_code == 302, text_of(answer)
    row = OwnTableGame.objects.get()
    shown = text_of(ada.get(f"/gambling/games/{row.key}/"))
    # One of four rolls wins 5/2: 5/2 - 3 = -1/2 of four stakes.
    for words in ("12.50% of each stake", "25.00% 1/4", "5 to 2", "60 cp: if all 3 seats win the highest payout"):
        assert words in shown
    assert "The house keeps fractions of a coin" in shown
    change = f"/gambling/games/{row.key}/change/"
    fields = values_of(ada.get(change))
    assert {name: fields[name] for name in COINS} == COINS
    assert ada.client.post(change, {**fields, "results-1-pays": "4", "more": "on"}).headers["Location"] == change
    assert "The house loses in the long run: its edge is negative" in text_of(ada.get(f"/gambling/games/{row.key}/"))
    second = {"results-2-name": "Same", "results-2-pays": "0", "results-2-1-kind": "all-alike"}
    assert ada.client.post(change, {**fields, **second, "version": "2"}).status_code == 302
    row.refresh_from_db()
    assert [result["name"] for result in row.document["results"]] == ["Two crowns", "Same"]
    assert "“Same” count as “Two crowns”" in text_of(ada.get(f"/gambling/games/{row.key}/"))
    assert ada.client.post(change, {**fields, **second, "version": "3", "results-1-remove": "on"}).status_code == 302
    row.refresh_from_db()
    assert [result["name"] for result in row.document["results"]] == ["Same"]


@pytest.mark.parametrize("key", ready_games())
def test_every_ready_game_is_shown_and_its_form_makes_the_same_game(key: str) -> None:
    ada = visitor()
    assert "House edge" in text_of(ada.get(f"/gambling/ready/{key}/"))
    fields = values_of(ada.get("/gambling/games/new/", of=key))
    assert ada.client.post("/gambling/games/new/", fields).status_code == 302
    assert OwnTableGame.objects.get().document == game_document(ready_games()[key])


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"name": ""}, "Name: Expected 1 to 80 characters"),
        ({"dice": "six"}, "Dice: Write dice like 2d6 or 1d8 + 2d4, not “six”."),
        ({"dice": ""}, "at least one die"),
        ({"dice": "9d9"}, "can fall in 387,420,489 ways"),
        ({"dice": "99d999"}, "Expected 19 or less"),
        ({"seats": "many"}, "Seats: Expected a whole number"),
        ({"highest_stake": "1"}, "Stakes go from the lowest to the highest"),
        ({"results-1-pays": "a lot"}, "Result 1, pays: A payout is a number"),
        ({"results-1-1-face": ""}, "Result 1, condition 1: Say which face"),
        ({"results-1-1-at_least": "x"}, "Result 1, condition 1, from: Expected a whole number"),
        ({"results-1-1-kind": "higher"}, "the house rolls no dice"),
        ({"results-1-1-kind": "luck"}, "condition 1, kind: Expected one of"),
        ({"results-1-1-kind": ""}, "1 to 3 conditions"),
        ({"coin": "c\x07p"}, "single line"),
    ],
)
def test_what_is_wrong_with_a_form_is_told_and_nothing_typed_is_lost(fields: dict[str, str], fault: str) -> None:
    ada = visitor()
    answer = ada.client.post("/gambling/games/new/", {**COINS, **fields})
    assert answer.status_code == 422
    assert fault in text_of(answer)
    kept = {**COINS, **fields}
    if not {"c\x07p", "luck"} & set(fields.values()):
        assert {name: values_of(answer)[name] for name in kept} == kept
    assert not OwnTableGame.objects.exists()


def test_what_no_database_keeps_is_left_out() -> None:
    ada = visitor()
    assert (
        ada.client.post("/gambling/games/new/", {**COINS, "house": "The\x00 host", "coin": "\x00cp"}).status_code == 302
    )
    assert OwnTableGame.objects.get().document["house"] == "The host"


def test_a_game_goes_out_as_a_file_and_comes_in_again() -> None:
    ada, bob = account("ada"), account("bob")
    ada.client.post("/gambling/games/new/", COINS)
    row = OwnTableGame.objects.get()
    file = ada.get(f"/gambling/games/{row.key}/game.json")
    assert 'filename="two-coins.muster-table-game.json"' in file.headers["Content-Disposition"]
    answer = bob.client.post("/gambling/games/import/", {"file": ContentFile(file.content, "game.json")})
    assert answer.status_code == 302, text_of(answer)
    taken = OwnTableGame.objects.get(owner=bob.owner.user)
    assert taken.document == row.document
    many = {**row.document, "dice": [{"count": 19, "sides": 100}]}
    for data, fault in (
        (b"{", "not a JSON document"),
        (json.dumps({**row.document, "name": 5}).encode(), "Name: Expected a text"),
        (json.dumps(many).encode(), "Odds are counted for up to 1,000,000"),
        (b" " * 100_001, "at most 100 KB"),
    ):
        answer = bob.client.post("/gambling/games/import/", {"file": ContentFile(data, "game.json")})
        assert (answer.status_code, fault in text_of(answer)) == (422, True), text_of(answer)


def test_a_shared_game_is_copied_by_its_link_until_that_is_off() -> None:
    ada, bob = account("ada"), account("bob")
    ada.client.post("/gambling/games/new/", COINS)
    row = OwnTableGame.objects.get()
    ada.client.post(f"/gambling/games/{row.key}/link/", {"switch": "on"})
    row.refresh_from_db()
    link = f"/gambling/shared/{row.share_token}/"
    assert "12.50% of each stake" in text_of(bob.get(link))
    assert bob.client.post(link).status_code == 302
    assert OwnTableGame.objects.filter(owner=bob.owner.user, name="Two Coins").exists()
    assert bob.get(f"/gambling/games/{row.key}/").status_code == 404
    ada.client.post(f"/gambling/games/{row.key}/link/", {"switch": "off"})
    assert bob.get(link).status_code == 404
    assert ada.client.post(f"/gambling/games/{row.key}/link/", {"switch": "up"}).status_code == 400
    ada.client.post(f"/gambling/games/{row.key}/delete/")
    assert not OwnTableGame.objects.filter(pk=row.pk).exists()


def test_an_evening_at_the_table_works_by_forms_alone() -> None:
    table = seated_table("herons-eye")
    answer = table.press("round", stake_p1="5", choice_p1="3", stake_p2="")
    assert answer.status_code == 302
    (played,) = table.opened.state.rounds
    assert (played.origin, len(played.bets), len(played.bets[0].bet.faces)) == ("seeded", 1, 3)
    table.press("round", stake_p1="5", choice_p1="3", stake_p2="2", choice_p2="8", faces_p1="1 2 4", faces_p2="8,8,1")
    assert table.opened.state.balances["p2"] == 14
    shown = text_of(table.page())
    assert "Brann stakes 2 sp on 8 and rolls 8 + 8 + 1 = 17: Two strikes, 7 to 1 (+14 sp)." in shown
    table.press(
        "cheat",
        round="2",
        cheater="Ilva",
        skill="Sleight of Hand",
        modifier="+7",
        opponent="The house",
        opposing_skill="Perception",
        opposing_modifier="-1",
    )
    cheat = table.opened.state.cheats[0]
    assert (1 <= cheat.total - 7 <= 20, 1 <= cheat.opposing_total + 1 <= 20) == (True, True)
    table.press("decide", round="2", player="p1", result="1", text="The die was loaded.")
    assert table.opened.state.rounds[1].bets[0].net == 100
    assert "For Ilva, Three strikes counts: 20 to 1." in text_of(table.page())
    table.press("undo")
    assert table.opened.state.rounds[1].bets[0].net == -5
    table.press("redo")
    table.press("leave", player="p2")
    table.press("seat", name="brann")
    assert [player.id for player in table.opened.state.seated] == ["p1", "p2"]
    assert table.opened.state.house_balance == -sum(table.opened.state.balances.values())


@pytest.mark.parametrize(
    ("todo", "fields", "fault"),
    [
        ("seat", {"name": ""}, "Muster cannot read this"),
        ("seat", {"name": "Ilva"}, "is already at the table"),
        ("leave", {"player": "p9"}, "Choose one of the players"),
        ("round", {}, "At least one player must place a bet"),
        ("round", {"stake_p1": "lots"}, "Stake: enter a whole number instead of “lots”."),
        ("round", {"stake_p1": "99"}, "Ilva may stake 1 to 10 gp, not 99."),
        ("round", {"stake_p1": "1", "faces_p1": "1 2 3"}, "4d6 shows 4 faces, not 3."),
        ("round", {"stake_p1": "1", "faces_p1": "1 2 3 7"}, "A d6 shows 1 to 6, not 7."),
        ("round", {"stake_p1": "1", "stake_p2": "1", "faces_p1": "1 2 3 4"}, "4d6 shows 4 faces, not 0."),
        ("round", {"stake_p1": "1", "faces_p1": "9" * 300}, "enter a whole number"),
        ("cheat", {"round": "1", "cheater": "x", "skill": "y"}, "Muster cannot read this"),
        ("cheat", {"round": "1", "face": "3"}, "Enter both d20s, or leave both blank"),
        ("decide", {"round": "1", "text": "So be it."}, "Choose one of the rounds"),
        ("reverse", {"round": "1", "reason": "So be it."}, "Choose one of the rounds"),
        ("reverse", {"round": "one", "reason": "So be it."}, "enter a whole number"),
        ("undo", {"seen": "1"}, "Something happened meanwhile"),
        ("redo", {}, "There is nothing to redo"),
        ("win", {}, "cannot read"),
        ("seat", {"name": "a\x00b"}, "single line"),
    ],
)
def test_what_cannot_be_done_is_told_on_the_page(todo: str, fields: dict[str, str], fault: str) -> None:
    table = seated_table()
    answer = table.press(todo, **fields)
    assert answer.status_code in (409, 422)
    assert fault in text_of(answer)
    assert table.row.head == 2


def test_a_round_with_dice_of_muster_is_reversed_and_not_undone() -> None:
    # Ruling 399.
    table = seated_table("gatekeeper")
    table.press("round", stake_p1="1", faces_p1="6 6", house_faces="1 1")
    table.press("undo")
    assert not table.opened.state.rounds
    table.press("round", stake_p1="9", stake_p2="9")
    (played,) = table.opened.state.rounds
    refused = table.press("undo")
    assert (refused.status_code, "Muster rolled these dice, so they stay." in text_of(refused)) == (422, True)
    assert 'value="undo" disabled' in table.page().content.decode()
    table.press("reverse", round="1", reason="Brann touched the dice.")
    assert set(table.opened.state.balances.values()) == {0}
    shown = text_of(table.page())
    assert "Round 1 is reversed Brann touched the dice. Every stake goes back. The dice stay as they fell." in shown
    assert "This round is reversed already." in text_of(table.press("reverse", round="1", reason="Again."))
    table.press("undo")
    assert table.opened.state.rounds == (played,)


def test_receipts_are_checked_by_anyone_once_the_table_is_closed() -> None:
    table, eve = seated_table("gatekeeper"), visitor()
    table.press("round", stake_p1="1", stake_p2="1")
    table.press("reverse", round="1", reason="Brann touched the dice.")
    table.press("round", stake_p1="1")
    table.person.client.post(f"/gambling/tables/{table.key}/link/", {"switch": "on"})
    watch = f"/gambling/watch/{table.row.watch_token}/"
    shown = text_of(eve.get(f"{watch}receipts/"))
    # Two players and the house, then one player and the house; the first round was reversed.
    assert shown.count("once the seed is published") == 5
    assert shown.count("Round reversed: Brann touched the dice.") == 3
    assert "Reversed Brann touched the dice." in text_of(eve.get(watch))
    assert table.row.commitment in shown
    assert SEED.hex() not in shown + text_of(eve.get(watch)) + text_of(table.page())
    table.person.client.post(f"/gambling/tables/{table.key}/close/")
    shown = text_of(eve.get(f"{watch}receipts/"))
    assert (shown.count("✓ verified"), SEED.hex() in shown) == (5, True)
    assert SEED.hex() in text_of(table.page())
    assert "This table is closed" in text_of(table.press("round", stake_p1="1"))


def test_watchers_see_the_rounds_and_no_buttons_until_the_link_is_off() -> None:
    table, eve = seated_table(), visitor()
    table.press("round", stake_p1="2", faces_p1="6 6 6 6")
    table.person.client.post(f"/gambling/tables/{table.key}/link/", {"switch": "on"})
    watch = f"/gambling/watch/{table.row.watch_token}/"
    answer = eve.get(watch)
    assert "Ilva stakes 2 gp and rolls 6 + 6 + 6 + 6 = 24: Four alike, 40 to 1 (+80 gp)." in text_of(answer)
    assert b"<form" not in answer.content.partition(b"<main")[2].partition(b"</main>")[0]
    now = eve.get(f"{watch}now/")
    assert eve.client.get(f"{watch}now/", headers={"If-None-Match": now.headers["ETag"]}).status_code == 304
    table.press("round", stake_p1="1")
    assert eve.client.get(f"{watch}now/", headers={"If-None-Match": now.headers["ETag"]}).status_code == 200
    table.person.client.post(f"/gambling/tables/{table.key}/link/", {"switch": "off"})
    assert [eve.get(f"{watch}{rest}").status_code for rest in ("", "now/", "receipts/")] == [404] * 3


def test_strangers_find_no_table() -> None:
    table, eve = seated_table(), account("eve")
    for rest in ("", "now/", "receipts/"):
        assert eve.get(f"/gambling/tables/{table.key}/{rest}").status_code == 404
    for rest in ("act/", "link/", "close/", "delete/"):
        assert eve.client.post(f"/gambling/tables/{table.key}/{rest}", {"do": "undo"}).status_code == 404
    assert (table.row.head, table.row.is_open) == (2, True)
    table.person.client.post(f"/gambling/tables/{table.key}/delete/")
    assert not GamblingTable.objects.exists()


def test_tables_are_opened_with_ready_and_own_games_and_keep_theirs() -> None:
    ada = visitor()
    ada.client.post("/gambling/games/new/", COINS)
    row = OwnTableGame.objects.get()
    answer = ada.client.post("/gambling/tables/new/", {"source": f"own:{row.key}"})
    ada.client.post(f"/gambling/games/{row.key}/delete/")
    assert "Two Coins" in text_of(ada.get(answer.headers["Location"]))
    assert ada.client.post("/gambling/tables/new/", {"source": "ready:gatekeeper"}).status_code == 302
    for source in ("", "ready:x", "own:x", f"own:{row.key}", "\x00"):
        assert ada.client.post("/gambling/tables/new/", {"source": source}).status_code == 404
    shown = text_of(ada.get("/gambling/"))
    assert all(name in shown for name in ("Heron’s Eye", "Two Coins", "Gatekeeper"))


def test_what_people_keep_is_limited(settings: Any) -> None:
    ada = account("ada")
    settings.QUOTAS = {**settings.QUOTAS, "games": (1, 1), "tables": (1, 1)}
    ada.client.post("/gambling/games/new/", COINS)
    assert "You have 1 game, the most that you can keep." in text_of(ada.client.post("/gambling/games/new/", COINS))
    table = table_of(ada)
    answer = ada.client.post("/gambling/tables/new/", {"source": "ready:gatekeeper"}, follow=True)
    assert "You have 1 table, the most that you can keep." in text_of(answer)
    GamblingTable.objects.filter(key=table.key).update(head=MOST_ENTRIES)
    assert "Close it, and open another." in text_of(table.press("seat", name="Ilva"))


def test_texts_of_people_are_escaped_and_turn_no_direction() -> None:
    ada = account("ada")
    odd = "<b>Mos\u202es</b>"
    ada.client.post("/gambling/games/new/", {**COINS, "name": odd, "results-1-name": odd, "mechanic": odd})
    row = OwnTableGame.objects.get()
    answer = ada.client.post("/gambling/tables/new/", {"source": f"own:{row.key}"})
    table = TavernTable(ada, GamblingTable.objects.get().key)
    table.press("seat", name=odd)
    table.press("round", stake_p1="2", faces_p1="1 1")
    for page in (ada.get(f"/gambling/games/{row.key}/"), ada.get(answer.headers["Location"])):
        assert "<b>Mos" not in page.content.decode()
        assert "&lt;b&gt;Moss&lt;/b&gt;" in page.content.decode()


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        # The session and the account; then games, tables and their number, and the quotas.
        ("/gambling/", 7),
        ("/gambling/ready/four-crows/", 2),
        ("/gambling/games/{game}/", 3),
        ("/gambling/games/{game}/change/", 3),
        ("/gambling/tables/{table}/", 4),
        ("/gambling/tables/{table}/now/", 4),
        ("/gambling/tables/{table}/receipts/", 4),
    ],
)
def test_pages_take_a_fixed_number_of_queries(address: str, queries: int, django_assert_num_queries: Any) -> None:
    table = seated_table()
    for _ in range(3):
        table.press("round", stake_p1="1", stake_p2="1")
    table.person.client.post("/gambling/games/new/", COINS)
    address = address.format(game=OwnTableGame.objects.get().key, table=table.key)
    table.person.get(address)
    with django_assert_num_queries(queries):
        assert table.person.get(address).status_code == 200


def words_of(node: Any) -> str:
    return " ".join(node.text(separator=" ").split())


def page_of(person: Person, address: str) -> str:
    return text_of(person.get(address))


def test_the_other_pages_of_what_is_played_lead_here() -> None:
    eve = visitor()
    for address in ("/battles/", "/adventures/"):
        assert 'href="/gambling/"' in eve.get(address).content.decode()


def test_the_list_is_cards_of_ready_games_with_their_dice_stakes_and_odds() -> None:
    ada = visitor()
    shown = LexborHTMLParser(ada.get("/gambling/").content)
    cards = shown.css(".gambling-cards > li")
    assert [len(card.css(".fallen-die")) for card in cards] == [4, 4, 3]
    texts = [words_of(card) for card in cards]
    # 288 of 1,296 rolls win; the house keeps 4.63%.
    assert "Four Crows You win 22% the house keeps 5% of each stake Stake 1 to 10 gp" in texts[0]
    sources = [card.css_first("button").attributes["value"] for card in cards]
    assert sources == [f"ready:{name}" for name in ready_games()]
    answer = ada.client.post("/gambling/tables/new/", {"source": sources[1]})
    assert "Gatekeeper" in page_of(ada, answer.headers["Location"])


def test_the_list_hides_what_the_visitor_does_not_have() -> None:
    ada = visitor()
    for words in ("Your games", "Your tables", "Your newest open table"):
        assert words not in page_of(ada, "/gambling/")
    ada.client.post("/gambling/games/new/", COINS)
    assert "Your games" in page_of(ada, "/gambling/")
    address = ada.client.post("/gambling/tables/new/", {"source": "ready:herons-eye"}).headers["Location"]
    assert "Back to Heron’s Eye Your newest open table" in page_of(ada, "/gambling/")
    ada.client.post(f"{address}close/")
    assert "Your newest open table" not in page_of(ada, "/gambling/")
    assert "Your tables" in page_of(ada, "/gambling/")


def test_the_table_shows_the_dice_and_the_result_of_the_newest_round_that_counts() -> None:
    table = seated_table("herons-eye")
    felt = LexborHTMLParser(table.page().content).css_first(".gambling-felt")
    assert "Payouts Three strikes 20 to 1" in words_of(felt)
    table.press("round", stake_p1="5", choice_p1="4", faces_p1="4 1 4", stake_p2="3", choice_p2="2", faces_p2="1 1 1")
    felt = LexborHTMLParser(table.page().content).css_first(".gambling-felt")
    won, lost = felt.css(".throw")
    assert "Ilva 5 sp on 4 4 1 4 rolls 4, 1, 4 +35 sp Two strikes" in words_of(won)
    assert [len(throw.css(".is-struck")) for throw in (won, lost)] == [2, 0]
    assert ["throw-win" in won.attributes["class"], "throw-loss" in lost.attributes["class"]] == [True, True]
    table.press("cheat", round="1", cheater="Ilva", skill="Bluff", opponent="x", opposing_skill="Perception")
    table.press("decide", round="1", player="p1", result="0", text="A turned die.")
    felt = LexborHTMLParser(table.page().content).css_first(".gambling-felt")
    assert "−5 sp Nothing, as the table decided" in words_of(felt.css(".throw")[0])
    assert "The table decides on round 1 A turned die." in words_of(felt)


def test_the_table_shows_the_houses_dice_with_both_sums() -> None:
    table = seated_table("gatekeeper")
    table.press("round", stake_p1="5", faces_p1="9 10", house_faces="2 1")
    felt = LexborHTMLParser(table.page().content).css_first(".gambling-felt")
    assert "The house 2 1 rolls 2, 1 = 3" in words_of(felt)
    assert "rolls 9, 10 = 19 +10 gp Over the wall" in words_of(felt)


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 7])
def test_every_die_is_drawn_with_its_face(sides: int) -> None:
    drawings = [table_die(sides, face) for face in range(1, sides + 1)]
    assert [drawing.pips.count("M") or drawing.face for drawing in drawings] == list(range(1, sides + 1))
