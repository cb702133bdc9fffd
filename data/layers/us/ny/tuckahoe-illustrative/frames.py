"""The three frames of the drawing: grid, plane and degrees."""

import math

# --- Frames ------------------------------------------------------------------------------
# grid   (s, t) feet along and across the streets: blocks and lots are rectangles here
# plane  (e, n) feet east and north of the centre: the grid, turned and gently bent
# degree (lon, lat) on WGS84, longitude first: what the files hold

LON, LAT = -73.83, 40.95  # the centre
FOOT = 0.3048  # the international foot, in metres
A, E2 = 6378137.0, 0.00669437999014  # WGS84: semi-major axis, first eccentricity squared
TURN = math.radians(8)


def bend(s, t):
    """Streets run in slight curves, no two blocks quite alike."""
    return s + 75 * math.sin(t / 800), t + 95 * math.sin(s / 1100 + 0.4)


def place(point):
    """From the grid to the plane; the grid's origin stays the centre."""
    (s, t), (s0, t0) = bend(*point), bend(0, 0)
    s, t = s - s0, t - t0
    return s * math.cos(TURN) - t * math.sin(TURN), s * math.sin(TURN) + t * math.cos(TURN)


def feet_per_degree(lat):
    """Of longitude and of latitude, by the radii of curvature at this latitude."""
    w = 1 - E2 * math.sin(math.radians(lat)) ** 2
    prime, meridian = A / math.sqrt(w), A * (1 - E2) / w**1.5
    degree = math.radians(1) / FOOT
    return prime * math.cos(math.radians(lat)) * degree, meridian * degree


def degrees(point):
    """From the plane to lon/lat as written, 8 decimals (some 0.003 ft)."""
    east, north = feet_per_degree(LAT)
    return round(LON + point[0] / east, 8), round(LAT + point[1] / north, 8)
