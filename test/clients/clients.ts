import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { noteMissing } from '../run-folder.js';

/**
 * Clients of other projects, which `scripts/get-clients.sh` puts into a cache folder. Where they are not, the
 * tests that need them are skipped, and this says so.
 */
export const CLIENTS = process.env['GAZARCH_CLIENTS'] ?? join(homedir(), '.cache', 'gazarch', 'clients');

export const PYTHON = join(CLIENTS, 'venv', 'bin', 'python');
export const hasPythonClients = has(join(CLIENTS, 'pip-version'), 'clients in Python');
export const hasWebClients = has(join(CLIENTS, 'npm-version'), 'clients of npm');

function has(path: string, what: string): boolean {
  if (existsSync(path)) return true;
  noteMissing(`${what} are absent (scripts/get-clients.sh gets them)`);
  return false;
}
