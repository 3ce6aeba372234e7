"""The game's own players: each takes what a side sees of a battle and gives a legal command.

- ``decisions``: what a battle waits for from a side, with the legal commands; ``playing``: a battle played to its end
- ``player``: what a player is, and the one that plays by chance; ``stock``: all players by name
- ``quick`` weighs each command once, by the forecast; ``novice`` does it badly; ``planning`` plays the best ones on
  with dice of its own, and ``standing`` weighs where that leads; ``cardboard`` takes the actions of rolled gambits
- ``hints``: the best commands of a decision in words
- ``deploying``: the board on which a battle begins; ``places``: where a creature wants to stand on it
- ``simulation``: many battles in pairs; ``intervals``: what they say about odds
"""
