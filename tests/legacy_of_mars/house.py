"""What the rows of the house do when they are played and used: a second reading, for `test_house_cards`.

Nobody prints these rows, so that they are compared with no source but with themselves, told in another language: that of
`Table.changes`, what is different on the table afterwards. It is written from what each row is meant to do; a slip in the
content file, or in its reader, makes the two differ.

A difference is written ``megacredit -14, plant production 2, deck -> hand 0 1``: what seat 0 has, without its number,
and anything else under its whole name; ``2>3`` is from 2 to 3. ``here`` are resources on the row itself.
"""

PLAYED = {
    # innovation cards, paid for in M€
    "genome_library": "megacredit -14, tag plant 1, tag science 1, plant production 2, deck -> hand 0 1",
    "lossless_grid": "megacredit -9, tag power 1, tag science 1, energy production 1, cut 0 heat 0>1",
    "dense_seedlings": "megacredit -11, tag plant 1, tag science 1, plant 4, cut 0 plants 0>1",
    "reusable_lander": "megacredit -13, tag space 1, discount 0 space 0>3",
    "open_tender": "megacredit -8, tag earth 1, cut 0 project 0>3",
    "patent_pool": "megacredit -12, tag science 1, cut 0 card 0>1",
    "micro_reactor": "megacredit -16, tag power 1, tag building 1, energy production 3",
    "printed_habitats": (
        "megacredit -14, tag city 1, tag building 1, worker production 2, energy production -1, "
        "tile C6 city 0 printed_habitats"
    ),
    "ring_mirror": "megacredit -27, tag space 1, heat production 4, temperature 1, rating 1",
    "deep_drill": "megacredit -13, events 1, steel 4, plant 4",
    "brain_trust": "megacredit -8, events 1, deck -> hand 0 3, deck -> discard 3",
    "second_look": "megacredit -14, tag science 1",
    "living_concrete": "megacredit -12, tag building 1, tag microbe 1, steel 3, worth 0 steel 2>3",
    "ion_tugs": "megacredit -13, tag space 1, titanium 2, worth 0 titanium 3>4",
    "broad_tolerance": "megacredit -7, tag microbe 1, tag science 1, shift 0 0>1",
    "guarded_biome": "megacredit -6, tag animal 1, tag science 1, on Fish 1",
    "climate_model": "megacredit -13, tag science 1, rating 2",
    "thermal_blanket": "megacredit -16, events 1, heat 3, temperature 2, rating 2",
    "oxygen_foundry": "megacredit -13, tag building 1",
    "cloned_herd": "megacredit -14, tag animal 1, here 1",
    "colony_charter": "megacredit -16, events 1, rating 2, population C6 0>1",
    "spark_of_genius": "megacredit -5, events 1, deck -> hand 0 1, box -> hand 0 1",
    "idea_market": "megacredit -8, tag earth 1, tag science 1",
    "robot_crews": "megacredit -7, tag building 1, worker production 3, energy production -1",
    "weather_engine": "megacredit -8, tag power 1",
    "volcanic_press": (
        "megacredit -18, tag building 1, titanium production 1, heat production 1, steel 1, "
        "tile A3 special 0 volcanic_press"
    ),
    "twin_elevators": "megacredit -22, tag space 1, tag building 1, megacredit production 1, titanium production 2",
    "sky_net": "megacredit -9, tag floater 1, tag space 1",
    "deep_archive": "megacredit -9, tag science 2, deck -> hand 0 2, deck -> discard 1",
    "matter_printer": "megacredit -14, tag science 1",
    # sides of corporations, with the 15 M€ of a stand-alone game
    "borealis_works_a": "megacredit 48, tag building 1, steel 6, steel production 1",
    "borealis_works_b": "megacredit 57, tag building 1, worker production 2, cut 0 project 0>2",
    "sunward_trust_a": "megacredit 51, tag space 1, titanium production 1",
    "sunward_trust_b": "megacredit 56, tag jovian 1, energy production 1, titanium 1",  # its own tag
    "green_meridian_a": "megacredit 49, tag plant 1, plant 4, plant production 1, cut 0 plants 0>1",
    "green_meridian_b": "megacredit 55, tag microbe 1, plant production 1",  # 2 M€ for its own tag
    "deepfrost_company_a": "megacredit 55, tag space 1, heat production 2",
    "deepfrost_company_b": "megacredit 55, tag power 1, heat 4, heat production 1, cut 0 heat 0>1",
    "hearthline_a": "megacredit 43, tag city 1, worker production 1, plant 1, tile A1 city 0 side 8, cut 0 workers 0>2",
    "hearthline_b": "megacredit 56, tag earth 1, worker 8, worker production 1",
    "open_archive_a": "megacredit 53, tag science 1, deck -> hand 0 3, cut 0 card 0>1",
    "open_archive_b": "megacredit 58, tag science 1, here 2",  # one of them for its own tag
    # developments
    "gravel_road": "tag building 1, steel 4",
    "yard_crane": "discount 0 building 0>1",
    "steel_cooperative": "steel production 1",
    "bunk_cars": "worker 4, worker production 1",
    "depot_network": "steel 2",
    "site_engineers": "",
    "alloy_standard": "worth 0 steel 2>3",
    "bore_crews": "",
    "tug_lease": "titanium 3",
    "dock_rights": "discount 0 space 0>1",
    "ore_futures": "titanium production 1",
    "sun_shades": "tag space 1, heat 4, heat production 1",
    "long_haul": "",
    "gas_scoops": "tag floater 1",
    "outer_office": "tag jovian 1, megacredit production 1",
    "bulk_freight": "worth 0 titanium 3>4",
    "seed_trays": "plant 5",
    "lichen_rights": "plant production 1",
    "greenhouse_lease": "",
    "compost_union": "tag microbe 1",
    "open_meadows": "tag animal 1",
    "hardy_stock": "plant 2, shift 0 0>1",
    "water_shares": "",
    "harvest_crews": "",
    "black_dust": "heat 3, heat production 1",
    "ice_survey": "tag science 1, deck -> hand 0 2",
    "warm_wells": "cut 0 heat 0>1",
    "meltwater_rights": "",
    "steam_line": "energy production 1",
    "sea_claim": "",
    "thaw_watch": "",
    "frost_tax": "",
    "family_quarters": "worker 8",
    "trade_school": "worker 3, worker production 1",
    "house_rules": "worker 3, cut 0 workers 0>1",
    "twin_domes": "",
    "town_band": "",
    "market_hall": "",
    "new_neighbours": "worker production 2",
    "city_pride": "tag city 1, worker 3",
    "reading_room": "megacredit 2, deck -> hand 0 2",
    "field_notes": "tag science 1, megacredit 5",
    "cheap_prints": "cut 0 card 0>1",
    "test_bench": "",
    "peer_review": "",
    "prototype_shop": "cut 0 project 0>2",
    "chief_scientist": "tag science 1",
    "bright_ideas": "megacredit 4, box -> hand 0 1",
}
"""Innovation, side or development -> all that is different once it is played."""

USED = {
    "second_look": ["deck -> hand 0 1, deck -> discard 1"],
    "oxygen_foundry": ["energy -3, worker 1, oxygen 1, rating 1"],
    "cloned_herd": ["here 1"],
    "idea_market": ["megacredit -4, box -> hand 0 1"],
    "sky_net": ["here 2"],
    "matter_printer": ["energy -2, plant 2"],
    "sunward_trust_a": ["titanium -1, megacredit 5"],
    "open_archive_b": ["megacredit -3, deck -> hand 0 1", "here -2, megacredit 2, deck -> hand 0 1"],
    "site_engineers": ["steel -1, megacredit 4"],
    "bore_crews": ["worker -3, steel 2, heat 1"],
    "gas_scoops": ["here 1", "here -2, titanium 1, heat 2"],
    "compost_union": ["here 1", "here -2, plant 3"],
    "open_meadows": ["here 1"],
    "harvest_crews": ["worker -2, plant 3"],
    "steam_line": ["energy -1, heat 3"],
    "thaw_watch": ["heat -4, megacredit 2, plant 1, tile B3 ocean"],
    "market_hall": ["worker -2, megacredit 4"],
    "test_bench": ["megacredit -2, deck -> hand 0 1"],
    "chief_scientist": ["megacredit -3, deck -> hand 0 1"],
}
"""What has an action -> all that is different once it is used, way by way; a card that is looked at is bought."""

BESIDES = {
    "lossless_grid": {"heat": "heat 1"},
    "dense_seedlings": {"plants": "plant 1"},
    "reusable_lander": {"space event": "megacredit 3"},
    "open_tender": dict.fromkeys(("ocean", "greenery", "city", "power plant"), "megacredit 3"),
    "patent_pool": {"look": "megacredit 1"},
    "weather_engine": {"population": "megacredit 2", "rating": "megacredit 2"},
    "borealis_works_a": {"special": "megacredit production 1"},
    "borealis_works_b": dict.fromkeys(("ocean", "greenery", "city", "power plant"), "megacredit 2"),
    "sunward_trust_b": {"jovian": "titanium 1", "floater": "megacredit 2"},
    "green_meridian_a": {"plants": "plant 1"},
    "green_meridian_b": {"animal": "megacredit 2", "microbe": "megacredit 2", "plant": "megacredit 2"},
    "deepfrost_company_a": {"ocean": "megacredit 2, plant 1", "ocean of another": ""},
    "deepfrost_company_b": {"melting": "megacredit 2", "melting of another": "", "heat": "heat 1"},
    "hearthline_a": {"population": "worker 2"},
    "hearthline_b": {"population": "plant 2"},
    "open_archive_a": {"look": "megacredit 1"},
    "open_archive_b": {"science": "here 1"},
    "yard_crane": {"building": "megacredit 1"},
    "depot_network": {"special": "megacredit 5"},
    "dock_rights": {"space event": "megacredit 1"},
    "long_haul": {"space event": "megacredit 1, titanium 1", "event": ""},
    "greenhouse_lease": {"greenery": "megacredit 4", "plants": "megacredit 4"},
    "water_shares": {"ocean": "plant 1", "ocean of another": "plant 1"},
    "warm_wells": {"heat": "heat 1"},
    "meltwater_rights": {"melting": "plant 1", "melting of another": ""},
    "sea_claim": {"ocean": "megacredit 3", "ocean of another": ""},
    "frost_tax": {"melting": "megacredit 1", "melting of another": "megacredit 1"},
    "house_rules": {"population": "worker 1"},
    "twin_domes": {"city": "megacredit 6"},
    "town_band": {"population": "megacredit 3"},
    "cheap_prints": {"look": "megacredit 1"},
    "peer_review": {"science": "megacredit 2"},
    "prototype_shop": dict.fromkeys(("ocean", "greenery", "city", "power plant"), "megacredit 2"),
}
"""Row -> what is done (`test_house_cards.DEEDS`), and what is different then if it is in play before seat 0."""

PROTECTED = ("guarded_biome",)
"""Rows that keep plants, animals and microbes from opponents."""

POINTS = {
    "reusable_lander": ("", 1),
    "broad_tolerance": ("", 1),
    "climate_model": ("", 1),
    "cloned_herd": ("held", 1),
    "sky_net": ("held", 4),
    "open_meadows": ("held", 3),
    "city_pride": ("population", 3),
}
"""Row -> what it gives a Victory Point for, and for how many of it; the first three give one in any case."""

REQUIRED = {"climate_model": ("science tags", 4), "cloned_herd": ("oxygen", 5)}
"""Innovation -> what it needs at least. No other one needs anything."""
