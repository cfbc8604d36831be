import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { servedDataset } from '../../src/dataset/dataset-folder.js';
import { askServed } from '../../src/importer/guard.js';
import { runImport } from '../../src/importer/run-import.js';
import { currentMeta } from '../../src/importer/write/meta.js';
import { ownQuestions } from '../../src/importer/write/canary.js';
import { isWhole, seedOf } from '../random-cases.js';
import { SCRATCH } from '../scratch.js';
import { madeCountry, osmOf, weekLater, type MadeCountry } from './made-country.js';

/** A dataset that does not answer what the one before did is not served. */

function temporaryFolder(): string {
  const folder = mkdtempSync(join(SCRATCH, 'gazarch-canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let made: string;
beforeAll(async () => {
  made = mkdtempSync(join(SCRATCH, 'gazarch-canary-'));
  await importInto(join(made, 'dataset'), madeCountry());
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** A dataset folder of a test's own, into which the made country was imported. */
function importedCountry(): string {
  const out = join(temporaryFolder(), 'dataset');
  cpSync(join(made, 'dataset'), out, { recursive: true, verbatimSymlinks: true });
  return out;
}

async function importInto(out: string, country: MadeCountry, force = false): Promise<string[]> {
  return importText(out, osmOf(country), force);
}

async function importText(out: string, text: string, force = false): Promise<string[]> {
  const map = join(out, '..', 'map.osm');
  writeFileSync(map, text);
  const request = { sources: [map], out, mapping: null, force, generator: 'test' };
  return (await runImport(request, { onProgress: () => undefined })).warnings;
}

const edited = (change: (country: MadeCountry) => void): MadeCountry => {
  const country = madeCountry();
  change(country);
  return country;
};

it('stops a map without a soum, without house numbers, with roads cut, and moved; says which', async () => {
  const out = importedCountry();
  const { places, routes } = currentMeta(out)!.canary!;
  expect(Object.entries(places).map(([name, all]) => [name, all.length])).toEqual([
    ['areas', 10],
    ['settlements', 8],
    ['places', 64],
    ['houses', 100],
  ]);
  expect(routes.length).toBe(28);
  const { soums } = madeCountry();
  const faults: [MadeCountry, RegExp][] = [
    [
      edited((country) => void (country.soums[5].hasBorder = false)),
      new RegExp(`1 of 10 known areas were not found where they used to be: "${soums[5].name}`),
    ],
    [
      edited((country) =>
        country.soums.flatMap(({ streets }) => streets).forEach((street) => (street.houses = [])),
      ),
      /house numbers fell from 192 to 0/,
    ],
    [
      edited((country) => void country.roads.splice(2, 1)),
      /\d of 28 known routes were not found where they used to be: /,
    ],
    [
      edited((country) => void (country.shift = 0.003)),
      /64 of 64 known places were not found where they used to be: .*; 100 of 100 known houses/,
    ],
  ];
  for (const [country, said] of faults) {
    await expect(importInto(out, country)).rejects.toThrow(said);
    expect(servedDataset(out)!.number).toBe(1);
  }
  // With --force it is served, and what the next one is asked is made of it.
  expect(await importInto(out, faults[0][0], true)).toEqual([expect.stringMatching(faults[0][1])]);
  expect(servedDataset(out)!.number).toBe(2);
  expect(await importInto(out, faults[0][0])).toEqual([]);
});

it('stops none of the changes of ordinary weeks', async () => {
  const out = importedCountry();
  let country = madeCountry();
  for (let week = 0; week < (isWhole ? 50 : 2); week++) {
    country = weekLater(country, seedOf(63) + week);
    expect(await importInto(out, country), `week ${week}`).toEqual([]);
  }
});

it('asks what the operator wants to know, also of the first dataset', async () => {
  const out = importedCountry();
  const country = madeCountry();
  const [{ name }] = country.soums;
  const own = join(out, 'canary.csv');
  writeFileSync(own, `\uFEFFquery,latitude,longitude,within_m\n"${name} сум",45.86,103.42,20000\n\n`);
  expect(ownQuestions(out)).toEqual([{ text: `${name} сум`, at: [103.42, 45.86], within_m: 20_000 }]);
  expect(await importInto(out, country)).toEqual([]);
  writeFileSync(own, `query,latitude,longitude\n${name} сум,45.86,103.42\nМанай оффис,46,104\n`);
  await expect(importInto(out, country)).rejects.toThrow(
    /2 of 2 known questions of canary.csv were not found where they used to be: .*"Манай оффис"/,
  );
  writeFileSync(own, 'query,latitude\nx,1\n');
  expect(() => ownQuestions(out)).toThrow(/canary.csv has no column longitude/);
  for (const row of ['x,91,1', 'x,,1', ',1,1', 'x,1,1,0']) {
    writeFileSync(own, `query,latitude,longitude,within_m\n${row}\n`);
    expect(() => ownQuestions(out), row).toThrow(/line 2 of .*canary.csv is not a valid question/);
  }
});

it('asks a real map nothing that was invented', async () => {
  const out = join(temporaryFolder(), 'dataset');
  await importText(out, osmOf(madeCountry()).replace('<osm ', '<osm invented="yes" '));
  expect(
    await importInto(
      out,
      edited((country) => void (country.shift = 0.003)),
    ),
  ).toEqual([]);
});

it('asks the dataset that is served again', async () => {
  const out = importedCountry();
  expect(askServed(out)).toEqual({ asked: 210, falls: [] });
  writeFileSync(join(out, 'canary.csv'), 'query,latitude,longitude\nМанай оффис,46,104\n');
  expect(askServed(out)).toEqual({
    asked: 211,
    falls: ['1 of 1 known questions of canary.csv were not found where they used to be: "Манай оффис"'],
  });
});
