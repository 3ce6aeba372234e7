"""The style sheets as they are served: each one file, made of its sources, in the order that it states."""

import gzip
import os
import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template, TemplateSyntaxError

from p2v_site import stylesheets
from p2v_site.stylesheets import PAGE_SHEETS, SOURCES, StylesheetFinder, joined_stylesheet
from tests.stylesheets import COMMENT, begun_classes, classes_of, defined_classes, is_shared, missing_sheets, rules_of

LAYERS = "reset, tokens, base, layout, components, pages, utilities"
ADMIN = SOURCES / "admin.css"
SITE = [SOURCES / f"{name}.css" for name in ("core", *PAGE_SHEETS)]
ALL = [*SITE, ADMIN]
OF_A_PLACE = ("build", "campaign", "play")
MOST_BYTES_OF_CORE = 15_000  # compressed

each_sheet = pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: sheet.stem)


def _imports(sheet: Path) -> list[tuple[str, str]]:
    """Return the path and the layer of each import, the layer empty where none is named."""
    return re.findall(r'@import "([\w/.-]+)"(?: layer\(([\w-]+)\))?;', sheet.read_text(encoding="utf-8"))


@pytest.mark.parametrize("sheet", SITE, ids=lambda sheet: sheet.stem)
def test_each_sheet_of_the_site_states_the_same_order_of_layers(sheet):
    assert re.findall(r"^@layer ([\w, ]+);$", joined_stylesheet(sheet), re.MULTILINE) == [LAYERS]
    assert {layer for _, layer in _imports(sheet) if layer} <= set(LAYERS.split(", "))


def test_every_source_is_imported_once_into_the_layer_that_its_folder_names():
    assert [sheet.name for sheet in ALL] == list(stylesheets.SHEETS)
    paths = [path for sheet in ALL for path, _ in _imports(sheet)]
    sources = [str(source.relative_to(SOURCES)) for source in SOURCES.rglob("*.css") if source not in ALL]
    assert sorted(paths) == sorted(sources)
    in_folders = [(path, layer) for sheet in SITE for path, layer in _imports(sheet) if "/" in path]
    assert [(path, layer) for path, layer in in_folders if path.split("/")[0] != layer] == []


def test_the_admins_sheet_has_sources_of_its_own_and_no_layers():
    assert [(path, layer) for path, layer in _imports(ADMIN) if not path.startswith("admin/") or layer] == []
    assert "@layer" not in joined_stylesheet(ADMIN)


def test_what_every_page_loads_is_small():
    assert len(gzip.compress(joined_stylesheet(SOURCES / "core.css").encode(), 9)) < MOST_BYTES_OF_CORE


@each_sheet
def test_a_joined_sheet_has_all_that_its_sources_say_and_imports_nothing(sheet):
    joined = joined_stylesheet(sheet)
    assert "@import" not in joined
    assert "/*" not in joined
    assert joined.count("{") == joined.count("}")
    for path, _ in _imports(sheet):
        assert "".join(COMMENT.sub("", (SOURCES / path).read_text(encoding="utf-8")).split()) in "".join(joined.split())


@pytest.mark.parametrize("sheet", SITE, ids=lambda sheet: sheet.stem)
def test_every_token_that_is_used_is_set_there_or_in_core(sheet):
    joined = joined_stylesheet(sheet)
    used = set(re.findall(r"var\((--[\w-]+)", joined))
    assert used - set(re.findall(r"(--[\w-]+):", joined_stylesheet(SOURCES / "core.css") + joined)) == set()


def test_a_class_has_one_meaning():
    """One file says what a class is. Others may say how it looks among their own, on some screens, and on paper.

    What core and printing define, pages of all places may use so; the words of a place are its own. Core may list them
    in a rule of many components.
    """
    defining, beginning, naming = (defaultdict(set) for _ in range(3))
    sheet_of = {path: sheet.stem for sheet in SITE for path, _ in _imports(sheet)}
    for path, sheet in sheet_of.items():
        for selectors, where in rules_of((SOURCES / path).read_text(encoding="utf-8")):
            if "print" in where:
                continue
            for name in defined_classes(selectors) if not where else ():
                defining[name].add(path)
            for name in begun_classes(selectors):
                beginning[name].add(sheet)
            if sheet != "core" or not is_shared(selectors):
                for name in classes_of(selectors):
                    naming[name].add(path)
    assert {name: sorted(paths) for name, paths in defining.items() if len(paths) > 1} == {}
    assert {name: sorted(sheets) for name, sheets in beginning.items() if len(sheets) > 1} == {}
    owners = {name: sheet_of[path] for name, (path,) in defining.items() if sheet_of[path] in OF_A_PLACE}
    foreign = {name: sorted(path for path in naming[name] if sheet_of[path] != owner) for name, owner in owners.items()}
    assert {name: paths for name, paths in foreign.items() if paths} == {}


def test_what_a_class_means_is_read_from_rules_about_it_alone():
    assert defined_classes(".pips, .pips:hover") == {"pips"}
    assert defined_classes(".pips > .help") == set()
    assert defined_classes(".pips, .moves") == set()
    assert defined_classes(".notice.bad") == set()
    assert defined_classes('.pips[data-side=""]:hover') == {"pips"}
    assert defined_classes(".pips:has(> .help)") == set()
    assert begun_classes(".pips > .help") == {"pips"}
    assert begun_classes(".member .pips") == {"member"}
    paper = "@media print { .pips { color: red; } } .pips { color: blue; }"
    assert list(rules_of(".aim { .pips { color: red; } }"))[1] == (".aim :is(.pips)", "")
    assert list(rules_of(paper)) == [(".pips", "@media print"), (".pips", "")]


@each_sheet
def test_no_rule_of_two_or_more_declarations_stands_three_times_in_a_sheet(sheet):
    plain = re.sub(r"/\*.*?\*/", "", joined_stylesheet(sheet), flags=re.DOTALL)
    selectors = defaultdict(list)
    for selector, block in re.findall(r"([^{};]+)\{([^{}]+)\}", plain):
        declarations = frozenset(declaration for declaration in map(str.strip, block.split(";")) if declaration)
        if len(declarations) > 1:
            selectors[declarations].append(" ".join(selector.split()))
    assert [same for same in selectors.values() if len(same) > 2] == []


def test_the_finders_know_each_sheet_and_no_source():
    for sheet in ALL:
        path = finders.find(f"css/{sheet.name}")
        assert Path(path).read_text(encoding="utf-8") == joined_stylesheet(sheet)
    assert finders.find("css/nowhere.css") is None
    assert finders.find("css/tokens.css") is None


@pytest.fixture
def own_sources(tmp_path, monkeypatch, settings):
    """A style sheet of two sources, and the finder that joins it."""
    monkeypatch.setattr(stylesheets, "SOURCES", tmp_path / "styles")
    monkeypatch.setattr(stylesheets, "SHEETS", ("own.css",))
    settings.VAR_DIR = tmp_path / "var"
    (tmp_path / "styles").mkdir()
    (tmp_path / "styles" / "own.css").write_text('@layer base;\n\n@import "one.css" layer(base);\n', encoding="utf-8")
    (tmp_path / "styles" / "one.css").write_text("a {\n  color: red;\n}\n", encoding="utf-8")
    return tmp_path / "styles", StylesheetFinder()


def test_a_sheet_is_joined_anew_when_a_source_has_changed(own_sources):
    folder, finder = own_sources
    target = Path(finder.find("css/own.css"))
    assert "@layer base {\na {\n  color: red;\n}\n}" in target.read_text(encoding="utf-8")
    written = target.stat().st_mtime_ns
    assert (finder.find("css/own.css", find_all=True), target.stat().st_mtime_ns) == ([str(target)], written)
    (folder / "one.css").write_text("a {\n  color: blue;\n}\n", encoding="utf-8")
    os.utime(folder / "one.css", (target.stat().st_mtime + 5,) * 2)
    assert "blue" in Path(finder.find("css/own.css")).read_text(encoding="utf-8")


def test_collecting_gets_the_joined_sheets_alone(own_sources):
    folder, finder = own_sources
    ((path, storage),) = finder.list(None)
    with storage.open(path, "r") as collected:
        assert (path, collected.read()) == ("css/own.css", joined_stylesheet(folder / "own.css"))
    assert list(finder.list(["*.css"])) == []


def test_a_page_loads_the_sheets_that_its_template_names_in_their_one_order():
    page = Template(
        "{% load site %}{% style_sheets %}{% block sheets %}play\n build{% endblock %}{% endstyle_sheets %}"
    )
    assert re.findall(r"css/(\w+)\.", page.render(Context())) == ["build", "play"]
    with pytest.raises(TemplateSyntaxError, match=r"no style sheet plays"):
        Template("{% load site %}{% style_sheets %}plays{% endstyle_sheets %}").render(Context())


def test_a_page_without_the_sheet_of_one_of_its_classes_is_found():
    page = '<head><link rel="stylesheet" href="/static/css/core.css">{}</head><p class="hp-bar notice strange"></p>'
    assert missing_sheets(page.format("")) == {"play": ["hp-bar"]}
    assert missing_sheets(page.format('<link rel="stylesheet" href="/static/css/play.css">')) == {}
