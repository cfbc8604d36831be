import type { TSchema } from '@sinclair/typebox';
import type { KeyScope } from '../../keys/api-key.js';
import type { Query } from '../../wire/query-string.js';
import type { ResultExchange } from './answer.js';
import type { Dialect } from './request/dialect.js';
import type { Exchange } from './exchange.js';
import { withKey, type Work } from './gates.js';
import type { Parameter } from './request/parameter.js';
import type { HttpSettings } from './settings.js';

/** The sections of the API reference. */
export const TAGS = {
  geocoding: 'Converts names to coordinates, and coordinates to names.',
  routing: 'The fastest route between two points.',
  health: 'Probes for process managers and load balancers. No API key is needed.',
  description: 'This API description, for programs and people. No API key is needed.',
  reports: 'Reports of errors on the map. No API key is needed.',
} as const;

/** How an endpoint is described in the OpenAPI document. */
export interface Operation {
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  /** The description, in Markdown. */
  description?: (settings: HttpSettings) => string;
  /** For endpoints with a request body: the name of its schema, and an example. */
  body?: { schema: string; example: object };
  /**
   * The endpoint's own responses, by status code. The responses that all endpoints share are added to these
   * responses (`error-responses.ts`).
   */
  responses: Readonly<Record<number, object>>;
}

interface EndpointBase {
  /** The path as it appears in the contract. */
  readonly path: string;
  /**
   * Whether `path` is only a prefix of the paths that the endpoint handles. By default, `path` is the whole
   * path.
   */
  readonly isBeginning?: boolean;
  /**
   * Whether clients use POST and send text in the request body of this endpoint. If absent, they use GET, and
   * no body is read.
   */
  readonly takesBody?: true;
  /** The scope that a key must have, or `null` if no key is needed. */
  readonly scope: KeyScope | null;
  /**
   * Whether the endpoint is a health probe, which always gets a response, even under overload and while the
   * service is stopping.
   */
  readonly isProbe: boolean;
  /** The parameters, in the order in which the reference lists them. */
  readonly parameters: readonly Parameter[];
  /** The schemas of the endpoint's responses, by their names under `components.schemas`. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /**
   * `null` if the endpoint is not described, such as one that serves a file of a page or uses another
   * project's format.
   */
  readonly operation: Operation | null;
  /** If absent, errors use the envelope defined in the contract. */
  readonly dialect?: Dialect;
}

/**
 * An endpoint, with everything that the service needs to know about it. `http/endpoints.ts` lists all
 * endpoints.
 */
export interface Endpoint extends EndpointBase {
  /**
   * Parses and checks the parameters. @throws OperatingError INVALID_REQUEST for the first invalid parameter
   */
  readonly read: (query: Query, settings: HttpSettings) => unknown;
  /** Responds to an exchange, either immediately or later. */
  handle(exchange: Exchange, query: Query): void;
  /** Does the same work without the key checks, for callers that check keys themselves. */
  readonly work: Work<unknown>;
}

/** @typeParam P the type of the checked parameters */
export interface EndpointParts<P> extends EndpointBase {
  /** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
  read: (query: Query, settings: HttpSettings) => P;
  /**
   * Returns the number of requests that a request counts as. If absent, every request counts as one. The cost
   * is counted either in full or not at all.
   */
  cost?: (parameters: P) => { requests: number; field: string };
  answer: (exchange: Exchange, parameters: P) => void;
}

/**
 * Creates an endpoint from its key checks, its parameters, and its answer function. `answer` receives only
 * the validated `parameters`, so it cannot read unvalidated input.
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

/** An endpoint whose answers depend only on a data source. */
export interface ResultEndpoint extends Endpoint {
  /** Answers a request without a running service: no key is needed, and nothing is counted. */
  answer(exchange: ResultExchange, query: Query, settings: HttpSettings): void;
}

/** Creates an endpoint that needs a data source but no other part of the service. */
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

/** Creates an endpoint without a key or parameters, such as a page, a file or a probe. */
export function openEndpoint(
  parts: Pick<EndpointParts<null>, 'path' | 'answer' | 'operation'> & Partial<EndpointParts<null>>,
): Endpoint {
  return endpoint({ scope: null, isProbe: false, parameters: [], schemas: {}, read: () => null, ...parts });
}

/**
 * Creates an endpoint that is omitted from the API description, for a file that a page or a map loads. The
 * endpoint needs neither a key nor parameters.
 * @param isBeginning whether `path` is only a prefix of the paths that the endpoint matches
 */
export function pageFile(path: string, answer: EndpointParts<null>['answer'], isBeginning = false): Endpoint {
  return openEndpoint({ path, isBeginning, answer, operation: null });
}
