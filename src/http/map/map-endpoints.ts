import { OperatingError } from '../../errors.js';
import type { MapFacts, MapTiles } from '../../sources/map-tiles.js';
import { pageFile, type Endpoint } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { baseUrl } from './base-url.js';
import { pathOf } from '../core/request/request-target.js';
import { unknownPath } from '../core/unknown-path.js';
import { filePart } from './file-part.js';
import { headerOf, type RequestHead } from '../../wire/reply.js';

const TILES = '/map/tiles/';
const FILE = '/map/map.pmtiles';

const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
/**
 * The `Cache-Control` value for responses that never change, because their URL names the map version (`?v=`).
 */
const VERSION_CACHING = 'public, max-age=31536000, immutable';
/** The `Cache-Control` value for tiles whose URL has no version. */
const TILE_CACHING = 'public, max-age=86400';
/**
 * The `Cache-Control` value for tiles from a map other than the one that the URL names: another replica
 * already has that map, or still has it.
 */
const OTHER_CACHING = 'no-cache';
const FACTS_CACHING = 'no-cache';

/**
 * The maximum part of the file in one answer; a client that requests more gets the beginning (RFC 9110,
 * 15.3.7).
 */
const MAX_PART_BYTES = 1024 * 1024;

/**
 * Serves the map to programs that draw it. No key is needed, because a page requests a hundred tiles at a
 * time.
 */
export function mapEndpoints(map: MapTiles): Endpoint[] {
  return [
    pageFile('/map/tiles.json', (exchange) => answerFacts(exchange, map)),
    pageFile(TILES, (exchange) => answerTile(exchange, map), true),
    pageFile(FILE, (exchange) => answerFile(exchange, map)),
  ];
}

function answerFacts(exchange: Exchange, map: MapTiles): void {
  exchange.sendJson(200, JSON.stringify(tileJson(factsOf(map), baseUrl(exchange))), FACTS_CACHING);
}

/**
 * Writes TileJSON 3.0.0 (https://github.com/mapbox/tilejson-spec).
 * @param base the prefix of each URL, because a page from another origin needs absolute URLs
 */
export function tileJson(
  { minZoom, maxZoom, bounds, attribution, layers, version }: MapFacts,
  base: string,
): object {
  return {
    tilejson: '3.0.0',
    name: 'gazarch',
    tiles: [`${base}${TILES}{z}/{x}/{y}?v=${version}`],
    ...{ minzoom: minZoom, maxzoom: maxZoom, bounds, attribution, vector_layers: layers },
  };
}

function answerTile(exchange: Exchange, map: MapTiles): void {
  const path = pathOf(exchange.req.url!)!.slice(TILES.length);
  const [, z, x, y] = /^(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(path) ?? [];
  if (z === undefined) throw unknownPath();
  const facts = factsOf(map);
  const [tag, caching] = [tagOf(facts), cachingOf(exchange, facts)];
  const tile = map.tile(Number(z), Number(x), Number(y));
  // An empty tile is not an error, since much of the steppe is empty. MapLibre treats an empty answer as an
  // empty tile.
  if (tile === null) exchange.sendEmpty(204, caching, []);
  else if (isKept(exchange.req, tag)) exchange.sendEmpty(304, caching, ['ETag', tag]);
  else
    exchange.sendBytes(tile, {
      contentType: TILE_TYPE,
      cacheControl: caching,
      extra: ['Content-Encoding', 'gzip', 'ETag', tag],
    });
}

/**
 * Sends the file part by part (RFC 9110, 14), as PMTiles readers and content delivery networks request it.
 */
function answerFile(exchange: Exchange, map: MapTiles): void {
  const facts = factsOf(map);
  const { bytes } = facts;
  const [tag, caching] = [tagOf(facts), cachingOf(exchange, facts)];
  const headers = ['Accept-Ranges', 'bytes', 'ETag', tag];
  checkMatch(exchange.req, tag);
  if (isKept(exchange.req, tag)) {
    exchange.sendEmpty(304, caching, headers);
    return;
  }
  const range = rangeOf(exchange.req, tag, bytes);
  if (range === 'unsatisfiable') {
    exchange.fail(outOfRange(bytes), ['Content-Range', `bytes */${bytes}`]);
    return;
  }
  const first = range?.first ?? 0;
  const length = range === null ? bytes : Math.min(range.last - first + 1, MAX_PART_BYTES);
  if (range !== null) headers.push('Content-Range', `bytes ${first}-${first + length - 1}/${bytes}`);
  exchange.sendLarge(filePart(map.open()!, first, length), {
    status: range === null ? 200 : 206,
    contentType: 'application/vnd.pmtiles',
    cacheControl: caching,
    extra: headers,
  });
}

function cachingOf({ req }: Exchange, { version }: MapFacts): string {
  const [, asked] = /[?&]v=([^&]*)/.exec(req.url!) ?? [];
  if (asked === undefined) return TILE_CACHING;
  return asked === version ? VERSION_CACHING : OTHER_CACHING;
}

/** All tiles of a map share one tag, because each tile has its own URL. */
const tagOf = ({ version }: MapFacts): string => `"${version}"`;

function outOfRange(bytes: number): OperatingError {
  return new OperatingError('INVALID_REQUEST', `The map file has ${bytes} bytes.`, {
    status: 416,
    details: { field: 'Range', reason: 'out_of_range' },
  });
}

/** @throws OperatingError NOT_FOUND if there is no map yet */
export function factsOf(map: MapTiles): MapFacts {
  const facts = map.facts();
  if (facts === null)
    throw new OperatingError('NOT_FOUND', 'There is no map yet. "gazarch import" creates one.', {
      details: { reason: 'no_map' },
    });
  return facts;
}

/** Reads the conditions and ranges of requests for a file with an entity tag (RFC 9110). */

/** The first and the last byte of a range, both inclusive. */
interface ByteRange {
  first: number;
  last: number;
}

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether the client already has this version (13.1.2). @param tag a strong tag, with its quotes */
function isKept(request: RequestHead, tag: string): boolean {
  const sent = headerOf(request, 'if-none-match');
  return sent !== undefined && names(sent, tag);
}

/** @throws OperatingError with status 412 if the client wants another version (13.1.1) */
function checkMatch(request: RequestHead, tag: string): void {
  const sent = headerOf(request, 'if-match');
  // The comparison is strong, so weak tags never match.
  if (sent === undefined || names(sent.replaceAll(/W\/"[^"]*"/g, ''), tag)) return;
  throw new OperatingError('INVALID_REQUEST', 'The file does not match If-Match.', {
    status: 412,
    details: { field: 'If-Match', reason: 'changed' },
  });
}

function names(sent: string, tag: string): boolean {
  if (sent.trim() === '*') return true;
  for (const [, one] of sent.matchAll(TAG)) if (one === tag) return true;
  return false;
}

/**
 * Returns the requested bytes (14.2). `null` means all bytes: `Range` is missing, lists several ranges or
 * uses another unit, or `If-Range` names another version.
 * @param bytes the file's length
 * @returns `unsatisfiable` if the range lies outside the file
 */
function rangeOf(request: RequestHead, tag: string, bytes: number): ByteRange | null | 'unsatisfiable' {
  const ifRange = headerOf(request, 'if-range');
  // The file has no modification date, so a date never matches (13.1.5).
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== tag)) return null;
  const range = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(headerOf(request, 'range') ?? '');
  const [, from = '', to = ''] = range ?? [];
  if (from === '') {
    if (to === '') return null;
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return null;
  return first >= bytes ? 'unsatisfiable' : { first, last };
}
