import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useProvider } from './oidc-provider.js';
import { useSmtp } from './smtp-server.js';
import { PASSWORD, setUp, startConsole, temporaryPlace, type TestConsole } from './test-console.js';
import { builtConsole } from './web/built-console.js';
import { hasChromium, startChromium } from './web/chromium.js';

/** Passkeys and OpenID Connect as people use them: on the pages, in a browser. */

let webFolder: string;
let chromium: Chromium;

async function openPage(console: TestConsole, path = '/'): Promise<Page> {
  const context = await chromium.newContext({ locale: 'en-US' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${console.running.url}${path}`);
  return page;
}

/** Gives the page a device that holds passkeys, such as a phone with a fingerprint. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('admin@example.mn');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await expect.poll(() => who(page)).toBe('admin@example.mn');
}

/** Email of who is signed in, as the server says. */
function who(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/session');
    const session = (await answer.json()) as { account: { email: string } | null };
    return session.account?.email ?? null;
  });
}

describe.skipIf(!hasChromium)('in a browser', () => {
  beforeAll(async () => {
    webFolder = await builtConsole();
    chromium = await startChromium();
  });
  afterAll(() => chromium.close());

  it('a passkey is made on the page of the account, and opens the console', async () => {
    const console = await startConsole(temporaryPlace(), { webFolder });
    const admin = await setUp(console);
    await admin.ask('PATCH /api/account', { body: { language: 'en' } });
    const page = await openPage(console, '/account');
    await addDevice(page);
    // Whoever signs in stays on the page that he asked for.
    await signIn(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the device').fill('My phone');
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('My phone').waitFor();
    expect(await admin.ask('GET /api/passkeys')).toMatchObject([{ name: 'My phone' }]);
    await page.evaluate(() =>
      fetch('/api/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).then(() => undefined),
    );
    await page.goto(`${console.running.url}/`);
    expect(await who(page)).toBeNull();
    await page.getByRole('button', { name: /passkey/i }).click();
    await expect.poll(() => who(page)).toBe('admin@example.mn');
    const { entries } = await admin.ask('GET /api/operator/audit', { query: { action: 'sign_in.done' } });
    expect(entries[0].details).toEqual({ by: 'passkey' });
  });

  it('another email address is asked for, confirmed by its mail, and signs in', async () => {
    const smtp = await useSmtp();
    const mail = { url: smtp.url, from: 'no-reply@example.mn' };
    const console = await startConsole(temporaryPlace(), { webFolder, mail });
    const admin = await setUp(console);
    await admin.ask('PATCH /api/account', { body: { language: 'en' } });
    const page = await openPage(console, '/account');
    await signIn(page);
    const part = page.locator('section', { hasText: 'Change the email address' });
    await part.getByLabel('New email').fill('moved@example.mn');
    await part.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await part.getByRole('button', { name: 'Send the link' }).click();
    await part.getByText('moved@example.mn').waitFor();
    const [link] = /http\S+\/email#\S+/.exec((await smtp.next('moved@example.mn')).text)!;
    // In a browser where nobody is signed in, the link waits for the sign-in.
    const elsewhere = await openPage(console, link.slice(console.running.url.length));
    await signIn(elsewhere);
    await elsewhere.getByRole('button', { name: 'Use this address' }).click();
    await elsewhere.waitForURL(/\/account$/);
    expect([await who(elsewhere), await who(page)]).toEqual(['moved@example.mn', null]);
  });

  it('a provider signs in who was invited, and the page says why when nobody was', async () => {
    const provider = await useProvider();
    const console = await startConsole(temporaryPlace(), { webFolder, provider: provider.client });
    const admin = await setUp(console);
    const page = await openPage(console);
    const button = page.getByRole('link', { name: /Test/ });
    await button.click();
    await page.waitForURL(/\/sign-in\?error=sign_up_closed$/);
    await page.getByRole('alert').waitFor();
    expect(await who(page)).toBeNull();
    const body = { email: 'bat@example.mn', language: 'en' as const };
    await admin.ask('POST /api/operator/invitations', { body });
    await page.getByRole('link', { name: /Test/ }).click();
    await expect.poll(() => who(page)).toBe('bat@example.mn');
    expect(new URL(page.url()).origin).toBe(console.running.url);
  });
});
