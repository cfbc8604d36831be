import { holdsAt, type Closure } from '../../../closures/closure.js';
import { readSection } from '../../../dataset/read-dataset.js';
import { servedDataset } from '../../../dataset/dataset-folder.js';
import type { LocalClock } from '../../../local-time.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';
import { readDatasetPlace } from '../../settings/dataset-place.js';
import { localDateText } from '../../terminal/local-date.js';
import { formatTable } from '../../terminal/output.js';
import type { SettingFlags } from '../../settings/settings.js';

/** The values that decide whether a closure is in force. */
export interface ClosureView {
  clock: LocalClock;
  now_ms: number;
  /** For each mode, the ids of all ways in the served map; `null` if there is no map. */
  ways: Readonly<Record<TravelMode, ReadonlySet<number>>> | null;
}

/** Returns the ways of the served dataset; `null` if there is no usable one. */
export function knownWays(flags: SettingFlags): ClosureView['ways'] {
  try {
    const served = servedDataset(readDatasetPlace(flags, process.env).folder);
    return served === null
      ? null
      : byTravelMode((mode) => new Set(readSection(served.path, `${mode}/ways.id`) as Float64Array));
  } catch {
    return null;
  }
}

type State = 'in force' | 'not yet' | 'over' | 'not in force: no such road';

function stateOf(closure: Closure, { now_ms, ways }: ClosureView): State {
  if (closure.until_ms !== null && closure.until_ms <= now_ms) return 'over';
  const { wayId, mode } = closure;
  const modes = mode === null ? TRAVEL_MODES : [mode];
  if (wayId !== null && ways !== null && !modes.some((each) => ways[each].has(wayId)))
    return 'not in force: no such road';
  return holdsAt(closure, now_ms) ? 'in force' : 'not yet';
}

/** Returns a closure's last day. If the closure ends at midnight, that is the day before. */
function lastDay(until_ms: number, clock: LocalClock): string {
  const isMidnight = clock.at(until_ms).minute === 0;
  return localDateText(until_ms - (isMidnight ? 1 : 0), clock).slice(0, isMidnight ? 10 : undefined);
}

export function closureJson(closure: Closure, view: ClosureView): object {
  const { id, wayId, area, mode, factor, reason, from_ms, until_ms, created_ms } = closure;
  const iso = (time_ms: number | null): string | null =>
    time_ms === null ? null : new Date(time_ms).toISOString();
  return {
    id,
    way: wayId,
    area: area === null ? null : { type: 'MultiPolygon', coordinates: area },
    mode,
    speed_factor: factor === 0 ? null : factor,
    reason,
    from: iso(from_ms),
    until: iso(until_ms),
    created_at: iso(created_ms),
    state: stateOf(closure, view),
  };
}

export function closureTable(closures: readonly Closure[], view: ClosureView): string {
  return formatTable(
    ['ID', 'ROAD', 'MODE', 'SPEED', 'FROM', 'TO', 'STATE', 'REASON'],
    closures.map((closure) => {
      const { id, wayId, mode, factor, reason, from_ms, until_ms } = closure;
      return [
        String(id),
        wayId === null ? 'an area' : `way ${wayId}`,
        mode ?? 'all',
        factor === 0 ? 'closed' : `x ${factor}`,
        from_ms === null ? '' : localDateText(from_ms, view.clock),
        until_ms === null ? '' : lastDay(until_ms, view.clock),
        stateOf(closure, view),
        reason,
      ];
    }),
  );
}
