"""The games, one package each, over a core that knows none of them."""
