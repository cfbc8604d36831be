import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../accounts/guards/console-error.js';
import { OIDC_PATH } from '../accounts/people/account-library.js';
import type { Caller } from '../accounts/people/sessions.js';
import type { Arrivals } from './arrivals.js';
import { ownPath } from './guards.js';
import { addCookies, callerOf } from './routes.js';
import type { ServerParts } from './server-parts.js';

interface BeginRequest {
  Params: { provider: string };
  Querystring: { to?: string };
}

/**
 * Sign-in through an OpenID Connect provider. The browser follows both requests as links, so every outcome is
 * a redirect: to the provider, to a page of the console, or to the sign-in page with `?error=…`.
 */
export function addProviderRoutes(app: FastifyInstance, parts: ServerParts, arrivals: Arrivals): void {
  const { sessions, attempts } = parts;
  const { consoleUrl, provider, log } = parts.options;

  app.get<BeginRequest>(`${OIDC_PATH}/:provider`, async (request, reply) => {
    if (provider === null || request.params.provider !== provider.id)
      throw new ConsoleError('not_found', 'There is no such provider.');
    const caller = callerOf(request);
    await attempts.link(caller.address);
    const to = ownPath(request.query.to, consoleUrl);
    try {
      const begun = await sessions.beginAtProvider(caller, { provider: provider.id, to }).catch(async () => {
        // The provider may not have answered when the console started.
        await parts.renewProvider();
        return sessions.beginAtProvider(caller, { provider: provider.id, to });
      });
      addCookies(reply, begun.cookies);
      return await reply.redirect(begun.value, 302);
    } catch (error) {
      log.warn({ err: error }, 'the OpenID Connect provider cannot be used');
      return reply.redirect(`${consoleUrl}/sign-in?error=provider_unavailable`, 302);
    }
  });

  app.get(`${OIDC_PATH}/callback/:provider`, async (request, reply) => {
    const caller = callerOf(request);
    await attempts.link(caller.address);
    const answer = await sessions.endAtProvider(caller, `${consoleUrl}${request.url}`);
    const cookies = answer.headers.getSetCookie();
    addCookies(reply, cookies);
    const to = new URL(answer.headers.get('location') ?? '/sign-in?error=provider_failed', consoleUrl);
    if (to.origin !== new URL(consoleUrl).origin) return reply.redirect(`${consoleUrl}/`, 302);
    const failure = to.searchParams.get('error');
    if (failure !== null) {
      to.search = `?error=${FAILURES[failure.toLowerCase()] ?? 'provider_failed'}`;
      log.warn({ failure: failure.slice(0, 100) }, 'a sign-in through the provider failed');
    } else await noteSignIn(cookies, caller);
    return reply.redirect(to.href, 302);
  });

  async function noteSignIn(cookies: readonly string[], caller: Caller): Promise<void> {
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
    const { value: person } = await sessions.current({ ...caller, cookie });
    if (person !== null) await arrivals.note(person.id, caller, 'provider');
  }
}

/** Maps the account library's error codes to the codes that the page uses. */
const FAILURES: Readonly<Record<string, string>> = {
  sign_up_closed: 'sign_up_closed',
  account_closed: 'account_closed',
  email_not_verified: 'email_unverified',
  unable_to_create_user: 'sign_up_closed',
  'account not linked': 'account_not_linked',
  account_not_linked: 'account_not_linked',
  access_denied: 'access_denied',
};
