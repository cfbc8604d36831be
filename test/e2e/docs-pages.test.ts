import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './ask.js';

/**
 * /docs and /redoc need nothing from elsewhere: a real browser shows them without one request to another
 * host.
 */

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) {
  process.stderr.write(`note: ${CHROMIUM} is absent (set CHROMIUM), the docs pages are not rendered\n`);
  if (process.env['GAZARCH_REQUIRE_TOOLS'] === '1')
    throw new Error(`${CHROMIUM} is absent, but this run requires it`);
}

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

const FILES = [
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/start.js',
  '/redoc/redoc.standalone.js',
  '/redoc/start.js',
];

it.each(['/docs', '/redoc'])('%s is a page with a strict policy', async (path) => {
  const answer = await client.ask(path, { token: null });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = answer.headers['content-security-policy'] as string;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  for (const [, address] of answer.text.matchAll(/(?:src|href)="([^"]*)"/g))
    expect(FILES.includes(address) || address === 'data:,', address).toBe(true);
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
    .poll(async () => (await packed('br, gzip;q=0.8')).headers.get('content-encoding'), { timeout: 10_000 })
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
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ];
    browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args });
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

  it('shows Swagger UI with every endpoint', async () => {
    const { page, outside, complaints } = await open('/docs');
    await page.waitForSelector('.opblock-summary-path');
    const paths = await page.locator('.opblock-summary-path').allInnerTexts();
    expect(paths.map((path) => path.replaceAll('\u200b', ''))).toEqual([
      '/v1/geocode',
      '/v1/route',
      '/health',
      '/health/ready',
      '/openapi.json',
      '/copyright',
      '/docs',
      '/redoc',
    ]);
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
    await page.close();
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
    }
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
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
