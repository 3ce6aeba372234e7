"""The notation for targets, steps, bonuses, checks and forced moves: ``each enemy``, ``strike Tusk at +2``."""

import re
from collections.abc import Iterable
from typing import Any, get_args

from rules.effects.circumstances import BONUS_CIRCUMSTANCES, DESTINATIONS, WAYS_THROUGH, PassiveMomentKind, Quiet
from rules.effects.notation import NotationError, split_parts, split_words
from rules.effects.values import (
    MOST_EXTRA_REACTIONS,
    MOVE_KINDS,
    ActionKind,
    Bonus,
    Check,
    EffectStep,
    ExtraReactions,
    ForcedMove,
    PassiveMoment,
    SizeWord,
    Target,
    Where,
    Who,
)
from rules.text import counted, listed

_OR = " or "
_PLURALS: dict[str, Who] = {
    "allies": "ally",
    "enemies": "enemy",
    "creatures": "creature",
    "squares": "square",
    "objects": "object",
}
_MANY: dict[str, str] = {singular: many for many, singular in _PLURALS.items()}
WHERE_BY_WORDS: dict[str, Where] = {
    "adjacent": "adjacent",
    "within reach": "reach",
    "in sight": "sight",
    "in the aura": "aura",
    "beside solid terrain": "solid",
}
WORDS_OF_WHERE = {place: words for words, place in WHERE_BY_WORDS.items()}
_WHO = re.compile(r"(?P<optional>up to )?(?P<number>each|\d{1,2}) (?P<who>[a-z]+)|(?P<alone>self|trigger)")
_FLAGS = {"with self": "with_self", "without self": "without_self", "at random": "at_random"}
_LISTS = {
    "not tagged": "not_tags",
    "tagged": "tags",
    "not named": "not_names",
    "named": "names",
    "not having": "not_having",
    "having": "having",
}
_WITHIN = re.compile(r"within (\d{1,3})")
_OR_SMALLER = " or smaller"
SIZE_OF_USER, SMALLER_THAN_USER = "its size", "less than its size"
_TARGET_EXAMPLES = "“self”, “each enemy”, “1 creature, within reach, Medium or smaller, having grabbed”"


def parse_target(text: str) -> Target | None:
    """Read the target of an effect: ``each ally, within 4, tagged Animal or Beast, without self``; None if empty.

    ``trigger`` is the creature of the trigger.
    """
    first, *qualifiers = split_parts(text, ",") or [""]
    if not first:
        return None
    match = _WHO.fullmatch(first)
    who: Any = match and (match["alone"] or _PLURALS.get(match["who"], match["who"]))
    if match is None or who not in get_args(Who):
        raise NotationError(f"A target is like {_TARGET_EXAMPLES}; “{text}” is not.")
    number = None if match["number"] == "each" else int(match["number"] or 1)
    values: dict[str, Any] = {"optional": True} if match["optional"] else {}
    for qualifier in qualifiers:
        name, value = _qualifier(qualifier)
        if name in values:
            raise NotationError(f"A target says each thing once; “{qualifier}” repeats one.")
        values[name] = value
    return Target(who=who, number=number, **values)


def _qualifier(text: str) -> tuple[str, object]:
    if text in WHERE_BY_WORDS:
        return "where", WHERE_BY_WORDS[text]
    if text in _FLAGS:
        return _FLAGS[text], True
    if match := _WITHIN.fullmatch(text):
        return "within", int(match[1])
    if text == SMALLER_THAN_USER:
        return "max_size", text
    if (size := text.removesuffix(_OR_SMALLER)) in (*get_args(SizeWord), SIZE_OF_USER) and size != text:
        return "max_size", size
    for words, name in _LISTS.items():
        if text.startswith(f"{words} "):
            return name, tuple(text.removeprefix(f"{words} ").split(_OR))
    raise NotationError(f"A target is like {_TARGET_EXAMPLES}; “{text}” is not part of one.")


def format_target(target: Target | None) -> str:
    """Write the target of an effect; "" for None."""
    if target is None:
        return ""
    who: str = target.who
    if who not in ("self", "trigger"):
        number = "each" if target.number is None else str(target.number)
        who = f"{'up to ' if target.optional else ''}{number} {who if target.number in (None, 1) else _MANY[who]}"
    words = [
        who,
        WORDS_OF_WHERE.get(target.where, ""),
        f"within {target.within}" if target.within is not None else "",
        target.max_size + ("" if target.max_size in ("", SMALLER_THAN_USER) else _OR_SMALLER),
        *(f"{words} {_OR.join(getattr(target, name))}" for words, name in _LISTS.items() if getattr(target, name)),
        *(words for words, name in _FLAGS.items() if getattr(target, name)),
    ]
    return ", ".join(filter(None, words))


_ACTIONS = "|".join(get_args(ActionKind))
_AGAINST = {"one target": "same", "different targets": "different", "each target": "each", "neighbors": "neighbors"}
_WORDS_AGAINST = {value: words for words, value in _AGAINST.items()}
_STEP = re.compile(
    rf"(?P<by_target>target )?(?P<optional>may )?(?P<action>{_ACTIONS})"
    r"(?: (?P<names>(?!\d+ squares?|straight|speed |up to |x\d|at [+-]|rank \d|against |after \d|to |through |"
    r"ignoring |without |in any order|combined|counting |again |on the way|reach \d).+?))?"
    r"(?: (?P<squares>\d{1,3}) squares?)?(?P<straight> straight)?"
    r"(?: speed (?:(?P<bonus>[+-])?(?P<speed>\d{1,3})|(?P<pace>half|twice)))?"
    r"(?:(?P<up_to> up to)? x(?P<times>\d))?(?: at (?P<modifier>[+-]\d{1,2}))?(?: rank (?P<rank>\d{1,2}))?"
    r"(?: against (?P<targets>one target|different targets|each target|neighbors))?"
    r"(?: after (?P<after>\d{1,3}) squares?)?"
    rf"(?: to (?P<to>{'|'.join(DESTINATIONS)}))?(?: through (?P<through>{'|'.join(WAYS_THROUGH)}))?"
    rf"(?: ignoring (?P<ignoring>[a-z ]+?))?(?: without (?P<quiet>{'|'.join(filter(None, get_args(Quiet)))}))?"
    r"(?P<any_order> in any order)?(?P<combined> combined)?(?: counting (?P<once>.+?) once)?"
    r"(?P<again> again after a hit)?(?P<on_the_way> on the way)?(?: reach (?P<reach>\d{1,2}))?"
)


def parse_steps(text: str) -> tuple[EffectStep, ...]:
    """Read the steps of an activity: ``stride x2 speed +2; strike Tusk at +2 after 4 squares``."""
    return tuple(map(_step, split_parts(text)))


def _step(part: str) -> EffectStep:
    match = _STEP.fullmatch(" ".join(part.split()))
    if match is None:
        raise NotationError(
            f"A step is one of {listed(get_args(ActionKind), 'or')} with what belongs to it (“stride speed +2 x2; "
            f"strike Tusk at +2; teleport 12 squares; cast fear or sleep rank 4”); “{part}” is not."
        )
    speed = int(match["speed"]) if match["speed"] else None
    signed = int(f"{match['bonus']}{speed}") if match["bonus"] else 0
    return EffectStep(
        action=match["action"],  # type: ignore[arg-type] # the pattern takes no other
        names=tuple(match["names"].split(_OR)) if match["names"] else (),
        times=int(match["times"] or 1),
        up_to=bool(match["up_to"]),
        squares=int(match["squares"]) if match["squares"] else None,
        speed=None if match["bonus"] else speed,
        speed_bonus=signed,
        straight=bool(match["straight"]),
        modifier=int(match["modifier"] or 0),
        rank=int(match["rank"]) if match["rank"] else None,
        targets=_AGAINST.get(match["targets"] or "", ""),  # type: ignore[arg-type] # one of its values
        optional=bool(match["optional"]),
        by_target=bool(match["by_target"]),
        after_moving=int(match["after"]) if match["after"] else None,
        pace=match["pace"] or "",  # type: ignore[arg-type] # the pattern takes no other
        to=match["to"] or "",
        through=match["through"] or "",
        ignoring=tuple(match["ignoring"].split(_OR)) if match["ignoring"] else (),
        quiet=match["quiet"] or "",  # type: ignore[arg-type] # the pattern takes no other
        any_order=bool(match["any_order"]),
        combined=bool(match["combined"]),
        counted_once=tuple(match["once"].split(_OR)) if match["once"] else (),
        again=bool(match["again"]),
        on_the_way=bool(match["on_the_way"]),
        reach=int(match["reach"]) if match["reach"] else None,
    )


def format_steps(steps: Iterable[EffectStep]) -> str:
    """Write the steps of an activity."""
    return "; ".join(map(_step_text, steps))


def _step_text(step: EffectStep) -> str:
    speed = f"speed {step.speed_bonus:+d}" if step.speed_bonus else f"speed {step.pace}" if step.pace else ""
    words = [
        "target" if step.by_target else "",
        "may" if step.optional else "",
        step.action,
        _OR.join(step.names),
        counted(step.squares, "square") if step.squares is not None else "",
        "straight" if step.straight else "",
        f"speed {step.speed}" if step.speed is not None else speed,
        ("up to " if step.up_to else "") + f"x{step.times}" if step.times > 1 or step.up_to else "",
        f"at {step.modifier:+d}" if step.modifier else "",
        f"rank {step.rank}" if step.rank is not None else "",
        f"against {_WORDS_AGAINST[step.targets]}" if step.targets else "",
        f"after {counted(step.after_moving, 'square')}" if step.after_moving is not None else "",
        f"to {step.to}" if step.to else "",
        f"through {step.through}" if step.through else "",
        f"ignoring {_OR.join(step.ignoring)}" if step.ignoring else "",
        f"without {step.quiet}" if step.quiet else "",
        "in any order" if step.any_order else "",
        "combined" if step.combined else "",
        f"counting {_OR.join(step.counted_once)} once" if step.counted_once else "",
        "again after a hit" if step.again else "",
        "on the way" if step.on_the_way else "",
        f"reach {step.reach}" if step.reach is not None else "",
    ]
    return " ".join(filter(None, words))


BONUS_STATS: tuple[str, ...] = (
    *("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"),
    *("saves", "damage", "reach", "skills", "falls", "weakness", "resistance"),
)
_BONUS = re.compile(
    r"(?P<stats>[a-z, ]+) (?P<by>[+-]\d{1,2}|to \d{1,2}|twice)(?: against (?P<against>.+?))?(?: when (?P<when>.+))?"
)


_STATS_IN_PLACE = frozenset(("fight", "armor", "power", "fortitude", "reflex", "will", "speed", "saves"))


def bonus_fault(bonus: Bonus) -> str:
    """Return what a battle cannot play about a number in place of the card's, or a die rolled twice; else empty."""
    if bonus.is_twice and (bonus.stats != ("fight",) or bonus.against or bonus.when or bonus.is_value):
        return "Only the next Fight roll can be made twice, and under no terms (“fight twice”)."
    if bonus.is_value and not (0 <= bonus.by <= 99 and _STATS_IN_PLACE.issuperset(bonus.stats)):
        return f"A number from 0 to 99 can stand in place of that of {listed(sorted(_STATS_IN_PLACE), 'or')} only."
    return ""


def parse_bonuses(text: str) -> tuple[Bonus, ...]:
    """Read bonuses: ``damage +4 against off-guard; fight, power and saves +1; armor +2 when this move``."""
    return tuple(map(_bonus, split_parts(text)))


def _bonus(part: str) -> Bonus:
    match = _BONUS.fullmatch(" ".join(part.split()))
    stats = split_words(match["stats"]) if match else ()
    if match is None or not set(stats) <= set(BONUS_STATS) or (match["when"] or "") not in ("", *BONUS_CIRCUMSTANCES):
        raise NotationError(
            f"A bonus is what it is on ({listed(BONUS_STATS, 'or')}), its number, and what it depends on (“damage +4 "
            f"against off-guard; armor +2 when {listed(BONUS_CIRCUMSTANCES, 'or')}”); “{part}” is not."
        )
    against = tuple(match["against"].split(_OR)) if match["against"] else ()
    by = match["by"]
    is_value, is_twice = by.startswith("to "), by == "twice"
    number = 0 if is_twice else int(by.removeprefix("to "))
    bonus = Bonus(
        stats=stats, by=number, against=against, when=match["when"] or "", is_value=is_value, is_twice=is_twice
    )
    if fault := bonus_fault(bonus):
        raise NotationError(f"{fault} “{part}” is something else.")
    return bonus


def format_bonuses(bonuses: Iterable[Bonus]) -> str:
    """Write bonuses."""
    return "; ".join(
        f"{listed(bonus.stats)} {_by_text(bonus)}"
        f"{f' against {_OR.join(bonus.against)}' if bonus.against else ''}{f' when {bonus.when}' if bonus.when else ''}"
        for bonus in bonuses
    )


def _by_text(bonus: Bonus) -> str:
    return "twice" if bonus.is_twice else f"to {bonus.by}" if bonus.is_value else f"{bonus.by:+d}"


_CHECK = re.compile(r"(?P<stat>d6|[^\W\d][^\d]*?)(?: (?P<dc>\d{1,2}))?(?: against (?P<against>.+))?")


def parse_check(text: str) -> Check | None:
    """Read a check: ``Medicine 15``, ``Athletics against its Power``; nothing for none."""
    words = " ".join(text.split())
    if not words:
        return None
    match = _CHECK.fullmatch(words)
    if match is None:
        raise NotationError(f"A check is a skill or save and its Power (“Medicine 15”); “{text}” is not.")
    return Check(match["stat"], match["against"] or "", dc=int(match["dc"]) if match["dc"] else None)


def format_check(check: Check | None) -> str:
    """Write a check; nothing for None."""
    if check is None:
        return ""
    dc = f" {check.dc}" if check.dc is not None else ""
    return f"{check.stat}{dc}{f' against {check.against}' if check.against else ''}"


_MOVE = re.compile(rf"(?P<kind>{'|'.join(MOVE_KINDS)}) (?P<squares>\d{{1,3}})(?: on (?P<on>failure|critical failure))?")


def parse_moves(text: str) -> tuple[ForcedMove, ...]:
    """Read forced moves that depend on the save: ``push 2 on failure; pull 4 on critical failure``."""
    moves = []
    for part in split_parts(text):
        match = _MOVE.fullmatch(" ".join(part.split()))
        if match is None:
            raise NotationError(f"A forced move is like “push 2”, “pull 4 on critical failure”; “{part}” is not.")
        on: Any = (match["on"] or "always").replace(" ", "_")
        kind: Any = match["kind"]
        moves.append(ForcedMove(kind, int(match["squares"]), on))
    return tuple(moves)


def format_moves(moves: Iterable[ForcedMove]) -> str:
    """Write forced moves."""
    return "; ".join(
        f"{move.kind} {move.squares}{'' if move.on == 'always' else f' on {move.on}'.replace('_', ' ')}"
        for move in moves
    )


_MOMENT_WORDS: dict[str, PassiveMomentKind] = {arg.replace("_", " "): arg for arg in get_args(PassiveMomentKind)}


def parse_moments(text: str) -> tuple[PassiveMoment, ...]:
    """Read moments of a battle: ``turn start; damaged fire, cold; uses Tumble Through``."""
    return tuple(map(_moment, split_parts(text)))


def _moment(part: str) -> PassiveMoment:
    words = " ".join(part.split())
    fitting = [word for word in _MOMENT_WORDS if words == word or words.startswith(f"{word} ")]
    if not fitting:
        raise NotationError(
            f"A moment is {listed(_MOMENT_WORDS, 'or')}, then what it is about (“damaged fire, cold”); “{part}” is not."
        )
    word = max(fitting, key=len)
    return PassiveMoment(_MOMENT_WORDS[word], tuple(split_parts(words.removeprefix(word), ",")))


def parse_extra_reactions(text: str) -> ExtraReactions | None:
    """Read extra reactions: ``2 Attack of Opportunity``, further names after commas; None for an empty text."""
    number, _, names = " ".join(text.split()).partition(" ")
    if not number:
        return None
    if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= MOST_EXTRA_REACTIONS or not names:
        raise NotationError(
            f"Extra reactions are a number up to {MOST_EXTRA_REACTIONS} and the names of the reactions "
            f"(“2 Attack of Opportunity”); “{text}” is not."
        )
    return ExtraReactions(int(number), tuple(split_parts(names, ",")))


def format_extra_reactions(extra: ExtraReactions | None) -> str:
    """Write extra reactions."""
    return f"{extra.number} {', '.join(extra.names)}" if extra else ""


def format_moments(moments: Iterable[PassiveMoment]) -> str:
    """Write moments of a battle."""
    return "; ".join(f"{moment.at.replace('_', ' ')} {', '.join(moment.of)}".rstrip() for moment in moments)
