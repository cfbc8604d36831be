import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parseManifest, type Manifest } from '../../src/dataset-feed/manifest.js';
import { publish, type Published, type PublishRequest } from '../../src/dataset-feed/publish.js';
import { manifestOf, sha256 } from './feed-server.js';
import { layerText } from '../../src/dataset/layers/layer-file.js';
import { tinyDataset } from './tiny-datasets.js';
import { FORMAT_VERSION } from '../../src/dataset/format.js';

let base: string;
const NAMES = ['one', 'two', 'three', 'four'];
const bytes: Record<string, Buffer> = {};
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'gazarch-publish-'));
  for (const name of NAMES) {
    bytes[name] = await tinyDataset(base, name);
    writeFileSync(join(base, `${name}.gazarch`), bytes[name]);
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let to: string;
let number = 0;
beforeEach(() => {
  to = join(base, `to-${++number}`);
});

function publishIt(name: string, changes: Partial<PublishRequest> = {}): Promise<Published> {
  const path = join(base, `${name}.gazarch`);
  return publish({ path, to, name: 'm', gzip: false, rollback: false, edition: null, keep: 3, ...changes });
}
const manifest = (): Manifest => parseManifest(readFileSync(join(to, 'm.json'), 'utf8'), 'it');

describe('a publication', () => {
  it('writes the file, packed too, and a manifest that says what they are', async () => {
    const { upload, isNew } = await publishIt('one', { gzip: true });
    expect(isNew).toBe(true);
    expect(upload).toEqual(['m-0001.gazarch.gz', 'm-0001.gazarch', 'm.json']);
    expect(readdirSync(to).sort()).toEqual([...upload].sort());
    expect(readFileSync(join(to, 'm-0001.gazarch'))).toEqual(bytes['one']);
    const packed = readFileSync(join(to, 'm-0001.gazarch.gz'));
    expect(gunzipSync(packed)).toEqual(bytes['one']);
    expect(manifest()).toMatchObject({
      edition: 1,
      highest_edition: 1,
      file: 'm-0001.gazarch',
      bytes: bytes['one'].length,
      sha256: sha256(bytes['one']),
      gzip: { file: 'm-0001.gazarch.gz', bytes: packed.length, sha256: sha256(packed) },
      format: FORMAT_VERSION,
      generator: 'test',
      sources: [{ name: 'one.osm', timestamp: null }],
    });
  });

  it('counts editions up, keeps some, and does nothing for the same bytes', async () => {
    await publishIt('one', { gzip: true, keep: 2 });
    await publishIt('two', { keep: 2 });
    expect((await publishIt('two', { keep: 2 })).isNew).toBe(false);
    expect(manifest().edition).toBe(2);
    const { removed } = await publishIt('three', { keep: 2 });
    expect(removed).toEqual(['m-0001.gazarch', 'm-0001.gazarch.gz']);
    expect(readdirSync(to).sort()).toEqual(['m-0002.gazarch', 'm-0003.gazarch', 'm.json']);
  });

  it('carries layers of own places, their change and their end, in the same edition', async () => {
    const layer = join(base, 'layer-shops.geojson');
    onTestFinished(() => rmSync(layer, { force: true }));
    const write = (name: string): void => {
      const source = { name: 'x.csv', bytes: 1, sha256: 'x' };
      const head = { name: 'shops', written_at: '2026-11-23', source, places: 1, left_out: [] };
      const geometry = { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 } as const;
      writeFileSync(layer, layerText({ ...head, features: [{ id: '1', tags: { name }, geometry }] }));
    };
    expect((await publishIt('one')).manifest.layers).toBeUndefined();
    write('Нэг');
    const { manifest: first, upload } = await publishIt('one');
    const [{ name, file, sha256: digest }] = first.layers!;
    expect([name, digest]).toEqual(['shops', sha256(readFileSync(join(to, file)))]);
    expect(upload).toEqual([file, 'm-0001.gazarch', 'm.json']);
    expect((await publishIt('one')).isNew).toBe(false);
    write('Хоёр');
    const { manifest: second } = await publishIt('one');
    expect([second.edition, second.layers!.length]).toEqual([1, 1]);
    expect(second.layers![0].file).not.toBe(file);
    expect(manifest()).toEqual(second);
    expect((await publishIt('one', { withoutLayers: true })).manifest.layers).toEqual([]);
  });

  it('carries the map where there is one, also to an edition that is published already', async () => {
    expect((await publishIt('one')).manifest.map).toBeUndefined();
    const tiles = join(base, 'one.pmtiles');
    writeFileSync(tiles, 'tiles');
    onTestFinished(() => rmSync(tiles));
    const { manifest: second, isNew, upload } = await publishIt('one');
    expect([isNew, second.edition, upload]).toEqual([
      true,
      1,
      ['m-0001.pmtiles', 'm-0001.gazarch', 'm.json'],
    ]);
    expect(manifest().map).toEqual({
      file: 'm-0001.pmtiles',
      bytes: 5,
      sha256: sha256(Buffer.from('tiles')),
    });
    expect((await publishIt('one')).isNew).toBe(false);
    await publishIt('two', { keep: 1 });
    expect(readdirSync(to).sort()).toEqual(['m-0002.gazarch', 'm.json']);
  });

  it('goes back only with --rollback, and counts on from the highest', async () => {
    for (const name of ['one', 'two', 'three']) await publishIt(name);
    expect((await publishIt('two', { rollback: true })).manifest).toMatchObject({
      edition: 2,
      highest_edition: 3,
      rollback: true,
    });
    expect((await publishIt('two')).isNew).toBe(false);
    const { manifest: next } = await publishIt('four');
    expect(next).toMatchObject({ edition: 4, highest_edition: 4 });
    expect(next.rollback).toBeUndefined();
  });

  it('refuses what replicas would refuse', async () => {
    for (const name of ['one', 'two']) await publishIt(name);
    await expect(publishIt('three', { edition: 2 })).rejects.toThrow(/edition 2 is not higher than 2/);
    await expect(publishIt('three', { rollback: true })).rejects.toThrow(
      /no edition in \S+ has the same bytes/,
    );
    await expect(publishIt('three', { rollback: true, edition: 1 })).rejects.toThrow(
      /edition 1 does not have the same bytes/,
    );
    await expect(publishIt('three', { rollback: true, edition: 9 })).rejects.toThrow(/not published yet/);
    expect(manifest().edition).toBe(2);
    writeFileSync(join(to, 'm.json'), '<html>');
    await expect(publishIt('three')).rejects.toThrow(
      /m\.json is not a manifest: .*; move it away, and specify the next/,
    );
  });

  it('refuses a damaged dataset and leaves what was published', async () => {
    await publishIt('one');
    const bad = Buffer.from(bytes['two']);
    bad[bad.length - 1] ^= 1;
    writeFileSync(join(base, 'bad.gazarch'), bad);
    await expect(publishIt('bad')).rejects.toThrow(/wrong checksum/);
    expect(manifest().edition).toBe(1);
    expect(readdirSync(to).sort()).toEqual(['m-0001.gazarch', 'm.json']);
  });

  it('writes a torn file of an earlier publication anew, and removes old leftovers of a kill', async () => {
    mkdirSync(to);
    const [old, young] = ['0', '1'].map((digit) => `m-0001.gazarch.${digit.repeat(16)}.tmp`);
    for (const name of [old, young]) writeFileSync(join(to, name), 'x');
    utimesSync(join(to, old), 0, 0);
    await publishIt('one');
    writeFileSync(join(to, 'm-0001.gazarch'), 'torn');
    await publishIt('one');
    expect(readFileSync(join(to, 'm-0001.gazarch'))).toEqual(bytes['one']);
    expect(readdirSync(to).sort()).toEqual(['m-0001.gazarch', young, 'm.json']);
  });
});

describe('a manifest', () => {
  const cases: [string, object, RegExp][] = [
    ['of another version', { manifest: 2 }, /"manifest" is 2, but this program reads 1/],
    ['without an edition', { edition: undefined }, /"edition" must be a whole number above 0/],
    ['with half an edition', { edition: 1.5 }, /"edition" must be a whole number above 0/],
    ['above its highest edition', { edition: 99 }, /"highest_edition" is less than "edition"/],
    ['without a size', { bytes: 0 }, /"bytes" must be a whole number above 0/],
    ['with a file elsewhere', { file: 'https://x/y' }, /"file" must be a file name/],
    ['with a short checksum', { sha256: 'abc' }, /"sha256" must have 64 hexadecimal digits/],
    ['with a bad packed file', { gzip: { file: 'a.gz', bytes: 1 } }, /"gzip\.sha256" must have 64/],
    [
      'with a packed file of no size',
      { gzip: { file: 'a.gz', sha256: 'a'.repeat(64) } },
      /"gzip\.bytes" must/,
    ],
    ['with a doubtful rollback', { rollback: 'yes' }, /"rollback" must be true or false/],
  ];
  it.each(cases)('%s is refused by the name of its field', (_, changes, line) => {
    const text = JSON.stringify({ ...manifestOf(Buffer.from('x'), 3), ...changes });
    expect(() => parseManifest(text, 'x.json')).toThrow(line);
  });

  it('may have fields that are not known', () => {
    const text = JSON.stringify({ ...manifestOf(Buffer.from('x'), 3), colour: 'blue' });
    expect(parseManifest(text, 'x.json').edition).toBe(3);
  });
});
