"""Words: names as keys (contract, "Keys"), texts as searches compare them, lists and numbers as sentences have them."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache, wraps
from itertools import count
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´′＇"), None)
_OTHER_RUNS = re.compile(r"[^a-z0-9]+")
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_CONTROLS_BESIDE_LINES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_HYPHEN_BEFORE_NUMBER = re.compile(r"(?<![\w-])-(?=\d)")
_HISSING = re.compile(r"(s|x|z|ch|sh)$")
_CONSONANT_AND_Y = re.compile(r"[^aeiou]y$")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")

MAX_NESTING = 100
"""Lists and objects of a document within one another: what goes through it may call itself for each of them."""
NESTED = "lists and objects are nested too deeply"

LONGEST_KEPT = 300
"""Characters of a text for which an answer is kept. Nearly all that the game prints is shorter."""

Kept = TypeVar("Kept")
Others = ParamSpec("Others")
_OfText = Callable[Concatenate[str, Others], Kept]


def cached_by_text(
    maxsize: int, longest: int = LONGEST_KEPT
) -> Callable[[_OfText[Others, Kept]], _OfText[Others, Kept]]:
    """Return a decorator that keeps the answers to short texts; what people write at any length is answered anew.

    A count of answers bounds the memory only where each of them is small.
    """

    def decorate(answer: _OfText[Others, Kept]) -> _OfText[Others, Kept]:
        kept = lru_cache(maxsize)(answer)

        @wraps(answer)
        def ask(text: str, *args: Others.args, **kwargs: Others.kwargs) -> Kept:
            return (kept if len(text) <= longest else answer)(text, *args, **kwargs)

        return cast("_OfText[Others, Kept]", ask)

    return decorate


_UNSEEN = "\u200b"


def without_mentions(text: str) -> str:
    """Return a text without mentions or addresses for chats: an invisible mark breaks each of them."""
    return text.replace("@", f"@{_UNSEEN}").replace("://", f":{_UNSEEN}//").replace("www.", f"www{_UNSEEN}.")


def slug(name: str) -> str:
    """Return the key form of a name: lower case, marks and apostrophes dropped, hyphens between words.

    >>> slug("Alchemist's Fire (Minor)")
    'alchemists-fire-minor'
    """
    return _OTHER_RUNS.sub("-", plain(name)).strip("-")


def copy_name(name: str, taken: Container[str], longest: int) -> str:
    """Return a name for a copy that is not ``taken``, of at most ``longest`` characters.

    >>> copy_name("Ash", [], 80), copy_name("Ash (copy)", ["Ash (copy)"], 80)
    ('Ash (copy)', 'Ash (copy 2)')
    """
    plain = re.sub(r" \(copy(?: \d+)?\)$", "", name)
    marks = (f" (copy {number})" if number > 1 else " (copy)" for number in count(1))
    return next(new for mark in marks if (new := plain[: longest - len(mark)].rstrip() + mark) not in taken)


def without_directions(text: str) -> str:
    """Return a text without the invisible signs that turn the direction of what follows, so that it reads as it is.

    >>> without_directions("Mos\u202es Troll")
    'Moss Troll'
    """
    return _DIRECTIONS.sub("", text)


def legible_line(text: str) -> str:
    """Return a text as one line that reads as it is: no control characters, no signs that turn its direction.

    >>> legible_line(" Mos\u202es\\n Troll\\x07")
    'Moss Troll'
    """
    return _CONTROLS.sub("", " ".join(without_directions(text).split()))


def legible_lines(text: str) -> str:
    """Return a text of several lines without control characters and without signs that turn its direction.

    >>> legible_lines("It flies.\\r\\n\u202eIt bites.\\x07")
    'It flies.\\nIt bites.'
    """
    return _CONTROLS_BESIDE_LINES.sub("", without_directions(text).replace("\t", " ")).strip()


def plain_texts(value: Any) -> Any:
    """Return a document without such signs in any of its texts.

    >>> plain_texts({"names": ["Mos\u202es Troll"], "level": 3})
    {'names': ['Moss Troll'], 'level': 3}
    """
    match value:
        case str():
            return value if value.isascii() else without_directions(value)
        case list():
            return [plain_texts(item) for item in value]
        case dict():
            return {key: plain_texts(item) for key, item in value.items()}
    return value


def unusable(document: object, text: str) -> str:
    """Return why nothing can be done with a document that was read from a text of JSON, "" where it can."""
    if _is_nested_deeply(document):
        return NESTED
    if _SURROGATE.search(text):
        try:
            json.dumps(document, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return "a text holds half of a surrogate pair"
    return ""


def _is_nested_deeply(document: object) -> bool:
    level = [document]
    for _ in range(MAX_NESTING + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def natural_number(text: str, most_digits: int = 6) -> int | None:
    """Return the number from 0 that a text of at most ``most_digits`` ASCII digits writes, None for any other text.

    >>> natural_number("12"), natural_number("-3"), natural_number("1234567")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most_digits else None


def capped_number(text: str, most: int) -> int | None:
    """Return the number from 0 that a text of ASCII digits writes, ``most`` for a larger one, None for any other text.

    >>> capped_number("12", 9), capped_number("9" * 5_000, 99), capped_number("-3", 9)
    (9, 99, None)
    """
    first_digits = text.lstrip("0")[:18] or "0"
    return min(int(first_digits), most) if text.isascii() and text.isdecimal() else None


NUMBER_DIGITS = 9
"""The most digits of the number of a row, such as an entry or a round, in a form or an address."""


def natural_numbers(texts: Iterable[str]) -> list[int]:
    """Return the numbers of rows that texts write, others left out.

    >>> natural_numbers(["3", "", "x", "12"])
    [3, 12]
    """
    numbers = (natural_number(text, NUMBER_DIGITS) for text in texts)
    return [number for number in numbers if number is not None]


def unique_slugs(names: Iterable[str], fallback: str = "feature") -> tuple[str, ...]:
    """Return one slug a name; the second of the same slug gets ``-2``, the third ``-3``, in order.

    >>> unique_slugs(["Spear", "Spear", "Jaws"])
    ('spear', 'spear-2', 'jaws')
    """
    taken: set[str] = set()
    keys: list[str] = []
    for name in names:
        base = slug(name) or fallback
        key, number = base, 1
        while key in taken:
            number += 1
            key = f"{base}-{number}"
        taken.add(key)
        keys.append(key)
    return tuple(keys)


def plain(text: str) -> str:
    """Return a text as searches compare it: lower case, marks and apostrophes dropped.

    >>> plain("Dweomercat's Élan")
    'dweomercats elan'
    """
    if text.isascii():  # nearly every text, in a tenth of the time
        return text.replace("'", "").replace("`", "").lower()
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_APOSTROPHES).lower()


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as a sentence does: ``fire``, ``fire and cold``, ``fire, cold and acid``."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


FEW = 8
"""How many names a sentence takes before it stops listing them."""


def few_listed(words: Iterable[str]) -> str:
    """List the first few words, then the number of the others: ``a, b, c, d, e, f, g, h and 2 more``."""
    every = list(words)
    named = every[:FEW]
    if len(every) > FEW:
        named.append(f"{len(every) - FEW} more")
    return listed(named)


def keys_listed(keys: Iterable[str]) -> str:
    """List the first few keys in quotation marks, then the number of the others."""
    return few_listed(f"“{key}”" for key in keys)


def tallied(names: Iterable[str]) -> list[str]:
    """Return the names, each once, those that are there several times with their number: ``2 × Boar``."""
    return [with_count(name, number) for name, number in Counter(names).items()]


def with_count(name: str, number: int) -> str:
    """Return what several of one name are called: ``3 × Kobold Warrior``; one is called by the name alone."""
    return f"{number} × {name}" if number > 1 else name


def numbered_name(name: str, number: int) -> str:
    """Return a name with the number that tells it from its namesakes: ``Kobold Warrior 2``; 0 stands for no number."""
    return f"{name} {number}" if number else name


def possessive(name: str) -> str:
    """Return a name as the owner of something: ``Mara’s``; a name that ends in s gets the apostrophe alone."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def times_word(number: int) -> str:
    """Say how often: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def plural_of(noun: str) -> str:
    """Return the plural of a noun that follows the rules of spelling.

    >>> plural_of("point"), plural_of("watch"), plural_of("body"), plural_of("day")
    ('points', 'watches', 'bodies', 'days')
    """
    if _HISSING.search(noun):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if _CONSONANT_AND_Y.search(noun) else f"{noun}s"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun; ``plural`` is for a noun with a plural of its own.

    >>> counted(1, "point"), counted(3, "watch"), counted(2, "die", "dice")
    ('1 point', '3 watches', '2 dice')
    """
    return f"{number} {noun if number == 1 else plural or plural_of(noun)}"


def by_level(tiers: Sequence[tuple[int, int]]) -> str:
    """Say numbers that grow with the level, each given with the level from which it holds.

    >>> by_level([(1, 10), (8, 15), (13, 20)])
    '10 (15 from level 8, 20 from level 13)'
    """
    (_, first), *later = tiers
    return f"{first} ({', '.join(f'{amount} from level {level}' for level, amount in later)})"


def with_article(noun: str) -> str:
    """Put the article before a noun, by its first letter.

    >>> with_article("animal"), with_article("boar")
    ('an animal', 'a boar')
    """
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def with_choice(name: str, choice: str | None) -> str:
    """Put what was chosen for a thing behind its name.

    >>> with_choice("Fiery Weapon", "Tusk"), with_choice("Holy Water", None)
    ('Fiery Weapon (Tusk)', 'Holy Water')
    """
    return f"{name} ({choice})" if choice else name


def with_minus(text: str) -> str:
    """Write a sentence's negative numbers with the sign that cards print: ``Armor -2`` becomes ``Armor −2``."""
    return _HYPHEN_BEFORE_NUMBER.sub("−", text) if "-" in text else text
