import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AttemptStore } from '../../src/console/accounts/guards/attempt-store.js';
import { MailLimits } from '../../src/console/accounts/guards/mail-limits.js';
import type { Browser } from './browser.js';
import { codeOf } from './one-time-code.js';
import { useSmtp } from './smtp-server.js';
import { newOwner, newPerson, PASSWORD, setUp, startConsole, type TestConsole } from './test-console.js';

/** What a thief can do with what he has stolen, and how his victim gets to know. */
export function describeThefts(newPlace: () => Promise<string>): void {
  describe('thefts', () => {
    it('keeps tokens of sessions as hashes only', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const cookie = decodeURIComponent(admin.cookies.get('gazarch.session_token')!);
      const rows = await console.database.db.selectFrom('account_sessions').select('token').execute();
      expect(rows.length).toBe(1);
      for (const { token } of rows) expect(cookie).not.toContain(token);
      // A stolen table opens nothing.
      const thief = console.browser();
      thief.cookies.set('gazarch.session_token', `${rows[0].token}.${cookie.split('.')[1]}`);
      expect(await thief.who()).toBeNull();
      expect(await admin.who()).toBe('admin@example.mn');
      expect(await admin.ask('GET /api/account/sessions')).toHaveLength(1);
    });

    it('ends links to choose a password when one was chosen', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { id } = (await admin.ask('GET /api/session')).account!;
      const { link } = await admin.ask('POST /api/operator/accounts/:account/reset-link', {
        params: { account: id },
      });
      await admin.ask('POST /api/account/password', {
        body: { current: PASSWORD, password: 'another long one' },
      });
      const body = { token: link.split('#')[1], password: 'the one of a thief' };
      expect(await console.browser().refusal('POST /api/reset', { body })).toBe('410 link_invalid');
    });

    it('asks for the password again before what is dangerous', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner, organisation, project } = await newOwner(console, admin, 'owner@example.mn');
      await later(console, 9 * 60_000);
      const key = { params: { project }, body: { name: 'x', endpoints: ['geocode' as const] } };
      await owner.ask('POST /api/projects/:project/keys', key);
      await later(console, 2 * 60_000);
      const refusal = '403 proof_needed';
      expect(await owner.refusal('POST /api/projects/:project/keys', key)).toBe(refusal);
      expect(await owner.refusal('POST /api/passkeys/options')).toBe(refusal);
      expect(await owner.refusal('POST /api/account/second-factor', { body: { password: PASSWORD } })).toBe(
        refusal,
      );
      const invited = { email: 'x@example.mn', role: 'owner' as const, language: 'en' as const };
      expect(
        await owner.refusal('POST /api/organisations/:organisation/invitations', {
          params: { organisation },
          body: invited,
        }),
      ).toBe(refusal);
      // Reading goes on, and so does making things safer.
      expect(await owner.ask('GET /api/projects')).toHaveLength(1);
      expect(await owner.refusal('POST /api/account/proof', { body: { password: 'wrong password' } })).toBe(
        '401 wrong_credentials password',
      );
      expect(await owner.refusal('POST /api/projects/:project/keys', key)).toBe(refusal);
      await owner.ask('POST /api/account/proof', { body: { password: PASSWORD } });
      await owner.ask('POST /api/projects/:project/keys', key);
    });

    it('tells people by mail of new browsers, keys, roles and passwords', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const other = console.browser();
      other.headers = { 'user-agent': 'Thief 1.0' };
      await other.signIn('admin@example.mn', PASSWORD);
      const told = await smtp.next('admin@example.mn');
      expect([told.subject, told.text.includes('«Thief 1.0')]).toEqual(['Шинэ нэвтрэлт', true]);
      // Known from now on.
      await other.ask('POST /api/sign-out');
      await other.signIn('admin@example.mn', PASSWORD);
      const [{ id: project }] = await admin.ask('GET /api/projects');
      await admin.ask('POST /api/projects/:project/keys', {
        params: { project },
        body: { name: 'Апп', endpoints: ['geocode'] },
      });
      expect((await smtp.next('admin@example.mn')).text).toContain('«Апп»');
      expect(smtp.mails).toEqual([]);
    });

    it('tells people by mail of a role that others have given them', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const [{ id: organisation }] = await admin.ask('GET /api/organisations');
      await admin.ask('POST /api/organisations/:organisation/invitations', {
        params: { organisation },
        body: { email: 'bat@example.mn', role: 'viewer', language: 'en' },
      });
      const [, invitation] = /#(\S+)/.exec((await smtp.next('bat@example.mn')).text)!;
      const bat = console.browser();
      await bat.ask('POST /api/sign-up', {
        body: { name: 'Bat', email: 'bat@example.mn', password: PASSWORD, language: 'en', invitation },
      });
      smtp.mails.length = 0;
      const { account } = await bat.ask('GET /api/session');
      await admin.ask('PATCH /api/organisations/:organisation/members/:account', {
        params: { organisation, account: account!.id },
        body: { role: 'member' },
      });
      const member = await smtp.next('bat@example.mn');
      expect([member.subject, member.text.includes('"member"')]).toEqual(['Your role was changed', true]);
      await admin.ask('PATCH /api/operator/accounts/:account', {
        params: { account: account!.id },
        body: { is_operator: true },
      });
      expect((await smtp.next('bat@example.mn')).text).toContain('"operator"');
    });

    it('keeps an operator when two take the role from each other', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const second = await newPerson(console, admin, 'second@example.mn');
      const id = async (browser: Browser): Promise<string> =>
        (await browser.ask('GET /api/session')).account!.id;
      const set = (by: Browser, account: string, is_operator: boolean): Promise<unknown> =>
        by.ask('PATCH /api/operator/accounts/:account', { params: { account }, body: { is_operator } });
      const [one, two] = [await id(admin), await id(second)];
      for (let round = 0; round < 5; round++) {
        await set(admin, two, true).catch(() => set(second, one, true));
        const outcomes = await Promise.allSettled([set(admin, two, false), set(second, one, false)]);
        expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
        const left = await console.database.db
          .selectFrom('accounts')
          .select('id')
          .where('is_operator', '=', 1)
          .execute();
        expect(left.length).toBeGreaterThan(0);
        if (left.every((row) => row.id === two)) await set(second, one, true);
      }
    });

    it('lets accounts go that nobody verified within seven days', async () => {
      const console = await startConsole(await newPlace(), { opensSignUp: true });
      await setUp(console);
      const stranger = console.browser();
      const signUp = { name: 'x', email: 'victim@example.mn', password: PASSWORD, language: 'en' as const };
      await stranger.ask('POST /api/sign-up', { body: signUp });
      await console.running.settled();
      const count = async (): Promise<number> =>
        (await console.database.db.selectFrom('accounts').select('id').execute()).length;
      expect(await count()).toBe(2);
      await console.running.thin(Date.now() + 6 * 86_400_000);
      expect(await count()).toBe(2);
      await console.running.thin(Date.now() + 7.1 * 86_400_000);
      expect(await count()).toBe(1);
    });

    it('takes one-time codes as a second factor, and recovery codes once each', async () => {
      holdClock();
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { uri, recovery_codes } = await admin.ask('POST /api/account/second-factor', {
        body: { password: PASSWORD },
      });
      expect(recovery_codes).toHaveLength(10);
      // Nothing is asked before the first code was shown.
      await console.browser().signIn('admin@example.mn', PASSWORD);
      const confirm = (code: string) =>
        admin.refusal('POST /api/account/second-factor/confirm', { body: { code } });
      expect(await confirm('000000')).toBe('401 wrong_credentials');
      const [shown, next] = [codeOf(uri), codeOf(uri, 1)];
      const set = await admin.ask('POST /api/account/second-factor/confirm', { body: { code: shown } });
      expect(set.has_second_factor).toBe(true);
      expect(await admin.who()).toBe('admin@example.mn');
      const signIn = async (code: string): Promise<string | null> => {
        const browser = console.browser();
        const body = { email: 'admin@example.mn', password: PASSWORD };
        expect(await browser.refusal('POST /api/sign-in', { body })).toBe('401 code_needed');
        expect(await browser.who()).toBeNull();
        await browser.ask('POST /api/sign-in/code', { body: { code } }).catch(() => undefined);
        return browser.who();
      };
      expect(await signIn('000000')).toBeNull();
      // The one that was shown to set it up is used; the next one works already, and once.
      expect(await signIn(shown)).toBeNull();
      expect(await signIn(next)).toBe('admin@example.mn');
      expect(await signIn(next)).toBeNull();
      expect(await signIn(recovery_codes[3])).toBe('admin@example.mn');
      expect(await signIn(recovery_codes[3])).toBeNull();
      expect(
        await console.browser().refusal('POST /api/sign-in/code', { body: { code: codeOf(uri) } }),
      ).toMatch(/^401/);
      await admin.ask('DELETE /api/account/second-factor');
      await console.browser().signIn('admin@example.mn', PASSWORD);
    });

    it('notes wrong codes behind the right password, and shuts out no owner', async () => {
      holdClock();
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const { uri, recovery_codes } = await admin.ask('POST /api/account/second-factor', {
        body: { password: PASSWORD },
      });
      const [shown, next] = [codeOf(uri), codeOf(uri, 1)];
      await admin.ask('POST /api/account/second-factor/confirm', { body: { code: shown } });
      expect((await smtp.next('admin@example.mn')).subject).toBe('Нэг удаагийн код идэвхжлээ');
      const outcomes: string[] = [];
      const body = { email: 'admin@example.mn', password: PASSWORD };
      for (let i = 0; i < 14; i++) {
        const thief = console.browser();
        await thief.refusal('POST /api/sign-in', { body });
        const code = String((Number(shown) + 17 + i) % 1_000_000).padStart(6, '0');
        outcomes.push((await thief.refusal('POST /api/sign-in/code', { body: { code } })).slice(0, 21));
      }
      expect(new Set(outcomes.slice(0, 10))).toEqual(new Set(['401 wrong_credentials']));
      expect(new Set(outcomes.slice(10))).toEqual(new Set(['429 too_many_attempts']));
      expect((await smtp.next('admin@example.mn')).subject).toBe('Буруу нэг удаагийн код');
      await console.running.settled();
      const noted = await console.database.db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'sign_in.failed')
        .execute();
      expect(noted.map(({ details }) => details)).toEqual(Array.from({ length: 10 }, () => '{"by":"code"}'));
      // In the browser that he knows, and by a recovery code everywhere.
      await admin.ask('POST /api/sign-out');
      await admin.refusal('POST /api/sign-in', { body });
      await admin.ask('POST /api/sign-in/code', { body: { code: next } });
      expect(await admin.who()).toBe('admin@example.mn');
      const elsewhere = console.browser();
      await elsewhere.refusal('POST /api/sign-in', { body });
      await elsewhere.ask('POST /api/sign-in/code', { body: { code: recovery_codes[0] } });
      expect(await elsewhere.who()).toBe('admin@example.mn');
    });

    it('moves the secret of second factors out of the database, and they go on', async () => {
      holdClock();
      const place = await newPlace();
      const before = await startConsole(place);
      const admin = await setUp(before);
      const { uri, recovery_codes } = await admin.ask('POST /api/account/second-factor', {
        body: { password: PASSWORD },
      });
      const [shown, next] = [codeOf(uri), codeOf(uri, 1)];
      await admin.ask('POST /api/account/second-factor/confirm', { body: { code: shown } });
      const told: (string | null)[] = [];
      const secretOf = (stored: string | null): string => {
        told.push(stored);
        return 'another secret, which is 32 characters long';
      };
      const secrets = async ({ database }: TestConsole): Promise<unknown> =>
        database.db.selectFrom('console_settings').select('value').where('name', '=', 'secret').execute();
      expect(await secrets(before)).toHaveLength(1);
      for (const code of [next, recovery_codes[2]]) {
        const console = await startConsole(place, { secretOf });
        expect(await secrets(console)).toEqual([]);
        const browser = console.browser();
        await browser.refusal('POST /api/sign-in', {
          body: { email: 'admin@example.mn', password: PASSWORD },
        });
        await browser.ask('POST /api/sign-in/code', { body: { code } });
        expect(await browser.who()).toBe('admin@example.mn');
      }
      expect(told).toEqual([expect.any(String), null]);
    });

    it('shows an organisation that asks for a second factor to nobody without one', async () => {
      holdClock();
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner, organisation, project } = await newOwner(console, admin, 'owner@example.mn');
      const viewer = await newPerson(console, admin, 'viewer@example.mn', { organisation, role: 'viewer' });
      const need = { params: { organisation }, body: { needs_second_factor: true } };
      expect(await owner.refusal('PATCH /api/organisations/:organisation', need)).toBe(
        '409 conflict second_factor_first',
      );
      const { uri } = await owner.ask('POST /api/account/second-factor', { body: { password: PASSWORD } });
      await owner.ask('POST /api/account/second-factor/confirm', { body: { code: codeOf(uri) } });
      expect(await owner.ask('PATCH /api/organisations/:organisation', need)).toMatchObject({
        needs_second_factor: true,
      });
      const refusal = '403 forbidden second_factor_needed';
      expect(await viewer.refusal('GET /api/projects/:project', { params: { project } })).toBe(refusal);
      expect(await viewer.refusal('GET /api/projects/:project/keys', { params: { project } })).toBe(refusal);
      const setup = await viewer.ask('POST /api/account/second-factor', { body: { password: PASSWORD } });
      await viewer.ask('POST /api/account/second-factor/confirm', { body: { code: codeOf(setup.uri) } });
      expect(await viewer.ask('GET /api/projects/:project', { params: { project } })).toMatchObject({
        id: project,
      });
    });

    it('sends 5 mails to one address and 30 in all for a person in a day, over restarts', async () => {
      const console = await startConsole(await newPlace());
      const store = new AttemptStore(console.database);
      const asks = async (to: string, person: string | null, address = '192.0.2.1'): Promise<boolean> =>
        new MailLimits(store)
          .ask({ kind: 'invitation', to, person, address })
          .then(() => true)
          .catch(() => false);
      const passed = async (count: number, ask: (i: number) => Promise<boolean>): Promise<number> => {
        let all = 0;
        for (let i = 0; i < count; i++) if (await ask(i)) all++;
        return all;
      };
      expect(await passed(300, () => asks('victim@example.mn', 'acc_1'))).toBe(5);
      expect(await passed(100, (i) => asks(`v${i}@example.mn`, 'acc_1'))).toBe(25);
      // From many accounts one address gets ten.
      expect(await passed(30, (i) => asks('victim@example.mn', `acc_${i + 2}`))).toBe(5);
    });

    it('refuses to invite the same stranger again and again', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner, organisation } = await newOwner(console, admin, 'owner@example.mn');
      const invite = {
        params: { organisation },
        body: { email: 'v@example.mn', role: 'viewer' as const, language: 'en' as const },
      };
      for (let i = 0; i < 5; i++) {
        const { id } = await owner.ask('POST /api/organisations/:organisation/invitations', invite);
        await owner.ask('DELETE /api/organisations/:organisation/invitations/:invitation', {
          params: { organisation, invitation: id },
        });
      }
      expect(await owner.refusal('POST /api/organisations/:organisation/invitations', invite)).toBe(
        '429 too_many_attempts',
      );
    });

    it('writes old and new values into the audit log, and all of it as CSV', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: owner, organisation, project } = await newOwner(console, admin, 'owner@example.mn');
      const { key } = await owner.ask('POST /api/projects/:project/keys', {
        params: { project },
        body: { name: '=1+1', endpoints: ['geocode'], rate_limit: 10 },
      });
      await owner.ask('PATCH /api/keys/:key', { params: { key: key.id }, body: { rate_limit: 20 } });
      const { entries } = await owner.ask('GET /api/organisations/:organisation/audit', {
        params: { organisation },
      });
      expect(entries[0]).toMatchObject({
        action: 'key.changed',
        details: { rate_limit: 20, rate_limit_before: 10 },
      });
      expect(entries[1]).toMatchObject({ action: 'key.created', details: { rate_limit: 10 } });
      await owner.ask('PATCH /api/account', { body: { name: 'Renamed' } });
      const csv = await (await owner.fetch(`/api/organisations/${organisation}/audit.csv`)).text();
      expect(csv.split('\r\n')[0]).toMatch(/^time,action,account_id/);
      // The name of today, and that of the day.
      expect(csv).toMatch(/,key\.created,[^,]+,Renamed,owner,/);
      expect(csv).toContain("'=1+1");
      expect(csv).toContain('key.changed');
      expect((await owner.fetch('/api/operator/audit.csv')).status).toBe(403);
      expect((await admin.fetch('/api/operator/audit.csv')).status).toBe(200);
      expect((await console.browser().fetch('/api/operator/audit.csv')).status).toBe(401);
    });

    it('warns of a proxy that is not trusted, once', async () => {
      const console = await startConsole(await newPlace());
      for (let i = 0; i < 5; i++)
        await fetch(`${console.running.address}/health`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
      expect(console.log.filter((line) => line.includes('not trusted'))).toHaveLength(1);
    });
  });
}

/** Stops the clock until the end of the test: a busy machine may need longer than a code is good for. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets the last proof of everybody be longer ago. */
async function later({ database }: TestConsole, ms: number): Promise<void> {
  const rows = await database.db
    .selectFrom('account_sessions')
    .select(['id', 'created_at', 'proved_ms'])
    .execute();
  for (const { id, created_at, proved_ms } of rows) {
    const moment = new Date(new Date(created_at).getTime() - ms);
    await database.db
      .updateTable('account_sessions')
      .set({
        created_at: database.dialect === 'sqlite' ? moment.toISOString() : moment,
        proved_ms: proved_ms === null ? null : Number(proved_ms) - ms,
      })
      .where('id', '=', id)
      .execute();
  }
}
