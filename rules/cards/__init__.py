"""Creature cards: their printed content, its notation, its sentences and its documents."""
