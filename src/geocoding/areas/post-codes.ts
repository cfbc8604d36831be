import { addToGroup } from '../../arrays/groups.js';
import type { Geometry } from '../../geo/feature.js';
import { draftOf, type Draft } from '../places/draft.js';
import { POSTCODE, postCodes } from '../places/names.js';

/** A postcode contains a digit and is no longer than the longest postcode in the world. */
const CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d -]{2,9}$/u;
/** Most people who search for a postcode want its area rather than one of its houses. */
const PROMINENCE = 90;
/**
 * The maximum distance to a house with a postcode, as a multiple of the distance to the postcode's median
 * house. If a house is farther away, its postcode is considered a typing error.
 */
const FARTHEST = 4;

/** Houses within this distance are always accepted: half a kilometer, in 1e-7 degrees. */
const NEAR = 50_000;

type Point = readonly [lon7: number, lat7: number];

/**
 * Creates a place for each postcode, sorted by postcode. The place's box covers every place whose address has
 * the postcode, and its point is that of the place nearest to the middle.
 */
export function postcodePlaces(drafts: readonly Draft[]): Draft[] {
  const byCode = new Map<string, Point[]>();
  for (const { tags, type, lon7, lat7 } of drafts) {
    if (type === POSTCODE) continue;
    for (const code of postCodes(tags)) if (CODE.test(code)) addToGroup(byCode, code, [lon7, lat7]);
  }
  const codes = [...byCode].sort(([a], [b]) => (a < b ? -1 : 1));
  return codes.flatMap(([code, points]) => placeOf(code, points) ?? []);
}

function placeOf(code: string, points: readonly Point[]): Draft | null {
  const [lon, lat] = [0, 1].map((axis) => median(points.map((point) => point[axis])));
  // A degree of longitude is shorter than a degree of latitude.
  const width = Math.cos((lat / 1e7) * (Math.PI / 180));
  const distance = (point: Point): number => Math.hypot((point[0] - lon) * width, point[1] - lat);
  const limit = Math.max(NEAR, FARTHEST * median(points.map(distance)));
  const near = points.filter((point) => distance(point) <= limit);
  const [lon7, lat7] = near.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  const tags = { 'gazarch:type': POSTCODE, name: code, 'addr:postcode': code };
  const draft = draftOf({ id: `postcode:${code.replaceAll(' ', '_')}`, tags, geometry: boxAround(near) });
  return typeof draft === 'string' ? null : { ...draft, base: PROMINENCE, lon7, lat7 };
}

/** Returns the bounding box, or a point if the box has no area. */
function boxAround(points: readonly Point[]): Geometry {
  let [west, south, east, north] = [...points[0], ...points[0]];
  for (const [lon7, lat7] of points) {
    [west, east] = [Math.min(west, lon7), Math.max(east, lon7)];
    [south, north] = [Math.min(south, lat7), Math.max(north, lat7)];
  }
  if (west === east || south === north) return { kind: 'point', lon7: west, lat7: south };
  const ring = [west, south, east, south, east, north, west, north, west, south];
  return { kind: 'area', polygons: [[Int32Array.from(ring)]] };
}

/** Returns the median, or, for an even count, the lower of the two middle values. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];
}
