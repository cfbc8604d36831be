import { Type } from '@sinclair/typebox';
import type { ConsoleParts } from './console-parts.js';
import type { Routes } from './routes.js';
import { EMAIL, LANGUAGE, NAME, ROLE, strict, TOKEN } from './schemas.js';

/** Organisations, members and invitations. */
export function addOrganisationRoutes(routes: Routes, parts: ConsoleParts): void {
  const { organisations, invitations, access, audit, attempts } = parts;
  const allowed = 'account';

  routes.add('GET /api/organisations', { allowed }, ({ person }) => organisations.list(person));

  routes.add('POST /api/organisations', { allowed, body: strict({ name: NAME }) }, ({ person, body }) =>
    organisations.create(person, body.name),
  );

  routes.add('GET /api/organisations/:organisation', { allowed }, ({ person, params }) =>
    organisations.get(person, params.organisation),
  );

  routes.add(
    'PATCH /api/organisations/:organisation',
    { allowed, body: strict({ name: NAME }) },
    ({ person, params, body }) => organisations.rename(person, params.organisation, body.name),
  );

  routes.add('DELETE /api/organisations/:organisation', { allowed }, async ({ person, params }) => {
    await organisations.remove(person, params.organisation);
    return null;
  });

  routes.add('GET /api/organisations/:organisation/members', { allowed }, ({ person, params }) =>
    organisations.members(person, params.organisation),
  );

  routes.add(
    'PATCH /api/organisations/:organisation/members/:account',
    { allowed, body: strict({ role: ROLE }) },
    ({ person, params, body }) =>
      organisations.setRole(person, params.organisation, params.account, body.role),
  );

  routes.add(
    'DELETE /api/organisations/:organisation/members/:account',
    { allowed },
    async ({ person, params }) => {
      await organisations.removeMember(person, params.organisation, params.account);
      return null;
    },
  );

  routes.add('GET /api/organisations/:organisation/invitations', { allowed }, ({ person, params }) =>
    invitations.list(person, params.organisation),
  );

  routes.add(
    'POST /api/organisations/:organisation/invitations',
    { allowed, body: strict({ email: EMAIL, role: ROLE, language: LANGUAGE }) },
    ({ person, params, body }) =>
      invitations.create(person, { organisationId: params.organisation, ...body }),
  );

  routes.add(
    'DELETE /api/organisations/:organisation/invitations/:invitation',
    { allowed },
    async ({ person, params }) => {
      await invitations.remove(person, params.organisation, params.invitation);
      return null;
    },
  );

  routes.add(
    'GET /api/organisations/:organisation/audit',
    { allowed, query: strict({ before: Type.Optional(Type.String({ maxLength: 60 })) }) },
    async ({ person, params, query }) => {
      await access.organisation(person, params.organisation, 'owner');
      return audit.read({ organisationId: params.organisation, before: query.before });
    },
  );

  routes.add(
    'POST /api/invitation/preview',
    { allowed: 'everybody', body: strict({ token: TOKEN }) },
    ({ caller, body }) => {
      attempts.link(caller.address);
      return invitations.preview(body.token);
    },
  );

  routes.add(
    'POST /api/invitation/accept',
    { allowed, body: strict({ token: TOKEN }) },
    async ({ person, body }) => {
      const id = await invitations.accept(body.token, person);
      return id === null ? null : organisations.get(person, id);
    },
  );
}
