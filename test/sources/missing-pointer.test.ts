import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { POINTER_FILE } from '../../src/dataset/dataset-folder.js';
import { runImport } from '../../src/importer/run-import.js';
import { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { tinyMap } from '../cli/tiny-map.js';

it('says once that the file is missing which names the dataset to serve, and when it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-pointer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'map.osm'), tinyMap('one'));
  const out = join(folder, 'dataset');
  const request = { sources: [join(folder, 'map.osm')], out, mapping: null, force: true, generator: 'test' };
  await runImport({ ...request, keep: 2 }, { onProgress: () => undefined });
  const said: boolean[] = [];
  const dataset = new CurrentDataset(out, (news) => {
    if (news.kind === 'pointer') said.push(news.isMissing);
  });
  onTestFinished(() => dataset.close());
  await dataset.refresh();
  expect(said).toEqual([]);
  renameSync(join(out, POINTER_FILE), join(folder, 'away'));
  await dataset.refresh();
  await dataset.refresh();
  expect([said, dataset.state()]).toEqual([[true], 'ok']);
  renameSync(join(folder, 'away'), join(out, POINTER_FILE));
  await dataset.refresh();
  expect(said).toEqual([true, false]);
});
