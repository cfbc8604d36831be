/**
 * Every limit and default of the HTTP side, each with its reason. The settings of the command line refer to
 * them. Names include the units.
 */
export interface HttpSettings {
  /** Requests per key per one-minute window, for keys without a limit of their own. */
  defaultRateLimit: number;
  /** Great-circle meters between origin and destination above which a route is refused. */
  maxRouteDistance_m: number;
  /**
   * The parts that readiness asks for, `geocoding` and `routing` with commas; `any`: one of them is enough.
   */
  require: string;
  /** Most cells of a matrix: origins times destinations. */
  maxMatrixCells: number;
  /** Most minutes of an isochrone; and meters around a reached road within which everything is reached. */
  maxIsochroneMinutes: number;
  isochroneAround_m: number;
  /** The projects whose forms are answered under `/compat`, separated by commas; or `none`. */
  compat: string;
  /** How long a data source may take before the client gets a 408. */
  requestTimeout_ms: number;
  /** Largest request body, declared or streamed. */
  bodyLimit_bytes: number;
  /** `*`, or the origins whose pages may read the answers, separated by commas. */
  corsOrigin: string;
  /**
   * Version of the software. The description of the interface shows it; its own version is fixed by the
   * contract.
   */
  version: string;
  /** Requests per minute that our map page may send without a key from each address; 0: none. */
  mapAskLimit: number;
  /** The same for all addresses together; at least 1. */
  mapAskTotal: number;
  /** The readers of learned speeds of roads on the map page: nobody, keys for routes, or everybody. */
  mapSpeeds: string;
  /**
   * The address at which clients reach the service, without a slash at the end; empty: each request says it.
   */
  publicUrl: string;
  /**
   * The address of the developer console for readers of the reference; empty: the reference does not mention
   * it.
   */
  consoleLink: string;
  /**
   * Addresses and CIDR ranges of the trusted proxies in front, separated by commas, whose `X-Forwarded-For`
   * is believed. `none`: no proxy is trusted.
   */
  trustProxy: string;
  /** From the first byte of a request, or the opening of a connection, to the end of its headers. */
  headersTimeout_ms: number;
  /** From the first byte of a request to the last byte of its body. */
  receiveTimeout_ms: number;
  /** How long a connection may stay open between two requests. */
  keepAlive_ms: number;
  /** How long both sides may stay silent during a request before the connection is dropped. */
  silence_ms: number;
  /** How long a client may take for one piece of a large answer; absent: ten seconds. */
  stalled_ms?: number;
  /** Most bytes of request line and headers together. */
  headerLimit_bytes: number;
  /**
   * How long a request may wait for its turn before it is refused with 503 because more come than can be
   * answered; 0: none is refused.
   */
  maxWait_ms: number;
  /** `Retry-After` of a 503. */
  retryAfter_s: number;
  /** `max-age` of results in the client's own cache. */
  resultMaxAge_s: number;
}

/** Projects whose clients can be answered in their own format. */
export const COMPAT_NAMES = ['photon', 'nominatim', 'osrm'] as const;

export const HTTP_DEFAULTS: HttpSettings = {
  // Specification, section 8.
  defaultRateLimit: 100,
  maxRouteDistance_m: 100_000,
  // If one is down, the other still works.
  require: 'any',
  // 100 x 100: a city's fleet. It counts as 100 requests, the whole default limit of a key.
  maxMatrixCells: 10_000,
  maxIsochroneMinutes: 60,
  // Most houses of a ger district are this near to a road on the map.
  isochroneAround_m: 250,
  // Without other projects' clients, nobody needs a second interface.
  compat: 'none',
  // The embedded sources answer in well under a millisecond. A source behind a network that needs longer is
  // down.
  requestTimeout_ms: 5_000,
  // Few endpoints take a body, so this mostly decides how much is read before the answer is 413.
  bodyLimit_bytes: 16_384,
  // Requests are let in by a key in the header, not by a cookie, so any page may ask.
  corsOrigin: '*',
  version: '0.0.0',
  // An operator has to open the service to strangers on purpose.
  mapAskLimit: 0,
  // Ten a second: enough for a page that many look at, and a small part of what one process answers.
  mapAskTotal: 600,
  // Learned speeds belong to the operator, who has to show them to everybody on purpose.
  mapSpeeds: 'off',
  publicUrl: '',
  consoleLink: '',
  // Anybody can send the header.
  trustProxy: 'none',
  // A phone on a bad network needs a few seconds for a kilobyte. A slower client is slow on purpose.
  headersTimeout_ms: 10_000,
  receiveTimeout_ms: 15_000,
  // Common load balancers close after 60 s. This is longer, so that they never reuse a connection that we are
  // closing.
  keepAlive_ms: 65_000,
  // A reader this slow will not read the rest. It is longer than keepAlive_ms, so only a request in progress
  // meets it.
  silence_ms: 70_000,
  // Node's own default has room for a 1,200-byte `q` and a browser's cookies.
  headerLimit_bytes: 16_384,
  // Every answer or refusal then takes under 50 ms, even if the machine stalls for a moment. A burst of a few
  // hundred requests is worked off within it.
  maxWait_ms: 20,
  // A dataset loads in a few seconds.
  retryAfter_s: 5,
  // A search box that goes back one letter asks nothing twice. Clients see a swapped dataset within the
  // minute.
  resultMaxAge_s: 60,
};

/** How often the server looks for connections past their deadline. */
export const DEADLINE_CHECK_MS = 1_000;

/** How long a refused client may go on sending, and so can still read the answer, before it is cut off. */
export const LINGER_MS = 2_000;

/**
 * How long a request may still take to arrive while the service stops. Its sender may not even have a key.
 */
export const ARRIVAL_AT_STOP_MS = 2_000;
