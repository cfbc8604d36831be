import type { SourceState } from '../../sources/geocoder.js';
import type { AppContext } from '../core/app-context.js';

type Check = 'ok' | 'fail' | 'not_configured';

export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<'keys' | 'rate_limits' | 'geocoding' | 'routing', Check>;
  /** How the dataset that is served lies in memory; absent without one. */
  dataset?: 'mapped' | 'read';
}

/**
 * The readiness table of the contract. Keys and the configured sources are required. A process that stops is
 * away.
 */
export function readinessOf(app: AppContext): Readiness {
  const keys = stateOf(() => app.keys.state());
  const limits = stateOf(() => app.counter.state());
  const geocoding = stateOf(() => app.geocoder.state());
  const routing = stateOf(() => app.router.state());
  const checks = {
    keys: checkOf(keys),
    rate_limits: checkOf(limits),
    geocoding: checkOf(geocoding),
    routing: checkOf(routing),
  };
  const isNothingConfigured = geocoding === 'not_configured' && routing === 'not_configured';
  const isMissing = isNothingConfigured || [keys, geocoding, routing].some(isAway);
  const isDegraded = Object.values(checks).includes('fail');
  const isAbsent = app.wire.isLeaving || app.wire.isHeld;
  const isMapped = app.isMapped();
  return {
    status: isMissing || isAbsent ? 'unavailable' : isDegraded ? 'degraded' : 'ok',
    checks,
    ...(isMapped !== null && { dataset: isMapped ? 'mapped' : 'read' }),
  };
}

function stateOf(ask: () => SourceState): SourceState {
  try {
    return ask();
  } catch {
    return 'fail';
  }
}

/** A degraded one still answers: a key store from the keys it knows, a source from the dataset before. */
function isAway(state: SourceState): boolean {
  return state === 'fail' || state === 'loading';
}

function checkOf(state: SourceState): Check {
  return state === 'ok' || state === 'not_configured' ? state : 'fail';
}
