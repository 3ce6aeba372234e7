"""One model of effects: features, spells, items, feats, universal actions and terrain, as frozen values."""
