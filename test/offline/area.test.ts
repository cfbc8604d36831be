import { expect, it } from 'vitest';
import { AreaAnswers } from '../../src/offline/area.js';

/** What an area makes of answers. The data are two exits, east and west of a box of about 15 by 22 km. */

const AREA = {
  name: 'a',
  bbox: [106.8, 47.8, 107, 48] as const,
  exits: { driving: [[106.8, 47.9] as const, [107, 47.9] as const], walking: [] },
};
const ENDS = 'origin=106.9,47.9&destination=106.95,47.9';

interface Case {
  status?: number;
  route_s?: number;
  out_s?: number | null;
  snap_m?: number;
}

/** @param out_s from each point to each exit and back, seconds; null for no way */
async function ask(
  target: string,
  { status = 200, route_s = 1000, out_s = 600, snap_m = 5 }: Case = {},
): Promise<{ asked: string; body: Record<string, unknown> }> {
  let asked = '';
  const encode = (body: object): Uint8Array => new TextEncoder().encode(JSON.stringify(body));
  const waypoint = { snap_distance_meters: snap_m };
  const bodies: Record<string, object> = {
    '/v1/route': { route: { duration_seconds: route_s }, waypoints: [waypoint, waypoint] },
    '/v1/geocode': { results: [] },
    '/v1/matrix': { durations: [] },
  };
  const path = target.slice(0, target.indexOf('?'));
  const area = new AreaAnswers(
    AREA,
    async (text) => {
      asked = text;
      const body =
        status === 200 ? bodies[path] : { error: { code: 'NOT_FOUND', details: { reason: 'no_path' } } };
      return { status, body: encode(body) };
    },
    async (text) => {
      const { searchParams } = new URL(text, 'http://x');
      const [rows, columns] = ['origins', 'destinations'].map((name) => searchParams.get(name)!.split(';'));
      const isLegs = rows.join() === columns.join();
      const durations = rows.map(() => columns.map(() => (isLegs ? route_s : out_s)));
      return { status: 200, body: encode({ durations }) };
    },
  );
  const { body } = await area.answer(path, target, new Map(new URL(target, 'http://x').searchParams));
  return { asked, body: JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown> };
}

const isMarked = async (...args: Parameters<typeof ask>): Promise<boolean> =>
  (await ask(...args)).body['may_leave_area'] === true;

it('marks a route where the way out and in again may be quicker', async () => {
  expect(await isMarked(`/v1/route?${ENDS}`, { out_s: 600 })).toBe(false);
  expect(await isMarked(`/v1/route?${ENDS}`, { out_s: 400 })).toBe(true);
  expect(await isMarked(`/v1/route?${ENDS}`, { out_s: null })).toBe(false);
  expect(await isMarked(`/v1/route?${ENDS}&mode=walking`, { out_s: 1 })).toBe(false);
});

it('marks what nobody can know: points and roads beyond, other ways, other times', async () => {
  expect(await isMarked('/v1/route?origin=106.7,47.9&destination=106.95,47.9')).toBe(true);
  expect(await isMarked('/v1/route?origin=106.8001,47.9&destination=106.95,47.9', { snap_m: 9 })).toBe(true);
  expect(await isMarked(`/v1/route?${ENDS}&alternatives=1`)).toBe(true);
  expect(await isMarked(`/v1/route?${ENDS}&depart_at=2026-12-01T08:30`)).toBe(true);
  expect(await isMarked(`/v1/matrix?origins=106.9,47.9`)).toBe(true);
});

it('says of a route that is not there that there may be one', async () => {
  const { body } = await ask(`/v1/route?${ENDS}`, { status: 404 });
  expect(body).toMatchObject({ error: { details: { reason: 'no_path', may_leave_area: true } } });
});

it('searches in the area, and marks a lookup beyond it', async () => {
  expect((await ask('/v1/geocode?q=a')).asked).toBe('/v1/geocode?q=a&bbox=106.8,47.8,107,48');
  expect((await ask('/v1/geocode?q=a&bbox=1,2,3,4')).asked).toBe('/v1/geocode?q=a&bbox=1,2,3,4');
  expect(await isMarked('/v1/geocode?lat=47.9&lon=106.9')).toBe(false);
  expect(await isMarked('/v1/geocode?lat=47.9&lon=106.7')).toBe(true);
});
