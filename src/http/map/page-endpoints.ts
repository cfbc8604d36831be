import type { Position } from '../../geo/position.js';
import type { MapPage, RoadShape, ShownRoad } from '../../sources/map-page.js';
import type { ShownZone } from '../../sources/zones.js';
import type { MapTiles } from '../../sources/map-tiles.js';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { pageFile, type Endpoint } from '../core/endpoint.js';
import { NO_STORE, type Exchange } from '../core/exchange.js';
import type { HttpSettings } from '../core/settings.js';
import { pathOf } from '../core/request/request-target.js';
import { unknownPath } from '../core/unknown-path.js';
import { answerPage, pageEndpoint, type Page } from '../description/page.js';
import { explainEndpoints } from './explain-endpoints.js';
import { speedsEndpoints } from './speeds-endpoint.js';
import { tileJson } from './map-endpoints.js';
import {
  APP_PATH,
  SPRITE_PATH,
  readAppFiles,
  readIndexPage,
  readSearchBox,
  readServiceWorker,
  readSprites,
} from './page-files.js';
import { withAddress } from '../core/gates.js';
import { geocodeEndpoint } from '../geocode/geocode-endpoint.js';
import { isochroneEndpoint } from '../isochrone/isochrone-endpoint.js';
import { matchEndpoint } from '../match/match-endpoint.js';
import { matrixEndpoint } from '../matrix/matrix-endpoint.js';
import { placesEndpoint } from '../places/places-endpoint.js';
import { routeEndpoint } from '../route/route-endpoint.js';
import { tripEndpoint } from '../trip/trip-endpoint.js';

interface PageParts {
  tiles: MapTiles | null;
  settings: HttpSettings;
  /** Whether the service has pieces for offline clients. */
  hasOffline: boolean;
  /** Accepts reports of map errors; `null` if reports are disabled. */
  report: Endpoint | null;
}

/**
 * Returns the page at `/`, with everything that it requests except `/v1` and the tiles. Only explanations
 * need a key.
 */
export function pageEndpoints(page: MapPage, parts: PageParts): Endpoint[] {
  return [
    pageEndpoint(readIndexPage(), null),
    appFiles(),
    pageEndpoint(readServiceWorker(), null),
    pageFile('/map/about.json', (exchange) =>
      exchange.sendJson(200, aboutText(exchange, page, parts), NO_STORE),
    ),
    pageFile('/map/roads.geojson', (exchange) => {
      const body = Buffer.from(roadsGeojson(page.roads()));
      exchange.sendBytes(body, { contentType: 'application/geo+json', cacheControl: NO_STORE });
    }),
    pageFile('/map/zones.geojson', (exchange) => {
      const body = Buffer.from(zonesGeojson(page.zones()));
      exchange.sendBytes(body, { contentType: 'application/geo+json', cacheControl: NO_STORE });
    }),
    ...explainEndpoints(page),
    ...speedsEndpoints(page, parts.settings),
    ...askEndpoints(parts.settings),
    ...(parts.report === null ? [] : [parts.report]),
  ];
}

/** Serves a script that adds the search box to any web page. */
export function searchBoxEndpoint(): Endpoint {
  return pageEndpoint(readSearchBox(), null);
}

/** Serves the map's icons, for our page and for the style. */
export function spriteEndpoint(): Endpoint {
  return filesUnder(SPRITE_PATH, readSprites());
}

function appFiles(): Endpoint {
  return filesUnder(APP_PATH, readAppFiles());
}

function filesUnder(path: string, files: ReadonlyMap<string, Page>): Endpoint {
  const answer = (exchange: Exchange): void => {
    const file = files.get(pathOf(exchange.req.url!)!);
    if (file === undefined) throw unknownPath();
    answerPage(exchange, file);
  };
  return pageFile(path, answer, true);
}

/** Returns the information that the page needs before a user enters a key. */
function aboutText(
  { app }: Exchange,
  page: MapPage,
  { tiles, settings, hasOffline, report }: PageParts,
): string {
  const map = tiles?.facts() ?? null;
  const { isSample, explainsSearches, explainsRoutes, vehicles, hasSpeeds, examples } = page.facts();
  return JSON.stringify({
    version: settings.version,
    is_sample: isSample,
    explains: { search: explainsSearches, route: explainsRoutes },
    answers: {
      search: app.geocoder.state() !== 'not_configured',
      route: app.router.state() !== 'not_configured',
    },
    vehicles,
    speeds: hasSpeeds ? settings.mapSpeeds : 'off',
    examples,
    tiles: map === null ? null : tileJson(map, ''),
    attribution: app.licenses().flatMap(({ attribution }) => (attribution === null ? [] : [attribution])),
    modes: TRAVEL_MODES,
    asks_without_key: settings.mapAskLimit > 0,
    max_route_distance_meters: settings.maxRouteDistance_m,
    has_offline: hasOffline,
    takes_reports: report !== null,
  });
}

/** Returns closures and seasonal roads as a GeoJSON FeatureCollection (RFC 7946). */
function roadsGeojson(roads: readonly ShownRoad[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: roads.map(featureOf) });
}

/** Returns each zone's area and the vehicles that may not enter it, without the zone's other properties. */
function zonesGeojson(zones: readonly ShownZone[]): string {
  const features = zones.map(({ name, closedFor, area }) => ({
    type: 'Feature',
    properties: { name, closed_for: closedFor },
    geometry: { type: 'MultiPolygon', coordinates: area },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

function featureOf({ kind, isOpen, factor, mode, name, reason, until_ms, shape }: ShownRoad): object {
  const until = until_ms === null ? null : new Date(until_ms).toISOString();
  return {
    type: 'Feature',
    properties: { kind, is_open: isOpen, factor, mode, name, reason, until },
    geometry: geometryOf(shape),
  };
}

function geometryOf(shape: RoadShape): object {
  return shape.kind === 'lines'
    ? { type: 'MultiLineString', coordinates: shape.lines.map((line) => line.map(rounded)) }
    : { type: 'MultiPolygon', coordinates: shape.polygons };
}

const rounded = (position: Position): number[] => position.map((degrees) => Math.round(1e6 * degrees) / 1e6);

/**
 * Returns the endpoints to which our map page may send requests without a key. The parameters and answers of
 * these endpoints are the same as under `/v1`. Requests are limited per minute, both for each address and for
 * all addresses in total, and each request counts as much as it does under `/v1`. If the setting allows no
 * requests, these endpoints do not exist.
 */
function askEndpoints({ mapAskLimit, mapAskTotal }: HttpSettings): Endpoint[] {
  if (mapAskLimit === 0) return [];
  return [
    geocodeEndpoint,
    placesEndpoint,
    routeEndpoint,
    matrixEndpoint,
    isochroneEndpoint,
    matchEndpoint,
    tripEndpoint,
  ].map((endpoint) => ({
    ...endpoint,
    ...{ path: endpoint.path.replace('/v1/', '/map/ask/'), scope: null, operation: null, schemas: {} },
    handle: withAddress({ limit: mapAskLimit, total: mapAskTotal }, endpoint.work),
  }));
}
