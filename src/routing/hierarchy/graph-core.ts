import { plainGraph } from './min-cut.js';
import type { PlaneGraph } from './nested-dissection.js';

/**
 * A graph without its dead ends and with each chain reduced to a single edge, plus the removed nodes and
 * edges in order.
 */
interface GraphCore {
  core: PlaneGraph;
  /** Per node of the core: its node in the whole graph. */
  node: Uint32Array;
  /** Per edge of the core: the edge of the whole graph that represents its chain. */
  edge: Uint32Array;
  /** All other nodes of the whole graph: dead ends from their tips inward, then the inner nodes of chains. */
  lowNodes: number[];
  /** All other edges of the whole graph: loops first, then the rest in the same order as the nodes. */
  lowEdges: number[];
}

/** The state of a node or edge in a dead end. */
const GONE = 1;
/** The state of a chain's inner nodes and of its edges. */
const INSIDE = 2;

/**
 * Removes the easy parts of a graph before it is cut. A tree attached to the rest of the graph does not need
 * a cut of its own, and neither does a chain of nodes with two neighbors. Loops become low edges.
 */
export function coreOf(graph: PlaneGraph): GraphCore {
  return new CoreFinder(graph).find();
}

class CoreFinder {
  readonly #graph: PlaneGraph;
  /** The number of open edges at each node; edges of dead ends are not open. */
  readonly #degree: Uint32Array;
  readonly #nodeState: Uint8Array;
  readonly #edgeState: Uint8Array;
  readonly #lowNodes: number[] = [];
  readonly #lowEdges: number[] = [];

  constructor(graph: PlaneGraph) {
    this.#graph = graph;
    this.#degree = new Uint32Array(graph.nodeCount);
    for (let node = 0; node < graph.nodeCount; node++)
      this.#degree[node] = graph.first[node + 1] - graph.first[node];
    this.#nodeState = new Uint8Array(graph.nodeCount);
    this.#edgeState = new Uint8Array(graph.start.length);
  }

  find(): GraphCore {
    const { graph, lowNodes, lowEdges } = {
      graph: this.#graph,
      lowNodes: this.#lowNodes,
      lowEdges: this.#lowEdges,
    };
    for (let edge = 0; edge < graph.start.length; edge++)
      if (graph.start[edge] === graph.end[edge]) lowEdges.push(edge);
    for (let node = 0; node < graph.nodeCount; node++) this.#peel(node);
    const [start, end, edges]: number[][] = [[], [], []];
    const addChain = (node: number, edge: number): void => {
      const far = this.#followChain(node, edge);
      start.push(node);
      end.push(far);
      edges.push(edge);
    };
    for (let node = 0; node < graph.nodeCount; node++) {
      if (this.#nodeState[node] === GONE || this.#degree[node] < 3) continue;
      for (const edge of this.#openEdges(node)) if (this.#edgeState[edge] === 0) addChain(node, edge);
    }
    // Only rings without a junction remain at this point. Each ring is represented by its first node, and its
    // chain is a loop, which no cut can cross.
    for (let node = 0; node < graph.nodeCount; node++) {
      if (this.#nodeState[node] !== 0 || this.#degree[node] !== 2) continue;
      const [edge] = this.#openEdges(node).filter((open) => this.#edgeState[open] === 0);
      if (edge !== undefined) addChain(node, edge);
    }
    const node = Uint32Array.from(this.#nodeState.keys()).filter((n) => this.#nodeState[n] === 0);
    const numbers = new Uint32Array(graph.nodeCount);
    node.forEach((n, i) => {
      numbers[n] = i;
    });
    const core = {
      ...plainGraph(
        node.length,
        Uint32Array.from(start, (n) => numbers[n]),
        Uint32Array.from(end, (n) => numbers[n]),
      ),
      x: Float64Array.from(node, (n) => graph.x[n]),
      y: Float64Array.from(node, (n) => graph.y[n]),
    };
    return { core, node, edge: Uint32Array.from(edges), lowNodes, lowEdges };
  }

  /**
   * Removes a node that has one open edge, then its neighbor if only one of the neighbor's edges is still
   * open, and so on.
   */
  #peel(node: number): void {
    while (this.#degree[node] === 1 && this.#nodeState[node] === 0) {
      const [edge] = this.#openEdges(node);
      this.#nodeState[node] = GONE;
      this.#edgeState[edge] = GONE;
      this.#lowNodes.push(node);
      this.#lowEdges.push(edge);
      node = this.#other(edge, node);
      this.#degree[node]--;
    }
  }

  /**
   * Follows a chain from a node along an edge and through nodes with two open edges. All edges of the chain
   * except the first become low edges.
   * @returns the node where the chain ends
   */
  #followChain(from: number, edge: number): number {
    this.#edgeState[edge] = INSIDE;
    let node = this.#other(edge, from);
    while (this.#degree[node] === 2 && node !== from) {
      this.#nodeState[node] = INSIDE;
      this.#lowNodes.push(node);
      const next = this.#openEdges(node).find((open) => this.#edgeState[open] === 0)!;
      this.#edgeState[next] = INSIDE;
      this.#lowEdges.push(next);
      node = this.#other(next, node);
    }
    return node;
  }

  #openEdges(node: number): number[] {
    const { first, edges } = this.#graph;
    return Array.from(edges.subarray(first[node], first[node + 1])).filter(
      (edge) => this.#edgeState[edge] !== GONE,
    );
  }

  #other(edge: number, node: number): number {
    return this.#graph.start[edge] ^ this.#graph.end[edge] ^ node;
  }
}
