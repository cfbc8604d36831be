import type { SourceState } from '../../sources/geocoder.js';
import type { AppContext } from '../core/app-context.js';

type Check = 'ok' | 'fail' | 'not_configured';

export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  /**
   * `starting` and `stopping` are present only while the service starts or stops, and their value is then
   * `fail`.
   */
  checks: Record<'keys' | 'rate_limits' | 'geocoding' | 'routing', Check> &
    Partial<Record<'starting' | 'stopping', Check>>;
  /** How the served dataset is held in memory; absent if there is no dataset. */
  dataset?: 'mapped' | 'read';
}

/**
 * Computes readiness according to the contract. Readiness requires keys, and either one of the configured
 * sources or the sources that the setting `require` names. A stopping process is not ready.
 */
export function readinessOf(app: AppContext): Readiness {
  const keys = stateOf(() => app.keys.state());
  const limits = stateOf(() => app.counter.state());
  const geocoding = stateOf(() => app.geocoder.state());
  const routing = stateOf(() => app.router.state());
  const { isLeaving, isHeld } = app.wire;
  const checks: Readiness['checks'] = {
    ...(isLeaving ? { stopping: 'fail' } : isHeld && { starting: 'fail' }),
    keys: checkOf(keys),
    rate_limits: checkOf(limits),
    geocoding: checkOf(geocoding),
    routing: checkOf(routing),
  };
  const { require } = app.settings;
  const isMissing =
    isAway(keys) ||
    [geocoding, routing].every((state) => isAway(state) || state === 'not_configured') ||
    (require.includes('geocoding') && isLacking(geocoding)) ||
    (require.includes('routing') && isLacking(routing));
  const isDegraded = Object.values(checks).includes('fail');
  const isMapped = app.isMapped();
  return {
    status: isMissing || isLeaving || isHeld ? 'unavailable' : isDegraded ? 'degraded' : 'ok',
    checks,
    ...(isMapped !== null && { dataset: isMapped ? 'mapped' : 'read' }),
  };
}

/** Returns a source's state; a source that cannot report it has failed. */
export function stateOf(ask: () => SourceState): SourceState {
  try {
    return ask();
  } catch {
    return 'fail';
  }
}

/**
 * Whether a source is unavailable. A degraded source still answers: a key database answers for the keys that
 * it remembers, and a data source answers from the previous dataset.
 */
function isAway(state: SourceState): boolean {
  return state === 'fail' || state === 'loading';
}

/** Whether a required source is unusable, even if only some of its modes are missing. */
function isLacking(state: SourceState): boolean {
  return isAway(state) || state === 'partial' || state === 'not_configured';
}

function checkOf(state: SourceState): Check {
  return state === 'ok' || state === 'not_configured' ? state : 'fail';
}
