"""PostGIS: loaded by ogr2ogr in EPSG:2263, indexed, and for each parcel the nearest park asked within 1,000 ft.

usage: postgis_planar.py DATA OUT.csv      (--version prints the version; the server is METES_BENCH_PG)
"""

import os
import subprocess
import sys

LAYERS = {"parcels": "parcel_id", "parks": "park_id"}

NEAREST = """
    COPY (SELECT p.parcel_id, (k.feet IS NOT NULL)::int AS within, k.park_id, round(k.feet::numeric, 3) AS distance_ft
          FROM parcels p LEFT JOIN LATERAL (
              SELECT park_id, ST_Distance(p.shape, parks.shape) AS feet
              FROM parks WHERE ST_DWithin(p.shape, parks.shape, 1000)
              ORDER BY feet, park_id LIMIT 1) k ON true)
    TO STDOUT (FORMAT csv, HEADER)"""


def sql(text, **more):
    server = os.environ["METES_BENCH_PG"]
    quiet = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
    return subprocess.run([*quiet, "--command", text, server], check=True, **more)


def load(data, name, key):
    subprocess.run([
        "ogr2ogr", "-f", "PostgreSQL", f"PG:{os.environ['METES_BENCH_PG']}", f"{data}/{name}.geojson",
        "-nln", name, "-select", key, "-t_srs", "EPSG:2263", "-nlt", "PROMOTE_TO_MULTI", "-gt", "100000",
        "-lco", "GEOMETRY_NAME=shape", "-lco", "UNLOGGED=YES", "-lco", "SPATIAL_INDEX=NONE",
        "--config", "PG_USE_COPY", "YES",
    ], check=True)


def main(data, out):
    sql("SET client_min_messages = error; DROP TABLE IF EXISTS parcels, parks")
    for name, key in LAYERS.items():
        load(data, name, key)
        sql(f"CREATE INDEX ON {name} USING gist (shape); ANALYZE {name}")
    with open(out, "wb") as file:
        sql(NEAREST, stdout=file)


if __name__ == "__main__":
    if sys.argv[1] == "--version":
        sql("SELECT 'PostGIS ' || postgis_lib_version() || ', PostgreSQL ' || current_setting('server_version')")
    else:
        main(*sys.argv[1:3])
