"""What every game is built from: compilation, state records, randomness, layouts, adapters and checks."""
