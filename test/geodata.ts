import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteMissing } from './run-folder.js';

/** Real extracts lie in a folder beside a developer's clone. A user's clone has none; CI must have them. */
const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../../shared/geodata');

export const hasGeodata = existsSync(folder);

if (!hasGeodata)
  noteMissing('real extracts are absent (../shared/geodata)', process.env['GAZARCH_REQUIRE_GEODATA'] === '1');

/** The path of one of the extracts. */
export function geodata(name: string): string {
  return resolve(folder, name);
}
