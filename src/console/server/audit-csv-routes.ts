import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../accounts/guards/access.js';
import { ConsoleError } from '../accounts/guards/console-error.js';
import { addCookies, callerOf } from './routes.js';
import type { ServerParts } from './server-parts.js';

interface OfOrganisation {
  Params: { organisation: string };
}

/**
 * Serves the audit log as a file to download. Operators get the whole log; owners get only their
 * organisation's part.
 */
export function addAuditCsvRoutes(app: FastifyInstance, { access, audit, sessions }: ServerParts): void {
  const personOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Person> => {
    const { value: person, cookies } = await sessions.current(callerOf(request));
    addCookies(reply, cookies);
    if (person === null) throw new ConsoleError('sign_in_required', 'Sign in first.');
    return person;
  };
  const send = (reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(pieces));

  app.get('/api/operator/audit.csv', async (request, reply) => {
    const person = await personOf(request, reply);
    if (!person.isOperator)
      throw new ConsoleError('forbidden', 'Only an operator of this deployment may do this.', {
        reason: 'operator_needed',
      });
    return send(reply, audit.csv());
  });
  app.get<OfOrganisation>('/api/organisations/:organisation/audit.csv', async (request, reply) => {
    const person = await personOf(request, reply);
    await access.organisation(person, request.params.organisation, 'owner');
    return send(reply, audit.csv(request.params.organisation));
  });
}
