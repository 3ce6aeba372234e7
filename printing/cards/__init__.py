"""Cards of 63 by 88 millimetres: creatures, items, conditions, objectives and blank ones, nine on a page."""
