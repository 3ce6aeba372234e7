"""What a process has loaded is set apart from what is collected."""

import gc

from p2v_site.memory import keep_for_good


def test_what_is_loaded_is_not_looked_at_by_collections():
    loaded = [object()]
    try:
        keep_for_good()
        assert gc.get_freeze_count() > 0
        assert not any(value is loaded for value in gc.get_objects())
    finally:
        gc.unfreeze()
    assert any(value is loaded for value in gc.get_objects())
