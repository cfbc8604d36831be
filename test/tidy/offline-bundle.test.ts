import { build, type Metafile } from 'esbuild';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { engineBuild } from '../../scripts/build-offline.mjs';

/** What answers without a network runs in browsers: nothing of Node may get into it, and no server. */

const src = resolve(import.meta.dirname, '../../src');

async function bundled(entry: string): Promise<Metafile> {
  const options = { ...engineBuild, metafile: true, write: false, outdir: 'none', logLevel: 'silent' };
  const { metafile } = await build({ ...options, entryPoints: [resolve(src, entry)] } as Parameters<
    typeof build
  >[0]);
  return metafile!;
}

it.each(['offline/offline.ts', 'offline/offline-worker.ts'])('%s imports nothing', async (entry) => {
  const { inputs, outputs } = await bundled(entry);
  expect(Object.values(outputs).flatMap(({ imports }) => imports)).toEqual([]);
  const own = Object.keys(inputs).filter((path) => path.startsWith('src/'));
  expect(own.length).toBeGreaterThan(100);
  const servers = own.filter((path) =>
    /^src\/(cli\/|console|database|keys\/.*store|usage|offline\/export|dataset\/(?!format))/.test(path),
  );
  expect(servers).toEqual([]);
});

it('notices what needs Node', async () => {
  await expect(bundled('dataset/read-dataset.ts')).rejects.toThrow(/node:fs/);
});
