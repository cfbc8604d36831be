import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, hasChromium, startChromium } from '../console/web/chromium.js';
import { openPage, servePage, type ServedPage } from './served-page.js';

/** The map page of a service that lets it ask without a key. */

let served: ServedPage;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage(['--map-ask-limit', '60']);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

describe.skipIf(!hasChromium)('without a key', () => {
  it('searches and routes, and no key is anywhere in the page', async () => {
    const options = { locale: 'en', viewport: { width: 1280, height: 800 } };
    const { page, asked, watched, refused } = await openPage(
      browser,
      { url: served.url, key: null },
      options,
    );
    const box = page.getByRole('combobox', { name: 'Search for a place or an address' });
    await page.getByRole('button', { name: 'pharmacy' }).click();
    await expect.poll(() => box.inputValue()).toBe('pharmacy');
    await box.fill('suhbaatar');
    await page.getByRole('option').first().click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByRole('button', { name: 'Where can I get in 30 minutes?' }).click();
    await page.getByText('the area within 10, 20, 30 minutes').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(`location.hash = '#r=106.9176,47.9188;106.8832,47.9065'`);
    await page.locator('.total').waitFor();
    const paths = asked.map((path) => path.split('?')[0]);
    expect(paths).toContain('/map/ask/geocode');
    expect(paths).toContain('/map/ask/route');
    expect(paths).toContain('/map/ask/isochrone');
    expect(paths.filter((path) => path.startsWith('/v1/'))).toEqual([]);
    // The explanations need a key.
    expect(await page.getByText('Why this way?').count()).toBe(0);
    expect(await page.content()).not.toMatch(/geo_\w/);
    expect(await axeFindings(page)).toEqual([]);
    expect({ refused, watched }).toEqual({ refused: [], watched: { complaints: [], foreign: [] } });
    await page.getByRole('button', { name: 'Use my own key' }).click();
    await page.getByLabel('API key').fill(served.key);
    await page.keyboard.press('Enter');
    await page.getByText('Why this way?').waitFor();
    await page.context().close();
  });

  it('says on plain http elsewhere that it needs https', async () => {
    const context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    // As browsers have it there.
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false });');
    await page.goto(served.url);
    await page.getByText('only over https').waitFor();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });
});
