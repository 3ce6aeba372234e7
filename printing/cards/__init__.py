"""Cards of 63 by 88 millimeters: creatures, items, conditions, objectives and blank ones, nine per page."""
