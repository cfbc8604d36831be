import type { FastifyRequest } from 'fastify';
import { ConsoleError } from '../accounts/guards/console-error.js';

/**
 * Refuses changes from another origin, because browsers also send our cookies with that origin's requests. A
 * change must come from our own origin and must be JSON, which HTML forms cannot send. Clients other than
 * browsers send neither header, and have no cookies that an attacker could misuse.
 * @throws ConsoleError `cross_origin`
 */
export function refuseForeignOrigin(request: FastifyRequest, consoleOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers;
  if (origin !== undefined && origin !== consoleOrigin) throw foreign();
  if (site !== undefined && site !== 'same-origin') throw foreign();
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new ConsoleError('cross_origin', 'The body of this request must be JSON: {} if it is empty.');
}

function foreign(): ConsoleError {
  return new ConsoleError('cross_origin', 'This request came from a page of another origin.');
}

/**
 * Returns the console path to open after a sign-in. Anything else, such as `//foreign.example`, becomes `/`,
 * because a link to the console must not lead elsewhere.
 */
export function ownPath(to: string | undefined, consoleUrl: string): string {
  if (to === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(to) || to.includes('\\')) return '/';
  try {
    const url = new URL(to, consoleUrl);
    const isOwn = url.origin === new URL(consoleUrl).origin && !url.pathname.startsWith('//');
    return isOwn ? `${url.pathname}${url.search}${url.hash}` : '/';
  } catch {
    return '/';
  }
}
