import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMap, type MapSummary } from '../../src/importer/write/write-map.js';
import { readOsm } from '../../src/osm/read.js';
import { PmtilesFile } from '../../src/tiles/pmtiles-file.js';
import { geodata, hasGeodata } from '../geodata.js';
import { readTile } from './read-tile.js';

/** A map of a real extract: what the file says must be drawn is looked up tile by tile. */

describe.skipIf(!hasGeodata)('the map of Ulaanbaatar', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-map-'));
  const path = join(folder, 'map.pmtiles');
  const source = geodata('ulaanbaatar-mix.osm.pbf');
  let summary: MapSummary | null;
  let file: PmtilesFile;
  beforeAll(async () => {
    const request = {
      sources: [source],
      path,
      generator: 'a test',
      attribution: '© OpenStreetMap contributors',
    };
    summary = await writeMap(request, () => undefined);
    file = new PmtilesFile(path);
  });
  afterAll(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });

  it('is one file, which says what is in it', () => {
    expect(readdirSync(folder)).toEqual(['map.pmtiles']);
    expect(summary?.bytes).toBe(file.bytes);
    expect(summary?.tiles).toBe(file.header.counts.addressed);
    const metadata = file.metadata();
    expect(metadata['attribution']).toBe('© OpenStreetMap contributors');
    const layers = metadata['vector_layers'] as { id: string; fields: Record<string, string> }[];
    expect(layers.find(({ id }) => id === 'road')?.fields).toMatchObject({
      kind: 'String',
      unpaved: 'Number',
    });
  });

  it('has every street and every building of the file where it is', async () => {
    const nodes = new Map<number, [number, number]>();
    const ends: { layer: string; at: [number, number]; id: number }[] = [];
    await readOsm(source, { node: (id, lon7, lat7) => void nodes.set(id, [lon7, lat7]) });
    await readOsm(source, {
      way(id, refs, tags) {
        const isStreet = /^(primary|secondary|tertiary|residential)$/.test(tags?.['highway'] ?? '');
        const isBuilding = tags?.['building'] === 'yes' && refs[0] === refs[refs.length - 1];
        const at = nodes.get(refs[0]);
        if (at !== undefined && (isStreet || isBuilding))
          ends.push({ layer: isStreet ? 'road' : 'building', at, id });
      },
    });
    expect(ends.length).toBeGreaterThan(5000);
    // Every 20th: each is looked for in a tile that has thousands.
    for (const { layer, at, id } of ends.filter((_, i) => i % 20 === 0)) {
      const [x, y] = columnAndRow(at, 13);
      const features = readTile(gunzipSync(file.tile(13, x, y)!), 13, x, y).filter((f) => f.layer === layer);
      const nearest = features
        .flatMap((f) => f.lines.flat())
        .map(([lon, lat]) => Math.hypot(lon - at[0], lat - at[1]));
      // In 1e-7 degrees; a unit of these tiles is 107 of them.
      expect(Math.min(...nearest), `${layer} of way ${id}`).toBeLessThan(430);
    }
  });
});

function columnAndRow([lon7, lat7]: [number, number], z: number): [number, number] {
  const angle = (lat7 / 1e7) * (Math.PI / 180);
  const row = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
  return [Math.floor(((lon7 / 1e7 + 180) / 360) * 2 ** z), Math.floor(row * 2 ** z)];
}
