import { expect, it } from 'vitest';
import { atOnce } from '../../src/arrays/steps.js';
import type { Position } from '../../src/geo/position.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { SLOWER_FROM, type LearnedLines } from '../../src/routing/current/learned-lines.js';
import { LearnedSpeeds, type SpeedRow } from '../../src/routing/current/learned-speeds.js';
import { DEFAULT_SLOTS } from '../../src/routing/profiles/week-slots.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap } from './ascii/ascii-map.js';
import { randomNetwork } from './random-network.js';

/** What the map shows of learned speeds: where rows of a slot are, how slow in levels, and nothing else. */

const row = (key: string, slot: number, longer: number, month = '2026-11'): SpeedRow => ({
  ...{ key, slot, month, observed_s: Math.round(100_000 * longer), model_s: 100_000 },
});

function drawn(index: RoutingIndex, rows: readonly SpeedRow[], slot: number): LearnedLines[] {
  const [ids, wide] = [/^way (\d+) ([+-])$/, /^(?!way )/];
  const place = ({ key }: SpeedRow): number => {
    const [, id, side] = ids.exec(key) ?? [];
    return id === undefined ? 0 : 2 * Number(id) + (side === '-' ? 1 : 0);
  };
  const ordered = [
    ...rows.filter(({ key }) => wide.test(key)),
    ...rows.filter(({ key }) => ids.test(key)).sort((a, b) => place(a) - place(b)),
  ];
  return atOnce(index.learnedLines(new LearnedSpeeds('a test', DEFAULT_SLOTS, ordered), slot));
}

/** Pieces between two positions, each as a text with the levels from its western end and to it. */
function piecesOf(lines: readonly LearnedLines[]): string[] {
  return lines
    .flatMap(({ along, against, lines: own }) =>
      own.flatMap((line) =>
        line.slice(1).map((to, i) => {
          const from = line[i];
          return isBefore(from, to)
            ? `${from.join()} ${to.join()} ${along} ${against}`
            : `${to.join()} ${from.join()} ${against} ${along}`;
        }),
      ),
    )
    .sort();
}

const isBefore = (a: Position, b: Position): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]);

const { network, positions } = asciiMap({
  picture: 'A---B---C',
  ways: { AB: 'highway=primary', BC: 'highway=residential' },
});
const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
const [AB, BC] = network.ways.map(({ id }) => id);

it('draws a way along itself, with a level for each direction', () => {
  const [only, ...others] = drawn(index, [row(`way ${AB} +`, 2, 2.2), row(`way ${AB} -`, 2, 1)], 2);
  expect(others).toEqual([]);
  const isAlong = only.along === 3;
  expect([only.along, only.against].sort()).toEqual([0, 3]);
  const line = isAlong ? only.lines[0] : only.lines[0].toReversed();
  for (const [i, name] of ['A', 'B'].entries())
    positions.get(name)!.forEach((degrees, j) => expect(line[i][j]).toBeCloseTo(degrees, 6));
});

it('draws nothing of other slots, of the other direction, nor of ways that only their class knows', () => {
  const rows = [row('country', 2, 3), row('country residential', 2, 3), row(`way ${AB} -`, 2, 1.7)];
  const [only, ...others] = drawn(index, rows, 2);
  expect(others).toEqual([]);
  expect([only.along, only.against].sort()).toEqual([2, null]);
  expect(drawn(index, rows, 1)).toEqual([]);
  expect(drawn(index, [...rows, row(`way ${BC + 999} +`, 2, 3)], 2)).toEqual([only]);
});

it('shows no more than in which of five levels a row is, whatever its months and its driving', () => {
  const shown = (rows: readonly SpeedRow[]): string => JSON.stringify(drawn(index, rows, 0));
  const steps = Array.from({ length: 60 }, (_, i) => 0.5 + i / 10);
  const pictures = steps.map((longer) => shown([row(`way ${AB} +`, 0, longer)]));
  expect(new Set(pictures).size).toBe(SLOWER_FROM.length + 1);
  const whole = shown([row(`way ${AB} +`, 0, 1.7)]);
  expect(shown(['2026-09', '2026-10'].map((month) => row(`way ${AB} +`, 0, 1.7, month)))).toBe(whole);
  const [{ key, ...less }] = [row(`way ${AB} +`, 0, 1.7)];
  expect(shown([{ key, ...less, observed_s: less.observed_s / 8, model_s: less.model_s / 8 }])).toBe(whole);
  expect(Object.keys(drawn(index, [row(`way ${AB} +`, 0, 1.7)], 0)[0])).toEqual([
    'along',
    'against',
    'lines',
  ]);
});

it('draws all pieces of all ways with rows, and no others, in random towns', () => {
  let pieces = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed + 4100);
    const town = randomNetwork(seed);
    const routing = RoutingIndex.from(buildRouting(town, PROFILES.driving).sections);
    const ids = [...new Set(town.ways.map(({ id }) => id))];
    const known = ids.filter(() => random() < 0.4);
    const longer = new Map(known.map((id) => [id, 0.5 + 4 * random()]));
    const rows = known.flatMap((id) =>
      ['+', '-'].map((side) => row(`way ${id} ${side}`, 3, longer.get(id)!)),
    );
    const expected = routing.wayLines(known).map(({ id, lines }) => {
      const level = SLOWER_FROM.filter((from) => longer.get(id)! >= from).length;
      return { along: level, against: level, lines };
    });
    const all = piecesOf(expected);
    expect(piecesOf(drawn(routing, rows, 3)), `seed ${seed}`).toEqual(all);
    pieces += all.length;
  }
  expect(pieces).toBeGreaterThan(150);
});
