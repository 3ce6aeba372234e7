"""The texts of abilities in the form of cards: whole sentences, saves, amounts, squares and conditions of the game."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.conversion.blocks import BlockAbility
from rules.conversion.damage_texts import DamageTally, convert_damage
from rules.conversion.defenses import convert_conditions, usual_conditions
from rules.conversion.steps import ConversionWork
from rules.conversion.text_choices import TextChoices, convert_areas
from rules.effects.values import SAVES, Damage, Range, SavingThrow, Use

_MAX_READ = 10_000
_SENTENCE = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)\s+(?=[A-Z(])")
# PF2e's glossary speaks of every creature at once; newer files name its entries, older ones repeat them.
_OF_GLOSSARY = re.compile(r"\bthe monster\b|^An? [\w ]{1,30} entry lists\b", re.IGNORECASE)
_MONSTER = re.compile(r"\b(?P<the>[Tt])he monster(?P<own>['’]s)?\b")
_TRAITS_FIRST = re.compile(r"^\W*\((?:[a-z-]+, )+[a-z-]+\)\s*")
_PAGES = re.compile(r" \((?:see )?(?:page|pages) \d{1,3}(?:[–-]\d{1,3})?\)")
_FOLLOWING = re.compile(r",? with the following (?:effects?|results?)(?=\.)", re.IGNORECASE)
_TWICE = re.compile(r"\b([a-z]{4,}) \1\b")
_SENSE = re.compile(r"\b(?:im)?precise sense\b", re.IGNORECASE)
# The multiple attack penalty never increases during an action here. "Converting from PF2e", "Strikes".
_ONE_PENALTY = r"(?:not|n['’]t) (?:increase|apply|count)|only one\b|as one\b"
_PENALTY_CLAUSE = re.compile(
    r"[;,] (?:and |but )?(?:this|these|it|they|each|both|the)\b(?=[^.;]*multiple attack penalty)"
    rf"(?=[^.;]*(?:{_ONE_PENALTY}))[^.;]*",
    re.IGNORECASE,
)
_PENALTY_SENTENCE = re.compile(
    rf"^(?:The|This|These|Its|His|Her|Their|Each|Both)\b(?=.*multiple attack penalty)(?=.*(?:{_ONE_PENALTY}))"
    r"(?!.*\b(?:makes?|Strides?|Steps?|deals?)\b)"
)

_TIDY = ((_TRAITS_FIRST, ""), (_PAGES, ""), (_PENALTY_CLAUSE, ""), (_FOLLOWING, ""), (_TWICE, r"\1"))


def whole_sentences(text: str) -> list[str]:
    """Return the sentences of a text; a paragraph that ends without a full stop gets one.

    >>> whole_sentences("Lasts until cured\\nThe target saves. It rests (page 7).")
    ['Lasts until cured.', 'The target saves.', 'It rests.']
    """
    paragraphs = [plain for line in text[:_MAX_READ].split("\n") if (plain := " ".join(line.split()))]
    own = [line for line in paragraphs if not _OF_GLOSSARY.search(line)] or [own_words(line) for line in paragraphs]
    sentences = []
    for line in own:
        plain = line
        for pattern, said in _TIDY:
            plain = pattern.sub(said, plain)
        sentences += [sentence for sentence in _SENTENCE.split(_ended(plain)) if sentence]
    return [sentence for sentence in sentences if not (_SENSE.search(sentence) or _PENALTY_SENTENCE.match(sentence))]


def own_words(text: str) -> str:
    """Return words of the glossary as those of one creature.

    >>> own_words("The monster's Strikes hurt those near the monster.")
    'Its Strikes hurt those near it.'
    """
    return _MONSTER.sub(lambda match: ("I" if match["the"] == "T" else "i") + ("ts" if match["own"] else "t"), text)


def is_of_glossary(text: str) -> bool:
    """Return True for text that the glossary has for every creature."""
    return bool(_OF_GLOSSARY.search(text))


def _ended(line: str) -> str:
    plain = line.rstrip(" ,;")
    return plain if not plain or plain.rstrip(")”\"'’")[-1:] in tuple(".!?:") else f"{plain}."


MAX_EFFECT = 1_200
"""The most characters of the text on a card; the step has the ability's whole text."""

_SAVE = r"(?P<basic>basic )?(?P<stat>Fortitude|Reflex|Will)(?: (?:saving throws?|saves?))?"
_DC_SAVE = re.compile(rf"(?P<article>\ban? )?\bDC (?P<dc>\d{{1,2}}) {_SAVE}", re.IGNORECASE)
_SAVE_IN_BRACKETS = re.compile(rf"\(DC (?P<dc>\d{{1,2}}) {_SAVE}\)", re.IGNORECASE)
_BASIC_SAVE = re.compile(
    r"\bbasic (?P<stat>Fortitude|Reflex|Will)(?: (?:saving throw|save))?|DC (?P<dc>\d{1,2}) basic", re.IGNORECASE
)
_FLAT_CHECK = re.compile(r"(?:\ban? )?\bDC (\d{1,2}) flat checks?")
_ARMOR_CLASS = re.compile(r"\b((?:Armor Class|AC) (?:is reduced|falls|drops|becomes)) to (\d{1,2})\b")
_BARE_DC = re.compile(r"\bDC (?:of )?(\d{1,2})\b(?! flat)")
_RECHARGE = re.compile(
    r"\b(?:can(?:'|’)?t|cannot|can not) use (?:[\w'’ -]{1,60}? )?again (?:for|until) (?P<time>[^.]{1,80})",
    re.IGNORECASE,
)
_IMMUNE = re.compile(
    r"\b(?:temporarily immune|(?:is|are|becomes?) (?:then )?immune|it(?:'s| is) immune)\b[^.]{0,200}?"
    r"\bfor (?:(?:\d{1,3} )?(?:rounds?|minutes?|hours?|days?)|one minute)",
    re.IGNORECASE,
)
_IMMUNE_AFTERWARDS = re.compile(
    r"[,;]?(?: and)? (?:(?:is|are|becomes?) )?(?:then )?(?:temporarily )?immune\b[^.]{0,200}", re.IGNORECASE
)
_CRITICAL = re.compile(
    r"(?:If |When |On |(?:An?|Any|Each|The|Those) (?:[\w'’-]+ ){0,4}?(?:that|who|which) )"
    r"(?:[\w'’-]+ ){0,4}?critical(?:ly)? (?:fails?|succeeds?|failure|success)\b",
    re.IGNORECASE,
)
_AS_ANOTHER = re.compile(
    r"as (?:an? |on an? )?(?P<other>(?:critical )?(?:success|failure)),? (?P<rest>(?:but|except|and) .+)", re.IGNORECASE
)
_MUST_SUCCEED = re.compile(rf"succeed (?:at|on) (?:an? )?DC \d{{1,2}} {_SAVE} or (?P<rest>[^.;]*)", re.IGNORECASE)
_HURTS = re.compile(
    r"\d|prone|grabbed|stunned|slowed|sickened|confused|paralyzed|drained|clumsy|enfeebled", re.IGNORECASE
)
_AURA_SIZE = re.compile(r"^\W*\d{1,3} f(?:ee|oo)t\b[.,;]?\s*")
_IN_PLAY = re.compile(
    r"\d|\b(?:strikes?|strides?|steps?|fly|flies|burrows?|climbs?|swims?|leaps?|damage|saves?|reactions?|actions?|"
    r"attacks?|hits?|speed|reach|within|adjacent|allies|ally|enem(?:y|ies)|targets?|creatures?|prone|grab|grabbed|"
    r"stunned|slowed|rattled|sickened|off-guard|immobilized|push|pushed|pull|hidden|concealed|invisible|resist\w*|"
    r"weak\w*|immune|bonus|penalty|heals?|regains?|hp|terrain|squares?|turn|round|escape|flank\w*|cover|teleport\w*)\b",
    re.IGNORECASE,
)
_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"\b[Hh]it [Pp]oints\b", "HP"),
        (r"\bArmor Class\b|\bAC\b", "Armor"),
        (r"\b(?:circumstance|status|item) (bonus|penalty)", r"\1"),
        (r"\b[Pp]ositive (damage|energy)", r"vitality \1"),
        (r"\b[Nn]egative (damage|energy)", r"void \1"),
        (r"\b[Aa]ttack of [Oo]pportunity\b", "Reactive Strike"),
        (r"\b[Aa]n attack roll\b", "a Fight roll"),
        (r"\b[Aa]ttack roll(s?)\b", r"Fight roll\1"),
        (r"\ba (?=emanation)", "an "),
        (r"\b(\d+)-square (bonus|penalty)", r"\1 \2"),
        (r"\bSpeeds\b", "Speed"),
        (r"\bsucceeds or critically succeeds\b", "succeeds"),
        (r"\bfails or critically fails\b", "fails"),
        (r"\s?\([^()]{0,80} on a critical (?:hit|failure)\)", ""),
        (r",? or [\w-]+(?: and [\w-]+)? on a critical (?:hit|failure)", ""),
        (r", ([\w-]+), or \1\b", r" or \1"),
        (r"[,;]? (?:and )?on a critical failure,[^.;)]*", ""),
        (r"\(a (Fortitude|Reflex|Will) save for half\)", r"(\1 half)"),
        (r" \(\d+ (?:rounds?|minutes?|hours?|days?|weeks?|months?)\)", ""),
        (r"\b([a-z]{4,}) \1\b", r"\1"),
        (r"\b(\w[\w-]*) and \1\b", r"\1"),
        (r"[{}]", ""),
        (r"\s+", " "),
    )
)


@dataclass(frozen=True, slots=True)
class ConvertedText:
    """The result for an ability: its sentence, and the fields of the sentence."""

    text: str
    damage: tuple[Damage, ...] = ()
    saves: tuple[SavingThrow, ...] = ()
    range: Range | None = None
    gives: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    lost_criticals: bool = False


def convert_text(work: ConversionWork, ability: BlockAbility, choices: TextChoices) -> ConvertedText:
    """Return the text of an ability as a card has it."""
    # Critical results go, recharge becomes two uses, what frightens once becomes one use. "Converting from PF2e".
    sentences = whole_sentences(_AURA_SIZE.sub("", ability.text) if "aura" in ability.traits else ability.text)
    is_action = ability.cost is not None
    lines, uses = _without_tracking(sentences, is_action=is_action)
    if is_action and not uses and _IMMUNE.search(ability.success):
        uses = ("encounter",)
    plain = [line for line in lines if not _CRITICAL.match(line)]
    basic = _BASIC_SAVE.search(ability.text)
    results = [
        f"{label} {_clause(_result(ability, text))}"
        for label, text in (("On a success,", ability.success), ("On a failure,", ability.failure))
        if text and not (basic or _says_nothing(text) or (text == ability.success and _is_no_success(ability)))
    ]
    first = first_stage(ability)
    stages = [f"On a failed save: {_clause(first)}"] if first else []
    sentences = [sentence for sentence in plain if _IN_PLAY.search(sentence)]
    raw = " ".join((*sentences, *stages, *results))
    saves = _saves(ability)
    text = _say_saves(raw, work)
    text, area = convert_areas(text, choices.size)
    tally = DamageTally(work.rounds_all_damage)
    text = convert_damage(text, tally, deals=bool(saves or area or ability.cost))
    text, _ = convert_conditions(text, choices.condition)
    asked = frozenset(choices.conditions)
    _, given = convert_conditions(
        ability.failure or first or _unless_saved(ability.text),
        lambda word: choices.condition(word) if word in asked else usual_conditions(word),
    )
    for pattern, said in _WORDS[:-2]:
        text = pattern.sub(said, text)
    text = " ".join(re.sub(r"\{(?!damage(?:\.\d)?\})|(?<!\{damage)(?<!\{damage\.\d)\}", "", text).split())
    return ConvertedText(
        _shortened(text),
        damage=tuple(tally.damage) if "{damage" in _shortened(text) else (),
        saves=saves,
        range=area,
        gives=given if saves else (),
        uses=uses,
        lost_criticals=len(plain) < len(lines),
    )


def first_stage(ability: BlockAbility) -> str:
    """Return the first stage of an affliction that does something in a fight, or ""."""
    return next((stage for stage in ability.stages if _HURTS.search(stage.partition(" (")[0])), "")


def plain_words(work: ConversionWork, text: str) -> str:
    """Return a short text (a trigger, a requirement) in the game's words, without a full stop."""
    text, _ = convert_areas(_say_saves(own_words(text[:2_000]), work))
    text, _ = convert_conditions(convert_damage(text, DamageTally(work.rounds_all_damage), deals=False))
    for pattern, said in _WORDS:
        text = pattern.sub(said, text)
    return text.strip(" .;")[:400]


def _without_tracking(sentences: Iterable[str], *, is_action: bool) -> tuple[list[str], tuple[Use, ...]]:
    """Return the sentences without those that track time, and the boxes that replace them."""
    uses: tuple[Use, ...] = ()
    kept = []
    for sentence in sentences:
        if match := _RECHARGE.search(sentence):
            uses = uses_for(match["time"])
        elif _IMMUNE.search(sentence):
            uses = uses or (("encounter",) if is_action else ())
        else:
            kept.append(sentence)
    return kept, uses


def uses_for(time: str) -> tuple[Use, ...]:
    """Return the boxes of a power that returns after some time.

    >>> uses_for("1d4 rounds"), uses_for("1 minute"), uses_for("24 hours")
    (('encounter', 'encounter'), ('encounter',), ('daily',))
    """
    if "day" in time or "24 hour" in time or "8 hour" in time or "week" in time:
        return ("daily",)
    return ("encounter", "encounter") if "round" in time else ("encounter",)


def _says_nothing(text: str) -> bool:
    plain = _IMMUNE_AFTERWARDS.sub("", text).strip()
    return bool(re.fullmatch(r"(?:the )?(?:\w+ ){0,3}(?:is|are)?\s*(?:unaffected|no effect)\.?", plain, re.IGNORECASE))


def _result(ability: BlockAbility, text: str) -> str:
    """Return the result of a save; ``as critical success, but ...`` is resolved."""
    plain = _IMMUNE_AFTERWARDS.sub("", " ".join(text.split()))
    match = _AS_ANOTHER.match(plain)
    if match is None:
        return plain
    meant = {"critical success": ability.critical_success, "critical failure": ability.critical_failure}
    other = meant.get(match["other"].lower(), "").rstrip(" .") or "the same happens"
    return f"{other}, {match['rest']}"


def _is_no_success(ability: BlockAbility) -> bool:
    """Return True if a success has the effect of a failure, apart from dropped values and durations."""
    both = (ability.success, ability.failure)
    success, failure = (convert_conditions(" ".join(text.split()), lambda word: (word,))[0] for text in both)
    return bool(success) and success == failure


def _clause(text: str) -> str:
    plain = " ".join(text.split()).rstrip(";,. ")
    head, _, rest = plain.partition(" ")
    lowered = head.lower() if head in ("The", "A", "An", "It", "Each", "As", "This", "They", "Target") else head
    return f"{lowered} {rest}".strip() + "."


def _saves(ability: BlockAbility) -> tuple[SavingThrow, ...]:
    match = _DC_SAVE.search(ability.whole_text)
    basic = _BASIC_SAVE.search(ability.whole_text)
    if match is None:
        return ()
    stat = next(save for save in SAVES if save == match["stat"].lower())
    if match["basic"] or (basic and basic["stat"] and basic["stat"].lower() == stat):
        return (SavingThrow(stat, "half"),)
    if ability.stages or _says_nothing(ability.success) or _is_no_success(ability):
        return (SavingThrow(stat, "negates"),)
    if _MUST_SUCCEED.search(ability.text):
        return (SavingThrow(stat, "negates"),)
    return (SavingThrow(stat, "other"),)


def _unless_saved(text: str) -> str:
    """Return the effect on a creature that does not succeed: the words after ``must succeed at a save or``."""
    match = _MUST_SUCCEED.search(text)
    return match["rest"] if match else ""


def _say_saves(text: str, work: ConversionWork) -> str:
    text = _FLAT_CHECK.sub(r"a roll of \1 or more on a d20", text)
    text = _SAVE_IN_BRACKETS.sub(lambda match: f"({_save(match)} {'half' if match['basic'] else 'save'})", text)
    text = _DC_SAVE.sub(lambda match: f"a {_save(match)} save{' for half' if match['basic'] else ''}", text)
    text = _ARMOR_CLASS.sub(lambda match: f"{match[1]} to {work.without_level(int(match[2]))}", text)
    return _BARE_DC.sub(lambda match: f"Power {work.without_level(int(match[1]))}", text)


def _save(match: re.Match[str]) -> str:
    return match["stat"].capitalize()


def _shortened(text: str) -> str:
    if len(text) <= MAX_EFFECT:
        return text
    cut = text[:MAX_EFFECT]
    return cut[: cut.rfind(". ") + 1] or f"{cut[: cut.rfind(' ')]}…"
