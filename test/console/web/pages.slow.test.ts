import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsoleWeb } from '../../../scripts/build-console-web.mjs';
import { INSIDE, OUTSIDE } from './all-pages.js';
import { axeFindings, hasChromium, shapeFindings, startChromium, watch } from './chromium.js';
import { FakeConsole, type FakeState } from './fake-console.js';
import { ME } from './fake-data.js';

/** Every page, in both languages, light and dark, wide and on a phone, against a fake console. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-pages-'));
let bytes: Record<string, { plain: number; gzip: number }>;
beforeAll(async () => {
  ({ bytes } = await buildConsoleWeb(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the built pages', () => {
  it('have no inline script, no inline style and nothing from elsewhere', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)|<style|\sstyle=|\son[a-z]+=/i);
    expect(page).not.toMatch(/https?:|{{/);
  });

  it('need less than 100 KB gzipped for the first page, without the chart', () => {
    const first = Object.entries(bytes).filter(([name]) => !name.startsWith('draw-'));
    const total = first.reduce((sum, [, { gzip }]) => sum + gzip, 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThan(100_000);
  });

  it('have names that change with their content, for all but the page itself', () => {
    for (const name of Object.keys(bytes)) expect(name).toMatch(/-[A-Z0-9]{8}\.(js|css|svg)$/);
  });
});

const LOOKS = [
  { language: 'mn', scheme: 'light', width: 1200, otherWidth: 390 },
  { language: 'en', scheme: 'dark', width: 390, otherWidth: 1200 },
] as const;

describe.skipIf(!hasChromium).each(LOOKS)('in Chromium: $language, $scheme, $width px', (look) => {
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
  it.each(INSIDE)('%s', (_, path) => lookAt(path, { account }));
  it.each(OUTSIDE)('%s, signed out', (_, path) => lookAt(path, signedOut));
  it('the first administrator', () => lookAt('/setup#token', atSetup));
  it('before there is an administrator', () => lookAt('/', atSetup));
  it('a first sign-in, with nothing there yet', () => lookAt('/', nothing));
  it('usage without requests', () => lookAt('/projects/prj_1/usage', nothing));
});
