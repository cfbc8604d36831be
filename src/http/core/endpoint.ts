import type { TSchema } from '@sinclair/typebox';
import type { KeyScope } from '../../keys/api-key.js';
import type { Query } from '../../wire/query-string.js';
import type { ResultExchange } from './answer.js';
import type { Dialect } from './request/dialect.js';
import type { Exchange } from './exchange.js';
import { withKey, type Work } from './gates.js';
import type { Parameter } from './request/parameter.js';
import type { HttpSettings } from './settings.js';

/** The sections of the API description. */
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
   * The endpoint's own responses by status. The responses that all endpoints share are added to these
   * (`error-responses.ts`).
   */
  responses: Readonly<Record<number, object>>;
}

interface EndpointBase {
  /** The path as written in the contract. */
  readonly path: string;
  /**
   * Whether `path` is only the beginning of the paths that the endpoint answers. By default it is the whole
   * path.
   */
  readonly isBeginning?: boolean;
  /**
   * Whether clients use POST and send text in the request body. If absent, they use GET, and no body is read.
   */
  readonly takesBody?: true;
  /** The scope that a key needs; `null` if no key is needed. */
  readonly scope: KeyScope | null;
  /**
   * Whether the endpoint is a health probe, which is always answered, even under overload and while the
   * service is stopping.
   */
  readonly isProbe: boolean;
  /** The parameters in the order in which the reference shows them. */
  readonly parameters: readonly Parameter[];
  /** The schemas of the endpoint's answers, by their name under `components.schemas`. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /**
   * `null` if the endpoint is not described, such as a page's file or an answer in another project's format.
   */
  readonly operation: Operation | null;
  /** If absent, errors use the contract's envelope. */
  readonly dialect?: Dialect;
}

/** An endpoint, with everything that the service knows about it. `http/endpoints.ts` lists all endpoints. */
export interface Endpoint extends EndpointBase {
  /** Reads and checks the parameters. @throws OperatingError INVALID_REQUEST for the first unusable one */
  readonly read: (query: Query, settings: HttpSettings) => unknown;
  /** Answers an exchange, immediately or later. */
  handle(exchange: Exchange, query: Query): void;
  /** The same work without the key checks, for callers that have their own. */
  readonly work: Work<unknown>;
}

/** @typeParam P the type of the checked parameters */
export interface EndpointParts<P> extends EndpointBase {
  /** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
  read: (query: Query, settings: HttpSettings) => P;
  /**
   * Returns how many requests a request counts as. If absent, every request counts as one. Either the whole
   * cost is counted, or nothing.
   */
  cost?: (parameters: P) => { requests: number; field: string };
  answer: (exchange: Exchange, parameters: P) => void;
}

/**
 * Creates an endpoint from its key checks, its parameters and its answer. `answer` gets only the checked
 * `parameters`, so it cannot read anything unchecked.
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
  /** Answers without a running service: no key is needed, and nothing is counted. */
  answer(exchange: ResultExchange, query: Query, settings: HttpSettings): void;
}

/** Creates an endpoint that needs only a data source, and no other part of a service. */
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
 * Creates an undescribed endpoint for a file that a page or a map loads. It needs neither a key nor
 * parameters.
 * @param isBeginning whether `path` is only the beginning of the paths that it answers
 */
export function pageFile(path: string, answer: EndpointParts<null>['answer'], isBeginning = false): Endpoint {
  return openEndpoint({ path, isBeginning, answer, operation: null });
}
