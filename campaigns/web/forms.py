"""The forms of campaigns. The rules and the services check the values again, in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django import forms

from campaigns.models.campaigns import MAX_STORY
from campaigns.services.texts import MAX_REASON
from rules.building.draft import MAX_LIMIT
from rules.campaigns.confirmations import MAX_CONFIRM_DAYS
from rules.campaigns.events.campaign import FEWEST_DAYS, MOST_DAYS
from rules.campaigns.scenarios import STANDARD_VICTORY
from rules.campaigns.settings import HOMEBREW_ALL, HOMEBREW_LISTED, HOMEBREW_NONE, MAX_CADENCE, CampaignSettings
from rules.cards.model import HOMEBREW_KEY
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.tables.boards import DEPLOYMENTS
from rules.tables.play_modes import BY_ROSTER_KEY
from rules.tables.victory_conditions.conditions import CONDITIONS

PLAIN = {"autocomplete": "off"}
NUMERIC = {**PLAIN, "inputmode": "numeric"}
_WHOLE = "Enter a whole number."


def number_field(most: int, label: str, help_text: str, *, least: int = 1, missing: str = "") -> forms.IntegerField:
    """Return a field for a whole number; it may be empty unless ``missing`` has a message for that."""
    bounds = f"Enter a number from {least:,} to {most:,}."
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        required=bool(missing),
        label=label,
        help_text=help_text,
        widget=forms.TextInput(attrs=NUMERIC),
        error_messages={"invalid": _WHOLE, "required": missing, "min_value": bounds, "max_value": bounds},
    )


def line_field(label: str, longest: int, help_text: str = "", *, missing: str = "") -> forms.CharField:
    """Return a field for a line of text; it may be empty unless ``missing`` has a message for that."""
    return forms.CharField(
        max_length=longest,
        required=bool(missing),
        label=label,
        help_text=help_text,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": missing},
    )


def choice_field(
    label: str, choices: Iterable[tuple[str, str]] = (), *, missing: str = "", initial: str | None = None
) -> forms.ChoiceField:
    """Return a field for a choice; it may be left open unless ``missing`` has a message for that."""
    errors = {"required": missing, "invalid_choice": "Choose one of these."}
    return forms.ChoiceField(
        choices=list(choices), required=bool(missing), label=label, initial=initial, error_messages=errors
    )


def day_field(label: str) -> forms.DateField:
    """Return a field for a day, which may be empty."""
    return forms.DateField(
        required=False,
        label=label,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Enter a date, such as 2026-03-01."},
    )


def victory_field() -> forms.ChoiceField:
    """Return the field for a victory condition."""
    conditions = ((condition.key, condition.name) for condition in CONDITIONS)
    missing = "Choose a victory condition."
    return choice_field("Victory condition", conditions, missing=missing, initial=STANDARD_VICTORY)


def deployment_field() -> forms.ChoiceField:
    """Return the field for a deployment, which may be left open."""
    known = ((deployment.key, deployment.name) for deployment in DEPLOYMENTS)
    return choice_field("Deployment", [("", "Not settled yet"), *known])


def reason_field() -> forms.CharField:
    """Return the field that asks why something is corrected."""
    missing = "Say why: the reason is shown in the journal."
    return line_field("Reason", MAX_REASON, "The journal shows it.", missing=missing)


class DescriptionForm(forms.Form):
    """The name of a campaign and its story."""

    name = line_field("Name", MAX_NAME, f"At most {MAX_NAME} characters.", missing="Give the campaign a name.")
    story = forms.CharField(
        max_length=MAX_STORY,
        required=False,
        label="Story",
        help_text="What the campaign is about. Everyone who takes part reads it on the campaign’s page.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class KeyLines(forms.Textarea):
    """Keys, one per line; those with known names are checkboxes beside it, with the same name."""

    names: Mapping[str, str] = MappingProxyType({})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """Return the keys of the boxes and the lines."""
        return "\n".join(data.getlist(name)) if hasattr(data, "getlist") else data.get(name, "")

    def format_value(self, value: Any) -> str:
        """Return the lines that have no checkbox."""
        return "\n".join(line for line in str(value or "").splitlines() if line not in self.names)


class HouseRulesForm(forms.Form):
    """The agreements of a campaign's players; ``names`` are those of the homebrew on its list, by key."""

    play_mode = forms.ChoiceField(
        choices=[(key, mode.name) for key, mode in BY_ROSTER_KEY.items()],
        label="Play mode",
        error_messages={"required": "Choose a play mode.", "invalid_choice": "Choose one of these play modes."},
    )
    points_limit = number_field(
        MAX_LIMIT, "Mustering limit", "Points that a warband may cost when it joins. Narrative Play has no limit."
    )
    fielded_points = number_field(
        MAX_LIMIT,
        "Points in a scenario",
        "The most points that a side can field in one scenario. Leave blank for no limit.",
    )
    daily_recovery_every = number_field(
        MAX_CADENCE,
        "Daily uses return",
        "Daily uses return after a warband has played this many scenarios. The rulebook says 3.",
        missing=_WHOLE,
    )
    advancement = forms.BooleanField(
        required=False,
        label="Advancement",
        help_text="Members that survive a scenario roll for advances and gain levels.",
    )
    entered_dice = forms.BooleanField(
        required=False,
        label="Players may enter dice from the table",
        help_text="Otherwise, Muster rolls every die.",
    )
    one_consumable = forms.BooleanField(
        required=False, label="One consumable for each member", help_text="A member may carry only one consumable."
    )
    third_injury_ends = forms.BooleanField(
        required=False,
        label="A third permanent injury ends a career",
        help_text="A house rule of Muster, not a rule of the game. Such a member never fights again.",
    )

    confirm_days = number_field(
        MAX_CONFIRM_DAYS,
        "Days to confirm a result",
        "Before a result is applied, the other players who fought confirm it or dispute it. After these days, silence"
        " counts as a yes. Leave blank to ask no one.",
    )
    homebrew = forms.ChoiceField(
        required=False,
        label="Homebrew",
        choices=[
            (HOMEBREW_ALL, "any homebrew creature"),
            (HOMEBREW_LISTED, "only what is on the list below"),
            (HOMEBREW_NONE, "none"),
        ],
        help_text="The homebrew that warbands may bring or recruit. Members that already play stay.",
    )
    homebrew_allowed = forms.CharField(
        required=False,
        label="Add homebrew to the list",
        help_text="The link or the key of each creature, one per line.",
        widget=KeyLines(attrs={"rows": 3, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, names: Mapping[str, str] = MappingProxyType({}), **fields: Any) -> None:
        super().__init__(*args, **fields)
        self.fields["homebrew_allowed"].widget.names = names

    @property
    def named_homebrew(self) -> list[tuple[str, str, bool]]:
        """The homebrew on the list by name, with its key and whether it stays there."""
        kept = str(self["homebrew_allowed"].value() or "").splitlines()
        names: Mapping[str, str] = self.fields["homebrew_allowed"].widget.names
        return [(key, name, key in kept) for key, name in names.items()]

    @classmethod
    def of_settings(cls, settings: CampaignSettings, names: Mapping[str, str] = MappingProxyType({})) -> HouseRulesForm:
        """Return the form filled in with these settings."""
        initial = {name: getattr(settings, name) for name in cls.base_fields}
        return cls(initial=initial | {"homebrew_allowed": "\n".join(settings.homebrew_allowed)}, names=names)

    def clean_homebrew(self) -> str:
        """Return the rule on homebrew; a form without one allows any."""
        return str(self.cleaned_data["homebrew"] or HOMEBREW_ALL)

    def clean_homebrew_allowed(self) -> tuple[str, ...]:
        """Return the keys that the lines name."""
        keys = []
        for line in filter(None, map(str.strip, self.cleaned_data["homebrew_allowed"].splitlines())):
            homebrew = HOMEBREW_KEY.search(line)
            if homebrew is None:
                raise forms.ValidationError(f"“{line[:60]}” is not the link or the key of a homebrew creature.")
            keys.append(homebrew[0])
        return tuple(dict.fromkeys(keys))

    def clean(self) -> dict[str, Any]:
        """Check the answers together."""
        data: dict[str, Any] = self.cleaned_data
        mode = BY_ROSTER_KEY.get(data.get("play_mode", ""))
        if mode and not mode.points_limit:
            data["points_limit"] = None
        elif mode and "points_limit" in data and data["points_limit"] is None:
            self.add_error("points_limit", f"{mode.name} needs a limit.")
        if not self.errors:
            try:
                self.settings().check()
            except ChangeRefused as refused:
                self.add_error(None, refused.message)
        return data

    def settings(self) -> CampaignSettings:
        """Return the settings that the answers make."""
        return CampaignSettings(**{name: self.cleaned_data[name] for name in self.base_fields})


class JoinCodeForm(forms.Form):
    """The code that an organizer gave a person to type."""

    code = forms.CharField(
        max_length=40,
        label="Join code",
        widget=forms.TextInput(attrs={**PLAIN, "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": "Type the code that the organizer gave you."},
    )


class PlaceholderForm(forms.Form):
    """The name of a person with a reserved place."""

    name = line_field(
        "Name", MAX_NAME, "They get a personal link that gives them this place.", missing="Give the person a name."
    )


class TakeoverDaysForm(forms.Form):
    """How many days a request to take the campaign over runs."""

    days = forms.IntegerField(
        label="Days that a request runs",
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        help_text=f"From {FEWEST_DAYS} to {MOST_DAYS}, for later requests.",
    )


class InvitationMailForm(forms.Form):
    """The address to which an invitation is sent."""

    address = forms.EmailField(
        max_length=254,
        label="Send the link by mail",
        help_text="One address. The mail has your name and the link. Muster does not store the address.",
        widget=forms.EmailInput(attrs=PLAIN),
        error_messages={
            "required": "Enter an email address.",
            "invalid": "Enter one email address, like name@example.org.",
        },
    )
