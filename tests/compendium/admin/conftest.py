"""People, a creature and the admin's forms as a browser would send them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from compendium.models import Creature, Source
from compendium.models.creatures import FEATURE_COLUMNS
from compendium.services.creatures import creature_create
from rules.cards.fields import CARD_FIELDS
from rules.cards.model import Card, Feature, Stats, numbered
from rules.effects.values import Damage, Range, SavingThrow
from tests.replays import passing, replayed

WOLF = Card(
    key="",
    name="Ash Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
    tags=("Animal", "Fire"),
    license="own work",
    skills=("Stealth",),
    features=numbered(
        (
            Feature(
                id="",
                name="Jaws",
                cost="1",
                range=Range("melee", 1),
                strike=True,
                damage=(Damage(9, ("piercing",)), Damage(3, ("fire",), persistent=True)),
            ),
            Feature(
                id="",
                name="Cinder Breath",
                cost="2",
                range=Range("cone", 3),
                damage=(Damage(10, ("fire",)),),
                saves=(SavingThrow("reflex", "half"),),
            ),
            Feature(id="", name="Burning Hide", effect="Whoever hits it from one square away takes 2 fire damage."),
            Feature(
                id="",
                name="Iron Jaws",
                kind="replaces",
                replaces="Jaws",
                cost="1",
                strike=True,
                range=Range("melee", 1),
                damage=(Damage(14, ("piercing",)),),
            ),
        )
    ),
)

VALUES = ("name", "level", "license", *(field.name for field in CARD_FIELDS))
FLAGS = [field.name for field in FEATURE_COLUMNS if field.kind == "flag"]
FEATURE_VALUES = ["name", *(field.name for field in FEATURE_COLUMNS if field.kind != "flag")]


@pytest.fixture
@replayed
def homebrew(db: None) -> Source:
    """A source of one's own."""
    return Source.objects.create(key="hb", name="Homebrew", license="own work")


@pytest.fixture
def wolf(homebrew: Source) -> Creature:
    """A creature of one's own, at its first revision."""
    with passing("wolf"):  # made at a moment of its own: what the process knows of a card it knows by the moment
        return creature_create(card=WOLF, source=homebrew)


@replayed
def _signed_in(name: str, **traits: Any) -> Client:
    user = User.objects.create_user(name, password="pass", **traits)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.user = user  # type: ignore[attr-defined] # for tests that ask who did it
    return client


@pytest.fixture
def boss(db: None) -> Client:
    """A superuser."""
    return _signed_in("boss", is_staff=True, is_superuser=True)


@pytest.fixture
def editor(db: None) -> Client:
    """Staff who may view, add and change creatures, and nothing else."""
    client = _signed_in("editor", is_staff=True)
    names = ["view_creature", "add_creature", "change_creature"]
    client.user.user_permissions.set(Permission.objects.filter(codename__in=names))  # type: ignore[attr-defined] # as above
    return client


@pytest.fixture
def viewer(db: None) -> Client:
    """Staff who may only view creatures."""
    client = _signed_in("viewer", is_staff=True)
    client.user.user_permissions.set(Permission.objects.filter(codename="view_creature"))  # type: ignore[attr-defined] # as above
    return client


@pytest.fixture
def idle_staff(db: None) -> Client:
    """Staff without any permission."""
    return _signed_in("idle", is_staff=True)


@pytest.fixture
def player(db: None) -> Client:
    """An ordinary account."""
    return _signed_in("player")


@pytest.fixture(autouse=True)
def _uploads(settings: Any, tmp_path: Path) -> None:
    """Keep what is sent in a folder of its own."""
    settings.UPLOADS_DIR = str(tmp_path / "uploads")


@pytest.fixture
def form_of() -> Callable[..., dict[str, Any]]:
    """Return a function that gives a creature's form as its page would send it; keywords change fields."""

    def _form_of(creature: Creature, **changes: Any) -> dict[str, Any]:
        creature = Creature.objects.select_related("current").get(pk=creature.pk)
        data: dict[str, Any] = {name: _sent(getattr(creature, name)) for name in VALUES}
        data["revision"] = creature.current.number if creature.current else 0
        features = list(creature.features.all())
        data |= {"features-TOTAL_FORMS": len(features), "features-INITIAL_FORMS": len(features)}
        data |= {"features-MIN_NUM_FORMS": 0, "features-MAX_NUM_FORMS": 60}
        for index, feature in enumerate(features):
            data |= {f"features-{index}-{name}": _sent(getattr(feature, name)) for name in FEATURE_VALUES}
            data[f"features-{index}-position"] = feature.position
            data |= {f"features-{index}-{name}": "on" for name in FLAGS if getattr(feature, name)}
        return data | {name.replace("__", "-"): value for name, value in changes.items()}

    return _form_of


def _sent(value: object) -> str:
    return "" if value is None else str(value)


@pytest.fixture
def change_url(wolf: Creature) -> str:
    """The address of the creature's page."""
    return reverse("admin:compendium_creature_change", args=[wolf.pk])
