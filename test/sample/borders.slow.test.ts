import { describe, expect, it } from 'vitest';
import { inRing, plane, type Point, readSample, type SampleRelation } from './read-sample.js';

const sample = readSample();

interface Area {
  name: string;
  rings: Point[][];
}

/** Joins the outer ways of a boundary into rings. The ways may come in any order and direction. */
function ringsOf({ members }: SampleRelation): Point[][] {
  const left = members.filter(({ type }) => type === 'way').map(({ ref }) => [...sample.ways.get(ref)!.refs]);
  const rings: number[][] = [];
  while (left.length > 0) {
    const ring = left.pop()!;
    while (ring[0] !== ring.at(-1)) {
      const index = left.findIndex((refs) => refs[0] === ring.at(-1) || refs.at(-1) === ring.at(-1));
      const [refs] = left.splice(index, 1);
      ring.push(...(refs[0] === ring.at(-1) ? refs : refs.reverse()).slice(1));
    }
    rings.push(ring);
  }
  return rings.map((ring) => ring.map((ref) => plane(sample.nodes.get(ref)!)));
}

function areas(level: string): Area[] {
  return [...sample.relations.values()]
    .filter(({ tags }) => tags['type'] === 'boundary' && tags['admin_level'] === level)
    .map((relation) => ({ name: relation.tags['name'], rings: ringsOf(relation) }));
}

function holding(list: Area[], point: Point): string[] {
  return list
    .filter(({ rings }) => rings.filter((ring) => inRing(point, ring)).length % 2 === 1)
    .map(({ name }) => name);
}

const [city] = areas('4');
const districts = areas('6');
const khoroo = areas('8');

describe('districts and khoroo', () => {
  it('cover the city without a gap or an overlap, on a grid of points 90 m apart', () => {
    const { minX, maxX, minY, maxY } = city.rings.flat().reduce(
      (box, { x, y }) => ({
        minX: Math.min(box.minX, x),
        maxX: Math.max(box.maxX, x),
        minY: Math.min(box.minY, y),
        maxY: Math.max(box.maxY, y),
      }),
      { minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity },
    );
    let inside = 0;
    for (let x = minX + 7; x < maxX; x += 90) {
      for (let y = minY + 11; y < maxY; y += 90) {
        const expected = holding([city], { x, y }).length;
        inside += expected;
        const where = `${x - minX} m east, ${y - minY} m north of the south-west corner`;
        expect(holding(districts, { x, y }), where).toHaveLength(expected);
        expect(holding(khoroo, { x, y }), where).toHaveLength(expected);
      }
    }
    expect(inside).toBeGreaterThan(4_000);
  });

  it('hold every road, house and place of the sample in the city', () => {
    const used = [...sample.nodes.values()].filter(({ tags }) => Object.keys(tags).length > 0);
    expect(
      used.filter((node) => holding([city], plane(node)).length !== 1).map(({ tags }) => tags['name']),
    ).toEqual([]);
  });

  it('put well-known places where they belong', () => {
    const named = (name: string): Point => {
      const node = [...sample.nodes.values()].find(({ tags }) => tags['name'] === name)!;
      return plane(node);
    };
    expect(holding(districts, named('Д.Сүхбаатарын хөшөө'))).toEqual(['Сүхбаатар']);
    expect(holding(districts, named('Зайсан толгойн хөшөө'))).toEqual(['Хан-Уул']);
    expect(holding(districts, named('13-р хороолол'))).toEqual(['Баянзүрх']);
    expect(holding(districts, named('3-р хороолол'))).toEqual(['Баянгол']);
    expect(holding(districts, named('Дэнжийн мянга'))).toEqual(['Чингэлтэй']);
    expect(holding(districts, named('Таван шар'))).toEqual(['Сонгинохайрхан']);
  });

  it('share their border ways', () => {
    const uses = new Map<number, number>();
    for (const { tags, members } of sample.relations.values()) {
      if (tags['admin_level'] !== '8') continue;
      for (const { ref } of members) uses.set(ref, (uses.get(ref) ?? 0) + 1);
    }
    expect([...uses.values()].filter((n) => n === 2).length).toBeGreaterThan(40);
    expect([...uses.values()].filter((n) => n > 2)).toEqual([]);
  });
});
