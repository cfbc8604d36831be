import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the licences of other people's code that stands in a bundle: what esbuild really took, not what is
 * installed.
 * @param {string} root of the project
 * @param {Pick<import('esbuild').Metafile, 'inputs'>} metafile of the bundle
 * @param {string} path of the file to write
 */
export function writeLicenses(root, metafile, path) {
  const inputs = Object.keys(metafile.inputs).filter((input) => input.includes('node_modules/'));
  const folders = new Set(inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)[0]));
  const texts = [...folders].sort().map((folder) => licenseOf(join(root, folder)));
  writeFileSync(path, `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|-|$)/i.test(one));
  const by = typeof author === 'string' ? author : (author?.name ?? '');
  const text =
    file !== undefined && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), 'utf8').trim()
      : `Licence: ${license}${by === '' ? '' : `, ${by}`}`;
  return `${name} ${version} (${license})\n\n${text}`;
}
