import { distanceM } from '../../src/geo/distance.js';
import type { GivenAnswer } from './fault-server.js';

/** Answers as OSRM does: a straight road between any two points. For tests that are not about OSRM. */
export function fakeOsrm(path: string): GivenAnswer {
  const [, points] = /^\/route\/v1\/\w+\/([^?]+)/.exec(path) ?? [];
  if (points === undefined) return { status: 200, text: '{"code":"Ok","waypoints":[]}' };
  const ends = points.split(';').map((point) => point.split(',').map(Number) as [number, number]);
  const distance = distanceM(...ends[0], ...ends[1]);
  const waypoints = ends.map((location) => ({ location, name: 'Зам', distance: 0 }));
  const route = { distance, duration: distance / 10, geometry: polyline6(ends), legs: [] };
  return { status: 200, text: JSON.stringify({ code: 'Ok', routes: [route], waypoints }) };
}

/** Encodes positions in degrees, longitude first. */
export function polyline6(line: readonly (readonly [number, number])[]): string {
  let text = '';
  let before = [0, 0];
  for (const [longitude, latitude] of line) {
    const now = [Math.round(latitude * 1e6), Math.round(longitude * 1e6)];
    for (let i = 0; i < 2; i++) {
      const step = now[i] - before[i];
      let rest = step < 0 ? ~(step << 1) : step << 1;
      for (; rest >= 32; rest >>>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63);
      text += String.fromCharCode(rest + 63);
    }
    before = now;
  }
  return text;
}
