import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's folder, three levels above this file, both in `src` and in `dist`. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/** The package's version. */
export const VERSION = (
  JSON.parse(readFileSync(`${PACKAGE_FOLDER}/package.json`, 'utf8')) as { version: string }
).version;

/**
 * The program's name in messages: `npx gazarch` in a clone of the repository, and if npx downloaded the
 * package.
 */
export const COMMAND =
  /[\\/]node_modules[\\/]/.test(PACKAGE_FOLDER) && !PACKAGE_FOLDER.includes('_npx')
    ? 'gazarch'
    : 'npx gazarch';

/** The name and version that appear in datasets and in the API description. */
export const GENERATOR = `gazarch ${VERSION}`;
