import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real extracts lie in a folder beside a developer's clone. A user's clone has none; CI must have them. */
const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../../shared/geodata');

export const hasGeodata = existsSync(folder);

if (!hasGeodata) {
  process.stderr.write('note: ../shared/geodata is absent, tests on real extracts are skipped\n');
  if (process.env['GAZARCH_REQUIRE_GEODATA'] === '1')
    throw new Error(`${folder} is absent, but this run requires it`);
}

/** The path of one of the extracts. */
export function geodata(name: string): string {
  return resolve(folder, name);
}
