import { GrowableUint32 } from '../../arrays/growable.js';
import { DRIVES, LISTED, NO_PARTS } from '../frozen/hierarchy.js';

/**
 * Most segments in a list. Longer arcs are not listed but split into listed ones. Of 4 million arcs of a
 * country 270,000 are listed, in 8 MB. A route of 10 km has about 70 segments; with lists, unpacking it
 * reads a dozen places of memory instead of 60.
 */
const MOST_LISTED = 16;

/**
 * Lists the directed segments of the parts that paths are mostly made of: parts of longer arcs, and
 * parts of steps. A list is the number of segments, then the segments. In `parts` a listed part is
 * replaced by LISTED + the place of its list.
 * @returns all lists in one array
 * @throws Error when there are more than LISTED arcs, or numbers in lists
 */
export function listSegments(parts: Uint32Array, stepArc: Uint32Array): Uint32Array {
  const counts = segmentCounts(parts);
  const isTop = counts.map((count) => (count > MOST_LISTED ? 1 : 0));
  for (const arc of stepArc) isTop[arc] = 1;
  const original = parts.slice();
  const lists = new GrowableUint32(1 << 16);
  const listOf = new Map<number, number>();
  for (let arc = 0; 2 * arc < parts.length; arc++) {
    if (isTop[arc] === 0 || original[2 * arc] === NO_PARTS) continue;
    for (let i = 2 * arc; i < 2 * arc + 2; i++) {
      const part = original[i];
      if (part >= DRIVES || counts[part] > MOST_LISTED) continue;
      let place = listOf.get(part);
      if (place === undefined) {
        listOf.set(part, (place = lists.length));
        lists.push(counts[part]);
        addSegments(original, part, lists);
      }
      parts[i] = LISTED + place;
    }
  }
  if (parts.length / 2 > LISTED || lists.length > LISTED)
    throw new Error(`${parts.length / 2} arcs and lists of ${lists.length} numbers in a hierarchy`);
  return lists.trimmed();
}

/** Number of segments that each arc drives. */
function segmentCounts(parts: Uint32Array): Uint32Array {
  const counts = new Uint32Array(parts.length / 2);
  const stack: number[] = [];
  const countOf = (part: number): number => (part >= DRIVES ? 1 : counts[part]);
  for (let arc = 0; arc < counts.length; arc++) {
    if (counts[arc] === 0) stack.push(arc);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const [first, second] = [parts[2 * top], parts[2 * top + 1]];
      if (first !== NO_PARTS && countOf(first) === 0) stack.push(first);
      else if (first !== NO_PARTS && countOf(second) === 0) stack.push(second);
      else {
        counts[top] = first === NO_PARTS ? 1 : countOf(first) + countOf(second);
        stack.pop();
      }
    }
  }
  return counts;
}

/** Appends the segments of a part, in order. */
function addSegments(parts: Uint32Array, part: number, lists: GrowableUint32): void {
  if (part >= DRIVES) lists.push(part - DRIVES);
  else if (parts[2 * part] === NO_PARTS) lists.push(parts[2 * part + 1]);
  else {
    addSegments(parts, parts[2 * part], lists);
    addSegments(parts, parts[2 * part + 1], lists);
  }
}
