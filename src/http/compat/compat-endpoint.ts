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

/** Parameters that may carry a key, in the order in which they are tried. */
export const KEY_PARAMETERS: readonly string[] = ['key', 'api_key', 'access_token'];

/** The key is in the header as in `/v1`, in the path, or in a parameter. */
const KEY_PLACE: KeyPlace = {
  tokenOf: (req, query) => {
    // Empty: the request has two of them.
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

/** The path of a request as sent, in ASCII, without a key in it. */
function pathOf({ url }: RequestHead): string {
  return percentEncoded(url!).split(/[?#]/, 1)[0];
}

/** The parameters, which `readQuery` has already checked. */
function parametersOf({ url }: RequestHead): URLSearchParams {
  const [target] = percentEncoded(url!).split('#', 1);
  return new URLSearchParams(target.slice(target.indexOf('?') + 1));
}

/** Null for an empty text, or one that cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A request in another project's format. */
export interface CompatRequest {
  /** Parts of the path after that of the endpoint, decoded one by one. */
  rest: string;
  query: Query;
  /** All values of a parameter that may be sent several times. */
  valuesOf: (name: string) => string[];
}

export interface CompatParts<P> {
  path: string;
  isBeginning?: boolean;
  /** The scope of the endpoint of `/v1` that it stands for; null: it needs no key. */
  scope: KeyScope | null;
  dialect: Dialect;
  /** @throws OperatingError INVALID_REQUEST */
  read: (request: CompatRequest, settings: HttpSettings) => P;
  /** As `EndpointParts.cost`. */
  cost?: (asked: P) => { requests: number; field: string };
  answer: (exchange: Exchange, asked: P) => void;
}

/** An endpoint in another project's format: the gates of its key, its parameters, its answer. */
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
