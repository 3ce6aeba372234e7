"""Random box: what the figures of a list make, and any of it as a draft of one's own."""

from time import process_time

import pytest
from django.utils import timezone

from accounts.services.visitors import visitor_data_adopt
from compendium.models import Creature
from rules.building.draft import MAX_MEMBERS
from rules.recruitment.model import MAX_FIGURES, MAX_LIMIT, RANKINGS
from rules.recruitment.random_box import fielding_roster, fieldings
from rules.roster import roster_document
from tests.copies import built_in_compendium
from tests.reading import read
from tests.warbands.figures import BOX, HTMX, KEEP, OPEN, owned, send, text_of, typed
from tests.warbands.verbs import Building, account, visitor
from warbands.models import Warband
from warbands.selectors.legality import roster_verdict, rulebook_of
from warbands.services.collections import collection_save

pytestmark = pytest.mark.django_db

FIGURES = "3 Kobold Warrior\n2 Boar\nBasilisk\nKobold Druid 1\nCat Companion 1\nCaldera Oni\n"
COLLECTION = {
    "kobold-warrior": 3,
    "boar": 2,
    "basilisk": 1,
    "kobold-druid-1": 1,
    "cat-companion-1": 1,
    "caldera-oni": 1,
}
HOSTILE = ["", "\0", "-1", "0", "x", "1e9", "٣", "200.5", "9" * 5_000, str(MAX_LIMIT + 1), "<b>"]


@pytest.fixture(params=[lambda: account("ada"), visitor], ids=["account", "visitor"])
def anybody(small_compendium, request):
    return request.param()


@pytest.fixture
def ada(small_compendium):
    return account("ada")


def ask(person, figures=FIGURES, **fields):
    return send(person, figures, BOX, **({"limit": "200", "ranking": "bodies", "do": "ask"} | fields))


def open_(person, members, figures=FIGURES, **fields):
    return send(person, figures, OPEN, **({"limit": "200", "ranking": "bodies", "members": members} | fields))


def offered(page):
    return [button.attributes["value"] for button in page.css("button[name=members]")]


def opened(person, answer):
    assert answer.status_code == 302, answer.content.decode()
    return Building(person, answer.headers["Location"].removeprefix("/warbands/").removesuffix("/"))


# --- Asking ----------------------------------------------------------------------------------------------------------


def test_the_empty_form_says_what_to_do(small_compendium, client):
    page = read(client.get(BOX))
    assert typed(page) == ""
    assert "Enter your figures and a points limit" in text_of(page, "#answer .empty")
    assert page.css_first("#limit").attributes["value"] == "200"
    assert [node.attributes["value"] for node in page.css("[name=ranking]")] == [ranking.key for ranking in RANKINGS]
    for ranking in RANKINGS:
        assert ranking.explanation in text_of(page, "fieldset")


@pytest.mark.parametrize("ranking", [ranking.key for ranking in RANKINGS])
def test_the_answer_is_that_of_the_rules(anybody, ranking):
    page = read(ask(anybody, ranking=ranking))
    cards = rulebook_of((), creatures=COLLECTION).cards
    expected = fieldings(COLLECTION, cards, 200, ranking, varied=True)
    assert len(expected.fieldings) == 5
    assert expected.sentence in text_of(page, "#answer")
    for fielding, shown in zip(expected.fieldings, page.css(".fielding"), strict=True):
        words = " ".join(shown.text(separator=" ").split())
        assert f"{fielding.points} of 200 points" in words
        assert f"{fielding.bodies} bodies" in words
        assert fielding.why in words
        for recruit in fielding.recruits:
            assert recruit.card.name in words
    assert "Caldera Oni It costs 192 points" in text_of(page, ".left-out")
    assert typed(page) == FIGURES


def test_minions_stand_below_their_commander_for_no_points(ada):
    page = read(ask(ada, "Kobold Druid 1\nCat Companion 1", limit="30"))
    assert "Cat Companion 1 p2v-ogl, True Neutral free with each" in text_of(
        page, ".fielding-recruits .fielding-recruits"
    )


def test_what_is_not_understood_is_left_out_of_the_answer_and_told(ada):
    page = read(ask(ada, "2 Boar\nBore\nKobold Warrior"))
    assert "1 line could not be read and is left out of the answer." in text_of(page, ".unread-lines")
    assert offered(page)[0] == "2 boar,1 kobold-warrior"
    mended = read(ask(ada, "2 Boar\nBore\nKobold Warrior", instead="2 1 Boar"))
    assert typed(mended) == "2 Boar\n1 Boar\nKobold Warrior"
    assert offered(mended)[0] == "3 boar,1 kobold-warrior"


def test_nothing_to_field_says_why_and_what_to_do(ada):
    page = read(ask(ada, "Caldera Oni"))
    assert text_of(page, "#answer-title") == "No warband can be fielded"
    assert "Agree on a limit of 384 or more." in text_of(page, "#answer")


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("zzz", "Muster could not read any line of the list."),
        ("999 Boar\n2 Basilisk", f"These are 1,001 figures. You can ask about at most {MAX_FIGURES:,} at once."),
        ("\n".join(["999 Boar"] * 11), "10 lines could not be read"),
        ("x" * 2_000_000, "The list has 2,000,000 characters."),
        ("x" * 4_000_000, "too large"),
    ],
)
def test_figures_that_cannot_be_asked_about_are_told_quickly(ada, figures, told):
    started = process_time()  # others may keep this machine busy
    answer = ask(ada, figures)
    assert process_time() - started < 1
    assert answer.status_code == (200 if "lines" in told else 422)
    assert told in text_of(read(answer, answer.status_code), "#box")


def test_zeros_before_a_number_count_for_nothing(ada):
    assert offered(read(ask(ada, "0000000002 Boar", limit="0000000036"))) == ["2 boar", "1 boar"]


@pytest.mark.parametrize("limit", HOSTILE)
@pytest.mark.parametrize("address", [BOX, OPEN, KEEP])
def test_a_limit_that_is_none_is_told_beside_it(ada, limit, address):
    if address == KEEP:  # which asks for no limit
        assert send(ada, FIGURES, KEEP, limit=limit).status_code == 302
        return
    page = read(send(ada, FIGURES, address, limit=limit, do="ask"), 422)
    assert f"a whole number from 1 to {MAX_LIMIT:,}" in text_of(page, "#limit-errors")
    assert typed(page) == FIGURES
    assert not Warband.objects.exists()


@pytest.mark.parametrize("ranking", ["", "\0", "points", "x" * 10_000])
def test_a_ranking_that_is_none_is_told(ada, ranking):
    assert "Choose which warband ranks first" in text_of(read(ask(ada, ranking=ranking), 422), "fieldset")


def test_what_is_not_sent_is_as_it_is_usually(ada):
    page = read(send(ada, FIGURES, BOX))
    assert len(offered(page)) == 5
    assert "Which figures do you have?" in text_of(read(ada.client.post(BOX)), "#answer")


@pytest.mark.parametrize("text", ["kob", "KOBOLD"])
def test_a_creature_is_found_and_added_to_the_list(ada, text):
    for page in (read(ask(ada, do="find", q=text)), read(ask(ada, do="", q=text))):
        assert typed(page) == FIGURES
        assert page.css_first("button[name=add][value=kobold-druid-1]")
        assert not offered(page)
    added = read(ask(ada, add="kobold-druid-1", q=text))
    assert typed(added) == f"{FIGURES}1 Kobold Druid 1"
    assert added.css_first("button[name=add][value=kobold-druid-1]")
    assert typed(read(ask(ada, "", add="boar"))) == "1 Boar"
    results = read(ada.client.get(BOX, {"q": text}, headers=HTMX))
    assert results.css_first("button[form=box][name=add][value=kobold-druid-1]")
    assert not results.css("#box")


@pytest.mark.parametrize("text", ["\0", "x" * 5_000, "<script>", "' OR 1=1"])
def test_a_search_and_an_addition_of_anything_are_answered(ada, text):
    assert not read(ask(ada, do="find", q=text)).css("button[name=add]")
    assert not read(ada.client.get(BOX, {"q": text}, headers=HTMX)).css("button[name=add]")
    assert ask(ada, add=text).status_code == 200


# --- One's own figures -----------------------------------------------------------------------------------------------


def test_the_form_starts_with_the_figures_one_owns_and_mine_answers_at_once(anybody):
    collection_save(owner=anybody.owner, owned={"boar": 2, "kobold-warrior": 3})
    page = read(anybody.get(BOX))
    assert typed(page) == "2 Boar\n3 Kobold Warrior"
    assert not offered(page)
    answered = read(anybody.get(BOX, mine="1", limit="45", ranking="level"))
    assert offered(answered)[0] == "2 boar,1 kobold-warrior"
    assert answered.css_first("[name=ranking][value=level][checked]")
    assert not answered.css(f"button[formaction='{KEEP}']")


@pytest.mark.parametrize("figures", ["", " \n", "\0"])
def test_asking_without_figures_is_answered_with_what_to_do(ada, figures):
    page = read(ask(ada, figures))
    assert "Which figures do you have?" in text_of(page, "#answer")
    assert not page.css("#box [aria-invalid], #box .errors")
    assert "Enter at least one figure." in text_of(
        read(send(ada, figures, KEEP, limit="200", ranking="bodies"), 422), "#page"
    )
    # What else is wrong is told beside it.
    assert "Enter the limit" in text_of(read(ask(ada, figures, limit="x")), "#box")
    assert "Enter your figures" in text_of(read(visitor().get(BOX, mine="1")), "#answer")


def test_what_was_typed_can_be_exchanged_for_ones_own_figures(ada):
    collection_save(owner=ada.owner, owned={"boar": 2})
    page = read(ask(ada, "Basilisk"))
    assert text_of(page, "button[name=do][value=mine]") == "Use my 2 figures"
    answer = ask(ada, "Basilisk", do="mine", limit="100")
    assert answer.headers["Location"] == f"{BOX}?mine=1&limit=100&ranking=bodies#answer"
    mine = read(ada.client.get(answer.headers["Location"]))
    assert typed(mine) == "2 Boar"
    assert offered(mine) == ["2 boar", "1 boar"]


def test_figures_of_a_creature_that_is_gone_are_left_out_and_told(ada):
    collection_save(owner=ada.owner, owned={"boar": 2, "gone": 1})
    page = read(ada.get(BOX, mine="1"))
    assert "No creature is called “gone”." in text_of(page, ".unread-lines")
    assert offered(page)[0] == "2 boar"


def test_the_figures_of_the_box_can_be_kept(anybody):
    collection_save(owner=anybody.owner, owned={"eagle-knight": 1})
    assert send(anybody, FIGURES, KEEP).headers["Location"] == "/collection/"
    assert owned(anybody) == COLLECTION


def test_they_are_not_kept_while_a_line_is_not_understood(ada):
    collection_save(owner=ada.owner, owned={"eagle-knight": 1})
    page = read(send(ada, "Boar\nBore", KEEP), 422)
    assert "Nothing was saved" in text_of(page, ".notice.bad")
    assert owned(ada) == {"eagle-knight": 1}
    assert text_of(page, "button[name=drop]") == "Save 1 figure of 1 creature and skip the other lines"
    send(ada, "Boar\nBore", KEEP, drop="1")
    assert owned(ada) == {"boar": 1}
    for nothing in ("", "zzz", "x" * 60_000):
        assert send(ada, nothing, KEEP, drop="1").status_code == 422
    assert owned(ada) == {"boar": 1}


# --- Wishes ----------------------------------------------------------------------------------------------------------


def test_plurals_are_understood(ada):
    assert offered(read(ask(ada, "2 boars\n3 kobold warriors")))[0] == "2 boar,3 kobold-warrior"
    page = read(ask(ada, "2 boars\n3 kobolds"))
    assert "No creature is called “kobolds”." in text_of(page, ".unread-lines")
    assert page.css_first("button[name=instead][value='2 3 Kobold Warrior']")


def test_answers_are_for_an_alignment_and_so_is_the_draft(ada):
    page = read(ask(ada, "2 Boar\n3 Kobold Warrior\nEagle Knight", alignment="LE"))
    assert offered(page) == ["2 boar,3 kobold-warrior", "2 boar", "3 kobold-warrior"]
    assert "does not recruit" in text_of(page, ".left-out")
    assert page.css_first("option[value=LE][selected]")
    desk = opened(ada, open_(ada, "2 boar", "2 Boar\n3 Kobold Warrior\nEagle Knight", alignment="LE"))
    assert desk.draft.roster.alignment == "LE"


def test_some_creatures_must_be_in(ada):
    page = read(ask(ada, must="basilisk, 2 kobold warriors"))
    assert len(offered(page)) == 5
    assert all("1 basilisk" in offer and "3 kobold-warrior" in offer for offer in offered(page))
    assert page.css_first("#must").attributes["value"] == "basilisk, 2 kobold warriors"
    members = offered(page)[1]
    assert opened(ada, open_(ada, members, must="basilisk, 2 kobold warriors")).creatures
    assert read(open_(ada, "2 boar,3 kobold-warrior", must="basilisk"), 409)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"must": "bore"}, "No creature is called “bore”. Did you mean Boar?"),
        ({"must": "9 boars, eagle knight"}, "The figures above do not include 9 Boar, 1 Eagle Knight."),
        ({"must": "<b>" * 50_000}, "The list has 150,000 characters."),
        ({"alignment": "XX"}, "Choose one of the nine alignments, or any."),
        ({"alignment": "\0" * 9_999}, "Choose one of the nine alignments, or any."),
    ],
)
def test_wishes_that_mean_nothing_are_told_beside_them(ada, fields, told):
    page = read(ask(ada, **fields), 422)
    assert told in text_of(page, "#must-errors, #alignment-errors")
    assert typed(page) == FIGURES


def test_answers_where_everything_fits_differ_in_their_creatures(ada):
    page = read(ask(ada))
    kinds = [frozenset(member.split()[1] for member in members.split(",")) for members in offered(page)]
    assert len(set(kinds)) == 5
    assert "differ in their creatures" in text_of(page, "#answer")


# --- Opening a draft -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", [ranking.key for ranking in RANKINGS])
def test_every_warband_of_the_answer_opens_as_a_draft_that_is_legal_and_equals_it(anybody, ranking):
    page = read(ask(anybody, ranking=ranking, limit="120"))
    cards = rulebook_of((), creatures=COLLECTION).cards
    expected = fieldings(COLLECTION, cards, 120, ranking, varied=True).fieldings
    for fielding, members in zip(expected, offered(page), strict=True):
        desk = opened(anybody, open_(anybody, members, ranking=ranking, limit="120"))
        roster = desk.draft.roster
        assert roster_document(roster) == roster_document(
            fielding_roster(fielding, name="Random box of 120 points", limit=120, collection=COLLECTION)
        )
        verdict = roster_verdict(roster)
        assert (verdict.legal, verdict.problems, verdict.points) == (True, (), fielding.points)
        assert anybody.get(desk.address).status_code == 200


def test_a_warband_that_is_none_of_the_answer_is_not_opened(ada):
    for members in ("1 caldera-oni", "", "\0", "4 kobold-warrior", "x" * 10_000):
        page = read(open_(ada, members), 409)
        assert "no longer one of the best warbands that these figures make" in text_of(page, ".notice.bad")
        assert len(offered(page)) == 5
    assert not Warband.objects.exists()


def test_a_card_that_changed_meanwhile_is_told_with_the_answer_as_it_is_now(ada):
    first, *_ = offered(read(ask(ada, "2 Boar\nKobold Warrior")))
    Creature.objects.filter(key="boar").update(current=None)
    page = read(open_(ada, first, "2 Boar\nKobold Warrior"), 409)
    assert offered(page) == ["1 kobold-warrior"]


def test_a_warband_of_more_members_than_the_builder_takes_is_shown_and_not_opened(ada):
    figures = "200 Kobold Warrior"
    page = read(ask(ada, figures, limit="1800"))
    assert f"at most {MAX_MEMBERS} members" in text_of(page, ".fielding")
    assert offered(page) == []
    assert read(open_(ada, "200 kobold-warrior", figures, limit="1800"), 422)
    assert not Warband.objects.exists()


def test_too_many_warbands_are_told(ada, settings):
    (first, *_) = offered(read(ask(ada)))
    now = timezone.now()
    full = [Warband(key=f"w{at}", owner=ada.owner.user, changed_at=now) for at in range(settings.QUOTAS["warbands"][1])]
    Warband.objects.bulk_create(full)
    page = read(open_(ada, first), 422)
    assert "Delete some first." in text_of(page, ".notice.bad")
    assert typed(page) == FIGURES


def test_what_a_visitor_opens_is_the_visitors_and_then_the_accounts(small_compendium, ada):
    guest, other = visitor(), visitor()
    (first, *_) = offered(read(ask(guest)))
    desk = opened(guest, open_(guest, first))
    for stranger in (ada, other):
        assert stranger.get(desk.address).status_code == 404
    visitor_data_adopt(user=ada.owner.user, token=guest.owner.token)
    assert ada.get(desk.address).status_code == 200
    assert guest.get(desk.address).status_code == 404


def test_somebody_elses_figures_are_never_shown(ada):
    collection_save(owner=ada.owner, owned={"boar": 2})
    for stranger in (account("bob"), visitor()):
        assert typed(read(stranger.get(BOX))) == ""
        assert typed(read(stranger.client.get(ask(stranger, "Basilisk", do="mine").headers["Location"]))) == ""
        send(stranger, "Basilisk", KEEP)
    assert owned(ada) == {"boar": 2}


@pytest.mark.parametrize("address", [BOX, OPEN, KEEP])
def test_every_form_needs_its_token(ada, address):
    ada.client.handler.enforce_csrf_checks = True
    assert send(ada, FIGURES, address).status_code == 403


def test_opening_and_keeping_are_no_addresses_to_look_at(ada):
    assert {ada.get(address).status_code for address in (OPEN, KEEP)} == {405}


# --- How long it takes -----------------------------------------------------------------------------------------------


def test_an_answer_takes_the_same_queries_for_few_and_many(ada, django_assert_num_queries):
    ask(ada)
    for figures in ("Boar", FIGURES):
        with django_assert_num_queries(6):  # session, user; names, creatures; cards; what one owns
            ask(ada, figures)


def test_forty_figures_are_answered_under_a_second(db):
    built_in_compendium()
    keys = list(Creature.objects.order_by("key").values_list("key", flat=True))
    ada = account("ada")
    for ranking in RANKINGS:
        started = process_time()
        page = read(ask(ada, "\n".join(keys[::2][:40]), ranking=ranking.key))
        assert process_time() - started < 1
        assert len(offered(page)) == 5
