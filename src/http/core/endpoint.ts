import type { TSchema } from '@sinclair/typebox';
import type { KeyScope } from '../../keys/api-key.js';
import type { Query } from '../../wire/query-string.js';
import type { ResultExchange } from './answer.js';
import type { Dialect } from './request/dialect.js';
import type { Exchange } from './exchange.js';
import { withKey, type Work } from './gates.js';
import type { Parameter } from './request/parameter.js';
import type { HttpSettings } from './settings.js';

/** Sections of the interface description. */
export const TAGS = {
  geocoding: 'Names to coordinates, and coordinates to names.',
  routing: 'The fastest route between two points.',
  health: 'Probes for a process manager and a load balancer. No API key.',
  description: 'This description, for machines and for people. No API key.',
  reports: 'Reports of mistakes on the map. No API key.',
} as const;

/** How an endpoint is described in the OpenAPI document. */
export interface Operation {
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  /** In Markdown. */
  description?: (settings: HttpSettings) => string;
  /** The body, for endpoints that take one: the name of its schema, and an example. */
  body?: { schema: string; example: object };
  /**
   * The endpoint's own responses by status. Those that all endpoints share are added (`error-responses.ts`).
   */
  responses: Readonly<Record<number, object>>;
}

interface EndpointBase {
  /** As written in the contract. */
  readonly path: string;
  /** Whether `path` is only the beginning of the paths that it answers. By default it is the whole path. */
  readonly isBeginning?: boolean;
  /** Clients use POST, and the body of the request is text. Absent: they use GET, and no body is read. */
  readonly takesBody?: true;
  /** The scope that a key needs; null: no key is needed. */
  readonly scope: KeyScope | null;
  /** A health probe is always answered, also under overload and while the service stops. */
  readonly isProbe: boolean;
  /** In the order in which they are shown. */
  readonly parameters: readonly Parameter[];
  /** The schemas of its answers, by name under `components.schemas`. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** Null: it is not described, such as a page's file or an answer in another project's format. */
  readonly operation: Operation | null;
  /** Absent: errors have the envelope of the contract. */
  readonly dialect?: Dialect;
}

/** One endpoint, with everything known about it. `http/endpoints.ts` has the list of all. */
export interface Endpoint extends EndpointBase {
  /** Reads and checks its parameters. @throws OperatingError INVALID_REQUEST if one is wrong */
  readonly read: (query: Query, settings: HttpSettings) => unknown;
  /** Answers one exchange, at once or later. */
  handle(exchange: Exchange, query: Query): void;
  /** The same without the key's gates, for callers with gates of their own. */
  readonly work: Work<unknown>;
}

/** @typeParam P the parameters as read */
export interface EndpointParts<P> extends EndpointBase {
  /** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
  read: (query: Query, settings: HttpSettings) => P;
  /** How many requests it counts as; 1 if absent. Either the whole cost is counted, or nothing. */
  cost?: (parameters: P) => { requests: number; field: string };
  answer: (exchange: Exchange, parameters: P) => void;
}

/**
 * Puts an endpoint together: the gates of its key, then its parameters, then its answer. The answer gets only
 * the checked `parameters`, so it cannot look at anything unchecked.
 */
export function endpoint<P>({ read, cost, answer, ...base }: EndpointParts<P>): Endpoint {
  const work: Work<P> = { read: (exchange, query) => read(query, exchange.app.settings), cost, answer };
  const open = (exchange: Exchange, query: Query): void => answer(exchange, work.read(exchange, query));
  return {
    ...base,
    read,
    work: work as Work<unknown>,
    handle: base.scope === null ? open : withKey(base.scope, work),
  };
}

/** An endpoint whose answers come only from a data source. */
export interface ResultEndpoint extends Endpoint {
  /** Answers without a service: no key is needed, and nothing is counted. */
  answer(exchange: ResultExchange, query: Query, settings: HttpSettings): void;
}

/** Makes an endpoint that needs only a data source, and nothing else of a service. */
export function resultEndpoint<P>(
  parts: Omit<EndpointParts<P>, 'answer' | 'isProbe'> & {
    answer: (exchange: ResultExchange, parameters: P) => void;
  },
): ResultEndpoint {
  const { read, answer } = parts;
  return {
    ...endpoint({ ...parts, isProbe: false }),
    answer: (exchange, query, settings) => answer(exchange, read(query, settings)),
  };
}

/** An endpoint without a key or parameters: a page, a file, a probe. */
export function openEndpoint(
  parts: Pick<EndpointParts<null>, 'path' | 'answer' | 'operation'> & Partial<EndpointParts<null>>,
): Endpoint {
  return endpoint({ scope: null, isProbe: false, parameters: [], schemas: {}, read: () => null, ...parts });
}

/**
 * A file for a page or a map: without a key or parameters, and not described.
 * @param isBeginning `path` is only the beginning of the paths that are answered
 */
export function pageFile(path: string, answer: EndpointParts<null>['answer'], isBeginning = false): Endpoint {
  return openEndpoint({ path, isBeginning, answer, operation: null });
}
