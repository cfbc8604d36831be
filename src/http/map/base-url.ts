import { headerOf } from '../../wire/reply.js';
import type { Exchange } from '../core/exchange.js';

/**
 * The address at which the client reaches this service, without a slash at the end: that of the setting, or
 * else that of the request. Behind a trusted proxy the scheme is the first one it names: proxies behind one
 * another make a list that begins with the client's.
 */
export function baseUrl({ app, req, reply }: Exchange): string {
  const { publicUrl } = app.settings;
  if (publicUrl !== '') return publicUrl;
  const forwarded = headerOf(req, 'x-forwarded-proto');
  const scheme =
    forwarded?.split(',')[0].trim() === 'https' && app.clients.isFromProxy(reply) ? 'https' : 'http';
  return `${scheme}://${headerOf(req, 'host') ?? ''}`;
}
