import { addToGroup } from '../../arrays/groups.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { Draft } from '../places/draft.js';
import { rankOfSettlement, type SettlementRank } from '../places/settlement.js';
import { pointsAlong } from './areas.js';

/**
 * The distance, in meters, from a settlement's point within which people still say that they are in the
 * settlement. The distance is roughly that to the edge of the settlement's buildings. Few settlements have a
 * mapped outline.
 */
const REACH_M: Readonly<Record<SettlementRank, number>> = {
  // The capital has a mapped outline.
  capital: 0,
  large_city: 8000,
  city: 5000,
  town: 5000,
  village: 3000,
  // A bag (`hamlet`) is the name of a wide stretch of country, and its point is often arbitrary.
  rural: 0,
  // For example, the houses around a crossroads or a market, or a row of houses.
  quarter: 1500,
};
export const QUARTER_REACH_M = REACH_M.quarter;

const LONGEST_REACH_M = REACH_M.large_city;
/** The side of a grid cell in 1e-7 degrees: about 11 km from north to south and 7 km from west to east. */
const CELL = 1_000_000;

/**
 * Returns the radius of a settlement or quarter in meters, or 0 for a row that counts as an area only because
 * it has an outline.
 */
export function reachOf(draft: Draft): number {
  const rank = rankOfSettlement(draft);
  return rank === null ? 0 : REACH_M[rank];
}

/** A settlement that contains or surrounds a place. */
export interface Reached {
  draft: Draft;
  distance_m: number;
}

/** Finds the settlements and quarters whose radius covers a place. */
export class Reaches {
  readonly #cells = new Map<number, Draft[]>();

  constructor(drafts: readonly Draft[]) {
    for (const draft of drafts) {
      if (reachOf(draft) === 0) continue;
      const key = cellOf(Math.floor(draft.lon7 / CELL), Math.floor(draft.lat7 / CELL));
      addToGroup(this.#cells, key, draft);
    }
  }

  /**
   * Returns the settlements and quarters that contain a place, nearest first. A line counts as being in every
   * settlement that it passes through.
   */
  of(draft: Draft): Reached[] {
    if (draft.matchKind === 'area' || reachOf(draft) > QUARTER_REACH_M) return [];
    const points =
      draft.geometry.kind === 'line'
        ? [[draft.lon7, draft.lat7] as [lon7: number, lat7: number], ...pointsAlong(draft.geometry.lines)]
        : [[draft.lon7, draft.lat7] as [lon7: number, lat7: number]];
    const found = new Map<Draft, number>();
    for (const [lon7, lat7] of points) {
      for (const { draft: around, distance_m } of this.at(lon7, lat7)) {
        // A quarter can be in a town, but not in another quarter.
        if (around === draft || reachOf(around) <= reachOf(draft)) continue;
        found.set(around, Math.min(distance_m, found.get(around) ?? Infinity));
      }
    }
    return [...found].map(([around, distance_m]) => ({ draft: around, distance_m })).sort(byDistance);
  }

  /** Returns the settlements and quarters that contain a point, nearest first. */
  at(lon7: number, lat7: number): Reached[] {
    const found: Reached[] = [];
    const [x, y] = [Math.floor(lon7 / CELL), Math.floor(lat7 / CELL)];
    for (let dx = -2; dx <= 2; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const draft of this.#cells.get(cellOf(x + dx, y + dy)) ?? []) {
          const distance_m = distanceM(
            toDegrees(lon7),
            toDegrees(lat7),
            toDegrees(draft.lon7),
            toDegrees(draft.lat7),
          );
          if (distance_m <= Math.min(LONGEST_REACH_M, reachOf(draft))) found.push({ draft, distance_m });
        }
      }
    }
    return found.sort(byDistance);
  }
}

/** Returns the number of a grid cell. There are 180 cells from one pole to the other. */
function cellOf(x: number, y: number): number {
  return x * 10_000 + y;
}

function byDistance(a: Reached, b: Reached): number {
  return a.distance_m - b.distance_m || (a.draft.id < b.draft.id ? -1 : 1);
}
