"""What is chosen for print: read strictly, remembered, and shown as a picture of the page that will be printed."""

import pytest
from django.http import HttpResponse, QueryDict
from django.test import RequestFactory

from common.web.address import Address
from common.web.cookies import PRINT
from compendium.web import printing
from compendium.web.printing import CARDS, SHEET, PrintOptions
from printing.canvas import Canvas, paper_size
from printing.colors import COLORS
from printing.text import TEXT, Run, Style, line


def asked(query: str, ticks=CARDS, before: PrintOptions | None = None) -> PrintOptions:
    return printing.options_from_query(QueryDict(query), ticks, before)


def remembered(cookie: str) -> PrintOptions:
    request = RequestFactory().get("/")
    request.COOKIES[PRINT.name] = cookie
    return printing.options_from_cookie(request)


@pytest.mark.parametrize(
    ("query", "ticks", "options"),
    [
        ("", CARDS, PrintOptions()),
        ("paper=letter&landscape=1&low_ink=1", SHEET, PrintOptions("letter", landscape=True, low_ink=True)),
        ("paper=card&backs=1&bleed=1", CARDS, PrintOptions(single=True, backs=True, bleed=True)),
        ("backs=1", CARDS, PrintOptions(backs=True)),
        ("paper=card&landscape=1", SHEET, PrintOptions(landscape=True)),
        ("paper=a4&paper=letter", SHEET, PrintOptions("letter")),
        ("paper=A4&low_ink=on&backs=true&bleed=0", CARDS, PrintOptions()),
        ("paper=%00&low_ink=%00", CARDS, PrintOptions()),
    ],
)
def test_only_what_can_be_chosen_is_read(query, ticks, options):
    assert asked(query, ticks) == options


def test_an_address_that_names_any_option_names_them_all():
    before = PrintOptions("letter", single=True, landscape=True, low_ink=True, backs=True)
    assert asked("q=boar", CARDS, before) == before
    assert asked("paper=a4", CARDS, before) == PrintOptions("a4", landscape=True)
    assert asked("paper=a4", SHEET, before) == PrintOptions("a4", single=True, backs=True)
    assert asked("paper=card&low_ink=1", CARDS, before).paper == "letter"


def test_options_say_themselves_in_an_address():
    options = PrintOptions("letter", single=True, landscape=True, low_ink=True, bleed=True)
    assert options.pairs(SHEET) == [("paper", "letter"), ("landscape", "1"), ("low_ink", "1")]
    assert options.pairs(CARDS) == [("paper", "card"), ("low_ink", "1"), ("bleed", "1")]


@pytest.mark.parametrize(
    "cookie",
    ["", "a4.", "A4", "a4.lowink", "letter.low_ink.low_ink", "a4.paper", "a4.__class__", "a4\0", "card", "." * 9_000],
)
def test_a_cookie_that_is_not_ours_says_nothing(cookie):
    assert remembered(cookie) == PrintOptions()


@pytest.mark.parametrize("options", [PrintOptions("letter", True, True, True, True, True, True), PrintOptions()])
def test_what_was_chosen_comes_back(options):
    response = HttpResponse()
    request = RequestFactory().get("/")
    request.COOKIES[PRINT.name] = "letter.bleed"
    printing.keep_options(request, response, options)
    assert remembered(response.cookies[PRINT.name].value) == options
    assert response.cookies[PRINT.name]["httponly"]
    assert response.cookies[PRINT.name]["samesite"] == "Lax"


def test_what_is_remembered_already_is_not_sent_again():
    response = HttpResponse()
    printing.keep_options(RequestFactory().get("/"), response, PrintOptions())
    assert PRINT.name not in response.cookies


def three_pages(canvas: Canvas) -> None:
    for word in ("one", "two <b>", "three"):
        canvas.start_page()
        canvas.text(line(Run(word, Style(TEXT, 8, COLORS.ink))), 10, 20)


@pytest.mark.parametrize(
    ("page", "number", "word", "before", "after"),
    [
        ("", 1, "one", "", "/p/?kind=x&page=2"),
        ("2", 2, "two &lt;b&gt;", "/p/?kind=x", "/p/?kind=x&page=3"),
        ("3", 3, "three", "/p/?kind=x&page=2", ""),
        ("4", 3, "three", "/p/?kind=x&page=2", ""),
        ("9" * 5_000, 3, "three", "/p/?kind=x&page=2", ""),
        ("0", 1, "one", "", "/p/?kind=x&page=2"),
        ("-1", 1, "one", "", "/p/?kind=x&page=2"),
        ("²", 1, "one", "", "/p/?kind=x&page=2"),
        ("\0", 1, "one", "", "/p/?kind=x&page=2"),
    ],
)
def test_the_page_that_is_asked_for_is_shown_or_the_nearest_there_is(page, number, word, before, after):
    address = Address("/p/", (("kind", "x"), *([("page", page)] if page else [])))
    shown = printing.preview(address, paper_size("a4"), three_pages, low_ink=False)
    assert (shown.page, shown.pages) == (number, 3)
    assert f">{word}</text>" in shown.picture
    assert f'aria-label="Page {number} of 3"' in shown.picture
    assert (shown.before, shown.after) == (before, after)
