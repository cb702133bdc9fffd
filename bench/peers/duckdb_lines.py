"""DuckDB with its spatial extension: the file read as lines of JSON, joined by ST_DWithin in EPSG:2263.

usage: duckdb_lines.py DATA OUT.csv      (--version prints the version)
"""

import glob
import sys
import sysconfig

import duckdb

LAYERS = {"parcels": "parcel_id", "parks": "park_id"}


def layer(data, name, key):
    """A query for ids and shapes: each feature is a line of its own, so lines are parsed on all cores."""
    return f"""
        SELECT line::JSON ->> '$.properties.{key}' AS id, ST_GeomFromGeoJSON(line::JSON -> 'geometry') AS shape
        FROM (SELECT rtrim(raw, ',') AS line
              FROM read_csv('{data}/{name}.geojson', columns = {{'raw': 'VARCHAR'}}, header = false,
                            auto_detect = false, delim = '\x01', quote = '', escape = '', max_line_size = 16000000)
              WHERE contains(raw, '"Feature"'))"""


def main(data, out):
    base = duckdb.connect(config={"allow_unsigned_extensions": True})
    packages = sysconfig.get_paths()["purelib"]
    spatial = glob.glob(f"{packages}/duckdb_ext/**/spatial.duckdb_extension", recursive=True)
    base.execute(f"LOAD '{spatial[0]}'" if spatial else "INSTALL spatial; LOAD spatial")
    for name, key in LAYERS.items():
        base.execute(f"""
            CREATE TEMP TABLE {name} AS
            SELECT id, ST_Transform(shape, 'EPSG:4326', 'EPSG:2263', always_xy := true) AS shape
            FROM ({layer(data, name, key)})""")
    base.execute(f"""
        COPY (
            WITH near AS (
                SELECT a.id AS id, b.id AS park, ST_Distance(a.shape, b.shape) AS feet
                FROM parcels a JOIN parks b ON ST_DWithin(a.shape, b.shape, 1000.0)),
            nearest AS (SELECT id, arg_min(park, feet) AS park, min(feet) AS feet FROM near GROUP BY id)
            SELECT p.id AS parcel_id, (n.id IS NOT NULL)::INT AS within, n.park AS park_id,
                   round(n.feet, 3) AS distance_ft
            FROM parcels p LEFT JOIN nearest n ON p.id = n.id
        ) TO '{out}' (HEADER)""")


if __name__ == "__main__":
    if sys.argv[1] == "--version":
        print(f"DuckDB {duckdb.__version__}")
    else:
        main(*sys.argv[1:3])
