import { headerOf } from '../../wire/reply.js';
import type { Exchange } from '../core/exchange.js';

/**
 * Returns the address at which the client reaches this service, without a trailing slash: from the setting,
 * or else from the request. Behind trusted proxies, the scheme is the first one that `X-Forwarded-Proto`
 * lists, because the client used that scheme.
 */
export function baseUrl({ app, req, reply }: Exchange): string {
  const { publicUrl } = app.settings;
  if (publicUrl !== '') return publicUrl;
  const forwarded = headerOf(req, 'x-forwarded-proto');
  const scheme =
    forwarded?.split(',')[0].trim() === 'https' && app.clients.isFromProxy(reply) ? 'https' : 'http';
  return `${scheme}://${headerOf(req, 'host') ?? ''}`;
}
