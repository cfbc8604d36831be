import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download } from '../../src/importer/download.js';

const BODY = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251));
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

/** How the server treats the next requests for the file. */
interface Behaviour {
  body: Buffer;
  published: string | null;
  etag: string;
  /** Break the connection after this many bytes. */
  cutAfter: number;
  /** How many times to break it. */
  cuts: number;
  silent: boolean;
  /** Who does not send this is refused. */
  authorization?: string;
}

let folder: string;
let server: Server;
let url: string;
let requests: { path: string; range: string | undefined; authorization: string | undefined }[];
let behaviour: Behaviour;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-download-'));
  requests = [];
  behaviour = { body: BODY, published: md5(BODY), etag: '"one"', cutAfter: 0, cuts: 0, silent: false };
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.osm.pbf`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { range, authorization } = request.headers;
  requests.push({ path: request.url!, range, authorization });
  if (behaviour.authorization !== undefined && authorization !== behaviour.authorization) {
    response.writeHead(401).end();
    return;
  }
  if (request.url!.endsWith('.md5')) {
    if (behaviour.published === null) response.writeHead(404).end();
    else response.end(`${behaviour.published}  x.osm.pbf\n`);
    return;
  }
  if (behaviour.silent) return;
  const start =
    request.headers['if-range'] === behaviour.etag
      ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      : 0;
  const rest = behaviour.body.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': rest.length,
    etag: behaviour.etag,
    'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
  });
  if (behaviour.cuts-- > 0)
    response.write(
      rest.subarray(0, behaviour.cutAfter),
      () => void breakOff(response, start + behaviour.cutAfter),
    );
  else response.end(rest);
}

/** Breaks the connection when this many bytes are on disk, or when the client has given up. */
async function breakOff(response: ServerResponse, bytes: number): Promise<void> {
  const part = join(folder, 'x.osm.pbf.part');
  const size = (): number => statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  while (size() < bytes && !response.closed) await setTimeout(2);
  response.destroy();
}

const fetchIt = (requireChecksum = true, stall_ms = 30_000) =>
  download(url, { folder, requireChecksum, retryWait_ms: 1, stall_ms });

describe('download', () => {
  it('fetches, checks the published checksum, keeps the date', async () => {
    const done = await fetchIt();
    expect(readFileSync(done.path).equals(BODY)).toBe(true);
    expect(done).toMatchObject({
      md5: md5(BODY),
      isUnchanged: false,
      lastModified: new Date('2026-11-21T00:00:00Z'),
    });
  });

  it('does not fetch an unchanged file again', async () => {
    await fetchIt();
    requests = [];
    expect(await fetchIt()).toMatchObject({
      isUnchanged: true,
      lastModified: new Date('2026-11-21T00:00:00Z'),
    });
    expect(requests.map((r) => r.path)).toEqual(['/x.osm.pbf.md5']);
  });

  it('goes on where a broken connection stopped, in one run', async () => {
    Object.assign(behaviour, { cutAfter: 60_000, cuts: 2 });
    const done = await fetchIt();
    expect(readFileSync(done.path).equals(BODY)).toBe(true);
    const ranges = requests.filter((r) => r.range !== undefined);
    expect(ranges.length).toBeGreaterThan(0);
  });

  it('goes on where an earlier run stopped, unless the file on the server is another one', async () => {
    Object.assign(behaviour, { cutAfter: 20_000, cuts: 100 });
    await expect(fetchIt()).rejects.toThrow(/broke off 5 times/);
    Object.assign(behaviour, { cuts: 0 });
    requests = [];
    expect(readFileSync((await fetchIt()).path).equals(BODY)).toBe(true);
    expect(requests.at(-1)!.range).toMatch(/^bytes=[1-9]/);

    rmSync(join(folder, 'x.osm.pbf'));
    Object.assign(behaviour, { cutAfter: 20_000, cuts: 100 });
    await expect(fetchIt()).rejects.toThrow(/broke off/);
    const other = Buffer.from(BODY).fill(9);
    Object.assign(behaviour, { cuts: 0, body: other, published: md5(other), etag: '"two"' });
    expect(readFileSync((await fetchIt()).path).equals(other)).toBe(true);
  });

  it('never goes on with a piece of which it does not know the file', async () => {
    behaviour.published = null;
    writeFileSync(join(folder, 'x.osm.pbf.part'), Buffer.alloc(50_000, 7));
    Object.assign(behaviour, { cutAfter: 0, cuts: 3 });
    expect((await fetchIt(false)).md5).toBe(md5(BODY));
    expect(readFileSync(join(folder, 'x.osm.pbf')).equals(BODY)).toBe(true);
  });

  it('refuses a damaged file and forgets its pieces', async () => {
    behaviour.published = md5(Buffer.from('other'));
    await expect(fetchIt()).rejects.toThrow(/arrived damaged/);
    expect(existsSync(join(folder, 'x.osm.pbf'))).toBe(false);
    behaviour.published = md5(BODY);
    expect(readFileSync((await fetchIt()).path).equals(BODY)).toBe(true);
  });

  it('sends user and password of the URL, and shows them in no message', async () => {
    behaviour.authorization = `Basic ${Buffer.from('map:s3cret@/').toString('base64')}`;
    const secret = url.replace('//', '//map:s3cret%40%2F@');
    const options = { folder, requireChecksum: true, retryWait_ms: 1 };
    expect((await download(secret, options)).md5).toBe(md5(BODY));
    expect(requests.every(({ authorization }) => authorization === behaviour.authorization)).toBe(true);

    rmSync(join(folder, 'x.osm.pbf'));
    const shown = url.replace('//', '//***@');
    const refused = (changed: Partial<Behaviour>, message: string): Promise<void> => {
      Object.assign(behaviour, changed);
      return expect(download(secret, options)).rejects.toThrow(message);
    };
    await refused({ published: md5(Buffer.from('other')) }, `${shown} arrived damaged`);
    await refused({ published: null }, `${shown}.md5 has no checksum`);
    await refused({ published: md5(BODY), cutAfter: 20_000, cuts: 100 }, `${shown} broke off`);
    await refused({ cuts: 0, authorization: 'another' }, `${shown}.md5 has no checksum (HTTP status 401)`);
    await expect(download('https://map:s3/cret@h/x.osm.pbf', options)).rejects.toThrow(
      'https://***@h/x.osm.pbf is not a URL',
    );
  });

  it('needs a published checksum only when told so', async () => {
    behaviour.published = null;
    await expect(fetchIt()).rejects.toThrow(/has no checksum/);
    expect((await fetchIt(false)).md5).toBe(md5(BODY));
  });

  it('gives up on a silent server and says which one cannot be reached', async () => {
    behaviour.silent = true;
    // Long enough for the checksum, which a busy machine has to answer meanwhile.
    await expect(fetchIt(true, 1_000)).rejects.toThrow(/broke off 5 times/);
    await expect(download('http://127.0.0.1:1/x.pbf', { folder, requireChecksum: true })).rejects.toThrow(
      /cannot reach 127\.0\.0\.1:1/,
    );
  });
});
