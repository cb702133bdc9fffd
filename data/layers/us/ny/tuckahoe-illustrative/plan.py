"""The drawing of the illustrative village as tables; generate.py turns them into layers."""

# One row of lots per line, in the grid. `axis` is the direction of the street; the lots run
# from `start` to `end` along it, and from `front` (the street line) to `back` across it.
# `cut` names the ends whose street corner is cut off: "<" the start, ">" the end.
# Numbers rise by 2, parcels by 1; a list stands for itself, and so do widths for `lots`.

ROWS = [
    # block, parcel, street, number, axis, start, end, front, back, lots, cut
    # The middle: Cooper, Larch, Weir and Plover Street between Quarry Lane and Heron Terrace
    ("0116", 1, "Larch Street", 1, "s", -1150, -600, 0, 112, 8, "<"),
    ("0116", 9, "Cooper Street", 2, "s", -1150, -600, 224, 112, 8, "<"),
    ("0116", 17, "Quarry Lane", 58, "t", 0, 224, -488, -600, 4, "<>"),
    ("0117", 1, "Larch Street", 17, "s", -432, 278, 0, 112, 13, "<>"),
    ("0117", 14, "Cooper Street", 18, "s", -432, 278, 224, 112, 12, "<>"),
    ("0118", 1, "Larch Street", 43, "s", 334, 833, 0, 112, 9, "<>"),
    ("0118", 10, "Cooper Street", 42, "s", 334, 833, 224, 112, 9, "<>"),
    ("0113", 1, "Larch Street", 2, "s", -1150, -600, -56, -168, 8, "<"),
    ("0113", 9, "Weir Street", 1, "s", -1150, -600, -280, -168, 8, "<"),
    ("0113", 18, "Quarry Lane", 50, "t", -280, -56, -488, -600, 4, "<>"),
    ("0114", 1, "Larch Street", 18, "s", -432, 278, -56, -168, 12, "<>"),
    ("0114", 13, "Weir Street", 19, "s", -432, 278, -280, -168, 13, "<>"),
    ("0115", 1, "Larch Street", 42, "s", 334, 833, -56, -168, 8, "<>"),
    ("0115", 9, "Weir Street", 45, "s", 334, 833, -280, -168, 9, "<>"),
    ("0111", 1, "Weir Street", 18, "s", -432, 278, -336, -448, 12, "<>"),
    ("0111", 13, "Saddler Street", 17, "s", -432, 278, -560, -448, 11, "<>"),
    ("0122", 1, "Cooper Street", 17, "s", -432, 278, 280, 392, 12, "<>"),
    ("0122", 13, "Plover Street", 18, "s", -432, 278, 504, 392, 13, "<>"),
    ("0123", 1, "Cooper Street", 43, "s", 334, 833, 280, 392, 8, "<>"),
    ("0123", 9, "Plover Street", 46, "s", 334, 833, 504, 392, 8, "<>"),
    # The east end of Cooper Street, up to the village line
    ("0119", 1, "Cooper Street", 60, "s", 889, 1472, 224, 116, 10, "<>"),
    ("0119", 21, "Cooper Street", 96, "s", 1528, 2370, 224, 106, 12, "<"),
    # The north: Mill Row, Tannery Lane, Chestnut Row and the west end of Ferry Lane
    ("0104", 1, "Mill Row", 1, "s", -607, -102, 2120, 2232, 9, "<>"),
    ("0104", [10, 11, 12, 13, 14, 15, 21, 19, 20], "Mill Row",
     [2, 4, 6, 8, 10, 12, "12 1/2", 14, 16], "s", -607, -102, 2064, 1952,
     [55, 52, 56, 54, 57, 72, 42, 57, 60], "<>"),
    ("0105", 1, "Mill Row", 19, "s", -46, 500, 2120, 2236, 9, "<>"),
    ("0105", 11, "Mill Row", 18, "s", -46, 500, 2064, 1952, 10, "<>"),
    ("0106", 1, "Tannery Lane", 1, "s", -607, -102, 1840, 1952, 8, "<>"),
    ("0106", 9, "Tannery Lane", 2, "s", -607, -102, 1784, 1670, 8, "<>"),
    ("0107", 1, "Tannery Lane", 17, "s", -46, 500, 1840, 1952, 9, "<>"),
    ("0125", 1, "Chestnut Row", 62, "t", 560, 1122, 278, 166, 10, "<>"),
    ("0126", 1, "Chestnut Row", 61, "t", 560, 1122, 334, 446, 10, "<>"),
    ("0127", 1, "Ferry Lane", 41, "s", -432, 278, 1178, 1296, 11, "<>"),
    # The north-east: Ferry Lane
    ("0121", 36, "Ferry Lane", 1, "s", 796, 1330, 1178, 1290, 10, "<>"),
    ("0121", 1, "Ferry Lane", 2, "s", 796, 1330, 1122, 1010, 9, "<>"),
    # The west: Sexton Lane
    ("0130", 1, "Sexton Lane", 1, "t", -330, 500, -1472, -1360, 12, "<>"),
    # The south of the middle: Quarry Lane, Chestnut Row and Kiln Street
    ("0141", 1, "Quarry Lane", 1, "t", -1400, -616, -432, -320, 12, "<>"),
    ("0142", 1, "Chestnut Row", 2, "t", -1400, -616, 278, 166, 12, "<>"),
    ("0143", 1, "Chestnut Row", 1, "t", -1400, -616, 334, 452, 11, "<>"),
    ("0144", 1, "Kiln Street", 1, "s", -1300, -488, -1400, -1288, 12, "<>"),
    ("0144", 21, "Kiln Street", 2, "s", -1300, -488, -1456, -1574, 12, "<>"),
    # The south: Hollow Road, Lantern Lane and, over the village line, Bramble Court
    ("0097", 1, "Hollow Road", 61, "s", -1200, -530, -2236, -2124, 10, "<>"),
    ("0097", 11, "Hollow Road", 81, "s", -474, -32, -2236, -2124, 7, "<>"),
    ("0098", 3, "Hollow Road", 72, "s", -908, -530, -2292, -2404, 6, ">"),
    ("0098", 9, "Hollow Road", 84, "s", -474, -32, -2292, -2404, 7, "<>"),
    ("0160", 1, "Lantern Lane", 1, "s", 508, 1120, -1640, -1528, 9, "<>"),
    ("0250", 9, "Bramble Court", 1, "t", -2470, -2770, 960, 850, 5, "<"),
    ("0250", 1, "Bramble Court", 2, "t", -2590, -2770, 1016, 1126, 3, "<"),
]

# Everything that is not a house lot, in the grid: west, south, east and north side. A use
# in BUILT has a building in the middle of the lot, this share of it long and wide.
LAND = [
    # block, parcel, number, street, use, s, t, s, t
    ("0201", 1, 40, "Mill Row", "orchard", -1150, 1840, -663, 2064),
    ("0201", 2, 41, "Mill Row", "orchard", -1120, 2120, -663, 2390),
    ("0201", 3, 40, "Tannery Lane", "tannery", -1040, 1300, -663, 1784),
    ("0201", 4, 60, "Tannery Lane", "meadow", -1480, 1300, -1040, 1784),
    ("0202", 1, 35, "Tannery Lane", "cemetery", 556, 1840, 1010, 2064),
    ("0202", 2, 51, "Mill Row", "church", 556, 2120, 820, 2270),
    ("0202", 3, 30, "Tannery Lane", "meadow", -46, 1360, 500, 1784),
    ("0202", 4, 44, "Tannery Lane", "meadow", 556, 1346, 1180, 1784),
    ("0203", 1, 90, "Quarry Lane", "depot", -607, 1300, -488, 1614),
    ("0203", 2, 80, "Quarry Lane", "works", -1050, 560, -488, 860),
    ("0203", 3, 86, "Quarry Lane", "allotments", -1050, 860, -488, 1244),
    ("0204", 1, 17, "Plover Street", "school", -432, 560, 166, 880),
    ("0204", 2, 85, "Quarry Lane", "church", -432, 880, -140, 1122),
    ("0204", 3, 87, "Quarry Lane", "allotments", -140, 880, 166, 1122),
    ("0205", 1, 51, "Plover Street", "meadow", 446, 560, 796, 1122),
    ("0205", 2, 63, "Plover Street", "orchard", 796, 560, 1070, 1010),
    ("0205", 3, 75, "Plover Street", "orchard", 1070, 560, 1330, 1010),
    ("0205", 4, 62, "Plover Street", "works", 889, 280, 1472, 504),
    ("0206", 1, 28, "Ferry Lane", "farm", 1386, 560, 1860, 1122),
    ("0206", 2, 27, "Ferry Lane", "meadow", 1386, 1178, 2080, 1560),
    ("0206", 3, 97, "Cooper Street", "works", 1528, 280, 1900, 504),
    ("0206", 4, 113, "Cooper Street", "works", 1900, 280, 2300, 504),
    ("0206", 5, 95, "Plover Street", "wood", 1860, 560, 2240, 1122),
    ("0207", 1, 81, "Weir Street", "meadow", 1528, -280, 1860, 106),
    ("0207", 2, 91, "Weir Street", "wood", 1860, -280, 2250, 106),
    ("0207", 3, 62, "Weir Street", "works", 889, -880, 1180, -480),
    ("0207", 4, 76, "Weir Street", "allotments", 1180, -880, 1500, -480),
    ("0207", 5, 90, "Weir Street", "wood", 1556, -880, 2090, -336),
    ("0208", 1, 44, "Weir Street", "works", 334, -560, 560, -336),
    ("0208", 2, 54, "Weir Street", "works", 560, -560, 833, -336),
    ("0208", 3, 47, "Saddler Street", "works", 452, -1000, 833, -616),
    ("0208", 4, 2, "Heron Terrace", "meadow", 452, -1472, 833, -1000),
    ("0208", 5, 1, "Heron Terrace", "quarry", 889, -1472, 1820, -936),
    ("0209", 1, 2, "Weir Street", "school", -1150, -560, -488, -336),
    ("0209", 2, 26, "Quarry Lane", "foundry", -868, -950, -488, -616),
    ("0209", 3, 2, "Quarry Lane", "allotments", -868, -1288, -488, -950),
    ("0209", 4, 2, "Sexton Lane", "meadow", -1472, -1232, -1224, -616),
    ("0210", 1, 10, "Sexton Lane", "farm", -2150, -330, -1528, 80),
    ("0210", 2, 20, "Sexton Lane", "farm", -2100, 80, -1528, 500),
    ("0210", 3, 30, "Sexton Lane", "wood", -2020, 556, -1528, 1164),
    ("0210", 4, 6, "Sexton Lane", "wood", -2230, -1232, -1528, -390),
    ("0211", 1, 28, "Kiln Street", "farm", -1300, -2124, -880, -1574),
    ("0211", 2, 30, "Kiln Street", "farm", -880, -2124, -488, -1574),
    ("0211", 3, 50, "Kiln Street", "wood", -1850, -2068, -1356, -1288),
    ("0211", 4, 41, "Hollow Road", "meadow", -1780, -2404, -1256, -2124),
    ("0212", 1, 29, "Kiln Street", "meadow", -320, -1000, 166, -616),
    ("0212", 2, 40, "Kiln Street", "meadow", -180, -2124, 278, -1456),
    ("0212", 3, 2, "Lantern Lane", "wood", 334, -2060, 900, -1696),
]
BUILT = {"tannery": 0.4, "church": 0.3, "depot": 0.4, "works": 0.45, "school": 0.35,
         "farm": 0.12, "foundry": 0.4}


def rectangle(s0, t0, s1, t1):
    return [(s0, t0), (s1, t0), (s1, t1), (s0, t1)]


# Lots that are not a plain rectangle in a row: parcel, address, use, parts, building.
BY_HAND = [
    # 70 Hollow Road reaches round behind its neighbour, so that its lot line comes much
    # nearer to Garrett Park than its dwelling does.
    ("0098-001", "68 Hollow Road", "one-family",
     [rectangle(-1024, -2348, -962, -2292)], rectangle(-1010, -2338, -978, -2312)),
    ("0098-002", "70 Hollow Road", "one-family",
     [[(-1024, -2404), (-908, -2404), (-908, -2292), (-962, -2292), (-962, -2348), (-1024, -2348)]],
     rectangle(-958.2, -2345, -922, -2314)),
    # The brickworks lie on both sides of Kiln Street: one parcel in two parts.
    ("0212-004", "31 Kiln Street", "works",
     [rectangle(-320, -1400, 166, -1000), rectangle(-432, -1800, -180, -1456)],
     rectangle(-240, -1340, -20, -1200)),
]

# Two lots at the village line. 12 Withy Lane lies on both sides of it and its dwelling outside;
# 14 Withy Lane lies outside, too close to the line to call by the map.
BY_HAND += [
    ("0251-001", "12 Withy Lane", "one-family", [rectangle(1016, -2580, 1126, -2440)],
     rectangle(1030, -2570, 1112, -2540)),
    ("0251-002", "14 Withy Lane", "one-family", [rectangle(1140, -2636.7, 1230, -2536.7)],
     rectangle(1155, -2620, 1215, -2580)),
]

BULB = (988, -2880)  # the turning place at the end of Bramble Court

# The village line, in the plane.
VILLAGE = [
    (-1500, 2280), (-700, 2400), (900, 2540), (1700, 2590), (2050, 2300), (2120, 1500),
    (2420, 1080), (2395, 300), (2250, -400), (2050, -1200), (1980, -2000), (1750, -2262.7),
    (900, -2347.7), (500, -2560), (-200, -2780), (-1200, -2850), (-2250, -2990), (-2480, -2500),
    (-2250, -1500), (-2330, -500), (-2200, 500), (-1950, 1400),
]

# The addresses that the examples lean on: what is measured, and what must come out.
LINE = "village line"
SITUATIONS = [
    # address, from, to, feet, tolerance, side of the village line
    ("12 Mill Row", "lot", "Union Park", 1346.3, 1.0, "inside"),
    ("9 Ferry Lane", "lot", "Constitution Park and Playground", 612.4, 1.0, "inside"),
    ("31 Larch Street", "lot", "Fisher Park and Playground", 1002.3, 0.4, "inside"),
    ("70 Hollow Road", "lot", "Garrett Park", 980.0, 1.0, "inside"),
    ("70 Hollow Road", "dwelling", "Garrett Park", 1040.0, 1.0, "inside"),
    ("118 Cooper Street", "lot", "Fisher Park and Playground", 1080.0, 1.0, "inside"),
    ("118 Cooper Street", "lot", LINE, 60.0, 1.0, "inside"),
    ("5 Bramble Court", "lot", "Parkway Oval Park", 311.0, 1.0, "outside"),
    ("5 Bramble Court", "lot", LINE, 69.0, 1.0, "outside"),
    ("14 Withy Lane", "lot", LINE, 2.0, 0.5, "outside"),
    ("12 Withy Lane", "dwelling", LINE, 11.1, 0.5, "outside"),
]
# Lots on both sides of the village line: how far the farthest corner lies inside and outside.
STRADDLING = [
    ("1 Bramble Court", 20, 20),
    ("12 Withy Lane", 80, 50),
]
