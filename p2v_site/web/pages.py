"""The front page, about, licences."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return render(request, "home.html")


def about(request: HttpRequest) -> HttpResponse:
    """What Muster is."""
    return render(request, "about.html")


def licences(request: HttpRequest) -> HttpResponse:
    """The licences of the game's content, of the fonts and of the code."""
    return render(request, "licences.html")
