import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { meanCrossings } from '../../src/geo/measure.js';
import { pointOnSurface } from '../../src/geo/representative-point.js';
import { buildAreas } from '../../src/geocoding/areas/area-build.js';
import { AreaIndex } from '../../src/geocoding/areas/area-index.js';
import { draftOf, type Draft } from '../../src/geocoding/places/draft.js';
import { mergeDuplicates } from '../../src/geocoding/places/merge-duplicates.js';
import { mergeLines } from '../../src/geocoding/places/merge-lines.js';
import { twinsOf } from '../../src/geocoding/places/twins.js';

/** Work that would grow with the square of its input. It is counted, never timed. */

const X = 1_069_000_000;
const Y = 479_000_000;

function square(half: number, x = X, y = Y): Int32Array {
  return Int32Array.of(
    ...[x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half, x - half, y - half],
  );
}

function comb(corners: number): Int32Array {
  const teeth = Array.from({ length: corners }, (_, i) => [X + i * 10, Y + (i % 2) * 1_000_000]).flat();
  return Int32Array.from([X, Y - 100, ...teeth, X + corners * 10, Y - 100, X, Y - 100]);
}

function draft(feature: Feature): Draft {
  const found = draftOf(feature);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** Counts in `work.steps` how often one of these properties is read. */
function counted(drafts: readonly Draft[], names: readonly (keyof Draft)[]): [Draft[], { steps: number }] {
  const work = { steps: 0 };
  const proxies = drafts.map(
    (one) =>
      new Proxy(one, {
        get(target, name) {
          if (names.includes(name as keyof Draft)) work.steps++;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  return [proxies, work];
}

describe('an area', () => {
  it('like a comb gets few slabs, and lookups stay right', () => {
    const ring = comb(4000);
    const sections = buildAreas([{ polygons: [[ring]] }]);
    expect(sections['area.entries'].length).toBeLessThan(20 * 4000);
    const index = AreaIndex.from(sections);
    // Each second corner is the tip of a tooth.
    expect(index.containing(X + 10, Y + 900_000)).toEqual([0]);
    expect(index.containing(X + 20, Y + 900_000)).toEqual([]);
    expect(index.containing(X + 20, Y - 50)).toEqual([0]);
  });

  it('like a square has two crossings, like a comb one for each side of a tooth', () => {
    expect(meanCrossings([square(100)])).toBe(2);
    expect(meanCrossings([comb(4000)])).toBeGreaterThan(3900);
    expect(meanCrossings([Int32Array.of(0, 0, 10, 0, 0, 0)])).toBe(1);
  });

  it('is one of at most 64 around a point, the smallest of them', () => {
    const nested = Array.from({ length: 200 }, (_, i) => ({ polygons: [[square(1000 + i * 10)]] }));
    const index = AreaIndex.build(nested.reverse());
    const found = index.containing(X, Y);
    expect(found).toEqual(Array.from({ length: 64 }, (_, i) => 199 - i));
  });

  it('of very many corners gets a point inside', () => {
    const count = 300_000;
    const at = (i: number): number => ((i % count) / count) * 2 * Math.PI;
    const ring = Int32Array.from(
      Array.from({ length: count + 1 }, (_, i) => {
        const radius = i % count < count / 2 ? 1e7 : 4e6;
        return [X + Math.round(radius * Math.cos(at(i))), Y + Math.round(radius * Math.sin(at(i)))];
      }).flat(),
    );
    const [lon7, lat7] = pointOnSurface([[ring]]);
    expect(Math.hypot(lon7 - X, lat7 - Y)).toBeLessThan(1e7);
  });
});

describe('places with one name', () => {
  const cafe = (i: number): Draft =>
    draft({
      id: `osm:node:${i}`,
      tags: { amenity: 'cafe', name: 'Кафе' },
      geometry: { kind: 'point', lon7: X + (i % 50), lat7: Y + (i % 70) },
    });

  it('are compared with a thousand others at most', () => {
    const [rows, work] = counted(
      Array.from({ length: 4000 }, (_, i) => cafe(i)),
      ['lon7'],
    );
    const twins = twinsOf(
      rows,
      rows.map(() => null),
      () => false,
    );
    expect(new Set(twins)).toEqual(new Set([0]));
    expect(work.steps).toBeLessThan(4000 * 1000);
  });

  it('far apart are compared with a thousand others at most', () => {
    const apart = Array.from({ length: 2500 }, (_, i) => {
      const one = cafe(i);
      one.lon7 = X + i * 100_000;
      one.lat7 = Y;
      return one;
    });
    const [rows, work] = counted(apart, ['lat7']);
    const twins = twinsOf(
      rows,
      rows.map(() => null),
      () => false,
    );
    expect(new Set(twins).size).toBe(2500);
    expect(work.steps).toBeLessThan(2500 * 4000);
  });

  it('and outlines that overlap are looked at until they are joined', () => {
    const houses = Array.from({ length: 2000 }, (_, i) =>
      draft({
        id: `osm:way:${i}`,
        tags: { building: 'yes', shop: 'mall', name: 'Дэлгүүр' },
        geometry: { kind: 'area', polygons: [[square(100_000, X + i, Y)]] },
      }),
    );
    const [drafts, work] = counted(houses, ['labels']);
    expect(mergeDuplicates(drafts).drafts).toHaveLength(1);
    expect(work.steps).toBeLessThan(2000 * 10);
  });
});

describe('lines with one name', () => {
  /** A line from south-west to north-east, so that the boxes of parallel ones overlap. */
  const slanting = (id: number, count: number, moved: number): Draft =>
    draft({
      id: `osm:way:${id}`,
      tags: { waterway: 'river', name: 'Гол' },
      geometry: {
        kind: 'line',
        lines: [
          Int32Array.from(Array.from({ length: count }, (_, i) => [X + moved + i * 50, Y + i * 50]).flat()),
        ],
      },
    });

  it('near each other are joined, also long ones', () => {
    expect(mergeLines([slanting(1, 5000, 0), slanting(2, 5000, 5000)], () => '')).toHaveLength(1);
  });

  // Their ends meet, which is found last of all: who compared without end would join them.
  it('that meet only at their ends are not compared without end', () => {
    const [one, two] = [slanting(1, 30_000, 0), slanting(2, 30_000, 1_000_000)];
    const last = [X + 29_999 * 50 + 100, Y + 29_999 * 50 + 100];
    two.geometry = {
      kind: 'line',
      lines: [Int32Array.from([...(two.geometry as { lines: Int32Array[] }).lines[0], ...last])],
    };
    expect(mergeLines([one, two], () => '')).toHaveLength(2);
  });
});
