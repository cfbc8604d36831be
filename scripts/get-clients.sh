#!/usr/bin/env bash
# Gets the clients of other projects that test/clients runs: packages of npm and of Python. They stay in a
# cache folder outside the checkout, so this does nothing when they are there.
set -euo pipefail

cache="${GAZARCH_CLIENTS:-$HOME/.cache/gazarch/clients}"
here="$(cd "$(dirname "$0")/../test/clients" && pwd)"
mkdir -p "$cache"

if ! cmp -s "$here/package-lock.json" "$cache/npm-version"; then
  cp "$here/package.json" "$here/package-lock.json" "$cache/"
  npm ci --prefix "$cache" --ignore-scripts --no-audit --no-fund --silent
  cp "$here/package-lock.json" "$cache/npm-version"
fi

# Types of our document are made with TypeScript 5, which stands in a folder of its own.
types="openapi-typescript@7.13.0 typescript@5.9.3"
if [ "$(cat "$cache/types/version" 2>/dev/null)" != "$types" ]; then
  rm -rf "$cache/types"
  mkdir -p "$cache/types"
  # shellcheck disable=SC2086
  npm install --prefix "$cache/types" --ignore-scripts --no-audit --no-fund --silent $types
  echo "$types" >"$cache/types/version"
fi

if ! cmp -s "$here/requirements.txt" "$cache/pip-version"; then
  python3 -m venv --clear "$cache/venv"
  "$cache/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
  cp "$here/requirements.txt" "$cache/pip-version"
fi
