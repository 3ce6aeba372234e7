"""A career with every feat."""

from rules.careers.events import (
    CareerCorrected,
    CareerEvent,
)
from rules.feats import FEATS
from rules.tables.skills import BY_NAME as SKILLS
from tests.rules.careers.careers import KOBOLD


def with_every_feat() -> list[CareerEvent]:
    """Return advances that leave a kobold of level -1 no feat to choose."""
    chosen: list[tuple[str, str | None]] = [("skill-training", skill) for skill in SKILLS if skill not in KOBOLD.skills]
    chosen += [("assurance", skill) for skill in SKILLS]
    chosen += [("polearm-proficiency", "spear")]
    chosen += [
        (feat.key, None)
        for feat in FEATS
        if feat.choice is None and feat.min_level == 1 and feat.key != "draconic-momentum"
    ]
    return [
        CareerCorrected(
            correction="advance-add", id=f"x{number}", member="m1", reason="test", subject=feat, choice=named
        )
        for number, (feat, named) in enumerate(chosen)
    ] + [CareerCorrected(correction="level", id="low", member="m1", reason="test", amount=-15)]
