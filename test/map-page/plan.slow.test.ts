import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, hasChromium, startChromium } from '../console/web/chromium.js';
import { mapDrawn, openPage, servePage, standing, type OpenedPage, type ServedPage } from './served-page.js';

/** A table of orders becomes a plan for drivers, in a real browser. */

const WIDE = { locale: 'en', viewport: { width: 1280, height: 900 } } as const;
const PHONE = { locale: 'mn', viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const HOME = '47.9181, 106.9175';
const TABLE = `Өнөөдрийн хүргэлт;;;;
№;Хаяг;Утас;Цаг;Ачаа
1;47.9179, 106.9230;99110001;;1
2;47.9170, 106.9128;99110002;12 цагаас өмнө;1
3;47.9171, 106.9151;99110003;;1
4;47.9184, 106.9177;99110004;эрт;1
5;qxqzjw vkqxzj;99110005;;1
6;47.9185, 106.9190;99110006;;9
7;Баянгол 3-р хороо;;;1
8;;99110008;;1
`;

describe.skipIf(!hasChromium)('a plan of visits', () => {
  let served: ServedPage;
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    served = await servePage();
    browser = await startChromium();
    opened = await openPage(browser, served, {
      ...WIDE,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = opened.page;
    await mapDrawn(page);
    const file = { name: 'orders.csv', mimeType: '', buffer: Buffer.from(TABLE) };
    await page.locator('.drop input').setInputFiles(file);
    await page.getByRole('button', { name: 'Find 7 rows' }).click();
    await page.getByText('8 of 8 rows').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  const vehicle = (number: number) => page.getByRole('region', { name: `Vehicle ${number}`, exact: true });
  /** Row by row, the vehicle of each. */
  const share = (): Promise<number[]> =>
    Promise.all([1, 2].map((number) => vehicle(number).locator('.steps li').count()));
  const settled = (): Promise<void> => page.locator('.plan-vehicle select:enabled').first().waitFor();

  it('says what it takes from the table, and what it cannot read', async () => {
    await page.locator('summary', { hasText: 'Plan the visits' }).click();
    const plan = page.locator('.plan');
    await plan.getByText('Taken from the table: Цаг, Ачаа.').waitFor();
    await plan.getByText('Rows whose hours or numbers cannot be read and are ignored: 4.').waitFor();
    await plan.getByText(/^Rows where only an area or a street was found: 7\. /).waitFor();
    await plan.getByText('Rows without a known place, which are not visited: 5, 8.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('plans who visits what, and says who is visited by nobody', async () => {
    await page.getByRole('combobox', { name: 'Where vehicles start and end' }).fill(HOME);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Vehicles', { exact: true }).fill('2');
    await page.getByLabel('Capacity of each').fill('5');
    await page.getByLabel('Back by').fill('18:00');
    await page.getByRole('button', { name: 'Plan 6 visits' }).click();
    await vehicle(2).waitFor();
    // Nobody has to look for it.
    const panel = await standing(page.locator('.panel-body'));
    const { y } = await standing(vehicle(1));
    expect(y).toBeGreaterThanOrEqual(panel.y);
    expect(y).toBeLessThan(panel.y + panel.height - 100);
    expect((await share()).reduce((sum, own) => sum + own)).toBe(5);
    const both = `${await vehicle(1).innerText()} ${await vehicle(2).innerText()}`;
    expect(both).toMatch(/\(-12:00\) 47\.9170, 106\.9128/);
    expect(both).toContain('Баянгол 3-р хороо address uncertain');
    const lost = page.getByRole('region', { name: 'Not planned', exact: true });
    expect(await lost.locator('li').innerText()).toContain('exceeds the capacity of every vehicle');
    expect(await vehicle(1).innerText()).toMatch(/visits? · .* · leaves 09:\d\d · returns \d\d:\d\d/);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('keeps a visit where it is dragged, or chosen by the keyboard', async () => {
    const [first] = await share();
    const from = first > 1 ? 1 : 2;
    const to = 3 - from;
    const item = vehicle(from).locator('.steps li').first();
    const text = (await item.locator('span').innerText()).slice(9);
    await item.dragTo(vehicle(to).getByRole('heading'));
    await vehicle(to).getByText(text).waitFor();
    await settled();
    const box = page.getByLabel(`Vehicle for ${text}`);
    await box.focus();
    await page.keyboard.press(from === 1 ? 'ArrowUp' : 'ArrowDown');
    await vehicle(from).getByText(text).waitFor();
    await settled();
    expect((await share()).reduce((sum, own) => sum + own)).toBe(5);
    expect(opened.watched).toEqual({ complaints: [], foreign: [] });
  });

  it('prints the plan of one driver', async () => {
    const count = (await share())[0];
    await page.evaluate('window.print = () => void (window.isPrinted = true)');
    await vehicle(1).getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => page.evaluate('window.isPrinted')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.plan-print li:visible').count()).toBe(count);
    const printed = await page.locator('.plan-print').innerText();
    expect(printed).toMatch(/leaves \d\d:\d\d: .*returns \d\d:\d\d: /s);

    const others = page.locator('.plan-vehicle:visible, .rows:visible, .plan button:visible');
    expect(await others.count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  });

  it('gives each driver a link that needs no key, and telephones only if wanted', async () => {
    const link = async (): Promise<string> => {
      await vehicle(1).getByRole('button', { name: 'Link for the driver' }).click();
      await vehicle(1).getByText('Link copied').waitFor({ state: 'attached' });
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    const bare = await link();
    expect(bare).not.toContain('9911');
    await page.getByRole('checkbox', { name: 'Утас' }).check();
    await expect.poll(link).toContain('9911');
    const { hash } = new URL(bare);
    const driver = await openPage(browser, { url: served.url, key: null, hash }, PHONE);
    const stops = driver.page
      .getByRole('list')
      .locator('li')
      .filter({ has: driver.page.locator('a') });
    await stops.first().waitFor();
    expect(await stops.count()).toBe((await share())[0]);
    expect(await stops.first().locator('a').getAttribute('href')).toMatch(/^geo:47\.\d+,106\.\d+\?q=/);
    expect(driver.asked.filter((path) => /^\/(?:v1|map\/ask)\//.test(path))).toEqual([]);
    const wide = `document.querySelector('.panel-body').scrollWidth -
      document.querySelector('.panel-body').clientWidth`;
    expect(await driver.page.evaluate<number>(wide)).toBe(0);
    expect(await axeFindings(driver.page)).toEqual([]);
    expect(driver.page.url()).toContain('t=1,');
    await driver.page.getByRole('button', { name: 'Close the plan' }).click();
    await driver.page.getByLabel('API key', { exact: true }).waitFor();
    expect(driver.watched).toEqual({ complaints: [], foreign: [] });
  });

  it('fits on a phone', async () => {
    await page.setViewportSize(PHONE.viewport);
    const wide = `document.querySelector('.panel-body').scrollWidth -
      document.querySelector('.panel-body').clientWidth`;
    expect(await page.evaluate<number>(wide)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
