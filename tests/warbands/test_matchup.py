"""The page with two warbands side by side: choosing them, whose they may be, and what it shows."""

from dataclasses import replace
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from compendium.builtin import built_in_cards
from rules.building.draft import Draft, Secret
from rules.matchup.sheet import matchup_sheet
from rules.roster import Member, Roster
from tests.reading import read, words_of
from tests.small_compendium import CREATURES
from tests.warbands.verbs import Building, Person, account, building, visitor
from warbands.selectors.legality import rulebook_of
from warbands.services.warbands import warband_archive, warband_create, warband_share
from warbands.web.matchup import MOST

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

LOST = "You have no such warband."
OFF = "No warband is shared at this link"


@pytest.fixture
def mira() -> Person:
    return account("mira")


@pytest.fixture
def ash(mira: Person) -> Building:
    return building(mira, Member("kobold-warrior", name="Snik", upgrades=("sling",)), "kobold-warrior", "boar")


@pytest.fixture
def grey(mira: Person) -> Building:
    return building(mira, "basilisk", "trog-stoneliege", "trog-stoneliege", name="Grey Host", alignment="TN")


def own(company: Building) -> str:
    return f"w:{company.key}"


def shared(company: Building) -> str:
    warband_share(owner=company.person.owner, key=company.key, shared=True)
    return f"s:{company.warband.share_token}"


def page(person: Person, first: str = "", second: str = "", *, status: int = 200, **more: str) -> LexborHTMLParser:
    asked = {name: value for name, value in {"first": first, "second": second, **more}.items() if value}
    return read(person.get("/matchup/", **asked), status)


def all_words(shown: LexborHTMLParser) -> str:
    return words_of(shown.css_first("main"))


def faults(shown: LexborHTMLParser) -> list[str]:
    return [words_of(node) for node in shown.css(".errors")]


# --- Choosing --------------------------------------------------------------------------------------------------------


def test_without_an_address_one_is_asked_for_two_warbands(mira, ash, grey):
    shown = page(mira)
    for side in ("first", "second"):
        options = {node.attributes["value"]: node.text() for node in shown.css(f"select[name={side}] option")}
        assert options == {"": "Choose a warband", own(ash): "Ash Company", own(grey): "Grey Host"}
    assert shown.css("table") == []


def test_whoever_has_no_warband_may_paste_two_links_or_build_one(ash, grey):
    shown = page(visitor())
    assert "You have no warbands yet." in all_words(shown)
    assert shown.css("select") == []
    tokens = shared(ash), shared(grey)
    answer = visitor().get("/matchup/", **{"first-link": tokens[0][2:], "second-link": tokens[1][2:]})
    assert answer["Location"] == "/matchup/?first={}&second={}".format(*tokens)


def test_two_warbands_of_one_name_are_told_apart_by_their_last_change(mira, ash):
    building(mira, "boar")
    labels = [node.text() for node in page(mira).css("select[name=first] option")][1:]
    assert [label.startswith("Ash Company, changed ") for label in labels] == [True, True]


def test_one_warband_alone_waits_for_the_other(mira, ash):
    for asked in ({"first": own(ash)}, {"second": own(ash)}):
        shown = page(mira, **asked)
        assert "Ash Company is on one side. Choose its opponent." in all_words(shown)
        (chosen,) = shown.css("option[selected]")
        assert chosen.attributes["value"] == own(ash)


@pytest.mark.parametrize(
    "link",
    [
        "{token}",
        "/shared/{token}/",
        "shared/{token}",
        "https://muster.example/shared/{token}/",
        "https://muster.example/deep/shared/{token}/roster.json",
        "  http://muster.example/shared/{token}/?from=chat#top ",
    ],
)
def test_a_pasted_link_becomes_a_short_address(mira, ash, grey, link):
    token = shared(grey)
    pasted = link.format(token=token[2:])
    answer = mira.get("/matchup/", **{"first": own(ash), "first-link": "", "second": "", "second-link": pasted})
    assert (answer.status_code, answer["Location"]) == (302, f"/matchup/?first={own(ash)}&second={token}")


def test_the_address_of_ones_own_builder_is_understood_too(mira, ash):
    answer = mira.get("/matchup/", **{"first-link": f"https://muster.example{ash.address}"})
    assert answer["Location"] == f"/matchup/?first={own(ash)}"


def test_a_form_that_was_sent_ends_at_the_short_address(mira, ash, grey):
    links = {"first-link": "", "second-link": " "}
    whole = f"/matchup/?first={own(ash)}&second={own(grey)}"
    assert mira.get("/matchup/", first=own(ash), second=own(grey), **links)["Location"] == whole
    assert mira.get("/matchup/", first=own(ash), second=own(grey), creature="")["Location"] == whole
    assert mira.get("/matchup/", first="", second="", **links)["Location"] == "/matchup/"


def test_a_pasted_link_goes_before_a_warband_chosen_by_name(mira, ash, grey):
    token = shared(grey)
    answer = mira.get("/matchup/", **{"first": own(ash), "first-link": token[2:]})
    assert answer["Location"] == f"/matchup/?first={token}"


def test_what_is_no_link_is_told_beside_the_field_and_kept_as_typed(mira, ash):
    shown = page(mira, own(ash), status=422, **{"second-link": "https://muster.example/creatures/boar/"})
    assert faults(shown) == ["This is not a link to a warband. A shared link ends in /shared/ and a series of letters."]
    field = shown.css_first("input[name=second-link]")
    assert field.attributes["value"] == "https://muster.example/creatures/boar/"
    assert field.attributes["aria-invalid"] == "true"
    assert shown.css_first("option[selected]").attributes["value"] == own(ash)


HOSTILE = ["\0", "w:\0", "x" * 5000, "w:" + "x" * 5000, "s:", "w", ":", "w:../admin", "s:<b>", "q:abc", "w:ä", "w:a\nb"]


@pytest.mark.parametrize("value", HOSTILE, ids=ascii)
def test_no_address_breaks_the_page(mira, ash, value):
    for name in ("first", "second"):
        shown = page(mira, status=422, **{name: value})
        assert len(faults(shown)) == 1
        assert shown.css("main b") == []
    assert mira.get("/matchup/", **{"first-link": value}).status_code in (302, 422)
    assert mira.client.get(f"/matchup/?first={own(ash)}&second={own(ash)}&creature={quote(value)}").status_code == 200


def test_a_side_that_is_given_twice_counts_once(mira, ash, grey):
    answer = mira.client.get(f"/matchup/?first={own(grey)}&first={own(ash)}&second={own(grey)}&utm_source=chat")
    assert "Ash Company against Grey Host" in answer.content.decode()


def test_the_page_is_only_looked_at(mira):
    assert mira.client.post("/matchup/").status_code == 405


# --- Whose warbands --------------------------------------------------------------------------------------------------


def test_somebody_elses_warband_is_not_there(mira, ash, grey):
    lone = building(visitor(), "boar", name="Lone Wolves")
    for person, theirs in ((account("bob"), ash), (visitor(), ash), (mira, lone), (visitor(), lone)):
        shown = page(person, own(theirs), own(theirs), status=404)
        assert [fault.startswith(LOST) for fault in faults(shown)] == [True, True]
        for name in ("Ash Company", "Grey Host", "Lone Wolves", "Boar"):
            if person is not mira:
                assert name not in all_words(shown)
        assert "Lone Wolves" not in all_words(shown)


def test_a_shared_warband_meets_ones_own_for_whoever_has_the_link(ash, grey):
    token = shared(grey)
    for person in (account("bob"), visitor()):
        theirs = building(person, "boar", name="Lone Wolves")
        shown = page(person, own(theirs), token)
        assert words_of(shown.css_first("h1")) == "Lone Wolves against Grey Host"
        hrefs = [node.attributes["href"] for node in shown.css(".matchup-sides h2 a")]
        assert hrefs == [theirs.address, f"/shared/{token[2:]}/"]
        assert "Ash Company" not in all_words(shown)


def test_two_shared_warbands_meet_before_somebody_with_none(ash, grey):
    assert len(page(visitor(), shared(ash), shared(grey)).css(".chances")) == 2


def test_a_link_that_was_switched_off_leads_to_a_sentence(mira, ash, grey):
    token = shared(grey)
    warband_share(owner=mira.owner, key=grey.key, shared=False)
    shown = page(mira, own(ash), token, status=404)
    assert [fault.startswith(OFF) for fault in faults(shown)] == [True]
    assert "Grey Host" not in " ".join(words_of(node) for node in shown.css("h1, h2, td"))


def test_a_key_is_no_token_and_a_token_no_key(mira, ash, grey):
    token = shared(grey)
    shown = page(mira, f"s:{ash.key}", f"w:{token[2:]}", status=404)
    assert [fault[:20] for fault in faults(shown)] == [OFF[:20], LOST[:20]]


def test_an_archived_warband_can_still_be_laid_out(mira, ash, grey):
    warband_archive(owner=mira.owner, key=grey.key, archived=True)
    assert "Grey Host" not in [node.text() for node in page(mira).css("option")]
    shown = page(mira, own(ash), own(grey))
    assert "Grey Host, archived" in [node.text() for node in shown.css("option")]


def test_secrets_of_a_shared_warband_stay_secret(mira, ash):
    roster = Roster((Member("boar", "m1", positioning=("false-object",)),), "Grey Host", points_limit=200)
    made = warband_create(owner=mira.owner, draft=Draft(roster, secrets=(Secret("m1", "false-object", "The well"),)))
    token = shared(Building(mira, made.key))
    assert "The well" not in page(visitor(), token, token).html


def test_neither_browsers_nor_search_machines_keep_the_page(mira, ash):
    answer = mira.get("/matchup/", first=own(ash))
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


# --- What it shows ---------------------------------------------------------------------------------------------------


def test_both_warbands_are_told_with_their_stats(mira, ash, grey):
    first, second = page(mira, own(ash), own(grey)).css(".matchup-sides > section")
    assert words_of(first.css_first("p")) == "38 of 200 points · 3 members · Legal"
    heads = [words_of(node) for node in first.css("thead th")]
    assert heads == ["Creature", "Fight", "Armor", "Power", "Fort", "Reflex", "Will", "HP", "Speed"]
    rows = [[words_of(cell) for cell in row.css("td")] for row in first.css("tbody tr:not(.more)")]
    assert rows[2] == ["+8", "13", "16", "+8", "+3", "+6", "40", "8"]
    assert [words_of(node)[2:] for node in second.css("tbody th")] == ["Basilisk", "Trog Stoneliege × 2"]
    assert "Level −1 · 11 points · Snik" in words_of(first.css_first(".more"))


def test_each_cell_is_that_of_the_sheet(mira, ash, grey):
    rosters = ash.draft.roster, grey.draft.roster
    sheet = matchup_sheet(*rosters, rulebook_of(rosters))
    tables = page(mira, own(ash), own(grey)).css(".chances")
    for table, side, other in zip(tables, (sheet.first, sheet.second), (sheet.second, sheet.first), strict=True):
        heads = [words_of(node) for node in table.css("thead th")]
        assert heads[1:] == [
            contender.label + (f" × {contender.count}" if contender.count > 1 else "") for contender in other.contenders
        ]
        rows = table.css("tr:not(.whose):has(td)")
        assert len(rows) == len(side.rows) > 0
        for row, expected in zip(rows, side.rows, strict=True):
            assert expected.attack.name in words_of(row.css_first("th"))
            assert [cell.attributes["title"] for cell in row.css("td")] == [cell.summary for cell in expected.cells]
            for cell, known in zip(row.css("td"), expected.cells, strict=True):
                shown = words_of(cell)
                if known.is_immune:
                    assert shown == "immune"
                    continue
                assert shown.startswith(known.hit_percent)
                assert known.damage is None or f"dmg {known.damage_words}" in shown
                if known.strike or known.saves:
                    assert f"crit {known.critical_percent}" in shown


def test_the_page_says_how_it_is_reckoned_and_what_is_left_out(mira, ash, grey):
    facts = words_of(page(mira, own(ash), own(grey)).css_first(".matchup-reading"))
    assert "Each face of the d20 is 5%." in facts
    assert "Not included: persistent damage" in facts
    assert "Second attack action of a turn −5 –" in facts
    assert "Target sickened – −2" in facts


def test_the_sides_can_be_swapped(mira, ash, grey):
    (swap,) = [link for link in page(mira, own(ash), own(grey)).css("a") if words_of(link) == "Swap sides"]
    assert swap.attributes["href"] == f"/matchup/?first={own(grey)}&second={own(ash)}"


def test_a_warband_meets_itself(mira, ash):
    shown = page(mira, own(ash), own(ash))
    assert [words_of(node) for node in shown.css(".matchup-sides h2")] == [
        "Ash Company (first)",
        "Ash Company (second)",
    ]
    assert len({node.attributes["id"] for node in shown.css("[id]")}) == len(shown.css("[id]"))


def test_an_empty_warband_says_what_to_do(mira, ash):
    nobody = building(mira, name="Nobody")
    shown = page(mira, own(nobody), own(ash))
    assert "This warband has no creatures yet." in all_words(shown)
    assert shown.css_first(".empty a").attributes["href"] == nobody.address
    assert shown.css(".chances") == []
    assert page(visitor(), shared(nobody), shared(ash)).css(".empty a") == []


def test_warbands_without_a_name_are_told_apart(mira):
    first, other = building(mira, "boar", name=""), building(mira, "basilisk", name="")
    assert words_of(page(mira, own(first), own(other)).css_first("h1")) == "First warband against Second warband"


def test_unknown_creatures_have_a_column_of_gaps_and_no_page(mira, ash):
    strange = building(mira, "owlbeer", name="Strangers")
    shown = page(mira, own(ash), own(strange))
    assert {words_of(cell) for cell in shown.css(".chances td")} == {"–"}
    assert shown.css(".chances thead a") == []
    assert "No creature here has an attack with chances to show." in all_words(shown)


def test_names_that_players_chose_are_escaped(mira):
    script = "<script>alert(1)</script>"
    company = building(mira, Member("boar", name=script), name=script)
    shown = page(mira, own(company), own(company))
    assert shown.css("main script") == []
    assert script in all_words(shown)


# --- One creature alone ----------------------------------------------------------------------------------------------


def test_a_creature_has_a_page_of_its_own_in_words(mira, ash, grey):
    whole = page(mira, own(ash), own(grey))
    (link,) = [node for node in whole.css(".chances thead a") if words_of(node) == "Basilisk"]
    assert link.attributes["href"] == f"/matchup/?first={own(ash)}&second={own(grey)}&creature=second:basilisk"
    alone = page(mira, own(ash), own(grey), creature="second:basilisk")
    assert words_of(alone.css_first("h1")) == "Basilisk"
    rosters = ash.draft.roster, grey.draft.roster
    sheet = matchup_sheet(*rosters, rulebook_of(rosters))
    towards, back = alone.css(".duel")
    assert [words_of(toward) for toward in towards.css(".words")] == [row.cells[0].summary for row in sheet.first.rows]
    expected = [cell.summary for row in sheet.second.rows if row.contender.key == "basilisk" for cell in row.cells]
    assert [words_of(node) for node in back.css(".words")] == expected


def test_a_creature_of_the_first_side_is_told_the_same_way(mira, ash, grey):
    alone = page(mira, own(ash), own(grey), creature="first:kobold-warrior-with-sling")
    assert [words_of(node) for node in alone.css("main h2")][:2] == [
        "Attacks against Kobold Warrior with Sling",
        "Attacks by Kobold Warrior with Sling",
    ]
    assert alone.css_first("option[selected][value^=first]").text() == "Kobold Warrior with Sling"


def test_a_creature_that_is_not_in_the_matchup_is_told_and_everybody_shown(mira, ash, grey):
    shown = page(mira, own(ash), own(grey), creature="first:basilisk")
    assert words_of(shown.css_first(".notice")) == "“basilisk” is no longer in this matchup. Here is everyone."
    assert len(shown.css(".chances")) == 2


# --- Large warbands --------------------------------------------------------------------------------------------------


def test_of_many_different_creatures_the_first_are_in_the_table_and_each_has_its_page(mira, ash):
    cards = tuple(replace(card, key=f"hb-{number}") for number, card in enumerate(built_in_cards()[: MOST + 6]))
    roster = Roster(tuple(Member(card.key) for card in cards), "Horde", "narrative", cards=cards)
    horde = Building(mira, warband_create(owner=mira.owner, draft=Draft(roster)).key)
    shown = page(mira, own(horde), own(ash))
    first, second = shown.css(".chances")
    assert len(second.css("thead th")) == MOST + 1
    assert len(first.css("tbody")) == MOST
    facts = f"The table shows the first {MOST} of {MOST + 6} different creatures in Horde."
    assert all_words(shown).count(facts) == 2
    assert len(shown.css(".matchup-sides tbody")) == MOST + 6 + 3
    last = shown.css("select[name=creature] optgroup")[0].css("option")[-1].attributes["value"]
    alone = page(mira, own(horde), own(ash), creature=last)
    assert words_of(alone.css_first("h1")) == next(card.name for card in cards[::-1])
    assert len(alone.css(".duel")) == 2


def test_thirty_members_take_as_many_queries_as_two(mira):
    few = [building(mira, "boar", "basilisk"), building(mira, "boar", "kobold-warrior")]
    many = [building(mira, *(CREATURES[number % len(CREATURES)] for number in range(30))) for _ in range(2)]
    page(mira, own(many[0]), own(many[1]))
    counts = []
    for first, other in (few, many):
        with CaptureQueriesContext(connection) as queries:
            page(mira, own(first), own(other))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 11


# --- The ways there --------------------------------------------------------------------------------------------------


def test_the_list_and_a_shared_page_lead_to_the_matchup(mira, ash, grey):
    assert 'href="/matchup/"' in mira.get("/warbands/").content.decode()
    token = shared(grey)
    assert f'href="/matchup/?second={token}"' in visitor().get(f"/shared/{token[2:]}/").content.decode()
