import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import { axeFindings, hasChromium, startChromium } from '../console/web/chromium.js';
import { openPage, servePage, type ServedPage } from './served-page.js';

/** "Something is wrong here" of the map page, with the built service and its database. */

let served: ServedPage;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage(['--map-ask-limit', '60', '--map-reports']);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

describe.skipIf(!hasChromium)('something is wrong here', () => {
  it('is sent with the place and with what was asked, once it says something', async () => {
    const { page, watched } = await openPage(
      browser,
      { url: served.url, key: null },
      { locale: 'en', viewport: { width: 1280, height: 800 } },
    );
    const box = page.getByRole('combobox', { name: 'Search for a place or an address' });
    await box.fill('suhbaatar');
    await page.getByRole('option').first().click();
    await page.getByText('Something is wrong here').click();
    await page.getByRole('radio', { name: 'Road closed' }).check();
    const text = page.getByLabel('What is wrong?');
    await text.fill('<img src=x onerror=alert(1)> хаалттай');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    const { keys, reports } = await openStores(served.database, { mustExist: true, warn: () => undefined });
    const [report, ...more] = await reports.list();
    await keys.close();
    expect(more).toEqual([]);
    expect(report).toMatchObject({ kind: 'road', text: '<img src=x onerror=alert(1)> хаалттай' });
    expect(report.place_id).toMatch(/^sample:/);
    expect(report.asked).toMatch(/^#\S*&q=S%C3%BCkhbaatar&/);
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });
});
