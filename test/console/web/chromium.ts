import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { PATIENCE_MS } from '../../patience.js';
import { noteMissing } from '../../run-folder.js';

/** The first one has no windows: a page of it takes a third of the processor time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED[1];

/** Whether there is a browser to test with. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) noteMissing(`a browser is absent (${CHROMIUM}, or set CHROMIUM)`);

/**
 * Has V8 wait ten times as long as it would else before it compiles a function for most speed: what pages run
 * in a test ends before that pays. What does not, as a search without a network, gets there in the end.
 */
const LATE_OPTIMIZER = '--js-flags=--invocation-count-for-turbofan=30000';

/**
 * A browser that draws without a graphics card. Maps are drawn by WebGL, which the processor does, too; what
 * stands around them needs none.
 */
export async function startChromium(): Promise<Browser> {
  const args = ['--disable-gpu', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    timeout: PATIENCE_MS,
    args: [...args, LATE_OPTIMIZER, '--disable-background-networking', '--no-first-run'],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on colors, for a page in another look whose structure was examined before. */
export const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on the page, as `rule: element`. Its own script comes in through the debugger, as the
 * policy of the pages lets no other script in.
 * @param rules by default all that axe asks by itself
 */
export async function axeFindings(page: Page, within = 'html', rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe);
  const options = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  return page.evaluate(
    async ([part, asked]) => {
      interface Axe {
        run: (
          part: string,
          options: object,
        ) => Promise<{
          violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[];
        }>;
      }
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(part, asked);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      );
    },
    [within, options] as const,
  );
}

/**
 * Looks for a text that a page shows for a moment only: a busy machine may draw no picture meanwhile.
 * @returns resolves once the text has been there since this call
 */
export async function glimpse(page: Page, text: string): Promise<() => Promise<void>> {
  await page.evaluate(`globalThis.glimpsed = false;
    new MutationObserver(() => {
      globalThis.glimpsed ||= document.body.textContent.includes(${JSON.stringify(text)});
    }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
  // A text would be evaluated anew at each look, which the policy of the pages forbids.
  const glimpsed = (): unknown => (globalThis as { glimpsed?: boolean }).glimpsed;
  return async () => void (await page.waitForFunction(glimpsed, null, { polling: 100 }));
}

/** What is wrong with the shape of a page: wider than the screen, or a form without a button to be seen. */
export async function shapeFindings(page: Page): Promise<string[]> {
  const beside = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  const forms = await page.locator('form').count();
  const buttons = await page.locator('form button[type=submit]:visible').count();
  return [
    ...(beside > 0 ? [`${beside} pixels beside the screen`] : []),
    ...(buttons < forms ? [`${forms} forms, ${buttons} buttons that can be seen`] : []),
  ];
}

/** What a page does that it should not: errors, and requests to anybody but those named. */
export interface Watched {
  complaints: string[];
  foreign: string[];
}

export function watch(page: Page, own: readonly string[]): Watched {
  const watched: Watched = { complaints: [], foreign: [] };
  page.on('pageerror', (error) => watched.complaints.push(error.message));
  page.on('console', (message) => {
    // The browser writes a line for every answer of 400 and more, which pages expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      watched.complaints.push(message.text());
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!own.some((origin) => address.startsWith(`${origin}/`)) && !address.startsWith('data:'))
      watched.foreign.push(address);
  });
  return watched;
}
