import type { OperatingError } from '../../errors.js';
import type { UsageCounter } from '../../usage/usage-counter.js';
import { USAGE_ENDPOINTS, type UsageEndpoint } from '../../usage/usage-tables.js';
import type { LoggedRequest } from '../../wire/request-log.js';
import type { RequestUses } from './app-context.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointTable } from './endpoint-table.js';

const OTHER = USAGE_ENDPOINTS.indexOf('other');
const QUERY = 0x3f;

/** Passes each finished request to the usage counter, once per line of the request log. */
export class RequestUsage implements RequestUses {
  readonly #counter: UsageCounter;
  readonly #table: EndpointTable;
  /** The paths whose requests are counted separately. */
  readonly #paths: string[];
  readonly #endpoints: number[];

  constructor(counter: UsageCounter, endpoints: readonly Endpoint[], table: EndpointTable) {
    this.#counter = counter;
    this.#table = table;
    const counted = endpoints.filter((endpoint) => usageOf(endpoint) !== OTHER);
    this.#paths = counted.map(({ path }) => path);
    this.#endpoints = counted.map(usageOf);
  }

  /**
   * Counts a request as many times as the limits did, so that quotas and charts agree with the response
   * headers.
   */
  add(
    { keyId, startedAt_ms, req, counted }: LoggedRequest & { counted: number },
    status: number,
    duration_ms: number,
  ): void {
    const endpoint = this.#endpointOf(req.url ?? '');
    for (let i = 0; i < counted; i++)
      this.#counter.add(keyId, endpoint, status, duration_ms, startedAt_ms + duration_ms);
  }

  addError({ keyId, requestId, req }: LoggedRequest, error: OperatingError): void {
    const { errors } = this.#counter;
    if (!errors.hasRoom(keyId ?? '')) return;
    const { status, code, details } = error;
    errors.add({
      keyId: keyId ?? '',
      time_ms: Date.now(),
      requestId,
      endpoint: USAGE_ENDPOINTS[this.#endpointOf(req.url ?? '')],
      status,
      code,
      reason: textOrNull(details?.['reason']),
      field: textOrNull(details?.['field']),
    });
  }

  addUnfound(text: string, asker: string): void {
    this.#counter.unfound?.note(text, asker, Date.now());
  }

  /**
   * Returns the index of a target's endpoint. Nearly all targets are written as in the contract. The
   * comparison does not allocate any strings.
   */
  #endpointOf(target: string): number {
    for (let i = 0; i < this.#paths.length; i++) {
      const path = this.#paths[i];
      if (!target.startsWith(path)) continue;
      if (target.length === path.length || target.charCodeAt(path.length) === QUERY)
        return this.#endpoints[i];
    }
    const endpoint = this.#table.find(target);
    return endpoint === undefined ? OTHER : usageOf(endpoint);
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function usageOf({ scope, isProbe }: Endpoint): number {
  const name: UsageEndpoint = scope ?? (isProbe ? 'health' : 'other');
  return USAGE_ENDPOINTS.indexOf(name);
}
