import type { Tags } from '../../geo/feature.js';
import type { RoadNetwork, RoadWay } from './network.js';

/**
 * A network in the form in which the importer builds it and passes it to threads. The network's ways are
 * stored in a few arrays in shared memory: as objects, a country's ways would take about 50 MB more, and each
 * thread would need a copy.
 */
export interface PackedNetwork extends Omit<RoadNetwork, 'ways'> {
  /** Per way: its OSM id, and the index of its tags in `tags`. */
  wayId: Float64Array;
  wayTags: Uint32Array;
  /** The distinct tag sets. Most ways share their tags with other ways. */
  tags: Tags[];
  /** Where each way's nodes begin, with one entry more than there are ways. */
  firstNode: Uint32Array;
  /** The node numbers of all ways, one way after another. */
  wayNodes: Uint32Array;
}

/** Returns the network in the form that the profiles and the graph read. */
export function unpackedNetwork(packed: PackedNetwork): RoadNetwork {
  const { nodeLon7, nodeLat7, nodeIds, nodeTags, restrictions } = packed;
  const ways = Array.from({ length: packed.wayId.length }, (_, w) => new PackedWay(packed, w));
  return { nodeLon7, nodeLat7, nodeIds, nodeTags, restrictions, ways };
}

/** A way whose properties are read from the arrays on each access. */
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
