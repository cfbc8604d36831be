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
      title: 'Zones at a place',
      description:
        "Lists the operator's zones that contain a place, smallest first: whether deliveries go there and " +
        'at what price (`properties`), or which vehicles may not drive there, and when (`rule`).',
    },
    {
      point: WHERE,
      at: DEPART_AT.describe('Local time at which the rules are evaluated; now if omitted.'),
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
              closed_for: z.array(z.string()).describe('In the format of the `vehicle` of a route.'),
              hours: z
                .string()
                .nullable()
                .describe('In the format of opening_hours in OpenStreetMap; null means always.'),
              ends: z.string().describe('allowed: routes that begin or end inside may enter.'),
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

/** Adds a tool for closures. Closures are not part of `/v1`; the map page shows them to everyone. */
export function addClosureTool(add: AddTool, { client, url }: Asked): void {
  add(
    {
      name: 'list_closures',
      title: 'Closed roads',
      description:
        'Lists roads that are currently closed or slower because of an operator or the ' +
        'season; with `near`, ' +
        'nearest first. To see whether they affect a route, use compute_route and its `detour`.',
    },
    { near: WHERE.optional(), language: LANGUAGE },
    {
      count: z.number().describe(`Total number of roads; at most ${MOST_CLOSURES} are listed.`),
      roads: z.array(
        z.object({
          ...{ name: z.string().nullable(), reason: z.string().nullable() },
          kind: z.string().describe('closure: set by the operator; season: seasonal.'),
          speed_factor: z.number().describe('0: closed. Below 1: slower.'),
          mode: z.string().nullable().describe('null: for all.'),
          until: z.string().nullable(),
          pieces: z.number().describe('Number of pieces of the road.'),
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
          'This service does not list its closures: it was started with --playground off. Routes still ' +
            'avoid them, and compute_route reports that in detour.',
        );
      if (!answer.ok) throw new Error(`The service responded with status ${answer.status}: try again later.`);
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
