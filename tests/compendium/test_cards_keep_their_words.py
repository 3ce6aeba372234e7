"""The built-in cards against the words of the published pages: what matters in play is kept, no sentence is copied."""

import re

from rules.cards.model import Feature
from rules.cards.phrases import damage_words, effect_text, save_words
from rules.effects import notation
from tests.compendium.published_pages import DAMAGE_TYPES, PageCard, each_page, feature_pairs

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


def summary(feature: Feature) -> str:
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
    # One card prints two amounts, "7 [11*]": Muster says the second one as a bonus.
    printed = re.sub(r"(\d+) \[(\d+)\*\]", lambda pair: f"{pair[1]} +{int(pair[2]) - int(pair[1])}", printed)
    missing = [dice for dice in set(re.findall(r"\d+d6", printed)) if dice not in ours]
    numbers = {number.group() for number in re.finditer(r"(?<![\dd])\d+(?![\dd])", printed)}
    missing += sorted(number for number in numbers if not re.search(rf"(?<![\dd]){number}(?![\dd])", ours))
    for word in (*KEPT_WORDS, *DAMAGE_TYPES):
        begins = "|".join(rf"\b{part}" for part in word.replace("_", " ").split("|"))
        if re.search(begins, printed, re.IGNORECASE) and not re.search(begins, ours, re.IGNORECASE):
            missing.append(word)
    for said, accepted in SYNONYMS.items():
        if (match := re.search(said, printed)) and not re.search(accepted, ours):
            missing.append(match[0])
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
        if printed.kind != "caster"
        and (words := missing_words(printed.words, summary(feature), names - {printed.name}))
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
