import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSample, samplePath } from './read-sample.js';

const sample = readSample();
const ways = [...sample.ways.values()];
const relations = [...sample.relations.values()];
const all = [...sample.nodes.values(), ...ways, ...relations];
const roads = ways.filter(({ tags }) => 'highway' in tags);
const CYRILLIC = /[А-Яа-яЁёӨөҮү]/;

function counted<T>(items: T[], key: (item: T) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const value = key(item);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

describe('what is in the sample', () => {
  it('is small enough to lie in the repository', () => {
    expect(statSync(samplePath).size).toBeLessThan(600_000);
  });

  it('has 150 named places over many kinds, Cyrillic with an English name', () => {
    const kinds = [
      'amenity',
      'shop',
      'tourism',
      'office',
      'healthcare',
      'leisure',
      'historic',
      'place',
      'public_transport',
      'railway',
      'natural',
      'waterway',
      'aeroway',
      'man_made',
      'landuse',
    ];
    const places = all.filter(
      ({ tags }) => 'name' in tags && !('highway' in tags) && kinds.some((kind) => kind in tags),
    );
    expect(places.length).toBeGreaterThanOrEqual(150);
    for (const kind of kinds)
      expect(places.filter(({ tags }) => kind in tags).length, kind).toBeGreaterThan(0);
    for (const kind of ['amenity', 'shop', 'tourism', 'office', 'leisure', 'place']) {
      expect(places.filter(({ tags }) => kind in tags).length, kind).toBeGreaterThanOrEqual(15);
    }
    expect(places.filter(({ tags }) => CYRILLIC.test(tags['name'])).length).toBeGreaterThan(
      0.95 * places.length,
    );
    expect(places.filter(({ tags }) => !('name:en' in tags)).map(({ tags }) => tags['name'])).toEqual([]);
    for (const key of ['alt_name', 'old_name', 'short_name', 'brand', 'iata', 'official_name', 'int_name']) {
      expect(all.filter(({ tags }) => key in tags).length, key).toBeGreaterThan(0);
    }
  });

  it('has 300 house numbers, each once per street or microdistrict, some with letters and fractions', () => {
    const houses = all.filter(({ tags }) => 'addr:housenumber' in tags);
    expect(houses.length).toBeGreaterThanOrEqual(300);
    const streets = new Set(roads.map(({ tags }) => tags['name']));
    for (const { tags } of houses) {
      if ('addr:street' in tags) expect(streets.has(tags['addr:street']), tags['addr:street']).toBe(true);
      else expect(tags['addr:place']).toMatch(CYRILLIC);
    }
    const twice = [
      ...counted(
        houses,
        ({ tags }) => `${tags['addr:street'] ?? tags['addr:place']} ${tags['addr:housenumber']}`,
      ),
    ].filter(([, n]) => n > 1);
    expect(twice).toEqual([]);
    expect(
      houses.filter(({ tags }) => /^\d+[а-я]$/.test(tags['addr:housenumber'])).length,
    ).toBeGreaterThanOrEqual(8);
    expect(
      houses.filter(({ tags }) => /^\d+\/\d+$/.test(tags['addr:housenumber'])).length,
    ).toBeGreaterThanOrEqual(4);
    expect(
      houses.some(({ tags }) => tags['addr:place'] === '13-р хороолол' && tags['addr:housenumber'] === '8б'),
    ).toBe(true);
    expect(
      ways.filter(({ tags }) => 'building' in tags && 'addr:housenumber' in tags).length,
    ).toBeGreaterThanOrEqual(150);
    expect(
      [...sample.nodes.values()].filter(({ tags }) => 'addr:housenumber' in tags).length,
    ).toBeGreaterThanOrEqual(100);
  });

  it('has the six districts with their khoroo inside the capital', () => {
    const level = (n: string): string[] =>
      relations
        .filter(({ tags }) => tags['boundary'] === 'administrative' && tags['admin_level'] === n)
        .map(({ tags }) => tags['name']);
    expect(level('4')).toEqual(['Улаанбаатар']);
    expect(level('6').sort()).toEqual([
      'Баянгол',
      'Баянзүрх',
      'Сонгинохайрхан',
      'Сүхбаатар',
      'Хан-Уул',
      'Чингэлтэй',
    ]);
    expect(level('8').length).toBeGreaterThanOrEqual(16);
    for (const name of level('8')) expect(name).toMatch(/^\d+-р хороо$/);
  });

  it('has every kind of road, barrier and restriction that the profiles tell apart', () => {
    const classes = counted(roads, ({ tags }) => tags['highway']);
    for (const name of [
      'primary',
      'primary_link',
      'secondary',
      'tertiary',
      'residential',
      'service',
      'pedestrian',
      'footway',
      'cycleway',
      'steps',
      'path',
      'track',
    ]) {
      expect(classes.get(name) ?? 0, name).toBeGreaterThan(0);
    }
    const having = (key: string, value: string): number =>
      roads.filter(({ tags }) => tags[key] === value).length;
    expect(having('oneway', 'yes')).toBeGreaterThanOrEqual(8);
    expect(having('oneway', '-1')).toBeGreaterThanOrEqual(2);
    expect(having('bridge', 'yes')).toBeGreaterThanOrEqual(8);
    expect(having('junction', 'roundabout')).toBeGreaterThanOrEqual(2);
    expect(having('access', 'private')).toBeGreaterThanOrEqual(2);
    expect(
      having('surface', 'ground') + having('surface', 'gravel') + having('surface', 'dirt'),
    ).toBeGreaterThanOrEqual(8);
    expect(having('ford', 'yes')).toBe(1);
    expect(having('tunnel', 'yes')).toBe(1);
    const nodeTags = (key: string): Map<string, number> =>
      counted([...sample.nodes.values()], ({ tags }) => tags[key]);
    expect(nodeTags('highway').get('traffic_signals')).toBeGreaterThanOrEqual(10);
    for (const barrier of ['bollard', 'gate', 'lift_gate'])
      expect(nodeTags('barrier').get(barrier), barrier).toBeGreaterThan(0);
    expect(nodeTags('railway').get('level_crossing')).toBeGreaterThan(0);
  });

  it('has restrictions of several kinds, one with a way as its via, one with an exception', () => {
    const restrictions = relations.filter(({ tags }) => tags['type'] === 'restriction');
    const kinds = counted(restrictions, ({ tags }) => tags['restriction']);
    for (const kind of ['no_left_turn', 'no_right_turn', 'no_u_turn', 'only_straight_on', 'only_right_turn'])
      expect(kinds.get(kind), kind).toBeGreaterThan(0);
    expect(
      restrictions.filter(({ members }) =>
        members.some(({ type, role }) => type === 'way' && role === 'via'),
      ),
    ).toHaveLength(1);
    expect(restrictions.filter(({ tags }) => 'except' in tags)).toHaveLength(1);
  });

  it('bridges the Tuul and the Selbe', () => {
    const bridges = new Set(roads.map(({ tags }) => tags['bridge:name']));
    for (const name of ['Зайсангийн гүүр', 'Яармагийн гүүр', 'Сэлбийн гүүр', 'Энхтайваны гүүр'])
      expect(bridges.has(name), name).toBe(true);
  });
});
