import { boxOfLine } from '../../geo/line-box.js';
import { polygonsContain } from '../../geo/ring.js';
import type { Draft } from '../places/draft.js';
import { layerOf } from '../places/layer.js';
import { packBoxes, PackedTree } from './packed-tree.js';
import { LARGE_M2 } from './street-lines.js';

/**
 * Gives each place without a house number the number of the smallest numbered building that contains it. A
 * search for the number alone still finds only the building itself.
 */
export function numberPlacesInBuildings(drafts: readonly Draft[]): void {
  const buildings = drafts.filter(
    ({ house, geometry, size }) => house !== null && geometry.kind === 'area' && size < LARGE_M2,
  );
  const boxes = buildings.flatMap(({ geometry }) =>
    geometry.kind === 'area' ? [...boxOfLine(geometry.polygons[0][0])] : [],
  );
  const packed = packBoxes(Int32Array.from(boxes));
  const tree = new PackedTree(packed.boxes, buildings.length, 'buildings');
  for (const draft of drafts) {
    const { matchKind, house, geometry, lon7, lat7, size } = draft;
    if (matchKind !== 'place' || house !== null || geometry.kind === 'line') continue;
    if (layerOf(draft) === 'natural') continue;
    const count = tree.search(lon7, lat7, lon7, lat7);
    const around = Array.from(tree.found.subarray(0, count), (item) => buildings[packed.order[item]]).filter(
      (building) =>
        building.size > size &&
        building.geometry.kind === 'area' &&
        polygonsContain(building.geometry.polygons, lon7, lat7),
    );
    const [nearest] = around.sort((a, b) => a.size - b.size);
    if (nearest !== undefined) draft.house = { ...nearest.house!, keys: [] };
  }
}
