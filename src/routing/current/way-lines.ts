import type { Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import { toDegrees } from '../../geo/coordinates.js';
import { readDatedRoads } from '../frozen/dated-roads.js';
import { lat7At, lon7At, type Positions } from '../frozen/positions.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { SEASONAL } from '../frozen/way-flags.js';
import { isPairOpen } from './pair-costs.js';
import { RoadPlaces, type RoadPlace } from './road-places.js';

/** The geometry of the parts of a way that the mode can use. */
export interface WayLines {
  /** The way's OSM id. */
  id: number;
  /** The way's display name, or its ref if it has no name, or null if it has neither. */
  name: string | null;
  /** Whether any part of the way can be used in at least one direction. */
  isOpen: boolean;
  /** The positions of each line in degrees, longitude first. */
  lines: Position[][];
}

/** Returns the OSM ids of the ways that are open or passable only at certain times. */
export function seasonalWays({ ways, dates }: RoutingData): number[] {
  const rows = new Set((readDatedRoads(dates)?.ways ?? []).map(({ row }) => row));
  ways.flags.forEach((flags, row) => {
    if ((flags & SEASONAL) !== 0) rows.add(row);
  });
  return [...new Set(Array.from(rows, (row) => ways.id[row]))];
}

/**
 * @param data the routing data with the current costs @param ids OSM ids; ways that the mode cannot use are
 * omitted from the result
 */
export function wayLines(data: RoutingData, ids: readonly number[]): WayLines[] {
  const { ways, segments } = data;
  const places = new RoadPlaces(data).ofWays(ids);
  const names = new Map<number, number>();
  ways.id.forEach((id, row) => {
    if (places.has(id)) names.set(id, numberAt(ways.name, row));
  });
  return Array.from(places, ([id, pairs]) => {
    const name = names.get(id) ?? 0;
    return {
      id,
      name: name === 0 ? null : ways.strings.get(name),
      isOpen: pairs.some((pair) => isPairOpen(data.segments, pair)),
      lines: joined(pairs, segments.positions),
    };
  });
}

/**
 * Returns the OSM ids of the ways for whose display name, or ref if there is no name, `isWanted` returns
 * true. Calls `isWanted` once per name.
 */
export function waysNamed({ ways }: RoutingData, isWanted: (name: string) => boolean): number[] {
  const known = new Map<number, boolean>();
  const ids = new Set<number>();
  ways.id.forEach((id, row) => {
    const name = numberAt(ways.name, row);
    if (name === 0) return;
    if (!known.has(name)) known.set(name, isWanted(ways.strings.get(name)));
    if (known.get(name) === true) ids.add(id);
  });
  return [...ids];
}

/** Joins consecutive pairs into lines. */
function joined(pairs: readonly RoadPlace[], positions: Positions): Position[][] {
  const at = (i: number): Position => [toDegrees(lon7At(positions, i)), toDegrees(lat7At(positions, i))];
  const lines: Position[][] = [];
  let last: RoadPlace | null = null;
  for (const pair of pairs) {
    const goesOn = last?.segment === pair.segment && last.position + 1 === pair.position;
    if (goesOn) lines[lines.length - 1].push(at(pair.position + 1));
    else lines.push([at(pair.position), at(pair.position + 1)]);
    last = pair;
  }
  return lines;
}
