"""Which types of damage a warband deals: from features, upgrades, spells, items and sentences."""

from rules.analysis.analysing import analyse
from rules.analysis.damage import DamageTypeSources
from rules.cards.model import Card, Feature
from rules.cards.phrases import read_feature
from rules.effects.values import Damage
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member, Roster
from tests.rows import every_row
from tests.rules.warbands import STATS


def dealt(*members: Member, rulebook: Rulebook) -> dict[str, DamageTypeSources]:
    return {row.type: row for row in analyse(Roster(members), rulebook).damage}


def prose(effect: str, *damage: Damage) -> Rulebook:
    """A rulebook of one creature, ``talker``, with one feature of those words."""
    feature = read_feature(Feature("trick", "Trick", effect=effect, damage=damage))
    return Rulebook.of(Card("talker", "Talker", 1, "TN", "Medium", STATS, features=(feature,)))


def test_each_type_has_its_dealers_the_most_common_first(company: Roster, rulebook: Rulebook):
    rows = analyse(company, rulebook).damage
    assert [(row.type, row.members, row.only_persistent) for row in rows] == [
        ("piercing", 4, 0),
        ("bludgeoning", 1, 0),
        ("cold", 1, 0),
        ("good", 1, 0),
    ]


def test_a_source_names_the_member_and_what_it_deals_the_type_with(company: Roster, rulebook: Rulebook):
    rows = {row.type: row for row in analyse(company, rulebook).damage}
    assert [(row.member, row.name, row.what) for row in rows["piercing"].direct] == [
        ("m1", "Snik (Kobold Warrior)", "Spear"),
        ("m2", "Boar", "Tusk"),
        ("druid", "Kobold Druid 1", "Trowel"),
        ("m4", "Cat Companion 1", "Jaws"),
    ]
    assert [row.what for row in rows["cold"].direct] == ["Ray of frost"]
    assert [row.what for row in rows["good"].direct] == ["Holy Water"]


def test_an_upgrade_deals_damage_only_once_it_is_bought(rulebook: Rulebook):
    assert set(dealt(Member("kobold-warrior"), rulebook=rulebook)) == {"piercing"}
    assert set(dealt(Member("kobold-warrior", upgrades=("sling",)), rulebook=rulebook)) == {"piercing", "bludgeoning"}


def test_a_replaced_feature_deals_nothing_any_more(rulebook: Rulebook):
    rows = dealt(Member("trog-stoneliege", upgrades=("claw",)), rulebook=rulebook)
    assert [row.what for row in rows["slashing"].direct] == ["Claw"]
    assert [row.what for row in rows["bludgeoning"].direct] == ["Earthen Torrent"]


def test_persistent_damage_stands_apart(rulebook: Rulebook):
    rows = dealt(Member("compsognathus"), Member("caligni-skulker"), rulebook=rulebook)
    poison = rows["poison"]
    assert [source.name for source in poison.direct] == ["Caligni Skulker"]
    assert [source.name for source in poison.persistent] == ["Compsognathus"]
    assert (poison.members, poison.only_persistent, poison.dealers) == (1, 1, 2)


def test_whoever_deals_a_type_in_both_ways_counts_once(rulebook: Rulebook):
    fire = dealt(Member("crag-linnorm"), rulebook=rulebook)["fire"]
    assert fire.persistent
    assert (fire.members, fire.only_persistent, fire.dealers) == (1, 0, 1)


@every_row(
    ("effect", "direct", "persistent"),
    [
        ("The target takes 15 mental damage (Will half).", {"mental"}, set()),
        ("Each hit deals a further 20 fire and electricity damage.", {"fire", "electricity"}, set()),
        ("It breathes 30 acid or lightning damage in a Line 8.", {"acid", "electricity"}, set()),
        ("The target takes 5 persistent poison damage.", set(), {"poison"}),
        ("Any fire or electricity damage that it takes makes it sickened.", set(), set()),
        ("A single attack that deals it 15 or more cold damage makes it rattled.", set(), set()),
        ("A creature that deals cold damage to it is slowed.", set(), set()),
        ("That damage is reduced by 15.", set(), set()),
        ("Its Strikes deal +4 damage to off-guard targets.", set(), set()),
    ],
)
def test_a_sentence_tells_damage_by_a_number_before_the_type(effect: str, direct: set[str], persistent: set[str]):
    rows = dealt(Member("talker"), rulebook=prose(effect)).values()
    assert {row.type for row in rows if row.direct} == direct
    assert {row.type for row in rows if row.persistent} == persistent


@every_row(
    ("item", "kind"),
    [
        ("fiery-weapon", "fire"),
        ("disrupting-weapon", "force"),
        ("ghost-touch-weapon", "force"),
        ("holy-water", "good"),
        ("unholy-water", "evil"),
        ("alchemists-fire-minor", "fire"),
        ("explosive-mine", "fire"),
        ("thunderbird-tuft", "electricity"),
        ("shark-tooth-charm", "piercing"),
        ("frozen-lava", "fire"),
    ],
)
def test_an_item_deals_its_damage(item: str, kind: str):
    rows = dealt(Member("talker", items=(ItemChoice(item),)), rulebook=prose(""))
    assert set(rows) == {kind}


def test_of_all_items_no_others_deal_damage():
    book = prose("")
    harmless = {key for key in book.items if not dealt(Member("talker", items=(ItemChoice(key),)), rulebook=book)}
    assert len(book.items) - len(harmless) == 10


def test_a_scroll_deals_what_the_spell_in_it_deals():
    scroll = Member("talker", items=(ItemChoice("spell-scroll-iii", "Fireball"),))
    rows = dealt(scroll, rulebook=prose(""))
    assert [row.what for row in rows["fire"].direct] == ["Fireball"]


def test_unknown_items_and_spells_deal_nothing():
    items = (ItemChoice("no-such-item"), ItemChoice("spell-scroll-i", "No Such Spell"), ItemChoice("spell-scroll-i"))
    assert dealt(Member("talker", items=items), rulebook=prose("")) == {}


def test_another_word_for_a_type_counts_as_the_type_and_a_strange_word_as_itself():
    rows = dealt(Member("talker"), rulebook=prose("", Damage(5, ("lightning", "moonlight")), Damage(3)))
    assert set(rows) == {"electricity", "moonlight"}
