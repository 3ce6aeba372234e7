"""Boxes, cards and limits as hypothesis draws them."""

from hypothesis import strategies as st

from rules.cards.model import Card
from rules.recruitment.model import RANKINGS
from tests.rules.recruitment.boxes import card

KEYS = "abcdefg"
MOST_WAYS = 400
rankings = st.sampled_from([ranking.key for ranking in RANKINGS])
limits = st.one_of(st.integers(0, 150), st.sampled_from([17, 18, 19, 36, 42, 63, 64, 65, 200, 500]))


@st.composite
def decks(draw: st.DrawFn, keys: str = KEYS, commanders: int = 2, levels: tuple[int, int] = (-1, 5)) -> dict[str, Card]:
    level = st.integers(*levels)
    tags = st.lists(st.sampled_from(["Elf", "Orc", "Undead"]), max_size=2)
    cards = {key: card(key, draw(level), *draw(tags)) for key in keys}
    for key in draw(st.lists(st.sampled_from(keys), max_size=commanders, unique=True)):
        brings = draw(st.lists(st.sampled_from(keys), min_size=1, max_size=2))
        cards[key] = card(key, cards[key].level, *cards[key].tags, brings=tuple(brings))
    return cards


@st.composite
def boxes(draw: st.DrawFn, keys: str = KEYS, copies: int = 3, ways: int = MOST_WAYS) -> dict[str, int]:
    box = {}
    for key in draw(st.lists(st.sampled_from(keys), unique=True)):
        box[key] = draw(st.integers(0, min(copies, ways - 1)))
        ways //= box[key] + 1
    return box
