import { z } from 'zod';
import { distanceM } from '../geo/distance.js';
import { shortClosures, shortZones, type RoadsAnswer } from './short-answers.js';
import { deadline, DEPART_AT, LANGUAGE, MAP_LINK, type AddTool, type Asked } from './tool.js';
import { linkedPoint, TAKEN, takePlace, WHERE } from './where.js';

/** The maximum number of closures in one answer. */
const MOST_CLOSURES = 30;

export function addZoneTool(add: AddTool, { client, link }: Asked): void {
  add(
    {
      name: 'zones_at',
      title: 'Zones of a place',
      description:
        'Says in which zones of the operator a place is, the smallest first: whether and at what price is ' +
        'delivered there (`properties`), or which vehicles may not drive there, and when (`rule`).',
    },
    {
      point: WHERE,
      at: DEPART_AT.describe('Local time for which rules are asked. Left out: now.'),
      language: LANGUAGE,
    },
    {
      point: TAKEN,
      zones: z.array(
        z.object({
          name: z.string().nullable(),
          properties: z.record(z.string(), z.unknown()),
          rule: z
            .object({
              closed_for: z.array(z.string()).describe('As `vehicle` of a route takes them.'),
              hours: z.string().nullable().describe('As opening_hours of OpenStreetMap; null: always.'),
              ends: z.string().describe('allowed: ways that begin or end inside may lead there.'),
              in_force: z.boolean(),
              ...{ source: z.string().nullable(), date: z.string().nullable() },
            })
            .optional(),
        }),
      ),
      map: MAP_LINK,
    },
    async ({ point, at, language }) => {
      const taken = await takePlace(client, point, language);
      const answer = await client.zones({ point: taken.position, depart_at: at }, deadline());
      const map = await link(`p=${linkedPoint(taken)}&l=${language}`);
      return { point: taken.said, zones: shortZones(answer), map };
    },
  );
}

/** Adds a tool for closures. They are not part of `/v1`; the map page shows them to everyone. */
export function addClosureTool(add: AddTool, { client, url }: Asked): void {
  add(
    {
      name: 'list_closures',
      title: 'Closed roads',
      description:
        'Roads that are closed or slower now, by an operator or by their season; with `near` the nearest ' +
        'first. Whether one way is hit is said by compute_route as `detour`.',
    },
    { near: WHERE.optional(), language: LANGUAGE },
    {
      count: z.number().describe(`Roads in all; at most ${MOST_CLOSURES} are listed.`),
      roads: z.array(
        z.object({
          ...{ name: z.string().nullable(), reason: z.string().nullable() },
          kind: z.string().describe('closure: by the operator; season: by its season.'),
          speed_factor: z.number().describe('0: closed. Below 1: slower.'),
          mode: z.string().nullable().describe('null: for all.'),
          until: z.string().nullable(),
          pieces: z.number().describe('How many pieces of the road.'),
          at: z
            .object({ latitude: z.number(), longitude: z.number() })
            .describe('The first, or nearest, piece.'),
          distance_meters: z.number().optional(),
        }),
      ),
    },
    async ({ near, language }) => {
      const taken = near === undefined ? null : await takePlace(client, near, language);
      const answer = await fetch(`${url}/map/roads.geojson`, deadline());
      if (answer.status === 404)
        throw new Error(
          'This service does not tell its closures: it was started with --playground off. Routes go round ' +
            'them all the same, and compute_route says so in detour.',
        );
      if (!answer.ok) throw new Error(`The service answered with ${answer.status}: try again later.`);
      const told = (await answer.json()) as RoadsAnswer;
      const closed = shortClosures(told).map(({ pieces, ...road }) => {
        const [lon, lat] = taken?.position ?? [pieces[0].longitude, pieces[0].latitude];
        const far = pieces.map(({ longitude, latitude }) => distanceM(lon, lat, longitude, latitude));
        const distance_m = Math.min(...far);
        return { ...road, pieces: pieces.length, at: pieces[far.indexOf(distance_m)], distance_m };
      });
      if (taken !== null) closed.sort((a, b) => a.distance_m - b.distance_m);
      const roads = closed.slice(0, MOST_CLOSURES).map(({ distance_m, ...road }) => ({
        ...road,
        ...(taken !== null && { distance_meters: Math.round(distance_m) }),
      }));
      return { count: closed.length, roads };
    },
  );
}
