"""The searches of search_queries.yaml: what has to stand first for each, over everything that comes with Muster."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from compendium.selectors.site_search.results import Results, search_site
from tests.copies import built_in_compendium

QUERIES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("search_queries.yaml").read_text(encoding="utf-8")
)
Answer = tuple[str, frozenset[tuple[str, str]]]


def wanted(text: str) -> Answer:
    place, _, filters = text.partition("?")
    return place, frozenset(parse_qsl(filters))


def answer_at(href: str) -> Answer:
    """Return what an address leads to, as the table names it."""
    parts = urlsplit(href)
    folders = [part for part in parts.path.split("/") if part]
    if parts.query or len(folders) < 2:
        return folders[-1], frozenset(parse_qsl(parts.query))
    if folders[0] == "glossary":
        return "/".join(folders[1:] if len(folders) == 3 else folders), frozenset()
    return f"{folders[0].removesuffix('s')}/{folders[1].partition('--')[0]}", frozenset()


def answers(results: Results) -> list[Answer]:
    """Return what a page shows, in its order."""
    return [answer_at(hit.href) for hits in (results.exact, *(group.hits for group in results.groups)) for hit in hits]


@pytest.mark.parametrize("part", ["tuning", "hold_out", "questions"])
def test_the_answer_that_players_expect_stands_first_for_95_percent_and_in_the_first_three_for_99(db, part):
    built_in_compendium()
    missed, far = [], []
    for query in QUERIES[part]:
        found = answers(search_site(query["asked"]))[:3]
        expected = {wanted(one) for one in query["first"]}
        also = {wanted(query["also"])} if "also" in query else set()
        told = f"{query['asked']}: {', '.join(query['first'])}, not {[place for place, _ in found]} ({query['why']})"
        if not found or found[0] not in expected:
            missed.append(told)
        if not expected & set(found) or not also <= set(found):
            far.append(told)
    total = len(QUERIES[part])
    assert len(missed) <= total * 0.05, "\n".join(missed)
    assert len(far) <= total * 0.01, "\n".join(far)


def test_there_are_300_searches_each_once_and_a_fifth_of_them_are_held_out():
    asked = [query["asked"] for part in ("tuning", "hold_out") for query in QUERIES[part]]
    assert (len(asked), len(set(asked)), len(QUERIES["hold_out"])) == (300, 300, 60)
