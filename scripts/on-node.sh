#!/usr/bin/env bash
# Runs the quick tests on the newest release of another line of Node: `bash scripts/on-node.sh 22`. npm has
# Node itself as a package. It stays outside the checkout, and all users may run it: a test does so as nobody.
set -euo pipefail
cd "$(dirname "$0")/.."

line="$1"
cache="${GAZARCH_NODES:-/var/tmp/gazarch-nodes-$(id -u)}/$line"
mkdir -p "$cache"
npm install --prefix "$cache" --no-save --no-audit --no-fund --silent "node@$line"
PATH="$cache/node_modules/.bin:$PATH"
echo "Node $(node --version)"
exec node node_modules/vitest/vitest.mjs run --exclude 'test/**/*.slow.test.ts'
