import type { PathUnpacking } from '../paths/path-unpacking.js';

const UNKNOWN = 0;
const SAME = 1;
const CHANGED = 2;

/**
 * Determines which arcs of a hierarchy contain segments that have changed. Each arc is examined only once,
 * when it is first requested.
 */
export class ChangedArcs {
  readonly #unpacking: PathUnpacking;
  readonly #isChanged: Uint8Array;
  readonly #known: Uint8Array;
  readonly #arc = new Int32Array(1);

  /**
   * @param arcCount the number of arcs in the hierarchy
   * @param isChanged per directed segment: 1 if the segment has changed
   */
  constructor(unpacking: PathUnpacking, arcCount: number, isChanged: Uint8Array) {
    this.#unpacking = unpacking;
    this.#isChanged = isChanged;
    this.#known = new Uint8Array(arcCount);
  }

  has(arc: number): boolean {
    if (this.#known[arc] === UNKNOWN) this.#known[arc] = this.#look(arc) ? CHANGED : SAME;
    return this.#known[arc] === CHANGED;
  }

  #look(arc: number): boolean {
    this.#arc[0] = arc;
    const count = this.#unpacking.unpack(this.#arc, 1);
    const { segments } = this.#unpacking;
    for (let i = 0; i < count; i++) if (this.#isChanged[segments[i]] === 1) return true;
    return false;
  }
}
