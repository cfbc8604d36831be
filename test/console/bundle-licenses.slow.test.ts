import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Beside each bundle stand the licences of other people's code in it. `npm test` builds them first. */

const dist = resolve(import.meta.dirname, '../../dist');

it.each([
  ['program', ['kysely', '@sinclair/typebox']],
  ['console', ['better-auth', 'fastify', 'nodemailer']],
  ['console/web', ['preact', '@preact/signals', 'uplot', 'uqr']],
  ['map-page/app', ['preact', 'maplibre-gl', 'pmtiles', '@sinclair/typebox']],
  ['offline', ['@sinclair/typebox', 'pluscodes']],
])('has the licences of what is in dist/%s', (bundle, packages) => {
  const text = readFileSync(join(dist, bundle, 'LICENSES.txt'), 'utf8');
  const parts = text.split(`\n\n${'-'.repeat(80)}\n\n`);
  for (const name of packages) {
    const part = parts.find((one) => one.startsWith(`${name} `));
    expect(part, name).toMatch(/Permission|Redistribution|Licence:/);
  }
  // esbuild says before each file where it is from, unless it was made small.
  const inside = readdirSync(join(dist, bundle))
    .map((file) => join(dist, bundle, file))
    .filter((path) => path.endsWith('.js') && statSync(path).isFile())
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm),
    ]);
  for (const name of new Set(inside.map(([, name]) => name)))
    expect(
      parts.some((part) => part.startsWith(`${name} `)),
      name,
    ).toBe(true);
});
