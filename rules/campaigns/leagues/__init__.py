"""Leagues within a campaign: their rules, tables, pairings and play-offs. Invented here; the rulebook has none."""
