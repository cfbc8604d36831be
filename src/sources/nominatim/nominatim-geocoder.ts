import type { Box } from '../../geo/position.js';
import { matchBetween } from '../../geocoding/certainty.js';
import { withoutAsides } from '../../geocoding/reading/cut-text.js';
import type {
  FoundPlace,
  Geocoder,
  NearestPlace,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import type { PlaceLanguage } from '../geocoder.js';
import { notSupported, refuseOfGeocoder } from '../not-supported.js';
import { isRecord, shown } from '../upstream/answer-fields.js';
import {
  jsonOf,
  UpstreamClient,
  type UpstreamAnswer,
  type UpstreamOptions,
} from '../upstream/upstream-client.js';
import { BadAnswer, NotLoaded } from '../upstream/upstream-error.js';
import { isHouse, isStreet, placeOf, readPlace, type NominatimPlace } from './nominatim-place.js';
import { outlineDistanceM } from './outline-distance.js';

/**
 * Nominatim reports its state in the response body, because the HTTP status is 200 even if there is no
 * database.
 */
const PROBE_PATH = '/status?format=json';

/**
 * The contract's maximum limit. With a lower limit, Nominatim returns not only fewer places but also
 * different places.
 */
const MOST_RESULTS = 20;

/** Matches farther away than this, in meters, are ignored. */
const NEAREST_M = 100_000;

/** The margin around points, because Nominatim refuses a box without an extent. */
const MARGIN_DEGREES = 1e-6;

/** The error text that Nominatim returns, with status 200, if it finds no place. */
const NOTHING = 'Unable to geocode';

export type NominatimOptions = Pick<UpstreamOptions, 'url' | 'connections' | 'probeTimeout_ms' | 'count'> & {
  /** @param reason null if Nominatim responds, otherwise why it does not */
  onChange?: (where: string, reason: string | null) => void;
};

/** Implements the geocoding seam using an external Nominatim. */
export class NominatimGeocoder implements Geocoder {
  readonly #client: UpstreamClient;

  /** Does not open any connection; `start` opens it. */
  constructor({ onChange, ...options }: NominatimOptions) {
    const client: UpstreamClient = new UpstreamClient({
      ...options,
      name: 'nominatim',
      probePath: PROBE_PATH,
      readProbe,
      onChange: (reason) => onChange?.(client.where, reason),
    });
    this.#client = client;
  }

  /** Starts watching Nominatim. Resolves when it is known whether Nominatim answers. */
  start(): Promise<void> {
    return this.#client.start();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  state(): SourceState {
    return this.#client.state();
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly FoundPlace[]> {
    refuseOfGeocoder('nominatim', request);
    const found = await this.#found(request, signal);
    const text = found.length > 0 ? null : withoutAsides(request.text);
    // Nominatim requires every word to match, and no place has a floor or a door in its name.
    return text === null ? found : this.#found({ ...request, text }, signal);
  }

  async #found(
    { text, limit, lang, bbox }: SearchRequest,
    signal: AbortSignal | undefined,
  ): Promise<readonly FoundPlace[]> {
    const path = pathOf('/search', lang, {
      q: text,
      limit: String(MOST_RESULTS),
      ...(bbox === undefined ? {} : { viewbox: viewboxOf(bbox), bounded: '1' }),
    });
    const found = await this.#client.ask(path, signal, readSearch);
    return (
      found
        .filter((place) => bbox === undefined || isIn(bbox, place))
        .map((place) => placeOf(place, lang))
        .filter((place) => place !== null)
        .slice(0, limit)
        // Nominatim does not report how it interpreted the query.
        .map((place) => ({ ...place, match: matchBetween(text, place) }))
    );
  }

  async reverse(request: ReverseRequest, signal?: AbortSignal): Promise<NearestPlace | null> {
    refuseOfGeocoder('nominatim', request);
    const nearest = await this.#nearest(request, 'address,poi', signal);
    // One example is a bench, which has neither a name nor a number.
    return nearest === 'nameless' ? this.#named(request, signal) : nearest;
  }

  async #named(request: ReverseRequest, signal: AbortSignal | undefined): Promise<NearestPlace | null> {
    const nearest = await this.#nearest(request, 'address', signal);
    return nearest === 'nameless' ? null : nearest;
  }

  #nearest(
    { longitude, latitude, lang }: ReverseRequest,
    layer: string,
    signal: AbortSignal | undefined,
  ): Promise<NearestPlace | null | 'nameless'> {
    const path = pathOf('/reverse', lang, {
      lat: latitude.toFixed(7),
      lon: longitude.toFixed(7),
      layer,
      polygon_geojson: '1',
    });
    return this.#client.ask(path, signal, (answer) => {
      const found = readReverse(answer);
      if (found === null) return null;
      const place = placeOf(found, lang);
      if (place === null) return 'nameless';
      const distance_m = outlineDistanceM(found.geometry, [longitude, latitude]);
      if (distance_m > NEAREST_M)
        throw new BadAnswer(`a place ${Math.round(distance_m)} m from the point that was sent`);
      return { ...place, type: matchKindOf(found), distance_m };
    });
  }
}

/** @throws NotLoaded if Nominatim reports that it is not ready, BadAnswer if the response is not a status */
function readProbe(answer: UpstreamAnswer): void {
  const body = jsonOf(answer);
  if (!isRecord(body) || typeof body['status'] !== 'number')
    throw new BadAnswer(`status ${answer.status} without a status in the body`);
  if (body['status'] !== 0) throw new NotLoaded(`it reports ${shown(body['message'])}`);
}

function readSearch(answer: UpstreamAnswer): NominatimPlace[] {
  const body = jsonOf(answer);
  if (answer.status !== 200 || !Array.isArray(body))
    throw new BadAnswer(`status ${answer.status} without a list: ${shown(body)}`);
  return body.map(readPlace);
}

function readReverse(answer: UpstreamAnswer): NominatimPlace | null {
  const body = jsonOf(answer);
  if (answer.status !== 200 || !isRecord(body))
    throw new BadAnswer(`status ${answer.status} without a place: ${shown(body)}`);
  if (body['error'] === NOTHING) return null;
  if (body['error'] !== undefined) throw new BadAnswer(`status 200 with the error ${shown(body['error'])}`);
  return readPlace(body);
}

function pathOf(action: string, lang: PlaceLanguage | undefined, query: Record<string, string>): string {
  if (lang === 'mn-Latn')
    throw notSupported(
      'lang',
      'lang must be mn, en or ru in this deployment: it does not transliterate names.',
    );
  const language = lang === undefined ? {} : { 'accept-language': lang };
  const all = new URLSearchParams({ ...query, format: 'jsonv2', addressdetails: '1', ...language });
  return `${action}?${all.toString()}`;
}

function viewboxOf([west, south, east, north]: Box): string {
  if (west > east)
    throw notSupported('bbox', 'A bbox across the antimeridian is not supported in this deployment.');
  const sides = [
    Math.max(west - MARGIN_DEGREES, -180),
    Math.max(south - MARGIN_DEGREES, -90),
    Math.min(east + MARGIN_DEGREES, 180),
    Math.min(north + MARGIN_DEGREES, 90),
  ];
  return sides.map((degrees) => degrees.toFixed(7)).join();
}

function isIn([west, south, east, north]: Box, { longitude, latitude }: NominatimPlace): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function matchKindOf(place: NominatimPlace): NearestPlace['type'] {
  if (isHouse(place)) return 'address';
  return isStreet(place) ? 'street' : 'place';
}
