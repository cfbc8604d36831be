import { isIP } from 'node:net';
import { ASK_LIMIT_AUTO } from './server-settings.js';
import type { Only } from './settings.js';

/**
 * Whether there is a page at `/`. By default, there is a page only if no other machine can reach the service.
 */
export function wantsPage({ playground, host }: Only<'playground' | 'host'>): boolean {
  return playground === 'on' || (playground === 'auto' && isLoopback(host));
}

/**
 * The limit is one request per second: a person looking at a map needs less, and a script that uses the
 * page's address gets no more.
 */
const ASK_LIMIT_HERE = 60;

/**
 * Returns how many requests per minute the page may send without a key. By default, such requests are allowed
 * only if no other machine can reach the service.
 */
export function askLimit({ mapAskLimit, host }: Only<'mapAskLimit' | 'host'>): number {
  if (mapAskLimit !== ASK_LIMIT_AUTO) return mapAskLimit;
  return isLoopback(host) ? ASK_LIMIT_HERE : 0;
}

/**
 * Returns the address of the developer console, to be shown on the API's pages; empty if it is unknown. The
 * address comes from a setting. Without the setting, the address is on localhost if no other machine can
 * reach the service.
 */
export function consoleLink(settings: Only<'console' | 'consoleUrl' | 'consolePort' | 'host'>): string {
  const { console, consoleUrl, consolePort, host } = settings;
  if (consoleUrl !== '') return consoleUrl;
  return console && consolePort !== 0 && isLoopback(host) ? `http://localhost:${consolePort}` : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
