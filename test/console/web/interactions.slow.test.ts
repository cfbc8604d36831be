import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { KEY_SCOPES } from '../../../src/keys/api-key.js';
import { en as t } from '../../../src/web/console/text/en.js';
import { mn } from '../../../src/web/console/text/mn.js';
import { builtConsole } from './built-console.js';
import { axeFindings, glimpse, hasChromium, startChromium, watch } from './chromium.js';
import { FakeConsole } from './fake-console.js';
import { refuse, type FakeState } from './fake-state.js';
import { ME } from './fake-data.js';

/** What pages do when one uses them, against a fake console. */

const account = { ...ME, language: 'en' as const };

describe.skipIf(!hasChromium)('in Chromium', () => {
  let folder: string;
  let browser: Browser;
  /** One for all: what pages keep belongs to their origin, which is another for each fake console. */
  let context: BrowserContext;
  beforeAll(async () => {
    folder = await builtConsole();
    browser = await startChromium();
    context = await browser.newContext({ locale: 'en', permissions: ['clipboard-write'] });
  });
  afterAll(() => browser?.close());

  async function open(path: string, state: Partial<FakeState>): Promise<{ page: Page; fake: FakeConsole }> {
    const fake = await FakeConsole.start(folder, state);
    const page = await context.newPage();
    const watched = watch(page, [fake.url, fake.apiUrl]);
    onTestFinished(async () => {
      await page.close();
      await context.clearCookies();
      await fake.stop();
      expect(watched).toEqual({ complaints: [], foreign: [] });
    });
    await page.goto(fake.url + path);
    await page.locator('h1').waitFor();
    return { page, fake };
  }

  const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement?.name');

  it('says what is missing at the field, moves there, and sends nothing', async () => {
    const { page, fake } = await open('/', { account: null });
    await page.getByRole('button', { name: t.door.signIn, exact: true }).click();
    await page.getByText(t.fieldFailures.missing).first().waitFor();
    expect(await focused(page)).toBe('email');
    await page.getByLabel(t.door.email).fill('nobody');
    await page.getByRole('button', { name: t.door.signIn, exact: true }).click();
    await page.getByText(t.fieldChecks.email).waitFor();
    expect(fake.asked.filter(({ request }) => request === 'POST /api/sign-in')).toEqual([]);
  });

  it('signs in at the page that was asked for, and says when the password is wrong', async () => {
    const { page } = await open('/projects/prj_1/errors', { account: null });
    await page.getByLabel(t.door.email).fill('nomin@example.mn');
    const password = page.getByLabel(t.door.password, { exact: true });
    await password.fill('wrong password');
    await password.press('Enter');
    await page.getByRole('alert').getByText(t.failures.wrong_credentials).waitFor();
    await password.fill('the right one');
    await password.press('Enter');
    await page
      .getByRole('heading', { name: mn.errors.title, exact: true })
      .or(page.getByRole('heading', { name: t.errors.title, exact: true }))
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/projects/prj_1/errors');
  });

  it('makes a place or a closure of a report in two clicks, and shows what it says as text', async () => {
    const { page, fake } = await open('/operator/reports', { account: { ...account, is_operator: true } });
    const [hostile, moved] = fake.state.reports;
    await page.getByText(hostile.text).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    const note = page.getByRole('link', { name: t.reports.note }).first();
    const href = (await note.getAttribute('href'))!;
    expect(href).toMatch(/^https:\/\/www\.openstreetmap\.org\/note\/new\?text=%3Cimg[^"<>]*#map=18\/47\.9/);
    const press = async (text: string, of: string): Promise<void> => {
      await page.getByRole('button', { name: `${text}: ${of}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: text, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await press(t.reports.place, moved.text);
    await page.getByText(t.reports.made('Номин')).waitFor();
    await press(t.reports.road, hostile.text);
    const closed = fake.asked.find(({ request }) => request === 'POST /api/operator/closures');
    expect(closed?.body).toMatchObject({ reason: hostile.text, mode: null, speed_factor: null });
    expect(await axeFindings(page)).toEqual([]);
    await press(t.reports.done, hostile.text);
    await page.getByText(hostile.text).waitFor({ state: 'detached' });
  });

  it('shows what the server says of a field, also of one that is folded away', async () => {
    const instead: FakeState['instead'] = {
      'POST /api/projects/:project/keys': () =>
        refuse(400, 'invalid_request', {
          ...{ field: 'allowed_origins', reason: 'bad_format', value: 'example.mn/map' },
        }),
    };
    const { page } = await open('/projects/prj_1/keys/new', { account, instead });
    await page.getByLabel(t.keys.name, { exact: true }).fill('Website');
    await page.getByRole('button', { name: t.keys.create }).click();
    await page.getByText(`«example.mn/map»: ${t.fieldFormats.allowed_origins}`).waitFor();
    expect(await focused(page)).toBe('allowed_origins');
  });

  it('makes a key with what was chosen, and asks the API with it', async () => {
    const { page, fake } = await open('/projects/prj_1/keys/new', { account });
    await page.getByLabel(t.keys.name, { exact: true }).fill('Server');
    await page.locator('input[value=geocode]').uncheck();
    await page.getByText(t.keys.moreSettings).click();
    await page.getByLabel(t.keys.rateLimit).fill('250');
    await page.getByLabel(t.keys.addresses).fill('192.0.2.1\n2001:db8::/32');
    await page.getByRole('button', { name: t.keys.create }).click();
    await page.getByRole('heading', { name: t.keys.shownOnce }).waitFor();
    expect(fake.asked.find(({ request }) => request.startsWith('POST'))?.body).toEqual({
      ...{
        name: 'Server',
        endpoints: KEY_SCOPES.filter((scope) => scope !== 'geocode'),
        rate_limit: 250,
        expires_at: null,
        monthly_quota: null,
      },
      ...{ quota_refuses: false, allowed_origins: [], allowed_addresses: ['192.0.2.1', '2001:db8::/32'] },
    });
    await page.getByRole('button', { name: t.snippet.run }).click();
    await page.getByRole('img', { name: t.snippet.sketch('2.1', '6') }).waitFor();
  });

  it('explains a request by its id, and says when there is none', async () => {
    const { page } = await open('/projects/prj_1/errors', { account });
    await page.getByLabel(t.errors.find).fill('req-40-7f3a');
    await page.getByLabel(t.errors.find).press('Enter');
    await page.getByText(t.meanings.origin_not_allowed.todo).waitFor();
    await page.getByLabel(t.errors.find).fill('req-unknown');
    await page.getByLabel(t.errors.find).press('Enter');
    await page.getByText(t.errors.notFound('req-unknown')).waitFor();
  });

  it('takes a role back that the server refuses, and says why', async () => {
    const { page } = await open('/organisations/org_1/members', { account });
    const role = page.getByLabel(t.members.changeRole(ME.name));
    await role.selectOption('viewer');
    await page.getByRole('alert').getByText(t.conflicts.last_owner).waitFor();
    expect(await role.inputValue()).toBe('owner');
  });

  it('changes the language at once, and tells the server', async () => {
    const { page, fake } = await open('/projects/prj_1/keys', { account });
    await page.getByRole('button', { name: `${t.nav.account}: ${ME.name}` }).click();
    await page.getByText('Монгол', { exact: true }).click();
    await page.getByRole('heading', { name: mn.keys.title }).waitFor();
    await expect
      .poll(() => fake.asked.find(({ request }) => request === 'PATCH /api/account')?.body)
      .toEqual({ language: 'mn' });
    await page.keyboard.press('Escape');
    expect(await page.locator('.menu-list:visible').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: mn.keys.title }).waitFor();
  });

  it('shows an operator the datasets, who works at them, and the command of an import', async () => {
    const { page } = await open('/operator', { account });
    await page.getByText('import of mongolia', { exact: true }).waitFor();
    await page.getByRole('row', { name: `12 ${t.health.served}` }).waitFor();
    await page.getByText(t.operator.closureCounts(3, 1)).waitFor();
    await page.getByText('osrm+http://routes.example.mn:5000').waitFor();
    await page.getByText(t.health.little).waitFor();
    const command = page.getByRole('region', { name: t.health.command });
    expect(await command.innerText()).toBe("gazarch import mongolia --dataset '/srv/gazarch/data/dataset'");
    const saidSo = await glimpse(page, t.common.copied);
    await page.locator('section', { hasText: t.health.byCommand }).getByRole('button').click();
    await saidSo();
  });

  it('is looked at again for a text that is not there at the first look', async () => {
    const { page } = await open('/operator', { account });
    const saidSo = await glimpse(page, 'There in the end');
    // To look brings the text.
    await page.evaluate(`{
      let [glimpsed, looks] = [false, 0];
      Object.defineProperty(globalThis, 'glimpsed', {
        get: () => (looks++ === 0 ? void document.body.append('There in the end') : glimpsed),
        set: (now) => (glimpsed = now),
      });
    }`);
    await saidSo();
  });

  it('says in words what was set, and what it was before', async () => {
    const { page } = await open('/operator/log', { account });
    await page.getByText(`${t.auditDetails['rate_limit']}: 100 → 600`).waitFor();
    await page.getByText(`${t.auditDetails['role']}: ${t.roles.member}`, { exact: true }).waitFor();
  });

  it('shows the secret of one-time codes as a picture', async () => {
    const { page } = await open('/account', { account });
    await page.getByLabel(t.door.password, { exact: true }).fill('a long password');
    await page.getByRole('button', { name: t.safety.turnOn }).click();
    const picture = page.getByRole('img', { name: t.safety.picture });
    await picture.waitFor();
    // A text of 36 characters needs 29 by 29 squares, and the border has 4 on each side.
    expect(await picture.getAttribute('viewBox')).toBe('0 0 37 37');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('closes roads by their names and numbers, edits a closure and removes one', async () => {
    const { page, fake } = await open('/operator/closures', { account });
    const texts = t.closures;
    // The fake service has no map, and some browsers draw none.
    await page.getByText(texts.noPicture).or(page.getByText(texts.noMap)).waitFor();
    await page.getByLabel(texts.wayNumber).fill('1');
    await page.getByRole('button', { name: texts.addWay }).click();
    await page.getByText(t.fieldFailures.unknown).waitFor();
    await page.getByLabel(texts.wayNumber).fill('4711');
    await page.getByRole('button', { name: texts.addWay }).click();
    await page.getByLabel(texts.roadName).fill('Peace Avenue');
    await page.getByLabel(texts.near).fill('Sükhbaatar Square');
    await page.getByRole('button', { name: texts.find, exact: true }).click();
    await page.getByText(texts.found(2)).waitFor();
    await page.getByLabel(texts.until).fill('2099-05-01T18:00');
    await page.getByRole('button', { name: texts.close, exact: true }).click();
    await page.getByText(texts.added).waitFor();
    const sent = fake.asked.find(({ request }) => request === 'POST /api/operator/closures');
    expect(sent?.body).toMatchObject({ ways: [4711, 4712], mode: null, speed_factor: null, from: null });
    expect((sent?.body as { until: string }).until).toBe(
      await page.evaluate(() => new Date('2099-05-01T18:00').toISOString()),
    );
    const area = page.getByRole('row', { name: texts.anArea });
    await area.getByRole('button', { name: t.common.edit }).click();
    await page.getByRole('dialog').getByLabel(texts.effect).selectOption('0.5');
    await page.getByRole('dialog').getByRole('button', { name: t.common.save }).click();
    await area.getByRole('cell', { name: texts.slower('50') }).waitFor();
    await area.getByRole('button', { name: t.common.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.common.remove }).click();
    await expect.poll(() => area.count()).toBe(0);
  });

  it('lists zones with their rules, and removes one', async () => {
    const { page, fake } = await open('/operator/zones', { account });
    const texts = t.zones;
    await page.getByRole('cell', { name: 'Mo 08:00-20:00; PH off' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const bridge = page.getByRole('row', { name: 'Гүүр' });
    await bridge.getByText(texts.ways(2)).waitFor();
    await bridge.getByRole('button', { name: t.common.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.common.remove }).click();
    await expect.poll(() => bridge.count()).toBe(0);
    expect(fake.asked.map(({ request }) => request)).toContain('DELETE /api/operator/zones/:zone');
  });

  it('takes a table as own places: mapped, checked, corrected, and the version before again', async () => {
    const { page, fake } = await open('/operator/places', { account });
    const texts = t.places;
    const text =
      'Салбар;Өргөрөг;Уртраг;Note\n"Нэг";47,91;106,9;x\nХоёр;north;106.91;y\nГурав;35.1;106.92;z\n';
    await page.getByLabel(texts.file).setInputFiles({
      ...{ name: 'Our Branches.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    });
    expect(await page.getByLabel('Өргөрөг').inputValue()).toBe('lat');
    expect(await page.getByLabel('Note').inputValue()).toBe('');
    await page.getByLabel('Note').selectOption('category');
    await page.getByRole('button', { name: texts.check, exact: true }).click();
    await page.getByText(texts.verdict('2', '1', '1')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(`${texts.properties.lat}, 3`).fill('47.92');
    await page.getByRole('button', { name: texts.checkAgain }).click();
    await page.getByText(texts.verdict('3', '0', '1')).waitFor();
    expect(await page.getByLabel(texts.layer, { exact: true }).inputValue()).toBe('our-branches');
    await page.getByRole('button', { name: texts.add('3') }).click();
    await page.getByRole('button', { name: `${texts.undoTo('12')}: our-branches` }).click();
    await page.getByText(texts.undone).waitFor();
    const sent = fake.asked.find(({ request }) => request.startsWith('PUT'))?.body;
    expect(sent).toEqual({
      ...{ columns: ['name', 'lat', 'lon', 'category'], source: 'Our Branches.csv' },
      rows: [
        ['Нэг', '47,91', '106,9', 'x'],
        ['Хоёр', '47.92', '106.91', 'y'],
        ['Гурав', '35.1', '106.92', 'z'],
      ],
    });
  });

  it('shows nothing to change to a viewer', async () => {
    const viewer = { ...account, is_operator: false };
    const { page, fake } = await open('/projects/prj_2/keys', { account: viewer });
    fake.state.projects = fake.state.projects.map((project) => ({ ...project, role: 'viewer' as const }));
    await page.reload();
    await page.getByText(t.keys.emptyViewer).waitFor();
    expect(await page.getByRole('link', { name: t.keys.new }).count()).toBe(0);
  });

  it('shows names with markup as text', async () => {
    const name = '<img src=x onerror=alert(1)><b>bold</b>';
    const { page, fake } = await open('/projects/prj_1/keys', { account: { ...account, name } });
    fake.state.keys = fake.state.keys.map((key) => ({ ...key, name }));
    await page.reload();
    await page.getByRole('link', { name }).first().waitFor();
    expect(await page.locator('main img, main b, header img').count()).toBe(0);
  });

  it('asks for a sign-in when the session has ended', async () => {
    const { page, fake } = await open('/projects/prj_1/keys', { account });
    fake.state.instead = { 'GET /api/projects/:project/errors': () => refuse(401, 'sign_in_required') };
    await page.getByRole('link', { name: t.nav.errors }).click();
    await page.getByRole('heading', { name: t.door.signIn }).waitFor();
  });
});
