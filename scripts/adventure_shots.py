"""Run an adventure of each kind on the running site, for the pictures of the game master's guide.

Every die is entered, so that the same pictures come out again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from campaign_shots import keep_at_top, settle
from playwright.sync_api import Locator, Page

NAMED = {
    "Mara": "Diplomacy +9, Society +8, Perception +7, Stealth +6, Deception +5, Survival +7, Will +7, Piloting Lore +9",
    "Old Flint": "Athletics +10, Intimidation +8, Crafting +7, Fortitude +9, Nature +6, Perception +5, Driving Lore +8",
}


@dataclass(frozen=True)
class RolledStep:
    """A check of a participant against a target, by parts of their names, with the face of its die.

    An empty skill is the one that is chosen at first.
    """

    who: str
    target: str
    skill: str
    face: int


@dataclass(frozen=True)
class PressedStep:
    """A button of the organizer's tools, by the word of its event, with what is typed before."""

    event: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ButtonStep:
    """A button by its words, in the form with a heading, with what is typed or chosen before by the names of fields."""

    button: str
    heading: str = ""
    fields: dict[str, str] = field(default_factory=dict)


STATS = {"hp": "30", "armor": "16", "fight": "9", "power": "15", "fortitude": "6", "reflex": "7", "will": "5"}
STRIKE = {"name": "Saber", "damage": "8", "type": "slashing", "reach": "melee"}
DUELIST = {
    "participant": "n1",
    **{f"stats.{name}": value for name, value in STATS.items()},
    **{f"stats.strikes.0.{name}": value for name, value in STRIKE.items()},
}


@dataclass(frozen=True)
class AdventureShot:
    """A ready adventure, what happens in it, and the picture: its name and what is at the top."""

    picture: str
    ready: str
    steps: tuple[RolledStep | PressedStep | ButtonStep, ...]
    top: str = "#stands"
    looks_at: str = ""


SHOTS = (
    AdventureShot(
        "adventure-victory",
        "The Dry Well",
        (
            RolledStep("Mara", "Calm the crowd", "Diplomacy", 19),
            RolledStep("Old Flint", "Climb down", "Athletics", 12),
            PressedStep("round-ended"),
            RolledStep("Mara", "Follow the dry stream", "Perception", 11),
        ),
    ),
    AdventureShot(
        "adventure-influence",
        "The Harvest Supper",
        (
            RolledStep("Mara", "Marda Quern", "Diplomacy", 18),
            PressedStep("influence-changed", {"by": "2", "reason": "They praised the bread."}),
            PressedStep("round-ended"),
        ),
    ),
    AdventureShot(
        "adventure-research",
        "The Drowned Archive",
        (RolledStep("Mara", "boxes", "Society", 19), RolledStep("Old Flint", "boxes", "Athletics", 13)),
    ),
    AdventureShot(
        "adventure-chase",
        "The Stolen Bell",
        (
            RolledStep("Old Flint", "Market Crowd", "Athletics", 17),
            PressedStep("round-ended"),
        ),
    ),
    AdventureShot(
        "adventure-infiltration",
        "The Counting House",
        (
            PressedStep("edge-gained", {"name": "A stolen key", "reason": "They asked the cook.", "quality": "real"}),
            PressedStep("infiltration-begun"),
            RolledStep("Mara", "Guard Post", "Stealth", 18),
            PressedStep("awareness-changed", {"by": "3", "reason": "A dog barks."}),
        ),
    ),
    AdventureShot(
        "adventure-reputation",
        "Three Thrones",
        (
            PressedStep("favor-done", {"reason": "They brought the tax home.", "scenario": "1", "size": "major"}),
            PressedStep("favor-done", {"reason": "They slew the wolves.", "scenario": "2", "size": "moderate"}),
        ),
    ),
    AdventureShot(
        "adventure-leadership",
        "The Lamplighters",
        (PressedStep("followers-changed", {"by": "9", "reason": "They lit the whole quay."}),),
    ),
    AdventureShot(
        "adventure-duel",
        "First Blood on the Weir",
        (
            ButtonStep("Captain Ysolt Harrow enters the duel"),
            PressedStep("duelist-typed", DUELIST),
            ButtonStep("Begin the duel"),
            ButtonStep("Seal the choice", "Initiative of Mara", {"skill": "Deception", "face": "17"}),
            ButtonStep("Seal the choice", "Initiative of Captain Ysolt Harrow", {"skill": "Perception", "face": "6"}),
            ButtonStep("Begin the turn of Mara"),
        ),
    ),
    AdventureShot("adventure-hexploration", "The Valley Behind the Rain", ()),
    AdventureShot("adventure-vehicles", "The Salt Road", ()),
)
CHECK = AdventureShot("adventure-check", "The Dry Well", (), ".adventure-checks", "Mara")


def take_adventures(open_page: Callable[[int, int], Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Run the adventures as one visitor on a phone, and keep a picture of each."""
    page = open_page(360, 720)
    for shot in (CHECK, *SHOTS):
        page.goto(f"{base}/adventures/new/?kind=all")
        settle(page, page.get_by_role("button", name=shot.ready, exact=True).click)
        for name, modifiers in NAMED.items():
            _add(page, name, modifiers)
        for step in shot.steps:
            if isinstance(step, RolledStep):
                _roll(page, step)
            elif isinstance(step, PressedStep):
                _press(page, step)
            else:
                _tap(page, step)
        if shot.looks_at:
            _choose(page, shot.looks_at)
            _try(page, "")
        keep_at_top(page, keep, shot.picture, shot.top)
    page.context.close()


def _add(page: Page, name: str, modifiers: str) -> None:
    _open_tab_of(page, "#named")
    form = page.locator("#named")
    form.evaluate("fold => { fold.open = true; }")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Level").fill("3")
    form.get_by_label("Modifiers").fill(modifiers)
    settle(page, form.get_by_role("button", name="Add the character").click)


def _choose(page: Page, who: str) -> None:
    settle(page, page.locator(".adventure-people").get_by_role("link", name=who).click)


def _roll(page: Page, step: RolledStep) -> None:
    _choose(page, step.who)
    _try(page, step.target)
    check = page.locator("#check")
    if step.skill:
        check.locator(f"input[name=skill][value='{step.skill}']").check()
    check.get_by_label("Our own d20").fill(str(step.face))
    settle(page, check.get_by_role("button", name="Roll", exact=True).click)


def _try(page: Page, target: str) -> None:
    """Choose what the participant tries by a part of its name, unless it is chosen; without a name the first one."""
    link = page.locator("#tries ul a", has_text=target).first
    if page.locator("#check").count() == 0 or link.get_attribute("aria-current") is None:
        page.locator("#tries").evaluate("fold => { fold.open = true; }")
        settle(page, link.click)


def _open_tab_of(page: Page, selector: str) -> None:
    """Open the tab beside the board that has a thing, unless the page shows it."""
    tabs = page.locator(".adventure-tools > .tabs")
    labels = tabs.locator("a:not([aria-current])").all_inner_texts() if page.locator(selector).count() == 0 else []
    for label in labels:
        settle(page, tabs.get_by_role("link", name=label, exact=True).click)
        if page.locator(selector).count():
            return


def _press(page: Page, step: PressedStep) -> None:
    _open_tab_of(page, f"button[name=do][value='{step.event}']")
    form = page.locator(f"form:has(button[name=do][value='{step.event}'])").first
    form.locator("xpath=ancestor::details").evaluate_all("folds => folds.forEach((one) => { one.open = true; })")
    form.locator("details").evaluate_all("folds => folds.forEach((one) => { one.open = true; })")
    _fill(form, step.fields)
    settle(page, form.locator(f"button[value='{step.event}']").click)


def _tap(page: Page, step: ButtonStep) -> None:
    forms = page.locator("main form", has=page.get_by_role("button", name=step.button, exact=True))
    if step.heading:
        forms = forms.filter(has=page.get_by_role("heading", name=step.heading))
    _fill(forms.first, step.fields)
    settle(page, forms.first.get_by_role("button", name=step.button, exact=True).click)


def _fill(form: Locator, fields: dict[str, str]) -> None:
    for name, value in fields.items():
        field = form.locator(f"[name='{name}']").first
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
