import { Type } from '@sinclair/typebox';
import type { ConsoleParts } from './console-parts.js';
import type { Routes } from './routes.js';
import { ENDPOINT, KEY_FIELDS, NAME, PERIOD, strict } from './schemas.js';

const ID = Type.String({ maxLength: 60 });

/** Projects, keys, usage, refused requests, and the page to try. */
export function addProjectRoutes(routes: Routes, parts: ConsoleParts): void {
  const { projects, projectKeys, usage, refused } = parts;
  const allowed = 'account';

  routes.add('GET /api/projects', { allowed }, ({ person }) => projects.list(person));

  routes.add(
    'POST /api/organisations/:organisation/projects',
    { allowed, body: strict({ name: NAME }) },
    ({ person, params, body }) => projects.create(person, params.organisation, body.name),
  );

  routes.add('GET /api/projects/:project', { allowed }, ({ person, params }) =>
    projects.get(person, params.project),
  );

  routes.add(
    'PATCH /api/projects/:project',
    { allowed, body: strict({ name: NAME }) },
    ({ person, params, body }) => projects.rename(person, params.project, body.name),
  );

  routes.add('DELETE /api/projects/:project', { allowed }, async ({ person, params }) => {
    await projects.archive(person, params.project);
    return null;
  });

  routes.add('GET /api/projects/:project/keys', { allowed }, ({ person, params }) =>
    projectKeys.list(person, params.project),
  );

  routes.add(
    'POST /api/projects/:project/keys',
    {
      allowed,
      body: strict({ name: NAME, endpoints: Type.Array(ENDPOINT, { maxItems: 10 }), ...KEY_FIELDS }),
    },
    ({ person, params, body }) => projectKeys.create(person, params.project, body),
  );

  routes.add('GET /api/keys/:key', { allowed }, ({ person, params }) => projectKeys.get(person, params.key));

  routes.add(
    'PATCH /api/keys/:key',
    { allowed, body: strict({ name: Type.Optional(NAME), ...KEY_FIELDS }) },
    ({ person, params, body }) => projectKeys.edit(person, params.key, body),
  );

  routes.add(
    'POST /api/keys/:key/rotate',
    { allowed, body: strict({ grace_s: Type.Integer() }) },
    ({ person, params, body }) => projectKeys.rotate(person, params.key, body.grace_s),
  );

  routes.add('POST /api/keys/:key/revoke', { allowed }, ({ person, params }) =>
    projectKeys.revoke(person, params.key),
  );

  routes.add(
    'GET /api/projects/:project/usage',
    {
      allowed,
      query: strict({
        period: PERIOD,
        key: Type.Optional(ID),
        endpoint: Type.Optional(Type.String({ maxLength: 40 })),
      }),
    },
    ({ person, params, query }) => usage.read(person, params.project, query),
  );

  routes.add(
    'GET /api/projects/:project/errors',
    { allowed, query: strict({ key: Type.Optional(ID) }) },
    ({ person, params, query }) => refused.ofProject(person, params.project, query.key),
  );

  routes.add('GET /api/errors/:request_id', { allowed }, ({ person, params }) =>
    refused.byRequestId(person, params.request_id),
  );

  routes.add('GET /api/try', { allowed }, () => Promise.resolve(parts.tryPage));
}
