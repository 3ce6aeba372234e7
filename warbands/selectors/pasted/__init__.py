"""Reading a list of members from pasted text: the names it uses, its lines, and the list as a whole."""

from warbands.selectors.pasted.lists import PastedList, Question, pasted_read

__all__ = ["PastedList", "Question", "pasted_read"]
