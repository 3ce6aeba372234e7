"""Champions and awards in sentences, and how many holders each names."""

from rules.campaigns.leagues.honors import MOST_HOLDERS, SeasonHonor, honor_sentences


def shared(title: str, holders: int) -> list[SeasonHonor]:
    return [SeasonHonor(title, number, f"Band {number}", deed="won it") for number in range(1, holders + 1)]


def test_each_holder_has_a_sentence_as_long_as_they_are_few():
    assert list(honor_sentences(shared("Streak", 2))) == ["Streak: Band 1 won it.", "Streak: Band 2 won it."]
    assert len(list(honor_sentences([*shared("Streak", MOST_HOLDERS), *shared("Scars", 1)]))) == MOST_HOLDERS + 1


def test_many_holders_share_one_sentence():
    first, many = honor_sentences([*shared("Scars", 1), *shared("Survivor", 18)])
    assert first == "Scars: Band 1 won it."
    assert many == (
        "Survivor, shared by 18: Band 1, Band 2, Band 3, Band 4, Band 5, Band 6, Band 7, Band 8 and 10 more."
    )
