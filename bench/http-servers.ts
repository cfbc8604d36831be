import fastify from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { DEFAULT_REVERSE_RADII } from '../src/geocoding/reverse/reverse-limits.js';
import { tuneGarbageCollection } from '../src/cli/serve/process/garbage-collection.js';
import { createApp } from '../src/http/app.js';
import { createKey } from '../src/keys/create-key.js';
import { KeyMirror } from '../src/keys/key-mirror.js';
import { openKeyStore } from '../src/cli/terminal/open-key-store.js';
import { MemoryWindowCounter } from '../src/limits/memory-window-counter.js';
import { CurrentDataset } from '../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../src/sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../src/sources/embedded/embedded-router.js';
import type { FoundPlace, Geocoder, NearestPlace } from '../src/sources/geocoder.js';
import type { FoundRoute, Router } from '../src/sources/router.js';

/** The servers that are compared. Each runs in a process of its own. */
export type ServerKind = 'gazarch' | 'fastify' | 'node';

export interface Listening {
  port: number;
  /** API keys that the server accepts. */
  tokens: string[];
}

/** A key may make at most a million requests in a minute. A fast server needs several keys. */
const KEYS = 16;

/**
 * Starts the HTTP side of gazarch as the service has it.
 * @param dataset folder of a dataset, or null for canned answers, which show the cost of HTTP alone
 * @param keysFolder keys to share with other servers, so that all take the same requests; made when there are
 *   none
 */
export async function startGazarch(
  dataset: string | null,
  keysFolder: string | null = null,
): Promise<Listening> {
  tuneGarbageCollection();
  const folder = keysFolder ?? mkdtempSync(join(tmpdir(), 'gazarch-bench-'));
  if (keysFolder === null) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tokens = existsSync(join(folder, TOKENS)) ? readTokens(folder) : await makeKeys(folder);
  const store = await openKeyStore(join(folder, DATABASE), { mustExist: false, warn: console.warn });
  // The log is written as in production, but nobody keeps it.
  const output = pino.destination('/dev/null');
  const app = createApp({
    ...(dataset === null ? { geocoder: cannedGeocoder(), router: cannedRouter() } : await embedded(dataset)),
    keys: await KeyMirror.start(store),
    counter: new MemoryWindowCounter(),
    settings: { maxRouteDistance_m: 2_000_000 },
    logger: pino({}, output),
    requestLog: output,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (app.server.address() as AddressInfo).port, tokens };
}

const TOKENS = 'tokens.json';
const DATABASE = 'keys.sqlite';

function readTokens(folder: string): string[] {
  return JSON.parse(readFileSync(join(folder, TOKENS), 'utf8')) as string[];
}

async function makeKeys(folder: string): Promise<string[]> {
  const store = await openKeyStore(join(folder, DATABASE), { mustExist: false, warn: console.warn });
  const tokens: string[] = [];
  for (let i = 0; i < KEYS; i++) {
    const request = {
      name: `bench ${i}`,
      endpoints: ['geocode', 'route', 'matrix'] as const,
      rateLimit: 1_000_000,
      expiresAt: null,
    };
    tokens.push((await createKey(store, request)).token);
  }
  await store.close();
  writeFileSync(join(folder, TOKENS), JSON.stringify(tokens));
  return tokens;
}

/** Starts a bare server that sends a fixed body of `size` bytes to every request. */
export async function startBare(kind: 'fastify' | 'node', size: number): Promise<Listening> {
  const body = 'x'.repeat(size);
  if (kind === 'fastify') {
    const app = fastify();
    app.get('*', (_request, reply) => {
      void reply.header('content-type', 'application/json; charset=utf-8').send(body);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { port: (app.server.address() as AddressInfo).port, tokens: ['-'] };
  }
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': size });
    res.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, tokens: ['-'] };
}

async function embedded(folder: string): Promise<{ geocoder: Geocoder; router: Router }> {
  const dataset = new CurrentDataset(folder);
  await dataset.refresh();
  return {
    geocoder: new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII }),
    router: new EmbeddedRouter(dataset, { snapLimit_m: 1000 }),
  };
}

/** Answers every search and reverse lookup with the same places. */
export function cannedGeocoder(): Geocoder {
  const places: FoundPlace[] = Array.from({ length: 20 }, (_, i) => ({
    id: `osm:node:${1_234_567_890 + i}`,
    name: `Сүхбаатарын талбай ${i}`,
    address: 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо',
    latitude: 47.918_841 + i / 1000,
    longitude: 106.917_583 + i / 1000,
    type: 'square',
  }));
  const nearest: NearestPlace = { ...places[0], type: 'place', distance_m: 17.94 };
  return {
    search: ({ limit }) => places.slice(0, limit),
    reverse: () => nearest,
    state: () => 'ok',
  };
}

/** Answers every request with the same route of 300 positions: about 10 km through a city. */
export function cannedRouter(): Router {
  const coordinates = Int32Array.from({ length: 600 }, (_, i) =>
    i % 2 === 0 ? 1_069_175_123 + 7919 * i : 479_179_214 + 3571 * i,
  );
  const end = {
    longitude: 106.9175123,
    latitude: 47.9179214,
    distance_m: 19.87,
    name: 'Энхтайваны өргөн чөлөө',
  };
  return {
    route: (): FoundRoute => ({
      kind: 'route',
      distance_m: 10_412.64,
      duration_s: 848.28,
      coordinates,
      origin: end,
      destination: end,
    }),
    state: () => 'ok',
  };
}
