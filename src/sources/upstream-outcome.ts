/** The outcome of one call to an engine behind a network; the metrics count by it. */
export const UPSTREAM_OUTCOMES = [
  // Answered, even if only with "there is no road here".
  'ok',
  // The answer is impossible.
  'invalid',
  // No connection, a broken one, or a failure that the engine itself reports.
  'failed',
  'timeout',
  // The client went away first.
  'abandoned',
  // Not called, because the engine is down or too many requests are waiting for it.
  'not_asked',
] as const;
export type UpstreamOutcome = (typeof UPSTREAM_OUTCOMES)[number];
