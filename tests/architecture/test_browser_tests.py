"""Tests in a browser wait for what a page shows: an ``assert`` on what it shows at once passes or fails by luck."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

Function = ast.FunctionDef | ast.AsyncFunctionDef

ACTS = {
    *("check", "clear", "click", "dblclick", "dispatch_event", "drag_to", "fill", "focus", "hover", "press"),
    *("press_sequentially", "select_option", "set_checked", "set_input_files", "tap", "type", "uncheck"),
}
"""What a person does on a page, as Playwright calls it."""
READS = {
    *("all", "all_inner_texts", "all_text_contents", "bounding_box", "content", "count", "evaluate", "evaluate_all"),
    *("get_attribute", "inner_html", "inner_text", "input_value", "is_checked", "is_disabled", "is_enabled"),
    *("is_hidden", "is_visible", "text_content", "title"),
}
"""What Playwright reads off a page as it is at that moment."""
HELPERS = {"desk", "organizer", "player"}
"""Whoever acts through these has waited: see ``Desk.settled``, ``EveningPhone.settled`` and ``Player.turns``."""


def _calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls below a node with the names that they call, in the order of the text."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.end_lineno or 0, call.end_col_offset or 0)):
        if isinstance(node.func, ast.Attribute):
            yield node.func.attr, node
        elif isinstance(node.func, ast.Name):
            yield node.func.id, node


def _reads(tree: ast.AST) -> bool:
    """Return True if something reads the page: a call of Playwright's, or its address."""
    addresses = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "url")
    return any(name in READS for name, _ in _calls(tree)) or any(
        isinstance(address.value, ast.Name) and "page" in address.value.id for address in addresses
    )


def _is_act(name: str, call: ast.Call) -> bool:
    """Return True for an action of Playwright's that returns before the page has followed."""
    if not isinstance(call.func, ast.Attribute) or name not in ACTS:
        return False
    return not (isinstance(call.func.value, ast.Name) and call.func.value.id in HELPERS)


def _is_wait(name: str) -> bool:
    return name in ("expect", "goto", "reload", "settled", "turns") or name.startswith(("wait_for", "expect_"))


def _lines(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield simple statements in the order of the text; functions inside of others are looked at on their own."""
    for line in body:
        blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(line, name, None))]
        if isinstance(line, Function):
            continue
        if not blocks:
            yield line
        elif isinstance(line, ast.With):
            yield from (ast.copy_location(ast.Expr(item.context_expr), line) for item in line.items)
        for block in blocks:
            yield from _lines(block)


def hasty_asserts(tree: ast.Module) -> list[int]:
    """Return the lines of asserts on what a page showed right after an action."""
    numbers = []
    for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
        acted, hasty = False, set[str]()
        for line in _lines(function.body):
            names = {node.id for node in ast.walk(line) if isinstance(node, ast.Name)}
            is_hasty = acted and _reads(line)
            if isinstance(line, ast.Assert) and (is_hasty or names & hasty):
                numbers.append(line.lineno)
            if isinstance(line, ast.Assign):
                targets = {
                    node.id for target in line.targets for node in ast.walk(target) if isinstance(node, ast.Name)
                }
                hasty = hasty | targets if is_hasty else hasty - targets
            for name, call in _calls(line):
                acted = (acted or _is_act(name, call)) and not _is_wait(name)
    return numbers


def test_no_browser_test_asserts_what_a_page_shows_without_waiting_for_it(root: Path):
    faults = [
        f"{path.relative_to(root)}:{line}: use expect(...), or wait for what the action brings"
        for path in sorted((root / "tests" / "browser").glob("*.py"))
        for line in hasty_asserts(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("lines", "hasty"),
    [
        ("page.click('#go')\nassert page.inner_text('h1') == 'Gone'", True),
        ("page.locator('a').first.tap()\nbox = one.bounding_box()\nassert box['x'] > 0", True),
        ("page.keyboard.press('Tab')\nassert page.url.endswith('/there/')", True),
        ("for one in boxes:\n  one.check()\n  assert one.is_checked()", True),
        ("page.click('#go')\nexpect(title).to_have_text('Gone')\nassert page.inner_text('h1') == 'Gone'", False),
        ("page.click('#go')\npage.goto('/')\nbox = one.bounding_box()\nassert box['x'] > 0", False),
        ("desk.press('Go')\nassert page.inner_text('h1') == 'Gone'", False),
        ("page.click('#go')\nassert Warband.objects.get().name == 'Ash'", False),
        ("text = page.inner_text('h1')\npage.click('#go')\nassert text == 'Here'", False),
    ],
)
def test_an_assert_is_hasty_between_an_action_and_the_next_wait(lines: str, hasty: bool):
    body = "".join(f"  {line}\n" for line in lines.split("\n"))
    assert bool(hasty_asserts(ast.parse(f"def test():\n{body}"))) is hasty
