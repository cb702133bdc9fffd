#!/bin/sh
# Installs what the peers of the bench need: programs from Debian, Python packages in a folder of their own.
#
#   sh bench/setup.sh [VENV]       # VENV is .venv-bench unless said otherwise
set -eu

venv=${1:-.venv-bench}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

as_root apt-get update -q
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    gdal-bin postgresql postgresql-postgis python3-venv

# versions are pinned, so that a later run times the same programs
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet \
    duckdb==1.4.4 duckdb-ext-spatial==1.4.4.20260205 \
    geopandas==1.2.0 shapely==2.2.0 pyogrio==0.13.0 pyproj==3.7.2 pandas==3.1.1 numpy==2.4.6
