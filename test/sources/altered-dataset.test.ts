import {
  chmodSync,
  closeSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { whyNotMapped } from '../../src/dataset/map-file.js';
import { FileVerifier } from '../../src/dataset/verified-files.js';
import { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** What is served when somebody writes to the file that is mapped. */

let folder: string;
let file: string;
let number = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-altered-'));
  await copySampleDataset(join(folder, 'made'));
  const name = readdirSync(join(folder, 'made')).find((found) => found.endsWith('.gazarch'))!;
  file = join(folder, 'made', name);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with so many sound datasets, of which the last is served and mapped. */
async function serve(datasets: number) {
  const own = join(folder, `own-${++number}`);
  mkdirSync(own);
  const paths = Array.from({ length: datasets }, (_, i) => join(own, `dataset-000${i + 1}.gazarch`));
  for (const path of paths) {
    copyFileSync(file, path);
    chmodSync(path, 0o644);
  }
  writeFileSync(join(own, 'current'), `dataset-000${datasets}.gazarch\n`);
  const said: string[] = [];
  const dataset = new CurrentDataset(
    own,
    (news) => {
      if (news.kind === 'left') said.push('left');
      if (news.kind === 'refused' && news.isServing) said.push('the loaded one stays');
      if (news.kind === 'loaded')
        said.push(news.standsInFor !== null ? 'older' : news.isSwap ? 'swap' : 'loaded');
    },
    { verify: new FileVerifier().verify, roads: null },
  );
  onTestFinished(() => dataset.close());
  await dataset.refresh();
  return { dataset, paths, said };
}

/** Changes some bytes in the middle, and puts the time of change back. */
function alter(path: string): void {
  const { atime, mtime, size } = statSync(path);
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(64, 255), 0, 64, size >> 1);
  closeSync(fd);
  utimesSync(path, atime, mtime);
}

const reasonOf = (dataset: CurrentDataset): unknown => {
  try {
    return dataset.pinned() && 'served';
  } catch (error) {
    return (error as { details?: { reason: string } }).details?.reason;
  }
};

describe.skipIf(whyNotMapped() !== null)('a mapped dataset that is altered', () => {
  it('is not served any more when there is no other, until it is whole again', async () => {
    const { dataset, paths, said } = await serve(1);
    expect(reasonOf(dataset)).toBe('served');
    alter(paths[0]);
    await dataset.refresh();
    expect([reasonOf(dataset), dataset.state()]).toEqual(['damaged', 'fail']);
    await dataset.refresh();
    expect(reasonOf(dataset)).toBe('damaged');
    // Another one that is no good is told, too.
    writeFileSync(paths[0], 'text');
    await dataset.refresh();
    expect(reasonOf(dataset)).toBe('damaged');
    // In place, and with the time of before.
    const { atime, mtime } = statSync(paths[0]);
    writeFileSync(paths[0], readFileSync(file));
    utimesSync(paths[0], atime, mtime);
    await dataset.refresh();
    expect([reasonOf(dataset), dataset.state()]).toEqual(['served', 'ok']);
    expect(said).toEqual(['loaded', 'left', 'left', 'loaded']);
  });

  it('gives way to an older one, and that one to none', async () => {
    const { dataset, paths, said } = await serve(2);
    alter(paths[1]);
    await dataset.refresh();
    expect([reasonOf(dataset), dataset.state()]).toEqual(['served', 'degraded']);
    alter(paths[0]);
    await dataset.refresh();
    expect([reasonOf(dataset), dataset.state()]).toEqual(['damaged', 'fail']);
    expect(said).toEqual(['loaded', 'older', 'left']);
  });

  it('is sound when only its ctime moved, or when its name is gone', async () => {
    const { dataset, paths, said } = await serve(1);
    const before = dataset.pinned();
    linkSync(paths[0], `${paths[0]}.backup`);
    await dataset.refresh();
    expect(dataset.pinned()).toBe(before);
    expect(dataset.state()).toBe('ok');
    rmSync(paths[0]);
    await dataset.refresh();
    expect(dataset.pinned()).toBe(before);
    expect(dataset.state()).toBe('degraded');
    expect(said).toEqual(['loaded', 'the loaded one stays']);
  });

  it('is not loaded again when its name returns while the folder is being looked at', async () => {
    const { dataset, paths, said } = await serve(1);
    const before = dataset.pinned();
    renameSync(paths[0], `${paths[0]}.away`);
    await dataset.refresh();
    expect(dataset.state()).toBe('degraded');
    // The speeds are looked for after the mapped file and before its name.
    dataset.speeds.refresh = () => {
      renameSync(`${paths[0]}.away`, paths[0]);
      return Promise.resolve(undefined);
    };
    await dataset.refresh();
    expect(dataset.pinned()).toBe(before);
    expect(dataset.state()).toBe('ok');
    expect(said).toEqual(['loaded', 'the loaded one stays']);
  });
});
