import type { NewClosure } from '../../src/closures/closure.js';
import { ClosureStore } from '../../src/closures/closure-store.js';
import { describe, expect, it } from 'vitest';
import { Accounts } from '../../src/console/accounts/people/accounts.js';
import { AuditLog } from '../../src/console/accounts/guards/audit-log.js';
import { newOwner, PASSWORD, setUp, startConsole } from './test-console.js';

/** The pages of operators. @param newPlace an empty database for one test */
export function describeOperators(newPlace: () => Promise<string>): void {
  describe('operators', () => {
    it('see accounts, close one and open it again', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: nara } = await newOwner(console, admin, 'nara@example.mn');
      const [found] = await admin.ask('GET /api/operator/accounts', { query: { text: 'NARA' } });
      expect(found).toMatchObject({
        ...{ email: 'nara@example.mn', closed_at: null, is_operator: false },
        organisations: [{ name: 'Own company', role: 'owner' }],
      });
      const of = { params: { account: found.id } };
      await admin.ask('PATCH /api/operator/accounts/:account', { ...of, body: { closed: true } });
      expect(await nara.who()).toBeNull();
      await expect(nara.signIn('nara@example.mn', PASSWORD)).rejects.toThrow('403 account_closed');
      await admin.ask('PATCH /api/operator/accounts/:account', { ...of, body: { closed: false } });
      await nara.signIn('nara@example.mn', PASSWORD);
      const own = (await admin.ask('GET /api/session')).account!.id;
      expect(
        await admin.refusal('PATCH /api/operator/accounts/:account', {
          params: { account: own },
          body: { is_operator: false },
        }),
      ).toBe('409 conflict last_operator');
    });

    it('read who did what, and owners read it of their organisation', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, organisation, project } = await newOwner(console, admin, 'nara@example.mn');
      for (let i = 0; i < 55; i++)
        await browser.ask('PATCH /api/projects/:project', { params: { project }, body: { name: `n${i}` } });
      const of = { params: { organisation } };
      const first = await browser.ask('GET /api/organisations/:organisation/audit', { ...of, query: {} });
      expect(first.entries).toHaveLength(50);
      expect(first.entries[0]).toMatchObject({
        ...{ action: 'project.changed', account_name: 'nara', target_name: 'n54', address: '127.0.0.1' },
      });
      await console.database.db
        .updateTable('accounts')
        .set({ name: 'bold' })
        .where('email', '=', 'nara@example.mn')
        .execute();
      const renamed = await browser.ask('GET /api/organisations/:organisation/audit', { ...of, query: {} });
      expect(renamed.entries[0]).toMatchObject({ account_name: 'bold', actor: 'nara' });
      const rest = await browser.ask('GET /api/organisations/:organisation/audit', {
        ...of,
        query: { before: first.before! },
      });
      expect(rest.before).toBeNull();
      expect(rest.entries.map(({ action }) => action).slice(-2)).toEqual([
        'project.created',
        'organisation.created',
      ]);
      const all = await admin.ask('GET /api/operator/audit', { query: { action: 'setup.done' } });
      expect(all.entries).toMatchObject([{ account_name: 'Админ', target_name: 'Админ' }]);
    });

    it('need not tidy up: what has expired goes', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      await admin.ask('POST /api/operator/invitations', {
        body: { email: 'nara@example.mn', language: 'en' },
      });
      const rows = async (): Promise<number[]> => {
        const { db } = console.database;
        const sessions = await db.selectFrom('account_sessions').select('id').execute();
        const invitations = await db.selectFrom('invitations').select('id').execute();
        const links = await db.selectFrom('one_time_links').select('hash').execute();
        const notes = await db.selectFrom('audit_log').select('id').execute();
        return [sessions.length, invitations.length, links.length, Math.sign(notes.length)];
      };
      const accounts = new Accounts(console.database);
      const audit = new AuditLog(console.database);
      await accounts.thin(Date.now());
      await audit.thin(Date.now());
      expect(await rows()).toEqual([1, 1, 1, 1]);
      const day_ms = 86_400_000;
      await accounts.thin(Date.now() + 15 * day_ms);
      await audit.thin(Date.now() + 401 * day_ms);
      expect(await rows()).toEqual([0, 0, 0, 0]);
      expect(await admin.who()).toBeNull();
    });

    it('see the service, and settings without secrets', async () => {
      const console = await startConsole(await newPlace(), {
        describeData: () => {
          throw new Error('no such folder');
        },
        sources: { searches: 'embedded', routes: 'osrm+http://osrm:5000' },
        settingsInForce: [
          {
            ...{ flag: 'smtp', env: 'GAZARCH_SMTP', value: 'smtp://***@host', default: 'none' },
            ...{ unit: '', description: 'x', is_default: false },
          },
        ],
      });
      const admin = await setUp(console);
      const now_ms = Date.now();
      const during = (from_ms: number | null, until_ms: number | null): NewClosure => ({
        ...{ wayId: 1, area: null, mode: null, factor: 0, reason: '', from_ms, until_ms },
      });
      const day_ms = 86_400_000;
      await new ClosureStore(console.database).add(
        [during(null, null), during(0, now_ms + day_ms), during(now_ms + day_ms, null), during(null, 1)],
        now_ms,
      );
      // Nobody answers at the address of the API of this test.
      expect(await admin.ask('GET /api/operator/service')).toMatchObject({
        readiness: null,
        data: null,
        sources: { routes: 'osrm+http://osrm:5000' },
        closures: { in_force: 2, planned: 1, over: 1 },
        console: { mail: 'none', mail_problem: null },
      });
      const [setting] = await admin.ask('GET /api/operator/settings');
      expect(setting.value).toBe('smtp://***@host');
      expect(await admin.ask('GET /api/try')).toMatchObject({ api_url: 'http://localhost:8080' });
    });

    it('close roads, change and remove closures, and are told of a way that is not there', async () => {
      const road = { way: 7, name: 'Зам', lines: [] };
      const console = await startConsole(await newPlace(), {
        roads: {
          at: () => Promise.resolve(road),
          ofWays: (ids) => Promise.resolve(new Map(ids.includes(7) ? [[7, road]] : [])),
          named: (name, near) =>
            Promise.resolve(near === 'Зах' ? (name === road.name ? [road] : []) : 'no_place'),
        },
      });
      const admin = await setUp(console);
      const { browser: other } = await newOwner(console, admin, 'other@example.mn');
      const find = 'GET /api/operator/roads';
      expect(await admin.ask(find, { query: { name: 'Зам', near: 'Зах' } })).toEqual([road]);
      expect(await admin.ask(find, { query: { name: 'Гол', near: 'Зах' } })).toEqual([]);
      expect(await admin.refusal(find, { query: { name: 'Зам', near: 'x' } })).toMatch(/near unknown$/);
      expect(await admin.refusal(find, { query: { name: 'Зам' } })).toMatch(/near missing$/);
      const close = 'POST /api/operator/closures';
      const terms = { mode: null, speed_factor: null, reason: ' ice ', from: null, until: null };
      const body = { ...terms, ways: [7] };
      expect(await other.refusal(close, { body })).toBe('403 forbidden operator_needed');
      expect(await admin.refusal(close, { body: { ...terms, ways: [7, 8] } })).toMatch(/ways unknown$/);
      expect(await admin.refusal(close, { body: terms })).toMatch(/ways missing$/);
      expect(await admin.refusal(close, { body: { ...terms, area: [[106, 47]] } })).toMatch(
        /area bad_format$/,
      );
      const [{ id, ...made }] = await admin.ask(close, { body });
      expect(made).toMatchObject({ way: 7, name: 'Зам', reason: 'ice', state: 'in_force' });
      const change = 'PATCH /api/operator/closures/:closure';
      const params = { closure: String(id) };
      const past = { from: '2020-02-01T00:00:00Z', until: '2020-01-01T00:00:00Z' };
      expect(await admin.refusal(change, { params, body: past })).toMatch(/until out_of_range$/);
      expect(await admin.refusal(change, { params, body: { speed_factor: 0 } })).toMatch(/out_of_range$/);
      expect(await admin.ask(change, { params, body: { until: past.until } })).toMatchObject({
        ...{ id, reason: 'ice', until: '2020-01-01T00:00:00.000Z', state: 'over' },
      });
      const [area] = await admin.ask(close, {
        body: {
          ...terms,
          area: [
            [106, 47],
            [107, 47],
            [107, 48],
          ],
          speed_factor: 0.5,
        },
      });
      expect(area).toMatchObject({ way: null, speed_factor: 0.5 });
      expect(area.area![0][0]).toHaveLength(4);
      expect((await admin.ask('GET /api/operator/closures')).map((one) => one.id)).toEqual([area.id, id]);
      await admin.ask('DELETE /api/operator/closures/:closure', { params });
      expect(await admin.refusal(change, { params, body: { reason: 'x' } })).toBe('404 not_found');
      const { entries } = await admin.ask('GET /api/operator/audit', { query: {} });
      expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
        ...['closure.removed', 'closure.added', 'closure.changed', 'closure.added'],
      ]);
      expect(entries[2].details).toEqual({ until: '2020-01-01T00:00:00.000Z', until_before: null });
    });

    it('draw zones and remove them, and are told what is wrong with a rule', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser: other } = await newOwner(console, admin, 'other@example.mn');
      const draw = 'POST /api/operator/zones';
      const body = {
        ...{ name: ' Төв ', closed_for: ['plate:1', 'plate:6', 'plate:1'], hours: 'Mo 08:00-20:00' },
        ...{ ends: 'closed', source: 'a decree', date: '2025-09-17' },
        area: [
          [106, 47],
          [107, 47],
          [107, 48],
        ],
      } as const;
      const asked = (more: object) => ({ body: { ...body, ...more } as never });
      expect(await other.refusal(draw, asked({}))).toBe('403 forbidden operator_needed');
      for (const [more, wrong] of [
        [{ name: ' ' }, 'name missing'],
        [{ closed_for: ['A plate'] }, 'closed_for bad_format'],
        [{ closed_for: [] }, 'closed_for missing'],
        [{ hours: 'sometimes' }, 'hours bad_format'],
        [{ date: '2025-02-30' }, 'date bad_format'],
        [{ area: [[106, 47]] }, 'area bad_format'],
      ] as const)
        expect(await admin.refusal(draw, asked(more))).toMatch(new RegExp(`${wrong}$`));
      const zone = await admin.ask(draw, asked({}));
      expect(zone).toMatchObject({
        name: 'Төв',
        closed_for: ['plate:1', 'plate:6'],
        ways: 0,
        date: '2025-09-17',
      });
      expect(zone.area![0][0]).toHaveLength(4);
      expect(await admin.ask('GET /api/operator/zones')).toEqual([zone]);
      const params = { zone: String(zone.id) };
      await admin.ask('DELETE /api/operator/zones/:zone', { params });
      expect(await admin.refusal('DELETE /api/operator/zones/:zone', { params })).toBe('404 not_found');
      const { entries } = await admin.ask('GET /api/operator/audit', { query: {} });
      expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['zone.removed', 'zone.added']);
    });

    it('say that a mail server is away, and keep the links for passing on', async () => {
      const mail = { url: 'smtp://127.0.0.1:9', from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail, mailRetry_ms: [] });
      const admin = await setUp(console);
      const made = await admin.ask('POST /api/operator/invitations', {
        body: { email: 'nara@example.mn', language: 'en' },
      });
      expect(made.was_mailed).toBe(false);
      expect(made.link).toMatch(/\/invitation#/);
      const service = await admin.ask('GET /api/operator/service');
      expect(service.console).toMatchObject({ mail: 'failing' });
      expect(service.console.mail_problem).toMatch(/ECONNREFUSED/);
      await admin.ask('POST /api/reset/send', { body: { email: 'admin@example.mn', language: 'en' } });
      await console.running.settled();
      await expect
        .poll(async () => (await admin.ask('GET /api/operator/links')).map(({ kind }) => kind).sort())
        .toEqual(['invitation', 'reset']);
    });
  });
}
