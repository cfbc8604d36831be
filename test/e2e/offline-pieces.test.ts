import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportOffline, sectionsPart } from '../../src/offline/export/export-offline.js';
import type { OfflineManifest, Packing } from '../../src/offline/kept/manifest.js';
import { fromUrl } from '../../src/offline/kept/piece-source.js';
import { OfflineFolder } from '../../src/sources/embedded/dataset/offline-folder.js';
import { PIECE_BYTES } from '../../src/wire/large-body.js';
import { SETTINGS } from '../offline/offline-settings.js';
import { seededRandom } from '../seeded-random.js';
import { startServer, type TestServer } from './server.js';

/** Pieces over HTTP: read while they are sent, with the headers that browsers need. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-pieces-http-'));
let server: TestServer;
let reads: number[] = [];
let open = 0;

/** Notes how much is read at a time, and what is left open. */
class WatchedFolder extends OfflineFolder {
  override open(area: string, file: string): ReturnType<OfflineFolder['open']> {
    const piece = super.open(area, file);
    if (piece === null) return null;
    open++;
    return {
      bytes: piece.bytes,
      read: (offset, bytes) => {
        reads.push(bytes.length);
        return piece.read(offset, bytes);
      },
      close: () => {
        open--;
        piece.close();
      },
    };
  }
}

const exported: Partial<Record<Packing, OfflineManifest>> = {};

beforeAll(async () => {
  const random = seededRandom(45);
  const bytes = Uint8Array.from({ length: 300_000 }, () => 256 * random());
  for (const packing of ['br', 'gzip', 'none'] as const)
    exported[packing] = await exportOffline({
      ...{ generator: 'test', made_at: '', area: null, sources: [], settings: SETTINGS, packing },
      parts: [sectionsPart('search', { bytes })],
      to: join(folder, packing),
    });
  mkdirSync(join(folder, 'empty'));
  server = await startServer({}, { offline: new WatchedFolder(folder) });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const pieceOf = (packing: Packing): string => exported[packing]!.parts[0].pieces[0].file;

/** As the bytes are sent: `fetch` unpacks them. */
function raw(path: string, method = 'GET'): Promise<{ status: number; headers: object; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const req = request(`${server.url}${path}`, { method }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(chunks) }),
      );
    });
    req.on('error', reject).end();
  });
}

it('lists areas that have a manifest', async () => {
  const { areas } = (await (await fetch(`${server.url}/map/offline.json`)).json()) as {
    areas: { name: string; edition: string }[];
  };
  expect(areas.map(({ name, edition }) => [name, edition])).toEqual(
    (['br', 'gzip', 'none'] as const).map((name) => [name, exported[name]!.edition]),
  );
});

it.each(['br', 'gzip', 'none'] as const)('gives pieces of %s as clients unpack them', async (packing) => {
  const source = fromUrl(`${server.url}/map/offline/${packing}/`);
  const manifest = (await source.manifest()) as OfflineManifest;
  expect(manifest).toEqual(exported[packing]);
  const [piece] = manifest.parts[0].pieces;
  const bytes = await source.piece(piece, manifest);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(piece.sha256);
});

it('reads a piece little by little, and closes it', async () => {
  reads = [];
  const file = pieceOf('br');
  const { status, headers, body } = await raw(`/map/offline/br/${file}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(body.length),
    'access-control-allow-origin': '*',
  });
  expect(body.equals(readFileSync(join(folder, 'br', file)))).toBe(true);
  expect(reads.length).toBeGreaterThan(5);
  expect(Math.max(...reads)).toBe(PIECE_BYTES);
  await expect.poll(() => open).toBe(0);
});

it('answers HEAD with the same head, and reads nothing', async () => {
  reads = [];
  const { status, headers, body } = await raw(`/map/offline/br/${pieceOf('br')}`, 'HEAD');
  expect([status, body.length, reads]).toEqual([200, 0, []]);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(exported.br!.parts[0].pieces[0].packed_bytes),
  });
  const manifest = await raw('/map/offline/br/manifest.json', 'HEAD');
  expect(manifest.headers).toMatchObject({ 'cache-control': 'no-cache' });
  expect(open).toBe(0);
});

it.each(['', 'br', 'br/', 'br/x.br', 'empty/manifest.json', '../secret', 'br/manifest.json/x', 'br/%2e%2e'])(
  'has nothing at /map/offline/%s',
  async (path) => {
    const { status, body } = await raw(`/map/offline/${path}`);
    expect([status, JSON.parse(body.toString())]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    expect(open).toBe(0);
  },
);

it('breaks off when a piece becomes shorter while it is sent', async () => {
  const file = join(folder, 'none', pieceOf('none'));
  const whole = readFileSync(file);
  const folderThatShrinks = new (class extends OfflineFolder {
    override open(area: string, name: string): ReturnType<OfflineFolder['open']> {
      const piece = super.open(area, name);
      truncateSync(file, 100_000);
      return piece;
    }
  })(folder);
  const other = await startServer({}, { offline: folderThatShrinks });
  const asked = fetch(`${other.url}/map/offline/none/${pieceOf('none')}`).then((answer) =>
    answer.arrayBuffer(),
  );
  await expect(asked).rejects.toThrow();
  await other.stop();
  writeFileSync(file, whole);
});
