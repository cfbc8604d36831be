import Flatbush from 'flatbush';

/**
 * A packed R-tree as a section of bytes, and back without copying. Boxes are minX, minY, maxX, maxY in 1e-7 degrees, one
 * after the other. Flatbush orders them along a Hilbert curve, so the same boxes always give the same bytes.
 */
export function packTree(boxes: Int32Array): Uint8Array {
  // Flatbush knows no empty tree; an empty section stands for it.
  if (boxes.length === 0) return new Uint8Array(0);
  const tree = new Flatbush(boxes.length / 4, 16, Int32Array);
  for (let i = 0; i < boxes.length; i += 4) tree.add(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
  tree.finish();
  return new Uint8Array(tree.data);
}

/** The tree in that section, null when it is empty. A view, unless the section starts off the 8 bytes Flatbush needs. */
export function unpackTree(bytes: Uint8Array): Flatbush | null {
  if (bytes.length === 0) return null;
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  return Flatbush.from(aligned.buffer, aligned.byteOffset);
}

/** @throws Error when the tree does not hold each of the items 0 to `count` - 1 once; `name` is for the message. */
export function verifyTree(tree: Flatbush | null, count: number, name: string): void {
  const seen = new Uint8Array(count);
  const items = tree === null ? [] : tree.search(tree.minX, tree.minY, tree.maxX, tree.maxY);
  for (const item of items) if (item < count) seen[item]++;
  if (items.length !== count || seen.some((times) => times !== 1)) throw new Error(`${name}: the tree does not hold each of ${count} items once`);
}
