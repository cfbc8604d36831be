import { isIP } from 'node:net';
import type { Settings } from './settings.js';

/** Whether there is a page at /: by default only where nobody but this machine can ask for it. */
export function wantsPage({ playground, host }: Pick<Settings, 'playground' | 'host'>): boolean {
  return playground === 'on' || (playground === 'auto' && isLoopback(host));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
