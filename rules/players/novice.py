"""A beginner: a quick player that misses reactions, forgets objectives, and counts on every blow."""

from rules.players.quick import Manner, QuickPlayer


class NovicePlayer(QuickPlayer):
    """Weighs each command as if its dice fell well, and lets most reactions pass."""

    key = "novice"
    manner = Manner(felling=0.0, finishing=0.4, holding=0.0, friends=0.3, objective=0.0, reacts=35, hopes=0.9)
