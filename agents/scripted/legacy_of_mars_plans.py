"""The weights of the evaluation of The Legacy of Mars, and the plans that are made of them: data only."""

WEIGHTS = (
    ("megacredit", "a M€"),
    ("steel", "a steel"),
    ("titanium", "a titanium"),
    ("worker", "a worker"),
    ("plant", "a plant"),
    ("energy", "an energy"),
    ("heat", "a heat"),
    ("victory_point", "M€ that a Victory Point is worth"),
    ("length", "generations that a game of two lasts"),
    ("crowd", "generations that each further player shortens it by"),
    ("growth", "share by which what is produced now is worth more for each generation to come"),
    ("rating", "M€ that a step of the terraform rating is worth besides its point and its income"),
    ("tile", "M€ that a city or greenery placed by a card is worth besides all that is counted"),
    ("draw", "a card in hand, whatever it is"),
    ("hand", "share of a hand card's gain that counts before it is played"),
    ("unmet", "share of that for a card whose requirement is not met yet"),
    ("budget", "share of the income to come that hand cards may cost"),
    ("action", "uses of a card's action in each generation to come"),
    ("trigger", "times that a trigger acts in each generation to come"),
    ("discount", "cards with a given tag that are played in each generation to come"),
    ("tag", "a tag in play"),
    ("removal", "share of what a rival loses that counts for oneself"),
    ("milestone", "share of a milestone's points that progress towards it counts"),
    ("award", "share of an award's points that counts before the end"),
    ("rivals", "share of the best rival's value that is taken off"),
    ("end", "the end of the game: share of the lead in M€ that counts on top"),
)
"""Name and meaning of each weight; values are in M€ unless the meaning says otherwise. The first seven are resources."""

(
    MEGACREDIT,
    STEEL,
    TITANIUM,
    WORKER,
    PLANT,
    ENERGY,
    HEAT,
    VICTORY_POINT,
    LENGTH,
    CROWD,
    GROWTH,
    RATING,
    TILE,
    DRAW,
    HAND,
    UNMET,
    BUDGET,
    ACTION,
    TRIGGER,
    DISCOUNT,
    TAG,
    REMOVAL,
    MILESTONE,
    AWARD,
    RIVALS,
    END,
) = range(len(WEIGHTS))

GREEDY = {
    "worlds": 1,
    "megacredit": 1.0,
    "steel": 1.6,
    "titanium": 2.4,
    "worker": 0.8,
    "plant": 2.0,
    "energy": 0.9,
    "heat": 0.8,
    "victory_point": 8.0,
    "length": 13.0,
    "crowd": 1.0,
    "growth": 0.03,
    "rating": 0.0,
    "tile": 1.0,
    "draw": 1.0,
    "hand": 0.6,
    "unmet": 0.5,
    "budget": 0.5,
    "action": 0.8,
    "trigger": 0.6,
    "discount": 0.4,
    "tag": 0.3,
    "removal": 0.5,
    "milestone": 0.4,
    "award": 0.6,
    "rivals": 0.5,
    "end": 1.0,
}

ENGINE = GREEDY | {"length": 16.0, "growth": 0.06, "action": 1.0, "trigger": 0.9, "discount": 0.7, "rating": -3.0, "tag": 0.8}
"""Engine builder: production, actions, discounts and tags, as if the game went on for long; the rating can wait."""

RUSH = GREEDY | {"length": 9.0, "growth": 0.0, "rating": 4.0, "action": 0.6, "discount": 0.2, "tag": 0.0, "heat": 1.0, "plant": 2.3}
"""Terraforming rush: steps of the parameters as soon as they can be paid, so that the game ends before engines pay."""

AGENTS = {"greedy": GREEDY, "engine": ENGINE, "rush": RUSH}
"""Agent name -> its plan."""
