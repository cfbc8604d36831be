import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { axeFindings, hasChromium, startChromium, watch } from '../console/web/chromium.js';
import { Service } from '../e2e/workers-service.js';
import { servePage, type ServedPage } from './served-page.js';

/** The search box on somebody else's web page, with a key that is for this page only. */

let served: ServedPage;
let browser: Browser;
let key: string;
let shop: { server: Server; url: string };
let other: { server: Server; url: string };

beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage(['--playground', 'off', '--map', 'on']);
  shop = await foreignPage();
  other = await foreignPage();
  const made = await runCli([
    ...['keys', 'create', '--name', 'shop', '--endpoints', 'geocode', '--origin', shop.url],
    ...['--database', served.database, '--json'],
  ]);
  expect(made.status, made.stderr).toBe(0);
  key = (JSON.parse(made.stdout) as { key: string }).key;
  await served.service.until(async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${served.url}/v1/geocode?q=ab`, { headers })).status === 200;
  }, 'the new key');
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  for (const page of [shop, other]) page?.server.close();
  await served?.stop();
});

/** A page as in docs/search-box.md, under a policy that lets in nothing but its own words and the service. */
async function foreignPage(): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${served.url} 'nonce-own'; connect-src ${served.url}; img-src data:`,
    );
    response.end(`<!doctype html>
<html lang="en"><head><title>A shop</title><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<script src="${served.url}/map/search-box.js" defer></script></head>
<body><main><h1>Where shall we deliver?</h1>
<gazarch-search key="${key}" limit="3"></gazarch-search>
<p id="chosen"></p></main>
<script nonce="own">
  document.querySelector('gazarch-search').addEventListener('gazarch-place', ({ detail }) => {
    const { name, latitude, longitude } = detail;
    document.querySelector('#chosen').textContent = name + ' ' + latitude + ',' + longitude;
  });
</script></body></html>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const box = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('combobox', { name: 'Search for a place or an address' });

describe.skipIf(!hasChromium)('the search box', () => {
  it('is served with the tiles, and without the page', async () => {
    expect((await fetch(`${served.url}/map/search-box.js`)).headers.get('content-type')).toContain(
      'javascript',
    );
    expect((await fetch(served.url)).status).toBe(404);
    expect((await fetch(`${served.url}/map/explain/search?q=ab`)).status).toBe(404);
  });

  it('finds places on the page that its key is for, and tells the page what was chosen', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    const watched = watch(page, [shop.url, served.url]);
    await page.goto(shop.url);
    await box(page).pressSequentially('suhbaatar', { delay: 10 });
    await page.getByRole('option').nth(2).waitFor();
    expect(await page.getByRole('option').count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    const name = await page.getByRole('option').nth(1).locator('.name').innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#chosen').innerText()).toMatch(/ 47\.\d+,106\.\d+$/);
    expect(await page.locator('#chosen').innerText()).toContain(name);
    expect(await box(page).inputValue()).toBe(name);
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    await box(page).fill('zzzzqqqq');
    await page.getByText('Nothing found.').first().waitFor();
    // A point, as it is pasted out of another map.
    await box(page).fill('47.9189, 106.9176');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#chosen').innerText()).toMatch(/ 47\.9[12]\d*,106\.9[12]\d*$/);
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.close();
  });

  it('says so on a page that its key is not for', async () => {
    const page = await browser.newPage();
    await page.goto(other.url);
    await box(page).fill('suhbaatar');
    await page.locator('.say').getByText('The API key is not valid for this page.').waitFor();
    await page.close();
  });
});

it.runIf(hasChromium)('serves nothing under /map with all of it off', async () => {
  const { dataset, database } = served;
  const dark = await Service.start({ dataset, database, workers: 1, flags: ['--playground', 'off'] });
  for (const path of ['/', '/map/tiles.json', '/map/about.json', '/map/roads.geojson', '/map/search-box.js'])
    expect((await fetch(`http://127.0.0.1:${dark.port}${path}`)).status, path).toBe(404);
  await dark.stop();
});
