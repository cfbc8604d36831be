import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleLink } from '../../src/cli/settings/wants-page.js';
import { HTTP_DEFAULTS } from '../../src/http/core/settings.js';
import { docsStartHtml } from '../../src/http/description/docs-start.js';
import { DOCS_TEXTS } from '../../src/http/description/docs-texts.js';
import { axeFindings, hasChromium, OF_COLORS, startChromium } from '../console/web/chromium.js';
import { Client } from './ask.js';

/**
 * /docs and /redoc need nothing from elsewhere: a real browser shows them without one request to another
 * host.
 */

let client: Client;
beforeAll(async () => {
  client = await Client.start({}, { zones: { at: () => [] } });
});
afterAll(() => client.stop());

const FILES = [
  '/docs/swagger-ui.css',
  '/docs/start.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/start.js',
  '/redoc/redoc.standalone.js',
  '/redoc/start.js',
];

/** In the order of the page. */
const ENDPOINTS = [
  '/v1/geocode',
  '/v1/places',
  '/v1/zones',
  '/v1/route',
  '/v1/matrix',
  '/v1/isochrone',
  '/v1/match',
  '/v1/trip',
  '/health',
  '/health/ready',
  '/openapi.json',
  '/copyright',
  '/docs',
  '/redoc',
];

const PAGES = ['/', '/redoc', '/openapi.json', '/copyright'];

it.each(['/docs', '/redoc'])('%s is a page with a strict policy', async (path) => {
  const answer = await client.ask(path, { token: null });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = answer.headers['content-security-policy'] as string;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  for (const [, address] of answer.text.matchAll(/(?:src|href)="([^"]*)"/g))
    expect(
      FILES.includes(address) || address.startsWith('#') || PAGES.includes(address) || address === 'data:,',
      address,
    ).toBe(true);
});

it('has every place that its start leads to', async () => {
  const { text } = await client.ask('/docs', { token: null });
  const places = [...text.matchAll(/href="#([\w-]+)"/g)].map(([, place]) => place);
  expect(places.length).toBeGreaterThan(7);
  for (const place of places) expect(text).toContain(`id="${place}"`);
});

it('leads to the map and to the console only where they are', async () => {
  const start = (hasMapPage: boolean, consoleLink: string): string =>
    docsStartHtml({ hasMapPage, settings: { ...HTTP_DEFAULTS, consoleLink } });
  expect(start(true, '')).toContain('href="/"');
  expect(start(false, '')).not.toContain('href="/"');
  expect(start(false, '')).not.toMatch(/[Cc]onsole|start-map/);
  expect(start(true, 'https://c.example/?a="b"&c')).toContain(
    'href="https://c.example/?a=&quot;b&quot;&amp;c"',
  );
  const beside = { console: true, consoleUrl: '', consolePort: 8081, host: '127.0.0.1' };
  expect(consoleLink(beside)).toBe('http://localhost:8081');
  expect(consoleLink({ ...beside, host: '0.0.0.0' })).toBe('');
  expect(consoleLink({ ...beside, console: false })).toBe('');
  expect(consoleLink({ ...beside, host: '0.0.0.0', consoleUrl: 'https://c.example' })).toBe(
    'https://c.example',
  );
});

it.each(FILES)('%s is served with its type', async (path) => {
  const answer = await client.ask(path, { token: null });
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
  ]);
  expect(answer.text).not.toContain('cdn.redoc.ly');
});

it('are compressed for who takes that, from the second time on', async () => {
  const path = '/redoc/redoc.standalone.js';
  const plain = await client.ask(path, { token: null });
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  const packed = (accepted: string): Promise<Response> =>
    fetch(`${client.server.url}${path}`, { headers: { 'accept-encoding': accepted } });
  await expect
    .poll(async () => (await packed('br, gzip;q=0.8')).headers.get('content-encoding'))
    .toBe('gzip');
  const response = await packed('gzip');
  expect(Number(response.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
  expect((await response.text()) === plain.text, 'the same file').toBe(true);
  for (const refused of ['identity', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzipped'])
    expect((await packed(refused)).headers.get('content-encoding'), refused).toBe(null);
});

describe.skipIf(!hasChromium)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a page. Collects its requests to other hosts, and its complaints. */
  async function open(path: string): Promise<{ page: Page; outside: string[]; complaints: string[] }> {
    const page = await browser.newPage();
    const outside: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(`${client.server.url}/`) && !/^(?:data|blob):/.test(address))
        outside.push(address);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(client.server.url + path, { waitUntil: 'networkidle' });
    return { page, outside, complaints };
  }

  it('shows every endpoint behind what people look for, and opens one from there', async () => {
    const { page, outside, complaints } = await open('/docs');
    await page.waitForSelector('.opblock-summary-path');
    const paths = await page.locator('.opblock-summary-path').allInnerTexts();
    expect(paths.map((path) => path.replaceAll('\u200b', ''))).toEqual(ENDPOINTS);
    const tops: number[] = [];
    for (const place of ['#start-key', '#start-route', '#start-limits', '.auth-wrapper', '.opblock', '.info'])
      tops.push((await page.locator(place).first().boundingBox())!.y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(await page.locator('.service').allInnerTexts()).toEqual([client.server.url]);
    await page.locator('#start-route a').click();
    await page.locator('#operations-routing-route.is-open').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    const width = await page.evaluate<number>('document.getElementById("start").scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    expect(await axeFindings(page, '#start')).toEqual([]);
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
    await page.close();
  });

  it('begins in Mongolian where the browser prefers it, and in the other language at a click', async () => {
    const context = await browser.newContext({ locale: 'mn-MN', colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(`${client.server.url}/docs`, { waitUntil: 'networkidle' });
    const heading = page.locator('#start h1');
    expect(await heading.innerText()).toBe(DOCS_TEXTS.mn.title);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    expect(await page.locator('.service').allInnerTexts()).toEqual([client.server.url]);
    expect(await axeFindings(page, '#start')).toEqual([]);
    await page.locator('#start-route a').click();
    await page.locator('#operations-routing-route.is-open').waitFor();
    await page.locator('#start .language').click();
    expect(await heading.innerText()).toBe(DOCS_TEXTS.en.title);
    await page.locator('#start .language').click();
    expect(await heading.innerText()).toBe(DOCS_TEXTS.mn.title);
    await page.locator('#start .language').click();
    // Chosen by hand, it stays.
    await page.reload({ waitUntil: 'networkidle' });
    expect(await heading.innerText()).toBe(DOCS_TEXTS.en.title);
    await context.close();
  });

  it('copies its examples', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${client.server.url}/docs`, { waitUntil: 'networkidle' });
    for (const [place, copied] of [
      ['#start-first', `  "${client.server.url}/v1/geocode?q=`],
      ['#start-route', `${client.server.url}/v1/route?origin=`],
    ]) {
      await page.locator(`${place} .copy`).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(copied);
    }
    await context.close();
  });

  it('asks every endpoint at the first click on "Try it out", once a key is given', async () => {
    const { page, outside, complaints } = await open('/docs');
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.auth-container input').fill('geo_good');
    await page.locator('.auth-container .authorize').click();
    await page.locator('.auth-container .btn-done').click();
    const blocks = page.locator('.opblock');
    for (let i = 0; i < (await blocks.count()); i++) {
      const block = blocks.nth(i);
      const name = (await block.locator('.opblock-summary-path').innerText()).replaceAll('\u200b', '');
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      await block.locator('.execute').click();
      await block.locator('.live-responses-table').waitFor();
      const live = await block.locator('.live-responses-table tbody').innerText();
      expect(/^\s*(\d{3})/.exec(live)?.[1], `${name}: ${live.slice(0, 400)}`).toBe('200');
      expect(live, name).toContain('x-ratelimit-limit');
      // What stays open is drawn anew with each that follows.
      await block.locator('.opblock-summary-control').click();
    }
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
    await page.close();
  });

  it('has nothing that axe finds, open and tried, in both looks', async () => {
    const { page } = await open('/docs');
    const findings = async (look: 'light' | 'dark'): Promise<string[]> => {
      await page.emulateMedia({ colorScheme: look });
      // What was drawn has its names with the next picture, and its last color when it has faded.
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
      return axeFindings(page, 'html', look === 'light' ? undefined : OF_COLORS);
    };
    expect(await findings('light')).toEqual([]);
    await page.locator('#operations-routing-match .opblock-summary-control').click();
    await page.locator('#operations-routing-match .try-out__btn').click();
    await page.locator('#operations-routing-match .execute').click();
    await page.locator('.live-responses-table').waitFor();
    expect(await findings('light')).toEqual([]);
    expect(await findings('dark')).toEqual([]);
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.auth-container input').waitFor();
    expect(await findings('dark')).toEqual([]);
    expect(await findings('light')).toEqual([]);
    await page.close();
  });

  it('has nothing that axe finds as ReDoc', async () => {
    const { page } = await open('/redoc');
    await page.locator('#redoc h5[aria-level]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  it('shows ReDoc with every endpoint, and its search works', async () => {
    const { page, outside, complaints } = await open('/redoc');
    await page.waitForSelector('h1');
    const text = await page.locator('#redoc').innerText();
    for (const words of [
      'Location service',
      'Forward and reverse geocoding',
      'Fastest route between two points',
      'Liveness probe',
      'Readiness probe',
    ])
      expect(text).toContain(words);
    await page.locator('input[type=text]').first().fill('walking');
    await page.waitForSelector('[data-role="search:results"]');
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
    await page.close();
  });
});
