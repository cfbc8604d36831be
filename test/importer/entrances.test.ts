import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { collectFeatures } from '../collect.js';

/** The entrance of a building, as /v1/places tells it. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-entrances-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A building with doors at its corners. @param doors by corner: what `entrance` says */
async function entranceOf(doors: readonly (string | null)[], tags = '<tag k="building" v="yes"/>') {
  const corners = [
    [106.9, 47.9],
    [106.901, 47.9],
    [106.901, 47.901],
    [106.9, 47.901],
  ];
  const nodes = corners.map(([lon, lat], i) => {
    const door = doors[i] == null ? '' : `<tag k="entrance" v="${doors[i]}"/>`;
    return `<node id="${i + 1}" lon="${lon}" lat="${lat}">${door}</node>`;
  });
  const refs = [1, 2, 3, 4, 1].map((ref) => `<nd ref="${ref}"/>`).join('');
  const way = `<way id="9">${refs}<tag k="name" v="Дом"/>${tags}</way>`;
  const path = join(folder, 'one.osm');
  writeFileSync(path, `<osm version="0.6">${nodes.join('')}${way}</osm>`);
  const [feature] = await collectFeatures(path);
  return feature.entrance ?? null;
}

it('takes the main entrance, else one that everybody may use', async () => {
  expect(await entranceOf([null, 'yes', 'main', null])).toEqual([1_069_010_000, 479_010_000]);
  expect(await entranceOf([null, 'yes', null, 'yes'])).toEqual([1_069_010_000, 479_000_000]);
  expect(await entranceOf(['shop', null, null, null])).toEqual([1_069_000_000, 479_000_000]);
});

it('takes no door that is not for visitors, and none of a line', async () => {
  expect(await entranceOf(['service', 'emergency', 'garage', 'no'])).toBeNull();
  expect(await entranceOf([null, null, null, null])).toBeNull();
  expect(await entranceOf(['main', null, null, null], '<tag k="highway" v="path"/>')).toBeNull();
});
