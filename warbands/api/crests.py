"""Crests in the API."""

from rest_framework import serializers

from common.openapi import Document
from rules.crests import DIVISIONS


class CrestSerializer(Document):
    """The shield of a warband."""

    alignment = serializers.CharField(allow_blank=True, help_text="The code of its field (`LE`); empty for none.")
    division = serializers.ChoiceField(DIVISIONS)
    emblem = serializers.CharField(allow_blank=True, help_text="The name of its emblem; empty for none.")
