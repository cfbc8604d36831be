import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/keys/key-token.js';
import { useSmtp } from './smtp-server.js';
import { newOwner, newPerson, setUp, startConsole, type TestConsole } from './test-console.js';

/** Projects, keys and their use. @param newPlace an empty database for one test */
export function describeProjects(newPlace: () => Promise<string>): void {
  describe('projects', () => {
    it('makes, edits, rotates and revokes a key', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project } = await newOwner(console, admin, 'nara@example.mn');
      const { key, secret } = await browser.ask('POST /api/projects/:project/keys', {
        params: { project },
        body: {
          name: 'Сайт',
          endpoints: ['route'],
          rate_limit: 30,
          allowed_origins: ['https://example.mn'],
          allowed_addresses: ['203.0.113.0/24'],
          expires_at: '2099-01-01T00:00:00.000Z',
        },
      });
      expect(key).toMatchObject({
        ...{ name: 'Сайт', endpoints: ['route'], status: 'active', created_by: 'nara' },
        ...{ rate_limit: 30, effective_rate_limit: 30, project_id: project, is_unused: false },
        ...{ allowed_origins: ['https://example.mn'], allowed_addresses: ['203.0.113.0/24'] },
        expires_at: '2099-01-01T00:00:00.000Z',
      });
      const stored = async () => (await console.keys.get(key.id))!;
      expect((await stored()).hash).toBe(hashToken(secret));
      const of = { params: { key: key.id } };
      const edited = await browser.ask('PATCH /api/keys/:key', {
        ...of,
        body: { name: 'Шинэ', rate_limit: null, allowed_origins: [] },
      });
      expect(edited).toMatchObject({ name: 'Шинэ', rate_limit: null, effective_rate_limit: 60 });
      const rotated = await browser.ask('POST /api/keys/:key/rotate', { ...of, body: { grace_s: 3600 } });
      expect(rotated.secret).not.toBe(secret);
      expect(rotated.key.previous_expires_at).not.toBeNull();
      expect(await stored()).toMatchObject({
        hash: hashToken(rotated.secret),
        previousHash: hashToken(secret),
      });
      expect(await browser.refusal('POST /api/keys/:key/rotate', { ...of, body: { grace_s: 604_801 } })).toBe(
        '400 invalid_request grace_s out_of_range',
      );
      expect(await browser.ask('POST /api/keys/:key/revoke', of)).toMatchObject({ status: 'revoked' });
      expect(await browser.refusal('PATCH /api/keys/:key', { ...of, body: { name: 'x' } })).toBe(
        '409 conflict key_ended',
      );
      const list = await browser.ask('GET /api/projects/:project/keys', { params: { project } });
      expect(list.map(({ id }) => id)).toEqual([key.id]);
    });

    it('says which field of a key is wrong, and why', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project } = await newOwner(console, admin, 'nara@example.mn');
      const good = { name: 'x', endpoints: ['geocode'] };
      const wrong: [object, string][] = [
        [{ name: '' }, 'name missing'],
        [{ name: 'x'.repeat(101) }, 'name too_long'],
        [{ name: 'a\u202eb' }, 'name bad_character'],
        [{ endpoints: [] }, 'endpoints missing'],
        [{ endpoints: ['tiles'] }, 'endpoints bad_format'],
        [{ rate_limit: 0 }, 'rate_limit out_of_range'],
        [{ rate_limit: 61 }, 'rate_limit above_ceiling'],
        [{ rate_limit: '5' }, 'rate_limit bad_format'],
        [{ expires_at: '2001-01-01T00:00:00Z' }, 'expires_at in_the_past'],
        [{ expires_at: 'soon' }, 'expires_at bad_format'],
        [{ allowed_origins: ['example.mn'] }, 'allowed_origins bad_format'],
        [{ allowed_addresses: ['10.0.0.1/8'] }, 'allowed_addresses bad_format'],
        [{ monthly_quota: 0 }, 'monthly_quota out_of_range'],
        [{ colour: 'red' }, 'colour unknown'],
      ];
      for (const [part, said] of wrong) {
        const asked = { params: { project }, body: { ...good, ...part } as never };
        const refusal = await browser.refusal('POST /api/projects/:project/keys', asked);
        expect([part, refusal]).toEqual([part, `400 invalid_request ${said}`]);
      }
      const origins = ['https://example.mn', 'https://example.mn/map'];
      const told = await browser.fetch(`/api/projects/${project}/keys`, {
        method: 'POST',
        body: JSON.stringify({ ...good, allowed_origins: origins }),
      });
      expect(await told.json()).toMatchObject({ error: { field: 'allowed_origins', value: origins[1] } });
    });

    it('limits all keys of an organisation that no operator made, until one changes that', async () => {
      const console = await startConsole(await newPlace(), { signUpRateLimit: 600 });
      const admin = await setUp(console);
      const { browser, organisation, project } = await newOwner(console, admin, 'limits@example.mn');
      const limits = async (): Promise<(number | null)[]> => {
        const { projects } = await console.keys.changes(null);
        const own = projects.find(({ id }) => id === project)!;
        return [own.totalRateLimit, own.organisationRateLimit];
      };
      expect(await limits()).toEqual([null, 600]);
      const change = { params: { organisation }, body: { total_rate_limit: 5000 } };
      expect(await browser.refusal('PATCH /api/operator/organisations/:organisation', change)).toBe(
        '403 forbidden operator_needed',
      );
      await admin.ask('PATCH /api/operator/organisations/:organisation', change);
      const total = { params: { project }, body: { total_rate_limit: 90 } };
      expect(await admin.ask('PATCH /api/operator/projects/:project', total)).toMatchObject({
        total_rate_limit: 90,
        organisation_rate_limit: 5000,
      });
      expect(await limits()).toEqual([90, 5000]);
    });

    it('keeps keys below the ceiling of the project, which operators set', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project } = await newOwner(console, admin, 'nara@example.mn');
      const of = { params: { project } };
      expect(await browser.ask('GET /api/projects/:project', of)).toMatchObject({ rate_limit: 60 });
      const raise = { ...of, body: { rate_limit: 1000, monthly_quota: 5000, quota_refuses: true } };
      expect(await browser.refusal('PATCH /api/operator/projects/:project', raise)).toBe(
        '403 forbidden operator_needed',
      );
      await admin.ask('PATCH /api/operator/projects/:project', raise);
      const { key } = await browser.ask('POST /api/projects/:project/keys', {
        ...of,
        body: { name: 'fast', endpoints: ['geocode'], rate_limit: 900 },
      });
      await admin.ask('PATCH /api/operator/projects/:project', { ...of, body: { rate_limit: 100 } });
      expect(await browser.ask('GET /api/keys/:key', { params: { key: key.id } })).toMatchObject({
        rate_limit: 900,
        effective_rate_limit: 100,
      });
    });

    it('archives a project when none of its keys works', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project, organisation } = await newOwner(console, admin, 'nara@example.mn');
      const of = { params: { project } };
      const body = { name: 'x', endpoints: ['geocode' as const] };
      const { key } = await browser.ask('POST /api/projects/:project/keys', { ...of, body });
      expect(await browser.refusal('DELETE /api/projects/:project', of)).toBe('409 conflict active_keys');
      const ofOrganisation = { params: { organisation } };
      expect(await browser.refusal('DELETE /api/organisations/:organisation', ofOrganisation)).toBe(
        '409 conflict has_projects',
      );
      await browser.ask('POST /api/keys/:key/revoke', { params: { key: key.id } });
      await browser.ask('DELETE /api/projects/:project', of);
      expect(await browser.ask('GET /api/projects')).toEqual([]);
      expect(await browser.refusal('GET /api/projects/:project', of)).toBe('404 not_found');
      await browser.ask('DELETE /api/organisations/:organisation', ofOrganisation);
      expect(await browser.ask('GET /api/organisations')).toEqual([]);
    });

    it('gives the operator the project of keys that commands made', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      expect(await admin.ask('GET /api/projects')).toMatchObject([{ id: 'default', organisation: null }]);
      expect(await admin.refusal('DELETE /api/projects/:project', { params: { project: 'default' } })).toBe(
        '409 conflict default_project',
      );
      const nara = await newPerson(console, admin, 'nara@example.mn');
      expect(await nara.ask('GET /api/projects')).toEqual([]);
      expect(await nara.refusal('GET /api/projects/:project', { params: { project: 'default' } })).toBe(
        '404 not_found',
      );
    });

    it('shows usage by time, endpoint, key and outcome', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project } = await newOwner(console, admin, 'nara@example.mn');
      const ids = await makeKeys(browser, project, 2);
      await count(console, [
        { keyId: ids[0], requests: 7 },
        { keyId: ids[1], requests: 2, outcome: 4 },
        { keyId: 'key_of_another', requests: 50 },
      ]);
      for (const period of ['today', '30d', '13m'] as const) {
        const asked = { params: { project }, query: { period } };
        const usage = await browser.ask('GET /api/projects/:project/usage', asked);
        expect(usage).toMatchObject({
          step: { today: 'minute', '30d': 'hour', '13m': 'day' }[period],
          total: { requests: 9, outcomes: { ok: 7, forbidden: 2 }, p50_ms: 0.1 },
          by_key: [
            { key_id: ids[0], name: 'key 0', requests: 7 },
            { key_id: ids[1], requests: 2 },
          ],
          by_endpoint: [{ endpoint: 'geocode', requests: 9 }],
          quota: { used: 7, quota: null },
          time_zone: 'Asia/Ulaanbaatar',
          is_counted: true,
        });
        expect(usage.series).toHaveLength(1);
        expect(usage.series[0].start_s).toBeGreaterThanOrEqual(usage.from_s);
        expect(usage.series[0].start_s).toBeLessThan(usage.until_s);
      }
      const one = await browser.ask('GET /api/projects/:project/usage', {
        params: { project },
        query: { period: 'today', key: ids[1] },
      });
      expect(one.total.requests).toBe(2);
      const busiest = await admin.ask('GET /api/operator/busiest', { query: { period: 'today' } });
      expect(busiest).toMatchObject([
        { key_id: ids[0], requests: 7, failed: 0, project_name: 'App' },
        { key_id: ids[1], requests: 2, failed: 2 },
      ]);
      const [busy] = await admin.ask('GET /api/operator/projects', { query: {} });
      expect(busy).toMatchObject({ id: project, used: 7 });
    });

    it('shows operators, and nobody else, what many have not found', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser } = await newOwner(console, admin, 'nara@example.mn');
      const unfound = Array.from({ length: 6 }, (_, i) => ({
        ...{ text: 'шинэ дэлгүүр', asker: `key_${i}`, requests: 2 },
        time_ms: Date.now() - (i % 2) * 4 * 86_400_000,
      }));
      await console.usage.add({ writer: 'unfound', sequence: 1, counts: [], unfound });
      const found = await admin.ask('GET /api/operator/unfound', {});
      expect(found).toMatchObject([{ text: 'шинэ дэлгүүр', requests: 12, askers: 6 }]);
      expect(await browser.refusal('GET /api/operator/unfound', {})).toBe('403 forbidden operator_needed');
    });

    it('shows refused requests, and one by its id, to whoever sees the key', async () => {
      const console = await startConsole(await newPlace());
      const admin = await setUp(console);
      const { browser, project } = await newOwner(console, admin, 'nara@example.mn');
      const { browser: other } = await newOwner(console, admin, 'other@example.mn');
      const [id] = await makeKeys(browser, project, 1);
      const error = {
        ...{ time_ms: Date.now(), endpoint: 'route', status: 403, code: 'ENDPOINT_NOT_ALLOWED' },
        ...{ reason: null, field: null },
      };
      await console.usage.add({
        ...{ writer: 'errors', sequence: 1, counts: [] },
        errors: [
          { ...error, keyId: id, requestId: 'r-1' },
          { ...error, keyId: '', requestId: 'r-2', status: 401, code: 'INVALID_API_KEY' },
        ],
      });
      const ofProject = { params: { project }, query: {} };
      expect(await browser.ask('GET /api/projects/:project/errors', ofProject)).toMatchObject({
        errors: [
          {
            ...{ request_id: 'r-1', key_id: id, key_name: 'key 0', project_id: project, status: 403 },
            ...{ endpoint: 'route', code: 'ENDPOINT_NOT_ALLOWED', reason: null },
          },
        ],
        kept: 100,
      });
      const one = (id: string) => ({ params: { request_id: id } });
      expect(await browser.ask('GET /api/errors/:request_id', one('r-1'))).toMatchObject({ key_id: id });
      expect(await browser.refusal('GET /api/errors/:request_id', one('r-2'))).toBe('404 not_found');
      expect(await other.refusal('GET /api/errors/:request_id', one('r-1'))).toBe('404 not_found');
      expect(await admin.ask('GET /api/errors/:request_id', one('r-2'))).toMatchObject({
        ...{ key_id: null, project_id: null, code: 'INVALID_API_KEY' },
      });
    });

    it('mails owners at 80 and at 100 % of a monthly quota, once each', async () => {
      const smtp = await useSmtp();
      const mail = { url: smtp.url, from: 'no-reply@example.mn' };
      const console = await startConsole(await newPlace(), { mail, quota_ms: 200 });
      const admin = await setUp(console);
      const { browser, project } = await newOwnerByMail(console, admin, smtp);
      const [id] = await makeKeys(browser, project, 1);
      const quota = { body: { monthly_quota: 10, quota_refuses: true } };
      await browser.ask('PATCH /api/keys/:key', { params: { key: id }, ...quota });
      await admin.ask('PATCH /api/operator/projects/:project', {
        params: { project },
        body: { monthly_quota: 20 },
      });
      await count(console, [{ keyId: id, requests: 8 }]);
      const first = [await smtp.next('nara@example.mn'), await smtp.next('nara@example.mn')];
      expect(first.sort((one, two) => (one.subject < two.subject ? -1 : 1))).toMatchObject([
        { subject: 'A new API key' },
        {
          subject: 'Monthly quota: 80 % used by "App / key 0"',
          text: expect.stringContaining('Used this month by') as string,
        },
      ]);
      await count(console, [{ keyId: id, requests: 12 }]);
      const both = [await smtp.next('nara@example.mn'), await smtp.next('nara@example.mn')];
      expect(both.map(({ subject }) => subject).sort()).toEqual([
        'Monthly quota: 100 % used by "App / key 0"',
        'Monthly quota: 100 % used by "App"',
      ]);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(smtp.mails).toEqual([]);
    });
  });
}

type Owner = Awaited<ReturnType<typeof newOwner>>;

async function makeKeys(browser: Owner['browser'], project: string, n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) {
    const body = { name: `key ${i}`, endpoints: ['geocode' as const] };
    const made = await browser.ask('POST /api/projects/:project/keys', { params: { project }, body });
    ids.push(made.key.id);
  }
  return ids;
}

/** As `newOwner`, where invitations come by mail. */
async function newOwnerByMail(
  console: TestConsole,
  admin: Owner['browser'],
  smtp: Awaited<ReturnType<typeof useSmtp>>,
): Promise<{ browser: Owner['browser']; project: string }> {
  const { tokenIn } = await import('./smtp-server.js');
  const email = 'nara@example.mn';
  await admin.ask('POST /api/operator/invitations', { body: { email, language: 'en' } });
  const invitation = tokenIn(await smtp.next(email));
  const browser = console.browser();
  const person = { name: 'nara', email, password: 'a long enough one', language: 'en' as const };
  await browser.ask('POST /api/sign-up', { body: { ...person, invitation } });
  const { id } = await browser.ask('POST /api/organisations', { body: { name: 'Own' } });
  const made = await browser.ask('POST /api/organisations/:organisation/projects', {
    params: { organisation: id },
    body: { name: 'App' },
  });
  return { browser, project: made.id };
}

let batches = 0;

/** Adds requests of this minute, each of 0.1 ms. */
async function count(
  { usage }: TestConsole,
  counts: { keyId: string; requests: number; outcome?: number }[],
): Promise<void> {
  await usage.add({
    writer: `test-${++batches}`,
    sequence: 1,
    counts: counts.map(({ keyId, requests, outcome = 0 }) => ({
      minute: Math.floor(Date.now() / 60_000),
      keyId,
      endpoint: 0,
      outcome,
      buckets: [requests, ...new Array<number>(16).fill(0)],
    })),
  });
}
