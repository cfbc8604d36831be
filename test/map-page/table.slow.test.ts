import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { parseCsv, writeCsv } from '../../src/tables/csv.js';
import { axeFindings, hasChromium, startChromium } from '../console/web/chromium.js';
import { Keyboard } from '../e2e/keyboard.js';
import {
  mapDrawn,
  openPage,
  servePage,
  standing,
  succeed,
  type OpenedPage,
  type ServedPage,
} from './served-page.js';

/** Tables and traces that are dropped on the page of the map, in a real browser. */

const WIDE = { locale: 'en', viewport: { width: 1280, height: 900 }, acceptDownloads: true } as const;
const ROWS = 200;
const KNOWN = ['Бага тойруу', 'Сүхбаатарын талбай', 'qxqzjw vkqxzj', 'Амарын гудамж'];
const NOWHERE = [106.9, 47.5];
const HEADER = ['№', 'Хаяг', 'Тайлбар'];
const TABLE = [
  HEADER,
  ...Array.from({ length: ROWS }, (_, i) => [`${i + 1}`, KNOWN[i % KNOWN.length], i % 2 === 0 ? '=1+1' : '']),
];

describe.skipIf(!hasChromium)('a file on the map', () => {
  let served: ServedPage;
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    served = await servePage();
    await served.makeTiles();
    browser = await startChromium();
    opened = await openPage(browser, served, WIDE);
    page = opened.page;
    await mapDrawn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  it('loads what works on tables with the first one', async () => {
    const scripts = (): string[] => opened.asked.filter((path) => path.startsWith('/map/app/table-panel'));
    expect(scripts()).toEqual([]);
    const bytes = Buffer.from(writeCsv({ rows: TABLE, delimiter: ';', lineEnd: '\r\n' }), 'utf16le');
    const data = Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]).toString('base64');
    const transfer = await page.evaluateHandle(`
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(atob('${data}'), (character) => character.charCodeAt(0));
      dropped.items.add(new File([bytes], 'shops.csv'));
      dropped;
    `);
    await page.dispatchEvent('.map', 'dragover', { dataTransfer: transfer });
    await page.locator('.drop-over').waitFor();
    await page.dispatchEvent('.map', 'drop', { dataTransfer: transfer });
    await page.getByRole('heading', { name: 'shops.csv' }).waitFor();
    expect(scripts()).toHaveLength(1);
    expect(await page.getByRole('checkbox', { name: 'Хаяг' }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('finds all rows, and colours them by how sure they are', async () => {
    await page.getByRole('button', { name: `Find ${ROWS} rows` }).click();
    await page.getByText(`${ROWS} of ${ROWS} rows`).waitFor();
    const legend = await page.locator('.legend').innerText();
    const [sure, doubtful, unsure] = [...legend.matchAll(/: (\d+)/g)].map((match) => Number(match[1]));
    expect(sure + doubtful + unsure).toBe(ROWS);
    expect(unsure).toBeGreaterThanOrEqual(ROWS / KNOWN.length);
    expect(await page.locator('.rows > li').count()).toBe(100);
    await page.getByRole('checkbox', { name: 'Only rows to check' }).check();
    expect(await page.locator('.rows .dot-sure').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Only rows to check' }).uncheck();
    expect(await axeFindings(page)).toEqual([]);
    expect(opened.refused).toEqual([]);
  });

  it('cuts what was found where the panel ends, on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    const hidden = `document.querySelector('.panel-body').scrollWidth -
      document.querySelector('.panel-body').clientWidth`;
    expect(await page.evaluate<number>(hidden)).toBe(0);
    await page.setViewportSize(WIDE.viewport);
  });

  it('has a row corrected by dragging its mark', async () => {
    await page.getByRole('button', { name: /^1\. Бага тойруу/ }).click();
    const mark = page.getByRole('button', {
      name: 'Place for this row. Move the marker with the arrow keys.',
    });
    await mark.waitFor();
    const box = await standing(mark);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 60, { steps: 6 });
    await page.mouse.up();
    await page.getByRole('button', { name: /^1\. Бага тойруу.*corrected/ }).waitFor();
    await page.getByRole('button', { name: /^1\. / }).click();
  });

  it('has rows corrected by keyboard alone, with another place and with arrow keys', async () => {
    const keyboard = new Keyboard(page);
    await page.getByRole('button', { name: /^3\. / }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was found. Search for it here:').waitFor();
    await keyboard.tabTo('Another place for this row');
    await page.keyboard.type('Сүхбаатарын талбай');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const row = page.getByRole('button', { name: /^3\. .*corrected · / });
    await row.waitFor();
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    const where = (): Promise<string> => page.locator('.row-card .quiet').first().innerText();
    const before = await where();
    const mark = page.getByRole('button', {
      name: 'Place for this row. Move the marker with the arrow keys.',
    });
    await mark.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(where).not.toBe(before);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('gives the table back as CSV and XLSX, with what was corrected', async () => {
    const rows = parseCsv((await download('CSV', 'shops.gazarch.csv')).toString().replace('\ufeff', '')).rows;
    expect(rows.map((row) => row.slice(0, 3))).toEqual(TABLE);
    expect(rows[0].slice(3)).toContain('gazarch_confidence');
    expect([rows[1], rows[3]].map((row) => row[8])).toEqual(['corrected', 'corrected']);
    expect(rows[2].slice(3, 5).every((cell) => Number(cell) > 40)).toBe(true);
    const path = join(served.folder, 'shops.xlsx');
    writeFileSync(path, await download('XLSX', 'shops.gazarch.xlsx'));
    const cells = await readSheet(path);
    expect(cells).toHaveLength(ROWS + 1);
    expect(cells[1].slice(0, 4)).toEqual(['1', 'Бага тойруу', '=1+1', expect.any(Number)]);
  });

  it('makes own places of it, which the service then finds', async () => {
    await page.getByText('Save as own places').click();
    expect(await page.locator('.ways code').innerText()).toBe('npx gazarch import --add shops.places.csv');
    const path = join(served.folder, 'shops.places.csv');
    writeFileSync(path, await download('Own places file', 'shops.places.csv'));
    await succeed(['import', '--add', path, '--dataset', served.dataset]);
    const headers = { authorization: `Bearer ${served.key}` };
    const search = async (): Promise<string> =>
      (await fetch(`${served.url}/v1/geocode?q=${encodeURIComponent(KNOWN[2])}`, { headers })).text();
    await served.service.until(async () => (await search()).includes('own:shops'), 'own places');
  });

  it('takes a workbook, asks which columns are the address, and says when it is no table', async () => {
    await page.getByRole('button', { name: 'Close the table' }).click();
    const path = join(served.folder, 'book.xlsx');
    await writeWorkbook([
      ['Нэр', 'Гудамж'],
      ['x', 'Бага тойруу'],
      ['y', null],
    ]).toFile(path);
    const input = page.locator('.drop input');
    await input.setInputFiles(path);
    expect(await page.getByRole('button', { name: 'Find 0 rows' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Гудамж' }).check();
    await page.getByRole('button', { name: 'Find 1 row' }).click();
    await page.getByRole('button', { name: /^1\. Бага тойруу/ }).waitFor();
    await page.getByRole('button', { name: 'Close the table' }).click();
    await input.setInputFiles({ name: 'bad.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 no') });
    await page.getByText('This file has no header').waitFor();
    await page.getByRole('button', { name: 'Close the table' }).click();
  });

  it('takes a trace, and says on which roads it was', async () => {
    // On Peace Avenue to the east, past the square.
    const places = [...Array.from({ length: 9 }, (_, i) => [106.911 + 0.0015 * i, 47.9171]), NOWHERE];
    const points = places.map(
      ([lon, lat], i) => `<trkpt lat="${lat}" lon="${lon}"><time>2026-11-28T08:0${i}:00Z</time></trkpt>`,
    );
    const file = (name: string, trkpts: string[]): { name: string; mimeType: string; buffer: Buffer } => ({
      ...{ name, mimeType: '' },
      buffer: Buffer.from(`<gpx><trk><trkseg>${trkpts.join('')}</trkseg></trk></gpx>`),
    });
    const input = page.locator('.drop input');
    await input.setInputFiles(file('drive.gpx', points));
    await page.getByText(/^\d+ m on roads · 1 point is not on any road$/).waitFor();
    expect(await page.getByText(/^asphalt · \d/).count()).toBe(1);
    expect(await page.getByText(/^Энхтайваны өргөн чөлөө · \d/).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the trace' }).click();
    await input.setInputFiles(file('bad.gpx', []));
    await page.getByText('it has no track points').waitFor();
    await page.getByRole('button', { name: 'Close the trace' }).click();
    expect(opened.watched).toEqual({ complaints: [], foreign: [] });
  });

  it('keeps the pace of the key, and is never refused', async () => {
    const [limit, window_s] = [20, 2];
    let [end_s, used, refused] = [Infinity, 0, 0];
    await page.route('**/v1/geocode?*', async (route) => {
      const now_s = Math.floor(Date.now() / 1000);
      if (now_s >= end_s) [end_s, used] = [Infinity, 0];
      const isOver = ++used > limit;
      if (isOver) refused++;
      // A window has no end before it is nearly used up: on a slow machine it would be over by then.
      if (used === limit - 5) end_s = now_s + window_s;
      const headers = {
        date: new Date(1000 * now_s).toUTCString(),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        'x-ratelimit-reset': String(Math.min(end_s, now_s + window_s)),
      };
      const body = { query: '', results: [], count: 0, error: { code: 'RATE_LIMIT_EXCEEDED', message: '' } };
      await route.fulfill({ status: isOver ? 429 : 200, headers, json: body });
    });
    const csv = ['Хаяг', ...Array.from({ length: 60 }, (_, i) => `x${i}`)].join('\n');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'pace.csv', mimeType: '', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Find 60 rows' }).click();
    await page.getByText('waiting for the next minute, because this key has reached its limit').waitFor();
    await page.getByText('60 of 60 rows').waitFor();
    expect(refused).toBe(0);
  });

  async function download(button: string, name: string): Promise<Buffer> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(name);
    return readFileSync(await file.path());
  }
});
