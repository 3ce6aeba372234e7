"""Words of other games: each leads to something that is there, and none hides what is called so here."""

from collections import Counter

from compendium.builtin import built_in_cards
from compendium.selectors.search import stems, word_tokens
from rules import feats, items, spells
from rules.glossary import catalog
from rules.glossary.catalog import other_words


def test_every_word_stands_for_something_that_is_there():
    known = {(entry.kind, entry.key) for entry in catalog.entries()} | {(kind, "") for kind in catalog.KINDS}
    known |= {("creature", card.key) for card in built_in_cards()}
    known |= {("item", item.key) for item in items.ITEMS} | {("spell", spell.key) for spell in spells.SPELLS}
    known |= {("feat", feat.key) for feat in feats.FEATS}
    assert [(other.words, term) for other in other_words() for term in other.stands_for if term not in known] == []


def test_every_word_has_a_sentence_that_says_what_it_is_here():
    assert [
        other for other in other_words() if not (other.says.endswith(".") and other.words and other.stands_for)
    ] == []


def test_no_word_stands_there_twice():
    words = Counter(" ".join(word_tokens(word)) for other in other_words() for word in other.words)
    assert [word for word, times in words.items() if times > 1] == []


def test_no_word_of_another_game_is_the_name_of_a_term_here():
    names = {" ".join(word_tokens(name)) for entry in catalog.entries() for name in (entry.name, *entry.aliases)}
    assert sorted(names & {" ".join(word_tokens(word)) for other in other_words() for word in other.words}) == []


def test_words_are_known_in_any_inflection():
    assert stems("frightening") == stems("frightened")
