import type { KeyScope } from '../../keys/api-key.js';
import { percentEncoded, type Query } from '../../wire/query-string.js';
import { headerOf, type RequestHead } from '../../wire/reply.js';
import type { Dialect } from '../core/request/dialect.js';
import type { Endpoint } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { headerToken, withKey, type KeyPlace, type Work } from '../core/gates.js';
import { keyInPath, withoutKeyInPath } from '../core/request/key-in-path.js';
import { badTarget } from '../core/request/request-target.js';
import type { HttpSettings } from '../core/settings.js';

/** The query parameters that may contain a key, in the order in which they are tried. */
export const KEY_PARAMETERS: readonly string[] = ['key', 'api_key', 'access_token'];

/** Looks for the key in the header, as in `/v1`, then in the path, then in a query parameter. */
const KEY_PLACE: KeyPlace = {
  tokenOf: (req, query) => {
    // The value is an empty string if the request has two such headers.
    if (headerOf(req, 'authorization') === '') return null;
    return headerToken(req) ?? decoded(keyInPath(pathOf(req)) ?? '') ?? keyParameter(query);
  },
  hint:
    'An API key is required: as the parameter key, in the path as /compat/key/KEY/..., ' +
    'or as Authorization: Bearer KEY.',
};

function keyParameter({ values, repeated }: Query): string | null {
  const name = KEY_PARAMETERS.find((own) => values.has(own));
  return name === undefined || repeated?.has(name) === true ? null : values.get(name)!;
}

/** Returns the path of a request as it was sent, in ASCII, with any key removed. */
function pathOf({ url }: RequestHead): string {
  return percentEncoded(url!).split(/[?#]/, 1)[0];
}

/** Returns the parameters that `readQuery` has already checked. */
function parametersOf({ url }: RequestHead): URLSearchParams {
  const [target] = percentEncoded(url!).split('#', 1);
  return new URLSearchParams(target.slice(target.indexOf('?') + 1));
}

/** Returns `null` for a string that is empty or cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A request in another project's format. */
export interface CompatRequest {
  /** The path segments that follow the endpoint's path, each decoded. */
  rest: string;
  query: Query;
  /** Returns all values of a parameter that may be repeated. */
  valuesOf: (name: string) => string[];
}

export interface CompatParts<P> {
  path: string;
  isBeginning?: boolean;
  /** The scope of the corresponding `/v1` endpoint, or `null` if no key is needed. */
  scope: KeyScope | null;
  dialect: Dialect;
  /** @throws OperatingError INVALID_REQUEST */
  read: (request: CompatRequest, settings: HttpSettings) => P;
  /** See `EndpointParts.cost`. */
  cost?: (asked: P) => { requests: number; field: string };
  answer: (exchange: Exchange, asked: P) => void;
}

/** Creates an endpoint in another project's format from the key checks, the parameters and the response. */
export function compatEndpoint<P>(parts: CompatParts<P>): Endpoint {
  const { path, isBeginning = false, scope, dialect, read, cost, answer } = parts;
  const readAll = (exchange: Exchange, query: Query): P => {
    const rest = decoded(withoutKeyInPath(pathOf(exchange.req)));
    if (rest === null) throw badTarget();
    const valuesOf = (name: string): string[] => parametersOf(exchange.req).getAll(name);
    return read({ rest: rest.slice(path.length), query, valuesOf }, exchange.app.settings);
  };
  const work: Work<P> = { read: readAll, cost, answer };
  return {
    ...{ path, isBeginning, scope, dialect, isProbe: false, parameters: [], schemas: {}, operation: null },
    read: () => null,
    work: work as Work<unknown>,
    handle:
      scope === null
        ? (exchange, query) => answer(exchange, readAll(exchange, query))
        : withKey(scope, work, KEY_PLACE),
  };
}
