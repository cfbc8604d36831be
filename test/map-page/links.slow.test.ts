import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkText, readLink, type Link, type LinkedPoint } from '../../src/web/map/state/link-format.js';
import { axeFindings, glimpse, hasChromium, startChromium } from '../console/web/chromium.js';
import { makeKey } from '../e2e/workers-service.js';
import { seededRandom } from '../seeded-random.js';
import { openPage, servePage, standing, type OpenedPage, type ServedPage } from './served-page.js';

/** Links to what the map page shows, in a real browser. */

/** Random states that are opened. For a longer proof: GAZARCH_LINK_STATES=200. */
const STATES = Number(process.env['GAZARCH_LINK_STATES'] ?? 2);
const WIDE = { locale: 'en', viewport: { width: 1280, height: 800 } } as const;
const A: LinkedPoint = { point: [106.9176, 47.9188], name: null };
const B: LinkedPoint = { point: [106.8832, 47.9065], name: 'The end, of it' };
const STOP: LinkedPoint = { point: [106.9, 47.912], name: null };

let served: ServedPage;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage();
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

const open = (
  link: Link | string,
  {
    key = served.key,
    ...options
  }: {
    key?: string | null;
    permissions?: string[];
    geolocation?: object;
    viewport?: object;
    hasTouch?: boolean;
  } = {},
): Promise<OpenedPage> =>
  openPage(browser, { url: served.url, key, hash: typeof link === 'string' ? link : linkText(link) }, {
    ...WIDE,
    ...options,
  } as typeof WIDE);

/** The state in the address, once what it asked for is there. */
async function settled(page: Page): Promise<Link> {
  await page.waitForLoadState('networkidle');
  let [before, now] = ['', page.url()];
  while (before !== now) {
    before = now;
    await page.waitForTimeout(200);
    now = page.url();
  }
  return readLink(now.slice(now.indexOf('#')));
}

const total = (page: Page): Promise<string> => page.locator('.total').innerText();

describe.skipIf(!hasChromium)('a link', () => {
  it('opens a route with a stop as it was, after a change too, and after a reload', async () => {
    const { page, watched } = await open({ route: [A, STOP, B], travel: 'walking', language: 'en' });
    await page.locator('.total').waitFor();
    expect(await page.locator('.legs li').count()).toBe(2);
    expect(await page.getByRole('combobox', { name: 'To', exact: true }).inputValue()).toBe('The end, of it');
    await page.getByRole('button', { name: 'Add a stop' }).click();
    await page.getByRole('button', { name: 'Move stop 2 up' }).click();
    await page.getByRole('button', { name: 'Stop 1: Use the center of the map' }).click();
    await expect.poll(() => page.locator('.legs li').count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: 'By car' }).check();
    const link = await settled(page);
    expect(link).toMatchObject({ travel: 'driving', language: 'en' });
    expect(link.route).toHaveLength(4);
    const other = await open(link);
    await other.page.locator('.total').waitFor();
    // The first page may still show the walk.
    await expect.poll(() => total(page)).toBe(await total(other.page));
    expect(await settled(other.page)).toEqual(link);
    await other.page.reload();
    await other.page.locator('.total').waitFor();
    expect(await settled(other.page)).toEqual(link);
    await other.page.getByRole('button', { name: 'Remove stop 1' }).click();
    await expect.poll(() => other.page.locator('.legs li').count()).toBe(2);
    expect([watched, other.watched]).toEqual([
      { complaints: [], foreign: [] },
      { complaints: [], foreign: [] },
    ]);
    await Promise.all([page, other.page].map((one) => one.context().close()));
  });

  it('without a view shows all pins in the free part of a phone, with a key and without one', async () => {
    const ends = [A, STOP, { point: [106.86, 47.93], name: null } as LinkedPoint, B];
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    for (const key of [served.key, null]) {
      const { page } = await open({ route: ends, language: 'en' }, { key, ...phone });
      if (key !== null) await page.locator('.total').waitFor();
      await expect.poll(() => page.locator('.end-mark').count()).toBe(4);
      await standing(page.locator('.panel'));
      for (let i = 0; i < 4; i++) {
        const { x, y, width, height } = await standing(page.locator('.end-mark').nth(i));
        const top = (await page.locator('.panel').boundingBox())!.y;
        expect([x >= 0, x + width <= 390, y >= 0, y + height <= top + 1], `pin ${i}`).toEqual(
          Array(4).fill(true),
        );
      }
      await page.context().close();
    }
  });

  it('to a search lists what it finds', async () => {
    const { page } = await open({ text: 'suhbaatar', language: 'en' });
    await page.getByRole('option').first().waitFor();
    expect(await settled(page)).toMatchObject({ text: 'suhbaatar' });
    await page.getByRole('option').first().click();
    expect((await settled(page)).place).toBeDefined();
    await page.context().close();
  });

  it('opens a place by its name and point, for who types a key first', async () => {
    const { page } = await open('', {});
    await page.getByRole('combobox', { name: 'Search for a place or an address' }).fill('suhbaatar');
    await page.getByRole('option').first().click();
    const name = await page.locator('.card h2').first().innerText();
    const link = await settled(page);
    expect(link.place?.name).toBe(name);
    const other = (await open({ place: link.place!, language: 'en' }, { key: null })).page;
    await other.getByLabel('API key').fill(served.key);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name, exact: true }).waitFor();
    // A link that is pasted into the same tab is followed, too.
    await other.evaluate(`location.hash = ${JSON.stringify(linkText({ route: [A, B] }))}`);
    await other.locator('.total').waitFor();
    await Promise.all([page, other].map((one) => one.context().close()));
  });

  it('with the first key asks for none, and does not keep it in the address', async () => {
    const { page } = await open(`#key=${served.key}`, { key: null });
    await page.getByRole('combobox', { name: 'Search for a place or an address' }).waitFor();
    expect(page.url()).not.toContain('key');
    await page.evaluate(`location.hash = ${JSON.stringify(linkText({ route: [A, B] }))}`);
    await page.locator('.total').waitFor();
    expect(page.url()).not.toContain(served.key);
    await page.context().close();
  });

  it('with another key than the tab has asks first', async () => {
    const made = await makeKey(served.database, 1_000);
    const { page } = await open(`#key=${made}`);
    await page.getByRole('alert').waitFor();
    expect(page.url()).not.toContain('key');
    expect(await axeFindings(page)).toEqual([]);
    const inUse = (): Promise<unknown> => page.evaluate(`sessionStorage.getItem('gazarch-key')`);
    expect(await inUse()).toBe(served.key);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    expect([await page.getByRole('alert').count(), await inUse()]).toEqual([0, served.key]);
    await page.evaluate(`location.hash = '#key=${made}'`);
    await page.getByRole('button', { name: 'Use the key in the link' }).click();
    expect([await page.getByRole('alert').count(), await inUse()]).toEqual([0, made]);
    // The same key again is no question.
    await page.evaluate(`location.hash = '#key=${made}'`);
    await expect.poll(() => page.url()).not.toContain('key');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('is copied by a button', async () => {
    const { page } = await open(
      { route: [A, B], language: 'en' },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    const saidSo = await glimpse(page, 'Link copied');
    await page.getByRole('button', { name: 'Share' }).click();
    await saidSo();
    const text: string = await page.evaluate('navigator.clipboard.readText()');
    const shared = readLink(text.slice(text.indexOf('#')));
    expect(shared.route).toEqual([A, B]);
    // Whoever opens it has another screen.
    expect(shared.view).toBeUndefined();
    await page.getByText('only on this computer').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as GPX' }).click();
    expect((await download).suggestedFilename()).toBe('gazarch-route.gpx');
    await page.context().close();
  });

  // Each opens a browser's page: two hundred need longer than a test usually may.
  const patience_ms = 300_000 + STATES * 5_000;
  it(`opens ${STATES} random states as they were`, { timeout: patience_ms }, async () => {
    const random = seededRandom(435);
    const near = (middle: number, most: number): number =>
      Number((middle + (random() - 0.5) * most).toFixed(5));
    const point = (): LinkedPoint => ({ point: [near(106.9, 0.05), near(47.912, 0.02)], name: null });
    for (let i = 0; i < STATES; i++) {
      const route = Array.from({ length: 2 + Math.floor(random() * 4) }, (): LinkedPoint | null =>
        random() < 0.9 ? point() : null,
      );
      if (!route.some((one) => one !== null)) route[0] = point();
      const link: Link = {
        view: {
          centre: [near(106.9, 0.05), near(47.912, 0.02)],
          zoom: Number((12 + random() * 4).toFixed(2)),
        },
        ...(random() < 0.5 ? { place: point() } : {}),
        route,
        travel: random() < 0.5 ? 'driving' : 'walking',
        language: random() < 0.5 ? 'mn' : 'en',
      };
      const { page } = await open(link);
      const state = await settled(page);
      // A route that is not in sight moves the map.
      expect({ ...state, view: null }, `state ${i}: ${linkText(link)}`).toEqual({ ...link, view: null });
      await page.context().close();
    }
  });
});

it.skipIf(!hasChromium)('where the device is can be asked', async () => {
  const [longitude, latitude] = A.point;
  const { page } = await open('', { permissions: ['geolocation'], geolocation: { longitude, latitude } });
  await page.getByRole('button', { name: 'Where am I?' }).click();
  await page.getByText('Nearest to this point').waitFor();
  expect((await settled(page)).place?.point).toEqual(A.point);
  // Somebody who wants to go somewhere begins there.
  await page.getByRole('radio', { name: 'Route', exact: true }).check();
  await page.getByRole('button', { name: 'Start at my location' }).click();
  await expect.poll(() => readLink(new URL(page.url()).hash).route?.[0]?.point).toEqual(A.point);
  expect(await page.getByRole('button', { name: 'Start at my location' }).count()).toBe(0);
  await page.context().close();
  const other = (await open('')).page;
  await other.getByRole('button', { name: 'Where am I?' }).click();
  await other.getByText('does not allow this page to use your location').waitFor();
  await other.context().close();
});
