import { toUnits } from '../../src/geo/coordinates.js';
import { KEY_SCOPES, type ApiKey } from '../../src/keys/api-key.js';
import type { FoundKey, KeyLookup } from '../../src/keys/key-lookup.js';
import { KeyRules } from '../../src/keys/key-rules.js';
import { MemoryWindowCounter } from '../../src/limits/memory-window-counter.js';
import type { WindowCounter } from '../../src/limits/window-counter.js';
import type {
  FoundPlace,
  Geocoder,
  KnownPlace,
  NearestPlace,
  SourceState,
} from '../../src/sources/geocoder.js';
import type { FoundMatrix, FoundRoute, MatchedWay, NoRoute, Router } from '../../src/sources/router.js';

/** Sources, keys and counters that do what a test asks of them. */

export const SQUARE: FoundPlace = {
  id: 'osm:way:1',
  name: 'Сүхбаатарын талбай',
  address: 'Улаанбаатар, Сүхбаатар дүүрэг',
  latitude: 47.91884,
  longitude: 106.91758,
  type: 'square',
};

export const KNOWN: KnownPlace = {
  ...SQUARE,
  names: { name: SQUARE.name, 'name:en': 'Sukhbaatar Square' },
  opening_hours: '24/7',
  entrance: { longitude: 106.9175, latitude: 47.9188 },
};

export const NEAREST: NearestPlace = { ...SQUARE, type: 'place', distance_m: 17.94 };

export const ROUTE: FoundRoute = {
  kind: 'route',
  distance_m: 412.64,
  duration_s: 48.28,
  coordinates: Int32Array.of(1069175123, 479179214, 1069190040, 479179340, 1069229810, 479179680),
  origin: { longitude: 106.9175123, latitude: 47.9179214, distance_m: 19.87, name: 'Энхтайваны өргөн чөлөө' },
  destination: { longitude: 106.922981, latitude: 47.917968, distance_m: 7.7, name: null },
};

export class FakeGeocoder implements Geocoder {
  onSearch: Geocoder['search'] = () => [SQUARE];
  onReverse: Geocoder['reverse'] = () => NEAREST;
  onPlace: NonNullable<Geocoder['place']> = ({ id }) => ({ ...KNOWN, id });
  now: () => SourceState = () => 'ok';

  search(...args: Parameters<Geocoder['search']>): ReturnType<Geocoder['search']> {
    return this.onSearch(...args);
  }

  reverse(...args: Parameters<Geocoder['reverse']>): ReturnType<Geocoder['reverse']> {
    return this.onReverse(...args);
  }

  place(...args: Parameters<NonNullable<Geocoder['place']>>): ReturnType<typeof this.onPlace> {
    return this.onPlace(...args);
  }

  state(): SourceState {
    return this.now();
  }
}

function lineOf(positions: readonly [number, number][]): Int32Array {
  return Int32Array.from(positions.flat(), toUnits);
}

const CORNERS: [number, number][] = [
  [106.91, 47.91],
  [106.92, 47.91],
  [106.92, 47.92],
];

const WAY: MatchedWay = {
  ...{ id: 27654321, name: 'Энхтайваны өргөн чөлөө', ref: null, highway: 'primary' },
  ...{ surface: 'asphalt', isToll: false, distance_m: 412.6, duration_s: 30 },
};

export class FakeRouter implements Router {
  onRoute: Router['route'] = () => ROUTE;
  onMatrix: NonNullable<Router['matrix']> = ({ origins, destinations, distances, without }) => {
    const cells = Float64Array.from({ length: origins.length * destinations.length }, (_, cell) =>
      without?.[cell] === 1 ? Infinity : cell,
    );
    return {
      origins: origins.map(() => ROUTE.origin),
      destinations: destinations.map(() => ROUTE.destination),
      durations_s: cells,
      distances_m: distances ? cells.map((own) => 10 * own) : null,
      farther: [],
    };
  };
  onNearest: NonNullable<Router['nearest']> = () => [ROUTE.origin, ROUTE.destination];
  onMatch: NonNullable<Router['match']> = ({ points, ways }) => ({
    matchings: [
      {
        ...{ distance_m: 412.6, duration_s: 30, confidence: 0.97, coordinates: ROUTE.coordinates },
        ...{ from: 0, to: points.length - 1 },
        ...(ways && { ways: [WAY] }),
      },
    ],
    points: points.map(([longitude, latitude]) => ({ matching: 0, longitude, latitude, distance_m: 0 })),
  });
  onTrip: NonNullable<Router['trip']> = ({ stops, orders, vehicles }) => ({
    stops: stops.map(() => ROUTE.origin),
    routes: vehicles.map(({ shift, start, end }, i) => ({
      departure_ms: shift.from_ms,
      end_ms: shift.from_ms + 200_000,
      travel_ms: 96_600,
      visits:
        i === 0
          ? orders.map(({ tasks: [task] }, order) => ({
              ...{ order, task, arrival_ms: shift.from_ms + 48_300 },
              waiting_ms: 60_000,
            }))
          : [],
      legs: Array.from(
        { length: i === 0 ? orders.length - 1 + [start, end].filter((own) => own !== null).length : 0 },
        () => ({ distance_m: 412.6, duration_s: 48.3, steps: [], coordinates: ROUTE.coordinates }),
      ),
    })),
    leftOut: [],
  });
  onIsochrone: NonNullable<Router['isochrone']> = ({ limits, format }) => ({
    kind: 'isochrone',
    point: ROUTE.origin,
    steps: limits.map((own) => ({
      limit: own,
      geometry:
        format === 'lines'
          ? { type: 'MultiLineString', coordinates: [lineOf(CORNERS.slice(0, 2))] }
          : { type: 'MultiPolygon', coordinates: [[lineOf([...CORNERS, CORNERS[0]])]] },
      tolerance_m: format === 'lines' ? 0 : 50,
    })),
  });
  now: () => SourceState = () => 'ok';
  isSilent: NonNullable<Router['isSilent']> = () => false;

  route(...args: Parameters<Router['route']>): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute> {
    return this.onRoute(...args);
  }

  matrix(...args: Parameters<NonNullable<Router['matrix']>>): FoundMatrix | Promise<FoundMatrix> {
    return this.onMatrix(...args);
  }

  nearest(...args: Parameters<NonNullable<Router['nearest']>>): ReturnType<typeof this.onNearest> {
    return this.onNearest(...args);
  }

  isochrone(...args: Parameters<NonNullable<Router['isochrone']>>): ReturnType<typeof this.onIsochrone> {
    return this.onIsochrone(...args);
  }

  trip(...args: Parameters<NonNullable<Router['trip']>>): ReturnType<typeof this.onTrip> {
    return this.onTrip(...args);
  }

  match(...args: Parameters<NonNullable<Router['match']>>): ReturnType<typeof this.onMatch> {
    return this.onMatch(...args);
  }

  state(): SourceState {
    return this.now();
  }
}

const DAY_MS = 86_400_000;

export function fakeKey(id: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    projectId: 'default',
    createdBy: null,
    name: `key ${id}`,
    endpoints: KEY_SCOPES,
    rateLimit: 1_000_000,
    allowedOrigins: [],
    allowedAddresses: [],
    monthlyQuota: null,
    quotaRefuses: false,
    createdAt: new Date(Date.now() - DAY_MS),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    previousExpiresAt: null,
    ...more,
  };
}

/** As a lookup finds a key by its own secret, in a project without bounds. */
export function foundKey(key: ApiKey, more: Partial<FoundKey> = {}): FoundKey {
  return {
    key,
    project: {
      id: key.projectId,
      organisationId: null,
      rateLimit: Number.POSITIVE_INFINITY,
      windows: [],
      isArchived: false,
    },
    rules: KeyRules.of(key),
    secretUntil_ms: Number.POSITIVE_INFINITY,
    ...more,
  };
}

/** Tokens of the keys below; a fake lookup takes any text as a token. */
export class FakeKeys implements KeyLookup {
  readonly known = new Map<string, ApiKey>([
    ['geo_good', fakeKey('good')],
    ['geo_default', fakeKey('default', { rateLimit: null })],
    ['geo_geocode', fakeKey('geocode', { endpoints: ['geocode'] })],
    ['geo_route', fakeKey('route', { endpoints: ['route'] })],
    ['geo_expired', fakeKey('expired', { expiresAt: new Date(Date.now() - DAY_MS) })],
    ['geo_revoked', fakeKey('revoked', { revokedAt: new Date(Date.now() - DAY_MS) })],
    ['geo_three', fakeKey('three', { rateLimit: 3 })],
  ]);
  readonly touches: string[] = [];
  onFind: KeyLookup['find'] = (token) => {
    const key = this.known.get(token);
    return key === undefined ? null : foundKey(key);
  };
  now: () => 'ok' | 'degraded' | 'fail' = () => 'ok';

  find(token: string): ReturnType<KeyLookup['find']> {
    return this.onFind(token);
  }

  touched(id: string): void {
    this.touches.push(id);
  }

  state(): 'ok' | 'degraded' | 'fail' {
    return this.now();
  }
}

export class FakeCounter implements WindowCounter {
  readonly #memory = new MemoryWindowCounter();
  onHit: WindowCounter['hit'] = (...args) => this.#memory.hit(...args);
  now: () => 'ok' | 'degraded' = () => 'ok';

  hit(...args: Parameters<WindowCounter['hit']>): ReturnType<WindowCounter['hit']> {
    return this.onHit(...args);
  }

  state(): 'ok' | 'degraded' {
    return this.now();
  }
}
