import type { Tags } from '../../geo/feature.js';
import type { RoadNetwork, RoadWay } from './network.js';

/**
 * A network as the importer makes it and passes it to threads. Its ways are in a few arrays in shared memory:
 * as objects, the ways of a country would take about 50 MB more, and each thread would need a copy.
 */
export interface PackedNetwork extends Omit<RoadNetwork, 'ways'> {
  /** By way: its OSM id, and its tags as a place in `tags`. */
  wayId: Float64Array;
  wayTags: Uint32Array;
  /** Most ways share their tags with others. */
  tags: Tags[];
  /** Where the nodes of each way begin; one more entry than ways. */
  firstNode: Uint32Array;
  /** Node numbers of all ways, one after the other. */
  wayNodes: Uint32Array;
}

/** The network as the profiles and the graph read it. */
export function unpackedNetwork(packed: PackedNetwork): RoadNetwork {
  const { nodeLon7, nodeLat7, nodeIds, nodeTags, restrictions } = packed;
  const ways = Array.from({ length: packed.wayId.length }, (_, w) => new PackedWay(packed, w));
  return { nodeLon7, nodeLat7, nodeIds, nodeTags, restrictions, ways };
}

/** A way that reads the arrays on each access. */
class PackedWay implements RoadWay {
  readonly #packed: PackedNetwork;
  readonly #place: number;

  constructor(packed: PackedNetwork, place: number) {
    this.#packed = packed;
    this.#place = place;
  }

  get id(): number {
    return this.#packed.wayId[this.#place];
  }

  get tags(): Tags {
    return this.#packed.tags[this.#packed.wayTags[this.#place]];
  }

  get nodes(): Uint32Array {
    const { wayNodes, firstNode } = this.#packed;
    return wayNodes.subarray(firstNode[this.#place], firstNode[this.#place + 1]);
  }
}
