"""What the words of the content file do, in our own words: for cards in pictures, and for the documentation.

:data:`GLOSSARY` holds every word of ``words.py`` that a card, a corporation, the map or a milestone may have, in its
order there; a test sees to it.
"""

EFFECTS = {
    "roll": "take N dice of a colour and roll them",
    "gain": "take N dice and set them to the resource",
    "any": "take N dice, each of a colour you choose, and roll them",
    "change": "set up to N of your dice to another face",
    "temperature": "raise the temperature N steps",
    "oxygen": "raise the oxygen N steps",
    "oxygen_prize": "raise the oxygen 1 step; N Victory Points if that reaches a bonus of the track",
    "ocean": "place N ocean tiles",
    "greenery": "place N greenery tiles, each of which raises the oxygen 1 step",
    "city": "place N city tiles",
    "special": "place N special tiles: they take a land hex and its bonus, and score nothing",
    "draw": "draw N project cards",
    "wild": "take N wild tokens",
    "points": "N Victory Points at once",
    "lose": "another player of your choice discards N of the resource",
    "play": "play N project cards from your hand, paying their costs; you must if you can",
}
"""``word N``, or ``word N argument``: a colour for roll, a resource for gain and lose."""

PERMANENTS = {
    "discount": "each card you play costs one fewer of the resource",
    "storage": "keep N more resources at a production turn",
    "on": "a reaction: whenever the event happens, the effect follows",
}
"""``discount RESOURCE``, ``storage N``, ``on own EVENT: EFFECT`` or ``on any EVENT: EFFECT``."""

SCOPES = {
    "own": "to what the card's owner does",
    "any": "to what anybody does, the owner included",
}
"""Whose doing a reaction follows."""

EVENTS = {
    "ocean": "an ocean tile is placed",
    "greenery": "a greenery tile is placed",
    "city": "a city tile is placed",
    "special": "a special tile is placed",
    "temperature": "the marker of the temperature moves",
    "oxygen": "the marker of the oxygen moves",
    "green_card": "a green card is played",
    "red_card": "a red card is played",
    "blue_card": "a blue card is played",
    "tile": "a tile of any kind is placed",
    "card": "a card of any colour is played",
}
"""What can be reacted to; the last two stand for several of the others."""

ACTION_KINDS = {
    "support": "in place of another support action; so it can also be the second one, which is a main action",
    "main": "in place of another main action",
    "free": "besides: before the support action, before the main action, or after a turn of either kind",
}
"""When the action of a blue card may be used, once until the next production turn."""

CRITERIA = {
    "green_cards": "green cards played",
    "red_cards": "red cards played",
    "blue_cards": "blue cards played",
    "cards": "cards played, whatever their colour",
    "vp_cards": "cards played that show Victory Points: a ribbon, or points in production, effects (also as a prize), action or reaction",
    "production": "dice in the production boxes of corporation and cards",
    "wild": "wild tokens held",
    "dice": "resources held",
    "faces": "different resources held",
    "tiles": "tiles that the player has placed",
    "steps": "temperature, oxygen and ocean steps that the player has taken",
}
"""What a milestone counts for a seat. Bonus cards count as cards of their colours, corporations do not."""

GLOSSARY = {
    "Effects (`effects`, `gives`; on hexes and tracks only those that ask nothing)": EFFECTS,
    "Permanent effects (`permanent`)": PERMANENTS,
    "Whose doing a reaction follows": SCOPES,
    "What is reacted to": EVENTS,
    "When an action may be used (`action`)": ACTION_KINDS,
    "What milestones count (`criterion`); bonus cards count, corporations do not": CRITERIA,
}
"""Heading -> word -> meaning."""
