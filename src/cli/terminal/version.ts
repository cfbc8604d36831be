import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package: three levels above this file, in src and in dist alike. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/** The package's own version. */
export const VERSION = (
  JSON.parse(readFileSync(`${PACKAGE_FOLDER}/package.json`, 'utf8')) as { version: string }
).version;

/** Name and version, as datasets and the API description carry it. */
export const GENERATOR = `gazarch ${VERSION}`;
