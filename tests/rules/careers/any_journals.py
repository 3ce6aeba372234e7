"""Journals however odd: every kind of event that careers know, in any order, for the tests of what always holds."""

from hypothesis import strategies as st

from rules.cards.model import STATS
from rules.careers.events import (
    AdvanceRoll,
    CardRevised,
    CareerCorrected,
    CareerEvent,
    CareerRules,
    EliminationRoll,
    FeatChoice,
    InjuryRoll,
    MemberChanged,
    MemberDismissed,
    MemberJoined,
    PlayedScenario,
    RulesChanged,
    Spending,
    SpentUse,
)
from rules.feats import FEATS
from rules.roster import ItemChoice, Member
from rules.tables.advancement import CLASSES_BY_NAME as CLASSES
from rules.tables.dying import INJURY_BY_KEY as INJURIES

MEMBERS = (
    Member("kobold-warrior", id="m1", name="Snik", items=(ItemChoice("holy-water"),), revision=1),
    Member("dragon", id="m2"),
)
_members = st.sampled_from(["m1", "m1", "m2", "m3"])
_numbers = st.integers(1, 5)
_scenarios = _numbers.map(lambda number: f"s{number}")
_after = st.integers(0, 5)
_faces = st.integers(1, 6)
_d6 = st.tuples(_faces)
_3d6 = st.tuples(_faces, _faces, _faces) | st.sampled_from([(1, 3, 3), (1, 1, 1)])
_feats = st.sampled_from([feat.key for feat in FEATS])
_choices = st.sampled_from([None, "Stealth", "Arcana", "spear", "jaws"])
_stats = st.sampled_from([None, *STATS])
_recruits = st.builds(
    Member,
    creature=st.sampled_from(["boar", "kobold-warrior", "dodo"]),
    id=st.sampled_from(["m1", "m3", "m4"]),
    upgrades=st.sampled_from([(), ("sling",)]),
    revision=st.sampled_from([None, 1]),
)
_uses = st.lists(
    st.builds(SpentUse, st.sampled_from(["net", "wand"]), st.sampled_from(["daily", "consumable", "encounter"])),
    max_size=2,
).map(tuple)
_items = st.sampled_from([(), (ItemChoice("holy-water"),)])
_event_ids = st.integers(0, 30).map(lambda number: f"e{number}")

_played = st.builds(
    lambda number, fielded, out, daily: PlayedScenario(
        scenario=f"s{number}", number=number, fielded=(*fielded, *out), eliminated=tuple(out), daily_recovery=daily
    ),
    _numbers,
    st.lists(_members, max_size=3),
    st.lists(_members, max_size=2),
    st.sampled_from([None, True, False]),
)
_kinds = (
    _played,
    _played,
    st.builds(EliminationRoll, scenario=_scenarios, member=_members, faces=_d6),
    st.builds(InjuryRoll, scenario=_scenarios, member=_members, faces=_d6),
    st.builds(
        AdvanceRoll,
        scenario=_scenarios,
        member=_members,
        faces=_3d6,
        feat=st.none() | _feats,
        choice=_choices,
        rerolls=st.lists(_3d6, max_size=1).map(tuple),
    ),
    st.builds(FeatChoice, scenario=_scenarios, member=_members, feat=_feats, choice=_choices),
    st.builds(Spending, scenario=_scenarios, member=_members, uses=_uses, items=_items),
    st.builds(RulesChanged, after=_after, rules=st.builds(CareerRules, st.integers(1, 4), st.booleans())),
    st.builds(MemberJoined, after=_after, member=_recruits),
    st.builds(MemberChanged, after=_after, member=_recruits),
    st.builds(MemberDismissed, after=_after, member=_members),
    st.builds(CardRevised, after=_after, member=_members, revision=st.integers(1, 2)),
    st.builds(
        CareerCorrected,
        correction=st.just("injury-add"),
        after=_after,
        member=_members,
        subject=st.sampled_from(list(INJURIES)),
        permanent=st.booleans(),
    ),
    st.builds(CareerCorrected, correction=st.just("injury-remove"), after=_after, member=_members, subject=_event_ids),
    st.builds(
        CareerCorrected,
        correction=st.just("advance-add"),
        after=_after,
        member=_members,
        subject=_stats.map(lambda stat: stat or "") | _feats,
        choice=_choices,
    ),
    st.builds(
        CareerCorrected,
        correction=st.just("advance-remove"),
        after=_after,
        member=_members,
        subject=_stats.map(lambda stat: stat or "") | _feats,
        choice=_choices,
    ),
    st.builds(CareerCorrected, correction=st.just("level"), after=_after, member=_members, amount=st.integers(-20, 20)),
    st.builds(
        CareerCorrected, correction=st.just("points"), after=_after, member=_members, amount=st.integers(-20, 20)
    ),
    st.builds(
        CareerCorrected,
        correction=st.just("hp-class"),
        after=_after,
        member=_members,
        subject=st.sampled_from([*CLASSES, "Knight"]),
    ),
    st.builds(CareerCorrected, correction=st.just("career-reopen"), after=_after, member=_members),
    st.builds(
        CareerCorrected,
        correction=st.just("spell-add"),
        after=_after,
        member=_members,
        subject=st.sampled_from(["Grease", "Heal"]),
    ),
)


@st.composite
def journals(draw: st.DrawFn) -> tuple[CareerEvent, ...]:
    """Draw events with the ids e0, e1 and so on."""
    events = draw(st.lists(st.one_of(*_kinds), max_size=30))
    for number, event in enumerate(events):
        object.__setattr__(event, "id", f"e{number}")
    return tuple(events)
