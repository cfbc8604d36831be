/** What became of one call of an engine behind a network; the metrics count by it. */
export const UPSTREAM_OUTCOMES = [
  // Answered, if only with "there is no road here".
  'ok',
  // An answer that cannot be one.
  'invalid',
  // No connection, one that broke off, or a failure that the engine reports itself.
  'failed',
  'timeout',
  // The client went away first.
  'abandoned',
  // Not asked: the engine is away, or too many wait for it already.
  'not_asked',
] as const;
export type UpstreamOutcome = (typeof UPSTREAM_OUTCOMES)[number];
