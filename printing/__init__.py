"""Print: warbands and cards drawn as PDF from the same values that pages are drawn from.

Values of the rules go in, bytes come out, the same bytes for the same values. No Django, no database, no clock.
"""
