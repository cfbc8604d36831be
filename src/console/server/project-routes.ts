import { Type } from '@sinclair/typebox';
import type { Routes } from './routes.js';
import { ENDPOINT, KEY_FIELDS, NAME, PERIOD, strict } from './schemas.js';
import type { ServerParts } from './server-parts.js';

const ID = Type.String({ maxLength: 60 });

/** Routes for projects, keys, usage, refused requests, and the page for trying out requests. */
export function addProjectRoutes(routes: Routes, parts: ServerParts): void {
  const { projects, projectKeys, usage, refused, tryPage } = parts;
  const named = strict({ name: NAME });

  routes.add('account', {
    'GET /api/projects': ({ person }) => projects.list(person),
    'POST /api/organisations/:organisation/projects': {
      body: named,
      answer: ({ person, params, body }) => projects.create(person, params.organisation, body.name),
    },
    'GET /api/projects/:project': ({ person, params }) => projects.get(person, params.project),
    'PATCH /api/projects/:project': {
      body: named,
      answer: ({ person, params, body }) => projects.rename(person, params.project, body.name),
    },
    'DELETE /api/projects/:project': ({ person, params }) => projects.archive(person, params.project),

    'GET /api/projects/:project/keys': ({ person, params }) => projectKeys.list(person, params.project),
    'POST /api/projects/:project/keys': {
      body: strict({ name: NAME, endpoints: Type.Array(ENDPOINT, { maxItems: 10 }), ...KEY_FIELDS }),
      answer: async ({ person, params, body }) => {
        const made = await projectKeys.create(person, params.project, body);
        parts.notices.tell(person.id, 'key', made.key.name);
        return made;
      },
    },
    'GET /api/keys/:key': ({ person, params }) => projectKeys.get(person, params.key),
    'PATCH /api/keys/:key': {
      body: strict({ name: Type.Optional(NAME), ...KEY_FIELDS }),
      answer: ({ person, params, body }) => projectKeys.edit(person, params.key, body),
    },
    'POST /api/keys/:key/rotate': {
      body: strict({ grace_s: Type.Integer() }),
      answer: ({ person, params, body }) => projectKeys.rotate(person, params.key, body.grace_s),
    },
    'POST /api/keys/:key/revoke': ({ person, params }) => projectKeys.revoke(person, params.key),

    'GET /api/projects/:project/usage': {
      query: strict({
        period: PERIOD,
        key: Type.Optional(ID),
        endpoint: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      answer: ({ person, params, query }) => usage.read(person, params.project, query),
    },
    'GET /api/projects/:project/errors': {
      query: strict({ key: Type.Optional(ID) }),
      answer: ({ person, params, query }) => refused.ofProject(person, params.project, query.key),
    },
    'GET /api/errors/:request_id': ({ person, params }) => refused.byRequestId(person, params.request_id),
    'GET /api/try': () => Promise.resolve(tryPage),
  });
}
