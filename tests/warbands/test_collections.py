"""My figures: counting them, bringing a list, and whose they are."""

import pytest
from django.conf import settings

from accounts.models import Owner
from accounts.services.visitors import visitor_data_adopt
from common.refusal import Refusal
from compendium.models import Creature
from compendium.selectors.site_search.current import current_index
from rules.errors import RulesError
from tests.reading import read
from tests.warbands.figures import CHANGE, HTMX, LIST, MINE, owned, press, send, text_of, typed
from tests.warbands.verbs import account, visitor
from warbands.models import Figure
from warbands.models.collections import MAX_KINDS, MAX_NUMBER
from warbands.services.collections import collection_adopt, collection_save, figures_change
from warbands.web.collections import PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

HOSTILE = ["\0", "a\0b", "", "x" * 900, "' OR 1=1 --", "<script>alert(1)</script>", "٣", "\u202e"]


@pytest.fixture(params=[lambda: account("ada"), visitor], ids=["account", "visitor"])
def anybody(request):
    return request.param()


# --- The page --------------------------------------------------------------------------------------------------------


def test_without_figures_the_page_says_what_to_do_next(client):
    page = read(client.get(MINE))
    assert text_of(page, "#figures-title") == "No figures yet"
    assert page.css_first(f".empty a[href='{LIST}']")


def test_figures_stand_by_name_with_level_points_and_alignment(anybody):
    collection_save(owner=anybody.owner, owned={"kobold-warrior": 3, "boar": 2, "caldera-oni": 1})
    page = read(anybody.get(MINE))
    assert text_of(page, "#figures-title") == "6 figures of 3 creatures"
    rows = [
        [" ".join(cell.text().split()) for cell in row.css("th, td.num")] for row in page.css(".owned-figures tbody tr")
    ]
    assert rows == [
        ["Boar⚖ True Neutral, p2v-orc", "2", "18"],
        ["Caldera Oni✊ Lawful Evil, p2v-orc", "14", "192"],
        ["Kobold Warrior✊ Lawful Evil, p2v-orc", "−1", "9"],
    ]
    numbers = {node.attributes["name"]: node.attributes["value"] for node in page.css(".counter input")}
    assert numbers == {"number-boar": "2", "number-caldera-oni": "1", "number-kobold-warrior": "3"}
    assert page.css_first("a[href='/random-box/?mine=1']")


def test_a_creature_that_is_gone_is_shown_and_can_be_removed(ada):
    collection_save(owner=ada.owner, owned={"gone-long-ago": 3, "boar": 1})
    page = read(ada.get(MINE))
    assert "1 of these creatures is no longer in the compendium" in text_of(page, ".notice")
    assert "no longer in the compendium" in text_of(page, "#figure-gone-long-ago")
    press(ada, "creature=gone-long-ago&by=-1")
    assert owned(ada)["gone-long-ago"] == 2
    assert press(ada, "creature=gone-long-ago&number=0").status_code == 302
    assert owned(ada) == {"boar": 1}
    assert press(ada, "creature=gone-long-ago&number=0").status_code == 302


@pytest.mark.parametrize("number", [1, 30])
def test_the_page_takes_the_same_queries_for_few_and_many(ada, number, django_assert_num_queries):
    Figure.objects.bulk_create(Figure(owner=ada.owner.user, creature=f"gone-{at}", number=1) for at in range(number))
    ada.get(MINE)
    current_index()
    # Session, user; figures, their creatures; the index, one's own, the hits, how many of them there are.
    with django_assert_num_queries(8):
        ada.get(MINE, q="kobold")


def test_many_figures_are_shown_in_pages(ada):
    collection_save(owner=ada.owner, owned={f"gone-{at:03}": 1 for at in range(PAGE + 5)})
    assert len(read(ada.get(MINE)).css(".owned-figures tbody tr")) == PAGE
    page = read(ada.get(MINE, page="2"))
    assert len(page.css(".owned-figures tbody tr")) == 5
    assert page.css_first("input[form=change][name=page]").attributes["value"] == "2"
    answer = press(ada, "creature=gone-104&by=1", page="2")
    assert answer.headers["Location"] == f"{MINE}?page=2"


@pytest.mark.parametrize("text", ["kobold", "KOBOLD war", "warrior"])
def test_creatures_are_found_by_their_names_with_and_without_htmx(ada, text):
    collection_save(owner=ada.owner, owned={"kobold-warrior": 3})
    for headers in ({}, HTMX):
        page = read(ada.client.get(MINE, {"q": text}, headers=headers))
        assert page.css_first("#add-kobold-warrior")
        assert "you have 3" in text_of(page, ".found-figures")
        assert (page.css_first("#figures") is None) == bool(headers)


@pytest.mark.parametrize("text", [*HOSTILE, "no such creature"])
def test_a_search_for_anything_is_answered(ada, text):
    page = read(ada.client.get(MINE, {"q": text}, follow=True))
    assert not page.css(".found-figures li")


def test_oddities_of_the_address_are_told(ada):
    assert "There is no filter called “x”" in text_of(read(ada.get(MINE, x="1")), ".notice")
    assert ada.get(MINE, q="").headers["Location"] == MINE
    collection_save(owner=ada.owner, owned={"boar": 1})
    assert "no page 7" in text_of(read(ada.get(MINE, page="7")), ".notice")


# --- Counting --------------------------------------------------------------------------------------------------------


def test_one_is_added_by_its_button_and_the_search_stays(anybody):
    answer = press(anybody, "creature=kobold-warrior&by=1", q="kob")
    assert answer.headers["Location"] == f"{MINE}?q=kob"
    assert owned(anybody) == {"kobold-warrior": 1}
    assert "You have 1 Kobold Warrior." in text_of(read(anybody.get(MINE, q="kob")), ".notices")


def test_htmx_gets_the_figures_and_the_search_anew(anybody):
    page = read(press(anybody, "creature=kobold-warrior&by=1", q="kob", htmx=True))
    assert text_of(page, "#figures-title") == "1 figure of 1 creature"
    assert "you have 1" in text_of(page, "#found")
    assert text_of(page, "#said") == "You have 1 Kobold Warrior."
    assert not page.css("h2[autofocus]")


def test_one_less_of_one_is_none_and_the_focus_goes_to_the_heading(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    page = read(press(ada, "creature=boar&by=-1", htmx=True))
    assert owned(ada) == {"basilisk": 2}
    assert text_of(page, "#said") == "Removed Boar from your figures."
    assert page.css_first("#figures-title[autofocus]")


def test_a_number_is_typed(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    press(ada, number__boar="12", was__boar="1", number__basilisk="2", was__basilisk="2")
    assert owned(ada) == {"boar": 12, "basilisk": 2}
    press(ada, number__boar="0", was__boar="12", number__basilisk="2", was__basilisk="2")
    assert owned(ada) == {"basilisk": 2}


def test_numbers_that_were_typed_are_kept_whichever_button_is_pressed(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    press(ada, "creature=basilisk&by=1", number__boar="12", was__boar="1", number__basilisk="2", was__basilisk="2")
    assert owned(ada) == {"boar": 12, "basilisk": 3}


def test_a_page_that_is_out_of_date_writes_only_what_was_typed_on_it(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    press(ada, "creature=basilisk&by=1")
    press(ada, number__boar="5", was__boar="1", number__basilisk="2", was__basilisk="2")
    assert owned(ada) == {"boar": 5, "basilisk": 3}


@pytest.mark.parametrize("number", ["", "-1", "x", "1.5", "1000", "9" * 5_000, "٣", "1e2", "\0"])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_number_that_is_none_is_told_beside_it_and_nothing_is_kept(ada, number, htmx):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    answer = press(
        ada,
        "creature=basilisk&by=1",
        htmx=htmx,
        number__boar=number,
        was__boar="1",
        number__basilisk="7",
        was__basilisk="2",
    )
    page = read(answer, 422)
    assert text_of(page, "#fault-boar") == "Enter a whole number from 0 to 999."
    assert "Nothing was changed" in text_of(page, "#figures .notice")
    assert page.css_first("#number-basilisk").attributes["value"] == "7"
    assert owned(ada) == {"boar": 1, "basilisk": 2}


def test_what_is_removed_needs_no_number(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 2})
    press(ada, "creature=boar&number=0", number__boar="x", was__boar="1", number__basilisk="3", was__basilisk="2")
    assert owned(ada) == {"basilisk": 3}


def test_more_than_the_most_is_refused(ada):
    collection_save(owner=ada.owner, owned={"boar": MAX_NUMBER})
    assert "from 0 to 999" in text_of(read(press(ada, "creature=boar&by=1"), 422), ".notice.bad")
    assert owned(ada) == {"boar": MAX_NUMBER}


@pytest.mark.parametrize("key", [*HOSTILE, "no-such-creature"])
def test_a_creature_that_nobody_knows_cannot_be_added(ada, key):
    for fields in ({"change": f"creature={key}&by=1"}, {f"number-{key}": "3"}, {f"number-{key}": "9" * 20}):
        assert ada.client.post(CHANGE, fields).status_code in (302, 422)
    assert owned(ada) == {}


@pytest.mark.parametrize(
    "pressed", [*HOSTILE, "creature=boar", "creature=boar&by=99", "by=1&by=2", "&" * 400, "number=0"]
)
def test_a_button_that_asks_for_nothing_changes_nothing(ada, pressed):
    assert press(ada, pressed).status_code in (302, 422)
    assert owned(ada) == {}


def test_a_page_that_was_left_open_has_hostile_state_taken_out(ada):
    answer = press(ada, "creature=boar&by=1", q="x" * 10_000, page="\0" * 50)
    assert len(answer.headers["Location"]) < 1_000
    assert ada.client.get(answer.headers["Location"]).status_code == 200


def test_a_change_takes_the_same_queries_for_few_and_many(ada, django_assert_num_queries):
    current_index()  # made once, and not at the first change
    for number in (2, 60):
        collection_save(owner=ada.owner, owned={f"gone-{at}": 1 for at in range(number)} | {"boar": 1})
        with django_assert_num_queries(16):
            read(press(ada, "creature=boar&by=1", q="kob", htmx=True))


# --- A list ----------------------------------------------------------------------------------------------------------


def test_a_list_is_added_to_what_there_is(anybody):
    collection_save(owner=anybody.owner, owned={"boar": 1})
    answer = send(anybody, "3 Kobold Warrior\nBoar x2\nkobold-druid-1")
    assert answer.headers["Location"] == MINE
    assert owned(anybody) == {"boar": 3, "kobold-warrior": 3, "kobold-druid-1": 1}
    assert "Added: 6 figures of 3 creatures." in text_of(read(anybody.get(MINE)), ".notices")


def test_a_list_can_take_the_place_of_all_figures(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 5, "gone": 2})
    page = read(ada.get(LIST, mine="1"))
    assert typed(page) == "5 Basilisk\n1 Boar\n2 gone"
    assert "checked" in page.css_first("[name=how][value=replace]").attributes
    send(ada, "2 Boar", how="replace")
    assert owned(ada) == {"boar": 2}


def test_nothing_is_kept_while_a_line_is_not_understood(ada):
    text = "3 Kobold Warrior\nBore x2\nBoar"
    page = read(send(ada, text), 422)
    assert owned(ada) == {}
    assert typed(page) == text
    assert "Line 2: No creature is called “Bore”." in text_of(page, ".unread-lines")
    assert [node.attributes["value"] for node in page.css("button[name=instead]")][:1] == ["2 2 Boar"]


def test_a_line_is_mended_by_a_button_and_kept_only_then(ada):
    page = read(send(ada, "3 Kobold Warrior\nBore x2", instead="2 2 Boar"))
    assert typed(page) == "3 Kobold Warrior\n2 Boar"
    assert "Muster read every line: 5 figures of 2 creatures. Nothing is saved yet." in text_of(page, ".notice")
    assert owned(ada) == {}
    send(ada, typed(page))
    assert owned(ada) == {"kobold-warrior": 3, "boar": 2}


def test_lines_that_are_not_understood_can_be_left_out(ada):
    page = read(send(ada, "3 Kobold Warrior\nBore x2"), 422)
    assert text_of(page, "button[name=drop]") == "Save 3 figures of 1 creature and skip the other lines"
    assert send(ada, "3 Kobold Warrior\nBore x2", drop="1").status_code == 302
    assert owned(ada) == {"kobold-warrior": 3}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "The list is empty"),
        (" \n ", "The list is empty"),
        ("\0", "The list is empty"),
        ("x" * 2_000_000, "The list has 2,000,000 characters"),
        ("x" * 4_000_000, "too large"),
        ("boar\n" * 1_200, "The list has 1,200 lines"),
        ("999 boar\n" * 2, "1 line could not be read"),
        ("zzz\n" * 300, "Correct these lines to see the others"),
    ],
)
def test_a_list_that_cannot_be_taken_is_told_why(ada, text, expected):
    page = read(send(ada, text), 422)
    assert expected in text_of(page, ".notice.bad")
    assert len(page.css(".unread-lines li")) <= 20
    assert owned(ada) == {}


def test_a_list_that_makes_too_many_with_what_there_is_is_refused_and_stands_as_typed(ada):
    collection_save(owner=ada.owner, owned={"boar": 900})
    page = read(send(ada, "100 Boar"), 422)
    assert "from 0 to 999" in text_of(page, ".notice.bad")
    assert typed(page) == "100 Boar"


def test_a_list_needs_the_token_of_its_form(ada):
    ada.client.handler.enforce_csrf_checks = True
    assert send(ada, "Boar").status_code == 403
    assert owned(ada) == {}


def test_a_list_without_figures_offers_no_choice_of_what_to_do_with_them(ada):
    assert not read(ada.get(LIST)).css("[name=how]")


# --- Whose they are --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [lambda: account("bob"), visitor], ids=["other account", "other visitor"])
def test_figures_are_their_owners_alone(anybody, who):
    stranger = who()
    collection_save(owner=anybody.owner, owned={"boar": 2})
    collection_save(owner=stranger.owner, owned={"basilisk": 1})
    assert not read(stranger.get(MINE)).css("#figure-boar")
    press(stranger, "creature=boar&by=1")
    press(stranger, number__boar="0", was__boar="1")
    send(stranger, "5 Kobold Warrior", how="replace")
    assert owned(anybody) == {"boar": 2}
    assert owned(stranger) == {"kobold-warrior": 5}


def test_whoever_only_looks_is_given_no_session(client):
    client.get(MINE)
    client.get(LIST)
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_a_visitor_is_told_for_how_long_figures_are_kept(client):
    assert not read(client.get(MINE)).css(".kept")
    client.post(CHANGE, {"change": "creature=boar&by=1"})
    assert "kept in this browser, for 180 days" in text_of(read(client.get(MINE)), ".kept")


def test_nobody_owns_figures():
    with pytest.raises(RulesError):
        figures_change(owner=Owner(), more={"boar": 1})


def test_at_sign_in_the_larger_number_of_a_creature_that_both_have_stands(ada):
    guest = visitor()
    collection_save(owner=ada.owner, owned={"boar": 2, "basilisk": 5, "eagle-knight": 1})
    collection_save(owner=guest.owner, owned={"boar": 4, "basilisk": 1, "kobold-warrior": 3})
    visitor_data_adopt(user=ada.owner.user, token=guest.owner.token)
    assert owned(ada) == {"boar": 4, "basilisk": 5, "eagle-knight": 1, "kobold-warrior": 3}
    assert owned(guest) == {}


def test_signing_in_never_fails_for_too_many_creatures(ada):
    guest = visitor()
    collection_save(owner=ada.owner, owned={f"a-{at}": 1 for at in range(MAX_KINDS)})
    collection_save(owner=guest.owner, owned={"boar": 4})
    collection_adopt(user=ada.owner.user, token=guest.owner.token)
    assert len(owned(ada)) == MAX_KINDS + 1
    figures_change(owner=ada.owner, more={"boar": -1})
    assert owned(ada)["boar"] == 3
    with pytest.raises(Refusal, match="at most 1,000 different creatures"):
        figures_change(owner=ada.owner, more={"basilisk": 1})
    assert "basilisk" not in owned(ada)


# --- Bounds of the services ------------------------------------------------------------------------------------------


def test_too_many_creatures_are_refused_and_nothing_is_changed(ada):
    collection_save(owner=ada.owner, owned={"boar": 1})
    with pytest.raises(Refusal, match="at most 1,000 different creatures; with these it would have 1,001"):
        collection_save(owner=ada.owner, owned={f"a-{at}": 1 for at in range(MAX_KINDS + 1)})
    assert owned(ada) == {"boar": 1}


@pytest.mark.parametrize("wrong", [{"boar": -1}, {"boar": 1_000}, {"": 1}, {"a\0b": 1}, {"x" * 121: 1}])
def test_a_collection_with_senseless_entries_is_refused(ada, wrong):
    collection_save(owner=ada.owner, owned={"basilisk": 1})
    with pytest.raises(Refusal):
        collection_save(owner=ada.owner, owned={"basilisk": 2, **wrong})
    assert owned(ada) == {"basilisk": 1}


def test_saving_leaves_out_what_there_is_none_of(ada):
    collection_save(owner=ada.owner, owned={"boar": 1, "basilisk": 0})
    assert owned(ada) == {"boar": 1}
    collection_save(owner=ada.owner, owned={})
    assert owned(ada) == {}


def test_a_creature_that_was_renamed_keeps_its_figures(ada):
    collection_save(owner=ada.owner, owned={"boar": 2})
    Creature.objects.filter(key="boar").update(name="Wild Boar")
    assert "Wild Boar" in text_of(read(ada.get(MINE)), "#figure-boar")
