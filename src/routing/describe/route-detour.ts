import { numberAt } from '../../arrays/packed.js';
import { ClosedArea } from '../current/closed-area.js';
import type { RoadChange } from '../current/current-roads.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { Stretch } from './route-stretches.js';

/** How much longer a route is because of road changes, which it either avoids or passes more slowly. */
export interface RouteDetour {
  /**
   * How many meters longer the route is than without the changes. Negative if the quickest route without the
   * changes would be longer.
   */
  distance_m: number;
  /** How many seconds longer the route takes than without the changes; always positive. */
  duration_s: number;
  /** The changes on the route that would be used without them, in order along that route. */
  changes: MetChange[];
}

/** A road change that lies on a route. */
export interface MetChange {
  /** The change's index in the list of changes. */
  change: number;
  /**
   * The road on which the route first encounters the change: its display name, or its ref if it has no name,
   * or null if it has neither.
   */
  road: string | null;
}

/** Returns the changes that affect the given stretches, without duplicates. */
export function changesOn(
  data: RoutingData,
  stretches: readonly Stretch[],
  changes: readonly RoadChange[],
  namesIn: 'mn' | 'en' = 'mn',
): MetChange[] {
  const byWay = new Map<number, number[]>();
  const byHead = new Map<number, number>();
  const areas: { change: number; closed: ClosedArea }[] = [];
  for (const [change, { way, area, heads = [] }] of changes.entries()) {
    for (const head of heads) byHead.set(head, change);
    if (area !== undefined) areas.push({ change, closed: new ClosedArea(area) });
    else if (way !== undefined) byWay.set(way, [...(byWay.get(way) ?? []), change]);
  }
  const roads = new Map<number, string | null>();
  for (const stretch of stretches) {
    const row = stretch.way >> 1;
    const met = [
      ...(byWay.get(data.ways.id[row]) ?? []),
      ...(byHead.has(stretch.directed) ? [byHead.get(stretch.directed)!] : []),
      ...areas.filter(({ closed }) => meets(data, stretch, closed)).map(({ change }) => change),
    ];
    for (const change of met) if (!roads.has(change)) roads.set(change, nameOf(data, row, namesIn));
  }
  return Array.from(roads, ([change, road]) => ({ change, road }));
}

/**
 * Whether any pair of positions on the stretch lies fully or partly in the area. A zero-length stretch at a
 * node belongs to both adjacent pairs.
 */
function meets({ segments }: RoutingData, { from, to, directed }: Stretch, area: ClosedArea): boolean {
  const { positions, firstPosition } = segments;
  const segment = directed >> 1;
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  const first = Math.max(from === to ? Math.ceil(from) - 1 : Math.floor(least), firstPosition[segment]);
  const last = Math.min(from === to ? Math.floor(from) : Math.ceil(most) - 1, firstPosition[segment + 1] - 2);
  for (let pair = first; pair <= last; pair++) {
    const [lon1, lat1] = [lon7At(positions, pair), lat7At(positions, pair)];
    if (area.meets(lon1, lat1, lon7At(positions, pair + 1), lat7At(positions, pair + 1))) return true;
  }
  return false;
}

function nameOf({ ways }: RoutingData, row: number, namesIn: 'mn' | 'en'): string | null {
  const name = (namesIn === 'en' ? numberAt(ways.english, row) : 0) || numberAt(ways.name, row);
  return name === 0 ? null : ways.strings.get(name);
}
