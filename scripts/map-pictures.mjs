/**
 * Makes the pictures of the map for the README, light and dark, from the running page with the bundled
 * sample: `docs/map-light.png` and `docs/map-dark.png`. The sample carries no data of others. Build first.
 *
 *     node scripts/map-pictures.mjs
 */
import { execFileSync, spawn } from 'node:child_process';
import console from 'node:console';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { packPicture } from './pack-picture.mjs';

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-pictures-'));
const [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
const env = { ...process.env, GAZARCH_TILES: 'on' };
const run = (...args) => execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', env });

/** The picture shows a part of the town with a route in it. */
const SIZE = { width: 1200, height: 720 };
const VIEW = '#13.6/47.9205/106.9100';

run('import', join(root, 'sample/ulaanbaatar.osm'), '--dataset', dataset);
const create = [
  'keys',
  'create',
  '--name',
  'pictures',
  '--endpoints',
  'geocode,route',
  '--rate-limit',
  '10000',
];
const { key } = JSON.parse(run(...create, '--database', database, '--json'));
const flags = [
  '--dataset',
  dataset,
  '--database',
  database,
  '--port',
  '0',
  '--workers',
  '1',
  '--no-first-key',
];
const service = spawn(process.execPath, [program, 'serve', ...flags], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args,
});
try {
  const address = await addressOf(service);
  for (const colorScheme of ['light', 'dark']) {
    const path = join(root, `docs/map-${colorScheme}.png`);
    const picture = packPicture(await takePicture(address, colorScheme));
    writeFileSync(path, picture);
    console.log(`${path}: ${Math.round(picture.length / 1000)} KB`);
  }
} finally {
  await browser.close();
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function takePicture(address, colorScheme) {
  const page = await browser.newPage({ colorScheme, locale: 'en', viewport: SIZE, reducedMotion: 'reduce' });
  await page.addInitScript(`sessionStorage.setItem('gazarch-key', ${JSON.stringify(key)})`);
  await page.goto(`${address}/${VIEW}`);
  page.on('pageerror', (error) => console.error(error.message));
  await page.waitForFunction(() => performance.getEntriesByName('map').length > 0);
  await page.getByRole('radio', { name: 'Route', exact: true }).check();
  for (const [label, text] of [
    ['From', 'narantuul'],
    ['To', 'gandan'],
  ]) {
    await page.getByRole('combobox', { name: label }).fill(text);
    await page.getByRole('option').first().click();
  }
  await page.locator('.total').waitFor();
  await page.getByText(/^\d+ steps$/).click();
  await page.locator('.panel-body').evaluate((body) => (body.scrollTop = 0));
  // The camera moves to the route, and labels fade in.
  await page.waitForTimeout(2_500);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** Resolves when the service has said where it is. */
function addressOf(child) {
  let text = '';
  return new Promise((found, failed) => {
    child.on('exit', () => failed(new Error(`the service ended: ${text}`)));
    const read = (chunk) => {
      text += chunk;
      const address = /gazarch listens on (http:\S+)/.exec(text)?.[1];
      if (address !== undefined) found(address);
    };
    // The greeting is on standard error, the log on the other.
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
  });
}
