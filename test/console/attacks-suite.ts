import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConsoleRequest } from '../../src/console/api/contract.js';
import type { Browser } from './browser.js';
import { tokenIn, useSmtp } from './smtp-server.js';
import { hashCount } from './cheap-passwords.js';
import { newOwner, newPerson, PASSWORD, setUp, startConsole } from './test-console.js';

/** Every request of the contract, read from its text: none can be forgotten. */
const REQUESTS = ['contract.ts', 'operator-contract.ts'].flatMap((file) => {
  const text = readFileSync(resolve(import.meta.dirname, '../../src/console/api', file), 'utf8');
  return [...text.matchAll(/^ {2}'((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^']*)'/gm)].map(
    ([, request]) => request as ConsoleRequest,
  );
});

/** What somebody may ask who is not signed in. */
const FOR_EVERYBODY = [
  'GET /api/session',
  'POST /api/setup',
  'POST /api/sign-up',
  'POST /api/sign-in',
  'POST /api/sign-in/code',
  'POST /api/sign-out',
  'POST /api/verify',
  'POST /api/verify/send',
  'POST /api/reset/send',
  'POST /api/reset',
  'POST /api/passkeys/sign-in/options',
  'POST /api/passkeys/sign-in',
  'POST /api/invitation/preview',
];

/** With any text as parameters, and an empty body. */
async function statusOf(browser: Browser, request: ConsoleRequest): Promise<string> {
  const [method, template] = request.split(' ');
  const path = template.replace(/:\w+/g, 'x');
  const answer = await browser.fetch(path, { method, ...(method === 'GET' ? {} : { body: '{}' }) });
  const text = await answer.text();
  const { error } = (text === '' ? {} : JSON.parse(text)) as { error?: { code: string } };
  return `${answer.status} ${error?.code ?? ''}`.trim();
}

/** What somebody tries who should not get through. @param newPlace an empty database for one test */
/** @param passwords how many wrong ones are tried at once, from fifty addresses */
export function describeAttacks(newPlace: () => Promise<string>, passwords: number): void {
  describe('attacks', () => {
    it('answers a stranger nothing but how to sign in', async () => {
      const console = await startConsole(await newPlace());
      const stranger = console.browser();
      expect(REQUESTS.length).toBeGreaterThan(65);
      for (const request of REQUESTS.filter((one) => !FOR_EVERYBODY.includes(one)))
        expect([request, await statusOf(stranger, request)]).toEqual([request, '401 sign_in_required']);
    });

    it('keeps the requests of operators from everybody else', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner } = await newOwner(console, admin, 'owner@example.mn');
      const requests = REQUESTS.filter((request) => request.includes('/api/operator/'));
      expect(requests.length).toBeGreaterThan(12);
      for (const request of requests)
        expect([request, await statusOf(owner, request)]).toEqual([request, '403 forbidden']);
    });

    it('refuses requests from pages of another origin', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const post = (headers: Record<string, string>): Promise<Response> =>
        admin.fetch('/api/operator/sign-up', { method: 'PUT', body: '{"open":true}', headers });
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: admin.url.replace('http:', 'https:') },
        { origin: admin.url, 'sec-fetch-site': 'cross-site' },
        { origin: admin.url, 'sec-fetch-site': 'same-site' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'application/jsonp' },
      ]) {
        const answer = await post(headers);
        const { error } = (await answer.json()) as { error: { code: string } };
        expect([headers, answer.status, error.code]).toEqual([headers, 403, 'cross_origin']);
      }
      expect(await admin.ask('GET /api/session')).toMatchObject({ sign_up: 'invitation' });
      expect((await post({})).status).toBe(200);
      const read = await admin.fetch('/api/session', { headers: { origin: 'https://evil.example' } });
      expect(read.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('gives cookies that no script, no other site and no other host can use', async () => {
      const plain = await startConsole(await newPlace());
      const admin = await setUp(plain);
      const attributes = (text: string): string[] =>
        text
          .toLowerCase()
          .split(/;\s*/)
          .slice(1)
          .filter((one) => !one.startsWith('max-age'))
          .sort();
      expect(admin.setCookies.length).toBeGreaterThan(1);
      for (const text of admin.setCookies)
        expect(attributes(text)).toEqual(['httponly', 'path=/', 'samesite=lax']);
      const behindTls = await startConsole(await newPlace(), { consoleUrl: 'https://console.example.mn' });
      const token = behindTls.running.setupLink!.url.split('#')[1];
      const url = `http://127.0.0.1:${new URL(await addressOf(behindTls)).port}/api/setup`;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://console.example.mn' },
        body: JSON.stringify({
          ...{ token, name: 'x', email: 'x@example.mn', password: PASSWORD },
          ...{ organisation: 'x', language: 'en' },
        }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
      for (const text of answer.headers.getSetCookie()) {
        expect(text).toMatch(/^__Host-gazarch\./);
        expect(attributes(text)).toEqual(['httponly', 'path=/', 'samesite=lax', 'secure']);
      }
    });

    it('makes a new session at each sign-in, and takes none from outside', async () => {
      const console = await startConsole(await newPlace());
      await setUp(console);
      const thief = console.browser();
      await thief.signIn('admin@example.mn', PASSWORD);
      const name = 'gazarch.session_token';
      const planted = thief.cookies.get(name)!;
      const victim = console.browser();
      victim.cookies.set(name, 'made-up.c2lnbmF0dXJl');
      expect(await victim.who()).toBeNull();
      victim.cookies.set(name, planted);
      await victim.signIn('admin@example.mn', PASSWORD);
      expect(victim.cookies.get(name)).not.toBe(planted);
      // Whoever planted his own session is signed out by it.
      expect([await thief.who(), await victim.who()]).toEqual([null, 'admin@example.mn']);
      const kept = victim.cookies.get(name)!;
      await victim.ask('POST /api/sign-out');
      victim.cookies.set(name, kept);
      expect(await victim.who()).toBeNull();
    });

    it('lets a viewer see and nothing more, and others not even that', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner, organisation, project } = await newOwner(console, admin, 'owner@example.mn');
      const made = await owner.ask('POST /api/projects/:project/keys', {
        params: { project },
        body: { name: 'x', endpoints: ['geocode'] },
      });
      const viewer = await newPerson(console, admin, 'viewer@example.mn', { organisation, role: 'viewer' });
      const member = await newPerson(console, admin, 'member@example.mn', { organisation, role: 'member' });
      const { browser: stranger } = await newOwner(console, admin, 'stranger@example.mn');
      const account = (await owner.ask('GET /api/session')).account!.id;
      const params = { organisation, project, key: made.key.id, account };
      const email = 'x@example.mn';
      // Request, body, and what the viewer, the member and the stranger hear.
      const trials: [ConsoleRequest, unknown, string, string, string][] = [
        ['GET /api/projects/:project', undefined, 'fine', 'fine', '404'],
        ['GET /api/keys/:key', undefined, 'fine', 'fine', '404'],
        ['GET /api/projects/:project/keys', undefined, 'fine', 'fine', '404'],
        ['GET /api/organisations/:organisation/members', undefined, 'fine', 'fine', '404'],
        ['GET /api/organisations/:organisation/invitations', undefined, '403', '403', '404'],
        ['GET /api/organisations/:organisation/audit', undefined, '403', '403', '404'],
        ['PATCH /api/organisations/:organisation', { name: 'mine' }, '403', '403', '404'],
        ['DELETE /api/organisations/:organisation', {}, '403', '403', '404'],
        [
          'POST /api/organisations/:organisation/invitations',
          { email, role: 'owner', language: 'en' },
          ...['403', '403', '404'],
        ] as never,
        [
          'PATCH /api/organisations/:organisation/members/:account',
          { role: 'viewer' },
          ...['403', '403', '404'],
        ] as never,
        ['DELETE /api/organisations/:organisation/members/:account', {}, '403', '403', '404'],
        ['POST /api/organisations/:organisation/projects', { name: 'x' }, '403', 'fine', '404'],
        ['PATCH /api/projects/:project', { name: 'x' }, '403', 'fine', '404'],
        ['DELETE /api/projects/:project', {}, '403', '403', '404'],
        ['POST /api/projects/:project/keys', { name: 'x', endpoints: ['route'] }, '403', 'fine', '404'],
        ['PATCH /api/keys/:key', { name: 'x' }, '403', 'fine', '404'],
        ['POST /api/keys/:key/rotate', { grace_s: 0 }, '403', 'fine', '404'],
        ['POST /api/keys/:key/revoke', {}, '403', 'fine', '404'],
      ];
      for (const [request, body, ofViewer, ofMember, ofStranger] of trials) {
        const heard = async (browser: Browser): Promise<string> =>
          (
            await browser.refusal(request, { params, ...(body === undefined ? {} : { body: body as never }) })
          ).split(' ')[0];
        expect([request, await heard(viewer), await heard(stranger), await heard(member)]).toEqual([
          ...[request, ofViewer, ofStranger, ofMember],
        ]);
      }
      const usage = { params, query: { period: 'today' as const } };
      expect(await viewer.refusal('GET /api/projects/:project/usage', usage)).toBe('fine');
      expect(await stranger.refusal('GET /api/projects/:project/usage', usage)).toBe('404 not_found');
    });

    it(`limits ${passwords} wrong passwords, and the owner still gets in`, { timeout: 600_000 }, async () => {
      const console = await startConsole(await newPlace(), { trustedProxies: ['127.0.0.1'] });
      const owner = await setUp(console);
      const attack = async (
        addresses: number,
        attempts: number,
        lanes = 10,
      ): Promise<Record<string, number>> => {
        const heard: Record<string, number> = {};
        let dropped = 0;
        const work = Array.from({ length: attempts }, (_, i) => i);
        const one = async (): Promise<void> => {
          for (let i = work.pop(); i !== undefined; i = work.pop()) {
            const thief = console.browser();
            thief.headers = { 'x-forwarded-for': `203.0.113.${i % addresses}` };
            const body = { email: 'admin@example.mn', password: `wrong password ${i}` };
            // A machine at its limits drops connections: a thief comes again.
            const said = await thief.refusal('POST /api/sign-in', { body }).catch((error: Error) => error);
            if (typeof said !== 'string' && ++dropped > attempts) throw said;
            if (typeof said === 'string') heard[said] = (heard[said] ?? 0) + 1;
            else work.push(i);
          }
        };
        await Promise.all(Array.from({ length: lanes }, one));
        return heard;
      };
      // One address soon waits: after five wrong ones 1 s, then twice as long each time.
      const begun_ms = performance.now();
      const alone = await attack(1, 60);
      const most = 10 + Math.log2(1 + (performance.now() - begun_ms) / 1000);
      expect(alone['401 wrong_credentials']).toBeLessThan(most);
      expect(alone['429 too_many_attempts']).toBeGreaterThan(60 - most);
      // Many addresses take turns at the account, and its owner at a new one is the next.
      const floods = attack(50, passwords, passwords);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const elsewhere = console.browser();
      elsewhere.headers = { 'x-forwarded-for': '198.51.100.7' };
      // A turn may be taken by a thief: then the owner tries again.
      const getsIn = (): Promise<boolean> =>
        elsewhere.signIn('admin@example.mn', PASSWORD).then(
          () => true,
          (error: Error) => !error.message.startsWith('429') && Promise.reject(error),
        );
      await expect.poll(getsIn).toBe(true);
      expect(await elsewhere.who()).toBe('admin@example.mn');
      const heard = await floods;
      expect(heard['401 wrong_credentials']).toBeLessThan(60);
      const unknown = console.browser();
      unknown.headers = { 'x-forwarded-for': '198.51.100.8' };
      await unknown.signIn('admin@example.mn', PASSWORD);
      await owner.ask('POST /api/sign-out');
      await owner.signIn('admin@example.mn', PASSWORD);
      expect(await owner.who()).toBe('admin@example.mn');
      const log = await owner.ask('GET /api/operator/audit', { query: { action: 'sign_in.limited' } });
      expect(log.entries.length).toBeGreaterThan(0);
    });

    it('refuses links that have expired, were used, or are of another kind', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const stranger = console.browser();
      const send = { body: { email: 'admin@example.mn', language: 'en' as const } };
      await stranger.ask('POST /api/reset/send', send);
      const token = tokenIn(await smtp.next('admin@example.mn'));
      expect(await stranger.refusal('POST /api/verify', { body: { token } })).toBe('410 link_invalid');
      expect(await stranger.refusal('POST /api/invitation/preview', { body: { token } })).toBe(
        '410 link_invalid',
      );
      await console.database.db.updateTable('one_time_links').set({ expires_at: Date.now() }).execute();
      const reset = { body: { token, password: 'another long one' } };
      expect(await stranger.refusal('POST /api/reset', reset)).toBe('410 link_invalid');
      await admin.ask('POST /api/operator/invitations', {
        body: { email: 'nara@example.mn', language: 'en' },
      });
      const invitation = tokenIn(await smtp.next('nara@example.mn'));
      const person = { name: 'x', email: 'nara@example.mn', password: PASSWORD, language: 'en' } as const;
      const twice = await Promise.all(
        [1, 2, 3].map(() =>
          console.browser().refusal('POST /api/sign-up', { body: { ...person, invitation } }),
        ),
      );
      expect(twice.filter((said) => said === 'fine')).toHaveLength(1);
      const [row] = await console.database.db.selectFrom('one_time_links').selectAll().execute();
      expect(JSON.stringify(row ?? {})).not.toContain(token);
    });

    it('takes HTML in names as text', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const html = `<img src=x onerror="alert(1)">&amp;'`;
      await admin.ask('PATCH /api/account', { body: { name: html } });
      const { id } = await admin.ask('POST /api/organisations', { body: { name: html } });
      const project = await admin.ask('POST /api/organisations/:organisation/projects', {
        params: { organisation: id },
        body: { name: html },
      });
      const { key } = await admin.ask('POST /api/projects/:project/keys', {
        params: { project: project.id },
        body: { name: html, endpoints: ['route'] },
      });
      expect([project.name, key.name, key.created_by]).toEqual([html, html, html]);
      await admin.ask('POST /api/organisations/:organisation/invitations', {
        params: { organisation: id },
        body: { email: 'nara@example.mn', role: 'viewer', language: 'en' },
      });
      const received = await smtp.next('nara@example.mn');
      expect(received.subject).toBe('You are invited to gazarch');
      expect(received.text).toContain(`"${html}"`);
      expect(received.text).toContain(html);
      const answer = await admin.fetch(`/api/keys/${key.id}`);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self';/,
      );
      expect(await admin.refusal('PATCH /api/account', { body: { name: 'a\nBcc: b@example.mn' } })).toBe(
        '400 invalid_request name bad_format',
      );
    });

    it('refuses bodies that are too large, or that cannot be read', async () => {
      const console = await startConsole(await newPlace());
      const browser = console.browser();
      const post = (body: string): Promise<Response> =>
        browser.fetch('/api/sign-in', { method: 'POST', body });
      expect((await post(JSON.stringify({ email: 'x'.repeat(70_000), password: 'x' }))).status).toBe(413);
      expect((await post('{"email":')).status).toBe(400);
      expect((await post('[]')).status).toBe(400);
      expect((await post('{"__proto__":{"isOperator":true},"email":"a@b.c","password":"x"}')).status).toBe(
        400,
      );
      const long = await browser.fetch(`/api/errors/${'x'.repeat(3_000)}`);
      expect(long.status).toBeGreaterThanOrEqual(400);
      expect(long.status).toBeLessThan(500);
    });

    it('takes as long for an address without an account as for one with', async () => {
      const console = await startConsole(await newPlace(), {
        trustedProxies: ['127.0.0.1'],
        opensSignUp: true,
      });
      await setUp(console);
      // All but a hash of the password takes nothing. So each of them has to make one.
      for (const email of ['admin@example.mn', 'nobody@example.mn', 'admin@example.mn']) {
        const before = hashCount();
        const said = await console
          .browser()
          .refusal('POST /api/sign-in', { body: { email, password: 'wrong password' } });
        expect(said).toBe('401 wrong_credentials');
        expect(hashCount() - before, email).toBe(1);
      }
      // These say the same, and answer before they look.
      const browser = console.browser();
      for (const email of ['admin@example.mn', 'nobody@example.mn']) {
        expect(await browser.ask('POST /api/reset/send', { body: { email, language: 'en' } })).toBeNull();
        expect(await browser.ask('POST /api/verify/send', { body: { email } })).toBeNull();
        const person = { name: 'x', email, password: PASSWORD, language: 'en' as const };
        expect(await browser.ask('POST /api/sign-up', { body: person })).toEqual({
          next: 'verify',
          session: null,
        });
      }
      await console.running.settled();
      await expect(browser.signIn('admin@example.mn', PASSWORD)).resolves.toMatchObject({
        account: { name: 'Админ' },
      });
    });
  });
}

/** Where it listens, whatever its URL says. */
async function addressOf({ running }: { running: { address: string } }): Promise<string> {
  return running.address;
}
