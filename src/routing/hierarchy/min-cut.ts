/**
 * An undirected graph, stored in arrays. The edges at node n are `edges[first[n]]` up to (not including)
 * `edges[first[n + 1]]`. Edge e connects `start[e]` and `end[e]`. `edges` has no loops; parallel edges are
 * stored separately.
 */
export interface PlainGraph {
  nodeCount: number;
  start: Uint32Array;
  end: Uint32Array;
  first: Uint32Array;
  edges: Uint32Array;
}

/** Lists the edges at each node. */
export function plainGraph(nodeCount: number, start: Uint32Array, end: Uint32Array): PlainGraph {
  const first = new Uint32Array(nodeCount + 1);
  for (let e = 0; e < start.length; e++) {
    if (start[e] === end[e]) continue;
    first[start[e] + 1]++;
    first[end[e] + 1]++;
  }
  for (let node = 0; node < nodeCount; node++) first[node + 1] += first[node];
  const edges = new Uint32Array(first[nodeCount]);
  const next = first.slice(0, -1);
  for (let e = 0; e < start.length; e++) {
    if (start[e] === end[e]) continue;
    edges[next[start[e]]++] = e;
    edges[next[end[e]]++] = e;
  }
  return { nodeCount, start, end, first, edges };
}

/**
 * A cell of a graph, sorted along some direction: its nodes are `order[from]` up to (not including)
 * `order[to]`.
 */
interface SortedCell {
  order: Uint32Array;
  from: number;
  to: number;
}

/**
 * Finds minimum edge cuts between two groups of nodes in one cell of a graph: maximum flow with edges of
 * capacity 1 (Dinic, 1970). A cell consists of all nodes with the same mark; the search never leaves it. The
 * workspace is as large as the graph and is allocated once.
 */
export class MinCut {
  readonly #graph: PlainGraph;
  readonly #cell: Uint32Array;
  /** The flow on each edge: +1 from start to end, -1 in the opposite direction, 0 for none. */
  readonly #flow: Int8Array;
  /** 1 + the number of steps from the source in the residual graph; 0 if not reached. */
  readonly #level: Uint32Array;
  readonly #nextEdge: Uint32Array;
  readonly #isSink: Uint8Array;
  readonly #queue: Uint32Array;
  readonly #stack: Uint32Array;

  /** @param cell the mark of each node, which the caller keeps up to date */
  constructor(graph: PlainGraph, cell: Uint32Array) {
    this.#graph = graph;
    this.#cell = cell;
    this.#flow = new Int8Array(graph.start.length);
    this.#level = new Uint32Array(graph.nodeCount);
    this.#nextEdge = new Uint32Array(graph.nodeCount);
    this.#isSink = new Uint8Array(graph.nodeCount);
    this.#queue = new Uint32Array(graph.nodeCount);
    this.#stack = new Uint32Array(graph.nodeCount);
  }

  /**
   * Cuts a cell so that its first `held` nodes are separated from its last `held` nodes. Afterwards,
   * `onSourceSide` returns which side a node is on. The source's side has as few nodes as possible.
   * @returns the number of edges to cut, or a number above `most` if more than `most` edges are needed
   */
  run(cell: SortedCell, held: number, most: number): number {
    const { order, from, to } = cell;
    const { first, edges } = this.#graph;
    for (let k = from; k < to; k++) {
      const node = order[k];
      this.#isSink[node] = k >= to - held ? 1 : 0;
      for (let i = first[node]; i < first[node + 1]; i++) this.#flow[edges[i]] = 0;
    }
    let flow = 0;
    while (flow <= most && this.#findLevels(cell, held)) {
      for (let k = from; k < to; k++) this.#nextEdge[order[k]] = first[order[k]];
      for (let k = from; k < from + held && flow <= most; k++)
        while (flow <= most && this.#push(order[k])) flow++;
    }
    return flow;
  }

  /**
   * Whether a node is on the source's side. The result is valid only after a `run` that returned at most
   * `most`.
   */
  onSourceSide(node: number): boolean {
    return this.#level[node] !== 0;
  }

  #other(edge: number, node: number): number {
    return this.#graph.start[edge] ^ this.#graph.end[edge] ^ node;
  }

  #isOpen(edge: number, from: number): boolean {
    return this.#graph.start[edge] === from ? this.#flow[edge] < 1 : this.#flow[edge] > -1;
  }

  /**
   * Searches breadth-first from the source up to the nearest sink. Returns false if no sink can be reached.
   */
  #findLevels({ order, from, to }: SortedCell, held: number): boolean {
    const { first, edges } = this.#graph;
    const level = this.#level;
    for (let k = from; k < to; k++) level[order[k]] = k < from + held ? 1 : 0;
    this.#queue.set(order.subarray(from, from + held));
    let queued = held;
    const mark = this.#cell[order[from]];
    for (let at = 0; at < queued; at++) {
      const node = this.#queue[at];
      if (this.#isSink[node] === 1) return true;
      for (let i = first[node]; i < first[node + 1]; i++) {
        const next = this.#other(edges[i], node);
        if (level[next] !== 0 || this.#cell[next] !== mark || !this.#isOpen(edges[i], node)) continue;
        level[next] = level[node] + 1;
        this.#queue[queued++] = next;
      }
    }
    return false;
  }

  /**
   * Sends one unit of flow from a source node to the sink along ascending levels, depth first. Returns false
   * if there is no path.
   */
  #push(source: number): boolean {
    const { first, edges } = this.#graph;
    const nextEdge = this.#nextEdge;
    const level = this.#level;
    const mark = this.#cell[source];
    let depth = 0;
    let node = source;
    for (;;) {
      if (this.#isSink[node] === 1) {
        this.#augment(source, depth);
        return true;
      }
      let isDeeper = false;
      for (; nextEdge[node] < first[node + 1]; nextEdge[node]++) {
        const edge = edges[nextEdge[node]];
        const next = this.#other(edge, node);
        if (this.#cell[next] !== mark || level[next] !== level[node] + 1 || !this.#isOpen(edge, node))
          continue;
        this.#stack[depth++] = edge;
        node = next;
        isDeeper = true;
        break;
      }
      if (isDeeper) continue;
      if (depth === 0) return false;
      node = this.#other(this.#stack[--depth], node);
      nextEdge[node]++;
    }
  }

  #augment(source: number, depth: number): void {
    let node = source;
    for (let i = 0; i < depth; i++) {
      const edge = this.#stack[i];
      this.#flow[edge] += this.#graph.start[edge] === node ? 1 : -1;
      node = this.#other(edge, node);
    }
  }
}
