import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage, type ServedPage } from '../map-page/served-page.js';
import { hasPythonClients, PYTHON } from './clients.js';

/** geopy, routingpy, pyvroom and py-osrm-client, as they come from PyPI, ask the built service. */

const SCRIPT = resolve(import.meta.dirname, 'ask_clients.py');
const NAME = 'Сүхбаатарын талбай';
/** On Peace Avenue. */
const TRACE = ['106.9128,47.917', '106.9151,47.9171', '106.9176,47.9172'];
const POINTS = ['106.9175,47.9181', '106.923,47.9179', '106.912,47.9195', '106.9205,47.9155'];

interface Place {
  address: string;
  latitude: number;
  longitude: number;
}

interface Said {
  nominatim: Record<string, Place> & { several: number; nothing: null; without_key: string };
  photon: Record<string, Place> & { several: number; nothing: null; without_key: string };
  durations: number[][];
  distances: number[][];
  vroom: { cost: number; unassigned: number; order: number[] };
  [name: string]: unknown;
}

describe.skipIf(!hasPythonClients)('clients in Python', () => {
  let served: ServedPage;
  let said: Said;
  beforeAll(async () => {
    served = await servePage(['--compat', 'photon,nominatim,osrm']);
    const args = [SCRIPT, `127.0.0.1:${served.service.port}`, served.key, NAME, ...POINTS];
    said = JSON.parse((await promisify(execFile)(PYTHON, args)).stdout) as Said;
  });
  afterAll(() => served?.stop());

  const v1 = async (path: string): Promise<any> =>
    JSON.parse((await served.service.ask(`/v1/${path}`, served.key)).text);

  it.each(['nominatim', 'photon'] as const)('geopy finds by %s what /v1 finds', async (name) => {
    const own = said[name];
    const { results } = await v1(`geocode?q=${encodeURIComponent(NAME)}`);
    expect(own['search']).toMatchObject({ latitude: results[0].latitude, longitude: results[0].longitude });
    expect(own['search'].address).toContain(results[0].name);
    expect(own.several).toBeGreaterThan(0);
    expect(own.nothing).toBeNull();
    const [lon, lat] = POINTS[0].split(',');
    const nearest = (await v1(`geocode?lat=${lat}&lon=${lon}`)).results[0];
    expect(own['reverse']).toMatchObject({ latitude: nearest.latitude, longitude: nearest.longitude });
    expect(own.without_key).toBe('GeocoderAuthenticationFailure');
  });

  it('geopy asks a structured question', () => {
    expect(said.nominatim['structured']).toMatchObject({ latitude: said.nominatim['search'].latitude });
  });

  it('routingpy has the routes of /v1', async () => {
    for (const [profile, mode] of [
      ['driving', 'driving'],
      ['foot', 'walking'],
    ]) {
      const { route } = await v1(`route?origin=${POINTS[0]}&destination=${POINTS[1]}&mode=${mode}`);
      expect(said[`route ${profile}`]).toMatchObject({
        duration: Math.trunc(route.duration_seconds),
        distance: Math.trunc(route.distance_meters),
      });
    }
    expect(said['alternatives']).toBeGreaterThan(0);
    expect(said['far']).toContain('TooBig');
  });

  it('py-osrm-client has the match of /v1', async () => {
    // The radius of OSRM, where none is given.
    const { matchings } = await v1(`match?trace=${TRACE.join(';')}&accuracy=5`);
    expect(said['matched']).toEqual([matchings[0].distance_meters, TRACE.length]);
  });

  it('routingpy has the table of /v1, and pyvroom plans by it', async () => {
    const own = await v1(`matrix?origins=${POINTS.join(';')}&annotations=duration,distance`);
    expect(said.durations).toEqual(own.durations);
    expect(said.distances).toEqual(own.distances);
    const { cost, unassigned, order } = said.vroom;
    expect([unassigned, [...order].sort()]).toEqual([0, [1, 2, 3]]);
    const stops = [0, ...order, 0];
    const sum = stops.slice(1).reduce((all, to, i) => all + Math.trunc(own.durations[stops[i]][to]), 0);
    expect(cost).toBe(sum);
  });
});
