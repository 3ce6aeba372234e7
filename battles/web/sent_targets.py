"""The targets that a form names, and what it says about each of them."""

from __future__ import annotations

from django.http import QueryDict

from rules.p2v_combat.positions import DISTANCE_BANDS, AimedTarget, Circumstances


def aimed_targets(data: QueryDict) -> tuple[AimedTarget, ...]:
    """Return the targets that a form names, with what it says about them."""
    return tuple(
        AimedTarget(target, _circumstances(data, target)) for target in dict.fromkeys(typed_words(data, "target"))
    )


def _circumstances(data: QueryDict, target: str) -> Circumstances:
    band = typed_word(data, f"distance-{target}")
    return Circumstances(
        distance=band if band in DISTANCE_BANDS else "short",
        cover=typed_words(data, f"cover-{target}"),
        concealment=typed_words(data, f"concealment-{target}"),
        off_guard=typed_words(data, f"off-guard-{target}"),
        in_enemy_reach=bool(data.get("enemy-reach")),
        adjacent=bool(data.get(f"adjacent-{target}")),
        holds=(*typed_words(data, "holds"), *typed_words(data, f"holds-{target}")),
    )


def typed_word(data: QueryDict, name: str) -> str:
    """Return a word of a form or an address, without what no text can hold."""
    return data.get(name, "").replace("\0", "").encode("utf-8", "replace").decode()[:160]


def typed_words(data: QueryDict, name: str) -> tuple[str, ...]:
    """Return every value of a field that is not empty."""
    words = (one.replace("\0", "").encode("utf-8", "replace").decode()[:80] for one in data.getlist(name)[:60])
    return tuple(word for word in words if word)
