"""A short load: people who browse and build at once, and not one error."""

import pytest

from benchmarks.faults.site import FaultySite
from benchmarks.load import begin_load, measure_load, of_load

PEOPLE = 20


@pytest.mark.slow
def test_people_browse_and_build_at_once_without_an_error(filled_sqlite, tmp_path):
    url, keys = filled_sqlite
    environment = of_load(workers=2) | {"DEBUG": "1"}  # static files need not be gathered
    with FaultySite(tmp_path, url, keys, **environment) as site:
        master = begin_load(site)
        steps = "SELECT count(*) FROM warbands_step"
        before = site.value(steps)
        figures = measure_load(site, master, "SitePerson", users=PEOPLE, seconds=12, waits="0.5 1.5")
        assert (figures.failures, figures.told) == (0, ())
        assert figures.requests > PEOPLE, str(figures)
        assert site.value(steps) > before, "nobody built anything"
        assert site.faults() == []
