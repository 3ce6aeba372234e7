"""The effect of a feature: its unconditional damage and the saves against it.

The text stays complete. A reference replaces each number that became damage, so that a level-up changes text and field
together. Conditional damage stays in the text only.
"""

import re
from dataclasses import dataclass

from rules.card_reading.values import ImportDoubts, pattern_of
from rules.cards.phrases import REFERENCE
from rules.cards.remarks import states
from rules.effects.values import SAVES, Damage, Save, SaveResult, SavingThrow
from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES

_TYPE = pattern_of((*(word for row in DAMAGE_TYPES for word in (row.name, *row.aliases)), *FREE_TYPES, "physical"))
_TYPES = rf"(?:{_TYPE})(?:(?:, and |, or |, | and | or )(?:{_TYPE}))*"
_AFTER = r"(?!\d|[/+d]\d| ?(?:HP|hit points|squares?|AP)\b)"
_DAMAGE = re.compile(
    rf"(?<![\d+\-−–/d])(?P<amount>\d{{1,3}}){_AFTER}"
    rf"(?P<lasting> (?:persistent|ongoing))?(?: (?P<types>{_TYPES})(?![\w-]))?(?P<word> damage\b)?",
    re.IGNORECASE,
)
_PERSISTENT = re.compile(
    rf"persistent (?:damage )?(?:(?P<before>{_TYPES}) )?(?:damage )?"
    rf"(?P<amount>\d{{1,3}}){_AFTER}(?: (?P<types>{_TYPES})\b)?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.]+(?:\.(?=\S*[a-z0-9])[^.]*)*\.?\s*")
_UNDER_CONDITION = re.compile(
    r"(?:if|when|whenever|while|on a (?:critical|success)|on \d|or|creatures entering|until|instead|leaves)\b"
    r"|\(or\b|.*\binstead\b",
    re.IGNORECASE,
)
_HIT = re.compile(r"on a hit,?\s*", re.IGNORECASE)
_NOT_DEALT = re.compile(
    r"(?:\bheals?|\bhealed|\bregains?|\badditional|\bextra|\bfurther|\bby|\bresist|\bweakness(?:es)?|\bfirst|\btemporary|"
    r"\bmore|\bleast|\btakes? off|\breduces?(?: \w+)* damage|\blevel|\brank|\bpower|\bspend|\bexcept|\bwithin|\bspeed|"
    r"\bpushed|\bpulled|\bshunt\w*(?: \w+)*|\bset to|\btakes|\bup to|\bevery|\bonly)\s*$",
    re.IGNORECASE,
)
_AGAINST = re.compile(r" against (?P<who>[\w ]{2,60})(?=[.;]|\s*$)")
_BRACKETS = re.compile(r"\((?P<inside>[^()]*)\)")
_STATS: dict[str, Save] = {"fort": "fortitude", "ref": "reflex", **{stat: stat for stat in SAVES}}
_RESULTS: dict[str, SaveResult] = {"negates": "negates", "negate": "negates", "none": "negates", "half": "half"}
_SAVE = re.compile(
    rf"(?P<stat>{pattern_of(_STATS)})(?: save)?:? (?P<result>{pattern_of(_RESULTS)})\b,? ?(?P<of>.*)", re.IGNORECASE
)
_NEXT_RESULT = re.compile(rf"(?:{pattern_of(_RESULTS)})\b", re.IGNORECASE)
MAX_WORDS_BEFORE = 60
MAX_DAMAGE = 12
_CONDITIONAL = re.compile(r"\b(?:if|when|unless|on a critical|on a success|on a failure)\b", re.IGNORECASE)
_SPEND = re.compile(r"(?:it )?(?:may |can )?spend\b", re.IGNORECASE)
_TAKES = re.compile(r"(?:the )?(?P<who>[\w' -]{1,80}?) takes \d", re.IGNORECASE)
_CONDITION = re.compile(rf"\b(?:{pattern_of(states())})\b", re.IGNORECASE)
_END_OF_CLAUSE = re.compile(r"[.;:]\s|\bon a hit\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadEffect:
    """The result of reading a text; ``text`` is all of it, with references in place of ``damage``."""

    text: str
    damage: tuple[Damage, ...]
    saves: tuple[SavingThrow, ...]
    is_whole: bool
    """Whether the fields say everything that the text says."""


def read_effect(text: str, feature: str, creature: str, doubts: ImportDoubts) -> ReadEffect:
    """Read damage and saves of an effect with single spaces; ``creature`` is its user's name."""
    if REFERENCE.search(text):
        doubts.add(
            "text.braces", f"{feature}: its text has words in braces, so that no damage was read from it.", "text"
        )
        return ReadEffect(text, (), (), is_whole=False)
    damage_spans = _dealt(text, creature)
    damage = tuple(damage for damage, _ in damage_spans)
    pieces, last = [], 0
    for place, (_, (start, end)) in enumerate(damage_spans, start=1):
        pieces += [text[last:start], "{amount}" if place == 1 else f"{{amount.{place}}}"]
        last = end
    saves = tuple(_saves(text, [start for _, (start, _) in damage_spans]))
    left = _BRACKETS.sub("", _DAMAGE.sub("", text)).strip(" .,;")
    return ReadEffect("".join((*pieces, text[last:])), damage, saves, is_whole=not left)


def _dealt(text: str, creature: str) -> list[tuple[Damage, tuple[int, int]]]:
    """Return the unconditional damage, with the places of its amounts."""
    damage_spans: list[tuple[Damage, tuple[int, int]]] = []
    for sentence in _SENTENCE.finditer(text):
        if damage_spans and not _goes_on(sentence[0]):
            continue
        for start, clause in _clauses(sentence[0]):
            if _UNDER_CONDITION.match(clause):
                break
            if _SPEND.match(clause) or _is_about_user(clause, creature):
                continue
            damage_spans += _in_clause(clause, sentence.start() + start)
    return damage_spans


def _is_about_user(clause: str, creature: str) -> bool:
    """Return True if the clause is about the user itself: its name is the subject."""
    subject = _TAKES.match(clause)
    own = set(creature.casefold().split())
    return subject is not None and set(subject["who"].casefold().split()) <= own


def _goes_on(sentence: str) -> bool:
    """Return True if a later sentence describes the same hit."""
    return bool(re.match(r"(?:\w[\w-]*, )*(?:\w[\w-]* and )?persistent\b", sentence, re.IGNORECASE))


def _clauses(sentence: str) -> list[tuple[int, str]]:
    """Return the parts of a sentence between semicolons and after colons, with their places, brackets blanked out."""
    blank = _BRACKETS.sub(lambda match: " " * len(match[0]), sentence)
    clauses, start = [], 0
    for part in re.split(r"(?<=[;:])", blank):
        clause = part.lstrip()
        place = start + len(part) - len(clause)
        if hit := _HIT.match(clause):
            clause, place = clause[hit.end() :], place + hit.end()
        clauses.append((place, clause))
        start += len(part)
    return clauses


def _in_clause(clause: str, start: int) -> list[tuple[Damage, tuple[int, int]]]:
    damage_spans: list[tuple[Damage, tuple[int, int]]] = []
    condition = _CONDITIONAL.search(clause)
    for match in sorted((*_DAMAGE.finditer(clause), *_PERSISTENT.finditer(clause)), key=lambda match: match.start()):
        names = match.groupdict()
        before = clause[: match.start()]
        is_persistent = "word" not in names
        if not is_persistent:
            alone = not before.strip() and not clause[match.end() :].strip(" .;:,")
            if not (match["word"] or match["lasting"] or (match["types"] and (alone or not before.strip()))):
                continue
            if _NOT_DEALT.search(before.rstrip()[-MAX_WORDS_BEFORE:]) and not before.rstrip().casefold().endswith(
                " takes"
            ):
                continue
        if condition and condition.start() < match.start():
            break
        if len(damage_spans) == MAX_DAMAGE:
            break
        types = names.get("types") or names.get("before") or ""
        words = tuple(word for word in re.split(r",? and |,? or |, ", types.lower()) if word)
        choose = " or " in types.lower()
        lasting = is_persistent or bool(names.get("lasting"))
        place = (start + match.start("amount"), start + match.end("amount"))
        against = _AGAINST.match(clause, match.end())
        only = " ".join(against["who"].split()) if against else ""
        damage_spans.append((Damage(int(match["amount"]), words, lasting, choose_one=choose, only=only), place))
    return damage_spans


def _saves(text: str, damage_places: list[int]) -> list[SavingThrow]:
    """Return the saves in brackets: ``(Fortitude half, negates sickened)``."""
    saves: list[SavingThrow] = []
    for brackets in _BRACKETS.finditer(text):
        stat: Save | None = None
        for part in re.split(r"[;,] ?", brackets["inside"]):
            if match := _SAVE.fullmatch(part.strip()):
                stat = _STATS[match["stat"].lower()]
                result, of = _RESULTS[match["result"].lower()], match["of"].strip()
            elif stat and (again := _NEXT_RESULT.match(part.strip())):
                result, of = _RESULTS[again[0].lower()], part.strip()[again.end() :].strip()
            else:
                continue
            parts = SavingThrow.parts_of(of)
            if result == "negates" and of in ("", "both", "either"):
                parts = _parts_before(text, brackets.start(), damage_places, of)
            if (save := SavingThrow(stat, result, parts)) not in saves:
                saves.append(save)
    return saves


def _parts_before(text: str, end: int, damage_places: list[int], of: str) -> tuple[str, ...]:
    """Return the subject of a save without parts of its own: the clause before it, if damage came before that."""
    ends = [match.end() for match in _END_OF_CLAUSE.finditer(text, 0, end)]
    start = ends[-1] if ends else 0
    if not any(place < start for place in damage_places):
        return ("both",) if of == "both" and not any(start <= place for place in damage_places) else ()
    clause = text[start:end]
    parts: list[tuple[int, str]] = [(match.start(), match[0].lower()) for match in _CONDITION.finditer(clause)]
    for match in _DAMAGE.finditer(clause):
        if match["word"]:
            kind = "persistent" if match["lasting"] else (match["types"] or "").lower()
            parts.append((match.start(), f"{kind} damage".strip()))
    parts += [(match.start(), "persistent damage") for match in _PERSISTENT.finditer(clause)]
    return tuple(word for _, word in sorted(parts))
