import { describe, expect, it } from 'vitest';
import { assembleArea, type AreaResult } from '../../src/osm/assemble-area.js';
import { geodata, hasGeodata } from '../geodata.js';
import { areaRelations, type AreaRelation } from './area-relations.js';
import { hasOsmium, osmiumLines } from './osmium.js';

const read = new Map<string, Promise<AreaRelation[]>>();

function relationsOf(name: string): Promise<AreaRelation[]> {
  const relations = read.get(name) ?? areaRelations(geodata(name));
  read.set(name, relations);
  return relations;
}

/** A text that is the same for the same polygons, whatever their order, and however rings start and wind. */
function digest(polygons: readonly (readonly string[][])[]): string {
  const ring = (places: readonly string[]): string => {
    const segments = places
      .slice(1)
      .map((place, i) => (place < places[i] ? `${place}|${places[i]}` : `${places[i]}|${place}`));
    return segments.sort().join(' ');
  };
  return polygons
    .map(([outer, ...inners]) => [ring(outer), ...inners.map(ring).sort()].join('\n'))
    .sort()
    .join('\n\n');
}

function digestOf(result: AreaResult): string | null {
  if ('reason' in result) return null;
  return digest(
    result.polygons.map((rings) =>
      rings.map((ring) =>
        Array.from({ length: ring.length / 2 }, (_, i) => `${ring[i * 2]},${ring[i * 2 + 1]}`),
      ),
    ),
  );
}

/**
 * The polygons that osmium makes of relations, by relation id. It leaves out
 * relations without tags of their own.
 */
async function osmiumAreas(path: string): Promise<Map<number, string>> {
  const areas = new Map<number, string>();
  const lines = osmiumLines(
    'export',
    '-f',
    'geojsonseq',
    '-x',
    'print_record_separator=false',
    '-u',
    'type_id',
    '--geometry-types=polygon',
    path,
  );
  for await (const line of lines) {
    const { id, geometry } = JSON.parse(line) as {
      id: string;
      geometry: { coordinates: [number, number][][][] };
    };
    // The areas of relations have odd numbers.
    const number = Number(id.slice(1));
    if (!id.startsWith('a') || number % 2 === 0) continue;
    areas.set(
      (number - 1) / 2,
      digest(
        geometry.coordinates.map((rings) =>
          rings.map((ring) => ring.map(([lon, lat]) => `${Math.round(lon * 1e7)},${Math.round(lat * 1e7)}`)),
        ),
      ),
    );
  }
  return areas;
}

describe.skipIf(!hasGeodata)('the areas of real files', () => {
  it('are complete for Mongolia: 22 aimags with the capital, 339 soums and düüregs, all others', async () => {
    const relations = await relationsOf('mongolia-mix.osm.pbf');
    const failed: string[] = [];
    const byLevel = new Map<string, number>();
    for (const { id, tags, ways } of relations) {
      const result = assembleArea(ways);
      if ('reason' in result) failed.push(`${id}: ${result.reason}`);
      else if (tags['boundary'] === 'administrative')
        byLevel.set(tags['admin_level'], (byLevel.get(tags['admin_level']) ?? 0) + 1);
    }
    expect(failed).toEqual([]);
    expect(byLevel.get('4')).toBe(22);
    expect(byLevel.get('6')).toBe(339);
    expect(relations.length).toBe(788);
  });

  it
    .skipIf(!hasOsmium)
    .each([
      'mongolia-mix.osm.pbf',
      'real-merged.osm.pbf',
      'monaco-250101-osmix.osm.pbf',
      'andorra-2013.osm.pbf',
    ])('are the same that osmium assembles: %s', async (name) => {
    const expected = await osmiumAreas(geodata(name));
    const relations = await relationsOf(name);
    let compared = 0;
    for (const { id, tags, ways } of relations) {
      const ours = digestOf(assembleArea(ways));
      const theirs = expected.get(id);
      const isTagged = Object.keys(tags).some((key) => key !== 'type');
      if (theirs !== undefined) compared++;
      // A plain comparison, because the texts are long.
      if (theirs === undefined ? isTagged && ours !== null : ours !== theirs)
        throw new Error(`relation ${id} is not the same`);
    }
    expect(compared).toBe(expected.size);
    expect(compared).toBeGreaterThan(5);
  });
});
