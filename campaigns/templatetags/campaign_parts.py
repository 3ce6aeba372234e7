"""Parts of a campaign's pages that are drawn once for each last entry of its journal.

``{% drawn_part campaign "points" chart=chart %}`` draws ``campaigns/parts/points.html``, which needs that alone.
"""

from collections.abc import Collection, Hashable

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.drawings.points import points_chart
from campaigns.models import Campaign
from campaigns.selectors.journal_results import once_per_entry
from rules.campaigns.points import PointsChart

register = template.Library()


@register.simple_tag
@once_per_entry
def drawn_part(campaign: Campaign, /, part: str, **values: Hashable) -> SafeString:
    """Draw the template of a part with these values and nothing else; see ``once_per_entry`` for what they may be."""
    return render_to_string(f"campaigns/parts/{part}.html", values)


@register.simple_tag
def points_drawing(chart: PointsChart, own: Collection[int] = ()) -> SafeString:
    """Draw the chart of points; ``own`` are the indexes of the viewer's lines."""
    return points_chart(chart.lines, chart.title, own or ())
