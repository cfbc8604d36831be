import { isIP } from 'node:net';
import { ASK_LIMIT_AUTO } from './server-settings.js';
import type { Only } from './settings.js';

/** Whether there is a page at /: by default only where nobody but this machine can ask for it. */
export function wantsPage({ playground, host }: Only<'playground' | 'host'>): boolean {
  return playground === 'on' || (playground === 'auto' && isLoopback(host));
}

/** One a second: who looks at a map asks less, and a script on the page's address gets no more. */
const ASK_LIMIT_HERE = 60;

/** Requests per minute that the page may send without a key; by default only where nobody else can ask. */
export function askLimit({ mapAskLimit, host }: Only<'mapAskLimit' | 'host'>): number {
  if (mapAskLimit !== ASK_LIMIT_AUTO) return mapAskLimit;
  return isLoopback(host) ? ASK_LIMIT_HERE : 0;
}

/**
 * Where readers of the API's pages find the developer console, beside the API or where a setting says it is;
 * empty where nobody knows. Without a setting it is on this machine, which is of use to nobody elsewhere.
 */
export function consoleLink(settings: Only<'console' | 'consoleUrl' | 'consolePort' | 'host'>): string {
  const { console, consoleUrl, consolePort, host } = settings;
  if (consoleUrl !== '') return consoleUrl;
  return console && consolePort !== 0 && isLoopback(host) ? `http://localhost:${consolePort}` : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
