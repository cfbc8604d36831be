/**
 * Makes the pictures of the README, light and dark, from the running page with the bundled sample: an
 * address, a route with its surfaces, a way round a closure, and answers without a network. They lie in
 * `docs/pictures`. The sample carries no data of others. Build first.
 *
 *     node scripts/map-pictures.mjs
 */
import { execFileSync, spawn } from 'node:child_process';
import console from 'node:console';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const SIZE = { width: 960, height: 680 };
const pictures = join(root, 'docs/pictures');

/** Where the page is opened, what is done there, and what stands on top of the panel. */
const STATES = {
  address: {
    hash: '#15.4/47.9205/106.9125',
    async show(page) {
      await page.getByRole('combobox').fill('бага тойруу 5');
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Route from here' }).waitFor();
    },
  },
  surfaces: {
    top: '.total',
    hash: '#r=106.9178,47.9189,Sükhbaatar Square;106.9310,47.9352,Dari-Ekh&m=driving&l=en',
    show: (page) => page.locator('.surface-bar').waitFor(),
  },
  closure: {
    top: '.total',
    hash: '#r=106.8940,47.9166;106.9310,47.9180&m=driving&l=en',
    show: (page) => page.getByText(/longer because of/).waitFor(),
  },
  offline: {
    hash: '#14.2/47.9189/106.9140',
    async show(page) {
      await page.getByText('Keep for offline').click();
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      await page.getByRole('region', { name: 'Stored in this browser' }).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('radio', { name: 'Route', exact: true }).check();
      for (const [label, text] of [
        ['From', 'narantuul'],
        ['To', 'gandan'],
      ]) {
        await page.getByRole('combobox', { name: label }).fill(text);
        await page.getByRole('option').first().click();
      }
      await page.locator('.total').waitFor();
      await page.getByText(/No network/).waitFor();
    },
  },
};

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
run('export', 'offline', '--dataset', dataset, '--to', join(folder, 'areas/ulaanbaatar'));
const road = ['--road', 'Энхтайваны өргөн чөлөө', '--near', '106.9176,47.9171', '--reason', 'Repairs'];
run('closures', 'add', ...road, '--database', database, '--dataset', dataset);
const flags = [
  ...['--offline', join(folder, 'areas')],
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
  mkdirSync(pictures, { recursive: true });
  for (const [name, state] of Object.entries(STATES))
    for (const colorScheme of ['light', 'dark']) {
      const path = join(pictures, `${name}-${colorScheme}.png`);
      const picture = packPicture(await takePicture(address, state, colorScheme));
      writeFileSync(path, picture);
      console.log(`${path}: ${Math.round(picture.length / 1000)} KB`);
    }
} finally {
  await browser.close();
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function takePicture(address, { hash, show, top = null }, colorScheme) {
  const context = await browser.newContext({
    colorScheme,
    locale: 'en',
    viewport: SIZE,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('gazarch-key', ${JSON.stringify(key)})`);
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`${address}/${hash}`);
  await page.waitForFunction(() => performance.getEntriesByName('map').length > 0);
  await show(page);
  await page.locator('.panel-body').evaluate((body, to) => {
    if (to === null) body.scrollTop = 0;
    else body.querySelector(to).scrollIntoView();
  }, top);
  // The camera moves to the answer, and labels fade in.
  await page.waitForTimeout(2_500);
  const picture = await page.screenshot();
  await context.close();
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
