import { DRIVES, LISTED, NO_PARTS, type Hierarchy } from '../frozen/hierarchy.js';

const UNKNOWN = 0;
const SAME = 1;
const CHANGED = 2;

/** Tells which arcs of a hierarchy drive a changed segment. An arc is looked at once, when somebody asks. */
export class ChangedArcs {
  readonly #hierarchy: Hierarchy;
  readonly #isChanged: Uint8Array;
  readonly #known: Uint8Array;

  /** @param isChanged by directed segment */
  constructor(hierarchy: Hierarchy, isChanged: Uint8Array) {
    this.#hierarchy = hierarchy;
    this.#isChanged = isChanged;
    this.#known = new Uint8Array(hierarchy.parts.length / 2);
  }

  has(arc: number): boolean {
    if (this.#known[arc] === UNKNOWN) this.#known[arc] = this.#look(arc) ? CHANGED : SAME;
    return this.#known[arc] === CHANGED;
  }

  #look(arc: number): boolean {
    const { parts } = this.#hierarchy;
    const [first, second] = [parts[2 * arc], parts[2 * arc + 1]];
    return first === NO_PARTS ? this.#isChanged[second] === 1 : this.#hasPart(first) || this.#hasPart(second);
  }

  #hasPart(part: number): boolean {
    if (part >= DRIVES) return this.#isChanged[part - DRIVES] === 1;
    if (part < LISTED) return this.has(part);
    const { lists } = this.#hierarchy;
    const place = part - LISTED;
    for (let i = place + 1; i <= place + lists[place]; i++) if (this.#isChanged[lists[i]] === 1) return true;
    return false;
  }
}
