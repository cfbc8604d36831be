import { Type } from '@sinclair/typebox';
import type { Routes } from './routes.js';
import { EMAIL, LANGUAGE, PAGE, PERIOD, strict, WHOLE_OR_NULL } from './schemas.js';
import type { ServerParts } from './server-parts.js';

const SEARCH = strict({ text: Type.Optional(Type.String({ maxLength: 200 })) });

/** Requests that only operators of the deployment may send. */
export function addOperatorRoutes(routes: Routes, parts: ServerParts): void {
  const { operators, projects, usage, audit, links, invitations } = parts;

  routes.add('operator', {
    'GET /api/operator/projects': { query: SEARCH, answer: ({ query }) => operators.projects(query.text) },
    'PATCH /api/operator/projects/:project': {
      body: strict({
        rate_limit: Type.Optional(WHOLE_OR_NULL),
        total_rate_limit: Type.Optional(WHOLE_OR_NULL),
        monthly_quota: Type.Optional(WHOLE_OR_NULL),
        quota_refuses: Type.Optional(Type.Boolean()),
      }),
      answer: ({ person, params, body }) => projects.setCeilings(person, params.project, body),
    },
    'PATCH /api/operator/organisations/:organisation': {
      body: strict({ total_rate_limit: WHOLE_OR_NULL }),
      answer: ({ person, params, body }) =>
        operators.limitOrganisation(person, params.organisation, body.total_rate_limit),
    },
    'GET /api/operator/busiest': {
      query: strict({ period: PERIOD }),
      answer: ({ query }) => usage.busiest(query.period),
    },
    'GET /api/operator/unfound': () => usage.unfound(),
    'GET /api/operator/service': () => parts.service(),
    'GET /api/operator/settings': () => Promise.resolve([...parts.options.settingsInForce]),
    'PUT /api/operator/sign-up': {
      body: strict({ open: Type.Boolean() }),
      answer: ({ person, body }) => operators.openSignUp(person, body.open),
    },

    'GET /api/operator/accounts': { query: SEARCH, answer: ({ query }) => operators.accounts(query.text) },
    'PATCH /api/operator/accounts/:account': {
      body: strict({ is_operator: Type.Optional(Type.Boolean()), closed: Type.Optional(Type.Boolean()) }),
      answer: async ({ person, params, body }) => {
        const changed = await operators.changeAccount(person, params.account, body);
        if (body.is_operator !== undefined)
          parts.notices.tell(params.account, 'operator', body.is_operator ? 'operator' : 'no operator');
        return changed;
      },
    },
    'POST /api/operator/accounts/:account/reset-link': ({ person, params }) =>
      operators.resetLink(person, params.account),

    'GET /api/operator/invitations': ({ person }) => invitations.list(person, null),
    'POST /api/operator/invitations': {
      body: strict({ email: EMAIL, language: LANGUAGE }),
      answer: ({ person, body }) => invitations.create(person, { organisationId: null, role: null, ...body }),
    },
    'DELETE /api/operator/invitations/:invitation': ({ person, params }) =>
      invitations.remove(person, null, params.invitation),
    'GET /api/operator/links': () => links.unsent(),
    'GET /api/operator/audit': {
      query: strict({ before: PAGE, action: Type.Optional(Type.String({ maxLength: 60 })) }),
      answer: ({ query }) => audit.read(query),
    },
  });
}
