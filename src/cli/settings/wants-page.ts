import { isIP } from 'node:net';
import { ASK_LIMIT_AUTO } from './server-settings.js';
import type { Only } from './settings.js';

/** Whether there is a page at /: by default only if nobody but this machine can ask for it. */
export function wantsPage({ playground, host }: Only<'playground' | 'host'>): boolean {
  return playground === 'on' || (playground === 'auto' && isLoopback(host));
}

/**
 * One a second: a person looking at a map needs less, and a script that uses the page's address gets no more.
 */
const ASK_LIMIT_HERE = 60;

/** Requests per minute that the page may send without a key; by default only if nobody else can ask. */
export function askLimit({ mapAskLimit, host }: Only<'mapAskLimit' | 'host'>): number {
  if (mapAskLimit !== ASK_LIMIT_AUTO) return mapAskLimit;
  return isLoopback(host) ? ASK_LIMIT_HERE : 0;
}

/**
 * The address of the developer console for readers of the API's pages, beside the API or as set; empty if it
 * is not known. Without a setting it is on this machine, which helps nobody elsewhere.
 */
export function consoleLink(settings: Only<'console' | 'consoleUrl' | 'consolePort' | 'host'>): string {
  const { console, consoleUrl, consolePort, host } = settings;
  if (consoleUrl !== '') return consoleUrl;
  return console && consolePort !== 0 && isLoopback(host) ? `http://localhost:${consolePort}` : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
