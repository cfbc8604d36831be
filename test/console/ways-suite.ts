import { describe, expect, it } from 'vitest';
import { Authenticator } from './authenticator.js';
import type { Browser } from './browser.js';
import { useProvider } from './oidc-provider.js';
import { useSmtp } from './smtp-server.js';
import { newPerson, PASSWORD, setUp, startConsole } from './test-console.js';

/** Passkeys and OpenID Connect. @param newPlace an empty database for one test */
export function describeWays(newPlace: () => Promise<string>): void {
  describe('ways to sign in', () => {
    it('adds a passkey, signs in with it, renames and removes it', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const device = new Authenticator(admin.url);
      const options = await admin.ask('POST /api/passkeys/options');
      expect(options).toMatchObject({ rp: { id: 'localhost', name: 'gazarch' } });
      const body = { name: 'Утас', credential: device.create(options) };
      const added = await admin.ask('POST /api/passkeys', { body });
      expect(added).toMatchObject({ name: 'Утас', is_synced: false });
      expect(await admin.refusal('POST /api/passkeys', { body })).toBe('410 link_invalid');

      const browser = console.browser();
      const asked = await browser.ask('POST /api/passkeys/sign-in/options');
      const credential = device.get(asked);
      const session = await browser.ask('POST /api/passkeys/sign-in', { body: { credential } });
      expect(session.account).toMatchObject({ email: 'admin@example.mn' });
      expect(await browser.who()).toBe('admin@example.mn');
      // The same signature does not open twice.
      const thief = console.browser();
      expect(await thief.refusal('POST /api/passkeys/sign-in', { body: { credential } })).toBe(
        '410 link_invalid',
      );
      const foreign = new Authenticator('https://evil.example');
      foreign.create(options);
      const theirs = {
        body: { credential: foreign.get(await thief.ask('POST /api/passkeys/sign-in/options')) },
      };
      expect(await thief.refusal('POST /api/passkeys/sign-in', theirs)).toBe('401 wrong_credentials');

      const of = { params: { passkey: added.id } };
      const other = await newPerson(console, admin, 'other@example.mn');
      expect(await other.refusal('DELETE /api/passkeys/:passkey', of)).toBe('404 not_found');
      const renamed = await admin.ask('PATCH /api/passkeys/:passkey', { ...of, body: { name: 'Шинэ' } });
      expect(renamed.name).toBe('Шинэ');
      await admin.ask('DELETE /api/passkeys/:passkey', of);
      expect(await admin.ask('GET /api/passkeys')).toEqual([]);
    });

    it('tells the owner by mail of a passkey that comes and of one that goes', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const device = new Authenticator(admin.url);
      const credential = device.create(await admin.ask('POST /api/passkeys/options'));
      const added = await admin.ask('POST /api/passkeys', { body: { name: 'Утас', credential } });
      const came = await smtp.next('admin@example.mn');
      expect([came.subject, came.text.includes('«Утас»')]).toEqual(['Шинэ passkey', true]);
      await admin.ask('DELETE /api/passkeys/:passkey', { params: { passkey: added.id } });
      const went = await smtp.next('admin@example.mn');
      expect([went.subject, went.text.includes('«Утас»')]).toEqual(['Passkey хасагдлаа', true]);
    });

    it('lets the owner of an address in through a provider past an account nobody verified', async () => {
      const provider = await useProvider();
      const console = await startConsole(await newPlace(), { provider: provider.client, opensSignUp: true });
      await setUp(console);
      const stranger = console.browser();
      await stranger.ask('POST /api/sign-up', {
        body: { name: 'Stranger', email: 'bat@example.mn', password: PASSWORD, language: 'en' },
      });
      await console.running.settled();
      const owner = console.browser();
      expect(await through(owner)).toBe('/');
      expect((await owner.ask('GET /api/session')).account).toMatchObject({
        ...{ name: 'Бат', email: 'bat@example.mn', email_verified: true, has_password: false },
      });
      const body = { email: 'bat@example.mn', password: PASSWORD };
      expect(await stranger.refusal('POST /api/sign-in', { body })).toBe('401 wrong_credentials');
    });

    it('signs in through OpenID Connect whoever was invited, and nobody else', async () => {
      const provider = await useProvider();
      const console = await startConsole(await newPlace(), { provider: provider.client });
      const admin = await setUp(console);
      const bat = console.browser();
      expect((await bat.ask('GET /api/session')).providers).toEqual([{ id: 'oidc', name: 'Test' }]);
      expect(await through(bat)).toBe('/sign-in?error=sign_up_closed');
      expect(await bat.who()).toBeNull();
      await admin.ask('POST /api/operator/invitations', {
        body: { email: 'bat@example.mn', language: 'mn' },
      });
      expect(await through(bat, '/projects?a=1')).toBe('/projects?a=1');
      expect((await bat.ask('GET /api/session')).account).toMatchObject({
        ...{ name: 'Бат', email: 'bat@example.mn', email_verified: true, has_password: false },
      });
      expect(await bat.ask('GET /api/account/identities')).toMatchObject([{ provider: 'oidc' }]);
      // The second time it is the same account, and no token of the provider is kept.
      const again = console.browser();
      await through(again);
      expect(await again.who()).toBe('bat@example.mn');
      const rows = await console.database.db.selectFrom('account_identities').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('an-access-token');
      await admin.ask('PATCH /api/operator/accounts/:account', {
        params: { account: (await bat.ask('GET /api/session')).account!.id },
        body: { closed: true },
      });
      expect(await bat.who()).toBeNull();
      expect(await through(bat)).toBe('/sign-in?error=account_closed');
    });

    it('joins a provider with the account of the same verified address', async () => {
      const provider = await useProvider();
      const console = await startConsole(await newPlace(), { provider: provider.client });
      await setUp(console);
      provider.user = { ...provider.user, email: 'admin@example.mn' };
      const browser = console.browser();
      expect(await through(browser)).toBe('/');
      expect((await browser.ask('GET /api/session')).account).toMatchObject({
        ...{ name: 'Админ', has_password: true, is_operator: true },
      });
      provider.user = { ...provider.user, sub: 'u-2', email_verified: false };
      const other = console.browser();
      expect(await through(other)).toBe('/sign-in?error=account_not_linked');
      expect(await other.who()).toBeNull();
    });

    it('believes no token that the provider did not make for this sign-in', async () => {
      const provider = await useProvider();
      const console = await startConsole(await newPlace(), { provider: provider.client });
      await setUp(console);
      provider.user = { ...provider.user, email: 'admin@example.mn' };
      for (const fault of ['foreign_key', 'wrong_nonce', 'wrong_audience'] as const) {
        provider.fault = fault;
        const browser = console.browser();
        expect([fault, await through(browser)]).toEqual([fault, '/sign-in?error=provider_failed']);
        expect(await browser.who()).toBeNull();
      }
      provider.fault = 'none';
      // An answer that belongs to the sign-in of another browser.
      const thief = console.browser();
      const back = await callbackOf(thief);
      const victim = console.browser();
      await victim.fetch(back);
      expect(await victim.who()).toBeNull();
    });

    it('leads to no other host after a sign-in', async () => {
      const provider = await useProvider();
      const console = await startConsole(await newPlace(), { provider: provider.client });
      await setUp(console);
      provider.user = { ...provider.user, email: 'admin@example.mn' };
      for (const to of [
        '//evil.example',
        'https://evil.example/',
        '/\\evil.example',
        '\\\\evil.example',
        '/%09/evil.example'.replace('%09', '\t'),
        'javascript:alert(1)',
        '/..//evil.example',
      ])
        expect([to, await through(console.browser(), to)]).toEqual([
          to,
          expect.stringMatching(/^\/($|[^/\\])/),
        ]);
    });

    it('says so when the provider is away, and uses it when it is back', async () => {
      const provider = await useProvider();
      const away = { ...provider.client, issuer: 'http://127.0.0.1:9' };
      const console = await startConsole(await newPlace(), { provider: away });
      await setUp(console);
      expect(await through(console.browser())).toBe('/sign-in?error=provider_unavailable');
      await console.browser().signIn('admin@example.mn', PASSWORD);
      // It came up after the console.
      away.issuer = provider.issuer;
      provider.user = { ...provider.user, email: 'admin@example.mn' };
      expect(await through(console.browser())).toBe('/');
    });
  });
}

/** Follows a sign-in through the provider. @returns path that the browser ends at */
async function through(browser: Browser, to = '/'): Promise<string> {
  const begun = await browser.fetch(`/api/oidc/oidc?to=${encodeURIComponent(to)}`);
  const first = begun.headers.get('location')!;
  if (first.startsWith(browser.url)) return first.slice(browser.url.length);
  const provided = await fetch(first, { redirect: 'manual' });
  const ended = await browser.fetch(provided.headers.get('location')!);
  const last = ended.headers.get('location')!;
  expect(new URL(last, browser.url).origin).toBe(browser.url);
  return last.slice(browser.url.length);
}

/** The link by which the provider sends the browser back. */
async function callbackOf(browser: Browser): Promise<string> {
  const begun = await browser.fetch('/api/oidc/oidc?to=/');
  const provided = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
  return provided.headers.get('location')!;
}
