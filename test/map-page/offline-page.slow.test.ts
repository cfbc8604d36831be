import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, hasChromium, startChromium, watch } from '../console/web/chromium.js';
import { freePort } from '../free-port.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { TcpProxy } from '../sources/tcp-proxy.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { COARSE, mapDrawn, succeed } from './served-page.js';

/** The page of the map without a network: it is kept, the service ends, and all goes on. */

const SAMPLE = new URL('../../sample/ulaanbaatar.osm', import.meta.url).pathname;
const SEARCH = 'Search for a place or an address';
const TITLE = 'Keep for offline';
const KEPT = 'Stored in this browser';
/** Moments at which a download breaks off. The full proof is GAZARCH_TEST_MOMENTS=20. */
const MOMENTS = Number(process.env['GAZARCH_TEST_MOMENTS'] ?? 7);
/** How many bytes more than at the moment before: the last of them is behind the largest piece. */
const STEP = 1.6 ** (20 / MOMENTS);
/** A box so small that other ways may lead around it. */
const CENTRE = '106.90,47.91,106.94,47.93';

let folder: string;
let servicePort: number;
let proxy: TcpProxy;
let key: string;
let service: Service;
let browser: Browser;
let context: BrowserContext;
const url = (): string => `http://127.0.0.1:${proxy.port}`;

async function startService(): Promise<void> {
  service = await Service.start({
    ...{
      dataset: join(folder, 'dataset'),
      database: join(folder, 'keys.sqlite'),
      workers: 1,
      port: servicePort,
    },
    flags: ['--offline', join(folder, 'areas')],
  });
}

/** @param more flags that make another edition */
async function exportArea(more: readonly string[] = []): Promise<void> {
  const flags = ['--dataset', join(folder, 'dataset'), '--to', join(folder, 'areas', 'ulaanbaatar')];
  await succeed(['export', 'offline', ...flags, ...more]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-offline-page-'));
  servicePort = await freePort();
  proxy = await TcpProxy.start(() => servicePort);
  await copySampleDataset(join(folder, 'dataset'));
  await succeed(['tiles', SAMPLE, '--dataset', join(folder, 'dataset')]);
  await exportArea();
  key = await makeKey(join(folder, 'keys.sqlite'), 1_000_000);
  await startService();
  if (hasChromium) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(token: string | null = key): Promise<Page> {
  const page = await context.newPage();
  if (token !== null)
    await page.addInitScript(`sessionStorage.setItem('gazarch-key', ${JSON.stringify(token)})`);
  await page.goto(url());
  return page;
}

const stored = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { caches: { keys(): Promise<string[]> } }).caches.keys());

/** The edition that is kept, and whether all of its pieces are there; null for none. */
const keptEdition = (page: Page): Promise<{ edition: string; missing: number; others: number } | null> =>
  page.evaluate(async () => {
    interface Files {
      match(url: string): Promise<Response | undefined>;
      keys(): Promise<{ url: string }[]>;
    }
    const { caches } = globalThis as unknown as { caches: { open(name: string): Promise<Files> } };
    const files = await caches.open('gazarch-offline-map');
    const manifest = await files.match('https://gazarch.invalid/manifest.json');
    if (manifest === undefined) return null;
    const { edition, parts } = (await manifest.json()) as {
      edition: string;
      parts: { pieces: { sha256: string }[] }[];
    };
    const wanted = parts.flatMap(({ pieces }) => pieces.map(({ sha256 }) => sha256));
    const there = (await files.keys()).map((entry) => entry.url.slice('https://gazarch.invalid/'.length));
    return {
      edition,
      missing: wanted.filter((sha256) => !there.includes(sha256)).length,
      others: there.filter((name) => name !== 'manifest.json' && !wanted.includes(name)).length,
    };
  });

async function keepAll(page: Page): Promise<void> {
  await page.getByText(TITLE).click();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByRole('region', { name: KEPT }).waitFor();
}

async function searchAndRoute(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: SEARCH }).fill('suhbaatar');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Route from here' }).waitFor();
  await page.getByRole('radio', { name: 'Route' }).check();
  await page.getByRole('button', { name: 'Show me a route' }).click();
  await page.getByText(/\d+ steps/).waitFor();
  await page.getByRole('radio', { name: 'On foot' }).check();
  await page.getByText(/\d+ steps/).waitFor();
}

describe.skipIf(!hasChromium)('without a network', () => {
  beforeAll(async () => {
    context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 900 }, ...COARSE });
  });
  afterAll(() => context.close());

  it('stores nothing unless somebody asks for it', async () => {
    const page = await openPage();
    await mapDrawn(page);
    await page.getByText(TITLE).click();
    await page.getByText(/MB to download/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await stored(page)).toEqual([]);
    await page.close();
  });

  it('says when the browser cannot keep the page itself, and waits for nothing', async () => {
    const page = await openPage();
    await page.getByText(TITLE).click();
    proxy.spoils = /GET \/copyright/;
    proxy.fault = (_, client) => client.destroy();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByText(/The browser could not store the page itself/).waitFor();
    proxy.fault = null;
    expect(await keptEdition(page)).toBeNull();
    await page.close();
  });

  it('is kept, and goes on when the service has gone, in this tab and in a new one', async () => {
    const page = await openPage();
    await keepAll(page);
    expect(await keptEdition(page)).toMatchObject({ missing: 0, others: 0 });
    await service.stop();
    await searchAndRoute(page);
    await page.getByText(/No network\. Results come from the data stored here/).waitFor();
    await page.close();
    const other = await openPage(null);
    const watched = watch(other, [url()]);
    await other.getByText(/No network/).waitFor();
    await mapDrawn(other);
    await searchAndRoute(other);
    await other.reload();
    await other.getByText(/No network/).waitFor();
    await other.getByText(/\d+ steps/).waitFor();
    await other.getByRole('radio', { name: 'Search' }).check();
    await other.getByRole('combobox', { name: SEARCH }).fill('suhbaatar');
    await other.getByRole('option').first().waitFor();
    expect(await axeFindings(other)).toEqual([]);
    expect(watched.complaints).toEqual([]);
    await other.close();
  });

  it('comes back to the service, and is updated to an edition of a smaller area, and says so', async () => {
    const old = (await withPage((page) => keptEdition(page)))!;
    await exportArea(['--area', CENTRE]);
    await startService();
    const page = await openPage();
    await page.getByText(TITLE).click();
    await page.getByRole('button', { name: /^Update to/ }).click();
    await expect.poll(async () => (await keptEdition(page))!.edition).not.toBe(old.edition);
    expect(await keptEdition(page)).toMatchObject({ missing: 0, others: 0 });
    await expect.poll(() => page.getByRole('button', { name: /^Update to/ }).count()).toBe(0);
    await service.stop();
    await searchAndRoute(page);
    await page.getByText('There may be a faster route outside the area stored here.').waitFor();
    await startService();
    await page.close();
  });

  it('is as before when there is no room, and says so', async () => {
    const page = await openPage();
    await page.getByText(TITLE).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => stored(page)).toEqual([]);
    for (const part of [/^Routes by car/, /^Routes on foot/, /^Map/])
      await page.getByRole('checkbox', { name: part }).uncheck();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('region', { name: KEPT }).waitFor();
    const before = await keptEdition(page);
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: url(), quotaSize: 1000 });
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByText(/There is not enough space on this device/).waitFor();
    await page.getByText('The previously stored data is unchanged.').waitFor();
    expect(await keptEdition(page)).toEqual(before);
    await session.send('Storage.overrideQuotaForOrigin', { origin: url() });
    await page.close();
  });

  it('is nothing half when the download breaks off at any moment, and goes on where it ended', async () => {
    const page = await openPage();
    await page.getByText(TITLE).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => stored(page)).toEqual([]);
    proxy.spoils = /GET \/map\/offline\//;
    for (let moment = 0; moment < MOMENTS; moment++) {
      // A piece has some ten or hundred kB: in its head, in its body, and at its end.
      let left = Math.round(STEP ** moment);
      proxy.fault = (bytes, client) => {
        left -= bytes.length;
        if (left < 0) client.destroy();
        else client.write(bytes);
      };
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      const broken = page.getByText(/The download was interrupted/);
      const kept = page.getByRole('region', { name: KEPT });
      await broken.or(kept).first().waitFor();
      if (await kept.isVisible()) break;
      expect(await keptEdition(page)).toBeNull();
    }
    proxy.fault = null;
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('region', { name: KEPT }).waitFor();
    expect(await keptEdition(page)).toMatchObject({ missing: 0, others: 0 });
    await page.close();
  });

  async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
    const page = await openPage();
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  }
});
