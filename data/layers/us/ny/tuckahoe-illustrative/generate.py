#!/usr/bin/env python3
"""Draws the illustrative village: an invented place for demos, the same bytes on every run."""

import json
import math
import sys
from itertools import count
from pathlib import Path

sys.dont_write_bytecode = True  # leave no __pycache__ among the data
import streets  # noqa: E402
from frames import LAT, LON, degrees, feet_per_degree, place  # noqa: E402
from plan import (  # noqa: E402
    BUILT, BULB, BY_HAND, LAND, LINE, ROWS, SITUATIONS, STRADDLING, VILLAGE, rectangle)

HERE = Path(__file__).resolve().parent
SITES = HERE.parents[4] / "fixtures" / "sites"

# --- Lots, from the tables in plan.py ------------------------------------------------------

WEIGHTS = [50, 57, 47, 60, 53, 49, 64, 51, 56, 46, 58]  # lot widths, before they are fitted


def numbered(start, step):
    """The numbers as listed, or counted up from the first."""
    return iter(start) if isinstance(start, list) else count(start, step)


def row(block, parcel, street, number, axis, start, end, front, back, lots, cut):
    """The lots of one line of ROWS, each with its building unless it is vacant."""
    turn = (lambda a, b: (a, b)) if axis == "s" else (lambda a, b: (b, a))
    into = 1 if back > front else -1
    along = 1 if end > start else -1
    first = int(block) + len(street)  # where in WEIGHTS this row starts
    if isinstance(lots, int):
        lots = [WEIGHTS[(first + i) % len(WEIGHTS)] for i in range(lots)]
    scale = (end - start) / sum(lots)
    ends = [round(start + scale * sum(lots[:i]), 1) for i in range(len(lots) + 1)]
    made = []
    for i, seq, label in zip(range(len(lots)), numbered(parcel, 1), numbered(number, 2)):
        a, b = ends[i], ends[i + 1]
        ring = [(a, front), (b, front), (b, back), (a, back)]
        if i == len(lots) - 1 and ">" in cut:
            ring[1:2] = [(b - 9 * along, front), (b, front + 9 * into)]
        if i == 0 and "<" in cut:
            ring[0:1] = [(a, front + 9 * into), (a + 9 * along, front)]
        kind = (first * 7 + i * 5) % 17
        side, yard, deep = (7 + kind % 4) * along, (17 + kind % 6) * into, (30 + kind) * into
        house = [(a + side, front + yard), (b - side, front + yard),
                 (b - side, front + yard + deep), (a + side, front + yard + deep)]
        if kind % 3 == 0:  # an ell: the back right quarter is left out
            half = (a + b) / 2, front + yard + deep * 0.6
            house[2:3] = [(b - side, half[1]), half, (half[0], house[2][1])]
        made.append({
            "parcel": f"{block}-{seq:03}",
            "address": f"{label} {street}",
            "unit": None,
            "use": "vacant" if kind == 16 else "two-family" if kind % 5 == 4 else "one-family",
            "parts": [[turn(*p) for p in ring]],
            "building": None if kind == 16 else [turn(*p) for p in house],
        })
    return made


def land(block, seq, number, street, use, s0, t0, s1, t1):
    """One line of LAND."""
    share = BUILT.get(use, 0)
    wide, deep = (s1 - s0) * (1 - share) / 2, (t1 - t0) * (1 - share) / 2
    return {
        "parcel": f"{block}-{seq:03}", "address": f"{number} {street}", "unit": None, "use": use,
        "parts": [rectangle(s0, t0, s1, t1)],
        "building": rectangle(s0 + wide, t0 + deep, s1 - wide, t1 - deep) if share else None,
    }


def court():
    """The wedge-shaped lots round the turning place of Bramble Court."""
    made = []

    def at(angle, radius):
        return (round(BULB[0] + radius * math.cos(math.radians(angle)), 1),
                round(BULB[1] + radius * math.sin(math.radians(angle)), 1))

    for i, angle in enumerate(range(150, 390, 48)):
        turns = [angle + 12 * k for k in range(5)]
        made.append({
            "parcel": f"0250-{i + 20:03}", "address": f"{11 + 2 * i} Bramble Court",
            "unit": None, "use": "one-family",
            "parts": [[at(a, 50) for a in turns[::-1]] + [at(a, 168) for a in turns]],
            "building": [at(angle + 10, 80), at(angle + 10, 112), at(angle + 38, 112),
                         at(angle + 38, 80)],
        })
    return made


def condominium(lot):
    """Four dwellings stacked on one lot: one parcel each, one outline."""
    block, seq = lot["parcel"].split("-")
    return [dict(lot, parcel=f"{block}-{int(seq) + i:03}", unit=str(i + 1), use="condominium")
            for i in range(4)]


def weld(lots):
    """Gives every straight lot line the corners that other lots have on it, so that
    neighbours share their vertices exactly and stay neighbours when the grid is bent."""
    corners = {p for lot in lots for part in lot["parts"] for p in part}
    for lot in lots:
        for part in lot["parts"]:
            welded = []
            for p, q in zip(part, part[1:] + part[:1]):
                axis = next((k for k in (0, 1) if p[k] == q[k]), None)
                on = [] if axis is None else [
                    c for c in corners if c[axis] == p[axis]
                    and min(p[1 - axis], q[1 - axis]) < c[1 - axis] < max(p[1 - axis], q[1 - axis])]
                welded += [p] + sorted(on, reverse=p > q)
            part[:] = welded


def parcels():
    """Every lot, in the order of the parcel numbers."""
    lots = [lot for line in ROWS for lot in row(*line)]
    lots += [land(*line) for line in LAND] + court()
    keys = ("parcel", "address", "use", "parts", "building")
    lots += [dict(zip(keys, line), unit=None) for line in BY_HAND]
    weld(lots)
    lots = [one for lot in lots
            for one in (condominium(lot) if lot["parcel"] == "0104-015" else [lot])]
    return sorted(lots, key=lambda lot: lot["parcel"])


# --- Parks and the village line, in the plane ----------------------------------------------


def turned(at, points, by=8):
    """An outline drawn round 0, 0, turned by degrees and put in its place."""
    c, s = math.cos(math.radians(by)), math.sin(math.radians(by))
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def round_shape(rx, ry, n, waves=()):
    """An ellipse of n corners; each wave (k, share) swells and narrows it k times round."""
    shape = []
    for i in range(n):
        a = 2 * math.pi * i / n
        swell = 1 + sum(share * math.cos(k * a + k) for k, share in waves)
        shape.append((rx * swell * math.cos(a), ry * swell * math.sin(a)))
    return shape


def arc(rx, ry, start, end):
    """Eleven points of an ellipse, from one angle to another."""
    turns = [math.radians(start + (end - start) * k / 10) for k in range(11)]
    return [(rx * math.cos(a), ry * math.sin(a)) for a in turns]


# Each: id, name, parts; a part is its outline and then its holes.
PARKS = [
    ("main", "Main Street Park", [[turned((-975, -980), [
        (-115, -90), (92, -90), (115, -66), (115, 90), (-70, 90), (-115, 70)])]]),
    ("constitution", "Constitution Park and Playground", [[turned((1396.8, 2165.7), round_shape(
        230, 200, 28, [(2, 0.10), (3, 0.09)]), 20)]]),
    ("fisher", "Fisher Park and Playground", [[turned((1187.3, -10), [
        (-180, -16), (-150, 134), (-60, 200), (40, 190), (72, 60), (120, -30), (84, -150),
        (-10, -196), (-116, -152)], 0)]]),
    ("garrett", "Garrett Park", [[
        turned((-1903.2, -2621), round_shape(250, 165, 30, [(3, 0.07)]), 12),
        turned((-1946.2, -2628), round_shape(70, 42, 14, [(2, 0.12)]), 30)]]),
    ("union", "Union Park", [[turned((-1302.9, 586.15), [
        (-140, -130), (140, -130), (140, 30), (136, 45), (125, 56), (110, 60), (60, 60),
        (60, 130), (-140, 130)])]]),
    ("parkway", "Parkway Oval Park", [
        [turned((1440, -1959.6), round_shape(190, 112, 40))],
        [turned((1440, -1959.6), arc(240, 162, 45, 135) + arc(262, 190, 135, 45))]]),
    ("depot", "Depot Green", [[turned((-350, 1420), round_shape(90, 60, 16, [(2, 0.08)]))]]),
]
# Since when each is a park; invented, and Fisher Park is young so that § 19A-6(b) can be shown.
ESTABLISHED = {"main": "1931-05-30", "constitution": "1987-09-17", "fisher": "2014-06-01",
               "garrett": "1948-04-12", "union": "1922-07-04", "parkway": "1925-10-03",
               "depot": "1990-06-01"}
LISTED = [park[1] for park in PARKS[:6]]  # those that the law names; Depot Green is not one


# --- Measuring -----------------------------------------------------------------------------


def area(ring):
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ring[1:] + ring[:1])) / 2


def from_edge(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx == dy == 0:
        return math.hypot(p[0] - a[0], p[1] - a[1])
    u = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    u = min(1.0, max(0.0, u))
    return math.hypot(p[0] - a[0] - u * dx, p[1] - a[1] - u * dy)


def inside(p, ring):
    hit = False
    for a, b in zip(ring, ring[1:] + ring[:1]):
        if (a[1] > p[1]) != (b[1] > p[1]):
            hit ^= p[0] < a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
    return hit


def distance(one, other):
    """Feet between the outlines of two written shapes that do not cross; taken in a plane of
    its own at their mean latitude, good to some 0.01 ft over a village."""
    rings = [[ring for part in shape for ring in part] for shape in (one, other)]
    lats = [lat for shape in rings for ring in shape for _, lat in ring]
    east, north = feet_per_degree((min(lats) + max(lats)) / 2)
    rings = [[[((x - LON) * east, (y - LAT) * north) for x, y in ring] for ring in shape]
             for shape in rings]
    return min(from_edge(p, a, b)
               for here, there in (rings, rings[::-1])
               for points in here for p in points
               for ring in there for a, b in zip(ring, ring[1:] + ring[:1]))


def must(true, otherwise):
    if not true:
        sys.exit(f"the drawing is not as designed: {otherwise}")


def proved(layers):
    """Measures the shapes as written, stops when one is not as designed, and returns the
    lines that README.md must hold."""
    lots = {f["properties"]["address"]: f for f in layers["parcels"]}
    houses = {f["id"][1:]: f["shape"] for f in layers["dwellings"]}
    parks = {f["properties"]["name"]: f["shape"] for f in layers["parks"]}
    village = layers["boundary"][0]["shape"]
    for keys in (("parcel",), ("address", "unit")):
        texts = [tuple(f["properties"][key] for key in keys) for f in layers["parcels"]]
        twice = {text for text in texts if texts.count(text) > 1}
        must(not twice, f"used twice: {twice}")
    lines = []
    for address, start, end, feet, tolerance, side in SITUATIONS:
        lot = lots[address]
        shape = lot["shape"] if start == "lot" else houses[lot["id"]]
        sides = {inside(p, village[0][0]) for p in shape[0][0]}
        must(sides == {side == "inside"}, f"{address} is not {side} the village")
        found = distance(shape, village if end == LINE else parks[end])
        must(abs(found - feet) <= tolerance, f"{address}, {start} to {end}: {found:.2f} ft")
        if start == "lot" and end in LISTED:
            near = min(LISTED, key=lambda name: distance(shape, parks[name]))
            must(near == end, f"{address}: {near} is nearer than {end}")
        lines.append(f"| {address} | {start} to {end}, {side} | {found:,.1f} ft |")
    for address, within, beyond in STRADDLING:
        found = {True: 0.0, False: 0.0}
        for p in lots[address]["shape"][0][0]:
            side = inside(p, village[0][0])
            found[side] = max(found[side], distance([[[p, p]]], village))
        must(found[True] >= within and found[False] >= beyond, f"{address}: {found}")
        lines.append(f"| {address} | {found[True]:.1f} ft inside, {found[False]:.1f} ft outside |")
    reach = [min(distance(lot["shape"], parks[name]) for name in LISTED)
             for lot in layers["parcels"]]
    for lot in layers["parcels"]:
        must(min(distance(lot["shape"], shape) for shape in parks.values()) > 10,
             f"{lot['id']} meets a park")
    clear = sum(feet > 1000 for feet in reach)
    lines.append(f"{len(reach)} parcels, {clear} of them ({clear / len(reach):.0%}) more than "
                 "1,000 ft from every listed park")
    return lines


def proved_streets():
    """The same for the streets, in the plane."""
    lines = []
    side = [streets.pile(up, off) for up, off in ((0, 1), (0, 7), (18, 7), (18, 1))]
    for layer, name, feet, at in streets.BRICKS:
        p = streets.pile(*at)
        found = min(from_edge(p, a, b) for a, b in zip(side, side[1:] + side[:1]))
        found -= 0.75 if layer == "trees" else 0
        must(abs(found - feet) < 0.005, f"{name} is {found:.3f} ft from the bricks, not {feet}")
        lines.append(f"| bricks | {name} | {feet:.1f} ft |")
    corner = place((-475, -13))
    found = min(from_edge(corner, a, b) for a, b in zip(side, side[1:] + side[:1]))
    must(abs(found - 18.6) < 0.005, f"the corner is {found:.3f} ft from the bricks")
    lines.append("| bricks | corner of the curb lines | 18.6 ft |")
    start = streets.north(streets.PROPOSED[0] - 1.5)
    middle = streets.lane(streets.HALF + 15 * (1 - math.sqrt(0.5)), streets.HALF + 15 * (1 - math.sqrt(0.5)))
    for what, at, feet in (("point", streets.north(0), 27.0), ("middle of the curve", middle, 23.03),
                           ("start of the curve", streets.north(15), 12.0)):
        found = math.dist(start, at)
        must(abs(found - feet) < 0.005, f"the {what} is {found:.3f} ft from the cut")
        lines.append(f"| curb-cut | {what} | {feet:.2f} ft |")
    gap = math.dist(streets.north(streets.PROPOSED[1]), streets.north(streets.NEXT[0]))
    must(abs(gap - 26) < 0.005, f"the next cut is {gap:.3f} ft off")
    lines.append("| curb-cut | next cut | 26.00 ft |")
    return lines


# --- Writing -------------------------------------------------------------------------------


def feature(name, properties, parts):
    """A feature with its shape in degrees: outer rings counter-clockwise, holes clockwise."""
    shape = []
    for part in parts:
        rings = [[degrees(p) for p in ring] for ring in part]
        shape.append([ring if (area(ring) > 0) == (k == 0) else ring[::-1]
                      for k, ring in enumerate(rings)])
    return {"id": name, "properties": properties, "shape": shape}


def drawn():
    """Every layer as a list of features."""
    lots = parcels()
    keys = ("parcel", "address", "unit", "use")
    return {
        "parcels": [feature(lot["parcel"], {key: lot[key] for key in keys},
                            [[[place(p) for p in part]] for part in lot["parts"]])
                    for lot in lots],
        "dwellings": [feature("b" + lot["parcel"], {"parcel": lot["parcel"]},
                              [[[place(p) for p in lot["building"]]]])
                      for lot in lots if lot["building"]],
        "parks": [feature(name, {"id": name, "name": title, "established": ESTABLISHED[name]}, parts)
                  for name, title, parts in PARKS],
        "boundary": [feature("village", {"id": "village",
                                         "name": "Village of Tuckahoe (illustrative)"},
                             [[VILLAGE]])],
    }


def line(name, properties, points):
    """A feature of one point, or of a line of several."""
    return {"id": name, "properties": {"id": name, **properties}, "line": [degrees(p) for p in points]}


def street_layers():
    """The curbs and what stands in the streets."""
    layers = {
        "curbs": [line(curb.name, {}, curb.points) for curb in streets.curbs()],
        "roadways": [feature(name, {"id": name, "name": name}, [[side]])
                     for name, side in streets.roadways()],
        "surveyed": [feature(name, {"id": name}, [[area]]) for name, area in streets.surveyed()],
        "intersections": [line(name, {"name": name}, [at]) for name, at in streets.nodes()],
        "cuts": [line(name, {}, points) for name, points in streets.cuts()],
        "conduits": [line(name, {}, points) for name, points in streets.conduits()],
        "cisterns": [],
    }
    for layer, things in streets.furniture().items():
        layers[layer] = [line(name, more, [at]) for name, at, more in things]
    return layers


def site_files():
    """The sites that examples and tests ask about."""
    def one(name, properties, kind, points):
        if kind == "Polygon":
            return feature(name, {"id": name, **properties}, [[points]])
        return line(name, properties, points)
    return {name: [one(*site) for site in sites] for name, sites in streets.sites().items()}


def geojson(name, features):
    """RFC 7946, one feature a line."""
    lines = []
    place_of = lambda p: f"[{p[0]:.8f},{p[1]:.8f}]"
    for one in features:
        if "line" in one:
            points = [place_of(p) for p in one["line"]]
            kind, coordinates = (("Point", points[0]) if len(points) == 1
                                 else ("LineString", "[" + ",".join(points) + "]"))
        else:
            parts = ["[" + ",".join("[" + ",".join(place_of(p) for p in ring + ring[:1])
                                    + "]" for ring in part) + "]" for part in one["shape"]]
            kind, coordinates = (("Polygon", parts[0]) if len(parts) == 1
                                 else ("MultiPolygon", "[" + ",".join(parts) + "]"))
        lines.append(f'{{"type": "Feature", "id": {json.dumps(one["id"])}, '
                     f'"properties": {json.dumps(one["properties"])}, '
                     f'"geometry": {{"type": "{kind}", "coordinates": {coordinates}}}}}')
    inner = "\n" + ",\n".join(lines) + "\n" if lines else ""
    return (f'{{"type": "FeatureCollection", "illustrative": true, "name": "{name}, an invented village"'
            f', "features": [{inner}]}}\n')


def main():
    """Writes the layers, or with --check only compares; README.md is compared in either case."""
    layers = drawn()
    lines = proved(layers) + proved_streets()
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    wrong = [f"README.md lacks: {line}" for line in lines if line not in readme]
    files = {HERE / f"{name}.geojson": (name, features) for name, features in {**layers, **street_layers()}.items()}
    files.update({SITES / f"{name}.geojson": (name, features) for name, features in site_files().items()})
    for path, (name, features) in files.items():
        text = geojson(name, features).encode()
        if "--check" not in sys.argv[1:]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        elif not path.exists() or path.read_bytes() != text:
            wrong.append(f"{path.name} is not what the generator draws")
    print("\n".join(wrong or lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
