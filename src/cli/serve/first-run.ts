import { join } from 'node:path';
import { createKey } from '../../keys/create-key.js';
import { KEY_SCOPES } from '../../keys/api-key.js';
import type { KeyStore } from '../../keys/key-store.js';
import { runImport } from '../../importer/run-import.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import { ProgressPrinter } from '../terminal/progress.js';
import { GENERATOR, PACKAGE_FOLDER } from '../terminal/version.js';

/** Imports the bundled sample of central Ulaanbaatar. Takes a few seconds. */
export async function importSample(out: string): Promise<void> {
  const source = join(PACKAGE_FOLDER, 'sample', 'ulaanbaatar.osm');
  console.log(`There is no dataset in ${out} yet: importing the bundled sample of central Ulaanbaatar.`);
  const progress = new ProgressPrinter(process.stderr);
  try {
    await runImport({ sources: [source], out, mapping: null, force: false, generator: GENERATOR }, progress);
  } finally {
    progress.clear();
  }
}

/**
 * Creates a key for a new user, unless the store has one already.
 * @returns the token, which is shown only this once, or null when no key was created.
 */
export async function createFirstKey(store: KeyStore): Promise<string | null> {
  if ((await store.list()).length > 0) return null;
  const { token } = await createKey(store, {
    name: 'first key',
    endpoints: [...KEY_SCOPES],
    rateLimit: null,
    expiresAt: null,
  });
  return token;
}

/** What the start message is made of. */
export interface Welcome {
  address: string;
  /** The new key, or null when none was created. */
  token: string | null;
  /** Null for a dataset without places. */
  examples: ExampleRequests | null;
}

/**
 * What a new user reads after the start: a key, requests to paste, where the docs are,
 * and how to get the whole country.
 */
export function welcomeLines({ address, token, examples }: Welcome): string[] {
  const lines = ['', `gazarch listens on ${address}`];
  if (token !== null) {
    lines.push(
      '',
      'Your first API key (shown only this once; "gazarch keys create" makes more):',
      '',
      `  ${token}`,
    );
  }
  if (examples !== null) {
    lines.push('', 'Requests to paste:', '');
    for (const path of requestPaths(examples))
      lines.push(`  curl -H "Authorization: Bearer ${token ?? 'YOUR_KEY'}" "${address}${path}"`);
  }
  lines.push(
    '',
    `API documentation:   ${address}/docs`,
    'All of Mongolia:     npx gazarch import mongolia   ' +
      '(downloads about 70 MB; the running service takes it over)',
    '',
  );
  return lines;
}

function requestPaths({ search, reverse, route }: ExampleRequests): string[] {
  return [
    `/v1/geocode?q=${encodeURIComponent(search)}`,
    `/v1/geocode?lat=${reverse.latitude}&lon=${reverse.longitude}`,
    ...(route === null
      ? []
      : [`/v1/route?origin=${route.origin.join(',')}&destination=${route.destination.join(',')}`]),
  ];
}
