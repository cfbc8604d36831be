#!/usr/bin/env bash
# Gets OSRM, Valhalla and Nominatim for the tests. The programs of the first two are in Python wheels, which
# need no Python to run. Nominatim is Python; a test installs it from its wheels, as docs/sources.md says.
# All stay in a cache folder outside the checkout, so this does nothing when they are there.
set -euo pipefail

cache="${GAZARCH_ENGINES:-$HOME/.cache/gazarch/engines}"
mkdir -p "$cache"

# get FOLDER PACKAGE VERSION SHA256
get() {
  local folder="$cache/$1" package="$2" version="$3" sum="$4"
  [ "$(cat "$folder/version" 2>/dev/null)" != "$version $sum" ] || return 0
  local new="$folder.new.$$"
  rm -rf "$new"
  mkdir -p "$new/wheel"
  python3 -m pip download --quiet --disable-pip-version-check --dest "$new/wheel" \
    --python-version 3.12 --platform manylinux_2_28_x86_64 --only-binary :all: --no-deps "$package==$version"
  echo "$sum  $(ls "$new"/wheel/*.whl)" | sha256sum --check --quiet
  python3 -m zipfile -e "$new"/wheel/*.whl "$new"
  # The wheel stays: a test follows docs/sources.md with it.
  chmod +x "$new"/*/bin/*
  echo "$version $sum" >"$new/version"
  rm -rf "$folder"
  mv "$new" "$folder"
}

get osrm osrm-bindings 26.10.0 840d6f82812eb9f9e17c71eb9083dfa15f3be2bfec4965c32aefa48b00d3a951
get valhalla pyvalhalla 3.9.1 7b49c5e5f86cefd555b473aaaf34df3305889d30aa889b8abd3b4c2acc622271

# Of Nominatim and what it needs, for the Python of Debian 12.
list="$(cd "$(dirname "$0")" && pwd)/nominatim-wheels.txt"
if ! cmp -s "$list" "$cache/nominatim/version"; then
  new="$cache/nominatim.new.$$"
  rm -rf "$new"
  mkdir -p "$new/wheel"
  /usr/bin/python3 -m pip download --quiet --disable-pip-version-check --dest "$new/wheel" \
    --only-binary :all: --no-deps --require-hashes --requirement "$list"
  cp "$list" "$new/version"
  rm -rf "$cache/nominatim"
  mv "$new" "$cache/nominatim"
fi
