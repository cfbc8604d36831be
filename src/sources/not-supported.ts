import { OperatingError } from '../errors.js';
import type { ReverseRequest, SearchRequest } from './geocoder.js';
import type { MoreOfRoute, RoadsAsked, RouteRequest } from './router.js';

/**
 * Returns the error for a field that the configured source does not support. Unsupported fields are never
 * ignored.
 */
export function notSupported(field: string, message: string): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason: 'not_supported' } });
}

/** Returns the error for a router that does not support matrices. */
export function noMatrix(): OperatingError {
  return notSupported('origins', 'A matrix is not supported in this deployment.');
}

export function noIsochrones(): OperatingError {
  return notSupported('point', 'Isochrones are not supported in this deployment.');
}

/** Returns the error for a geocoder that does not support lookups by id. */
export function noPlaces(): OperatingError {
  return notSupported('id', 'Looking up places by id is not supported in this deployment.');
}

export function noMatching(): OperatingError {
  return notSupported('trace', 'Matching traces is not supported in this deployment.');
}

export function noTrips(): OperatingError {
  return notSupported('stops', 'Planning trips is not supported in this deployment.');
}

export function noZones(field: string): OperatingError {
  return notSupported(field, 'This deployment has no zones.');
}

export function noNearest(): OperatingError {
  return notSupported('coordinates', 'Finding the nearest road is not supported in this deployment.');
}

/**
 * A parameter: its name in a query, and the sources that support it. All other sources refuse the parameter.
 */
interface Parameter<Source extends string> {
  readonly field: string;
  readonly by: readonly Source[];
}

const GEOCODERS = ['embedded', 'nominatim', 'postgis'] as const;
export type GeocoderSource = (typeof GEOCODERS)[number];

/** Parameters of a search or a reverse lookup, apart from the query or the point. */
const OF_GEOCODERS = {
  near: { field: 'near', by: ['embedded'] },
  lang: { field: 'lang', by: GEOCODERS },
  types: { field: 'type', by: ['embedded'] },
  bbox: { field: 'bbox', by: ['embedded', 'nominatim'] },
  // Other geocoders do not describe where a point is.
  describe: { field: 'describe', by: ['embedded'] },
} as const satisfies Readonly<
  Record<
    Exclude<keyof SearchRequest | keyof ReverseRequest, 'text' | 'limit' | 'longitude' | 'latitude'>,
    Parameter<GeocoderSource>
  >
>;

const ROUTERS = ['embedded', 'osrm', 'valhalla'] as const;
export type RouterSource = (typeof ROUTERS)[number];

/** Parameters of a route other than the origin, the destination and the mode. */
const OF_ROUTERS: {
  readonly [Key in keyof MoreOfRoute]-?: Parameter<RouterSource> & {
    readonly isAsked: (value: Exclude<MoreOfRoute[Key], undefined>) => boolean;
  };
} & Readonly<
  // Currently empty, because every source supports the fields outside `more`.
  Record<Exclude<keyof RouteRequest, 'origin' | 'destination' | 'mode' | 'more'>, Parameter<RouterSource>>
> = {
  via: { field: 'via', isAsked: (via) => via.length > 0, by: ROUTERS },
  // Engines do not report which roads include fords or are seasonal or private.
  notes: { field: 'notes', isAsked: Boolean, by: ['embedded'] },
  steps: { field: 'steps', isAsked: Boolean, by: ROUTERS },
  // Engines exclude the roads to be avoided, or prefer other roads by rules of their own.
  avoid: { field: 'avoid', isAsked: (kinds) => kinds.length > 0, by: ['embedded'] },
  legs: { field: 'legs', isAsked: Boolean, by: ROUTERS },
  // Engines find alternatives by rules of their own, and may find none where the embedded router finds some.
  alternatives: { field: 'alternatives', isAsked: (count) => count > 0, by: ['embedded'] },
  bearings: { field: 'bearings', isAsked: (all) => all.some((own) => own !== null), by: ['embedded'] },
  approaches: { field: 'approaches', isAsked: (all) => all.includes('curb'), by: ['embedded'] },
  // Engines do not support dates, or support only the dates in their own data.
  departAt: { field: 'depart_at', isAsked: () => true, by: ['embedded'] },
  // Engines do not support zones.
  vehicle: { field: 'vehicle', isAsked: () => true, by: ['embedded'] },
  // The code that writes the response handles this parameter for every router.
  geometry: { field: 'geometry', isAsked: () => true, by: ROUTERS },
  language: { field: 'lang', isAsked: () => true, by: ROUTERS },
};

type GeocoderParameter = keyof typeof OF_GEOCODERS;

const LACKED = new Map(GEOCODERS.map((source) => [source, lackedBy(source)]));

function lackedBy(source: GeocoderSource): GeocoderParameter[] {
  const keys = Object.keys(OF_GEOCODERS) as GeocoderParameter[];
  return keys.filter((key) => !(OF_GEOCODERS[key].by as readonly GeocoderSource[]).includes(source));
}

/**
 * @throws OperatingError INVALID_REQUEST `not_supported` with the first parameter that the source does not
 * support
 */
export function refuseOfGeocoder(source: GeocoderSource, request: SearchRequest | ReverseRequest): void {
  const asked = request as SearchRequest & ReverseRequest;
  for (const key of LACKED.get(source)!)
    if (asked[key] !== undefined) throw refusalOf(OF_GEOCODERS[key].field);
}

/**
 * @throws OperatingError INVALID_REQUEST `not_supported` with the first parameter that the source does not
 * support
 */
export function refuseOfRouter(source: RouterSource, more: MoreOfRoute | undefined): void {
  if (more === undefined) return;
  for (const key of Object.keys(OF_ROUTERS) as (keyof MoreOfRoute)[]) {
    const { field, by, isAsked } = OF_ROUTERS[key];
    const value = more[key];
    if (!by.includes(source) && value !== undefined && (isAsked as (value: unknown) => boolean)(value))
      throw refusalOf(field);
  }
}

/**
 * Refuses unsupported parameters of matrices and isochrones.
 * @throws OperatingError INVALID_REQUEST `not_supported`
 */
export function refuseRoadsAsked(source: RouterSource, asked: RoadsAsked): void {
  for (const key of ['avoid', 'departAt', 'vehicle'] as const)
    if (asked[key] !== undefined && !OF_ROUTERS[key].by.includes(source))
      throw refusalOf(OF_ROUTERS[key].field);
}

function refusalOf(field: string): OperatingError {
  return notSupported(
    field,
    `${field} ${field.endsWith('s') ? 'are' : 'is'} not supported in this deployment.`,
  );
}
