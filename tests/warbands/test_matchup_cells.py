"""A cell of the matchup sheet as drawn: the chance, what else there is in few words, and how strong its ground."""

from selectolax.lexbor import LexborHTMLParser

from rules.effects.model import Effect
from rules.legality.resolved import Rulebook
from rules.matchup.cells import MatchupCell
from rules.matchup.sheet import matchup_sheet
from rules.p2v_combat.attacks import Attack
from rules.p2v_combat.odds import StrikeOdds
from rules.roster import Member, Roster
from warbands.templatetags.matchups import chances, shade


def drawn(rulebook: Rulebook, attacker: str, attack: str, target: str) -> tuple[list[str], MatchupCell]:
    """What is drawn of an attack, piece by piece, and its cell."""
    sheet = matchup_sheet(Roster((Member(attacker),)), Roster((Member(target),)), rulebook)
    row = next(row for row in sheet.first.rows if row.attack.name == attack)
    (cell,) = row.cells
    shown = LexborHTMLParser(f"<table><tr>{chances(cell, row.attack)}</tr></table>").css_first("td")
    assert shown.attributes["title"] == cell.summary
    return [piece.text() for piece in shown.iter()], cell


def test_a_strike_has_its_chance_the_critical_and_the_damage(rulebook):
    # Fight +8 against Armor 16: hits on 8, critically on 18.
    assert drawn(rulebook, "boar", "Tusk", "shadow")[0] == ["65%", "crit 15%", "dmg 4.8"]


def test_a_strike_with_a_save_has_both_chances(rulebook):
    # Fight +8 against Armor 13; Fortitude +8 against Power 14 fails on 5 or less.
    pieces = drawn(rulebook, "caligni-skulker", "Dagger", "boar")[0]
    assert pieces == ["80%", "crit 30%", "dmg 7.0", "Fort 25%"]


def test_a_power_has_the_chance_that_its_save_fails_once(rulebook):
    assert drawn(rulebook, "ankheg", "Acid Spit", "boar")[0] == ["65%", "crit 20%", "dmg 10.3"]


def test_a_power_without_damage_has_none(rulebook):
    assert drawn(rulebook, "trog-stoneliege", "Powerful Stench", "boar")[0] == ["45%", "crit 5%"]


def test_whoever_is_immune_has_no_chance(rulebook):
    pieces, cell = drawn(rulebook, "basilisk", "Petrifying Gaze", "basilisk")
    assert (pieces, shade(cell)) == (["immune"], "")


def test_what_takes_effect_without_a_roll_says_so():
    cell = MatchupCell(is_automatic=True)
    pieces = LexborHTMLParser(f"<table><tr>{chances(cell, Attack('x', 'Aura', Effect()))}</tr></table>").css("td > *")
    assert [piece.text() for piece in pieces] == ["100%", "no roll"]


def test_what_cannot_be_told_is_a_gap(rulebook):
    pieces, cell = drawn(rulebook, "boar", "Tusk", "no-such-creature")
    assert (pieces, shade(cell)) == (["–"], "")


def test_the_ground_grows_stronger_with_every_fifth_of_the_faces():
    cells = [MatchupCell(strike=StrikeOdds(20 - faces, faces, 0)) for faces in range(21)]
    bands = [range(5), range(5, 9), range(9, 13), range(13, 17), range(17, 21)]
    assert [shade(cell) for cell in cells] == [f"chance-{band}" for band, faces in enumerate(bands) for _ in faces]


def test_names_from_cards_are_escaped():
    drawn_cell = chances(MatchupCell(notes=('Immune to "<b>".',)), Attack("x", "Aura", Effect()))
    assert "<b>&quot;" not in drawn_cell
    assert "&lt;b&gt;&quot;." in drawn_cell
