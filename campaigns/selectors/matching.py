"""Pairs of least cost, by networkx."""

from collections.abc import Iterable, Mapping


def least_cost_matching(costs: Mapping[tuple[int, int], int]) -> Iterable[tuple[int, int]]:
    """Return pairs that leave nobody alone and cost the least together; every pair of an even number has a cost."""
    import networkx as nx  # noqa: PLC0415 - it takes a third of a second, and only who pairs a round needs it

    graph = nx.Graph()
    graph.add_weighted_edges_from((first, second, cost) for (first, second), cost in costs.items())
    return nx.min_weight_matching(graph)
