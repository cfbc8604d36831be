import { OperatingError } from '../../errors.js';
import type { MapFacts, MapTiles } from '../../sources/map-tiles.js';
import { headerOf } from '../../wire/reply.js';
import { pageFile, type Endpoint } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { pathOf } from '../core/request-target.js';
import { unknownPath } from '../core/unknown-target.js';

const TILES = '/map/tiles/';
const FILE = '/map/map.pmtiles';

const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
/** A new map has other addresses of tiles (`?v=`), so a tile may be kept for long. */
const TILE_CACHING = 'public, max-age=86400';
const FACTS_CACHING = 'no-cache';

/** A client that asks for a larger part of the file gets the beginning of it. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/** The map for those who draw it. There is no key: tiles are asked for by a page, a hundred at a time. */
export function mapEndpoints(map: MapTiles): Endpoint[] {
  return [
    pageFile('/map/tiles.json', (exchange) => answerFacts(exchange, map)),
    pageFile(TILES, (exchange) => answerTile(exchange, map), true),
    pageFile(FILE, (exchange) => answerPart(exchange, map)),
  ];
}

function answerFacts(exchange: Exchange, map: MapTiles): void {
  exchange.sendJson(200, JSON.stringify(tileJson(factsOf(map))), FACTS_CACHING);
}

/** TileJSON 3.0.0 (https://github.com/mapbox/tilejson-spec). */
export function tileJson({ minZoom, maxZoom, bounds, attribution, layers, version }: MapFacts): object {
  return {
    tilejson: '3.0.0',
    name: 'gazarch',
    tiles: [`${TILES}{z}/{x}/{y}?v=${version}`],
    ...{ minzoom: minZoom, maxzoom: maxZoom, bounds, attribution, vector_layers: layers },
  };
}

function answerTile(exchange: Exchange, map: MapTiles): void {
  const path = pathOf(exchange.req.url!)!.slice(TILES.length);
  const [, z, x, y] = /^(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(path) ?? [];
  if (z === undefined) throw unknownPath();
  factsOf(map);
  const tile = map.tile(Number(z), Number(x), Number(y));
  // Steppe without anything is no error. MapLibre takes an empty answer for an empty tile.
  if (tile === null) exchange.sendEmpty(204, TILE_CACHING, []);
  else
    exchange.sendBytes(tile, {
      contentType: TILE_TYPE,
      cacheControl: TILE_CACHING,
      extra: ['Content-Encoding', 'gzip'],
    });
}

/** The file, part by part (RFC 9110, 14): readers of PMTiles and content delivery networks ask so. */
function answerPart(exchange: Exchange, map: MapTiles): void {
  const { bytes, version } = factsOf(map);
  const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headerOf(exchange.req, 'range') ?? '');
  if (range === null)
    throw badRange('missing', 'Ask for a part of the file, such as "Range: bytes=0-16383".');
  const from = Number(range[1]);
  const last = range[2] === '' ? bytes - 1 : Math.min(Number(range[2]), bytes - 1);
  if (from > last) throw badRange('out_of_range', `The file of the map has ${bytes} bytes.`);
  const length = Math.min(last - from + 1, MAX_PART_BYTES);
  const body = map.read(from, length);
  exchange.sendBytes(body, {
    status: 206,
    contentType: 'application/vnd.pmtiles',
    cacheControl: TILE_CACHING,
    extra: [
      ...['Content-Range', `bytes ${from}-${from + body.length - 1}/${bytes}`],
      ...['Accept-Ranges', 'bytes', 'ETag', `"${version}"`],
    ],
  });
}

function badRange(reason: string, message: string): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field: 'Range', reason } });
}

/** @throws OperatingError NOT_FOUND while there is no map */
function factsOf(map: MapTiles): MapFacts {
  const facts = map.facts();
  if (facts === null)
    throw new OperatingError('NOT_FOUND', 'There is no map yet. "gazarch import" writes one.', {
      details: { reason: 'no_map' },
    });
  return facts;
}
