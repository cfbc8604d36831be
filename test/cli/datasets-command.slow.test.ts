import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliResult } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** `gazarch datasets`, `gazarch rollback` and what an import keeps, as an operator types them. */

let folder: string;
/** A folder with the datasets 1, 2 and 3. */
let base: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-datasets-'));
  base = join(folder, 'base');
  for (const name of ['one', 'two', 'three']) {
    const { status, stderr } = await run(['import', mapOf(name)], base);
    expect(status, stderr).toBe(0);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function mapOf(name: string): string {
  const path = join(folder, `${name}.osm`);
  writeFileSync(path, tinyMap(name));
  return path;
}

const run = (args: string[], dataset: string): Promise<CliResult> => runCli([...args, '--dataset', dataset]);

function ownCopy(): string {
  const own = join(folder, `own-${++number}`);
  cpSync(base, own, { recursive: true });
  return own;
}

function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(path, bytes);
}

interface Row {
  number: number;
  sources: string[] | null;
  is_served: boolean;
  is_sound?: boolean;
}
async function rowsOf(dataset: string, args: string[] = []): Promise<Row[]> {
  return JSON.parse((await run(['datasets', '--json', ...args], dataset)).stdout) as Row[];
}
const numbersOf = async (dataset: string): Promise<number[]> =>
  (await rowsOf(dataset)).map((row) => row.number);
const servedOf = async (dataset: string): Promise<number | undefined> =>
  (await rowsOf(dataset)).find((row) => row.is_served)?.number;

describe('gazarch datasets', () => {
  it('lists number, time, bytes and sources, and which one is served', async () => {
    const { status, stdout } = await run(['datasets'], base);
    expect(status).toBe(0);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^number +imported +bytes +served +sources$/);
    expect(rows[0]).toMatch(/^3 +20\d\d-\d\d-\d\d \d\d:\d\d UTC +[\d,]+ +served +three\.osm$/);
    expect(rows[2]).toMatch(/^1 +\S+ \S+ UTC +[\d,]+ +one\.osm$/);
    expect(await rowsOf(base)).toMatchObject([
      { number: 3, file: 'dataset-0003.gazarch', sources: ['three.osm'], is_served: true },
      { number: 2, sources: ['two.osm'], is_served: false },
      { number: 1, sources: ['one.osm'], is_served: false },
    ]);
  });

  it('with --verify tells the damaged from the sound, and ends with status 1', async () => {
    const own = ownCopy();
    expect((await run(['datasets', '--verify'], own)).status).toBe(0);
    damage(join(own, 'dataset-0002.gazarch'));
    const { status, stdout, stderr } = await run(['datasets', '--verify'], own);
    expect(status).toBe(1);
    expect(stdout).toMatch(/\n2 .* DAMAGED +two\.osm\n1 .* sound/);
    expect(stderr).toMatch(/^gazarch: .*dataset-0002\.gazarch is not a usable dataset.*\n$/);
    expect((await rowsOf(own, ['--verify'])).map((row) => row.is_sound)).toEqual([true, false, true]);
  });

  it('says so when the one to serve is gone, or there is none at all', async () => {
    const own = ownCopy();
    rmSync(join(own, 'dataset-0003.gazarch'));
    expect((await run(['datasets'], own)).stderr).toMatch(
      /warning: .*dataset-0003\.gazarch should be served/,
    );
    const none = join(folder, 'none');
    expect((await run(['datasets'], none)).stdout).toMatch(/^there is no dataset in/);
    expect(existsSync(none)).toBe(false);
  });
});

describe('gazarch rollback', () => {
  it('goes to the next lower number, or to the one that is named', async () => {
    const own = ownCopy();
    const back = await run(['rollback'], own);
    expect(back.stdout).toMatch(/: dataset 2 is now served; "gazarch rollback 3" undoes this\n$/);
    expect(await servedOf(own)).toBe(2);
    expect((await run(['rollback'], own)).status).toBe(0);
    expect(await servedOf(own)).toBe(1);
    expect((await run(['rollback'], own)).stderr).toMatch(/has no older dataset to go back to/);
    expect((await run(['rollback', '3'], own)).status).toBe(0);
    expect(await servedOf(own)).toBe(3);
  });

  it('refuses a number that is none, or that is not there, or damaged, and changes nothing', async () => {
    const own = ownCopy();
    damage(join(own, 'dataset-0002.gazarch'));
    for (const [text, message] of [
      ['0', /the dataset must be a number such as 12, not "0"/],
      ['two', /the dataset must be a number such as 12, not "two"/],
      ['7', /has no dataset 7; it has 3, 2, 1/],
      ['2', /was not rolled back to dataset 2: .*wrong checksum.*"gazarch datasets --verify"/],
    ] as const) {
      const { status, stderr } = await run(['rollback', text], own);
      expect(stderr).toMatch(message);
      expect(status).toBe(1);
    }
    expect(await servedOf(own)).toBe(3);
    expect((await run(['rollback', '1'], own)).status).toBe(0);
  });

  it('with a number mends a pointer that names nothing', async () => {
    const own = ownCopy();
    writeFileSync(join(own, 'current'), 'nonsense');
    expect((await run(['rollback'], own)).stderr).toMatch(
      /names no dataset; choose .* "gazarch rollback NUMBER"/,
    );
    expect((await run(['rollback', '2'], own)).status).toBe(0);
    expect(await servedOf(own)).toBe(2);
  });
});

describe('gazarch import', () => {
  it('keeps the last three, or as many as it is told', async () => {
    const own = ownCopy();
    const { stdout } = await run(['import', mapOf('four')], own);
    expect(stdout).toMatch(/removed +older datasets: 1\n/);
    expect(await numbersOf(own)).toEqual([4, 3, 2]);
    await run(['import', mapOf('five'), '--keep', '1'], own);
    expect(await numbersOf(own)).toEqual([5]);
    await runCli(['import', mapOf('six')], { env: { GAZARCH_DATASET: own, GAZARCH_KEEP_DATASETS: '2' } });
    expect(await numbersOf(own)).toEqual([6, 5]);
    const wrong = await run(['import', mapOf('six'), '--keep', '0'], own);
    expect(wrong.stderr).toMatch(/--keep is "0"; it must be a whole number from 1 to 1000/);
  });

  it('of what an older dataset has serves that one again', async () => {
    const own = ownCopy();
    const { stdout } = await run(['import', mapOf('one')], own);
    expect(stdout).toMatch(/nothing new; dataset 1 of .* is identical and already served/);
    expect(await servedOf(own)).toBe(1);
    expect(await numbersOf(own)).toEqual([3, 2, 1]);
  });

  it('still understands --out, and says that it has a new name', async () => {
    const own = ownCopy();
    const { status, stderr } = await runCli(['import', mapOf('four'), '--out', own]);
    expect(status).toBe(0);
    expect(stderr).toContain('warning: --out is now called --dataset');
    expect(await servedOf(own)).toBe(4);
    expect((await runCli(['import', '--help'])).stdout).not.toContain('--out');
  });
});
