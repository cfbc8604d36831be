import { section, type Sections } from '../../arrays/sections.js';

/**
 * Arcs from each vertex to, or from, vertices of higher rank. A vertex's neighbors are in ascending order.
 */
export interface UpwardArcs {
  /** Where each vertex's arcs begin, with one entry more than there are vertices. */
  first: Uint32Array;
  neighbour: Uint32Array;
}

/**
 * The shape of a contraction hierarchy, which does not depend on the costs, as in customizable contraction
 * hierarchies (Dibbelt, Strasser and Wagner, 2014). The contraction is read only if a road has changed since
 * the import.
 */
export interface Contraction {
  /** Arcs from each vertex to higher vertices. */
  out: UpwardArcs;
  /** Arcs from higher vertices to each vertex. */
  in: UpwardArcs;
}

/** A contraction as stored on disk. */
export interface FrozenContraction extends Contraction {
  /**
   * Each vertex's parent in the elimination tree. A root is its own parent. All vertices that can be reached
   * upward from a vertex are among its ancestors.
   */
  parent: Uint32Array;
}

/** Creates views of the sections. */
export function readContraction(sections: Sections): FrozenContraction {
  const u32 = (name: string): Uint32Array => section(sections, `contraction.${name}`, Uint32Array);
  return {
    out: { first: u32('out_first'), neighbour: u32('out_neighbour') },
    in: { first: u32('in_first'), neighbour: u32('in_neighbour') },
    parent: u32('parent'),
  };
}

export function contractionSections({ out, in: into, parent }: FrozenContraction): Sections {
  return {
    'contraction.out_first': out.first,
    'contraction.out_neighbour': out.neighbour,
    'contraction.in_first': into.first,
    'contraction.in_neighbour': into.neighbour,
    'contraction.parent': parent,
  };
}

const NOT_THERE = -1;

/** Returns the index of the arc between a vertex and a higher vertex, or -1 if there is no such arc. */
export function placeOf({ first, neighbour }: UpwardArcs, vertex: number, higher: number): number {
  let low = first[vertex];
  let high = first[vertex + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = neighbour[middle];
    if (here === higher) return middle;
    if (here < higher) low = middle + 1;
    else high = middle - 1;
  }
  return NOT_THERE;
}
