import { Type } from '@sinclair/typebox';
import type { Routes } from './routes.js';
import { EMAIL, LANGUAGE, NAME, PAGE, ROLE, strict, TOKEN } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/** Organisations, members and invitations. */
export function addOrganisationRoutes(routes: Routes, parts: ServerParts): void {
  const { organisations, invitations, access, audit, attempts } = parts;
  const named = strict({ name: NAME });
  const token = strict({ token: TOKEN });

  routes.add('account', {
    'GET /api/organisations': ({ person }) => organisations.list(person),
    'POST /api/organisations': {
      body: named,
      answer: ({ person, body }) => organisations.create(person, body.name),
    },
    'GET /api/organisations/:organisation': ({ person, params }) =>
      organisations.get(person, params.organisation),
    'PATCH /api/organisations/:organisation': {
      body: strict({ name: Type.Optional(NAME), needs_second_factor: Type.Optional(Type.Boolean()) }),
      answer: ({ person, params, body }) => organisations.change(person, params.organisation, body),
    },
    'DELETE /api/organisations/:organisation': ({ person, params }) =>
      organisations.remove(person, params.organisation),

    'GET /api/organisations/:organisation/members': ({ person, params }) =>
      organisations.members(person, params.organisation),
    'PATCH /api/organisations/:organisation/members/:account': {
      body: strict({ role: ROLE }),
      answer: async ({ person, params, body }) => {
        const member = await organisations.setRole(person, params.organisation, params.account, body.role);
        if (params.account !== person.id) parts.notices.tell(params.account, 'role', body.role);
        return member;
      },
    },
    'DELETE /api/organisations/:organisation/members/:account': ({ person, params }) =>
      organisations.removeMember(person, params.organisation, params.account),

    'GET /api/organisations/:organisation/invitations': ({ person, params }) =>
      invitations.list(person, params.organisation),
    'POST /api/organisations/:organisation/invitations': {
      body: strict({ email: EMAIL, role: ROLE, language: LANGUAGE }),
      answer: ({ person, params, body }) =>
        invitations.create(person, { organisationId: params.organisation, ...body }),
    },
    'DELETE /api/organisations/:organisation/invitations/:invitation': ({ person, params }) =>
      invitations.remove(person, params.organisation, params.invitation),
    'GET /api/organisations/:organisation/audit': {
      query: strict({ before: PAGE }),
      answer: async ({ person, params, query }) => {
        await access.organisation(person, params.organisation, 'owner');
        return audit.read({ organisationId: params.organisation, before: query.before });
      },
    },
    'POST /api/invitation/accept': {
      body: token,
      answer: async ({ person, body }) => {
        const id = await invitations.accept(body.token, person);
        return id === null ? null : organisations.get(person, id);
      },
    },
  });

  routes.add('everybody', {
    'POST /api/invitation/preview': {
      body: token,
      answer: async ({ caller, body }) => {
        await attempts.link(caller.address);
        return invitations.preview(body.token);
      },
    },
  });
}
