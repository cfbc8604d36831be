import { Type } from '@sinclair/typebox';
import { notFound, wrongField } from '../accounts/guards/console-error.js';
import type { Routes } from './routes.js';
import { strict } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/** The maximum number of OSM ways that a page can show. */
const WAYS_MAX = 200;
const CORNERS_MAX = 500;

/** The default maximum distance from a point to a road. */
const NEAR_M = 60;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

const TERMS = {
  mode: orNull(Type.Union([Type.Literal('driving'), Type.Literal('walking')])),
  speed_factor: orNull(Type.Number()),
  reason: Type.String({ maxLength: 2_000 }),
  from: orNull(Type.String({ maxLength: 40 })),
  until: orNull(Type.String({ maxLength: 40 })),
};

const CORNERS = Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { maxItems: CORNERS_MAX });

const CHANGED = {
  mode: Type.Optional(TERMS.mode),
  speed_factor: Type.Optional(TERMS.speed_factor),
  reason: Type.Optional(TERMS.reason),
  from: Type.Optional(TERMS.from),
  until: Type.Optional(TERMS.until),
};

/** Road closures and zones, for operators. */
export function addClosureRoutes(routes: Routes, { closures, zones, options }: ServerParts): void {
  routes.add('operator', {
    'GET /api/operator/closures': () => closures.list(),
    'POST /api/operator/closures': {
      body: strict({
        ways: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: WAYS_MAX })),
        area: Type.Optional(CORNERS),
        ...TERMS,
      }),
      answer: ({ person, body }) => closures.add(person, body),
    },
    'PATCH /api/operator/closures/:closure': {
      body: strict(CHANGED),
      answer: ({ person, params, body }) => closures.change(person, idOf(params.closure), body),
    },
    'DELETE /api/operator/closures/:closure': ({ person, params }) =>
      closures.remove(person, idOf(params.closure)),
    'GET /api/operator/zones': () => zones.list(),
    'POST /api/operator/zones': {
      body: strict({
        name: Type.String({ maxLength: 200 }),
        closed_for: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 50 }),
        hours: orNull(Type.String({ maxLength: 200 })),
        ends: Type.Union([Type.Literal('allowed'), Type.Literal('closed')]),
        source: Type.String({ maxLength: 500 }),
        date: orNull(Type.String({ maxLength: 10 })),
        area: CORNERS,
      }),
      answer: ({ person, body }) => zones.add(person, body),
    },
    'DELETE /api/operator/zones/:zone': ({ person, params }) =>
      zones.remove(person, idOf(params.zone, 'zone')),
    'GET /api/operator/roads': {
      query: strict({
        at: Type.Optional(Type.String({ pattern: '^-?\\d{1,3}(\\.\\d{1,15})?,-?\\d{1,2}(\\.\\d{1,15})?$' })),
        within: Type.Optional(Type.String({ pattern: '^\\d{1,4}$' })),
        way: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        near: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      }),
      answer: async ({ query: { at, within, way, name, near } }) => {
        if (at !== undefined) {
          const [lon, lat] = at.split(',').map(Number);
          const road = await options.roads.at([lon, lat], Number(within ?? NEAR_M));
          return road === null ? [] : [road];
        }
        if (name !== undefined) {
          if (near === undefined) throw wrongField('near', 'missing', 'Specify a place near the road.');
          const found = await options.roads.named(name, near);
          if (found === 'no_place') throw wrongField('near', 'unknown', 'There is no such place on the map.');
          return (found ?? []).slice(0, WAYS_MAX);
        }
        if (way === undefined) throw wrongField('way', 'missing', 'Identify the road with at, way or name.');
        const road = (await options.roads.ofWays([Number(way)]))?.get(Number(way));
        return road === undefined ? [] : [road];
      },
    },
  });
}

function idOf(text: string, of: 'closure' | 'zone' = 'closure'): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound(of);
  return Number(text);
}
