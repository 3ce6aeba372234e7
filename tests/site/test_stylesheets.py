"""The style sheets as they are served: each one file, made of all sources, in the order that they state."""

import os
import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from p2v_site import stylesheets
from p2v_site.stylesheets import SOURCES, StylesheetFinder, joined_stylesheet

MAIN = SOURCES / "muster.css"
ADMIN = SOURCES / "admin.css"


def test_the_order_of_the_layers_is_stated_once():
    layers = re.findall(r"^@layer ([\w, ]+);$", joined_stylesheet(MAIN), re.MULTILINE)
    assert layers == ["reset, tokens, base, layout, components, pages, utilities"]
    assert set(re.findall(r"layer\(([\w-]+)\)", MAIN.read_text(encoding="utf-8"))) == set(layers[0].split(", "))


def _imports(sheet: Path) -> list[tuple[str, str]]:
    """Return the path and the layer of each import, the layer empty where none is named."""
    return re.findall(r'@import "([\w/.-]+)"(?: layer\(([\w-]+)\))?;', sheet.read_text(encoding="utf-8"))


def test_every_source_is_imported_once_into_the_layer_that_its_folder_names():
    paths = [path for sheet in (MAIN, ADMIN) for path, _ in _imports(sheet)]
    sources = [str(source.relative_to(SOURCES)) for source in SOURCES.rglob("*.css") if source not in (MAIN, ADMIN)]
    assert sorted(paths) == sorted(sources)
    assert [path for path, layer in _imports(MAIN) if "/" in path and path.split("/")[0] != layer] == []


def test_the_admins_sheet_has_sources_of_its_own_and_no_layers():
    assert [(path, layer) for path, layer in _imports(ADMIN) if not path.startswith("admin/") or layer] == []
    assert "@layer" not in joined_stylesheet(ADMIN)


@pytest.mark.parametrize("sheet", [MAIN, ADMIN], ids=lambda sheet: sheet.stem)
def test_a_joined_sheet_has_all_that_its_sources_say_and_imports_nothing(sheet):
    joined = joined_stylesheet(sheet)
    assert "@import" not in joined
    assert joined.count("{") == joined.count("}")
    for path, _ in _imports(sheet):
        assert (SOURCES / path).read_text(encoding="utf-8") in joined


def test_every_token_that_is_used_is_set():
    joined = joined_stylesheet(MAIN)
    used = set(re.findall(r"var\((--[\w-]+)", joined))
    assert used - set(re.findall(r"(--[\w-]+):", joined)) == set()


@pytest.mark.parametrize("sheet", [MAIN, ADMIN], ids=lambda sheet: sheet.stem)
def test_no_rule_of_two_or_more_declarations_stands_three_times_in_a_sheet(sheet):
    plain = re.sub(r"/\*.*?\*/", "", joined_stylesheet(sheet), flags=re.DOTALL)
    selectors = defaultdict(list)
    for selector, block in re.findall(r"([^{};]+)\{([^{}]+)\}", plain):
        declarations = frozenset(one for one in map(str.strip, block.split(";")) if one)
        if len(declarations) > 1:
            selectors[declarations].append(" ".join(selector.split()))
    assert [same for same in selectors.values() if len(same) > 2] == []


def test_each_page_asks_for_one_file_that_the_finders_know():
    for sheet in (MAIN, ADMIN):
        found = finders.find(f"css/{sheet.name}")
        assert Path(found).read_text(encoding="utf-8") == joined_stylesheet(sheet)
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
