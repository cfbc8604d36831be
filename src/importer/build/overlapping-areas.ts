import { InputError } from '../../errors.js';
import type { Feature } from '../../geo/feature.js';
import { packBoxes, PackedTree } from '../../geocoding/areas/packed-tree.js';

/**
 * The maximum number of pairs in which one area covers the other's center. A map of Mongolia has a few
 * thousand such pairs. Every place is looked up in all areas around it, so the work grows with this number:
 * at the limit an import takes 10 s longer.
 */
const MAX_OVERLAPS = 4_000_000;

/**
 * Refuses sources with thousands of overlapping areas before the areas are indexed.
 * @param source where the areas come from, for the message
 * @throws InputError that names the place where the most areas overlap
 */
export function checkOverlaps(features: readonly Feature[], source: string): void {
  const boxes = features.flatMap(({ geometry }) =>
    geometry.kind === 'area' ? [boxOf(geometry.polygons)] : [],
  );
  if (boxes.length ** 2 <= MAX_OVERLAPS) return;
  const packing = packBoxes(Int32Array.from(boxes.flat()));
  const tree = new PackedTree(packing.boxes, boxes.length, 'areas');
  let [pairs, most, where] = [0, 0, ''];
  for (const [west, south, east, north] of boxes) {
    const [lon7, lat7] = [Math.round((west + east) / 2), Math.round((south + north) / 2)];
    const over = tree.search(lon7, lat7, lon7, lat7);
    if (over > most) [most, where] = [over, `${lat7 / 1e7}, ${lon7 / 1e7}`];
    pairs += over;
    if (pairs > MAX_OVERLAPS)
      throw new InputError(
        `${source}: too many areas overlap, ${most} of them at ${where}; ` +
          'leave such areas out, or import one kind at a time',
      );
  }
}

function boxOf(
  polygons: readonly (readonly Int32Array[])[],
): [minX: number, minY: number, maxX: number, maxY: number] {
  const box: [minX: number, minY: number, maxX: number, maxY: number] = [
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
  ];
  for (const [outer] of polygons)
    for (let i = 0; i < outer.length; i += 2) {
      box[0] = Math.min(box[0], outer[i]);
      box[1] = Math.min(box[1], outer[i + 1]);
      box[2] = Math.max(box[2], outer[i]);
      box[3] = Math.max(box[3], outer[i + 1]);
    }
  return box;
}
