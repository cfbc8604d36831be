import type { TSchema } from '@sinclair/typebox';
import type { KeyScope } from '../../keys/api-key.js';
import type { Query } from '../../wire/query-string.js';
import type { ResultExchange } from './answer.js';
import type { Dialect } from './request/dialect.js';
import type { Exchange } from './exchange.js';
import { withKey, type Work } from './gates.js';
import type { Parameter } from './request/parameter.js';
import type { HttpSettings } from './settings.js';

/** Sections of the description of the interface. */
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
  /** Markdown. */
  description?: (settings: HttpSettings) => string;
  /** Of an endpoint that takes one: the name of its schema, and an example. */
  body?: { schema: string; example: object };
  /**
   * By status: the answers of its own. Those that all endpoints have in common are added
   * (`error-responses.ts`).
   */
  responses: Readonly<Record<number, object>>;
}

interface EndpointBase {
  /** As the contract has it. */
  readonly path: string;
  /** Whether `path` is only the beginning of the paths that it answers. By default it is the whole. */
  readonly isBeginning?: boolean;
  /** It is asked with POST, and has the body of the request as text. Absent: GET, and no body is read. */
  readonly takesBody?: true;
  /** The scope that a key needs; null: everybody may ask, without a key. */
  readonly scope: KeyScope | null;
  /** A probe of health: always answered, also under overload and during shutdown. */
  readonly isProbe: boolean;
  /** In the order in which they are shown. */
  readonly parameters: readonly Parameter[];
  /** By name under `components.schemas`: what its answers are made of. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** Null: it is in no description, as a file of a page, or an answer in the form of another project. */
  readonly operation: Operation | null;
  /** Absent: errors are in the envelope of the contract. */
  readonly dialect?: Dialect;
}

/** One endpoint, with everything there is to know of it. The list of all is `http/endpoints.ts`. */
export interface Endpoint extends EndpointBase {
  /** Its checked parameters. @throws OperatingError INVALID_REQUEST when one is wrong */
  readonly read: (query: Query, settings: HttpSettings) => unknown;
  /** Answers one exchange, at once or later. */
  handle(exchange: Exchange, query: Query): void;
  /** The same without the gates of a key: for who has gates of his own. */
  readonly work: Work<unknown>;
}

/** @typeParam P what the parameters become */
export interface EndpointParts<P> extends EndpointBase {
  /** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
  read: (query: Query, settings: HttpSettings) => P;
  /** As how many requests it counts; 1 when absent. It is counted whole or not at all. */
  cost?: (parameters: P) => { requests: number; field: string };
  answer: (exchange: Exchange, parameters: P) => void;
}

/**
 * Puts an endpoint together: the gates of its key, then its parameters, then its answer. What is read of a
 * request reaches the answer as `parameters` and in no other way, so an answer cannot look at what was not
 * checked.
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

/** An endpoint whose answers come from a data source alone. */
export interface ResultEndpoint extends Endpoint {
  /**
   * Answers without a service around: no key is asked for, and nothing is counted.
   * @throws OperatingError INVALID_REQUEST when a parameter is wrong
   */
  answer(exchange: ResultExchange, query: Query, settings: HttpSettings): void;
}

/** Puts together an endpoint that needs a data source, and nothing else of a service. */
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

/** An endpoint that everybody may ask, and that takes no parameters: a page, a file, a probe. */
export function openEndpoint(
  parts: Pick<EndpointParts<null>, 'path' | 'answer' | 'operation'> & Partial<EndpointParts<null>>,
): Endpoint {
  return endpoint({ scope: null, isProbe: false, parameters: [], schemas: {}, read: () => null, ...parts });
}

/**
 * What a page or a map asks for: open to all, without parameters, in no description.
 * @param isBeginning the path is the beginning of those that are answered
 */
export function pageFile(path: string, answer: EndpointParts<null>['answer'], isBeginning = false): Endpoint {
  return openEndpoint({ path, isBeginning, answer, operation: null });
}
