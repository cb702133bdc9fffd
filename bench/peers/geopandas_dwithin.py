"""GeoPandas: read, projected to EPSG:2263, joined by the predicate dwithin, the nearest of each taken.

usage: geopandas_dwithin.py DATA OUT.csv      (--version prints the versions)
"""

import sys

import geopandas
import shapely


def layer(data, name, key):
    return geopandas.read_file(f"{data}/{name}.geojson")[[key, "geometry"]].to_crs(2263)


def main(data, out):
    parcels, parks = layer(data, "parcels", "parcel_id"), layer(data, "parks", "park_id")
    near = parcels.sjoin(parks, predicate="dwithin", distance=1000)
    near["distance_ft"] = shapely.distance(near.geometry.values, parks.geometry.values[near["index_right"]])
    nearest = near.sort_values(["distance_ft", "park_id"]).groupby(level=0)[["park_id", "distance_ft"]].first()
    rows = parcels[["parcel_id"]].join(nearest)
    rows.insert(1, "within", rows["park_id"].notna().astype(int))
    rows["distance_ft"] = rows["distance_ft"].round(3)
    rows.to_csv(out, index=False)


if __name__ == "__main__":
    if sys.argv[1] == "--version":
        geos = shapely.geos_version_string
        print(f"GeoPandas {geopandas.__version__}, Shapely {shapely.__version__}, GEOS {geos}")
    else:
        main(*sys.argv[1:3])
