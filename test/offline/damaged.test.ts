import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/dataset/format.js';
import { exportOffline, sectionsPart } from '../../src/offline/export/export-offline.js';
import { fromFolder } from '../../src/offline/from-folder.js';
import { checkedManifest, type Packing } from '../../src/offline/kept/manifest.js';
import { OfflineError } from '../../src/offline/kept/offline-error.js';
import { open } from '../../src/offline/offline.js';
import { readManifest } from '../../src/offline/kept/read-manifest.js';
import { readPart } from '../../src/offline/part-sections.js';
import { seededRandom } from '../seeded-random.js';
import { SETTINGS } from './offline-settings.js';

/** Pieces and manifests that are damaged in any way are refused as such, and in no other way. */

const SEED = 45;
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gazarch-damaged-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (packing: Packing): Promise<unknown> =>
  exportOffline({
    ...{ generator: 'test', made_at: '', area: null, sources: [], settings: SETTINGS, packing },
    parts: [sectionsPart('search', { a: Float64Array.from({ length: 999 }, (_, i) => i) })],
    to: folder,
  });

async function readAll(): Promise<void> {
  const source = fromFolder(pathToFileURL(folder));
  const manifest = await readManifest(source);
  for (const part of manifest.parts) await readPart(part, manifest, source, { isKept: false });
}

/** A few bytes are others, some are missing, or some are too many. */
function damaged(bytes: Buffer, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 3);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), Buffer.from('}0'), bytes.subarray(at)]);
  const other = Buffer.from(bytes);
  for (let i = at; i < Math.min(at + 3, bytes.length); i++) other[i] = Math.floor(random() * 256);
  return other;
}

it.each(['br', 'gzip', 'none'] as const)('whichever bytes of files are damaged (%s)', async (packing) => {
  await write(packing);
  await readAll();
  const random = seededRandom(SEED);
  const files = readdirSync(folder);
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const path = join(folder, files[round % files.length]);
    const whole = readFileSync(path);
    writeFileSync(path, damaged(whole, random));
    const failure = await readAll().then(
      () => null,
      (error: unknown) => error,
    );
    writeFileSync(path, whole);
    // A packed file may have other bytes that mean the same.
    if (failure === null) continue;
    expect(failure, `seed ${SEED}, round ${round}: ${String((failure as Error).stack)}`).toBeInstanceOf(
      OfflineError,
    );
    expect(['damaged', 'other_version']).toContain((failure as OfflineError).reason);
    refused++;
  }
  expect(refused).toBeGreaterThan(280);
});

const ODD = [null, undefined, 0, -1, 0.5, NaN, 1e300, '', 'x', [], {}, [null], true, [[]], '../x'] as const;

/** Another value in any place of a value. */
function odd(value: unknown, random: () => number): unknown {
  const entries =
    typeof value === 'object' && value !== null ? Object.entries(value as Record<string, unknown>) : [];
  if (entries.length === 0 || random() < 0.15) return ODD[Math.floor(random() * ODD.length)];
  const [name, own] = entries[Math.floor(random() * entries.length)];
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (String(i) === name ? odd(item, random) : item));
  return { ...(value as object), [name]: odd(own, random) };
}

it('whatever stands in a manifest, even when its digest is right', async () => {
  await write('none');
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const random = seededRandom(SEED);
  for (let round = 0; round < 3_000; round++) {
    const other = odd(manifest, random);
    try {
      checkedManifest(other, FORMAT_VERSION);
    } catch (error) {
      expect(error, `seed ${SEED}, round ${round}: ${JSON.stringify(other)}`).toBeInstanceOf(OfflineError);
    }
  }
});

it('what is whole, but no part of a dataset', async () => {
  await write('none');
  await expect(open(pathToFileURL(folder))).rejects.toMatchObject({ reason: 'damaged' });
});

it('what is not there', async () => {
  await expect(open(pathToFileURL(join(folder, 'nothing')))).rejects.toMatchObject({ reason: 'not_found' });
  await write('none');
  for (const name of readdirSync(folder)) if (name.endsWith('.bin')) rmSync(join(folder, name));
  await expect(open(pathToFileURL(folder))).rejects.toMatchObject({ reason: 'not_found' });
});
