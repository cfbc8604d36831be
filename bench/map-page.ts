/**
 * The page at `/` as somebody at a screen meets it, in headless Chromium without a graphics card: the first
 * map in a fresh browser, results behind the pause, and a route after a marker was dragged. The limits are
 * those of issue 24.
 *
 *     bench/map-page.js --dataset DIR [--build DIR] [--rounds 7]     DIR has tiles; build: `npm run build`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startBuilt, stopBuilt, type BuiltService } from './built-service.js';
import { median } from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'data/dataset' },
    build: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '7' },
  },
});

const LIMITS = { map: 2_000, results: 100, route: 150 };
const PAUSE_MS = 300;
const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/**
 * Runs in the page: notes when a letter is typed or a marker is let go, and when the list or the route is
 * drawn next.
 */
const STOPWATCH = `
  window.times = { from: 0, results: [], route: [] };
  addEventListener('input', () => (times.from = performance.now()), true);
  addEventListener('mouseup', () => (times.from = performance.now()), true);
  const drawn = (name) => requestAnimationFrame(() => times[name].push(performance.now() - times.from));
  new MutationObserver((changes) => {
    const isIn = (selector) => changes.some(({ target }) => {
      const element = target.nodeType === 1 ? target : target.parentElement;
      return element?.closest(selector) != null;
    });
    if (isIn('[role=listbox]')) drawn('results');
    if (isIn('.total')) drawn('route');
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

interface Round {
  map: number;
  results: number;
  route: number;
}

const folder = mkdtempSync(join(tmpdir(), 'gazarch-map-page-'));
const service = await startBuilt(resolve(flags.build), resolve(flags.dataset), folder);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ARGS,
});
try {
  // The first visitor warms up the service; the browser of each round is fresh.
  await round(browser, service);
  const rounds: Round[] = [];
  for (let i = 0; i < Number(flags.rounds); i++) rounds.push(await round(browser, service));
  for (const name of ['map', 'results', 'route'] as const) {
    const times = rounds.map((one) => one[name]);
    const text = `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`;
    console.log(`${name.padEnd(8)} ${text}, limit ${LIMITS[name]} ms`);
  }
} finally {
  await browser.close();
  await stopBuilt(service);
  rmSync(folder, { recursive: true, force: true });
}

async function round(browser: Browser, { port, key }: BuiltService): Promise<Round> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('gazarch-key', ${JSON.stringify(key)}); ${STOPWATCH}`);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => performance.getEntriesByName('map').length > 0);
  const map = await page.evaluate<number>('performance.getEntriesByName("map")[0].startTime');
  const results = await searched(page);
  const route = await dragged(page);
  await context.close();
  return { map, results, route };
}

/** Milliseconds from the end of the pause until the list is there. */
async function searched(page: Page): Promise<number> {
  await page.getByRole('combobox').first().pressSequentially('suhbaatar', { delay: 60 });
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(PAUSE_MS);
  const [first] = await page.evaluate<number[]>('times.results');
  return first - PAUSE_MS;
}

/** Milliseconds from letting the marker go until the new route is written. */
async function dragged(page: Page): Promise<number> {
  await page.getByRole('radio', { name: 'Route', exact: true }).check();
  await page.getByRole('button', { name: 'Show me a route' }).click();
  await page.locator('.total').waitFor();
  await page.waitForTimeout(1_500);
  await page.evaluate('times.route = []');
  const box = (await page.locator('.end-mark-to').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 70, { steps: 6 });
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.waitForFunction(
    () => (globalThis as unknown as { times: { route: number[] } }).times.route.length > 0,
  );
  const [first] = await page.evaluate<number[]>('times.route');
  return first;
}
