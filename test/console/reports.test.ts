import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConsoleLayers } from '../../src/cli/serve/console/console-layers.js';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import { layerNames, readLayer } from '../../src/dataset/layers/layer-folder.js';
import { newOwner, setUp, startConsole, temporaryPlace } from './test-console.js';

it('lists reports for operators, makes own places of them, and keeps nothing of what is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const layers = new ConsoleLayers(folder, { outside: () => Promise.resolve([]) });
  const place = temporaryPlace();
  const console = await startConsole(place, { layers });
  const admin = await setUp(console);
  const { browser: other } = await newOwner(console, admin, 'other@example.mn');
  const { keys, reports } = await openStores(place, { mustExist: true, warn: () => undefined });
  onTestFinished(() => keys.close());
  const at = { longitude: 106.9, latitude: 47.9, place_id: null, place_name: null, asked: '#q=a' };
  for (const text of ['first, private', 'second']) await reports.add({ ...at, kind: 'place', text }, 1_000);
  const list = 'GET /api/operator/reports';
  expect(await other.refusal(list)).toMatch(/operator_needed$/);
  const [second, first] = await admin.ask(list);
  expect(first).toEqual({
    ...{ ...at, kind: 'place', text: 'first, private', own_name: null },
    ...{ id: first.id, created_at: '1970-01-01T00:00:01.000Z' },
  });
  const make = 'POST /api/operator/reports/:report/place';
  const params = (id: number): { report: string } => ({ report: String(id) });
  expect(await other.refusal(make, { params: params(first.id), body: { name: 'x' } })).toMatch(
    /operator_needed$/,
  );
  expect(await admin.refusal(make, { params: params(99), body: { name: 'x' } })).toBe('404 not_found');
  await admin.ask(make, { params: params(first.id), body: { name: '=Нэг' } });
  await admin.ask(make, { params: params(second.id), body: { name: 'Хоёр' } });
  const names = (): string[] => readLayer(folder, 'reported').features.map(({ tags }) => tags['name']);
  expect(names().sort()).toEqual(['=Нэг', 'Хоёр']);
  expect((await admin.ask(list)).map(({ own_name }) => own_name)).toEqual(['Хоёр', '=Нэг']);
  const done = 'DELETE /api/operator/reports/:report';
  await admin.ask(done, { params: params(first.id) });
  expect(names()).toEqual(['Хоёр']);
  await admin.ask(done, { params: params(second.id) });
  expect([layerNames(folder), await admin.ask(list)]).toEqual([[], []]);
  expect(await admin.refusal(done, { params: params(second.id) })).toBe('404 not_found');
  const { entries } = await admin.ask('GET /api/operator/audit', { query: {} });
  expect(entries.map(({ action }) => action)).toContain('report.done');
  expect(JSON.stringify(entries)).not.toContain('private');
});
