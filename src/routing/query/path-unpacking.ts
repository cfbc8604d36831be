import { DRIVES, LISTED, NO_PARTS, type Hierarchy } from '../frozen/hierarchy.js';

// Local 32-bit copies: an imported constant is fetched from its module on each use.
const WITHOUT_PARTS = NO_PARTS | 0;
const DRIVES_BIT = DRIVES | 0;
const LISTED_FROM = LISTED;
const LISTED_SHIFT = 30;

/** Finds the directed segments that the arcs of a path drive. */
export class PathUnpacking {
  readonly #hierarchy: Hierarchy;
  /**
   * The result of `unpack`. While that runs: arcs still to split, DRIVES + segments
   * (negative here), and lists.
   */
  segments: Int32Array<ArrayBufferLike>;
  #next: Int32Array<ArrayBufferLike>;

  /** @param mostArcs most arcs in a path */
  constructor(hierarchy: Hierarchy, mostArcs: number) {
    this.#hierarchy = hierarchy;
    this.segments = new Int32Array(2 * mostArcs);
    this.#next = new Int32Array(2 * mostArcs);
  }

  /**
   * Unpacks the first `arcCount` arcs of a path. The directed segments stand in `segments`, in
   * order, until the next call.
   * @returns how many directed segments they drive, one for each arc of the base graph
   */
  unpack(arcs: Int32Array, arcCount: number): number {
    const { parts, lists } = this.#hierarchy;
    let count = arcCount;
    for (let i = 0; i < count; i++) this.segments[i] = arcs[i];
    // Each round splits all arcs once. So the processor waits for many places of memory at a time, not
    // for one after the other.
    for (let isDone = false; !isDone;) {
      isDone = true;
      if (this.#next.length < 2 * count) this.#next = new Int32Array(4 * count);
      const [path, next] = [this.segments, this.#next];
      let length = 0;
      for (let i = 0; i < count; i++) {
        const arc = path[i];
        if (arc >>> LISTED_SHIFT !== 0) {
          next[length++] = arc;
          continue;
        }
        // As signed 32-bit numbers, segments are below 0.
        const first = parts[2 * arc] | 0;
        const second = parts[2 * arc + 1] | 0;
        if (first === WITHOUT_PARTS) {
          next[length++] = second | DRIVES_BIT;
        } else {
          next[length++] = first;
          next[length++] = second;
          isDone &&= first >>> LISTED_SHIFT !== 0 && second >>> LISTED_SHIFT !== 0;
        }
      }
      count = length;
      this.segments = next;
      this.#next = path;
    }
    return this.#readLists(lists, count);
  }

  /** Replaces lists by their segments. @returns the number of all segments */
  #readLists(lists: Uint32Array, count: number): number {
    let length = 0;
    for (let i = 0; i < count; i++) {
      const part = this.segments[i];
      length += part < 0 ? 1 : lists[part - LISTED_FROM];
    }
    if (this.#next.length < length) this.#next = new Int32Array(2 * length);
    const [path, next] = [this.segments, this.#next];
    let at = 0;
    for (let i = 0; i < count; i++) {
      const part = path[i];
      if (part < 0) {
        next[at++] = part & ~DRIVES_BIT;
        continue;
      }
      const place = part - LISTED_FROM;
      const end = place + lists[place];
      for (let k = place + 1; k <= end; k++) next[at++] = lists[k];
    }
    this.segments = next;
    this.#next = path;
    return length;
  }
}
