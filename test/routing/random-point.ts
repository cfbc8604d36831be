import { toDegrees } from '../../src/geo/coordinates.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import type { LonLat } from './against-oracle.js';

/** A point anywhere around the town, often exactly on a node or between two neighbours. */
export function randomPoint(network: RoadNetwork, random: () => number): LonLat {
  const { nodeLon7, nodeLat7, ways } = network;
  const way = ways[Math.floor(random() * ways.length)];
  const i = Math.floor(random() * (way.nodes.length - 1));
  const [a, b] = [way.nodes[i], way.nodes[i + 1]];
  const share = random() < 0.3 ? 0 : random();
  const off = random() < 0.5 ? 0 : (random() - 0.5) * 0.002;
  return [
    toDegrees(nodeLon7[a] + share * (nodeLon7[b] - nodeLon7[a])) + off,
    toDegrees(nodeLat7[a] + share * (nodeLat7[b] - nodeLat7[a])) + off * random(),
  ];
}
