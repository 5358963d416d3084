"""Players of the games: scripted ones, search, learners, and the programs that train and compare them."""
