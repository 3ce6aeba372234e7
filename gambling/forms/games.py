"""Forms for a game, with its document as fields, and for the events at a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.typed import signed_number, typed_text
from rules.errors import ChangeRefused, DocumentError
from rules.gambling.conditions import CONDITION_NAMES
from rules.gambling.game import FORMAT, MOST_CONDITIONS, MOST_RESULTS, MOST_SEATS, TableGame
from rules.gambling.play.state import CheatDecided, CheatTried, RoundBet, RoundPlayed, RoundReversed

EMPTY_RESULTS = 2
"""Empty results at the end of the form."""
TEXTS = ("name", "house", "equipment", "mechanic", "coin")
NUMBERS = ("staff", "lowest_stake", "highest_stake", "seats")
_DICE = re.compile(r"([0-9]{0,3})[dD]([0-9]{1,4})")
_RESULT_PATH = re.compile(r"results\[(\d+)\]")
_CONDITION_PATH = re.compile(r"\.?when\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class ConditionField:
    """A condition of a result as its fields show it; ``name`` begins the names of the fields."""

    name: str
    number: int
    kind: str = ""
    at_least: str = ""
    at_most: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class ResultField:
    """A result as its fields show it; ``number`` counts from 1."""

    number: int
    name: str
    pays: str
    conditions: tuple[ConditionField, ...]

    @property
    def first(self) -> ConditionField:
        """The condition that every result has."""
        return self.conditions[0]

    @property
    def others(self) -> tuple[ConditionField, ...]:
        """The further conditions of a result."""
        return self.conditions[1:]

    @property
    def has_others(self) -> bool:
        """Whether one of the other conditions is filled in."""
        return any(other.kind for other in self.others)


@dataclass(frozen=True, slots=True)
class GameForm:
    """The form of a game: the values of plain fields, dice as text, and the results."""

    values: Mapping[str, str]
    results: tuple[ResultField, ...]

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The kinds of conditions on offer."""
        return tuple(CONDITION_NAMES.items())


USUAL = {"coin": "gp", "staff": "1", "lowest_stake": "1", "highest_stake": "10", "seats": "6"}


def empty_game_form() -> GameForm:
    """Return the form of a game that is still to be made."""
    return GameForm({**dict.fromkeys((*TEXTS, "dice", "house_dice", "spots"), ""), **USUAL}, _result_fields([]))


def game_form_of(document: Mapping[str, Any]) -> GameForm:
    """Return the form that shows a document of a game."""
    values = {name: str(document.get(name, USUAL.get(name, ""))) for name in (*TEXTS, *NUMBERS)}
    for name in ("dice", "house_dice"):
        values[name] = " + ".join(f"{group['count']}d{group['sides']}" for group in document.get(name, ()))
    values["spots"] = "\n".join(document.get("spots", ()))
    return GameForm(values, _result_fields(document.get("results", [])))


def sent_game_form(data: Mapping[str, str]) -> GameForm:
    """Return the form as somebody has sent it, to show it once more."""
    values = {name: data.get(name, "")[:4_000] for name in (*TEXTS, *NUMBERS, "dice", "house_dice", "spots")}
    results = []
    for number in range(1, MOST_RESULTS + 1):
        conditions = [_sent_condition(data, f"results-{number}-{place}") for place in range(1, MOST_CONDITIONS + 1)]
        name, pays = (data.get(f"results-{number}-{part}", "")[:200] for part in ("name", "pays"))
        if name or pays or any(condition["kind"] for condition in conditions):
            results.append({"name": name, "pays": pays, "when": conditions})
    return GameForm(values, _result_fields(results))


def _sent_condition(data: Mapping[str, str], name: str) -> dict[str, str]:
    return {part: data.get(f"{name}-{part}", "")[:20] for part in ("kind", "at_least", "at_most", "face")}


def _result_fields(results: list[Any]) -> tuple[ResultField, ...]:
    rows = [*results, *({} for _ in range(EMPTY_RESULTS))][:MOST_RESULTS]
    return tuple(
        ResultField(number, row.get("name", ""), row.get("pays", ""), _condition_fields(number, row.get("when", [])))
        for number, row in enumerate(rows, 1)
    )


def _condition_fields(number: int, when: list[Mapping[str, Any]]) -> tuple[ConditionField, ...]:
    rows = [*when, *({} for _ in range(MOST_CONDITIONS))][:MOST_CONDITIONS]
    return tuple(
        ConditionField(
            f"results-{number}-{place}",
            place,
            *("" if row.get(part) is None else str(row[part]) for part in ("kind", "at_least", "at_most", "face")),
        )
        for place, row in enumerate(rows, 1)
    )


def game_document_of_form(data: Mapping[str, str]) -> dict[str, Any]:
    """Return the unchecked document of a form; raise ``DocumentError`` for invalid dice."""
    document: dict[str, Any] = {"format": FORMAT.tag}
    document |= {name: typed_text(data.get(name, "")) for name in TEXTS}
    document |= {name: _number(data.get(name, "")) for name in NUMBERS}
    document |= {name: dice_of_text(data.get(name, ""), name) for name in ("dice", "house_dice")}
    spots = [" ".join(typed_text(line).split()) for line in data.get("spots", "")[:4_000].splitlines()]
    document["spots"] = [spot for spot in spots if spot]
    document["results"] = [
        _result(data, number) for number in range(1, MOST_RESULTS + 1) if _is_filled(data, f"results-{number}")
    ]
    return document


def _is_filled(data: Mapping[str, str], name: str) -> bool:
    if f"{name}-remove" in data:
        return False
    return any(data.get(f"{name}-{part}", "").strip() for part in ("name", "pays", "1-kind"))


def _result(data: Mapping[str, str], number: int) -> dict[str, Any]:
    name = f"results-{number}"
    conditions = (_condition(data, f"{name}-{place}") for place in range(1, MOST_CONDITIONS + 1))
    return {
        "name": typed_text(data.get(f"{name}-name", "")),
        "pays": typed_text(data.get(f"{name}-pays", "")),
        "when": [condition for condition in conditions if condition.get("kind")],
    }


def _condition(data: Mapping[str, str], name: str) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": data.get(f"{name}-kind", "").strip()}
    for part in ("at_least", "at_most", "face"):
        if text := data.get(f"{name}-{part}", "").strip():
            document[part] = _number(text)
    return document


def _number(text: str) -> int | str:
    """Return a whole number; anything else stays a text, which the document refuses in its place."""
    number = signed_number(text.strip())
    return text.strip() if number is None else number


def dice_of_text(text: str, name: str) -> list[dict[str, int]]:
    """Return dice that are typed as ``2d6 + 1d8``; raise ``DocumentError`` for anything else."""
    groups = []
    for part in filter(None, re.split(r"[\s+,]+", text.strip())):
        match = _DICE.fullmatch(part)
        if match is None:
            raise DocumentError("document.value", name, f"Write dice like 2d6 or 1d8 + 2d4, not “{part[:20]}”.")
        groups.append({"count": int(match[1] or 1), "sides": int(match[2])})
    return groups


def fault_of_game(fault: DocumentError) -> str:
    """Return the fault of a form in words: its place, then the fault."""
    path = _RESULT_PATH.sub(lambda match: f"result {int(match[1]) + 1}", fault.path)
    path = _CONDITION_PATH.sub(lambda match: f", condition {int(match[1]) + 1}", path)
    path = path.replace(".at_least", ", from").replace(".at_most", ", to").replace(".", ", ").replace("_", " ")
    return f"{path[:1].upper()}{path[1:]}: {fault.message}" if path else fault.message


STAKE = "stake-"
"""The prefix of the name of a field with a stake; the rest is the player."""
ANY_FACE = 1
"""The face of a check that the site is going to roll."""


def typed_whole(text: str, what: str) -> int:
    """Return an entered whole number; raise ``ChangeRefused`` for anything else."""
    number = signed_number(text.strip())
    if number is None:
        raise ChangeRefused(f"{what}: enter a whole number instead of “{text.strip()[:20]}”.")
    return number


def typed_faces(text: str, what: str) -> tuple[int, ...]:
    """Return the faces of dice as somebody typed them, with spaces or commas between them."""
    return tuple(typed_whole(part, what) for part in typed_text(text, 200).replace(",", " ").split())


def round_of_form(data: Mapping[str, str]) -> RoundPlayed:
    """Return the round that a form describes: a bet of each player with a stake."""
    players = [name.removeprefix(STAKE) for name in data if name.startswith(STAKE)][: MOST_SEATS + 1]
    bets = tuple(_bet(player, data) for player in players if data.get(f"{STAKE}{player}", "").strip() not in ("", "0"))
    return RoundPlayed(bets, typed_faces(data.get("house-faces", ""), "Dice of the house"))


def _bet(player: str, data: Mapping[str, str]) -> RoundBet:
    choice = data.get(f"choice-{player}", "").strip()
    return RoundBet(
        player,
        typed_whole(data.get(f"{STAKE}{player}", ""), "Stake"),
        typed_whole(choice, "Face") if choice else None,
        typed_faces(data.get(f"faces-{player}", ""), "Dice"),
    )


def cheat_of_form(data: Mapping[str, str]) -> tuple[CheatTried, bool]:
    """Return the try to cheat that a form describes, and whether the site rolls for it."""
    faces = [data.get(name, "").strip() for name in ("face", "opposing-face")]
    if bool(faces[0]) != bool(faces[1]):
        raise ChangeRefused("Enter both d20s, or leave both blank to let Muster roll.")
    cheat = CheatTried(
        round=typed_whole(data.get("round", ""), "Round"),
        cheater=typed_text(data.get("cheater", "")),
        skill=typed_text(data.get("skill", "")),
        modifier=typed_whole(data.get("modifier", "") or "0", "Modifier"),
        face=typed_whole(faces[0], "d20") if faces[0] else ANY_FACE,
        opponent=typed_text(data.get("opponent", "")),
        opposing_skill=typed_text(data.get("opposing-skill", "")),
        opposing_modifier=typed_whole(data.get("opposing-modifier", "") or "0", "Modifier"),
        opposing_face=typed_whole(faces[1], "d20") if faces[1] else ANY_FACE,
    )
    return cheat, not faces[0]


def decision_of_form(data: Mapping[str, str]) -> CheatDecided:
    """Return the table's decision from a form; an empty result changes nothing."""
    result = data.get("result", "").strip()
    return CheatDecided(
        round=typed_whole(data.get("round", ""), "Round"),
        text=" ".join(data.get("text", "").split()),
        player=data.get("player", "").strip() if result else "",
        result=typed_whole(result, "Result") if result else None,
    )


def reversal_of_form(data: Mapping[str, str]) -> RoundReversed:
    """Return the reversal of a round from a form."""
    return RoundReversed(typed_whole(data.get("round", ""), "Round"), " ".join(data.get("reason", "").split()))


def result_choices(game: TableGame) -> tuple[tuple[str, str], ...]:
    """Return the results that may count instead of a roll, for a form."""
    named = ((str(number), result.name) for number, result in enumerate(game.results, 1))
    return (("", "The roll counts"), *named, ("0", "Nothing: the player loses the stake"))
