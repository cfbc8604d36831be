import { addToGroup } from '../../arrays/groups.js';
import { polygonsContain } from '../../geo/ring.js';
import type { Draft } from '../places/draft.js';
import { maySeat, rankOfSettlement, SETTLEMENT_RANKS } from '../places/settlement.js';
import type { Areas } from './areas.js';

/**
 * The side of a cell in which places are counted, in 1e-7 degrees: 550 m from north to south and 370 m from
 * west to east.
 */
const CELL = 50_000;
/** The minimum number of places for which a cell and its neighbors count as a town. */
const FEWEST = 5;

/**
 * Moves the points of aimags, soums and districts to where most people live. The middle of an area is usually
 * in the mountains: the middle of Сүхбаатар дүүрэг is 18 km north of its square.
 *
 * - An aimag or a soum gets the point of its seat: the settlement that its outline lists as its label or
 *   center, or else the largest settlement in it. The seat can also be found by a name for the center of the
 *   whole area: Ховд аймгийн төв.
 * - A district, or an area without a settlement, gets the middle of its densest part: the grid cell with the
 *   most named places and houses, together with its neighbors.
 */
export function movePointsToPeople(drafts: readonly Draft[], areas: Areas): void {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const within = thingsWithin(drafts, areas);
  for (const [area, { settlements, cells }] of within) {
    const seat =
      area.type === 'district'
        ? undefined
        : (area.labels.map((id) => byId.get(id)).find((label) => label !== undefined && maySeat(label)) ??
          largestOf(settlements));
    if (seat !== undefined) seat.refs.push(centreOf(area));
    const point = seat ?? densest(cells);
    if (point !== undefined && isInside(area, point)) [area.lon7, area.lat7] = [point.lon7, point.lat7];
  }
}

/** Returns the usual name for the center of an aimag or a soum. */
function centreOf({ name, type }: Draft): string {
  return `${name.replace(/ (аймаг|сум)$/i, '')} ${type === 'aimag' ? 'аймгийн' : 'сумын'} төв`;
}

/** The places inside an area. */
interface Within {
  settlements: Draft[];
  /** The places by cell. */
  cells: Map<string, Draft[]>;
}

function thingsWithin(drafts: readonly Draft[], areas: Areas): Map<Draft, Within> {
  const within = new Map<Draft, Within>();
  for (const draft of drafts) {
    const isThing = draft.matchKind === 'place' || draft.matchKind === 'address';
    if (!isThing && !maySeat(draft)) continue;
    for (const number of areas.around(draft.lon7, draft.lat7)) {
      const area = areas.drafts[number];
      if (area === draft || !['aimag', 'soum', 'district'].includes(area.type)) continue;
      let known = within.get(area);
      if (known === undefined) within.set(area, (known = { settlements: [], cells: new Map() }));
      if (!isThing) {
        known.settlements.push(draft);
        continue;
      }
      const key = `${Math.floor(draft.lon7 / CELL)} ${Math.floor(draft.lat7 / CELL)}`;
      addToGroup(known.cells, key, draft);
    }
  }
  return within;
}

function largestOf(settlements: readonly Draft[]): Draft | undefined {
  const rank = (draft: Draft): number => SETTLEMENT_RANKS.indexOf(rankOfSettlement(draft)!);
  const people = (draft: Draft): number => Number(draft.tags['population'] ?? 0) || 0;
  return [...settlements].sort(
    (a, b) => b.base - a.base || rank(a) - rank(b) || people(b) - people(a) || (a.id < b.id ? -1 : 1),
  )[0];
}

/** Returns the place nearest to the middle of the densest cell and its neighbors. */
function densest(cells: ReadonlyMap<string, Draft[]>): Draft | undefined {
  let best: Draft[] = [];
  // A fixed order ensures that the same cell is always chosen from several equally dense cells.
  for (const key of [...cells.keys()].sort()) {
    const [x, y] = key.split(' ').map(Number);
    const around: Draft[] = [];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) around.push(...(cells.get(`${x + dx} ${y + dy}`) ?? []));
    if (around.length > best.length) best = around;
  }
  if (best.length < FEWEST) return undefined;
  const lon7 = best.reduce((sum, draft) => sum + draft.lon7, 0) / best.length;
  const lat7 = best.reduce((sum, draft) => sum + draft.lat7, 0) / best.length;
  const away = (draft: Draft): number =>
    Math.hypot((draft.lon7 - lon7) * Math.cos((lat7 / 1e7) * (Math.PI / 180)), draft.lat7 - lat7);
  return best.reduce((a, b) => (away(b) < away(a) ? b : a));
}

function isInside({ geometry }: Draft, { lon7, lat7 }: Draft): boolean {
  return geometry.kind === 'area' && polygonsContain(geometry.polygons, lon7, lat7);
}
