import { describe, expect, it } from 'vitest';
import { tokenIn, useSmtp } from './smtp-server.js';
import { newOwner, newPerson, PASSWORD, setUp, startConsole } from './test-console.js';

/** How people come in, who they are, and how they leave. @param newPlace an empty database for one test */
export function describePeople(newPlace: () => Promise<string>): void {
  describe('people', () => {
    it('makes the first administrator with the printed link, once', async () => {
      const console = await startConsole(await newPlace());
      const before = await console.browser().ask('GET /api/session');
      expect(before).toMatchObject({ account: null, needs_setup: true, sign_up: 'invitation' });
      const admin = await setUp(console);
      const session = await admin.ask('GET /api/session');
      expect(session.needs_setup).toBe(false);
      expect(session.account).toMatchObject({
        email: 'admin@example.mn',
        is_operator: true,
        email_verified: true,
        has_password: true,
        language: 'mn',
      });
      expect(await admin.ask('GET /api/organisations')).toMatchObject([{ name: 'Газар ХХК', role: 'owner' }]);
      const token = console.running.setupLink!.url.split('#')[1];
      const body = { token, name: 'x', email: 'x@example.mn', password: PASSWORD } as const;
      const again = { body: { ...body, organisation: 'x', language: 'en' } } as const;
      expect(await console.browser().refusal('POST /api/setup', again)).toBe('409 conflict already_set_up');
    });

    it('invites by mail, and the invited person signs up, out and in', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'gazarch <no-reply@example.mn>' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const [{ id }] = await admin.ask('GET /api/organisations');
      const made = await admin.ask('POST /api/organisations/:organisation/invitations', {
        params: { organisation: id },
        body: { email: 'Dorj@Example.mn', role: 'member', language: 'mn' },
      });
      expect(made).toMatchObject({ email: 'dorj@example.mn', was_mailed: true, link: null, role: 'member' });
      // By name: an id says nothing to who reads the list.
      const me = await admin.ask('GET /api/organisations/:organisation/members', {
        params: { organisation: id },
      });
      expect(made.invited_by).toBe(me[0].name);
      const open = await admin.ask('GET /api/organisations/:organisation/invitations', {
        params: { organisation: id },
      });
      expect(open.map(({ invited_by }) => invited_by)).toEqual([me[0].name]);
      const received = await smtp.next('dorj@example.mn');
      expect(received.subject).toBe('Таныг gazarch-д урьж байна');
      const token = tokenIn(received);
      const dorj = console.browser();
      expect(await dorj.ask('POST /api/invitation/preview', { body: { token } })).toMatchObject({
        organisation: 'Газар ХХК',
        email: 'dorj@example.mn',
        role: 'member',
        has_account: false,
      });
      const person = { name: 'Дорж', email: 'dorj@example.mn', password: PASSWORD, language: 'mn' } as const;
      const up = await dorj.ask('POST /api/sign-up', { body: { ...person, invitation: token } });
      expect(up).toMatchObject({ next: 'signed_in', session: { account: { name: 'Дорж' } } });
      expect(await dorj.ask('GET /api/organisations')).toMatchObject([{ id, role: 'member', members: 2 }]);
      await dorj.ask('POST /api/sign-out');
      expect(await dorj.who()).toBeNull();
      await dorj.signIn('dorj@example.mn', PASSWORD);
      expect(await dorj.who()).toBe('dorj@example.mn');
    });

    it('takes somebody with an account into another organisation', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: saran } = await newOwner(console, admin, 'saran@example.mn');
      const [{ id }] = await admin.ask('GET /api/organisations');
      const { link } = await admin.ask('POST /api/organisations/:organisation/invitations', {
        params: { organisation: id },
        body: { email: 'saran@example.mn', role: 'viewer', language: 'en' },
      });
      const token = link!.split('#')[1];
      expect(await admin.refusal('POST /api/invitation/accept', { body: { token } })).toBe(
        '409 conflict other_address',
      );
      const joined = await saran.ask('POST /api/invitation/accept', { body: { token } });
      expect(joined).toMatchObject({ id, role: 'viewer' });
      expect(await saran.refusal('POST /api/invitation/accept', { body: { token } })).toBe(
        '410 link_invalid',
      );
      expect(await admin.ask('GET /api/operator/links')).toEqual([]);
    });

    it('signs up when it is open, and verifies the address by mail', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const someone = console.browser();
      const person = { name: 'Туяа', email: 'tuya@example.mn', password: PASSWORD, language: 'en' } as const;
      expect(await someone.refusal('POST /api/sign-up', { body: person })).toBe('403 sign_up_closed');
      await admin.ask('PUT /api/operator/sign-up', { body: { open: true } });
      expect(await someone.ask('POST /api/sign-up', { body: person })).toEqual({
        next: 'verify',
        session: null,
      });
      const token = tokenIn(await smtp.next('tuya@example.mn'));
      expect(await someone.refusal('POST /api/sign-in', { body: person_(person) })).toBe(
        '403 email_unverified',
      );
      // Signing in sent another link; the one before works no more.
      const newer = tokenIn(await smtp.next('tuya@example.mn'));
      expect(await someone.refusal('POST /api/verify', { body: { token } })).toBe('410 link_invalid');
      const session = await someone.ask('POST /api/verify', { body: { token: newer } });
      expect(session.account).toMatchObject({ email_verified: true, has_password: true });
      expect(await console.browser().refusal('POST /api/verify', { body: { token: newer } })).toBe(
        '410 link_invalid',
      );
    });

    it('drops the password of a sign-up whose address is verified in another browser', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail, opensSignUp: true });
      await setUp(console);
      const thief = { name: 'x', email: 'victim@example.mn', password: 'known to a thief', language: 'en' };
      await console.browser().ask('POST /api/sign-up', { body: thief as never });
      const victim = console.browser();
      const token = tokenIn(await smtp.next('victim@example.mn'));
      const session = await victim.ask('POST /api/verify', { body: { token } });
      expect(session.account).toMatchObject({ email: 'victim@example.mn', has_password: false });
      await expect(console.browser().signIn('victim@example.mn', 'known to a thief')).rejects.toThrow(
        '401 wrong_credentials',
      );
      await victim.ask('POST /api/account/password', { body: { password: PASSWORD } });
      await console.browser().signIn('victim@example.mn', PASSWORD);
    });

    it('resets a password by mail, which ends all sessions', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const body = { email: 'admin@example.mn', language: 'en' } as const;
      await console.browser().ask('POST /api/reset/send', { body });
      const token = tokenIn(await smtp.next('admin@example.mn'));
      const another = console.browser();
      expect(await another.refusal('POST /api/reset', { body: { token, password: 'short' } })).toBe(
        '400 invalid_request password too_short',
      );
      await another.ask('POST /api/reset', { body: { token, password: 'another long one' } });
      expect(await admin.who()).toBeNull();
      await expect(admin.signIn('admin@example.mn', PASSWORD)).rejects.toThrow('401 wrong_credentials');
      await admin.signIn('admin@example.mn', 'another long one');
      const again = { body: { token, password: 'yet another one' } };
      expect(await another.refusal('POST /api/reset', again)).toBe('410 link_invalid');
      expect((await smtp.next('admin@example.mn')).subject).toBe('Таны нууц үг өөрчлөгдлөө');
    });

    it('shows links to operators when there is no mail server', async () => {
      const console = await startConsole(await newPlace(), { opensSignUp: true });
      const admin = await setUp(console);
      const someone = console.browser();
      const person = { name: 'x', email: 'x@example.mn', password: PASSWORD, language: 'en' } as const;
      await someone.ask('POST /api/sign-up', { body: person });
      await console.running.settled();
      const [unsent] = await admin.ask('GET /api/operator/links');
      expect(unsent).toMatchObject({ kind: 'verify', email: 'x@example.mn' });
      await someone.ask('POST /api/verify', { body: { token: unsent.link!.split('#')[1] } });
      expect(await someone.who()).toBe('x@example.mn');
      const made = await admin.ask('POST /api/operator/accounts/:account/reset-link', {
        params: { account: (await someone.ask('GET /api/session')).account!.id },
      });
      const token = made.link.split('#')[1];
      await someone.ask('POST /api/reset', { body: { token, password: 'chosen by hand' } });
      await someone.signIn('x@example.mn', 'chosen by hand');
    });

    it('lists sessions and ends them', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const other = console.browser();
      await other.signIn('admin@example.mn', PASSWORD);
      const sessions = await admin.ask('GET /api/account/sessions');
      expect(sessions).toHaveLength(2);
      expect(sessions.map(({ address, device }) => [address, device])).toEqual([
        ['127.0.0.1', 'test browser'],
        ['127.0.0.1', 'test browser'],
      ]);
      const [theirs] = sessions.filter(({ is_current }) => !is_current);
      await admin.ask('DELETE /api/account/sessions/:session', { params: { session: theirs.id } });
      expect(await other.who()).toBeNull();
      await other.signIn('admin@example.mn', PASSWORD);
      await other.ask('DELETE /api/account/sessions');
      expect(await admin.who()).toBeNull();
      expect(await other.who()).toBe('admin@example.mn');
    });

    it('changes name, language and password', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const other = console.browser();
      await other.signIn('admin@example.mn', PASSWORD);
      const changed = await admin.ask('PATCH /api/account', { body: { name: 'Шинэ', language: 'en' } });
      expect(changed).toMatchObject({ name: 'Шинэ', language: 'en' });
      const wrong = { current: 'not the one at all', password: 'another long one' };
      expect(await admin.refusal('POST /api/account/password', { body: wrong })).toBe(
        '401 wrong_credentials current',
      );
      await admin.ask('POST /api/account/password', {
        body: { current: PASSWORD, password: 'another long one' },
      });
      expect([await admin.who(), await other.who()]).toEqual(['admin@example.mn', null]);
      await other.signIn('admin@example.mn', 'another long one');
    });

    it('changes the email address by a link to the new one, and tells the old one', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const other = console.browser();
      await other.signIn('admin@example.mn', PASSWORD);
      // Of a sign-in in a new browser.
      await smtp.next('admin@example.mn');
      const change = 'POST /api/account/email';
      const confirm = 'POST /api/account/email/confirm';
      const body = { email: 'New@Example.mn', password: PASSWORD };
      expect(await admin.refusal(change, { body: { email: body.email } })).toMatch(/password missing$/);
      expect(await admin.refusal(change, { body: { ...body, password: 'a wrong password' } })).toBe(
        '401 wrong_credentials password',
      );
      await admin.ask(change, { body });
      const first = tokenIn(await smtp.next('new@example.mn'));
      expect((await smtp.next('admin@example.mn')).text).toContain('«new@example.mn»');
      // Another link, or another password, ends the one before.
      await admin.ask(change, { body });
      const second = tokenIn(await smtp.next('new@example.mn'));
      await smtp.next('admin@example.mn');
      expect(await admin.refusal(confirm, { body: { token: first } })).toBe('410 link_invalid');
      const current = { current: PASSWORD, password: 'another long one' };
      await admin.ask('POST /api/account/password', { body: current });
      await smtp.next('admin@example.mn');
      expect(await admin.refusal(confirm, { body: { token: second } })).toBe('410 link_invalid');
      await other.signIn('admin@example.mn', 'another long one');
      await admin.ask(change, { body: { ...body, password: 'another long one' } });
      const token = tokenIn(await smtp.next('new@example.mn'));
      await smtp.next('admin@example.mn');
      expect(await admin.who()).toBe('admin@example.mn');
      // A link to choose a password that went to the old address must not open the account any more.
      const reset = { email: 'admin@example.mn', language: 'en' } as const;
      await other.ask('POST /api/reset/send', { body: reset });
      const old = tokenIn(await smtp.next('admin@example.mn'));
      expect(await console.browser().refusal(confirm, { body: { token } })).toBe('401 sign_in_required');
      expect(await admin.ask(confirm, { body: { token } })).toMatchObject({ email: 'new@example.mn' });
      expect((await smtp.next('admin@example.mn')).text).toContain('«new@example.mn»');
      expect([await admin.who(), await other.who()]).toEqual(['new@example.mn', null]);
      const again = { body: { token: old, password: 'one more long one' } };
      expect(await other.refusal('POST /api/reset', again)).toBe('410 link_invalid');
      expect(
        await other.refusal('POST /api/sign-in', {
          body: { email: 'admin@example.mn', password: 'another long one' },
        }),
      ).toBe('401 wrong_credentials');
      await other.signIn('new@example.mn', 'another long one');
    });

    it('says nothing of who has a new address, and gives a link to nobody else', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail });
      const admin = await setUp(console);
      const made = { email: 'saran@example.mn', language: 'en' } as const;
      const invited = (await admin.ask('POST /api/operator/invitations', { body: made })).id;
      expect(invited).toMatch(/^inv_/);
      const saran = console.browser();
      const invitation = tokenIn(await smtp.next('saran@example.mn'));
      await saran.ask('POST /api/sign-up', {
        body: { name: 'Saran', email: made.email, password: PASSWORD, language: 'en', invitation },
      });
      const change = 'POST /api/account/email';
      const ask = (email: string): Promise<unknown> =>
        admin.ask(change, { body: { email, password: PASSWORD } });
      expect([await ask('saran@example.mn'), await ask('free@example.mn')]).toEqual([null, null]);
      const told = await smtp.next('saran@example.mn');
      expect(told.text).not.toContain('#');
      const token = tokenIn(await smtp.next('free@example.mn'));
      const confirm = 'POST /api/account/email/confirm';
      expect(await saran.refusal(confirm, { body: { token } })).toBe('409 conflict other_account');
      // Meanwhile somebody else has come with the address.
      await saran.ask(change, { body: { email: 'free@example.mn', password: PASSWORD } });
      await saran.ask(confirm, { body: { token: tokenIn(await smtp.next('free@example.mn')) } });
      expect(await admin.refusal(confirm, { body: { token } })).toBe('410 link_invalid');
      expect(await admin.who()).toBe('admin@example.mn');
      for (let i = 1; i < 5; i++) await ask('free@example.mn');
      const once = { body: { email: 'free@example.mn', password: PASSWORD } };
      expect(await admin.refusal(change, once)).toBe('429 too_many_attempts');
    });

    it('deletes an account: the data of the person goes, keys stay', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: nara, project } = await newOwner(console, admin, 'nara@example.mn');
      const made = await nara.ask('POST /api/projects/:project/keys', {
        params: { project },
        body: { name: 'site', endpoints: ['geocode'] },
      });
      expect(made.key.created_by).toBe('nara');
      const body = { email: 'nara@example.mn', password: 'wrong password' };
      expect(await nara.refusal('DELETE /api/account', { body })).toBe('401 wrong_credentials password');
      expect(
        await nara.refusal('DELETE /api/account', { body: { email: 'x@example.mn', password: PASSWORD } }),
      ).toBe('400 invalid_request email not_allowed');
      await nara.ask('DELETE /api/account', { body: { ...body, password: PASSWORD } });
      expect(await nara.who()).toBeNull();
      const key = await admin.ask('GET /api/keys/:key', { params: { key: made.key.id } });
      expect(key).toMatchObject({ status: 'active', created_by: null });
      const tables = ['accounts', 'account_identities', 'account_sessions', 'members', 'audit_log'] as const;
      for (const table of tables) {
        const rows = await console.database.db.selectFrom(table).selectAll().execute();
        expect(JSON.stringify(rows)).not.toContain('nara');
      }
    });

    it('keeps the last owner and the last operator', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const [{ id: organisation }] = await admin.ask('GET /api/organisations');
      const own = (await admin.ask('GET /api/session')).account!.id;
      const member = { params: { organisation, account: own } };
      const setRole = 'PATCH /api/organisations/:organisation/members/:account';
      expect(await admin.refusal(setRole, { ...member, body: { role: 'viewer' } })).toBe(
        '409 conflict last_owner',
      );
      expect(await admin.refusal('DELETE /api/organisations/:organisation/members/:account', member)).toBe(
        '409 conflict last_owner',
      );
      const gone = { body: { email: 'admin@example.mn', password: PASSWORD } };
      expect(await admin.refusal('DELETE /api/account', gone)).toBe('409 conflict last_operator');
      const bold = await newPerson(console, admin, 'bold@example.mn', { organisation, role: 'member' });
      const [, { account_id: account }] = await admin.ask('GET /api/organisations/:organisation/members', {
        params: { organisation },
      });
      await admin.ask('PATCH /api/operator/accounts/:account', {
        params: { account },
        body: { is_operator: true },
      });
      expect(await admin.refusal('DELETE /api/account', gone)).toBe('409 conflict last_owner');
      await admin.ask(setRole, { params: { organisation, account }, body: { role: 'owner' } });
      await admin.ask('DELETE /api/account', gone);
      expect(await bold.ask('GET /api/organisations')).toMatchObject([{ role: 'owner', members: 1 }]);
    });
  });
}

function person_({ email, password }: { email: string; password: string }) {
  return { email, password };
}
