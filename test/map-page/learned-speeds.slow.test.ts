import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFolderLock } from '../../src/dataset/folder-lock.js';
import { readSection } from '../../src/dataset/read-dataset.js';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { DEFAULT_SLOTS } from '../../src/routing/profiles/week-slots.js';
import { writeSpeeds } from '../../src/sources/embedded/roads/speed-files.js';
import { axeFindings, hasChromium, shapeFindings, startChromium } from '../console/web/chromium.js';
import { mapDrawn, openPage, servePage, type ServedPage } from './served-page.js';

/** Learned speeds on the map page, for a key for routes, wide and on a phone, in both languages. */

let served: ServedPage;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  served = await servePage(['--map-speeds', 'keys', '--map-ask-limit', '60']);
  const ids = readSection(servedPath(served.dataset), 'driving/ways.id') as Float64Array;
  // Each second way, in the morning only, slower and slower.
  const rows = [...new Set(ids)]
    .sort((a, b) => a - b)
    .filter((_, i) => i % 2 === 0)
    .flatMap((id, i) =>
      ['+', '-'].map((side, j) => ({
        ...{ key: `way ${id} ${side}`, month: '2026-11', slot: 2 },
        ...{ observed_s: 1000 * (10 + ((5 * i + 9 * j) % 30)), model_s: 10_000 },
      })),
    );
  await withFolderLock(
    served.dataset,
    'a test',
    (lock) => Promise.resolve(writeSpeeds(lock, { slots: DEFAULT_SLOTS, rows }, 1)),
    { onWait: () => undefined },
  );
  await served.service.until(
    () => served.service.entries('learned speeds updated').length > 0,
    'the learned speeds',
  );
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

const PAGES = [
  { locale: 'en', viewport: { width: 1280, height: 800 }, show: 'Show learned speeds', slot: 'morning peak' },
  {
    locale: 'mn',
    viewport: { width: 390, height: 844 },
    show: 'Сурсан хурдыг харуулах',
    slot: 'өглөөний ачаалал',
  },
];

describe.skipIf(!hasChromium)('learned speeds', () => {
  it.each(PAGES)('are drawn in the slot that is chosen ($locale)', async ({ show, slot, ...options }) => {
    const hash = `#14/47.915/106.91&r=106.9176,47.9188;&l=${options.locale}`;
    const { page, watched, asked } = await openPage(browser, { ...served, hash }, options);
    await page.getByLabel(show).check();
    await page.locator('.learned-speeds select').selectOption({ label: slot });
    await page.locator('.learned-speeds .swatch').first().waitFor();
    expect(await page.locator('.learned-speeds .swatch').count()).toBe(5);
    expect(asked.filter((path) => path.startsWith('/map/speeds'))).toEqual([
      '/map/speeds.geojson?',
      '/map/speeds.geojson?slot=morning-peak',
    ]);
    await mapDrawn(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await shapeFindings(page)).toEqual([]);
    const folder = process.env['GAZARCH_SCREENSHOTS'];
    if (folder !== undefined) {
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${folder}/learned-speeds-${options.locale}.png` });
    }
    // Another slot, of which nothing is known.
    await page.locator('.learned-speeds select').selectOption({ index: 2 });
    await page.locator('.learned-speeds p').waitFor();
    await expect.poll(() => page.locator('.learned-speeds .swatch').count()).toBe(0);
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it.each([
    [
      'en',
      { width: 1280, height: 800 },
      /^using speeds learned for the morning peak \(\d+ % of the route\)$/,
    ],
    ['mn', { width: 390, height: 844 }, /^энэ үед сурсан хурдаар: өглөөний ачаалал \(замын \d+ %\)$/],
  ])('are said beside the time of a route (%s)', async (locale, viewport, words) => {
    // A Monday.
    const hash = `#r=106.9176,47.9188;106.8832,47.9065&d=2031-06-02T08:30&l=${locale}`;
    const { page } = await openPage(browser, { ...served, hash }, { locale, viewport });
    await page.getByText(words).waitFor({ state: 'attached' });
    expect(await axeFindings(page)).toEqual([]);
    const night = locale === 'en' ? 'using speeds for the night' : 'энэ үеийн хурдаар: шөнө';
    await page.evaluate(`location.hash = ${JSON.stringify(hash.replace('08:30', '23:30'))}`);
    await page.getByText(night).waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('are not offered to who has no key', async () => {
    const hash = '#r=106.9176,47.9188;&l=en';
    const { page } = await openPage(browser, { url: served.url, key: null, hash }, { locale: 'en' });
    await page.getByLabel('Leave at').waitFor();
    expect(await page.getByLabel('Show learned speeds').count()).toBe(0);
    await page.context().close();
  });
});
