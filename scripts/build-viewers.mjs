/**
 * Copies the files of the two reference pages, Swagger UI and ReDoc, from their packages into `dist/viewers`,
 * with their licences. A user needs these few files and not the packages, which weigh 100 MB.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist/viewers');
const packages = join(root, 'node_modules');

/**
 * ReDoc shows its maker's logo from the maker's server. Pages here ask nobody but this server, so it gets an
 * empty picture.
 */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const EMPTY_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** File in `dist/viewers`: file in `node_modules`. */
const COPIES = {
  'swagger-ui.css': '@fastify/swagger-ui/static/swagger-ui.css',
  'swagger-ui-bundle.js': '@fastify/swagger-ui/static/swagger-ui-bundle.js',
  'swagger-ui.LICENSE.txt': '@fastify/swagger-ui/LICENSE',
  'redoc.LICENSE.txt': 'redoc/LICENSE',
  'redoc.standalone.js.LICENSE.txt': 'redoc/bundles/redoc.standalone.js.LICENSE.txt',
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [name, from] of Object.entries(COPIES)) copyFileSync(join(packages, from), join(target, name));
const redoc = readFileSync(join(packages, 'redoc/bundles/redoc.standalone.js'), 'utf8');
if (!redoc.includes(REDOC_LOGO))
  throw new Error(`ReDoc has no ${REDOC_LOGO} any more: look at what it loads`);
writeFileSync(join(target, 'redoc.standalone.js'), redoc.replaceAll(REDOC_LOGO, EMPTY_PICTURE));
