"""Pairs of least cost, by networkx, which is read only by who pairs a round: it takes a third of a second."""

from collections.abc import Iterable, Mapping

from django.utils.module_loading import import_string


def least_cost_matching(costs: Mapping[tuple[int, int], int]) -> Iterable[tuple[int, int]]:
    """Return the pairs with a cost that leave the fewest alone and cost the least together."""
    graph = import_string("networkx.Graph")()
    graph.add_weighted_edges_from((first, second, cost) for (first, second), cost in costs.items())
    pairs: Iterable[tuple[int, int]] = import_string("networkx.min_weight_matching")(graph)
    return pairs
