/** The limits for fetching datasets from a URL, with the reason for each. Tests use shorter times. */
export interface FeedLimits {
  /** The maximum time to wait for a connection to the server. */
  connect_ms: number;
  /** The maximum time from the request to the first line of the response, and for a whole manifest. */
  answer_ms: number;
  /** How long a download may stay below `slowest_bytes_per_s`. The next attempt resumes the download. */
  stall_ms: number;
  /** The lowest acceptable download rate, because a slower download would never finish. */
  slowest_bytes_per_s: number;
  /** The number of download attempts before a longer wait, and the pause between those attempts. */
  attempts: number;
  retryWait_ms: number;
  /** The longest wait after failed downloads; the wait doubles after each failure, up to this limit. */
  longestWait_ms: number;
  /** The time after which a persistent problem is reported again. */
  sayAgain_ms: number;
}

export const FEED_LIMITS: FeedLimits = {
  connect_ms: 10_000,
  answer_ms: 30_000,
  stall_ms: 30_000,
  slowest_bytes_per_s: 1_000,
  attempts: 3,
  retryWait_ms: 1_000,
  longestWait_ms: 3_600_000,
  sayAgain_ms: 3_600_000,
};

/** A manifest has a few hundred bytes for each source. */
export const MANIFEST_BYTES_MAX = 65_536;

/** An object store redirects a request once or twice. More redirects than that are most likely a loop. */
export const REDIRECTS_MAX = 3;
