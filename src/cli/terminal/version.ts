import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the package. It is three levels above this file, in `src` and in `dist` alike. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/** Version of the package. */
export const VERSION = (
  JSON.parse(readFileSync(`${PACKAGE_FOLDER}/package.json`, 'utf8')) as { version: string }
).version;

/** Name and version, as datasets and the API description state them. */
export const GENERATOR = `gazarch ${VERSION}`;
