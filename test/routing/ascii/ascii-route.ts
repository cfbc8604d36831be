import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../../src/geo/distance.js';
import type { TravelMode } from '../../../src/routing/mode.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { RoutingOracle, type OraclePoint, type OracleRoute } from '../../oracles/routing-dijkstra.js';
import { asciiMap, type AsciiDrawing, type AsciiMap } from './ascii-map.js';

export interface AsciiAnswer {
  /** `1AB2`: from point 1 over nodes A and B to point 2; `1x2` when there is no way. */
  text: string;
  route: OracleRoute | null;
  map: AsciiMap;
}

/** The oracle's route between two characters of a drawing. */
export function asciiRoute(drawing: AsciiDrawing, ends: string, mode: TravelMode = 'driving'): AsciiAnswer {
  const map = asciiMap(drawing);
  const [from, to] = [ends[0], ends[ends.length - 1]];
  const oracle = new RoutingOracle(map.network, PROFILES[mode]);
  const route = oracle.route(candidates(map, oracle, from), candidates(map, oracle, to));
  const text = route === null ? `${from}x${to}` : from + route.nodes.map((node) => map.letters[node]).join('') + to;
  return { text, route, map };
}

/** A point that is not within this distance of a road was drawn beside it. */
const ON_ROAD_M = 2;

/** Every place on a usable pair where a character lies: one for a digit on a road, several where roads meet or lie on each other. */
function candidates(map: AsciiMap, oracle: RoutingOracle, character: string): OraclePoint[] {
  const position = map.positions.get(character);
  if (position === undefined) throw new Error(`${character} is not in the picture`);
  const found: OraclePoint[] = [];
  map.network.ways.forEach(({ nodes }, way) => {
    for (let place = 0; place + 1 < nodes.length; place++) {
      const directed = (oracle.model.firstPairOfWay[way] + place) * 2;
      if (oracle.model.access[directed] === 0 && oracle.model.access[directed + 1] === 0) continue;
      const share = shareOn(map, position, nodes[place], nodes[place + 1]);
      if (share !== null) found.push({ way, place, share });
    }
  });
  return found;
}

/** Where on the line between two nodes a position lies, null when it lies beside it. */
function shareOn(map: AsciiMap, [lon, lat]: [number, number], a: number, b: number): number | null {
  const [lonA, latA] = map.positions.get(map.letters[a])!;
  const [lonB, latB] = map.positions.get(map.letters[b])!;
  const x = (lonB - lonA) * metersPerDegreeLon(lat);
  const y = (latB - latA) * metersPerDegreeLat(lat);
  const px = (lon - lonA) * metersPerDegreeLon(lat);
  const py = (lat - latA) * metersPerDegreeLat(lat);
  const share = Math.min(1, Math.max(0, (px * x + py * y) / (x * x + y * y)));
  const off_m = distanceM(lon, lat, lonA + share * (lonB - lonA), latA + share * (latB - latA));
  return off_m <= ON_ROAD_M ? share : null;
}
