#!/usr/bin/env bash
# Runs the quick tests on the newest release of another line of Node: `bash scripts/on-node.sh 22`. npm has
# Node itself as a package. It stays in a cache folder outside the checkout.
set -euo pipefail
cd "$(dirname "$0")/.."

line="$1"
cache="${GAZARCH_NODES:-$HOME/.cache/gazarch/nodes}/$line"
mkdir -p "$cache"
npm install --prefix "$cache" --no-save --no-audit --no-fund --silent "node@$line"
PATH="$cache/node_modules/.bin:$PATH"
echo "Node $(node --version)"
exec node node_modules/vitest/vitest.mjs run --exclude 'test/**/*.slow.test.ts'
