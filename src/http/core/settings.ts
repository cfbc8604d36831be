/**
 * The limits and defaults of the HTTP side, each with its reason. The command-line settings refer to these
 * limits and defaults. Names include the units.
 */
export interface HttpSettings {
  /** The number of requests allowed per key in each one-minute window, for keys without their own limit. */
  defaultRateLimit: number;
  /**
   * The maximum great-circle distance between origin and destination, in meters. Longer routes are refused.
   */
  maxRouteDistance_m: number;
  /**
   * The parts that must work for the service to be ready: `geocoding` and `routing`, separated by commas.
   * `any` means that one working part is enough.
   */
  require: string;
  /** The maximum number of cells in a matrix: origins times destinations. */
  maxMatrixCells: number;
  /**
   * The maximum duration of an isochrone, in minutes, and the distance from a reached road, in meters, within
   * which everything counts as reached.
   */
  maxIsochroneMinutes: number;
  isochroneAround_m: number;
  /** The projects whose request formats are accepted under `/compat`, separated by commas; or `none`. */
  compat: string;
  /** How long a data source may take before the client gets a 408. */
  requestTimeout_ms: number;
  /** The maximum size of a request body, whether declared or streamed. */
  bodyLimit_bytes: number;
  /** `*`, or the origins whose pages may read the answers, separated by commas. */
  corsOrigin: string;
  /**
   * The software version shown in the API description. The description's own version is fixed by the
   * contract.
   */
  version: string;
  /** The number of keyless requests that our map page may send per minute from each address; 0 for none. */
  mapAskLimit: number;
  /** The number of keyless requests per minute from all addresses in total; at least 1. */
  mapAskTotal: number;
  /** Limits who may see learned speeds on the map page: nobody, holders of a key for routes, or everybody. */
  mapSpeeds: string;
  /**
   * The address at which clients reach the service, without a trailing slash. If empty, it is derived from
   * each request.
   */
  publicUrl: string;
  /**
   * The address of the developer console, to which the API reference links. If empty, the reference does not
   * mention the console.
   */
  consoleLink: string;
  /**
   * Addresses and CIDR ranges of the trusted proxies in front, separated by commas. The `X-Forwarded-For`
   * header of these proxies is trusted. `none` means that no proxy is trusted.
   */
  trustProxy: string;
  /**
   * The time from a request's first byte, or from the opening of its connection, to the end of its headers.
   */
  headersTimeout_ms: number;
  /** The time from a request's first byte to the last byte of its body. */
  receiveTimeout_ms: number;
  /** How long a connection may stay open between two requests. */
  keepAlive_ms: number;
  /** How long both sides may be silent during a request before the connection is dropped. */
  silence_ms: number;
  /** How long a client may take to read one piece of a large answer; 10 seconds if absent. */
  stalled_ms?: number;
  /** The maximum size of the request line and headers in total. */
  headerLimit_bytes: number;
  /**
   * How long a request may wait for its turn. A request that waits longer is refused with 503, because more
   * requests arrive than can be answered. 0 means that no request is refused.
   */
  maxWait_ms: number;
  /** The `Retry-After` header of a 503, in seconds. */
  retryAfter_s: number;
  /** The `max-age` of results in the client's cache. */
  resultMaxAge_s: number;
}

/** Projects whose clients can receive answers in their own format. */
export const COMPAT_NAMES = ['photon', 'nominatim', 'osrm'] as const;

export const HTTP_DEFAULTS: HttpSettings = {
  // The default comes from the specification, section 8.
  defaultRateLimit: 100,
  maxRouteDistance_m: 100_000,
  // If one part is down, the other still works.
  require: 'any',
  // 100 x 100 is enough for a city's fleet. A matrix of this size counts as 100 requests, which is a key's
  // entire default limit.
  maxMatrixCells: 10_000,
  maxIsochroneMinutes: 60,
  // Most houses in a ger district are within this distance of a mapped road.
  isochroneAround_m: 250,
  // A deployment without other projects' clients does not need a second interface.
  compat: 'none',
  // The embedded sources answer in well under a millisecond. A source on the network that takes longer is
  // considered down.
  requestTimeout_ms: 5_000,
  // Few endpoints accept a body, so this setting mainly limits how much is read before the 413 response is
  // sent.
  bodyLimit_bytes: 16_384,
  // Requests are authorized by a key in a header instead of a cookie, so any page may send them.
  corsOrigin: '*',
  version: '0.0.0',
  // Opening the service to anonymous users must be the operator's deliberate choice.
  mapAskLimit: 0,
  // Ten requests per second are enough for a page with many visitors, and only a small part of what one
  // process can answer.
  mapAskTotal: 600,
  // Learned speeds belong to the operator, so publishing them must be the operator's deliberate choice.
  mapSpeeds: 'off',
  publicUrl: '',
  consoleLink: '',
  // Anyone can send `X-Forwarded-For`.
  trustProxy: 'none',
  // A phone on a poor network needs a few seconds to send a kilobyte. Clients that are slower than this are
  // slow on purpose.
  headersTimeout_ms: 10_000,
  receiveTimeout_ms: 15_000,
  // Common load balancers close idle connections after 60 s. This timeout is longer, so that they never reuse
  // a connection that we are closing.
  keepAlive_ms: 65_000,
  // A client that reads this slowly will not read the rest. The timeout is longer than `keepAlive_ms`, so it
  // affects only requests in progress.
  silence_ms: 70_000,
  // Node's own default is large enough for a `q` of 1,200 bytes and a browser's cookies.
  headerLimit_bytes: 16_384,
  // Every answer or refusal then takes less than 50 ms, even if the machine stalls for a moment. This is long
  // enough to work through a burst of a few hundred requests.
  maxWait_ms: 20,
  // Loading a dataset takes a few seconds.
  retryAfter_s: 5,
  // If a user deletes a letter in a search box, the browser still has the earlier answer in its cache.
  // Clients see a new dataset within a minute.
  resultMaxAge_s: 60,
};

/** How often the server checks for connections past their deadline. */
export const DEADLINE_CHECK_MS = 1_000;

/**
 * How long a refused client may keep sending before it is cut off. The client can read the answer during that
 * time.
 */
export const LINGER_MS = 2_000;

/**
 * How long a request may take to arrive completely while the service stops. The sender of such a request may
 * not even have a key.
 */
export const ARRIVAL_AT_STOP_MS = 2_000;
