import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's folder, three levels above this file, both in `src` and in `dist`. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/** The package's version. */
export const VERSION = (
  JSON.parse(readFileSync(`${PACKAGE_FOLDER}/package.json`, 'utf8')) as { version: string }
).version;

/** The program's name in messages, which differs with npx in a clone, and when npm fetched it. */
export const COMMAND =
  /[\\/]node_modules[\\/]/.test(PACKAGE_FOLDER) && !PACKAGE_FOLDER.includes('_npx')
    ? 'gazarch'
    : 'npx gazarch';

/** The name and version, as datasets and the API description state them. */
export const GENERATOR = `gazarch ${VERSION}`;
