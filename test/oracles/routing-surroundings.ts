import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM } from '../../src/geo/distance.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import type { Surroundings } from '../../src/routing/profiles/profile.js';

/** By way: country, town or city, as docs/routing-model.md says in rule 10. Slow and plain. */
export function oracleSurroundings(network: RoadNetwork): Surroundings[] {
  const { ways, nodeLon7, nodeLat7 } = network;
  const pairsOf = (w: number): { cell: string; length_m: number }[] =>
    [...ways[w].nodes].slice(1).map((b, i) => {
      const a = ways[w].nodes[i];
      const middle = (values: Int32Array): number => (values[a] + values[b]) / 2;
      return {
        cell: [
          Math.floor((middle(nodeLat7) + 9e8) / 50_000),
          Math.floor((middle(nodeLon7) + 1.8e9) / 75_000),
        ].join(' '),
        length_m: distanceM(
          toDegrees(nodeLon7[a]),
          toDegrees(nodeLat7[a]),
          toDegrees(nodeLon7[b]),
          toDegrees(nodeLat7[b]),
        ),
      };
    });
  const streets = new Map<string, number>();
  ways.forEach(({ tags }, w) => {
    if (tags['highway'] !== 'residential' && tags['highway'] !== 'living_street') return;
    for (const { cell, length_m } of pairsOf(w)) streets.set(cell, (streets.get(cell) ?? 0) + length_m);
  });
  const block = (cell: string): string[] => {
    const [row, column] = cell.split(' ').map(Number);
    return [row - 1, row, row + 1].flatMap((r) => [column - 1, column, column + 1].map((c) => `${r} ${c}`));
  };
  const sum = (cells: Iterable<string>): number =>
    [...cells].reduce((metres, cell) => metres + (streets.get(cell) ?? 0), 0);
  const builtUp = new Set([...streets.keys()].flatMap(block).filter((cell) => sum(block(cell)) >= 5_000));
  const kind = new Map<string, Surroundings>();
  for (const start of builtUp) {
    if (kind.has(start)) continue;
    const settlement = new Set([start]);
    for (const cell of settlement)
      for (const near of block(cell)) if (builtUp.has(near)) settlement.add(near);
    const found = sum(settlement) >= 300_000 ? 'city' : 'town';
    for (const cell of settlement) kind.set(cell, found);
  }
  const isCity = (cell: string): boolean => kind.get(cell) === 'city';
  for (let ring = 0; ring < 2; ring++)
    for (const cell of [...kind.keys()].filter(isCity).flatMap(block)) kind.set(cell, 'city');
  return ways.map((_, w) => {
    const pairs = pairsOf(w);
    const metres = (...kinds: Surroundings[]): number =>
      pairs.reduce(
        (all, { cell, length_m }) => all + (kinds.includes(kind.get(cell) ?? 'country') ? length_m : 0),
        0,
      );
    const all_m = metres('country', 'town', 'city');
    if (all_m === 0 || metres('country') > all_m / 2) return 'country';
    return metres('city') >= all_m / 2 ? 'city' : 'town';
  });
}
