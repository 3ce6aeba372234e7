"""The documents for readers: what they point at exists, and what the code cites is in them."""

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

from tests.rows import every_row
from tests.trees import ROOMS

ROOT = Path(__file__).resolve().parents[2]
MODELS = ("accounts", "battles", "campaigns", "compendium", "warbands")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
DOTTED = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+")
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
RULING = re.compile(r"^\*\*(\d+)\. ", re.MULTILINE)

each_document = every_row("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors that readers of Markdown give to headings."""
    return {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
        for heading in HEADING.findall(prose(path))
    }


def named_in_code(path: Path) -> Iterator[str]:
    """What the document sets in code type, without the parentheses of a call."""
    for text in CODE.findall(prose(path)):
        yield text.removesuffix("()")


def resolves(dotted: str) -> bool:
    """Say whether a dotted name is a module or something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            target = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            fields = getattr(target, "__dataclass_fields__", {})
            if not hasattr(target, name) and name not in fields:
                return False
            target = getattr(target, name, fields.get(name))
        return True
    return False


def test_there_are_documents_to_check():
    assert {"architecture.md", "glossary.md", "rulings.md"} <= {path.name for path in DOCUMENTS}


@each_document
def test_every_relative_link_leads_somewhere(path: Path):
    broken = []
    for target in [*LINK.findall(prose(path)), *IMAGE.findall(prose(path))]:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        aim = (path.parent / name).resolve() if name else path
        if not aim.exists() or (anchor and aim.suffix == ".md" and anchor not in anchors(aim)):
            broken.append(target)
    assert broken == []


@each_document
def test_every_file_and_folder_that_is_named_exists(path: Path):
    tops = {folder.name for folder in ROOT.iterdir() if folder.is_dir()}
    missing = [
        text
        for text in named_in_code(path)
        if FILE.fullmatch(text)
        and "/" in text
        and text.split("/")[0] in tops - {"var", ".venv"}
        and not (ROOT / text).exists()
    ]
    assert missing == []


@each_document
def test_every_dotted_name_is_in_the_code(path: Path):
    assert [text for text in named_in_code(path) if DOTTED.fullmatch(text) and not resolves(text)] == []


def test_the_architecture_names_every_room_and_every_layer():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "inside-an-app")
    drawn = text.split("```\nurls\n")[1].split("```")[0]
    shown = ["urls", *(re.split(r"\s{3,}", line)[0] for line in drawn.splitlines())]
    assert shown == [layer.replace("(", "").replace(")", "") for layer in layers]
    assert [room for room in ROOMS if f"| `{room}/` |" not in text] == []


def test_the_glossary_has_every_class_that_the_rules_and_the_models_offer():
    glossary = set(re.findall(r"\w+", " ".join(named_in_code(ROOT / "docs" / "glossary.md"))))
    packages = (*ROOT.glob("rules/*/__init__.py"), *(ROOT / room / "models" / "__init__.py" for room in MODELS))
    missing = []
    for path in packages:
        package = importlib.import_module(".".join(path.relative_to(ROOT).parent.parts))
        offered = (name for name in getattr(package, "__all__", ()) if re.match(r"[A-Z]\w*[a-z]", name))
        missing += [f"{package.__name__}.{name}" for name in offered if name not in glossary]
    assert sorted(missing) == []


def test_the_glossary_has_every_model():
    glossary = set(re.findall(r"\w+", " ".join(named_in_code(ROOT / "docs" / "glossary.md"))))
    own = [model for model in apps.get_models() if model.__module__.partition(".")[0] in ROOMS]
    assert len(own) > 30
    assert sorted(model.__name__ for model in own if model.__name__ not in glossary) == []


def test_every_decision_is_listed_and_tells_context_decision_and_consequences():
    folder = ROOT / "docs" / "adr"
    index = (folder / "README.md").read_text(encoding="utf-8")
    decisions = sorted(folder.glob("[0-9]*.md"))
    assert [path.name for path in decisions if f"({path.name})" not in index] == []
    parts = ("**Context.**", "**Decision.**", "**Consequences.**")
    assert [
        path.name for path in decisions if not all(part in path.read_text(encoding="utf-8") for part in parts)
    ] == []
    assert [path.name for path in decisions if f"# {path.name[:4]} " not in path.read_text(encoding="utf-8")] == []
    assert [int(path.name[:4]) for path in decisions] == list(range(1, len(decisions) + 1))


def test_a_ruling_has_one_number_and_every_cited_number_has_a_ruling():
    numbers = [int(number) for number in RULING.findall((ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"))]
    assert len(numbers) == len(set(numbers))
    cited = {
        int(number)
        for room in ROOMS
        for module in (ROOT / room).rglob("*.py")
        for phrase in re.findall(r"\brulings? ((?:\d+(?:, | and )?)+)", module.read_text(encoding="utf-8"))
        for number in re.findall(r"\d+", phrase)
    }
    assert cited - set(numbers) == set()


def test_every_ruling_says_what_carries_it():
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    rulings = [part.split("\n\n")[0] for part in re.split(r"\n\n(?=\*\*\d+\.)", text)[1:]]
    assert len(rulings) == len(RULING.findall(text))
    assert [
        ruling for ruling in rulings if not any(DOTTED.fullmatch(name) or "/" in name for name in CODE.findall(ruling))
    ] == []
