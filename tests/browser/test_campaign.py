"""Two players and their phones: a campaign of three scenarios, from the invitation to a level and an undo."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner
from campaigns.models import Campaign
from campaigns.services.campaigns import campaign_create
from rules.building.draft import Draft
from rules.roster import Member, Roster
from tests.browser.counting import CountedThumb
from tests.browser.screens import SCREENS
from tests.campaigns.play import enlist, field, opened, report
from tests.campaigns.verbs import SEED, Table
from tests.warbands.verbs import Person
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]

PHONE = SCREENS["360px"]
EIGHT = tuple(
    tuple(Member("kobold-warrior", f"m{place}", name) for place, name in enumerate(names, start=1))
    for names in (("Ash", "Brand", "Char", "Dusk"), ("Elm", "Fir", "Gorse", "Holly"))
)
ADVANCES = {
    "Ash": "1 1 1",
    "Brand": "2 2 3",
    **dict.fromkeys(("Char", "Dusk", "Elm", "Fir", "Gorse", "Holly"), "3 3 3"),
}
ELIMINATIONS = {
    f"Elimination_of_{name}": face for name, face in zip(("Ash", "Brand", "Elm", "Fir"), "3146", strict=True)
}
KOBOLDS = (Member("kobold-warrior", "m1", "Snik"), Member("kobold-warrior", "m2", "Snak"))
BOARS = (Member("boar", "m1", "Tusk"), Member("kobold-warrior", "m2", "Rik"))
MOST_TAPS = 30
"""What the aftermath of eight members may take on a phone."""


@dataclass
class Player:
    """Somebody with a phone who takes part in a campaign."""

    page: Any

    def go(self, *links: str | re.Pattern[str]) -> None:
        """Follow links of the page one after the other, by what they are called."""
        for link in links:
            self.turns(self.page.get_by_role("main").get_by_role("link", name=link).first.click)

    def press(self, button: str) -> None:
        """Press a button, by what it is called."""
        self.turns(self.page.get_by_role("button", name=button).first.click)

    def turns(self, act: Callable[[], object]) -> None:
        """Do something that leads to another page, or to the same one again, and wait until it is there."""
        self.page.evaluate("document.querySelector('main').dataset.old = 1")
        act()
        expect(self.page.locator("main[data-old]")).to_have_count(0)
        self.page.wait_for_load_state()

    def reads(self, heading: str) -> None:
        """Expect a page, by its heading."""
        expect(self.page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()

    def sees(self, text: str) -> None:
        """Expect the page to say something."""
        expect(self.page.get_by_role("main")).to_contain_text(text)

    def brings(self, warband: str) -> None:
        """Bring a warband into the campaign."""
        self.go("Bring a warband")
        self.press(f"Bring {warband}")
        self.sees(f"{warband} plays in the campaign now.")

    def plans(self, title: str, *warbands: str) -> None:
        """Plan a scenario of these warbands, and open it."""
        self.go("Scenarios", re.compile("^Plan (a|the first) scenario$"))
        self.page.get_by_label("Title").fill(title)
        for warband in warbands:
            self.page.get_by_role("checkbox", name=warband).check()
        self.press("Plan and open it")
        self.reads(title)

    def fields(self, warband: str) -> None:
        """Field all who can fight."""
        self.go(re.compile(f"^Choose who fights ?: {warband}$"))
        self.reads(f"Field {warband}")
        self.press("Confirm the fighters")
        self.sees("2 fielded")

    def reports(self, points: Mapping[str, int], eliminated: str = "") -> None:
        """Report the victory points of each side, and who was eliminated."""
        self.go("Report the result")
        self.reads("How did it end?")
        for warband, number in points.items():
            self.page.get_by_role("region", name=warband).get_by_label("More victory points").fill(str(number))
        if eliminated:
            self.page.get_by_role("checkbox", name=eliminated, exact=True).check()
        self.press("Save and go to the aftermath")
        self.reads("Aftermath")

    def enters(self, **dice: str) -> None:
        """Enter dice from the table: what they are for and the faces."""
        for label, faces in dice.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(faces)
        self.press("Save")
        self.sees("Saved.")

    def rolls_the_rest(self) -> None:
        """Let Muster roll what is missing."""
        self.press("Roll all that")
        self.sees("Rolled")

    def commits(self) -> None:
        """Let Muster roll what is missing, and commit."""
        self.rolls_the_rest()
        self.press("Apply the aftermath")
        self.sees("The aftermath is applied.")

    def finds(self, warband: str, member: str) -> Any:
        """Go to the page of a member, and return what it says of its next scenario."""
        self.go("Warbands")
        self.reads("Who can fight next")
        self.go(warband)
        self.reads(warband)
        self.go(member)
        self.reads(member)
        return self.page.get_by_role("region", name="Next scenario")


def warband(user: Any, name: str, members: tuple[Member, ...]) -> None:
    draft = Draft(Roster(members, name, "campaign", 200))
    warband_create(owner=Owner(user=user), draft=draft)


def test_two_players_play_three_scenarios_to_a_level_a_permanent_injury_and_an_undo(
    ada, open_page, sign_in, django_user_model, assert_accessible, assert_no_sideways_scroll
):
    bob = django_user_model.objects.create_user("bob", "bob@muster.example", "a long passphrase")
    warband(ada, "The Embers", KOBOLDS)
    warband(bob, "Bramble and Bone", BOARS)
    first, second = Player(open_page(**PHONE)), Player(open_page(**PHONE))
    plain = Player(open_page(**PHONE, java_script_enabled=False))
    sign_in(first.page, ada)
    sign_in(second.page, bob)
    sign_in(plain.page, bob)

    def looked_at(player: Player) -> None:
        assert_no_sideways_scroll(player.page)
        assert_accessible(player.page)

    # Begin it, invite, join, and bring a warband each.
    first.page.goto("/campaigns/new/")
    first.page.get_by_label("Name", exact=True).fill("The Long Winter")
    first.press("Begin the campaign")
    first.reads("The Long Winter")
    campaign = f"/campaigns/{Campaign.objects.get().key}/"
    warbands = ("The Embers", "Bramble and Bone")
    first.go("Invite players")
    first.press("Make a link and a code")
    link = first.page.get_by_label("The link")
    expect(link).to_have_value(re.compile("/campaigns/join/"))
    second.page.goto(link.input_value())
    second.press("Join the campaign")
    second.sees("You take part in “The Long Winter” now.")
    second.brings("Bramble and Bone")
    first.go("Overview")
    first.brings("The Embers")

    # The first scenario: Snik learns something.
    first.plans("The Old Mill", *warbands)
    looked_at(first)
    first.fields("The Embers")
    second.page.goto(f"{campaign}scenarios/1/")
    second.fields("Bramble and Bone")
    looked_at(second)
    first.page.reload()
    first.reports({"The Embers": 6, "Bramble and Bone": 1})
    looked_at(first)
    first.enters(Advance_of_Snik="1 2 1")
    first.commits()
    looked_at(first)

    # The second scenario: Bob plays it without JavaScript, and Tusk is wounded.
    first.plans("The Ford", *warbands)
    first.fields("The Embers")
    plain.page.goto(f"{campaign}scenarios/2/")
    plain.fields("Bramble and Bone")
    plain.reports({"Bramble and Bone": 2}, "Tusk")
    plain.enters(Elimination_of_Tusk="3")
    plain.enters(Injury_of_Tusk="2")
    plain.rolls_the_rest()
    plain.sees("Wounded")
    first.page.goto(f"{campaign}scenarios/2/aftermath/")
    first.enters(Advance_of_Snik="2 2 1")
    first.commits()
    snik, tusk = first.finds("The Embers", "Snik"), second.finds("Bramble and Bone", "Tusk")
    expect(snik).to_contain_text("2, next level in 1")
    expect(tusk).to_contain_text(re.compile(r"Heals after the next\s*Injured Eye"))
    before = snik.inner_text(), tusk.inner_text()

    # The third: Snik gains a level, and Tusk's wound stays for good.
    first.plans("The Pass", *warbands)
    first.fields("The Embers")
    second.page.goto(f"{campaign}scenarios/3/")
    second.fields("Bramble and Bone")
    second.reports({"The Embers": 2}, "Tusk")
    second.enters(Elimination_of_Tusk="4")
    looked_at(second)
    first.page.goto(f"{campaign}scenarios/3/aftermath/")
    first.enters(Advance_of_Snik="3 3 3")
    first.commits()
    expect(first.finds("The Embers", "Snik")).to_contain_text("3, next level in 3")
    expect(second.finds("Bramble and Bone", "Tusk")).to_contain_text(re.compile(r"Permanent\s*Injured Eye"))
    looked_at(first)
    looked_at(second)

    # The undo: the preview tells of both, and afterwards both are as they were.
    first.page.goto(f"{campaign}scenarios/3/")
    first.go("Undo the scenario")
    first.sees("What else changes")
    for words in ("Snik", "Tusk", "Injured Eye", "Level"):
        first.sees(words)
    looked_at(first)
    first.page.get_by_label("Reason").fill("We forgot the last round.")
    first.press("Undo this entry")
    first.sees("was undone")
    looked_at(first)
    expect(first.finds("The Embers", "Snik")).to_have_text(before[0], use_inner_text=True)
    expect(second.finds("Bramble and Bone", "Tusk")).to_have_text(before[1], use_inner_text=True)


def test_the_aftermath_of_eight_members_takes_few_taps(ada, open_page, sign_in, assert_no_sideways_scroll):
    """Every die is entered by hand: four of the eight were eliminated, two of them wounded, two learn a feat."""
    owner = Owner(user=ada)
    table = Table(campaign_create(actor=owner, name="The Long Winter", seed=SEED).key, {"ada": Person(Client(), owner)})
    rows = [enlist(table, "ada", *EIGHT[side], warband=f"Side {side + 1}") for side in (0, 1)]
    number = opened(table, *rows)
    for row in rows:
        field(table, number, row)
    report(table, number, {rows[0]: 3, rows[1]: 1}, *((row, member) for row in rows for member in ("m1", "m2")))
    page, taps = open_page(**PHONE), 0
    player = Player(page)
    sign_in(page, ada)
    page.goto(f"/campaigns/{table.key}/scenarios/{number}/")

    def tap(role: str, name: str) -> None:
        nonlocal taps
        taps += 1
        player.turns(page.get_by_role(role, name=name).first.tap)

    def enter(**dice: str) -> None:
        nonlocal taps
        for label, faces in dice.items():
            taps += 1
            die = page.get_by_label(label.replace("_", " "), exact=True)
            die.tap()
            die.fill(faces)
        tap("button", "Save")
        player.sees("Saved.")

    tap("link", "Go to the aftermath")
    player.reads("Aftermath")
    assert_no_sideways_scroll(page)
    enter(**{f"Advance_of_{name}": faces for name, faces in ADVANCES.items()}, **ELIMINATIONS)
    enter(Injury_of_Ash="2", Injury_of_Elm="5")
    for name in ("Ash", "Brand"):
        taps += 2  # the list opens with one tap, and the feat takes another
        feats = page.locator("details.feat-fold").filter(has_text=f"of {name}")
        feats.locator("summary").tap()
        feats.get_by_text("Fleet", exact=True).tap()
    tap("button", "Save")
    player.sees("Saved.")
    assert_no_sideways_scroll(page)
    tap("button", "Apply the aftermath")
    player.sees("The aftermath is applied.")
    assert taps <= MOST_TAPS


def test_the_tick_of_a_commander_ticks_its_minions(ada, open_page, sign_in):
    owner = Owner(user=ada)
    table = Table(campaign_create(actor=owner, name="The Long Winter", seed=SEED).key, {"ada": Person(Client(), owner)})
    row = enlist(
        table,
        "ada",
        Member("kobold-druid-1", "m1", "Whisker"),
        Member("cat-companion-1", "m2", "Tom", minion_of="m1"),
        Member("kobold-warrior", "m3", "Rik"),
    )
    number = opened(table, row)
    page = open_page(**PHONE)
    sign_in(page, ada)
    page.goto(f"/campaigns/{table.key}/scenarios/{number}/field/{row.number}/")
    whisker, tom, rik = (page.get_by_role("checkbox", name=re.compile(name)) for name in ("^Whisker", "^Tom", "^Rik"))
    for ticked in (False, True):
        whisker.set_checked(ticked)
        expect(tom).to_be_checked(checked=ticked)
        expect(rik).to_be_checked()
    # A minion may stay home alone.
    tom.uncheck()
    expect(whisker).to_be_checked()


def test_fighters_are_chosen_and_confirmed_from_the_first_screen_with_their_points_counted(
    ada, open_page, sign_in, assert_accessible
):
    owner = Owner(user=ada)
    table = Table(campaign_create(actor=owner, name="The Long Winter", seed=SEED).key, {"ada": Person(Client(), owner)})
    row = enlist(table, "ada", *BOARS)
    number = opened(table, row)
    page = open_page(**PHONE)
    sign_in(page, ada)
    page.goto(f"/campaigns/{table.key}/scenarios/{number}/field/{row.number}/")
    bar = page.locator(".choice-bar")
    expect(bar).to_contain_text("Tusk and Rik")
    expect(bar).to_contain_text("27 of 200 points")
    expect(page.get_by_role("button", name="Add up the points")).to_be_hidden()
    thumb = CountedThumb(page)
    thumb.choose(page.get_by_label("Hero points of Tusk"), "2")
    expect(bar).not_to_contain_text("27 of 200 points")
    thumb.choose(page.get_by_label("Hero points of Tusk"), "0")
    thumb.tap(page.get_by_role("checkbox", name="Rik"))
    expect(bar).to_contain_text("18 of 200 points")
    expect(bar).not_to_contain_text("Rik")
    assert_accessible(page)
    thumb.tap(bar.get_by_role("button", name="Confirm the fighters"))
    expect(page.get_by_role("main")).to_contain_text("1 fielded, 18 points")
    assert thumb.counted() == (6, 0)
