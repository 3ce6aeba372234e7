"""Creature cards: what is printed on one, the notation people write it in, its sentences and its documents."""
