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

/** Query parameters that may carry a key, in the order in which they are tried. */
export const KEY_PARAMETERS: readonly string[] = ['key', 'api_key', 'access_token'];

/** Looks for the key in the header, as in `/v1`, then in the path, then in a query parameter. */
const KEY_PLACE: KeyPlace = {
  tokenOf: (req, query) => {
    // The value is empty if the request has two such headers.
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

/** Returns a request's path as sent, in ASCII, with any key removed. */
function pathOf({ url }: RequestHead): string {
  return percentEncoded(url!).split(/[?#]/, 1)[0];
}

/** Returns the parameters, which `readQuery` has already checked. */
function parametersOf({ url }: RequestHead): URLSearchParams {
  const [target] = percentEncoded(url!).split('#', 1);
  return new URLSearchParams(target.slice(target.indexOf('?') + 1));
}

/** Returns `null` for an empty string, or one that cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A request in another project's format. */
export interface CompatRequest {
  /** The path segments after the endpoint's path, each decoded. */
  rest: string;
  query: Query;
  /** Returns all values of a parameter that may be repeated. */
  valuesOf: (name: string) => string[];
}

export interface CompatParts<P> {
  path: string;
  isBeginning?: boolean;
  /** The scope of the corresponding `/v1` endpoint; `null` if no key is needed. */
  scope: KeyScope | null;
  dialect: Dialect;
  /** @throws OperatingError INVALID_REQUEST */
  read: (request: CompatRequest, settings: HttpSettings) => P;
  /** See `EndpointParts.cost`. */
  cost?: (asked: P) => { requests: number; field: string };
  answer: (exchange: Exchange, asked: P) => void;
}

/** Creates an endpoint in another project's format from its key checks, its parameters and its answer. */
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
