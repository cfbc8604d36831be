import { Type } from '@sinclair/typebox';
import type { ConsoleParts } from './console-parts.js';
import type { Routes } from './routes.js';
import { EMAIL, LANGUAGE, PERIOD, strict, WHOLE_OR_NULL } from './schemas.js';

const SEARCH = strict({ text: Type.Optional(Type.String({ maxLength: 200 })) });

/** What only operators of the deployment may ask. */
export function addOperatorRoutes(routes: Routes, parts: ConsoleParts): void {
  const { operators, projects, usage, audit, links, invitations } = parts;
  const allowed = 'operator';

  routes.add('GET /api/operator/projects', { allowed, query: SEARCH }, ({ query }) =>
    operators.projects(query.text),
  );

  routes.add(
    'PATCH /api/operator/projects/:project',
    {
      allowed,
      body: strict({
        rate_limit: Type.Optional(WHOLE_OR_NULL),
        monthly_quota: Type.Optional(WHOLE_OR_NULL),
        quota_refuses: Type.Optional(Type.Boolean()),
      }),
    },
    ({ person, params, body }) => projects.setCeilings(person, params.project, body),
  );

  routes.add('GET /api/operator/busiest', { allowed, query: strict({ period: PERIOD }) }, ({ query }) =>
    usage.busiest(query.period),
  );

  routes.add('GET /api/operator/service', { allowed }, () => parts.service());

  routes.add('GET /api/operator/settings', { allowed }, () => Promise.resolve([...parts.settingsInForce]));

  routes.add(
    'PUT /api/operator/sign-up',
    { allowed, body: strict({ open: Type.Boolean() }) },
    ({ person, body }) => operators.openSignUp(person, body.open),
  );

  routes.add('GET /api/operator/accounts', { allowed, query: SEARCH }, ({ query }) =>
    operators.accounts(query.text),
  );

  routes.add(
    'PATCH /api/operator/accounts/:account',
    {
      allowed,
      body: strict({ is_operator: Type.Optional(Type.Boolean()), closed: Type.Optional(Type.Boolean()) }),
    },
    ({ person, params, body }) => operators.changeAccount(person, params.account, body),
  );

  routes.add('POST /api/operator/accounts/:account/reset-link', { allowed }, ({ person, params }) =>
    operators.resetLink(person, params.account),
  );

  routes.add('GET /api/operator/invitations', { allowed }, ({ person }) => invitations.list(person, null));

  routes.add(
    'POST /api/operator/invitations',
    { allowed, body: strict({ email: EMAIL, language: LANGUAGE }) },
    ({ person, body }) => invitations.create(person, { organisationId: null, role: null, ...body }),
  );

  routes.add('DELETE /api/operator/invitations/:invitation', { allowed }, async ({ person, params }) => {
    await invitations.remove(person, null, params.invitation);
    return null;
  });

  routes.add('GET /api/operator/links', { allowed }, () => links.unsent());

  routes.add(
    'GET /api/operator/audit',
    {
      allowed,
      query: strict({
        before: Type.Optional(Type.String({ maxLength: 60 })),
        action: Type.Optional(Type.String({ maxLength: 60 })),
      }),
    },
    ({ query }) => audit.read(query),
  );
}
