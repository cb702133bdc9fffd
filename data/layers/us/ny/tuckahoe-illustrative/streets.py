"""The streets of the illustrative village: curbs, roadways, cuts and what stands in them.

Curbs follow the blocks 13 ft outside their street lines and turn at the corners on an arc; the
roadway between them is 30 ft wide. All is worked out in the plane of feet."""

import math

from frames import place

WALK, HALF = 13, 15  # from street line to curb, and from there to the centre line
STEP = 50  # feet between the vertices of a straight curb
PIECE = 0.9  # feet between the vertices of an arc

# --- Lines in the plane --------------------------------------------------------------------


def along(a, b, feet):
    long = math.dist(a, b)
    return (a[0] + (b[0] - a[0]) * feet / long, a[1] + (b[1] - a[1]) * feet / long)


def rounded(path, radii):
    """A path whose inner corners are rounded, each on its radius."""
    made = [path[0]]
    for before, corner, after, radius in zip(path, path[1:], path[2:], radii):
        u = math.atan2(before[1] - corner[1], before[0] - corner[0])
        v = math.atan2(after[1] - corner[1], after[0] - corner[0])
        between = (v - u + math.pi) % (2 * math.pi) - math.pi  # from the one leg to the other
        tangent = radius / math.tan(abs(between) / 2)
        far = radius / math.sin(abs(between) / 2)
        middle = u + between / 2
        centre = (corner[0] + far * math.cos(middle), corner[1] + far * math.sin(middle))
        start, end = along(corner, before, tangent), along(corner, after, tangent)
        a = math.atan2(start[1] - centre[1], start[0] - centre[0])
        b = math.atan2(end[1] - centre[1], end[0] - centre[0])
        sweep = (b - a + math.pi) % (2 * math.pi) - math.pi
        n = math.ceil(abs(sweep) * radius / PIECE)
        made += [start] + [(centre[0] + radius * math.cos(a + sweep * k / n),
                            centre[1] + radius * math.sin(a + sweep * k / n)) for k in range(1, n)]
        made.append(end)
    return made + [path[-1]]


class Curb:
    """A curb line in the plane; its block lies to the left of it."""

    def __init__(self, name, points):
        self.name, self.points = name, points
        self.at = [0.0]
        for p, q in zip(points, points[1:]):
            self.at.append(self.at[-1] + math.dist(p, q))

    def spot(self, station, left=0.0):
        """The place so far along the curb, and so far into the block."""
        k = max(i for i, s in enumerate(self.at[:-1]) if s <= station)
        p, q = self.points[k], self.points[k + 1]
        x, y = along(p, q, station - self.at[k])
        dx, dy = (q[0] - p[0]) / math.dist(p, q), (q[1] - p[1]) / math.dist(p, q)
        return x - dy * left, y + dx * left

    def stretch(self, start, end):
        """The part of the curb between two stations."""
        inner = [p for p, s in zip(self.points, self.at) if start < s < end]
        return [self.spot(start)] + inner + [self.spot(end)]


def ring(s0, t0, s1, t1, radii):
    """The curb of a whole block, anticlockwise from the middle of its south side."""
    middle = (s0 + s1) / 2
    corners = [(s1, t0), (s1, t1), (s0, t1), (s0, t0)]
    path = [(middle, t0)] + corners + [(middle, t0)]
    # a straight side is bent with the grid every 50 ft, but for the last 60 ft before a corner
    flat = []
    for (a, b), first, last in zip(zip(path, path[1:]), [True] + [False] * 4, [False] * 4 + [True]):
        long = math.dist(a, b)
        flat.append(a)
        cuts = [d for d in range(STEP, int(long), STEP)
                if (first or d >= 60) and (last or long - d >= 60)]
        flat += [along(a, b, d) for d in cuts]
    flat.append(path[-1])
    is_corner = [p in corners for p in flat]
    return bent(flat, is_corner, radii)


def bent(flat, is_corner, radii):
    """The path in the plane, with its corners rounded."""
    points = [place(p) for p in flat]
    made, left = [points[0]], iter(radii)
    for i in range(1, len(points) - 1):
        if is_corner[i]:
            made += rounded([points[i - 1], points[i], points[i + 1]], [next(left)])[1:-1]
        else:
            made.append(points[i])
    return made + [points[-1]]


# Blocks by their street lines in the grid: west, south, east, north; and the radii of their
# corners from the south-east round to the south-west.
BLOCKS = [
    ("b1", -432, -560, 278, -336, (12, 15, 12, 20)),
    ("b2", -432, -280, 278, -56, (15, 15, 12, 12)),
    ("b3", -432, 0, 278, 224, (15, 12, 18, 15)),
    ("b4", -432, 280, 278, 504, (12, 12, 15, 15)),
    ("c1", 334, -560, 833, -336, (20, 15, 15, 12)),
    ("c2", 334, -280, 833, -56, (15, 12, 15, 12)),
    ("c3", 334, 0, 833, 224, (12, 15, 12, 15)),
    ("c4", 334, 280, 833, 504, (15, 25, 12, 12)),
]
# Open curbs: west of Quarry Lane, and across Heron Terrace, where Larch Street ends in a T.
WEST = [("a2", -1130, -280, -488, -56, (15, 15)), ("a3", -1130, 0, -488, 224, (15, 15))]
EAST = [("t1", 876, -220), ("t1", 876, 160)]

STREETS = [  # name, axis, centre line, from, to
    ("Saddler Street", "s", -588, -475, 876),
    ("Weir Street", "s", -308, -1150, 876),
    ("Larch Street", "s", -28, -1150, 876),
    ("Cooper Street", "s", 252, -1150, 876),
    ("Plover Street", "s", 532, -475, 876),
    ("Quarry Lane", "t", -460, -603, 547),
    ("Chestnut Row", "t", 306, -603, 547),
    ("Heron Terrace", "t", 861, -603, 547),
]

# The lanes in the south, drawn straight in the plane: Osier Lane, crossed by Reed Lane at a
# right angle and by Withy Lane at 65 degrees.
OSIER = math.radians(8)
REED = place((120, -2290))
SKEW = math.radians(65)
APART = 240  # feet along Osier Lane from Reed Lane to Withy Lane


def lane(x, y):
    """A place so far along Osier Lane from its crossing with Reed Lane, and so far left of it."""
    c, s = math.cos(OSIER), math.sin(OSIER)
    return REED[0] + c * x - s * y, REED[1] + s * x + c * y


def withy(along_it, side):
    """A place along Withy Lane from its crossing, and so far to its right."""
    c, s = math.cos(SKEW), math.sin(SKEW)
    return APART + along_it * c + side * s, along_it * s - side * c


def meet(y, side):
    """Where a curb of Osier Lane, y to its left, meets one of Withy Lane."""
    x, reach = withy(0, side)
    return withy((y - reach) / math.sin(SKEW), side)


def lanes():
    """The six curbs about the two crossings."""
    h = HALF
    west, east = meet(h, -h), meet(h, h)
    low_west, low_east = meet(-h, -h), meet(-h, h)
    up = lambda corner, k: (corner[0] + k * math.cos(SKEW), corner[1] + k * math.sin(SKEW))
    paths = [
        ("o1", [up(west, 100), west, (h, h), (h, 115)], (18, 15)),
        ("o2", [(h, -115), (h, -h), low_west, up(low_west, -100)], (15, 15)),
        ("o3", [(-h, 115), (-h, h), (-115, h)], (12,)),
        ("o4", [(-115, -h), (-h, -h), (-h, -115)], (12,)),
        ("o5", [(APART + 190, h), east, up(east, 100)], (20,)),
        ("o6", [up(low_east, -100), low_east, (APART + 190, -h)], (15,)),
    ]
    return [Curb(name, rounded([lane(*p) for p in path], radii)) for name, path, radii in paths]


def curbs():
    """Every curb line."""
    made = [Curb(name, ring(s0 - WALK, t0 - WALK, s1 + WALK, t1 + WALK, radii))
            for name, s0, t0, s1, t1, radii in BLOCKS]
    for name, s0, t0, s1, t1, radii in WEST:
        a, b, c, d = s0, t0 - WALK, s1 + WALK, t1 + WALK
        ends = [(s, b) for s in range(a, int(c) - 60, STEP)]
        flat = ends + [(c, b), (c, d)] + [(s, d) for s, _ in reversed(ends)]
        corner = [p in ((c, b), (c, d)) for p in flat]
        made.append(Curb(name, bent(flat, corner, radii)))
    made.append(Curb("t1", [place((876, t)) for t in range(170, -230, -STEP)]))
    return made + lanes()


def roadways():
    """Each street from curb to curb, through its crossings."""
    made = []
    for name, axis, centre, start, end in STREETS:
        turn = (lambda a, b: (a, b)) if axis == "s" else (lambda a, b: (b, a))
        stops = sorted({start, end} | {a for a in range(-1150, 900, STEP) if start < a < end})
        side = [turn(a, centre - HALF) for a in stops] + [turn(a, centre + HALF) for a in stops[::-1]]
        made.append((name, [place(p) for p in side]))
    made.append(("Osier Lane", [lane(-115, -HALF), lane(APART + 190, -HALF),
                                lane(APART + 190, HALF), lane(-115, HALF)]))
    made.append(("Reed Lane", [lane(-HALF, -115), lane(HALF, -115), lane(HALF, 115), lane(-HALF, 115)]))
    made.append(("Withy Lane", [lane(*withy(k, side)) for k, side in
                                ((-125, -HALF), (-125, HALF), (125, HALF), (125, -HALF))]))
    return made


def nodes():
    """The crossings of the centre lines."""
    made = []
    across = [line for line in STREETS if line[1] == "s"]
    down = [line for line in STREETS if line[1] == "t"]
    for name, _, t, start, end in across:
        for other, _, s, low, high in down:
            if start - 20 <= s <= end + 20 and low - 20 <= t <= high + 20:
                made.append((f"{other} / {name}", place((s, t))))
    made.append(("Reed Lane / Osier Lane", lane(0, 0)))
    made.append(("Withy Lane / Osier Lane", lane(APART, 0)))
    return made


# The ground on which the streets are drawn in full, in the grid: beyond it nothing is known.
SURVEYED = [(-1100, -270), (-445, -270), (-445, -560), (846, -560), (846, -200), (870, -200),
            (870, 150), (846, 150), (846, 510), (-445, 510), (-445, 214), (-1100, 214)]


def surveyed():
    """That ground as areas: the middle, and about the lanes in the south."""
    middle = []
    for a, b in zip(SURVEYED, SURVEYED[1:] + SURVEYED[:1]):
        middle += [place(along(a, b, d)) for d in range(0, math.ceil(math.dist(a, b)), STEP)]
    return [("middle", middle), ("lanes", [lane(*p) for p in ((-105, -90), (420, -90), (420, 90), (-105, 90))])]


# --- What stands in the streets ------------------------------------------------------------

# The pile of bricks at 58 Quarry Lane: its south-west corner, 1 ft off the west curb of Quarry
# Lane, 18.57 ft north of the corner of the curb lines. `pile` gives a place by feet north along
# the curb from there and feet east of the curb.
FROM_CORNER = 18.573


def pile(up, off):
    corner, north = place((-475, -13)), place((-475, 47))  # the first straight piece of curb
    dx, dy = (north[0] - corner[0]) / math.dist(corner, north), (north[1] - corner[1]) / math.dist(corner, north)
    up += FROM_CORNER
    return corner[0] + dx * up + dy * off, corner[1] + dy * up - dx * off


def reach(feet, off):
    """How far up or down the curb a thing stands that is `feet` from the pile's corner and
    `off` beside its side."""
    return math.sqrt(feet * feet - off * off)


BRICKS = [  # layer, id, feet from the pile, place
    ("hydrants", "H-0112", 7.6, (18 + reach(7.6, 3), -2)),
    ("trees", "T-2207", 1.3, (9, 1 - 1.3 - 0.75)),  # 18 in thick: 1.3 ft to its face
    ("valve_chambers", "V-031", 4.3, (6, 7 + 4.3)),
    ("lampposts", "L-0440", 11.8, (-reach(11.8, 3), -2)),
    ("manholes", "M-118", 24.7, (18 + reach(24.7, 8), 15)),
    ("catch_basins", "B-067", 6.2, (-reach(6.2, 0.5), 0.5)),
]


def furniture():
    """The things in the streets by layer: id, place, properties."""
    made = {layer: [] for layer in ("hydrants", "trees", "lampposts", "manholes", "catch_basins",
                                    "valve_chambers", "alarm_boxes")}
    for layer, name, _, at in BRICKS:
        made[layer].append((name, pile(*at), {"trunk_in": 18} if layer == "trees" else {}))
    clear = pile(9, 4)

    def put(layer, name, at, **more):
        if math.dist(at, clear) > 75:
            made[layer].append((name, at, more))

    for k, curb in enumerate(curbs()):
        if curb.name[0] in "ot":
            continue
        whole = curb.at[-1]
        for i, station in enumerate(range(30, int(whole) - 30, 52)):
            put("trees", f"T-{k + 1}{i:02}", curb.spot(station, 4), trunk_in=6 + (5 * k + 7 * i) % 19)
        for i, station in enumerate(range(75, int(whole) - 60, 180)):
            put("lampposts", f"L-{k + 1}{i:02}", curb.spot(station, 2))
        for i, station in enumerate(range(110, int(whole) - 60, 620)):
            put("hydrants", f"H-{k + 1}{i:02}", curb.spot(station, 2))
        for i, station in enumerate(range(45, int(whole) - 30, 330)):
            put("catch_basins", f"B-{k + 1}{i:02}", curb.spot(station, -0.5))
        for i, station in enumerate(range(140, int(whole) - 60, 470)):
            put("valve_chambers", f"V-{k + 1}{i:02}", curb.spot(station, -9))
            put("manholes", f"M-{k + 1}{i:02}", curb.spot(station + 20, -15))
    for i, (curb, station) in enumerate([(2, 60), (6, 60), (9, 300)]):
        put("alarm_boxes", f"F-{i + 1}", curbs()[curb].spot(station, 2))
    return made


def conduits():
    """Conduits that show above the ground: short stretches beside the curb."""
    c2, b4 = curbs()[5], curbs()[3]
    return [("E-1", [c2.spot(200, 3), c2.spot(260, 3)]), ("E-2", [b4.spot(500, 3), b4.spot(540, 3)])]


# --- Cuts ----------------------------------------------------------------------------------


def north(x):
    """A place on the north curb of Osier Lane, so far east of the corner with Reed Lane."""
    return lane(HALF + x, HALF)


def south(x):
    """The same on its south curb."""
    return lane(HALF + x, -HALF)


PROPOSED = (28.5, 40.5)  # the lowered curb; its transition begins 27 ft from the corner
NEXT = (66.5, 78.5)  # the next cut, 26 ft on


def cuts():
    """Existing cuts as lowered curb: id, line."""
    made = [("k-osier-1", [north(x) for x in NEXT]), ("k-osier-2", [south(x) for x in (140, 152)])]
    for k, curb in enumerate(curbs()[:8]):
        for i, station in enumerate(range(60, int(curb.at[-1]) - 60, 117)):
            line = curb.stretch(station, station + 12)
            if len(line) == 2:  # on a straight piece
                made.append((f"k-{curb.name}-{i:02}", line))
    return made


def sites():
    """The site files: name, features as id, properties, kind of geometry, places."""
    rectangle = [pile(0, 1), pile(0, 7), pile(18, 7), pile(18, 1)]
    shifted = lambda up, off, long: [pile(up, off), pile(up, off + 6), pile(up + long, off + 6), pile(up + long, off)]
    residential = {"use": "residential", "merged": False, "transition_start": "18 in", "transition_end": "18 in"}
    point = meet(HALF, -HALF)  # where the north curb of Osier Lane meets the west one of Withy Lane
    skewed = [lane(point[0] - 31.5, HALF), lane(point[0] - 43.5, HALF)]
    return {
        "bricks": [("bricks", {"height": "3 ft 6 in"}, "Polygon", rectangle)],
        "piles": [
            ("clear", {"height": "6 ft"}, "Polygon", shifted(140, 1, 10)),
            ("high-at-corner", {"height": "6 ft"}, "Polygon", shifted(1, 1, 4)),
            ("on-hydrant", {"height": "3 ft"}, "Polygon",
             [pile(22, -4), pile(22, 2), pile(28, 2), pile(28, -4)]),
            ("height-unknown", {}, "Polygon", shifted(1, 1, 4)),
        ],
        "curb-cut": [("osier", residential, "LineString", [north(x) for x in PROPOSED])],
        "curb-cuts": [
            ("fine", residential, "LineString", [south(x) for x in (80, 92)]),
            ("at-corner", residential, "LineString", [south(x) for x in (21.5, 33.5)]),
            ("at-next-cut", residential, "LineString", [south(x) for x in (113, 125)]),
            ("too-wide", residential, "LineString", [south(x) for x in (75, 89)]),
            ("skewed", residential, "LineString", skewed),
        ],
    }
