import type { IncomingHttpHeaders } from 'node:http';
import type { OperatingError } from '../../errors.js';
import type { KeyLookup } from '../../keys/key-lookup.js';
import type { WindowCounter } from '../../limits/window-counter.js';
import type { RequestTally } from '../../metrics/request-tally.js';
import type { DataLicense } from '../../sources/data-license.js';
import type { Geocoder } from '../../sources/geocoder.js';
import type { Router } from '../../sources/router.js';
import type { Zones } from '../../sources/zones.js';
import type { UsedUpQuotas } from '../../usage/used-up.js';
import type { JsonWriter } from '../../wire/json-writer.js';
import type { LoggedRequest } from '../../wire/request-log.js';
import type { Wire } from '../../wire/wire.js';
import type { AllowedOrigins } from './request/cors.js';
import type { ClientAddresses } from './request/client-address.js';
import type { Logger } from './logger.js';
import type { RefusalCount } from './refusal-count.js';
import type { HttpSettings } from './settings.js';

/** Counts finished requests, which are the same requests that the request log contains. */
export interface RequestUses {
  /** @param request.counted the number of requests that the limits counted for this request */
  add(request: LoggedRequest & { counted: number }, status: number, duration_ms: number): void;
  /** Records a request that resulted in an error; called before `add`. */
  addError(request: LoggedRequest, error: OperatingError): void;
  /**
   * Records a search text for which nothing, or only part of the text, was found. @param asker a key or an
   * address block
   */
  addUnfound(text: string, asker: string): void;
}

/** Calls a source as part of the trace that the request's headers specify, if there is one. */
export type InTrace = <T>(headers: IncomingHttpHeaders, ask: () => T) => T;

/** The state that all requests of an app share. */
export interface AppContext {
  readonly wire: Wire;
  readonly origins: AllowedOrigins;
  readonly clients: ClientAddresses;
  /** Writes response bodies into the wire's shared buffer, one at a time. */
  readonly json: JsonWriter;
  readonly geocoder: Geocoder;
  readonly router: Router;
  /** `null` if the deployment has no zones. */
  readonly zones: Zones | null;
  /** The licenses of the data that responses are based on. */
  readonly licenses: () => readonly DataLicense[];
  /** Whether the served dataset is memory-mapped; `null` without a dataset. */
  readonly isMapped: () => boolean | null;
  readonly keys: KeyLookup;
  readonly counter: WindowCounter;
  readonly settings: HttpSettings;
  /** The `Cache-Control` header for results. */
  readonly resultCaching: string;
  readonly logger: Logger;
  readonly refusals: RefusalCount;
  /** Counts requests for the metrics, or `null` if they are not counted. */
  readonly tally: RequestTally | null;
  /** The keys and projects that have used up their quota. */
  readonly usedUp: UsedUpQuotas;
  /** Records each finished request, or `null` if usage is not counted. */
  readonly usage: RequestUses | null;
  /** See `AppOptions`. */
  readonly inTrace: InTrace | null;
  /** Whether any endpoint has this path, for any method. @param target the target of a request */
  isKnownPath(target: string): boolean;
}
