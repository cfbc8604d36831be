import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkText, type LinkedPoint } from '../../src/web/map/state/link-format.js';
import { axeFindings, hasChromium, shapeFindings, startChromium } from '../console/web/chromium.js';
import { mapDrawn, openPage, servePage, standing, type OpenedPage, type ServedPage } from './served-page.js';

/** The map page in a hand: its panel is a sheet with three heights. */

const PHONE = { locale: 'en', viewport: { width: 390, height: 844 }, hasTouch: true };
/** The same phone when the browser shows all twice as large. */
const LARGE = { ...PHONE, viewport: { width: 195, height: 422 } };
const POINTS: LinkedPoint[] = [
  { point: [106.9176, 47.9188], name: 'Start' },
  { point: [106.9, 47.912], name: null },
  { point: [106.89, 47.92], name: null },
  { point: [106.8832, 47.9065], name: 'End' },
];

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

const open = (options: object): Promise<OpenedPage> =>
  openPage(browser, { ...served, hash: linkText({ route: POINTS, language: 'en' }) }, options);

/** Whether the route's points stand in the part of the map that the sheet leaves free. */
async function pinsInSight(page: Page): Promise<boolean> {
  const sheet = await standing(page.locator('.panel'));
  for (const pin of await page.locator('.end-mark').all()) {
    const { x, y, width, height } = await standing(pin);
    const { width: most } = page.viewportSize()!;
    if (x < -1 || x + width > most + 1 || y < -1 || y + height > sheet.y + 1) return false;
  }
  return true;
}

describe.skipIf(!hasChromium)('on a phone', () => {
  it('shows the answer first, and the way above it, at each height of the sheet', async () => {
    const { page, watched } = await open(PHONE);
    const sheet = page.locator('.panel');
    const total = page.locator('.total');
    const isLow = async (): Promise<boolean> => {
      const [{ y }, { height }] = [await standing(sheet), (await total.boundingBox())!];
      return y > 844 / 2 + 100 && height > 0;
    };
    await total.waitFor();
    await expect.poll(isLow).toBe(true);
    expect(await pinsInSight(page)).toBe(true);
    // The boxes are folded to a line.
    expect(await page.getByRole('combobox').count()).toBe(0);
    expect(await page.locator('.steps li').count()).toBeGreaterThan(3);
    // A driver's navigation takes them one by one.
    const links = await page.locator('.in-an-app a').all();
    const inAnApp = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(inAnApp).toEqual(POINTS.slice(1).map(({ point: [lon, lat] }) => geoLink(lon, lat)));
    expect(await axeFindings(page)).toEqual([]);
    const handle = page.getByRole('button', { name: 'Height of this panel' });
    await handle.focus();
    for (const [key, name, part] of [
      ['ArrowUp', 'half', 0.5],
      ['ArrowUp', 'full', 0.95],
      ['ArrowDown', 'half', 0.5],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => handle.getAttribute('aria-label')).toContain(`: ${name}`);
      const { height } = await standing(sheet);
      expect(Math.abs(height / 844 - part)).toBeLessThan(0.06);
      expect((await total.boundingBox())!.y).toBeGreaterThan(0);
      expect(await axeFindings(page)).toEqual([]);
      expect(await shapeFindings(page)).toEqual([]);
      if (name === 'half') expect(await pinsInSight(page)).toBe(true);
    }
    await dragBy(page, 330);
    await expect.poll(() => handle.getAttribute('aria-expanded')).toBe('false');
    await dragBy(page, -700);
    await expect.poll(() => handle.getAttribute('aria-label')).toContain(': full');
    await dragBy(page, 60);
    await expect.poll(() => handle.getAttribute('aria-label')).toContain(': half');
    await page.getByRole('button', { name: 'Change the route' }).click();
    expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe('Start');
    expect(await axeFindings(page)).toEqual([]);
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it('loads less than 70 kB before the first answer, beside what draws the map', async () => {
    const { page, asked } = await open(PHONE);
    await page.locator('.total').waitFor();
    const drawing = /\/(?:draw-map|worker)-|^\/map\/(?:tiles|sprites|roads)/;
    const answers = /^\/(?:v1|map\/ask)\//;
    const files = [...new Set(asked)].filter((path) => !drawing.test(path) && !answers.test(path));
    const sizes = files.map(async (path) => {
      const response = await fetch(served.url + path);
      return gzipSync(await response.arrayBuffer(), { level: 9 }).length;
    });
    const bytes = (await Promise.all(sizes)).reduce((all, one) => all + one, 0);
    expect(files.length).toBeGreaterThan(5);
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThan(70_000);
    await page.context().close();
  });

  it('does so when all is twice as large, too', async () => {
    const { page } = await open(LARGE);
    await page.locator('.total').waitFor();
    await expect.poll(() => pinsInSight(page)).toBe(true);
    const { y, height } = (await page.locator('.total').boundingBox())!;
    expect([y > 0, y + height < 422]).toEqual([true, true]);
    expect(await axeFindings(page)).toEqual([]);
    expect(await shapeFindings(page)).toEqual([]);
    await page.context().close();
  });
});

function geoLink(lon: number, lat: number): string {
  const text = `${lat.toFixed(6)},${lon.toFixed(6)}`;
  return `geo:${text}?q=${text}`;
}

/** @param down pixels */
async function dragBy(page: Page, down: number): Promise<void> {
  const { x, y, width } = await standing(page.locator('.handle'));
  await page.mouse.move(x + width / 3, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + width / 3, y + 8 + down / 2, { steps: 3 });
  await page.mouse.move(x + width / 3, y + 8 + down, { steps: 3 });
  await page.mouse.up();
}

describe.skipIf(!hasChromium)('a place on a phone', () => {
  it('stands above the box, with its address and its buttons, and its areas are in sight', async () => {
    const { page, watched } = await openPage(browser, { ...served, hash: '#l=en' }, PHONE);
    const box = page.getByRole('combobox', { name: 'Search for a place or an address' });
    await box.tap();
    await box.fill('suhbaatar');
    const option = page.getByRole('option').first();
    await option.waitFor();
    const name = await option.locator('.option-name').innerText();
    await option.tap();
    const actions = page.getByRole('button', { name: 'Route to here' });
    await actions.waitFor();
    // The keyboard of the phone is gone, and the text is still what was typed.
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(true);
    expect(await box.inputValue()).toBe('suhbaatar');
    expect(name).toContain(await page.locator('.top-line h2').innerText());
    const { y } = await standing(actions);
    expect(y).toBeLessThan((await box.boundingBox())!.y);
    expect(y).toBeLessThan(844);
    const isCut = `document.querySelector('.top-line p').scrollHeight >
      document.querySelector('.top-line p').clientHeight + 1`;
    expect(await page.evaluate(isCut)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Where can I get in 30 minutes?' }).tap();
    const handle = page.locator('.handle');
    await expect.poll(() => handle.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('.top-line').innerText()).toContain('10, 20, 30');
    await handle.tap();
    await box.tap();
    await expect.poll(() => page.locator('.card').count()).toBe(0);
    await option.waitFor();
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it('is one press away on an empty page, in the language of the page', async () => {
    for (const [language, words] of [
      ['en', /^[\w ]+$/],
      ['mn', /^[а-яөү ]+$/i],
    ] as const) {
      const { page } = await openPage(browser, { ...served, hash: `#l=${language}` }, PHONE);
      const chips = page.locator('.chips button');
      await chips.first().waitFor();
      for (const text of await chips.allInnerTexts()) expect(text).toMatch(words);
      for (const i of [0, 1]) {
        await chips.nth(i).tap();
        await page.getByRole('option').first().waitFor();
        await page.locator('.box-large .clear').tap();
      }
      await chips.last().tap();
      await page.locator('.total').waitFor();
      await page.context().close();
    }
  });

  it('is asked for by a finger that is held on the map', async () => {
    const { page, asked } = await openPage(browser, { ...served, hash: '#l=en' }, PHONE);
    await mapDrawn(page);
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: 190, y: 200 }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    // It is still there.
    await page.getByText('Nearest to this point').waitFor();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const spots = (): number => asked.filter((path) => path.includes('lat=')).length;
    expect(spots()).toBe(1);
    await page.context().close();
  });

  it('says above the boxes why there is no route', async () => {
    const ends = [POINTS[0], { point: [116.5, 47.9], name: 'Far' } as LinkedPoint];
    const { page } = await openPage(
      browser,
      { ...served, hash: linkText({ route: ends, language: 'en' }) },
      PHONE,
    );
    const notice = page.getByText(/more than 100 km apart/);
    await notice.waitFor();
    expect((await standing(notice)).y).toBeLessThan(
      (await page.getByRole('combobox', { name: 'From' }).boundingBox())!.y,
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)('a country route', () => {
  const WIDE = { locale: 'en', viewport: { width: 1280, height: 800 } };

  it('says its surfaces, when one arrives, and what could not be avoided', async () => {
    const { page, asked, watched } = await openPage(
      browser,
      { ...served, hash: linkText({ route: [POINTS[0], POINTS[3]], avoid: ['unpaved'], language: 'en' }) },
      WIDE,
    );
    await page.locator('.total').waitFor();
    const surfaces = page.getByRole('region', { name: 'Road surface' });
    expect(await surfaces.locator('li').first().innerText()).toMatch(/^\s*[a-z]+ [\d.]+ k?m$/);
    expect(await page.locator('.arrival').innerText()).toMatch(/^arrives (?:tomorrow )?\d\d:\d\d$/);
    await page.getByLabel('Leave at').fill('2031-02-03T08:30');
    await expect.poll(() => page.locator('.arrival').innerText()).toMatch(/^arrives 2031-02-03 08:\d\d$/);
    await expect
      .poll(() => asked.filter((path) => path.includes('depart_at=2031-02-03T08%3A30')).length)
      .toBe(1);
    // Whoever gets the link sees the same time.
    await expect.poll(() => page.url()).toContain('d=2031-02-03T08:30');
    await page.reload();
    await expect.poll(() => page.locator('.arrival').innerText()).toMatch(/^arrives 2031-02-03 08:\d\d$/);
    expect(await axeFindings(page)).toEqual([]);
    expect(watched).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it('is printed with its steps and without buttons', async () => {
    const { page } = await open(WIDE);
    await page.locator('.total').waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.steps li').count()).toBeGreaterThan(3);
    expect(await page.locator('.leg-name').allInnerTexts()).toEqual([
      expect.stringMatching(/^A Start → 1/),
      expect.stringMatching(/^1 .*→ 2/),
      expect.stringMatching(/^2 .*→ B End$/),
    ]);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.print-only').innerText()).toMatch(/^A Start → 1 .* → B End$/);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });
});
