import { describe, expect, it } from 'vitest';
import {
  distanceToSegment,
  inRing,
  isHighway,
  plane,
  type Point,
  pointsOf,
  readSample,
  type SampleWay,
  segmentsCross,
} from './read-sample.js';

const sample = readSample();
const ways = [...sample.ways.values()];
const relations = [...sample.relations.values()];

interface Segment {
  way: SampleWay;
  a: Point;
  b: Point;
  ends: [number, number];
}

function segmentsOf(way: SampleWay): Segment[] {
  const points = pointsOf(sample, way);
  return points.slice(1).map((b, i) => ({ way, a: points[i], b, ends: [way.refs[i], way.refs[i + 1]] }));
}

function layer({ tags }: SampleWay): string {
  return tags['layer'] ?? '0';
}

function label({ id, tags }: SampleWay): string {
  return `${tags['name'] ?? tags['highway'] ?? tags['building'] ?? 'way'} (${id})`;
}

const roadSegments = ways
  .filter((way) => isHighway(way) || 'railway' in way.tags)
  .filter(({ tags }) => !('building' in tags))
  .flatMap(segmentsOf);

describe('the elements of the sample', () => {
  it('come ordered by type and id, with no id twice', () => {
    const rank = { node: 0, way: 1, relation: 2 };
    const keys = sample.order.map((entry) => {
      const [type, id] = entry.split(' ');
      return rank[type as keyof typeof rank] * 1e11 + Number(id);
    });
    expect(keys.every((key, i) => i === 0 || key > keys[i - 1])).toBe(true);
    expect(keys.length).toBe(sample.nodes.size + sample.ways.size + sample.relations.size);
  });

  it('refer only to elements that are there', () => {
    const broken = [
      ...ways.flatMap((way) =>
        way.refs.filter((ref) => !sample.nodes.has(ref)).map((ref) => `${label(way)} -> node ${ref}`),
      ),
      ...relations.flatMap(({ id, members }) =>
        members
          .filter(
            ({ type, ref }) =>
              !(type === 'node' ? sample.nodes : type === 'way' ? sample.ways : sample.relations).has(ref),
          )
          .map(({ type, ref }) => `${id} -> ${type} ${ref}`),
      ),
    ];
    expect(broken).toEqual([]);
  });

  it('have no untagged node outside a way, and no way with a node twice in a row', () => {
    const used = new Set(ways.flatMap(({ refs }) => refs));
    expect(
      [...sample.nodes.values()].filter(({ id, tags }) => !used.has(id) && Object.keys(tags).length === 0),
    ).toEqual([]);
    expect(
      ways
        .filter(({ refs }) => refs.length < 2 || refs.some((ref, i) => i > 0 && ref === refs[i - 1]))
        .map(label),
    ).toEqual([]);
  });

  it('have no stretch shorter than half a metre', () => {
    const short = ways.flatMap(segmentsOf).filter(({ a, b }) => Math.hypot(a.x - b.x, a.y - b.y) < 0.5);
    expect(short.map(({ way }) => label(way))).toEqual([]);
  });

  it('close every ring of an area', () => {
    const areaKeys = ['building', 'leisure', 'landuse', 'amenity', 'tourism', 'natural'];
    const areas = ways.filter(
      ({ tags }) =>
        tags['area'] === 'yes' ||
        (!('highway' in tags) && !('waterway' in tags) && areaKeys.some((key) => key in tags)),
    );
    expect(areas.length).toBeGreaterThan(200);
    expect(areas.filter(({ refs }) => refs.length < 4 || refs[0] !== refs.at(-1)).map(label)).toEqual([]);
  });

  it('close every ring of a boundary or a multipolygon', () => {
    const kinds = ['boundary', 'multipolygon'];
    expect(relations.filter(({ tags }) => tags['type'] === 'multipolygon').length).toBeGreaterThanOrEqual(2);
    for (const { id, members, tags } of relations.filter((relation) =>
      kinds.includes(relation.tags['type']),
    )) {
      const ends = new Map<number, number>();
      for (const { ref } of members.filter(({ type }) => type === 'way')) {
        const { refs } = sample.ways.get(ref)!;
        for (const end of [refs[0], refs.at(-1)!]) ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      expect(
        [...ends.values()].filter((n) => n % 2 !== 0),
        `${tags['name']} (${id})`,
      ).toEqual([]);
    }
  });
});

describe('the holes of an area', () => {
  it('lie inside its outline', () => {
    for (const { id, members } of relations.filter(({ tags }) => tags['type'] === 'multipolygon')) {
      const rings = (role: string): Point[][] =>
        members
          .filter((member) => member.role === role)
          .map(({ ref }) => pointsOf(sample, sample.ways.get(ref)!));
      const [outer] = rings('outer');
      expect(rings('inner').length).toBeGreaterThan(0);
      expect(
        rings('inner')
          .flat()
          .filter((point) => !inRing(point, outer)),
        `relation ${id}`,
      ).toEqual([]);
    }
  });
});

describe('roads and railways', () => {
  it('share a node wherever they cross on one layer', () => {
    const crossings: string[] = [];
    roadSegments.forEach((one, i) => {
      for (const other of roadSegments.slice(i + 1)) {
        if (layer(one.way) !== layer(other.way) || one.ends.some((end) => other.ends.includes(end))) continue;
        if (segmentsCross(one.a, one.b, other.a, other.b))
          crossings.push(`${label(one.way)} x ${label(other.way)}`);
      }
    });
    expect(crossings).toEqual([]);
  });

  it('do not end within two metres of a road that they do not meet', () => {
    const near = roadSegments.flatMap((segment) =>
      ways.filter(isHighway).flatMap((way) => {
        if (layer(way) !== layer(segment.way) || way === segment.way) return [];
        return [way.refs[0], way.refs.at(-1)!]
          .filter(
            (end) =>
              !segment.ends.includes(end) &&
              distanceToSegment(plane(sample.nodes.get(end)!), segment.a, segment.b) < 2,
          )
          .map(() => `${label(way)} beside ${label(segment.way)}`);
      }),
    );
    expect(near).toEqual([]);
  });

  it('cross rivers on bridges or through fords only', () => {
    const rivers = ways
      .filter(({ tags }) => tags['waterway'] === 'river' || tags['waterway'] === 'stream')
      .flatMap(segmentsOf);
    const crossing = roadSegments.filter(
      ({ way, a, b }) =>
        rivers.some((river) => segmentsCross(a, b, river.a, river.b)) &&
        !('bridge' in way.tags) &&
        !('ford' in way.tags),
    );
    expect(crossing.map(({ way }) => label(way))).toEqual([]);
    expect(roadSegments.filter(({ way }) => 'bridge' in way.tags).length).toBeGreaterThan(8);
  });

  it('pass no building on the ground', () => {
    const buildings = ways.filter(({ tags }) => 'building' in tags);
    const through = roadSegments
      .filter(({ way }) => layer(way) === '0')
      .flatMap(({ way, a, b }) =>
        buildings
          .filter((building) => {
            const ring = pointsOf(sample, building);
            return inRing(a, ring) || ring.some((p, i) => i > 0 && segmentsCross(a, b, ring[i - 1], p));
          })
          .map((building) => `${label(way)} through ${label(building)}`),
      );
    expect(through).toEqual([]);
  });
});

describe('named points and house numbers', () => {
  it('stand beside the carriageways, not on them', () => {
    const carriageways = roadSegments.filter(
      ({ way }) =>
        layer(way) === '0' &&
        !/footway|path|steps|cycleway|pedestrian|track/.test(way.tags['highway'] ?? 'path'),
    );
    const used = new Set(ways.flatMap(({ refs }) => refs));
    const standing = [...sample.nodes.values()].filter(
      ({ id, tags }) => !used.has(id) && ('name' in tags || 'addr:housenumber' in tags),
    );
    expect(standing.length).toBeGreaterThan(400);
    const onRoad = standing.flatMap((node) =>
      carriageways
        .filter(({ a, b }) => distanceToSegment(plane(node), a, b) < 5)
        .map(({ way }) => `${node.tags['name'] ?? node.tags['addr:housenumber']} on ${label(way)}`),
    );
    expect(onRoad).toEqual([]);
  });
});

describe('restrictions', () => {
  const restrictions = relations.filter(({ tags }) => tags['type'] === 'restriction');

  it('have one from, one to and a via, joined end to end', () => {
    for (const { id, members } of restrictions) {
      const [from, to] = ['from', 'to'].map((role) => members.filter((member) => member.role === role));
      const via = members.filter(({ role }) => role === 'via');
      expect([from.length, to.length, via.length], `restriction ${id}`).toEqual([1, 1, 1]);
      const ends = (ref: number): number[] => [
        sample.ways.get(ref)!.refs[0],
        sample.ways.get(ref)!.refs.at(-1)!,
      ];
      const viaEnds = via[0].type === 'node' ? [via[0].ref] : ends(via[0].ref);
      const start = viaEnds.find((end) => ends(from[0].ref).includes(end));
      const finish = viaEnds.find(
        (end) => ends(to[0].ref).includes(end) && (via[0].type === 'node' || end !== start),
      );
      expect([start, finish], `restriction ${id}`).not.toContain(undefined);
    }
  });

  it('turn the way their kind says', () => {
    for (const { id, tags, members } of restrictions) {
      const via = members.find(({ role }) => role === 'via')!;
      if (via.type !== 'node') continue;
      const leaving = (role: string): Point => {
        const { refs } = sample.ways.get(members.find((member) => member.role === role)!.ref)!;
        const next = plane(sample.nodes.get(refs[0] === via.ref ? refs[1] : refs.at(-2)!)!);
        const here = plane(sample.nodes.get(via.ref)!);
        return { x: next.x - here.x, y: next.y - here.y };
      };
      const [back, out] = [leaving('from'), leaving('to')];
      const turned = (Math.atan2(out.y, out.x) - Math.atan2(-back.y, -back.x)) * (180 / Math.PI);
      const angle = ((turned + 540) % 360) - 180; // degrees, positive to the left
      const kind = tags['restriction'].replace(/^(no|only)_/, '');
      if (kind === 'left_turn') expect(angle, `restriction ${id}`).toBeGreaterThan(45);
      else if (kind === 'right_turn') expect(angle, `restriction ${id}`).toBeLessThan(-45);
      else if (kind === 'straight_on') expect(Math.abs(angle), `restriction ${id}`).toBeLessThan(30);
      else expect(Math.abs(angle), `restriction ${id}`).toBeGreaterThan(150);
    }
  });
});
