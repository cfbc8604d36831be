import { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en, type Dictionary } from '../../src/web/console/text/en.js';
import { mn } from '../../src/web/console/text/mn.js';
import { startCli } from '../cli/run-cli.js';
import { SmtpServer } from '../console/smtp-server.js';
import {
  axeFindings,
  hasChromium,
  shapeFindings,
  startChromium,
  watch,
  type Watched,
} from '../console/web/chromium.js';
import { Keyboard } from './keyboard.js';

/**
 * The console as a new user meets it: the built service, its printed link, real mails and a real browser, in
 * both languages, on a phone and by keyboard alone.
 */

const PASSWORD = 'шинэ нууц үг 2026';
/** Where pictures of every page go; without it there are none. */
const PICTURES = process.env['GAZARCH_SCREENSHOTS'];
/** What came over the wire until the page was there, compressed as it was. */
const FIRST_PAGE_BYTES = `['navigation', 'resource']
  .flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, entry) => sum + entry.transferSize, 0)`;

const WALKS: readonly { language: 'mn' | 'en'; scheme: 'light' | 'dark'; texts: Dictionary }[] = [
  { language: 'mn', scheme: 'light', texts: mn },
  { language: 'en', scheme: 'dark', texts: en },
];
/** The walk in Mongolian is in `npm test`; `console-walk-english` has the other one. */
const WALK = process.env['GAZARCH_TEST_WALK'] ?? 'mn';
/** axe takes a third of a walk. The proof `pages` shows all pages to it, in both languages. */
const IS_PROOF = process.env['GAZARCH_TEST_WALK'] !== undefined;

interface Roads {
  features: { properties: { reason: string | null } }[];
}

const datasets = mkdtempSync(join(tmpdir(), 'gazarch-walk-data-'));
afterAll(() => rmSync(datasets, { recursive: true, force: true }));

describe.skipIf(!hasChromium).each(WALKS.filter(({ language }) => language === WALK))(
  'a walk through the console: $language',
  (walk) => {
    const { texts: t, language, scheme } = walk;
    let folder: string;
    let service: ChildProcess;
    let mail: SmtpServer;
    let browser: Browser;
    let apiUrl: string;
    let consoleUrl: string;
    let setupLink: string;
    const watchedPages: Watched[] = [];
    let pictures = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'gazarch-walk-'));
      mail = await SmtpServer.start();
      // What `npm start` starts, on free ports and with a mail server.
      const places = ['--port', '0', '--console-port', '0', '--workers', '1'];
      const mails = ['--smtp', mail.url, '--mail-from', 'gazarch <console@example.mn>'];
      service = startCli(['serve', '--sample', '--console', ...places, ...mails], {
        env: { GAZARCH_DATASET: join(datasets, 'dataset'), GAZARCH_DATABASE: join(folder, 'keys.sqlite') },
      });
      const linkFile = join(folder, 'console-setup-link.txt');
      let printed = '';
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          printed += chunk.toString();
          if (printed.includes(linkFile) && printed.includes('gazarch listens on')) resolve();
        };
        for (const stream of [service.stdout!, service.stderr!]) stream.on('data', read);
        service.on('exit', (status) => reject(new Error(`serve ended with status ${status}: ${printed}`)));
      });
      apiUrl = /gazarch listens on (http:\S+)/.exec(printed)![1].replace('127.0.0.1', 'localhost');
      consoleUrl = /Developer console: +(http:\S+)/.exec(printed)![1];
      setupLink = readFileSync(linkFile, 'utf8').trim();
      browser = await startChromium();
    });
    afterAll(async () => {
      await browser?.close();
      mail?.close();
      service.removeAllListeners('exit');
      const ended = new Promise((resolve) => service.once('exit', resolve));
      service.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });

    /** A person with a phone. */
    async function somebody(): Promise<{ context: BrowserContext; page: Page; keys: Keyboard }> {
      const context = await browser.newContext({
        ...{ locale: language, colorScheme: scheme, reducedMotion: 'reduce' },
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      watchedPages.push(watch(page, [consoleUrl, apiUrl]));
      return { context, page, keys: new Keyboard(page) };
    }

    /** What every page has to be, before the walk goes on. */
    async function look(page: Page, name: string): Promise<void> {
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        const number = String(++pictures).padStart(2, '0');
        await page.screenshot({ path: join(PICTURES, `${language}-${number}-${name}.png`), fullPage: true });
      }
      if (IS_PROOF) expect(await axeFindings(page), `axe: ${name}`).toEqual([]);
      expect(await shapeFindings(page), name).toEqual([]);
    }

    async function ask(path: string, secret: string): Promise<{ status: number; code: string | undefined }> {
      const response = await fetch(apiUrl + path, { headers: { authorization: `Bearer ${secret}` } });
      const body = (await response.json()) as { error?: { code: string; details?: { reason?: string } } };
      return { status: response.status, code: body.error?.details?.reason ?? body.error?.code };
    }

    async function signOut(page: Page, keys: Keyboard): Promise<void> {
      await keys.openMenu(t.nav.account);
      await keys.press(t.nav.signOut);
      await page.getByRole('heading', { name: t.door.signIn }).waitFor();
    }

    const search = '/v1/geocode?q=%D3%A9%D1%80%D1%82%D3%A9%D3%A9';
    const route = '/v1/route?origin=106.9176,47.91926&destination=106.8845,47.926001';

    it('goes from the printed link to a key, its usage, its rotation and its end', async () => {
      // The first administrator, with the printed link.
      const admin = await somebody();
      await admin.page.goto(setupLink);
      expect(Number(await admin.page.evaluate(FIRST_PAGE_BYTES)), 'bytes of the first page').toBeLessThan(
        100_000,
      );
      await look(admin.page, 'setup');
      expect(admin.page.url(), 'the secret part leaves the address').toBe(`${consoleUrl}/setup`);
      await admin.keys.fill(t.door.name, 'Б. Админ');
      await admin.keys.fill(t.door.email, 'admin@example.mn');
      await admin.keys.fill(t.door.password, PASSWORD);
      await admin.keys.fill(t.setup.organisation, 'Газар ХХК');
      await admin.page.keyboard.press('Enter');
      await admin.page.getByRole('heading', { name: t.projects.title, exact: true }).waitFor();
      await look(admin.page, 'projects-empty');

      // An invitation by mail.
      await admin.keys.press(t.nav.members);
      await admin.page.getByRole('heading', { name: t.members.inviteTitle }).waitFor();
      await look(admin.page, 'members');
      await admin.keys.fill(t.members.email, 'nomin@example.mn');
      await admin.page.keyboard.press('Enter');
      await admin.page.getByText(t.members.sent('nomin@example.mn')).waitFor();
      await look(admin.page, 'invited');
      const invitation = await mail.next('nomin@example.mn');
      const link = new RegExp(`${consoleUrl}/invitation#\\S+`).exec(invitation.text)![0];
      // The service, with the data that it serves.
      await admin.page.goto(`${consoleUrl}/operator`);
      await admin.page.getByText(`gazarch import mongolia --dataset ${join(datasets, 'dataset')}`).waitFor();
      await admin.page.getByText(t.health.served, { exact: true }).waitFor();
      await look(admin.page, 'service');
      await closeRoad(admin.page, admin.keys);
      await signOut(admin.page, admin.keys);
      await look(admin.page, 'sign-in');
      await admin.context.close();

      // Signing up with it, on another phone.
      const { page, keys, context } = await somebody();
      await page.goto(link);
      await page.getByLabel(t.door.name).waitFor();
      await look(page, 'invitation');
      await keys.fill(t.door.name, 'Номин');
      await keys.fill(t.door.password, PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: t.projects.title, exact: true }).waitFor();
      await look(page, 'projects');

      // A project and a key for one endpoint.
      await keys.press(t.projects.new);
      await page.getByLabel(t.projects.name).waitFor();
      await look(page, 'new-project');
      await page.keyboard.type('Хүргэлт');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: t.keys.new }).waitFor();
      await look(page, 'new-key');
      await page.keyboard.type('Вэбсайт');
      await keys.tabTo(t.endpoints.names.route);
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: t.keys.shownOnce }).waitFor();
      await page.locator('.code pre').first().waitFor();
      await look(page, 'shown-once');
      const secret = (await page.locator('output').innerText()).trim();
      expect(secret).toMatch(/^geo_/);
      await keys.press(t.keys.copySecret);

      // The request as it stands there, pasted into a shell.
      const curl = await page.locator('.code pre').first().innerText();
      await expect.poll(async () => (await ask(search, secret)).status).toBe(200);
      if (existsSync('/usr/bin/curl') || existsSync('/bin/curl')) {
        const pasted = JSON.parse(execFileSync('sh', ['-c', `${curl} -s`], { encoding: 'utf8' })) as object;
        expect(pasted).toHaveProperty('results');
      }
      await keys.press(t.snippet.run);
      await page.locator('.badge.good', { hasText: '200' }).waitFor();
      await look(page, 'answered');
      expect(await ask(route, secret)).toEqual({ status: 403, code: 'ENDPOINT_NOT_ALLOWED' });

      // Its line in usage.
      await keys.press(t.nav.usage);
      await page.getByRole('heading', { name: t.usage.title, exact: true }).waitFor();
      const refused = page.getByText(t.usage.outcomes.forbidden, { exact: true });
      while ((await refused.count()) === 0) {
        await page.waitForTimeout(1_500);
        await page.reload({ waitUntil: 'networkidle' });
      }
      await page.locator('.u-wrap').first().waitFor();
      await look(page, 'usage');

      // Rotation: both secrets, then one.
      await keys.press(t.nav.keys);
      // The page before has the name, too, but not as a link.
      await page.getByRole('link', { name: 'Вэбсайт', exact: true }).waitFor();
      await keys.press('Вэбсайт');
      await page.getByRole('heading', { name: 'Вэбсайт' }).waitFor();
      await look(page, 'key');
      const second = await rotate(page, keys, t.keys.graces.s3600);
      await expect.poll(async () => (await ask(search, second)).status).toBe(200);
      expect((await ask(search, secret)).status, 'the secret before').toBe(200);
      const third = await rotate(page, keys, t.keys.graces.s0);
      await expect.poll(async () => (await ask(search, third)).status).toBe(200);
      await expect.poll(async () => ask(search, second)).toEqual({ status: 401, code: 'expired' });

      // The end of the key.
      await keys.press(t.keys.revoke);
      await page.locator('dialog[open]').waitFor();
      await look(page, 'revoke');
      await keys.press(t.keys.revoke);
      await page.getByText(t.keys.status.revoked, { exact: true }).waitFor();
      await expect.poll(() => ask(search, third)).toEqual({ status: 403, code: 'API_KEY_REVOKED' });
      await look(page, 'key-revoked');

      await otherPages(page, keys);
      await signOut(page, keys);
      await context.close();
      for (const watched of watchedPages) expect(watched).toEqual({ complaints: [], foreign: [] });
    });

    /** A click on the map, and the service goes another way; removed, and it does not. */
    async function closeRoad(page: Page, keys: Keyboard): Promise<void> {
      await page.goto(`${consoleUrl}/operator/closures`);
      const canvas = page.locator('.road-map canvas');
      await canvas.waitFor();
      await canvas.scrollIntoViewIfNeeded();
      await canvas.click();
      await page.getByRole('list', { name: t.closures.chosen }).getByRole('listitem').waitFor();
      await keys.fill(t.closures.reason, 'Засвар');
      await page.keyboard.press('Enter');
      await page.getByRole('table').getByRole('row', { name: t.closures.closed }).waitFor();
      await look(page, 'closures');
      const reasons = async (): Promise<unknown[]> => {
        const { features } = (await (await fetch(`${apiUrl}/map/roads.geojson`)).json()) as Roads;
        return features.map(({ properties }) => properties.reason).filter((reason) => reason !== null);
      };
      await expect.poll(reasons).toEqual(['Засвар']);
      await page.getByRole('table').getByRole('button', { name: t.common.remove }).click();
      await page.locator('dialog[open]').getByRole('button', { name: t.common.remove }).click();
      await page.getByText(t.closures.none).waitFor();
      await expect.poll(reasons).toEqual([]);
    }

    async function rotate(page: Page, keys: Keyboard, grace: string): Promise<string> {
      await keys.press(t.keys.rotate);
      await page.locator('dialog[open]').waitFor();
      await keys.choose(grace);
      await look(page, 'rotate');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: t.keys.rotated }).waitFor();
      await page.locator('.code pre').first().waitFor();
      await look(page, 'rotated');
      const secret = (await page.locator('output').innerText()).trim();
      await keys.press(t.keys.copySecret);
      await keys.press(t.keys.done);
      await page.locator('.facts').first().waitFor();
      return secret;
    }

    async function otherPages(page: Page, keys: Keyboard): Promise<void> {
      for (const [name, tab] of [
        ['errors', t.nav.errors],
        ['try', t.nav.try],
        ['settings', t.nav.settings],
      ]) {
        await keys.press(tab);
        await look(page, name);
      }
      await keys.openMenu(t.nav.account);
      await keys.press(t.nav.account);
      await page.getByText(t.account.thisSession).waitFor();
      await look(page, 'account');
    }
  },
);
