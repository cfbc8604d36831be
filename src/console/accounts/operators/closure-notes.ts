import type { Area, Closure } from '../../../closures/closure.js';
import { changesOf, type AuditNote } from '../guards/audit-log.js';

/** The maximum number of an area's corners that are recorded individually: about two kilobytes. */
const NOTED_CORNERS = 80;

/** Returns the audit entry for an added or removed closure, with all its values. */
export function closureNote(
  action: 'closure.added' | 'closure.removed',
  closure: Closure,
): Pick<AuditNote, 'target' | 'details'> {
  const values = closureValues(closure);
  return {
    target: { id: String(closure.id), name: closure.reason },
    details: action === 'closure.added' ? changesOf({}, values) : asBefore(values),
  };
}

export function asBefore(values: object): ReturnType<typeof changesOf> {
  return changesOf({}, Object.fromEntries(Object.entries(values).map(([k, v]) => [`${k}_before`, v])));
}

export function closureValues({ wayId, area, mode, factor, from_ms, until_ms }: Closure): object {
  return {
    ...(wayId === null ? {} : { way: wayId }),
    ...(area === null ? {} : { area: areaText(area) }),
    mode,
    speed_factor: factor,
    from: from_ms === null ? null : new Date(from_ms),
    until: until_ms === null ? null : new Date(until_ms),
  };
}

export function areaText(area: Area): string {
  const corners = area.flat(2).length;
  return corners > NOTED_CORNERS ? `${corners} corners, ${boxOf(area)}` : JSON.stringify(area);
}

function boxOf(area: Area): string {
  const [lons, lats] = [0, 1].map((axis) => area.flat(2).map((corner) => corner[axis]));
  const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
  return `${least(lons)},${least(lats)} to ${most(lons)},${most(lats)}`;
}
