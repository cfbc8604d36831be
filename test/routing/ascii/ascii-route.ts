import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../../src/geo/distance.js';
import { buildRouting } from '../../../src/routing/build-routing.js';
import type { TravelMode } from '../../../src/travel-mode.js';
import type { LocalTime } from '../../../src/local-time.js';
import { RoadConditions } from '../../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../../src/routing/frozen/routing-data.js';
import { everOpen } from '../../../src/routing/profiles/dates.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../../src/routing/routing-index.js';
import { RoutingOracle, type OraclePoint, type OracleRoute } from '../../oracles/routing-dijkstra.js';
import { setOracleTime } from '../oracle-changes.js';
import { asciiMap, type AsciiDrawing, type AsciiMap } from './ascii-map.js';

export interface AsciiAnswer {
  /** `1AB2`: from point 1 over nodes A and B to point 2. `1x2`: there is no route. */
  text: string;
  route: OracleRoute | null;
  map: AsciiMap;
}

/** The oracle's route between two characters of a drawing. */
export function asciiRoute(
  drawing: AsciiDrawing,
  ends: string,
  mode: TravelMode = 'driving',
  now: LocalTime | null = null,
): AsciiAnswer {
  const map = asciiMap(drawing);
  const [from, to] = [ends[0], ends[ends.length - 1]];
  const oracle = new RoutingOracle(map.network, everOpen(PROFILES[mode]));
  if (now !== null) setOracleTime(oracle.model, PROFILES[mode], now);
  const route = oracle.route(candidates(map, oracle, from), candidates(map, oracle, to));
  const text =
    route === null ? `${from}x${to}` : from + route.nodes.map((node) => map.letters[node]).join('') + to;
  return { text, route, map };
}

export interface EngineAnswer {
  /** Written as in AsciiAnswer. */
  text: string;
  duration_ms: number | null;
}

/** The engine's answer to the same question, read back from its geometry. */
export function engineRoute(
  { drawing, network, positions, letters }: AsciiMap,
  ends: string,
  mode: TravelMode,
  now: LocalTime | null = null,
): EngineAnswer {
  const [from, to] = [ends[0], ends[ends.length - 1]];
  const { sections } = buildRouting(network, PROFILES[mode]);
  const index = RoutingIndex.from(sections);
  index.verify();
  if (now !== null) {
    const { roads } = new RoadConditions(readRoutingData(sections)).at([], now);
    if (roads !== null) index.use({ kind: 'current', roads });
  }
  const answer = index.route(
    { origin: positions.get(from)!, destination: positions.get(to)! },
    {
      snapLimit_m: drawing.column_m ?? 25,
      snapDetour_m: 0,
    },
  );
  if (answer.kind !== 'route') return { text: `${from}x${to}`, duration_ms: null };
  const over: string[] = [];
  const { coordinates } = answer;
  for (let i = 2; i < coordinates.length - 2; i += 2) {
    over.push(
      letters.find(
        (_, node) =>
          network.nodeLon7[node] === coordinates[i] && network.nodeLat7[node] === coordinates[i + 1],
      ) ?? '?',
    );
  }
  return { text: from + over.join('') + to, duration_ms: Math.round(answer.duration_s * 1000) };
}

/** A point farther than this from a road is not on it. In metres. */
const ON_ROAD_M = 2;

/**
 * Every place on a usable pair where a character lies. A digit on a road has one; there are several
 * where roads meet or lie on each other.
 */
function candidates(map: AsciiMap, oracle: RoutingOracle, character: string): OraclePoint[] {
  const position = map.positions.get(character);
  if (position === undefined) throw new Error(`${character} is not in the picture`);
  const found: OraclePoint[] = [];
  map.network.ways.forEach(({ nodes, tags }, way) => {
    // Nobody snaps to a ferry.
    if (tags['route'] === 'ferry' || tags['route'] === 'shuttle_train') return;
    for (let place = 0; place + 1 < nodes.length; place++) {
      const directed = (oracle.model.firstPairOfWay[way] + place) * 2;
      if (oracle.model.access[directed] === 0 && oracle.model.access[directed + 1] === 0) continue;
      const share = shareOn(map, position, nodes[place], nodes[place + 1]);
      if (share !== null) found.push({ way, place, share });
    }
  });
  return found;
}

/** Where on the line between two nodes a position lies, 0 to 1; null when it is not on the line. */
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
