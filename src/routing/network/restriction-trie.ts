import type { RestrictedSequence } from './restrictions.js';
import type { Segments } from './segments.js';

/**
 * All restricted sequences as a single automaton over directed segments (Aho and Corasick, 1975). The state
 * after a series of segments is the longest suffix of the series with which a restricted sequence begins.
 * Sequences through via ways require this memory. For all other turns, the state depends only on the last
 * segment.
 */
export class RestrictionTrie {
  readonly #nodes: TrieNode[] = [newNode(0)];

  constructor(sequences: RestrictedSequence[], segments: Segments) {
    for (const sequence of sequences) this.#add(sequence.rule, directedSegments(sequence.pairs, segments));
    this.#link();
  }

  /** Returns the state of a route that starts on a directed segment, or 0 if no sequence starts there. */
  start(segment: number): number {
    return this.#settle(this.#nodes[0].children.get(segment) ?? 0);
  }

  /**
   * Returns the state after moving on from `state` to the directed segment `next`, or -1 if a restriction
   * forbids it.
   */
  step(state: number, next: number): number {
    if (state !== 0 && this.#isForbidden(state, next)) return -1;
    let at = state;
    while (at !== 0 && !this.#nodes[at].children.has(next)) at = this.#nodes[at].shorter;
    return this.#settle(this.#nodes[at].children.get(next) ?? 0);
  }

  /** Whether a state remembers more than the last segment. */
  remembers(state: number): boolean {
    return this.#nodes[state].depth >= 2;
  }

  #isForbidden(state: number, next: number): boolean {
    let mustFollow = false;
    let follows = false;
    for (let at = state; at !== 0; at = this.#nodes[at].shorter) {
      const node = this.#nodes[at];
      if (node.forbidden.has(next)) return true;
      mustFollow ||= node.required.size > 0;
      follows ||= node.required.has(next);
    }
    return mustFollow && !follows;
  }

  #add(rule: 'no' | 'only', sequence: number[]): void {
    let at = 0;
    for (let i = 0; i + 1 < sequence.length; i++) at = this.#child(at, sequence[i]);
    const last = sequence[sequence.length - 1];
    if (rule === 'only') this.#nodes[at].required.add(last);
    else this.#nodes[at].forbidden.add(last);
  }

  #child(at: number, segment: number): number {
    const parent = this.#nodes[at];
    let child = parent.children.get(segment);
    if (child === undefined) {
      child = this.#nodes.length;
      parent.children.set(segment, child);
      this.#nodes.push(newNode(parent.depth + 1));
    }
    return child;
  }

  /** Links each node, breadth first, to the longest proper suffix of its sequence that is also a node. */
  #link(): void {
    const queue = [0];
    for (let i = 0; i < queue.length; i++) {
      for (const [segment, child] of this.#nodes[queue[i]].children) {
        let at = queue[i];
        do at = at === 0 ? -1 : this.#nodes[at].shorter;
        while (at > 0 && !this.#nodes[at].children.has(segment));
        this.#nodes[child].shorter = at === -1 ? 0 : (this.#nodes[at].children.get(segment) ?? 0);
        queue.push(child);
      }
    }
  }

  /** Follows shorter and shorter suffixes until a node has children or restricts a turn. */
  #settle(state: number): number {
    let at = state;
    while (
      at !== 0 &&
      this.#nodes[at].children.size === 0 &&
      this.#nodes[at].forbidden.size === 0 &&
      this.#nodes[at].required.size === 0
    ) {
      at = this.#nodes[at].shorter;
    }
    return at;
  }
}

interface TrieNode {
  depth: number;
  children: Map<number, number>;
  /**
   * `forbidden`: next segments that complete a `no` sequence. `required`: next segments that an `only`
   * sequence requires.
   */
  forbidden: Set<number>;
  required: Set<number>;
  /** The node of the longest proper suffix; 0, the root, if there is none. */
  shorter: number;
}

function newNode(depth: number): TrieNode {
  return { depth, children: new Map(), forbidden: new Set(), required: new Set(), shorter: 0 };
}

/**
 * Returns the directed segments (segment * 2, plus 1 for travel against its direction) that a sequence of
 * directed pairs covers.
 */
function directedSegments(sequence: number[], segments: Segments): number[] {
  const driven: number[] = [];
  let previous = -1;
  for (const arm of sequence) {
    const position = segments.positionOfPair[arm >> 1];
    const against = segments.directedPair[position] === arm ? 0 : 1;
    const directed = segments.segmentOfPair[arm >> 1] * 2 + against;
    const goesOn = driven[driven.length - 1] === directed && position === previous + (against === 0 ? 1 : -1);
    if (!goesOn) driven.push(directed);
    previous = position;
  }
  return driven;
}
