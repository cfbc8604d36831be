import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { MapFacts, MapTiles } from '../../src/sources/map-tiles.js';
import { PATIENCE_MS } from '../patience.js';
import { startServer, type TestServer } from './server.js';

/** Clients that ask for much and read nothing: what the service keeps for them, and what others notice. */

const BYTES = 64 * 1024 * 1024;
/** So many pieces of 32 kB are the share of one address: 4 MiB. */
const CLIENTS = 128;
let server: TestServer | null = null;
const sockets: Socket[] = [];
let open = 0;
let read_bytes = 0;
/** What parts of the file were read into. */
const memory = new Set<ArrayBufferLike>();

const facts: MapFacts = {
  ...{ minZoom: 0, maxZoom: 13, bounds: [87, 41, 120, 52], attribution: '', layers: [] },
  ...{ bytes: BYTES, version: 'one' },
};
const map: MapTiles = {
  facts: () => facts,
  tile: () => gzipSync('tile'),
  open: () => {
    open++;
    return {
      read: (offset, bytes) => {
        read_bytes += bytes.length;
        memory.add(bytes.buffer);
        return bytes.fill(offset / 32_768);
      },
      close: () => void open--,
    };
  },
};

/** Clients that read nothing are kept, so that a busy machine has the time to open all of them. */
const PATIENT = { stalled_ms: PATIENCE_MS };

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
});

async function asks(range: string): Promise<Socket> {
  const socket = connect(server!.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  // Never read: what arrives stays in the buffers of the system.
  socket.pause();
  socket.write(`GET /map/map.pmtiles HTTP/1.1\r\nHost: x\r\n${range}\r\n`);
  return socket;
}

it('gives a part of at most 1 MiB, whole and right, whoever reads the request', async () => {
  server = await startServer(PATIENT, { map });
  for (const headers of [{}, { te: 'trailers' }]) {
    const answer = await fetch(`${server.url}/map/map.pmtiles`, {
      headers: { ...headers, range: 'bytes=0-16777215' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, body.length]).toEqual([206, 1024 * 1024]);
    expect(body.every((byte, i) => byte === Math.floor(i / 32_768))).toBe(true);
  }
  await expect.poll(() => open).toBe(0);
});

it('reads no more for silent clients than what is on its way, and closes what it opened', async () => {
  server = await startServer(PATIENT, { map });
  read_bytes = 0;
  // Whole files: the system takes some of it, whatever is asked.
  for (let i = 0; i < 60; i++) await asks('');
  await expect.poll(() => open).toBeGreaterThan(50);
  const after = await fetch(`${server.url}/map/tiles/1/1/1`);
  expect(await after.text()).toBe('tile');
  expect(server.app.state().bytesOnTheirWay).toBeLessThanOrEqual(60 * 32_768);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => open).toBe(0);
  await expect.poll(() => server!.app.state().bytesOnTheirWay).toBe(0);
  expect(read_bytes).toBeLessThan((60 * BYTES) / 8);
});

it('uses the same memory again for clients that come and leave, and come again', async () => {
  server = await startServer(PATIENT, { map });
  memory.clear();
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 10; i++) await asks('');
    await expect.poll(() => open).toBe(10);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => open).toBe(0);
  }
  expect(memory.size).toBe(10);
});

it('refuses with 503 who gets no room within 2 s', async () => {
  server = await startServer(PATIENT, { map });
  for (let i = 0; i < CLIENTS; i++) await asks('');
  await expect.poll(() => open).toBe(CLIENTS);
  const answer = await fetch(`${server.url}/map/map.pmtiles`, { headers: { range: 'bytes=0-99999' } });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { details: { reason: 'overloaded' } } });
  expect(answer.headers.get('retry-after')).toBe('5');
});

it('closes a connection that takes nothing for long', async () => {
  server = await startServer({ stalled_ms: 1_000 }, { map });
  await asks('');
  await expect.poll(() => open).toBe(1);
  await expect.poll(() => open).toBe(0);
});
