import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { withFolderLock } from '../../src/dataset/folder-lock.js';
import { layerPath } from '../../src/dataset/layers/layer-folder.js';
import { runCli, startCli } from '../cli/run-cli.js';
import { PATIENCE_MS } from '../patience.js';
import { Browser } from './browser.js';

/**
 * Refusals that begin in the bundle of the program and are answered by the bundle of the console: stores,
 * own places and the database. Tests from sources cannot see two copies of one error class.
 */

let folder: string;
let database: string;
let admin: Browser;
let stop: () => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-built-'));
  database = join(folder, 'keys.sqlite');
  const child = startCli([
    ...['console', '--console-port', '0', '--database', database, '--dataset', join(folder, 'data')],
  ]);
  stop = () => void child.kill('SIGKILL');
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const deadline_ms = performance.now() + PATIENCE_MS;
  while (!/console-setup-link/.test(output)) {
    if (performance.now() > deadline_ms || child.exitCode !== null) throw new Error(output);
    await setTimeout(50);
  }
  admin = new Browser(/Developer console: +(\S+)/.exec(output)![1]);
  const token = readFileSync(join(folder, 'console-setup-link.txt'), 'utf8').trim().split('#')[1];
  await admin.ask('POST /api/setup', { body: { ...PERSON, token, organisation: 'X', language: 'en' } });
});
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

const PERSON = { name: 'Админ', email: 'admin@example.mn', password: 'a long enough one' };
const GOOD = { columns: ['name', 'lat', 'lon'], rows: [['Салбар', '47.91', '106.9']] };
const NO_ID = { columns: ['id', 'name'], rows: [['1', 'Салбар']] };
const params = { layer: 'branches' };
const put = 'PUT /api/operator/layers/:layer';
const undo = 'POST /api/operator/layers/:layer/undo';
const remove = 'DELETE /api/operator/layers/:layer';

it.each([
  ['without places', NO_ID, /has no column lat, lon/],
  ['with a column twice', { ...GOOD, columns: ['name', 'name', 'lat'] }, /name.*twice|two columns/],
  ['without rows', { ...GOOD, rows: [] }, /./],
  ['with blank cells only', { ...GOOD, rows: [['', '', '']] }, /./],
  ['without anything', { columns: [], rows: [] }, /./],
])('says what is wrong with a table %s', async (_, body, problem) => {
  const checked = await admin.ask('POST /api/operator/layers/check', { body });
  expect(checked.problem).toMatch(problem);
});

it('answers 503 with the reason while own places cannot change', async () => {
  const refused = '503 unavailable datasets';
  expect(await admin.refusal(put, { params, body: { ...NO_ID, source: 'a.csv' } })).toBe(refused);
  await admin.ask(put, { params, body: { ...GOOD, source: 'a.csv' } });
  expect(await admin.refusal(undo, { params })).toBe(refused);
  await withFolderLock(join(folder, 'data'), 'import of mongolia', async () => {
    expect(await admin.refusal(put, { params, body: { ...GOOD, source: 'a.csv' } })).toBe(refused);
    expect(await admin.refusal(remove, { params })).toBe(refused);
  });
  const path = layerPath(join(folder, 'data'), 'branches');
  copyFileSync(path, `${path}.kept`);
  writeFileSync(path, '{"type":');
  expect(await admin.refusal('GET /api/operator/layers')).toBe(refused);
  expect(await admin.refusal(put, { params, body: { ...GOOD, source: 'a.csv' } })).toBe(refused);
  expect(await admin.refusal(remove, { params })).toBe(refused);
  copyFileSync(`${path}.kept`, path);
  await admin.ask(remove, { params });
});

it('names the field of a key that the store refuses', async () => {
  const made = admin.refusal('POST /api/projects/:project/keys', {
    params: { project: 'default' },
    body: { name: 'a', endpoints: ['geocode'], expires_at: '2020-01-01T00:00:00Z' },
  });
  expect(await made).toBe('400 invalid_request expires_at in_the_past');
});

it('says that the database does not answer while another process holds it', async () => {
  const held = new Database(database);
  onTestFinished(() => void held.close());
  held.exec('begin exclusive');
  const { email, password } = PERSON;
  const browser = new Browser(admin.url);
  expect(await browser.refusal('POST /api/sign-in', { body: { email, password } })).toBe(
    '503 unavailable database',
  );
  held.exec('rollback');
  await browser.signIn(email, password);
});

it('prints a refusal of the console as one line of a command', async () => {
  const args = ['projects', 'create', 'X', '--organisation', 'none', '--database', database];
  const { status, stderr } = await runCli(args);
  expect(stderr).toMatch(/^gazarch: [^\n]+\n$/);
  expect(status).toBe(1);
});
