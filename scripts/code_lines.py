"""Count lines of code by room: no blank lines, comments or docstrings; no migrations, tests or benchmarks.

``python scripts/code_lines.py`` prints a table; with a folder or a revision's checkout as argument, of that one.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

NOT_COUNTED = {"migrations", "tests", "benchmarks", ".venv", "var", "node_modules", ".git"}
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """Return how many lines of a module hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def rooms(folder: Path) -> Counter[str]:
    """Return the lines of code of each room; rooms inside ``rules`` stand by themselves too, as ``rules/...``."""
    counts: Counter[str] = Counter()
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).parts
        if NOT_COUNTED.isdisjoint(parts):
            count = code_lines(path.read_text(encoding="utf-8"))
            counts[parts[0] if len(parts) > 1 else "."] += count
            if parts[0] == "rules":
                counts["/".join(parts[:2])] += count
    return counts


def main(arguments: list[str]) -> None:
    """Print the rooms with their lines, and their sum."""
    counts = rooms(Path(arguments[0] if arguments else "."))
    for room, count in sorted(counts.items()):
        sys.stdout.write(f"{room:40}{count:8,}\n")
    together = sum(count for room, count in counts.items() if "/" not in room)
    sys.stdout.write(f"{'together':40}{together:8,}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
