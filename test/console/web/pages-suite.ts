import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSIDE, OUTSIDE } from './all-pages.js';
import { builtConsole } from './built-console.js';
import { axeFindings, hasChromium, shapeFindings, startChromium, watch } from './chromium.js';
import { FakeConsole } from './fake-console.js';
import type { FakeState } from './fake-state.js';
import { ME } from './fake-data.js';

/** Where pictures of every page go; without it there are none. */
const PICTURES = process.env['GAZARCH_SCREENSHOTS'];

/** Each page is measured at both widths: so all combinations of language, colours and width are seen. */
const LOOKS = [
  { language: 'mn', scheme: 'light', width: 1280, otherWidth: 390 },
  { language: 'mn', scheme: 'dark', width: 390, otherWidth: 1280 },
  { language: 'en', scheme: 'light', width: 390, otherWidth: 1280 },
  { language: 'en', scheme: 'dark', width: 1280, otherWidth: 390 },
] as const;

/**
 * Every page that `isSeen` names, in every look, against a fake console.
 * @param isSeen number of a page, number of a look
 */
export function describePages(isSeen: (page: number, look: number) => boolean): void {
  let folder: string;
  beforeAll(async () => {
    folder = await builtConsole();
  });

  describe.skipIf(!hasChromium).each(LOOKS)('in Chromium: $language, $scheme, $width px', (look) => {
    const seen = <T>(pages: readonly T[], first = 0): T[] =>
      pages.filter((_, i) => isSeen(first + i, LOOKS.indexOf(look)));
    let browser: Browser;
    let context: BrowserContext;
    beforeAll(async () => {
      browser = await startChromium();
      context = await browser.newContext({
        colorScheme: look.scheme,
        locale: look.language,
        viewport: { width: look.width, height: 800 },
        reducedMotion: 'reduce',
      });
    });
    afterAll(() => browser?.close());

    async function takePicture(page: Page, width: number): Promise<void> {
      if (PICTURES === undefined) return;
      // Some pages have one path and several states: the name of the test tells them apart.
      const title = expect.getState().currentTestName!.split(' > ').at(-1)!;
      const name = [look.language, look.scheme, width, title.replace(/\W+/g, '-')].join('-');
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
    }

    async function lookAt(path: string, state: Partial<FakeState>): Promise<void> {
      const fake = await FakeConsole.start(folder, state);
      const page = await context.newPage();
      try {
        const watched = watch(page, [fake.url, fake.apiUrl]);
        await page.goto(fake.url + path, { waitUntil: 'networkidle' });
        await page.locator('h1').waitFor();
        expect(await page.evaluate('document.documentElement.lang')).toBe(look.language);
        expect(await axeFindings(page), 'axe').toEqual([]);
        expect(await shapeFindings(page)).toEqual([]);
        expect(await cutTables(page), 'tables that scroll sideways').toEqual([]);
        await takePicture(page, look.width);
        await page.setViewportSize({ width: look.otherWidth, height: 800 });
        // A chart is drawn anew for its new width, in one of the next frames.
        await expect.poll(() => shapeFindings(page), { message: `${look.otherWidth} px` }).toEqual([]);
        expect(await cutTables(page), 'tables that scroll sideways').toEqual([]);
        expect(await headOverlaps(page), 'names over each other in the head').toBe(false);
        expect(await axeFindings(page), `axe, ${look.otherWidth} px`).toEqual([]);
        await takePicture(page, look.otherWidth);
        expect(watched).toEqual({ complaints: [], foreign: [] });
      } finally {
        await page.close();
        await fake.stop();
      }
    }

    const account = { ...ME, language: look.language };
    const signedOut = { account: null };
    const atSetup = { account: null, session: { needs_setup: true } };
    const nothing = { account, isEmpty: true };
    it.each(seen(INSIDE))('%s', (_, path) => lookAt(path, { account }));
    it.each(seen(OUTSIDE, INSIDE.length))('%s, signed out', (_, path) => lookAt(path, signedOut));
    it.each(
      seen<[string, string, Partial<FakeState>]>(
        [
          ['the first administrator', '/setup#token', atSetup],
          ['before there is an administrator', '/', atSetup],
          ['a first sign-in, with nothing there yet', '/', nothing],
          ['usage without requests', '/projects/prj_1/usage', nothing],
        ],
        INSIDE.length + OUTSIDE.length,
      ),
    )('%s', (_, path, state) => lookAt(path, state));
  });
}

/** Names of tables that are seen and wider than their frame. */
function cutTables(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.table-frame')]
    .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth)
    .map((frame) => frame.getAttribute('aria-label'))`);
}

/** Whether the name of the project reaches into what stands beside it. */
async function headOverlaps(page: Page): Promise<boolean> {
  const menu = page.locator('.crumb .menu-button');
  if ((await menu.count()) === 0) return false;
  const [name, side] = [await menu.first().boundingBox(), await page.locator('.top-side').boundingBox()];
  return name !== null && side !== null && name.x + name.width > side.x + 1;
}
