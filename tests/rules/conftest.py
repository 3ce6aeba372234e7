"""How hypothesis runs in the tests of the rules, and the cards that they share with all other tests."""

import tests.examples  # noqa: F401 - it loads the profile
from tests.built_in import built_in, rulebook

__all__ = ["built_in", "rulebook"]
