"""Parts of an adventure's page are kept by all that they say: no page is another one for it, and no one reads more."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString

from adventures.selectors.checks import SkillOption
from adventures.services.adventures import adventure_make
from adventures.templatetags.adventure_parts import HOLES
from common.caches import drawn_parts
from rules.adventures.checks import check_forecast
from rules.adventures.events.running import AdventureNoted
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import CheckAttempt
from tests.adventures.pages import join, press
from tests.adventures.play import SEED, AdventureTable, dry_well, own_adventure
from tests.rules.adventures.evenings import random_evening, with_party
from tests.warbands.verbs import account

CSRF = re.compile(r'(name="csrfmiddlewaretoken" value=")(\w+)"')
PLAIN = (str, int, float, type(None), Enum)


TABS = ("run", "whole", "facts", "log")


def shown(table: AdventureTable, name: str) -> str:
    """Return the page with each of its tabs."""
    answers = [table.people[name].get(f"/adventures/{table.key}/", who="n1", tool=tool) for tool in TABS]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(str(answer.content, "utf-8") for answer in answers)


def alike(page: str) -> str:
    """Return a page without the tokens of its forms, which are others each time."""
    return CSRF.sub(r"\1", page)


def parts_within(value: Any) -> Iterator[Any]:
    """Yield what a value is made of, down to what holds nothing else."""
    if isinstance(value, tuple):
        inner = value
    elif isinstance(value, Mapping):
        inner = (*value, *value.values())
    elif is_dataclass(value) and vars(type(value))["__dataclass_params__"].frozen:
        inner = tuple(getattr(value, field.name) for field in fields(value))
    else:
        yield value
        return
    for child in inner:
        yield from parts_within(child)


def kept_values() -> Iterator[Any]:
    """Yield everything that the keys of kept parts are made of, but for what each page fills in."""
    for key in drawn_parts:
        assert isinstance(key, tuple)
        yield from parts_within(tuple(part for part in key[1:] if part not in HOLES.items()))


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_the_same_whatever_was_kept_before(kind: str) -> None:
    ada = account("ada")
    ready = next(adventure for adventure in library_adventures().values() if adventure.kind.key == kind)
    adventure = with_party(ready)
    row = adventure_make(owner=ada.owner, adventure=adventure, seed=SEED)
    table = AdventureTable(row.key, {"ada": ada})
    join(table, "bo", account("bo"))
    for event, _ in islice(random_evening(adventure, 1), 8):
        table.do(event)
    anew = {}
    shown(table, "ada")  # the notice that there is a link now
    for name in ("bo", "ada"):
        drawn_parts.clear()
        anew[name] = alike(shown(table, name))
    # Now everything of the organizer's page is kept: players get their own page, and it stays the organizer's.
    assert len(drawn_parts) > 5
    assert [alike(shown(table, name)) for name in ("bo", "ada", "bo")] == [anew["bo"], anew["ada"], anew["bo"]]
    assert anew["bo"] != anew["ada"]
    # Rows change, and a text that counts as safe is equal to one that has to be escaped.
    odd = {type(value) for value in kept_values() if not isinstance(value, PLAIN) or isinstance(value, SafeString)}
    assert odd == set()


@pytest.mark.django_db
def test_forms_have_the_token_of_their_page_and_the_entry_that_it_shows() -> None:
    table = own_adventure()
    join(table, "bo", account("bo"))
    drawn_parts.clear()
    pages = [shown(table, name) for name in ("ada", "bo", "ada")]
    tokens = [{match[1] for match in CSRF.findall(page)} for page in pages]
    assert [len(token) for token in tokens] == [len(TABS)] * 3
    assert len(set.union(*tokens)) == 3 * len(TABS)
    kept = len(drawn_parts)
    table.do(AdventureNoted("It rains."))
    seen = set(re.findall(r'name="seen" value="(\w*)"', shown(table, "ada")))
    assert seen == {str(table.row.head)}
    # Of the whole page only the new line of the log was drawn.
    assert len(drawn_parts) == kept + 1
    assert press(table, do="turn-passed", participant="n1", who="n1").status_code == 302


@pytest.mark.django_db
def test_texts_that_look_like_a_place_to_fill_in_stay_texts() -> None:
    name = "<csrf> & <seen>"
    who = AdventureParticipant("n1", name, 3, typed=())
    page = shown(own_adventure(participants=(who,), about=name), "ada")
    assert "<csrf>" not in page
    assert "<seen>" not in page
    assert page.count("&lt;csrf&gt; &amp; &lt;seen&gt;") > 2


def test_values_that_may_change_are_refused() -> None:
    source = '{% load adventure_parts %}{% adventure_part "line" line=line %}'
    line = {"round": 2, "by": "Organizer", "receipt": "", "notes": (), "round_name": "day"}
    with pytest.raises(TypeError):
        Template(source).render(Context({"line": line}))


def test_checks_that_bring_something_else_are_drawn_apart() -> None:
    state = begin_adventure(dry_well())
    target = state.adventure.kind.actions[0].targets(state)[0]
    attempt = CheckAttempt(state.adventure.kind.actions[0].key, "n1", target.key, target.skills[0])
    forecast = check_forecast(state, attempt, for_players=False)
    known, hidden = SkillOption("Society", forecast), SkillOption("Society", replace(forecast, dc=None, chances=None))
    other = SkillOption("Society", replace(forecast, outcomes={}))
    unlikely = SkillOption("Society", replace(forecast, chances={}))
    assert len({known, hidden, other, unlikely, SkillOption("Society", replace(forecast))}) == 4
