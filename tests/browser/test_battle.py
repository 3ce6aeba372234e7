"""A small battle on two phones at 360 px to its result, a network that is lost, and a battle without JavaScript."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import folded_battle
from battles.services.battles import battle_store
from battles.services.seats import seat_link_make
from campaigns.selectors.scenarios import scenario_state
from tests.browser.screens import SCREENS, wait_for_truth
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened
from tests.campaigns.verbs import usual_table
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEED = b"the same dice in every battle..."


@pytest.fixture
def battle(ada: User, request: pytest.FixtureRequest) -> Battle:
    """Return a battle of a kobold and a boar that ada has made, or of the creatures that a test names."""
    red, blue = getattr(request, "param", ("kobold-warrior", "boar"))
    return battle_store(owner=Owner(user=ada), setup=setup_of([red], [blue]), seed=SEED)


@pytest.fixture
def two_phones(ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]) -> tuple[Any, Any]:
    """Return ada's phone and another one."""
    pages = open_page(**SCREENS["360px"]), open_page(**SCREENS["360px"])
    sign_in(pages[0], ada)
    return pages


@pytest.fixture
def phones(battle: Battle, ada: User, two_phones: tuple[Any, Any], live_server: Any) -> tuple[Any, Any]:
    """Return ada's phone, which plays Red, and another one that has taken Blue."""
    seat_link_make(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, side="b")
    visitor = Client()
    visitor.post(f"/battles/join/{battle.seats.get(side='b').token}/")
    session = visitor.cookies[settings.SESSION_COOKIE_NAME]
    two_phones[1].context.add_cookies([{"name": session.key, "value": session.value, "url": live_server.url}])
    for page in two_phones:
        page.goto(f"/battles/{battle.key}/")
    return two_phones


@pytest.fixture
def linked_phones(battle: Battle, two_phones: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return the same phones, where the pages have brought them together: by a link that ada made."""
    first, second = two_phones
    first.goto(f"/battles/{battle.key}/phones/")
    first.locator("#phone-b").locator("xpath=..").get_by_role("button", name="Make a link for another phone").click()
    second.goto(first.get_by_label("The link for its player").input_value())
    second.get_by_role("button", name="Play Blue").click()
    expect(second.locator("h1")).to_have_text("Before the battle")
    first.goto(f"/battles/{battle.key}/")
    return first, second


def _follow(page: Any) -> None:
    """Wait until a phone shows the battle that began: it loads itself, which a reload would disturb."""
    expect(page.locator(".creature-line").first).to_be_visible()


def test_two_phones_play_a_battle_to_its_result(
    linked_phones: tuple[Any, Any],
    battle: Battle,
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    phones = first, second = linked_phones
    first.get_by_role("button", name="Begin the battle").click()
    _follow(second)
    state = folded_battle(Battle.objects.get(pk=battle.pk)).state
    own, other = phones if state.next_side == "a" else phones[::-1]
    expect(other.locator(".battle-now")).to_contain_text("acts now")
    own.locator(".creature-button").first.click()
    expect(own.get_by_role("button", name="End the turn")).to_be_visible()
    name = "Boar" if state.next_side == "b" else "Kobold Warrior"
    expect(other.locator(".battle-now")).to_contain_text(name)
    for page in phones:
        assert_accessible(page)
        assert_no_sideways_scroll(page)
    own.get_by_role("button", name="End the turn").click()
    expect(other.locator(".creature-button")).to_be_visible()
    # By hand the kobold is eliminated; the round ends the game.
    other.locator("[data-focus='a.m1']").click()
    other.get_by_text("Leave play …").click()
    other.get_by_role("button", name="Eliminated").click()
    expect(own.locator(".creature-line.out")).to_be_visible()
    if own.locator(".creature-button, .end-turn").count() or other.locator(".creature-button").count():
        other.locator(".creature-button").first.click()
        other.get_by_role("button", name="End the turn").click()
    expect(first.get_by_role("heading", name="The battle is over")).to_be_visible()
    first.get_by_role("link", name="See the result").click()
    expect(first.locator("main")).to_contain_text("Eliminated")
    assert_accessible(first)


def test_what_is_entered_without_a_network_outlives_a_reload_and_arrives_once(
    phones: tuple[Any, Any], battle: Battle
) -> None:
    first, second = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.locator("[data-focus='b.m1']").click()
    expect(first.locator("#panel-name")).to_have_text("Boar")
    before = Battle.objects.get(pk=battle.pk).head
    first.context.set_offline(True)
    first.get_by_role("button", name="Take 5 damage").click()
    first.get_by_role("button", name="Take 1 damage").click()
    first.locator("#more-held > summary").click()
    first.get_by_role("button", name="prone").click()
    told = first.locator("#battle-offline")
    expect(told).to_contain_text("3 changes wait")
    expect(told.locator("li")).to_have_text(["Boar: Take 5 damage", "Boar: Take 1 damage", "Boar: prone"])
    first.goto("about:blank")  # a page that is loaded anew has forgotten everything
    first.context.set_offline(False)
    first.goto(f"/battles/{battle.key}/?creature=b.m1")
    expect(first.locator(".panel-hp b")).to_have_text("34")
    expect(first.get_by_role("button", name="prone")).to_have_attribute("aria-pressed", "true")
    expect(told).to_be_hidden()
    entries = Battle.objects.get(pk=battle.pk).entries.filter(number__gt=before)
    assert [entry.event["kind"] for entry in entries] == ["hp-set", "hp-set", "held-set"]
    _follow(second)
    expect(second.locator(".creature-line", has_text="Boar").locator(".line-hp b")).to_have_text("34")


def test_a_change_whose_answer_was_lost_counts_once(phones: tuple[Any, Any], battle: Battle) -> None:
    first, _ = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.locator("[data-focus='b.m1']").click()
    expect(first.locator("#panel-name")).to_have_text("Boar")
    lost: list[str] = []

    def _lose_answer(route: Any) -> None:
        route.fetch()
        lost.append(route.request.post_data)
        route.abort("internetdisconnected")

    first.route("**/act/", _lose_answer, times=1)
    first.get_by_role("button", name="Take 5 damage").click()
    expect(first.locator(".panel-hp b")).to_have_text("35")
    expect(first.locator("#battle-offline")).to_be_hidden()
    wait_for_truth(first, "async () => (await muster.queue.all()).length === 0")
    assert (len(lost), folded_battle(Battle.objects.get(pk=battle.pk)).state.combatants["b.m1"].hp) == (1, 35)


def test_a_change_that_is_refused_later_is_told_with_its_reason(phones: tuple[Any, Any], battle: Battle) -> None:
    first, _ = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.locator("[data-focus='b.m1']").click()
    expect(first.locator("#panel-name")).to_have_text("Boar")
    first.context.set_offline(True)
    first.get_by_role("button", name="Take 5 damage").click()
    first.locator("#hp-set summary").click()
    first.get_by_label("HP", exact=True).fill("many")
    first.get_by_role("button", name="Set", exact=True).click()
    first.get_by_role("button", name="Take 1 damage").click()
    expect(first.locator("#battle-offline")).to_contain_text("3 changes wait")
    expect(first.get_by_role("button", name="Begin the battle")).to_have_count(0)
    first.context.set_offline(False)
    told = first.locator("#battle-refusals")
    expect(told).to_contain_text("Boar: HP many, Temporary HP 0. Enter a whole number.")
    expect(first.locator(".panel-hp b")).to_have_text("34")
    first.reload()
    expect(told).to_contain_text("Enter a whole number.")
    told.get_by_role("button", name="Got it").click()
    expect(told).to_be_hidden()
    first.reload()
    expect(first.locator(".panel-hp b")).to_have_text("34")
    expect(told).to_be_hidden()


def test_dice_of_muster_wait_for_what_was_entered_before(phones: tuple[Any, Any], battle: Battle) -> None:
    first, _ = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.locator("[data-focus='b.m1']").click()
    expect(first.locator("#panel-name")).to_have_text("Boar")
    before = Battle.objects.get(pk=battle.pk).head
    first.context.set_offline(True)
    first.get_by_role("button", name="Take 5 damage").click()
    expect(first.locator("#battle-offline")).to_contain_text("1 change waits")
    first.get_by_role("button", name="Undo").click()
    expect(first.locator("#battle-offline")).to_contain_text("has to wait")
    first.context.set_offline(False)
    expect(first.locator(".panel-hp b")).to_have_text("35")
    assert Battle.objects.get(pk=battle.pk).head == before + 1


def test_dice_of_muster_go_back_once_the_other_phone_agrees(phones: tuple[Any, Any], battle: Battle) -> None:
    first, second = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.get_by_role("button", name="Ask to undo").click()
    second.get_by_role("button", name="Agree").click()
    expect(second.get_by_role("button", name="Agree")).to_be_hidden()
    assert Battle.objects.get(pk=battle.pk).status == "setting-up"


def test_a_phone_that_has_slept_is_up_to_date_within_two_seconds(phones: tuple[Any, Any], battle: Battle) -> None:
    first, second = phones
    first.get_by_role("button", name="Begin the battle").click()
    _follow(second)
    second.clock.install()
    second.reload()
    boar = second.locator(".creature-line", has_text="Boar").locator(".line-hp b")
    expect(boar).to_have_text("40")
    second.evaluate("window.stays = true")
    # The phone goes to sleep: the page is hidden and its timers stand still.
    second.clock.pause_at(second.evaluate("Date.now() + 100"))
    _hide(second, hidden=True)
    first.locator("[data-focus='b.m1']").click()
    first.get_by_role("button", name="Take 5 damage").click()
    expect(first.locator(".panel-hp b")).to_have_text("35")
    second.clock.fast_forward("30:00")
    expect(boar).to_have_text("40")
    _hide(second, hidden=False)
    second.clock.run_for(2000)
    expect(boar).to_have_text("35")
    assert second.evaluate("window.stays"), "The page was loaded anew."


def _hide(page: Any, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def _to_a_reaction(first: Any, second: Any, battle: Battle) -> None:
    """Play until the boar of the second phone runs, past the guard of the first."""
    first.get_by_role("button", name="Begin the battle").click()
    if folded_battle(Battle.objects.get(pk=battle.pk)).state.next_side == "a":
        first.locator(".creature-button").first.click()
        first.get_by_role("button", name="End the turn").click()
        expect(first.locator(".battle-now")).to_contain_text("Blue acts now")
    _follow(second)
    second.clock.install()
    second.reload()
    second.locator(".creature-button").first.click()
    second.locator("#more-actions > summary").click()
    second.locator("#more-actions").get_by_role("button", name="Stride", exact=False).first.click()
    expect(second.locator(".battle-now")).to_contain_text("Waiting for Red")
    expect(first.get_by_role("button", name="Red: use none, go on")).to_be_visible()


@pytest.mark.parametrize("battle", [("guard", "boar")], indirect=True)
def test_the_acting_side_goes_on_after_twenty_seconds_without_an_answer(
    phones: tuple[Any, Any], battle: Battle
) -> None:
    first, second = phones
    _to_a_reaction(first, second, battle)
    goes_on = second.get_by_role("button", name="Go on without Red")
    expect(goes_on).to_be_disabled()
    assert_patience(second, battle, status=422)
    battle.entries.update(at=F("at") - timedelta(seconds=20))
    second.clock.fast_forward(20_000)
    expect(goes_on).to_be_enabled()
    goes_on.click()
    expect(second.get_by_role("button", name="End the turn")).to_be_visible()
    expect(first.locator(".battle-now")).to_contain_text("Blue acts now")


def assert_patience(page: Any, battle: Battle, *, status: int) -> None:
    """Fail unless the site answers so to a phone that goes on without the other side, whatever its buttons allow."""
    form = page.locator("form[data-patience]")
    fields = {"do": "pass", "by": "a", "csrfmiddlewaretoken": form.locator("[name=csrfmiddlewaretoken]").input_value()}
    answer = page.request.post(f"/battles/{battle.key}/act/", form=fields, headers={"Referer": page.url})
    assert answer.status == status, answer.text()


@pytest.mark.parametrize("battle", [("guard", "boar")], indirect=True)
def test_the_acting_side_goes_on_at_once_when_the_other_one_does_not_react(
    phones: tuple[Any, Any], battle: Battle
) -> None:
    first, second = phones
    _to_a_reaction(first, second, battle)
    first.get_by_role("button", name="Red: use none, go on").click()
    second.clock.fast_forward(2000)
    expect(second.get_by_role("button", name="End the turn")).to_be_visible()


def test_a_battle_is_played_without_javascript(
    battle: Battle, ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{battle.key}/")
    plain_page.get_by_role("button", name="Begin the battle").click()
    plain_page.locator(".creature-button").first.click()
    plain_page.get_by_role("button", name="Take 1 damage").click()
    plain_page.get_by_role("button", name="End the turn").click()
    expect(plain_page.locator(".battle-now")).to_contain_text("who acts?")
    plain_page.get_by_role("button", name="Undo").click()
    expect(plain_page.get_by_role("button", name="End the turn")).to_be_visible()


def test_a_turn_is_played_by_keyboard(
    battle: Battle, ada: User, wide_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    page = wide_page
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    _press_enter(page.get_by_role("button", name="Begin the battle"))
    _press_enter(page.locator(".creature-button").first)
    now = page.locator(".battle-now")
    expect(page.get_by_role("button", name="End the turn")).to_be_visible()
    expect(now).to_be_focused()  # the button is gone: the next Tab leads to what can be done now
    _press_enter(page.locator("#more-actions > summary"))
    _press_enter(page.get_by_role("button", name="Step 1 AP"))
    expect(page.locator(".battle-log")).to_contain_text("Steps up to 1 square")
    expect(page.get_by_role("button", name="Step 1 AP")).to_be_focused()
    _press_enter(page.get_by_role("button", name="Take 1 damage"))
    expect(page.locator(".battle-log")).to_contain_text("by hand")
    expect(page.get_by_role("button", name="Take 1 damage")).to_be_focused()
    _press_enter(page.get_by_role("button", name="End the turn"))
    expect(now).to_contain_text("who acts?")


def _press_enter(button: Any) -> None:
    button.focus()
    button.press("Enter")


@pytest.mark.usefixtures("few_creatures")
def test_a_scenario_of_a_campaign_is_fought_and_its_result_confirmed(
    phone_page: Any, sign_in: Callable[[Any, Any], None], assert_no_sideways_scroll: Callable[[Any], None]
) -> None:
    winter = usual_table()
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars, ["m2"])
    page = phone_page
    sign_in(page, winter.people["ada"].owner.user)
    page.goto(f"/campaigns/{winter.key}/scenarios/{scenario}/")
    page.get_by_role("link", name="Play it with Muster").click()
    page.get_by_label("We roll and enter the faces").check()
    page.get_by_role("button", name="Make the battle").click()
    page.get_by_role("button", name="Begin the battle").click()
    over = page.get_by_role("heading", name="The battle is over")
    for side, face in (("The adas", "6"), ("The bobs", "1")):
        expect(page.locator(".battle-now h2")).to_have_text(f"Who is first: {side}")
        page.get_by_role("button", name=face, exact=True).click()
    page.locator("[data-focus='b.m2']").click()
    page.locator("#hp-set > summary").click()
    page.get_by_label("HP", exact=True).fill("1")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.locator(".panel-hp b")).to_have_text("1")
    page.locator(".creature-button", has_text="Snik").click()
    page.locator("a.option").first.click()
    page.get_by_role("radio", name="Rik").check()
    page.locator("form.aim button.primary").click()
    page.get_by_role("button", name="20", exact=True).click()
    expect(page.locator(".battle-log")).to_contain_text("Rik is dying")
    page.get_by_role("button", name="End the turn").click()
    page.locator(".creature-button", has_text="Snak").click()
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator(".battle-now h2")).to_have_text("Rik’s recovery check")
    page.get_by_role("button", name="1", exact=True).click()
    expect(over).to_be_visible()
    page.get_by_role("link", name="See the result").click()
    expect(page.locator("main")).to_contain_text("Eliminated by Snik")
    assert_no_sideways_scroll(page)
    page.get_by_role("link", name="Report it to").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How did it end?")
    expect(page.get_by_role("checkbox", name="Rik")).to_be_checked()
    expect(page.get_by_label("Rik was eliminated")).to_have_value(f"{kobolds.number}.m1")
    page.get_by_role("button", name="Save and go to the aftermath").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aftermath")
    state = scenario_state(winter.campaign, scenario)
    assert state is not None
    assert [(elimination.member, elimination.by_member) for elimination in state.report.eliminated] == [("m2", "m1")]
    scores = {score.warband: score.victory_points for score in state.report.scores}
    assert scores == {kobolds.number: 4, boars.number: 0}


def test_the_table_screen_follows(
    battle: Battle,
    ada: User,
    wide_page: Any,
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
) -> None:
    sign_in(wide_page, ada)
    wide_page.goto(f"/battles/{battle.key}/table/")
    expect(wide_page.locator(".table-creature")).to_have_count(2)
    assert_accessible(wide_page)
