import { PMTiles } from 'pmtiles';
import { keptBytes, keptManifest } from '../../../offline/kept/keep.js';
import { ABOUT, KEPT_HEADER, KEPT_NAME, type KeptNote } from './names.js';

/**
 * Handles the page's requests once the user has stored data: the page, its files and the stored tiles then
 * work without a network. While there is a network, the worker changes nothing.
 */

/** The page's files and a name for the whole set, both of which `scripts/build-map-page.mjs` inserts. */
declare const PAGE_FILES: readonly string[];
declare const PAGE_VERSION: string;

interface WaitingEvent extends Event {
  waitUntil(end: Promise<unknown>): void;
}

interface FetchEvent extends WaitingEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const scope = globalThis as unknown as Scope;

const SHELL = `gazarch-shell-${PAGE_VERSION}`;
const COPYRIGHT = '/copyright';
const TILES = /^\/map\/tiles\/(\d+)\/(\d+)\/(\d+)$/;
const ROADS = '/map/roads.geojson';

/**
 * How long to wait for a response from the network. After this time, stored files are better than a blank
 * page.
 */
const PATIENCE_MS = 3_000;

scope.addEventListener('install', (event) => {
  const store = async (): Promise<void> => {
    const shell = await caches.open(SHELL);
    await shell.addAll(['/', COPYRIGHT, ...PAGE_FILES]);
    await scope.skipWaiting();
  };
  event.waitUntil(store());
});

scope.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith('gazarch-shell-') && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const tile = TILES.exec(pathname);
  if (tile !== null) event.respondWith(orKept(request, () => keptTile(tile.slice(1).map(Number))));
  else if (pathname === '/' || pathname === COPYRIGHT)
    event.respondWith(orKept(request, () => inCache(SHELL, pathname)));
  else if (pathname.startsWith('/map/app/'))
    event.respondWith(inCache(SHELL, pathname).then((file) => file ?? fetch(request)));
  else if (pathname === ABOUT) event.respondWith(orKept(request, keptAbout));
  else if (pathname === ROADS) event.respondWith(orKept(request, () => Promise.resolve(noRoads())));
});

/** Returns the response from the network or, if there is no network, the stored file. */
async function orKept(request: Request, kept: () => Promise<Response | undefined>): Promise<Response> {
  const asked = fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer !== null) return answer;
  } catch {
    // There is no network.
  }
  return (await kept()) ?? (await asked);
}

async function inCache(name: string, path: string): Promise<Response | undefined> {
  return await (await caches.open(name)).match(path);
}

/** Returns the stored page metadata with a header that indicates that there was no network. */
async function keptAbout(): Promise<Response | undefined> {
  const note = (await keptManifest(KEPT_NAME))?.note as KeptNote | undefined;
  if (note === undefined) return undefined;
  return new Response(note.about, {
    headers: { 'content-type': 'application/json', [KEPT_HEADER]: 'true' },
  });
}

const noRoads = (): Response => Response.json({ type: 'FeatureCollection', features: [] });

let map: { edition: string; tiles: PMTiles } | null = null;

async function keptTile([z, x, y]: readonly number[]): Promise<Response | undefined> {
  const manifest = await keptManifest(KEPT_NAME);
  const part = manifest?.parts.find(({ name }) => name === 'tiles');
  if (manifest === null || part === undefined) return undefined;
  const { edition } = manifest;
  if (map?.edition !== edition) {
    const read = keptBytes(part, KEPT_NAME);
    const source = {
      getKey: () => edition,
      getBytes: async (offset: number, length: number) => ({ data: (await read(offset, length)).buffer }),
    };
    map = { edition, tiles: new PMTiles(source) };
  }
  const tile = await map.tiles.getZxy(z, x, y);
  if (tile === undefined) return new Response(null, { status: 204 });
  return new Response(tile.data, { headers: { 'content-type': 'application/vnd.mapbox-vector-tile' } });
}
