import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocks, root } from '../cli/readme-text.js';
import { hasChromium, startChromium } from '../console/web/chromium.js';
import { servePage, type ServedPage } from './served-page.js';

/** The pages of docs/map-style.md, as they stand there, on another origin than the service. */

const EXAMPLES = blocks('docs/map-style.md', 'html');
const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css' };
const CDN = /^https:\/\/unpkg\.com\/((?:@[\w-]+\/)?[\w-]+)@([\d.]+)\/([^?]*)/;

let served: ServedPage;
let browser: Browser;
let site: Server;
let origin: string;

beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage(['--playground', 'off', '--map', 'on']);
  await served.makeTiles();
  await served.service.until(async () => (await fetch(`${served.url}/map/tiles.json`)).ok, 'the tiles');
  site = createServer(({ url }, response) => {
    const page = EXAMPLES[Number(url!.slice(1))] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page.replaceAll('https://maps.example.mn', served.url));
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await served?.stop();
});

/** What a content delivery network would send: the same file of the same version, installed for the tests. */
async function standInForCdn(page: Page): Promise<void> {
  await page.route(/^https:/, async (route) => {
    const [, name, version, file] = CDN.exec(route.request().url()) ?? [];
    if (name === undefined) return route.abort();
    const folder = join(root, 'node_modules', name);
    const installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    expect(`${name}@${version}`).toBe(`${name}@${installed.version}`);
    await route.fulfill({
      body: readFileSync(join(folder, file)),
      contentType: TYPES[extname(file)] ?? 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
}

/** In a page: how many colours a picture has, of those that are on at least 20 pixels. */
const COUNT_COLOURS = `async (data) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: bytes } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  for (let i = 0; i < bytes.length; i += 4) {
    const colour = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count >= 20).length;
}`;

async function coloursOf(page: Page): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  const blank = await browser.newPage();
  try {
    return await blank.evaluate<number>(`(${COUNT_COLOURS})(${JSON.stringify(picture)})`);
  } finally {
    await blank.close();
  }
}

describe.skipIf(!hasChromium)('the pages of docs/map-style.md', () => {
  it('are four, each a whole page', () => {
    expect(EXAMPLES.map((page) => /<title>(.*)<\/title>/.exec(page)?.[1])).toEqual([
      'MapLibre',
      'Leaflet',
      'OpenLayers',
      'React',
    ]);
    for (const page of EXAMPLES) expect(page).toMatch(/^<!doctype html>/);
  });

  it.each([0, 1, 2, 3])('draw our map from another origin: %i', async (number) => {
    const page = await browser.newPage({ viewport: { width: 700, height: 440 } });
    await standInForCdn(page);
    const complaints: string[] = [];
    const answers: [path: string, status: number][] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('response', (response) => {
      const url = new URL(response.url());
      if (url.origin === served.url) answers.push([url.pathname, response.status()]);
    });
    await page.goto(`${origin}/${number}`, { waitUntil: 'networkidle' });
    const paths = (): string[] => answers.map(([path]) => path);
    await expect
      .poll(() => paths().filter((path) => path.startsWith('/map/tiles/')).length)
      .toBeGreaterThan(1);
    await expect.poll(() => paths().some((path) => path.startsWith('/map/sprites/'))).toBe(true);
    expect(paths()).toContain('/map/style.json');
    // An empty page has two or three colours; the map of a town has dozens.
    await expect.poll(() => coloursOf(page), { interval: 500 }).toBeGreaterThan(12);
    expect(answers.filter(([, status]) => status !== 200 && status !== 204)).toEqual([]);
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
    const folder = process.env['GAZARCH_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `style-${number}.png`) });
    await page.close();
  });
});
