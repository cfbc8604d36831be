import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasNamespaces, hasStrace, IN_NAMESPACE } from '../linux-tools.js';
import { PATIENCE_MS } from '../patience.js';
import { runCli, type CliResult } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/**
 * What an import leaves when something goes wrong: another import, a kill, a disk that refuses. The folder is
 * named by GAZARCH_DATASET. The tests look at it as an operator does: by commands.
 */

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

let folder: string;
/** Maps of the same size whose datasets differ. */
let maps: string[];
/** A folder into which the first map was imported. */
let base: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-faults-'));
  maps = ['Нэгдүгээр', 'Хоёрдугаар', 'Гуравдугаар', 'Дөрөвдүгээр', 'Тавдугаар'].map((name) => {
    const path = join(folder, `${name}.osm`);
    writeFileSync(path, tinyMap(name));
    return path;
  });
  base = join(folder, 'base');
  await imported(maps[0], base);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nextFolder = (): string => join(folder, `dataset-${++number}`);

/** A copy of a folder with one imported dataset. */
function copyOfBase(): string {
  const copy = nextFolder();
  cpSync(base, copy, { recursive: true });
  return copy;
}

async function imported(map: string, dataset: string, args: string[] = []): Promise<CliResult> {
  const result = await runCli(['import', map, ...args], { env: { GAZARCH_DATASET: dataset } });
  expect(result.status, result.stderr).toBe(0);
  return result;
}

/** Names of the sources of all datasets in a folder, each of which is verified. */
async function sourcesIn(dataset: string): Promise<string[]> {
  const files = readdirSync(dataset).filter((name) => name.endsWith('.gazarch'));
  return Promise.all(files.map((name) => servedSource(join(dataset, name))));
}

/** Name of the source of the dataset that is served, which is verified. */
async function servedSource(dataset: string): Promise<string> {
  const { status, stdout, stderr } = await runCli(['verify', dataset, '--json']);
  expect(status, stderr).toBe(0);
  return (JSON.parse(stdout) as { meta: { sources: { name: string }[] } }).meta.sources[0].name;
}

const nameOf = (map: string): string => map.slice(folder.length + 1);

/** Messages of the program, without its progress. */
const messagesOf = (stderr: string): string[] =>
  stderr.split('\n').filter((line) => line.startsWith('gazarch:'));

interface Started {
  child: ChildProcess;
  result: Promise<CliResult>;
}

/** An import as the child of another program, such as `strace`. */
function startBelow(above: readonly string[], map: string, dataset: string): Started {
  const [program, ...args] = [...above, process.execPath, main, 'import', map];
  // What pictures of a map need is no concern here, and takes longer than the rest.
  const env = { ...process.env, GAZARCH_DATASET: dataset, GAZARCH_TILES: 'off' };
  const child = spawn(program, args, { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const result = once(child, 'close').then(([status, signal]: unknown[]) => {
    return { status, signal, stdout, stderr } as CliResult;
  });
  return { child, result };
}

/** The process that a program such as `unshare` started, as seen from outside. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

async function until(holds: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !holds();) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about`);
    await new Promise((wait) => setTimeout(wait, 2));
  }
}

const isBegun = (dataset: string): boolean => existsSync(join(dataset, 'dataset.lock.json'));

describe('two imports into one folder', () => {
  it.skipIf(!hasNamespaces)(
    'of two containers do not meet: the second ends with a line that names the first',
    async () => {
      const dataset = nextFolder();
      const first = startBelow(IN_NAMESPACE, maps[0], dataset);
      await until(() => isBegun(dataset), 'the first import');
      // Both are process 1 of their namespace. The first is stopped, so that the second meets it for sure.
      const pid = childOf(first.child.pid!);
      process.kill(pid, 'SIGSTOP');
      onTestFinished(() => {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      });
      // What a stopped process does in a system call, it finishes.
      await new Promise((wait) => setTimeout(wait, 200));
      const second = await startBelow(IN_NAMESPACE, maps[1], dataset).result;
      process.kill(pid, 'SIGCONT');
      const { status, stderr } = await first.result;
      expect(messagesOf(second.stderr)).toEqual([
        expect.stringMatching(
          /is being changed by import of .*Нэгдүгээр\.osm \(process 1 on .+, since 20.+Z\); try again when/,
        ),
      ]);
      expect(second.status).toBe(1);
      expect(status, stderr).toBe(0);
      expect(await servedSource(dataset)).toBe(nameOf(maps[0]));
      expect(readdirSync(dataset).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  );

  it('leave the folder free when the first is killed, and nothing of it behind', async () => {
    const dataset = nextFolder();
    const first = startBelow([], maps[0], dataset);
    await until(() => isBegun(dataset), 'the first import');
    writeFileSync(join(dataset, `dataset.${'0'.repeat(16)}.tmp`), 'a piece');
    first.child.kill('SIGKILL');
    await first.result;
    await imported(maps[1], dataset);
    expect(await servedSource(dataset)).toBe(nameOf(maps[1]));
    expect(readdirSync(dataset).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe.skipIf(!hasStrace)('an import', () => {
  const below = (fault: string): string[] => [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    fault,
  ];

  it('says that the dataset is in place when the folder cannot be flushed, and removes nothing', async () => {
    const dataset = copyOfBase();
    for (const map of maps.slice(1, 3)) await imported(map, dataset);
    // Traced are the calls on the folder alone, so the fault hits neither the dataset nor the pointer.
    const fault = [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-o',
      '/dev/null',
      '-P',
      dataset,
      '-e',
      'inject=fsync:error=EIO',
    ];
    const { status, stderr } = await startBelow(fault, maps[3], dataset).result;
    expect(stderr).toMatch(
      /warning: the dataset is in place, but may not survive a power cut: .*no older dataset was removed/,
    );
    expect(stderr).not.toContain('untouched');
    expect(status).toBe(0);
    expect(await servedSource(dataset)).toBe(nameOf(maps[3]));
    expect(readdirSync(dataset).filter((name) => name.endsWith('.gazarch')).length).toBe(4);
  });

  it('does not need hard links', async () => {
    const dataset = copyOfBase();
    for (const map of maps.slice(1, 3)) {
      const refused = below('inject=link,linkat:error=EPERM');
      const { status, stderr } = await startBelow(refused, map, dataset).result;
      expect(status, stderr).toBe(0);
      expect(await servedSource(dataset)).toBe(nameOf(map));
    }
  });

  it('keeps every dataset, whole, when it is killed before any of its renames', async () => {
    const dataset = copyOfBase();
    await imported(maps[1], dataset);
    let kills = 0;
    for (; kills < 8; kills++) {
      const own = nextFolder();
      cpSync(dataset, own, { recursive: true });
      const fault = below(`inject=rename,renameat,renameat2:signal=SIGKILL:when=${kills + 1}`);
      const { status } = await startBelow(fault, maps[2], own).result;
      if (status === 0) break;
      expect(await sourcesIn(own), `rename ${kills + 1}`).toEqual(
        expect.arrayContaining(maps.slice(0, 2).map((map) => nameOf(map))),
      );
      // strace shows the signal to the process before the call is made, and once more after it.
      expect([nameOf(maps[1]), nameOf(maps[2])]).toContain(await servedSource(own));
      await imported(maps[3], own);
      expect(await servedSource(own)).toBe(nameOf(maps[3]));
    }
    // The holder of the lock, the dataset, the pointer.
    expect(kills).toBe(3);
  });

  it('keeps what the old layout serves when it is killed while it numbers the files', async () => {
    const old = nextFolder();
    mkdirSync(old);
    const [one, two] = [copyOfBase(), copyOfBase()];
    await imported(maps[1], two);
    cpSync(join(one, 'dataset-0001.gazarch'), join(old, 'dataset.previous.gazarch'));
    cpSync(join(two, 'dataset-0002.gazarch'), join(old, 'dataset.gazarch'));
    for (let kills = 0; kills < 8; kills++) {
      const own = nextFolder();
      cpSync(old, own, { recursive: true });
      const fault = below(`inject=rename,renameat,renameat2:signal=SIGKILL:when=${kills + 1}`);
      const { status } = await startBelow(fault, maps[2], own).result;
      const isDone = status === 0;
      expect(await servedSource(own)).toBe(nameOf(maps[isDone ? 2 : 1]));
      await imported(maps[3], own);
      expect(await sourcesIn(own)).toContain(nameOf(maps[isDone ? 2 : 1]));
      if (isDone) return;
    }
    throw new Error('no import came to its end');
  });
});

describe('a disk without room', () => {
  it.skipIf(!hasNamespaces)('is named, and what was served still is', async () => {
    const dataset = copyOfBase();
    const disk = nextFolder();
    mkdirSync(disk);
    const script =
      `mount -t tmpfs -o size=72k none "$1" && cp "$2"/* "$1" && cp "$1"/current "$1"/before && ` +
      `GAZARCH_DATASET="$1" "$3" "$4" import "$5"; echo "status $?"; ls "$1"; ` +
      `cmp "$1"/current "$1"/before && "$3" "$4" verify "$1"`;
    const args = ['sh', '-c', script, 'sh', disk, dataset, process.execPath, main, maps[1]];
    const child = spawn(IN_NAMESPACE[0], [...IN_NAMESPACE.slice(1), ...args]);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child, 'close');
    expect(messagesOf(stderr)).toEqual([
      expect.stringMatching(/the disk is full; the existing dataset is unchanged$/),
    ]);
    expect(stdout).toContain('status 1');
    expect(stdout).toContain('dataset-0001.gazarch: ok');
    expect(stdout).not.toContain('.tmp');
  });
});

describe('the same file', () => {
  it('imported twice pushes no older dataset out', async () => {
    const dataset = copyOfBase();
    await imported(maps[1], dataset);
    for (let times = 0; times < 3; times++) {
      const { stdout } = await imported(maps[1], dataset);
      expect(stdout).toMatch(/nothing new; dataset 2 of .* is identical and already served/);
    }
    const back = await runCli(['rollback'], { env: { GAZARCH_DATASET: dataset } });
    expect(back.status, back.stderr).toBe(0);
    expect(await servedSource(dataset)).toBe(nameOf(maps[0]));
  });
});
