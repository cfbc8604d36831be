import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { areaName, areaOf } from '../../src/cli/commands/data/export-area.js';
import { exportOfflineCommand } from '../../src/cli/commands/data/export-offline-command.js';
import { servedDataset } from '../../src/dataset/dataset-folder.js';
import { readDataset } from '../../src/dataset/read-dataset.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** `gazarch export offline --area`, where the data are, where some are, and where none are. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-export-area-'));
let sections: ReturnType<typeof readDataset>;
let warned = '';
beforeAll(async () => {
  await copySampleDataset(join(folder, 'dataset'));
  sections = readDataset(servedDataset(join(folder, 'dataset'))!.path);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

function exported(area: string): ReturnType<typeof areaOf> {
  warned = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((warned += String(text)), true));
  return areaOf(area, 'areas/town', sections);
}

it('has nothing to say of an area that the data fill', () => {
  expect(exported('106.855,47.873,106.978,47.945')).toMatchObject({ name: 'town' });
  expect(warned).toBe('');
});

it('warns of an area that goes beyond the data, and of one that most roads lie outside of', () => {
  expect(exported('106.5,47.87,106.98,47.95')).toMatchObject({ name: 'town' });
  expect(warned).toMatch(/warning: 80 % of --area .* lies beyond the roads of the dataset, .* empty/);
  expect(exported('106.91,47.91,106.92,47.92')).toMatchObject({ name: 'town' });
  expect(warned).toMatch(/warning: most roads in the dataset lie outside --area/);
});

it('refuses an area without a road, and says where roads are', () => {
  for (const area of ['100,45,101,46', '47.87,106,47.95,106.98'])
    expect(() => exported(area), area).toThrow(
      /--area is .*(no roads there; its roads lie in|not a valid bounding box)/,
    );
});

it('refuses a folder that cannot be served as an area because of its name, and says the rule', () => {
  for (const to of [
    'areas/Bad Name',
    'areas/Town',
    'Улаанбаатар',
    'areas/_town',
    'v1.2',
    '/',
    'x'.repeat(65),
  ])
    expect(() => areaName(to), to).toThrow(
      /--to is ".*", but .* at most 64 lowercase Latin letters, digits, - and _,.* such as areas\/mongolia/,
    );
  for (const to of ['areas/town', './town/', 'areas/ub_2026-12', 'x'.repeat(64)])
    expect(areaName(to), to).toBe(to.replace(/\/$/, '').replace(/^.*\//, ''));
});

it('refuses the name before any other work', async () => {
  const to = join(folder, 'Bad Name');
  const command = ['--dataset', join(folder, 'nothing'), '--to', to];
  await expect(exportOfflineCommand().parseAsync(command, { from: 'user' })).rejects.toThrow(/--to is "/);
  expect(existsSync(to)).toBe(false);
});
