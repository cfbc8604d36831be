import { headerOf } from '../../wire/reply.js';
import type { Exchange } from '../core/exchange.js';

/**
 * Where the client reaches this service, without a slash at the end: as a setting says, else where the
 * request says it went. Behind a proxy that is trusted, the scheme is the first that it names:
 * proxies behind one another make a list, which begins with what the client used.
 */
export function baseUrl({ app, req, reply }: Exchange): string {
  const { publicUrl } = app.settings;
  if (publicUrl !== '') return publicUrl;
  const forwarded = headerOf(req, 'x-forwarded-proto');
  const scheme =
    forwarded?.split(',')[0].trim() === 'https' && app.clients.isFromProxy(reply) ? 'https' : 'http';
  return `${scheme}://${headerOf(req, 'host') ?? ''}`;
}
