"""A warband's analysis as drawn: bars and spreads, in shapes and in words, and no style but classes."""

from warbands.drawings.charts import alignment_chart, damage_chart, level_chart, objective_chart, save_chart

__all__ = ["alignment_chart", "damage_chart", "level_chart", "objective_chart", "save_chart"]
