"""The compendium application."""

from django.apps import AppConfig


class CompendiumConfig(AppConfig):
    """Creatures, items, feats, spells and the glossary."""

    name = "compendium"
