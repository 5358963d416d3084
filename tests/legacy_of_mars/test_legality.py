"""In the middle of random games, every printed card in hand is playable exactly if its row of facts says so.

A second reading of "1) Check the requirements": the terms, the price after discounts and with metals, own losses, red-bordered
production and room for tiles, all from the printed row, the printed map and what lies on the table.
"""

import random

import pytest

from legacy_of_mars.deck import own_game
from legacy_of_mars.facts import BY_NAME, CARDS
from legacy_of_mars.reference import Expected, room, tiles_of

pytestmark = pytest.mark.boundscheck

COPYING, CLAIMING = 86, 66


def meets(table, seat, card):
    """All terms of the requirement hold, as far as they must."""
    names = [table.called(row) for row in table.face_up(seat)]
    shift = 2 * ("Adaptation Technology" in names) + int(table["next_shift"][seat])
    tiles = tiles_of(table)
    expected = Expected(table, card, seat)
    for term in card.req:
        if term.kind == "oxy":
            value, slack = table["oxygen"], shift
        elif term.kind == "temp":
            value, slack = table.degrees, 2 * shift
        elif term.kind == "oce":
            value, slack = table["oceans"], shift
        elif term.kind == "tag":
            own = card.tags.count(term.what) if card.color != "red" else 0
            value, slack = expected.tags(seat, term.what) - own, 0
        elif term.kind == "prod":
            value, slack = table.production(seat, term.what), 0
        elif term.kind == "city_any":
            value, slack = sum(kind == "city" for kind, _ in tiles.values()), 0
        else:
            value, slack = sum(tile == ("greenery", seat) for tile in tiles.values()), 0
        if (value > term.n + slack) if term.most else (value < term.n - slack):
            return False
    return True


def affordable(table, seat, card):
    """M€ and the metals that may pay cover the price."""
    names = [table.called(row) for row in table.face_up(seat)]
    off = int(table["next_discount"][seat])
    for word in (w for name in names if name in BY_NAME for w in BY_NAME[name].standing):
        if word.startswith("discount:"):
            tag, n = word.removeprefix("discount:").split("-")
            off += int(n) if tag == "any" or tag in card.tags else 0
    alloys = "Advanced Alloys" in names
    purse = table.resource(seat, "megacredit")
    purse += table.resource(seat, "steel") * (2 + alloys) * ("building" in card.tags)
    purse += table.resource(seat, "titanium") * (3 + alloys) * ("space" in card.tags)
    return purse >= max(0, card.cost - off)


def losable(table, seat, card):
    """Own productions and resources cover what the card takes, and somebody has what it takes from anybody."""
    expected = Expected(table, card, seat)
    names = [table.called(row) for row in table.face_up(seat)]
    change = {name: expected.value(number) for name, number in card.production.items()}
    if card.num == 200:
        change["megacredit"] += 1  # by its own trigger
    if any(tile.kind == "city" for tile in card.tiles):
        change["megacredit"] = change.get("megacredit", 0) + ("Immigrant City" in names)
    floor = {"megacredit": -5}
    for name, n in change.items():
        if n < 0 and table.production(seat, name) + n < floor.get(name, 0):
            return False
    for name, number in card.resources.items():
        n = expected.value(number)
        if name == "plant" and "Viral Enhancers" in names:
            n += sum(tag in ("plant", "microbe", "animal") for tag in card.tags)
        if n < 0 and table.resource(seat, name) + n < 0:
            return False
    for effect in (e for e in card.any if e.word == "anyprod"):
        made = [table.production(p, effect.what) for p in range(table.players)]
        made[seat] += change.get(effect.what, 0)
        if max(made) - effect.n.n < floor.get(effect.what, 0):
            return False
    if any(e.word == "p" and e.n == "-X" for alternative in card.choice for e in alternative):
        return table.production(seat, "heat") >= 1
    return True


def placeable(table, seat, card):
    """There is room for every tile that has to be placed."""
    left = int(table.tables["board"][table["board"]]["oceans"]) - table["oceans"]
    for tile in card.tiles:
        if tile.kind == "ocean" and not left:
            continue
        if not room(table, tile, seat):
            return False
    return True


def playable(table, seat, card):
    return all(rule(table, seat, card) for rule in (meets, affordable, losable, placeable))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3])
def test_a_card_in_hand_is_playable_exactly_if_its_row_says_so(players, seed):
    dice = random.Random(1000 * players + seed)
    table = own_game(players)
    numbers = list(CARDS)
    dice.shuffle(numbers)
    for seat in range(players):
        hand = numbers[seat * 40 : seat * 40 + 40]
        table.hand(seat, *hand)
        for name in ("megacredit", "steel", "titanium", "plant", "energy", "heat"):
            table.has(seat, **{name: dice.randrange(40)}).makes(seat, **{name: dice.randrange(4)})
    table.parameters(temperature=dice.randrange(-30, 9, 2), oxygen=dice.randrange(14)).oceans(dice.randrange(9))
    table.ready()
    seen = set()
    for _ in range(90):
        if table.asks == "over":
            break
        if table.asks == "turn":
            seat = table.player
            for name in table.cards_in(f"hand {seat}"):
                card = BY_NAME.get(name)
                if card is None or card.num in (COPYING, CLAIMING):
                    continue
                wanted = playable(table, seat, card)
                seen.add(wanted)
                assert table.may_play(card.num) is wanted, (card.row, table.legal)
        legal = sorted(table.legal, key=table.number)
        cards = [a for a in legal if a.startswith("card")]
        table.act(dice.choice(cards) if cards and dice.random() < 0.7 else dice.choice(legal))
    assert seen == {True, False}
