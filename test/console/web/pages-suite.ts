import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsoleWeb } from '../../../scripts/build-console-web.mjs';
import { INSIDE, OUTSIDE } from './all-pages.js';
import { axeFindings, hasChromium, shapeFindings, startChromium, watch } from './chromium.js';
import { FakeConsole, type FakeState } from './fake-console.js';
import { ME } from './fake-data.js';

/** Each page is measured at both widths: so all combinations of language, colours and width are seen. */
const LOOKS = [
  { language: 'mn', scheme: 'light', width: 1200, otherWidth: 390 },
  { language: 'mn', scheme: 'dark', width: 390, otherWidth: 1200 },
  { language: 'en', scheme: 'light', width: 390, otherWidth: 1200 },
  { language: 'en', scheme: 'dark', width: 1200, otherWidth: 390 },
] as const;

/**
 * Every page that `isSeen` names, in every look, against a fake console.
 * @param isSeen number of a page, number of a look
 */
export function describePages(isSeen: (page: number, look: number) => boolean): void {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-pages-'));
  beforeAll(async () => {
    await buildConsoleWeb(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

    async function lookAt(path: string, state: Partial<FakeState>): Promise<void> {
      const fake = await FakeConsole.start(folder, state);
      const page = await context.newPage();
      try {
        const watched = watch(page, [fake.url]);
        await page.goto(fake.url + path, { waitUntil: 'networkidle' });
        await page.locator('h1').waitFor();
        expect(await page.evaluate('document.documentElement.lang')).toBe(look.language);
        expect(await axeFindings(page), 'axe').toEqual([]);
        expect(await shapeFindings(page)).toEqual([]);
        await page.setViewportSize({ width: look.otherWidth, height: 800 });
        // A chart is drawn anew for its new width, in one of the next frames.
        await expect.poll(() => shapeFindings(page), { message: `${look.otherWidth} px` }).toEqual([]);
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
