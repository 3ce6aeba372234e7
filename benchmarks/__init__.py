"""What ``make bench`` measures: medians of many runs, and ratios to a floor measured in the same run."""
