"""The distribution of each face or total: a column for each, with a line for fair dice."""

from django.utils.safestring import SafeString

from printing.points_charts import scale_step
from rules.campaigns.fairness import DiceFairness
from warbands.drawings.charts import chart

LEFT = 3.6
RIGHT = 29.6
TOP = 1.0
HEIGHT = 9.0
COLUMN = 0.62
"""The width of a column as a share of its space."""
_MARKS = 5


def faces_chart(dice: DiceFairness) -> SafeString:
    """Return the chart of one kind of dice, with all its numbers in words."""
    about = " ".join(f"{outcome.value}: {outcome.times}, expected {outcome.expected:.1f}." for outcome in dice.outcomes)
    drawing = chart(f"dice-{dice.key}", TOP + HEIGHT + 5.0, f"{dice.title}: how often each face came up", about)
    highest = max(max(outcome.times, outcome.expected) for outcome in dice.outcomes)
    step = scale_step(highest, _MARKS)
    most = step * max(1, -(-highest // step))
    place = (RIGHT - LEFT) / len(dice.outcomes)

    def y(times: float) -> float:
        return TOP + HEIGHT - times / most * HEIGHT

    for mark in range(0, int(most) + 1, step):
        drawing.line("axis" if mark == 0 else "mark", LEFT, y(mark), RIGHT, y(mark))
        drawing.text("figure", LEFT / 2, y(mark), str(mark))
    for index, count in enumerate(dice.outcomes):
        left = LEFT + index * place
        if count.times:
            inset = place * (1 - COLUMN) / 2
            drawing.rectangle("bar", left + inset, y(count.times), place * COLUMN, TOP + HEIGHT - y(count.times))
        drawing.line("expected", left + 0.08, y(count.expected), left + place - 0.08, y(count.expected))
        drawing.text("figure", left + place / 2, TOP + HEIGHT + 1.2, str(count.value))
    key = TOP + HEIGHT + 3.6
    drawing.rectangle("bar", LEFT, key - 0.5, 1.6, 1)
    drawing.text("label key", LEFT + 2.2, key, "fell")
    drawing.line("expected", LEFT + 8, key, LEFT + 10, key)
    drawing.text("label key", LEFT + 10.6, key, "expected of fair dice")
    return drawing.markup()
