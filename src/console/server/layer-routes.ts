import { Type } from '@sinclair/typebox';
import type { Routes } from './routes.js';
import { strict } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/** The maximum number of rows that a page can handle. Longer tables are imported on the command line. */
const ROWS_MAX = 10_000;
const COLUMNS_MAX = 100;
const TABLE_BYTES = 8 * 1024 * 1024;

const TABLE = {
  columns: Type.Array(Type.String({ maxLength: 100 }), { maxItems: COLUMNS_MAX }),
  rows: Type.Array(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: COLUMNS_MAX }), {
    maxItems: ROWS_MAX,
  }),
};

/** Routes for the deployment's own places and for reports of map errors, for operators. */
export function addLayerRoutes(routes: Routes, { ownPlaces, reports }: ServerParts): void {
  routes.add('operator', {
    'GET /api/operator/layers': () => Promise.resolve(ownPlaces.list()),
    'POST /api/operator/layers/check': {
      body: strict(TABLE),
      bodyLimit: TABLE_BYTES,
      answer: ({ body }) => ownPlaces.check(body),
    },
    'PUT /api/operator/layers/:layer': {
      body: strict({ ...TABLE, source: Type.String({ maxLength: 200 }) }),
      bodyLimit: TABLE_BYTES,
      answer: ({ person, params, body }) => ownPlaces.put(person, params.layer, body),
    },
    'POST /api/operator/layers/:layer/undo': ({ person, params }) => ownPlaces.undo(person, params.layer),
    'DELETE /api/operator/layers/:layer': ({ person, params }) => ownPlaces.remove(person, params.layer),
    'GET /api/operator/reports': () => reports.list(),
    'POST /api/operator/reports/:report/place': {
      body: strict({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
      answer: ({ person, params, body }) => reports.makePlace(person, Number(params.report), body.name),
    },
    'DELETE /api/operator/reports/:report': ({ person, params }) =>
      reports.done(person, Number(params.report)),
  });
}
