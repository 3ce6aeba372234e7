"""The built-in cards against the published pages: every fact is there, every sentence is Muster's own.

The pages are read anew here, with a reader that shares nothing with Muster's importers. They are not part of the
project; without a copy next to the repository these tests are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from compendium.builtin import built_in_cards
from rules.cards import notation
from rules.cards.model import Card, Feature
from rules.cards.phrases import damage_words, effect_text, save_words
from rules.text import slug

PAGES = Path(__file__).resolve().parents[3] / "shared" / "samples"
FILES = {"p2v-orc": "cards-orc.html", "p2v-ogl": "cards-ogl.html"}
LICENSES = {"p2v-orc": "ORC", "p2v-ogl": "OGL"}

# --- Reading a page ---------------------------------------------------------------------------------------------------

SIGNS = {"☼": "LG", "✿": "NG", "✯": "CG", "👁": "LN", "⚖": "TN", "🌀": "CN", "✊": "LE", "👿": "NE", "⛈": "CE"}
MODES = {"☁": "Flight", "≋": "Aquatic", "🌳": "Wall Climb", "🕳": "Burrowing", "✪": "Teleportation"}
BOXES = {"☐": "consumable", "🄳": "daily", "🄴": "encounter"}
COSTS = {"●●●": "3", "●●": "2", "●○": "1", "●": "1", "○": "0", "↻": "reaction", "": None}
KINDS = {"add on": "add_on", "upgrade": "upgrade"}
LABELS = ["Fight", "Armor", "Power", "Fort", "Reflex", "Will", "HP", "Speed"]
SKILL_ALIASES = {"Intimidate": "Intimidation", "Occult": "Occultism"}
SKILLS = frozenset(
    "Acrobatics Arcana Athletics Crafting Deception Diplomacy Intimidation Lore Medicine Nature Occultism Performance "
    "Perception Religion Society Stealth Survival Thievery".split()
)
DAMAGE_TYPES = (
    "bludgeoning piercing slashing acid cold electricity fire sonic mental poison vitality void spirit thunder "
    "lightning force physical"
).split()
SPELLINGS = {"mountain resillience": "mountain resilience"}  # of spell names, mended in the compendium


@dataclass
class PageFeature:
    """A feature as it is printed."""

    name: str
    kind: str
    replaces: str | None
    uses: list[str]
    cost: str | None
    once_per_turn: bool
    range: str
    strike: bool
    extra: str
    text: str

    @property
    def words(self) -> str:
        """All that the page says of the feature in words."""
        return f"{self.extra}: {self.text}" if self.extra else self.text


@dataclass
class PageCard:
    """A creature as it is printed."""

    source: str
    name: str
    points: int
    alignment: str
    size: str
    tags: list[str]
    level: int
    stats: list[int | None]
    armor_broken: int | None
    mode: str | None
    features: list[PageFeature]
    foot: str


def text_of(node: LexborNode, css: str) -> str:
    found = node.css_first(css)
    if found is None:
        return ""
    return " ".join(found.text().replace("\ufe0f", "").replace("’", "'").split())


def read_page(source: str) -> list[PageCard]:
    path = PAGES / FILES[source]
    if not path.exists():
        return []
    return [read_card(source, node) for node in LexborHTMLParser(path.read_text(encoding="utf-8")).css("div.card")]


def read_card(source: str, card: LexborNode) -> PageCard:
    tag_line = text_of(card, ".other-tags").replace(",", "").replace("Siege Weapon", "Siege_Weapon").split()
    assert [" ".join(label.text().split()) for label in card.css(".stat-label")] == LABELS
    values = [" ".join(value.text().replace("\ufe0f", "").split()) for value in card.css(".stat-value")]
    broken = re.search(r"\[(\d+)\]", values[1])
    mode = values[7].split()[1:]
    points, _, sign = text_of(card, ".points").partition(" pts ")
    return PageCard(
        source=source,
        name=text_of(card, ".name"),
        points=int(points),
        alignment=SIGNS[sign],
        size=tag_line[0],
        tags=[tag.replace("_", " ") for tag in tag_line[1:-1]],
        level=int(tag_line[-1]),
        stats=[None if "nan" in value else int(value.split()[0]) for value in values],
        armor_broken=int(broken[1]) if broken else None,
        mode=MODES[mode[0]] if mode else None,
        features=[read_feature(node) for node in card.css(".feature")],
        foot=text_of(card, ".other-features"),
    )


RANGE = re.compile(
    r"(?:melee or ranged|melee|ranged|self|emanation|cone|line|blast|burst)\b"
    r"(?: \d+(?:/\d+)?)?(?: within \d+)?(?: aura)?",
    re.IGNORECASE,
)


def read_feature(node: LexborNode) -> PageFeature:
    name, top = text_of(node, ".feature-name"), text_of(node, ".feature-top")
    kind, replaces = "base", None
    if mark := re.search(r" ?\[(add on|upgrade|replaces (.+))\]$", name):
        kind, replaces, name = KINDS.get(mark[1], "replaces"), mark[2], name[: mark.start()]
    elif re.search(r" Caster Rank \d+$", name):
        kind = "caster"
    cost = re.match(r"[●○↻]*", top)
    top = top[cost.end() :].strip()
    reach = RANGE.match(top)
    top = top[reach.end() :].strip() if reach else top
    strike = top == "strike"
    return PageFeature(
        name=name,
        kind=kind,
        replaces=replaces,
        uses=[BOXES[box] for box in text_of(node, ".feature-uses").replace(" ", "")],
        cost=COSTS[cost[0]],
        once_per_turn=cost[0] == "●○",
        range=reach[0].lower().replace("blast", "burst") if reach else "",
        strike=strike,
        extra="" if strike else top.strip(" ,.:"),
        text=text_of(node, ".feature-text"),
    )


ALL_PAGES = [card for source in FILES for card in read_page(source)]
ABSENT = pytest.param(
    None,
    marks=pytest.mark.skip(
        reason=f"no copy of the published pages ({', '.join(FILES.values())}) beside the repository"
    ),
    id="no-pages",
)
each_page = pytest.mark.parametrize(
    "published", [pytest.param(card, id=f"{card.source}:{card.name}") for card in ALL_PAGES] or [ABSENT]
)


@cache
def built_in() -> dict[tuple[str | None, str], Card]:
    return {(card.source, card.name): card for card in built_in_cards()}


def card_of(published: PageCard) -> Card:
    card = built_in().get((published.source, published.name))
    assert card is not None, f"{published.name} is not in the compendium"
    return card


def feature_pairs(published: PageCard) -> list[tuple[PageFeature, Feature]]:
    return list(zip(published.features, card_of(published).features, strict=True))


# --- Facts ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not ALL_PAGES, reason="no copy of the published pages beside the repository")
def test_the_compendium_has_every_creature_of_the_pages_and_no_other():
    names = [(page.source, page.name) for page in ALL_PAGES]
    assert len(names) == len(set(names)) == 42 + 70
    assert sorted((card.source, card.name) for card in built_in_cards()) == sorted(names)


@each_page
def test_the_head_of_the_card_is_the_page_s(published: PageCard):
    card = card_of(published)
    assert (card.points, card.printed_points) == (published.points, published.points)
    assert (card.alignment, card.size, list(card.tags), card.level) == (
        published.alignment,
        published.size,
        published.tags,
        published.level,
    )
    assert card.license == LICENSES[published.source]


@each_page
def test_the_stats_are_the_page_s(published: PageCard):
    card, stats = card_of(published), card_of(published).stats
    ours = [stats.fight, stats.armor, stats.power, stats.fortitude, stats.reflex, stats.will, stats.hp, stats.speed]
    assert ours == published.stats
    assert (card.armor_broken, card.movement_mode) == (published.armor_broken, published.mode)


@each_page
def test_the_features_are_the_page_s_in_its_order(published: PageCard):
    assert [feature.name for feature in card_of(published).features] == [feature.name for feature in published.features]
    for printed, feature in feature_pairs(published):
        assert (feature.kind, feature.replaces) == (printed.kind, printed.replaces), printed.name
        assert list(feature.uses) == printed.uses, printed.name
        assert (feature.cost, feature.once_per_turn) == (printed.cost, printed.once_per_turn), printed.name
        assert feature.strike == printed.strike, printed.name
        # Some auras are printed as plain emanations, and only their text says what they are.
        spoken_aura = " aura" if "aura" in printed.text and "emanation" in printed.range else ""
        spelled = printed.range.removesuffix(" 1") if printed.range.startswith("melee") else printed.range
        accepted = {spelled, spelled.removesuffix(" aura") + spoken_aura}
        assert notation.format_range(feature.range) in accepted, printed.name


TYPES = rf"(?:{'|'.join(DAMAGE_TYPES)})(?:(?:, | and )(?:{'|'.join(DAMAGE_TYPES)}))*"
FIRST_DAMAGE = re.compile(
    rf"(?:[^.:;()]*[:;] )??(?:[^.:;()]*? takes? )??"
    rf"(?P<amount>\d+)(?P<persistent> persistent)?(?: (?P<types>{TYPES}))?(?: damage\b|(?=[;.]|$| and grabbed))"
    rf"(?: and (?P<more>\d+) persistent (?P<kind>{TYPES}) damage)?"
    r"(?:[^.;()]*\((?P<stat>Reflex|Fort|Fortitude|Will):? (?P<result>half|negates|none)\b)?",
    re.IGNORECASE,
)


@each_page
def test_damage_and_saves_are_fields_wherever_a_text_begins_with_them(published: PageCard):
    for printed, feature in feature_pairs(published):
        match = FIRST_DAMAGE.match(printed.text)
        if match is None or printed.name == "Shield Block":  # which reduces damage
            continue
        damage = [(part.amount, part.persistent, list(part.types)) for part in feature.damage]
        types = re.split(r", | and ", match["types"].lower()) if match["types"] else []
        expected = [(int(match["amount"]), bool(match["persistent"]), types)]
        if match["more"]:
            expected.append((int(match["more"]), True, [match["kind"]]))
        assert damage[: len(expected)] == expected, printed.name
        if match["stat"]:
            stat = {"fort": "fortitude"}.get(match["stat"].lower(), match["stat"].lower())
            result = {"none": "negates"}.get(match["result"], match["result"])
            assert (stat, result) in [(save.stat, save.result) for save in feature.saves], printed.name


CONDITIONS = (
    "confused controlled dazzled encumbered fascinated grabbed immobilized off-guard prone rattled restrained sickened "
    "slowed stunned"
).split()


@each_page
def test_what_a_text_gives_as_a_matter_of_course_is_a_field(published: PageCard):
    for printed, feature in feature_pairs(published):
        if printed.text and not feature.effect and printed.kind != "caster":  # the fields are all there is
            named = {name for name in CONDITIONS if re.search(rf"\b{name}\b", printed.text, re.IGNORECASE)}
            needed = {name for name in CONDITIONS if name in (feature.trigger or "")}
            assert named - needed == set(feature.gives) & set(CONDITIONS), printed.name


@each_page
def test_a_precondition_is_a_field(published: PageCard):
    for printed, feature in feature_pairs(published):
        if re.match(r"[^.:;()]+: ", printed.text) and printed.kind != "caster":
            assert feature.trigger, printed.name


@each_page
def test_a_caster_has_the_page_s_spells_in_its_groups(published: PageCard):
    for printed, feature in feature_pairs(published):
        if printed.kind != "caster":
            assert feature.caster is None, printed.name
            continue
        tradition, _, rank = printed.name.partition(" Caster Rank ")
        assert feature.caster is not None
        assert (feature.caster.tradition, feature.caster.rank) == (tradition, int(rank))
        ours = [
            (list(group.uses), [(spell.name.casefold(), spell.note) for spell in group.spells])
            for group in feature.caster.groups
        ]
        assert ours == read_spells(printed.text)


def read_spells(text: str) -> list[tuple[list[str], list[tuple[str, str | None]]]]:
    groups: list[tuple[list[str], list[tuple[str, str | None]]]] = []
    for word in re.split(r"[;,] (?![^(]*\))", text.replace("[at-will]", "∞")):
        marks = re.match(r"([☐🄳🄴∞]+):? ?", word)
        if marks:
            groups.append(([BOXES[box] for box in marks[1] if box != "∞"], []))
            word = word[marks.end() :]
        name, _, note = word.partition(" (")
        groups[-1][1].append((SPELLINGS.get(name.casefold(), name.casefold()), note.rstrip(")") or None))
    return groups


@dataclass
class Foot:
    """The standard features that a card lists at its end."""

    skills: list[str] = field(default_factory=list)
    immune: list[str] = field(default_factory=list)
    resist: list[tuple[str, int, list[str]]] = field(default_factory=list)
    weak: list[tuple[str, int]] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def read_foot(text: str) -> Foot:
    foot = Foot()
    for part in filter(None, text.split("; ")):
        words: list[str] = []
        mode = ""
        for item in [*part.split(", "), "end"]:
            change = re.match(r"(immune|resist|weak) ", item, re.IGNORECASE)
            if change or item == "end":
                add_to_foot(foot, mode, words)
                words, mode = [], change[1].lower() if change else ""
                item = item[change.end() :] if change else item
            words.append(item)
    return foot


def add_to_foot(foot: Foot, mode: str, words: list[str]) -> None:
    if mode == "":
        for word in words:
            skill = SKILL_ALIASES.get(word, word)
            (foot.skills if skill in SKILLS else foot.other).append(skill)
    elif mode == "immune":
        foot.immune += [word.casefold() for word in words]
    else:
        amount = r"(\d+)d6" if mode == "resist" else r"(\d+)"
        number = 0
        found: list[tuple[str, int, list[str]]] = []
        for word in reversed(words):  # a number stands for itself and for what is listed before it
            exceptions = re.search(r"\(except (.+)\)", word)
            here = re.search(amount, word)
            number = int(here[1]) if here else number
            bare = re.sub(rf"{amount}|\(.*\)", "", word)
            for one in reversed([" ".join(kind.split()) for kind in bare.split(" and ")]):
                found.append((one, number, re.split(r" or |, ", exceptions[1]) if exceptions else []))
        # ... unless it stands in front of the list.
        rows = [(one, value or number, left_out) for one, value, left_out in reversed(found)]
        if mode == "resist":
            foot.resist += rows
        else:
            foot.weak += [row[:2] for row in rows]


@each_page
def test_nothing_of_the_standard_features_is_lost(published: PageCard):
    card = card_of(published)
    options = re.search(r" \[optional: (.+)\]", published.foot)  # one creature may trade its resistance for another
    foot = read_foot(published.foot.replace(options[0], "") if options else published.foot)
    assert list(card.skills) == foot.skills
    assert [one.casefold() for one in card.immune] == foot.immune
    assert [(one.type, one.dice, list(one.exceptions)) for one in card.resist] == foot.resist
    assert [(one.type, one.amount) for one in card.weak] == foot.weak
    if options:
        assert set(re.findall(r"acid|electricity|fire|cold", " ".join(card.other))) == set(
            re.split(r", | or ", options[1].removesuffix(" instead"))
        )
    else:
        assert [one.casefold() for one in card.other] == [one.casefold() for one in foot.other]


@each_page
def test_a_commander_starts_with_the_minions_that_its_page_names(published: PageCard):
    told = [re.findall(r"Starts? with (.+?) minion", printed.text) for printed in published.features]
    assert list(card_of(published).starts_with) == [slug(name) for names in told for name in names]


# --- Words ------------------------------------------------------------------------------------------------------------

NEGATION = r"\b(cannot|can't|not|no|never|neither|nor|none|without|unable)\b|n't\b"
# Words that mean something in play, by their beginning: where the page has one, Muster's text has it too.
KEPT_WORDS = """
    immobilized restrained slowed stunned sickened rattled encumbered off-guard confused fascinated dazzled prone
    quickened invisible conceal control swallow blessed dying eliminated charm
    half emanation cone aura reach line_of_sight adjacent difficult_terrain uneven_terrain concealing_terrain
    solid_terrain deep shallow water smoke
    turn round encounter tiny small medium large huge gargantuan
    teleport stride escape summon pull push shunt swap cast spell stand
    melee ranged critical reaction immune weak resist temporary persistent
    ally|allies|allied enem random straight_line minion commander humanoid undead zombie fiend elemental fung caligni
    satyr goblin alchemist animal living weapon potion loot statue white_hair trap succe fail speed armor penalt?
    multiple_attack_penalty combin order highest sneak_attack fear sleep suggestion enlarge allegro dirge_of_doom
    triple_time acid_splash glutton's_jaws acrobatics athletics medicine thievery
""".split()
# What the page says -> what Muster may say in its place (both regular expressions; upper case counts).
SYNONYMS = {
    r"\bFort(itude)?\b": r"\bFortitude\b",
    r"\bReflex\b": r"\bReflex\b",
    r"\bWill\b": r"\bWill\b",
    r"\bPower\b": r"\bPower\b",
    r"[+-]\d+ (to )?Attack\b": r"\bFight\b",  # the stat's older name
    r"(?i)\battack rolls?\b": r"(?i)\b(attack|fight) rolls?\b",
    r"\bAC\b": r"\bArmor\b",
    r"\bAP\b": r"\bAP\b",
    r"\bHP\b|\bhit points\b": r"\bHP\b",
    r"(?i)\bongoing\b": r"(?i)\bpersistent\b",
    r"(?i)\bnegates\b|\bnone\)": r"(?i)\bnegates?\b",
    r"(?i)\bgrab(s|bed)?\b": r"(?i)\bgrab(s|bed)?\b",
    r"(?i)\bsteps?\b": r"(?i)\bsteps?\b",
    r"(?i)\bstrikes?\b": r"(?i)\bstrikes?\b",
    r"(?i)\bhits?\b(?! points)": r"(?i)\bhit(s|ting)?\b",
    r"(?i)\bmiss(es)?\b": r"(?i)\bmiss(es)?\b",
    r"\battacks?\b(?! roll)": r"(?i)\b(attack|strike)(s|er|ing|ed)?\b",
    r"(?i)\bline \d": r"(?i)\bline \d",
    r"(?i)\bblast \d": r"(?i)\bburst \d",
    r"(?i)\bsquares?\b|\bspaces?\b": r"(?i)\b(squares?|spaces?)\b",
    r"(?i)\bin range\b": r"(?i)\b(range|aura|emanation)\b",
    r"(?i)\bzone\b": r"(?i)\b(zone|area)\b",
    r"(?i)\bsaves?\b|\bsaving throws?\b": r"(?i)\bsav(es?|ing)\b",
    r"(?i)\bdies?\b|\bdied\b|\bdead\b|\bkills?\b|\bdefeated\b": (
        r"(?i)\b(eliminat(ed|es)|die[sd]?|dead|kills?|defeated)\b"
    ),
    r"(?i)\bfl(y|ies)\b": r"(?i)\bfl(y|ies|ying|ight)\b",
    r"(?i)\bmov(e|es|ed|ing|ement)\b": r"(?i)\b(mov(e|es|ed|ing|ement)|strid(e|es|ing)|steps?)\b",
    r"(?i)\bheal(s|ed|ing)?\b": r"(?i)\b(heal(s|ed|ing)?|regains?|restor(es|ed))\b",
    r"(?i)\bstart(s|ing)?\b|\bbeginning\b": r"(?i)\b(start(s|ing)?|begin(s|ning)?)\b",
    r"(?i)\bends?\b|\bending\b": r"(?i)\b(end(s|ing|ed)?|over|stops?)\b",
    r"(?i)\b(unti|ti)ll?\b": r"(?i)\b(until|lasts?|for|to|through|as long as)\b",
    r"(?i)\bwhile\b|\bduring\b": r"(?i)\b(while|during|as long as|when(ever)?|for)\b",
    r"(?i)\bimmediately\b": r"(?i)\b(immediately|at once|straight away)\b",
    r"(?i)\bonce\b": r"(?i)\b(once|one time|only one)\b",
    r"(?i)\bonly\b": r"(?i)\b(only|alone|nothing but|no other|must)\b",
    r"(?i)\bunless\b|\bexcept\b|\bother than\b": r"(?i)\b(unless|except|other|but|not)\b",
    r"(?i)\binstead\b": r"(?i)\b(instead|in place of|in its place|rather than|replac(es?|ing))\b",
    r"(?i)\bfirst\b": r"(?i)\bfirst\b",
    r"(?i)\bboth\b": r"(?i)\b(both|two|each)\b|\bnegates \w+",  # a save may name the two things that it negates
    r"(?i)\beach\b(?! other)|\bevery\b": r"(?i)\b(each|every|all|any)\b",
    r"(?i)\bat least\b|\bor more\b": r"(?i)\b(at least|or more)\b",
    r"(?i)\bor (smaller|fewer|less|below)\b": r"(?i)\bor (smaller|fewer|less|below)\b|\bup to\b|\bat most\b",
    r"(?i)\bup to\b": r"(?i)\b(up to|at most|as far as)\b",
    r"(?i)\bmore than\b": r"(?i)\b(more than|over|beyond|farther|once)\b",
    r"(?i)\badditional(ly)?\b|\bextra\b": r"(?i)\b(additional(ly)?|extra|more|also|too|further|another)\b|\+\d",
    r"(?i)\bchoose\b|\bchoice\b": r"(?i)\b(choos(e|es|ing)|choice|chosen|picks?|selects?|decid(es?|ing)|may)\b",
    r"(?i)\breroll\b|\bagain\b": r"(?i)\b(reroll(s|ed)?|again|second|repeats?)\b",
    r"(?i)\bunoccupied\b": r"(?i)\b(unoccupied|empty|free)\b",
    r"(?i)\btwo\b|\btwice\b|\bdouble\b": r"(?i)\b(two|twice|double|both|second|2)\b",
    r"(?i)\bthree\b": r"(?i)\b(three|3)\b",
    r"(?i)\bfour\b": r"(?i)\b(four|4)\b",
    r"(?i)\bfive\b": r"(?i)\b(five|fifth|5)\b",
    r"(?i)\bspend\b": r"(?i)\b(spend(s|ing)?|costs?|for)\b",
    r"(?i)\brecharge\b": r"(?i)\b(recharges?|regains?|again)\b",
    r"(?i)\bspell slot\b": r"(?i)\b(slot|box)\b",
    r"(?i)\bfrom play\b|\bin play\b": r"(?i)\b(play)\b",
    r"(?i)\bdifferent\b": r"(?i)\b(different|another|separate|own)\b",
    r"(?i)(?<!\()\bcondition\b": r"(?i)\b(condition|grabbed|sickened)\b",  # which Muster may name
    r"(?i)\bconcealment\b": r"(?i)\bconcealed\b",
    r"(?i)\b(cannot|can't|not|without|doesn't|don't)\b": rf"(?i){NEGATION}",
    r"(?i)\bprovoking attacks of opportunity\b": r"(?i)\b(attacks? of opportunity|reactions?)\b",
}


def told(feature: Feature) -> str:
    """Everything that Muster's card says of a feature, fields included."""
    parts = [
        feature.trigger or "",
        effect_text(feature),
        notation.format_range(feature.range),
        " ".join(map(damage_words, feature.damage)),
        " ".join(map(save_words, feature.saves)),
        " ".join(feature.gives),
        "reaction" if feature.cost == "reaction" else "",
        "once per turn" if feature.once_per_turn else "",
        "strike, on a hit" if feature.strike else "",
    ]
    return " | ".join(filter(None, parts)).replace("’", "'")


def missing_words(printed: str, ours: str, names: set[str]) -> list[str]:
    """Return what the page says and Muster does not, of the words that mean something in play."""
    missing = [dice for dice in set(re.findall(r"\d+d6", printed)) if dice not in ours]
    numbers = {number.group() for number in re.finditer(r"(?<![\dd])\d+(?![\dd])", printed)}
    missing += sorted(number for number in numbers if not re.search(rf"(?<![\dd]){number}(?![\dd])", ours))
    for word in (*KEPT_WORDS, *DAMAGE_TYPES):
        begins = "|".join(rf"\b{part}" for part in word.replace("_", " ").split("|"))
        if re.search(begins, printed, re.IGNORECASE) and not re.search(begins, ours, re.IGNORECASE):
            missing.append(word)
    for said, accepted in SYNONYMS.items():
        if (found := re.search(said, printed)) and not re.search(accepted, ours):
            missing.append(found[0])
    for name in names:
        if re.search(rf"\b{re.escape(name)}\b", printed, re.IGNORECASE) and name.casefold() not in ours.casefold():
            missing.append(name)
    return missing


@each_page
def test_every_word_that_means_something_in_play_is_kept(published: PageCard):
    names = {feature.name for feature in published.features}
    missing = {
        printed.name: words
        for printed, feature in feature_pairs(published)
        if printed.kind != "caster" and (words := missing_words(printed.words, told(feature), names - {printed.name}))
    }
    assert not missing


@each_page
def test_every_feature_says_what_it_does_and_speaks_of_its_creature_not_to_its_player(published: PageCard):
    for printed, feature in feature_pairs(published):
        if printed.kind != "caster":
            text = effect_text(feature)
            assert text[:1].isupper(), printed.name
            assert text.endswith((".", ")")), printed.name
            assert not re.search(r"\byou(r|rs)?\b", f"{feature.trigger} {text}", re.IGNORECASE), printed.name
            assert not (feature.trigger or "").endswith((".", ":")), printed.name


LONGEST_RUN = 7
# A run of these words alone is the game's own way to say a fact, for which there is no other.
GAME_WORDS = frozenset(
    f"""
    a an the and or to of in is are it its by with on from takes take target creature creatures damage strike strikes
    melee ranged hit negates half both persistent emanation cone line burst aura squares square within reach ap hp
    fortitude reflex will power armor fight speed stride strides step stand athletics check
    sickened slowed stunned rattled grabbed prone off-guard encumbered immobilized restrained dazzled confused
    difficult terrain falls turn start end until next round {" ".join(DAMAGE_TYPES)}
    """.split()
)


def spoken(text: str) -> list[str]:
    return re.findall(r"[a-z0-9'+-]+", text.lower().replace("’", "'"))


def copied_runs(ours: str, printed: str) -> list[str]:
    size = LONGEST_RUN + 1
    page_words, our_words = spoken(printed), spoken(ours)
    on_page = {tuple(page_words[start : start + size]) for start in range(len(page_words) - size + 1)}
    runs = (tuple(our_words[start : start + size]) for start in range(len(our_words) - size + 1))
    return [
        " ".join(run)
        for run in runs
        if run in on_page and not all(word in GAME_WORDS or re.fullmatch(r"[+-]?\d+(d6)?", word) for word in run)
    ]


@each_page
def test_the_sentences_are_muster_s_own(published: PageCard):
    copied = {
        printed.name: runs
        for printed, feature in feature_pairs(published)
        if printed.kind != "caster"
        and (
            runs := copied_runs(effect_text(feature), printed.words) + copied_runs(feature.trigger or "", printed.words)
        )
    }
    assert not copied
