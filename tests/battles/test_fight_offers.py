"""Offers of a fight as forms, folded and open."""

from battles.templatetags.battle_parts import draw_kept
from battles.web.fights.offers import OfferButton, OfferInput, OfferList, offer_input
from rules.combat.resolution import OfferField

WHY: tuple[OfferInput, ...] = (offer_input(OfferField("why", "Why", "word", value="")),)


def _button(label: str, group: str, inputs: tuple[OfferInput, ...] = ()) -> OfferButton:
    words = label.lower().replace(" ", "-")
    return OfferButton(
        f"offer-{words}", label, words, group, "", "{}", inputs, "", left_to_players=False, is_main=False
    )


def _drawn(*buttons: OfferButton) -> str:
    return str(draw_kept("fight_offers", OfferList(buttons), "key"))


def test_a_single_button_stands_without_a_heading() -> None:
    drawn = _drawn(_button("End turn", "Turn"), _button("Wait", "Other"), _button("Run", "Other"))
    assert 'id="offers-turn"' not in drawn
    assert 'id="offers-other"' in drawn
    assert [drawn.count(f">{label}</") for label in ("End turn", "Wait", "Run")] == [1, 1, 1]


def test_a_single_form_is_folded_once_and_several_are_each_folded() -> None:
    assert _drawn(_button("Deal damage", "By the table", WHY)).count("<details") == 1
    two = (_button("Deal damage", "By the table", WHY), _button("Fall", "By the table", WHY))
    assert _drawn(*two).count("<details") == 3


def test_what_a_game_master_may_do_for_a_side_stays_folded() -> None:
    assert 'id="offers-for-heroes"' in _drawn(_button("End turn", "For Heroes"))
