#!/bin/sh
# An example: number plates in the middle of Ulaanbaatar. From Monday to Friday, 08:00 to 20:00, cars whose
# plates end in two of the digits may not drive there. The rule is in force again since 17 September 2025
# (https://montsame.mn/mn/read/378315). The outline of plates.geojson is a box, not that of the decree.
# Look for what holds today, and draw the outline, before anybody relies on it.
#
#   sh deploy/examples/plates.sh --database data/gazarch.sqlite
set -eu
here=$(dirname "$0")
# That of the clone in which this file lies, else the one that is installed.
gazarch() {
  if [ -f "$here/../../dist/cli/main.js" ]; then node "$here/../../dist/cli/main.js" "$@"
  else command gazarch "$@"; fi
}
day() {
  name=$1 hours=$2 plates=$3
  shift 3
  gazarch zones add "$here/plates.geojson" --name "$name" --closed-for "$plates" \
    --hours "$hours 08:00-20:00; PH off" --ends closed \
    --source https://montsame.mn/mn/read/378315 --date 2025-09-17 "$@"
}
day 'Дугаарын хязгаарлалт, Даваа' Mo plate:1,plate:6 "$@"
day 'Дугаарын хязгаарлалт, Мягмар' Tu plate:2,plate:7 "$@"
day 'Дугаарын хязгаарлалт, Лхагва' We plate:3,plate:8 "$@"
day 'Дугаарын хязгаарлалт, Пүрэв' Th plate:4,plate:9 "$@"
day 'Дугаарын хязгаарлалт, Баасан' Fr plate:5,plate:0 "$@"
