/** The outcome of a call to an engine over a network. The metrics count calls by outcome. */
export const UPSTREAM_OUTCOMES = [
  // The engine answered, even if the answer is only that there is no road.
  'ok',
  // The engine's answer is invalid.
  'invalid',
  // The connection could not be made or broke, or the engine itself reported a failure.
  'failed',
  'timeout',
  // The client disconnected first.
  'abandoned',
  // The call was not made, because the engine is down or too many requests are waiting for it.
  'not_asked',
] as const;
export type UpstreamOutcome = (typeof UPSTREAM_OUTCOMES)[number];
