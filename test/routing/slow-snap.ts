import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import type { OracleModel } from '../oracles/routing-model.js';
import type { LonLat } from './against-oracle.js';

/** The point of every pair of the network that the mode may use, but those of ferries. */
export function everyPoint(
  model: OracleModel,
  [lon, lat]: LonLat,
): { point: NetworkPoint; plane_m: number }[] {
  const { network, access, firstPairOfWay } = model;
  const perLon = metersPerDegreeLon(lat);
  const perLat = metersPerDegreeLat(lat);
  const found: { point: NetworkPoint; plane_m: number }[] = [];
  network.ways.forEach(({ nodes, tags }, way) => {
    if (tags['route'] === 'ferry' || tags['route'] === 'shuttle_train') return;
    for (let place = 0; place + 1 < nodes.length; place++) {
      const directed = (firstPairOfWay[way] + place) * 2;
      if (access[directed] === 0 && access[directed + 1] === 0) continue;
      const [aLon7, aLat7, bLon7, bLat7] = [nodes[place], nodes[place + 1]].flatMap((node) => [
        network.nodeLon7[node],
        network.nodeLat7[node],
      ]);
      const [ax, ay] = [(aLon7 / 1e7 - lon) * perLon, (aLat7 / 1e7 - lat) * perLat];
      const [bx, by] = [(bLon7 / 1e7 - lon) * perLon, (bLat7 / 1e7 - lat) * perLat];
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
      const share =
        length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * (bx - ax) + ay * (by - ay)) / length2));
      const lon7 = Math.round(aLon7 + share * (bLon7 - aLon7));
      const lat7 = Math.round(aLat7 + share * (bLat7 - aLat7));
      const plane_m = Math.hypot(ax + share * (bx - ax), ay + share * (by - ay));
      found.push({
        point: {
          way,
          place,
          share,
          lon7,
          lat7,
          distance_m: distanceM(lon, lat, toDegrees(lon7), toDegrees(lat7)),
        },
        plane_m,
      });
    }
  });
  return found;
}

/** The rule of src/routing/ends/snap.ts for the nearest. */
export function slowNearest<Point extends NetworkPoint>(
  found: { point: Point; plane_m: number }[],
  limit_m: number,
): Point[] {
  const best_m = Math.min(...found.map(({ plane_m }) => plane_m));
  const nearest = found.filter(({ plane_m }) => plane_m <= best_m + 0.01).map(({ point }) => point);
  return Math.min(...nearest.map(({ distance_m }) => distance_m)) <= limit_m ? nearest : [];
}
