/**
 * Every limit and default of the HTTP side, each with its reason. The settings of the command line
 * refer to it. Units are in the names.
 */
export interface HttpSettings {
  /** Requests per key per one-minute window, where the key has no limit of its own. */
  defaultRateLimit: number;
  /** Great-circle meters between origin and destination above which a route is refused. */
  maxRouteDistance_m: number;
  /** Which of `geocoding` and `routing` readiness asks for, with commas; `any`: one of them will do. */
  require: string;
  /** Most cells of a matrix: origins times destinations. */
  maxMatrixCells: number;
  /** Most minutes of an isochrone, and meters from a road that is reached within which all is reached. */
  maxIsochroneMinutes: number;
  isochroneAround_m: number;
  /** Of other projects whose forms are spoken under `/compat`, with commas between them; or `none`. */
  compat: string;
  /** How long a data source may think before the client gets a 408. */
  requestTimeout_ms: number;
  /** Largest request body, declared or streamed; no endpoint needs one at all. */
  bodyLimit_bytes: number;
  /** `*`, or the origins whose pages may read the answers, separated by commas. */
  corsOrigin: string;
  /**
   * Version of the software, shown in the description of the interface (whose own version is fixed by the
   * contract).
   */
  version: string;
  /** Requests per minute that our map page may send without a key from each address; 0: none. */
  mapAskLimit: number;
  /** The same from all addresses together; at least 1. */
  mapAskTotal: number;
  /** Who sees on the map page what was learned of the speeds of roads: nobody, keys for routes, or all. */
  mapSpeeds: string;
  /** Where clients reach the service, without a slash at the end; empty: where each request says. */
  publicUrl: string;
  /** Where readers of the reference find the developer console; empty: they are not told. */
  consoleLink: string;
  /**
   * Addresses and CIDR ranges of the proxies in front, separated by commas: from them `X-Forwarded-For` is
   * believed. `none`: nobody is.
   */
  trustProxy: string;
  /** From the first byte of a request, or the opening of a connection, to the end of its headers. */
  headersTimeout_ms: number;
  /** From the first byte of a request to the last byte of its body. */
  receiveTimeout_ms: number;
  /** How long a connection may stay open between two requests. */
  keepAlive_ms: number;
  /** Silence in both directions, in mid-request, after which a connection is dropped. */
  silence_ms: number;
  /** How long a client may take for one piece of a large answer; absent: ten seconds. */
  stalled_ms?: number;
  /** Request line and headers together. */
  headerLimit_bytes: number;
  /**
   * How long a request may wait for its turn before it is refused with 503, because more come than can be
   * answered; 0: none is refused.
   */
  maxWait_ms: number;
  /** `Retry-After` of a 503. */
  retryAfter_s: number;
  /** `max-age` of results in the client's own cache. */
  resultMaxAge_s: number;
}

/** Projects whose clients can be answered in the form that they know. */
export const COMPAT_NAMES = ['photon', 'nominatim', 'osrm'] as const;

export const HTTP_DEFAULTS: HttpSettings = {
  // Specification, section 8.
  defaultRateLimit: 100,
  maxRouteDistance_m: 100_000,
  // One that is away should not take the other with it.
  require: 'any',
  // 100 x 100: a fleet of a city. It counts as 100 requests, which is the whole default limit of a key.
  maxMatrixCells: 10_000,
  maxIsochroneMinutes: 60,
  // Most houses of a ger district are so near to a road on the map.
  isochroneAround_m: 250,
  // Whoever has no client of theirs needs no second interface.
  compat: 'none',
  // The embedded sources answer in well under a millisecond. A source behind a network that needs longer is
  // down.
  requestTimeout_ms: 5_000,
  // No endpoint takes a body, so this only says how much is read before the answer is 413.
  bodyLimit_bytes: 16_384,
  // A key in the header, not a cookie, is what lets a request in, so any page may ask.
  corsOrigin: '*',
  version: '0.0.0',
  // Who opens the service to strangers has to say so.
  mapAskLimit: 0,
  // Ten a second: a page that many look at, and a small part of what one process answers.
  mapAskTotal: 600,
  // Sums of drives are their operator's: who shows them all at once has to say so.
  mapSpeeds: 'off',
  publicUrl: '',
  consoleLink: '',
  // Anybody can send the header.
  trustProxy: 'none',
  // A phone on a bad network needs a few seconds for a kilobyte. A slower client does it on purpose.
  headersTimeout_ms: 10_000,
  receiveTimeout_ms: 15_000,
  // Common load balancers close after 60 s. Longer, so that they never reuse a connection we are closing.
  keepAlive_ms: 65_000,
  // A reader this slow will not read the rest. Longer than keepAlive_ms: only a request in progress meets it.
  silence_ms: 70_000,
  // Node's own default: room for a 1,200-byte `q` and a browser's cookies.
  headerLimit_bytes: 16_384,
  // Every answer or refusal then takes under 50 ms, also where the machine stalls for a moment. A burst of
  // some hundreds of requests is worked off within it.
  maxWait_ms: 20,
  // A dataset loads in a few seconds.
  retryAfter_s: 5,
  // A search box that goes back a letter asks nothing twice. A swapped dataset is seen within the minute.
  resultMaxAge_s: 60,
};

/** How often the server looks for connections past their deadline. */
export const DEADLINE_CHECK_MS = 1_000;

/**
 * After a refusal, how long a client may go on sending (and so can still read the answer) before it is cut
 * off.
 */
export const LINGER_MS = 2_000;

/** At shutdown, how long a request may still take to arrive. Who sends it may not even have a key. */
export const ARRIVAL_AT_STOP_MS = 2_000;
