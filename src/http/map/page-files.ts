import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { bodyInFile, type Page } from '../description/page.js';

/** The folder where `scripts/build-map-page.mjs` puts the page, relative to both `src` and `dist`. */
const BUILT = new URL('../../../dist/map-page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** File names contain a hash of the content, so browsers never request them again. */
const FILE_CACHING = 'public, max-age=31536000, immutable';
const PAGE_CACHING = 'no-cache';
/** Other people's pages refer to the script without a version. */
const SCRIPT_CACHING = 'public, max-age=3600';

/**
 * Everything on the page comes from this service. The map library creates its own images from bytes, and runs
 * its worker from one of our files. The library sets styles from JavaScript, which no content security policy
 * forbids.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = ['Content-Security-Policy', POLICY];

/** @throws Error if the page is not built */
export function readIndexPage(): Page {
  const body = bodyInFile(new URL('index.html', BUILT));
  return {
    ...{ path: '/', contentType: 'text/html; charset=utf-8', body },
    ...{ cacheControl: PAGE_CACHING, headers: HEADERS },
  };
}

/** The path prefix of the page's files. */
export const APP_PATH = '/map/app/';

/** Returns the files that the page loads, by path. @throws Error if the page is not built */
export function readAppFiles(): ReadonlyMap<string, Page> {
  return filesIn('app/', APP_PATH, FILE_CACHING);
}

/** The path prefix of the map's icons. */
export const SPRITE_PATH = '/map/sprites/';

/** @throws Error if the icons are not built */
export function readSprites(): ReadonlyMap<string, Page> {
  return filesIn('sprites/', SPRITE_PATH, SCRIPT_CACHING);
}

function filesIn(folder: string, under: string, cacheControl: string): ReadonlyMap<string, Page> {
  const files = readdirSync(new URL(folder, BUILT)).map((name): Page => {
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
    const body = bodyInFile(new URL(`${folder}${name}`, BUILT));
    return { path: `${under}${name}`, contentType, body, cacheControl, headers: null };
  });
  return new Map(files.map((file) => [file.path, file]));
}

/** Returns the map's layers, without sources. @throws Error if the style is not built */
export function readStyle(theme: string, language: string): { layers: object[] } {
  const file = new URL(`styles/${theme}-${language}.json`, BUILT);
  return JSON.parse(readFileSync(file, 'utf8')) as { layers: object[] };
}

/** A service worker may control paths outside its own folder only with this header. */
const WHOLE_SITE = ['Service-Worker-Allowed', '/', 'Content-Security-Policy', POLICY];

/**
 * Returns the script that serves the page offline, once a user has saved data. @throws Error if the script is
 * not built
 */
export function readServiceWorker(): Page {
  const body = bodyInFile(new URL('service-worker.js', BUILT));
  return {
    ...{ path: '/map/service-worker.js', contentType: TYPES['.js'], body },
    ...{ cacheControl: PAGE_CACHING, headers: WHOLE_SITE },
  };
}

/** Returns the search box for other people's pages. @throws Error if the search box is not built */
export function readSearchBox(): Page {
  const body = bodyInFile(new URL('search-box.js', BUILT));
  const contentType = TYPES['.js'];
  return { path: '/map/search-box.js', contentType, body, cacheControl: SCRIPT_CACHING, headers: null };
}
