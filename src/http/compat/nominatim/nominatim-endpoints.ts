import { textOfSearch } from '../../geocode/geocode-endpoint.js';
import { STATUS_CODES } from 'node:http';
import type { FoundPlace, KnownPlace } from '../../../sources/geocoder.js';
import { noPlaces } from '../../../sources/not-supported.js';
import { afterSource, type SourceStep } from '../../core/answer.js';
import type { Dialect } from '../../core/request/dialect.js';
import type { Endpoint } from '../../core/endpoint.js';
import { NO_STORE, type Exchange } from '../../core/exchange.js';
import { stateOf } from '../../health/readiness.js';
import { compatEndpoint, type CompatParts } from '../compat-endpoint.js';
import { countryCodeOf, prepareCountryCodes } from '../country-code.js';
import { checkedPlaces, findAround, findPlaces } from '../find-places.js';
import { addressTypeOf, licenceOf, nominatimBody, placeIdOf } from './nominatim-body.js';
import {
  readNominatimLookup,
  readNominatimReverse,
  readNominatimSearch,
  type NominatimForm,
  type NominatimLookup,
  type NominatimRequest,
} from './nominatim-parameters.js';

/** Formats errors the way Nominatim does. */
const NOMINATIM: Dialect = {
  errorText: ({ status, message }) =>
    JSON.stringify({ error: { code: status, message: message === '' ? STATUS_CODES[status] : message } }),
};

const SEARCH: SourceStep<NominatimRequest, readonly FoundPlace[]> = {
  ask: ({ app, asker }, { asked }, signal) =>
    asked === null ? [] : findPlaces(app.geocoder, asked, signal, asker),
  then: (exchange, found, request) => {
    const places = checkedPlaces(found).filter((place) => isAskedFor(place, request));
    send(exchange, places.slice(0, request.limit), request, false);
  },
};

const REVERSE: SourceStep<NominatimRequest, readonly FoundPlace[]> = {
  ask: ({ app }, { asked, areas }, signal) => findAround(app.geocoder, asked!, () => areas, signal),
  then: (exchange, found, request) => {
    const places = checkedPlaces(found);
    // If nothing is found, the status is still 200, but the body contains an error.
    if (places.length === 0) {
      exchange.noteFound(0, false);
      exchange.sendResult('{"error":"Unable to geocode"}');
    } else send(exchange, places, request, true);
  },
};

const LOOKUP: SourceStep<NominatimLookup, readonly (KnownPlace | null)[]> = {
  ask: ({ app: { geocoder } }, { ids, lang }, signal) => {
    const found = ids.map((id) => {
      if (geocoder.place === undefined) throw noPlaces();
      return geocoder.place(lang === undefined ? { id } : { id, lang }, signal);
    });
    return found.some((place) => place instanceof Promise)
      ? Promise.all(found.map((place) => Promise.resolve(place)))
      : (found as (KnownPlace | null)[]);
  },
  // Unknown objects are omitted.
  then: (exchange, found, request) =>
    send(exchange, checkedPlaces(found.filter((place) => place !== null)), request, false),
};

/** The Nominatim endpoints: https://nominatim.org/release-docs/latest/api/Overview/. */
export function nominatimEndpoints(): Endpoint[] {
  prepareCountryCodes();
  return [
    ...both('search', {
      ...{ scope: 'geocode', dialect: NOMINATIM, read: readNominatimSearch },
      answer: (exchange, request) => afterSource(exchange, request, SEARCH),
    }),
    ...both('reverse', {
      ...{ scope: 'geocode', dialect: NOMINATIM, read: readNominatimReverse },
      answer: (exchange, request) => afterSource(exchange, request, REVERSE),
    }),
    ...both('lookup', {
      ...{ scope: 'places', dialect: NOMINATIM, read: readNominatimLookup },
      cost: ({ ids }) => ({ requests: ids.length, field: 'osm_ids' }),
      answer: (exchange, request) => afterSource(exchange, request, LOOKUP),
    }),
    ...both('status', {
      ...{ scope: null, dialect: NOMINATIM, answer: sendStatus },
      read: ({ query }) => query.values.get('format') === 'json',
    }),
  ];
}

/** Returns the endpoint under its new name and its old name, which some clients still use. */
function both<P>(name: string, parts: Omit<CompatParts<P>, 'path'>): Endpoint[] {
  return [name, `${name}.php`].map((own) => compatEndpoint({ ...parts, path: `/compat/nominatim/${own}` }));
}

function send(
  exchange: Exchange,
  places: readonly FoundPlace[],
  request: NominatimForm,
  isOne: boolean,
): void {
  const text =
    'asked' in request ? textOfSearch((request as NominatimRequest).asked?.request ?? {}) : undefined;
  exchange.noteFound(places.length, places.at(0)?.match === 'partial', text);
  exchange.sendResult(nominatimBody(places, request, { licence: licenceOf(exchange.app.licenses()), isOne }));
}

/** Maps each Nominatim layer to the corresponding layers of this service. */
const LAYERS: Readonly<Record<string, readonly FoundPlace['layer'][]>> = {
  address: ['address', 'street', 'settlement', 'area'],
  poi: ['poi', 'transport'],
  railway: ['transport'],
  natural: ['natural'],
  manmade: ['poi'],
};

const FEATURES: Readonly<Record<string, readonly string[]>> = {
  country: ['country'],
  state: ['state'],
  city: ['city', 'town', 'village', 'county', 'city_district'],
  settlement: [
    ...['city', 'town', 'village', 'hamlet', 'county', 'city_district', 'suburb', 'neighbourhood'],
  ],
};

/** Whether a place matches the filters. A place passes the filters if its country or layer is unknown. */
function isAskedFor(place: FoundPlace, { countries, excluded, layers, features }: NominatimRequest): boolean {
  const code = countryCodeOf(place.components?.country)?.toLowerCase();
  if (countries.length > 0 && code !== undefined && !countries.includes(code)) return false;
  if (excluded.size > 0 && excluded.has(placeIdOf(place))) return false;
  if (features !== undefined && !FEATURES[features].includes(addressTypeOf(place))) return false;
  return (
    layers.length === 0 ||
    place.layer === undefined ||
    layers.some((layer) => LAYERS[layer].includes(place.layer))
  );
}

const DATABASE_FAILED = 700;

/** As in Nominatim, the HTTP status is 200 even if no place can be found. */
function sendStatus(exchange: Exchange, isJson: boolean): void {
  const isOk = ['ok', 'degraded', 'partial'].includes(stateOf(() => exchange.app.geocoder.state()));
  const message = isOk ? 'OK' : 'Database connection failed';
  if (isJson) {
    const body = {
      status: isOk ? 0 : DATABASE_FAILED,
      message,
      software_version: exchange.app.settings.version,
    };
    exchange.sendJson(200, JSON.stringify(body), NO_STORE);
  } else {
    exchange.sendBytes(Buffer.from(isOk ? message : `ERROR: ${message}`), {
      ...{ status: isOk ? 200 : 500, contentType: 'text/plain; charset=utf-8', cacheControl: NO_STORE },
    });
  }
}
