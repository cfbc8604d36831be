/**
 * How fast an OSM file is read, in MB of the file on disk. For a PBF file also how fast its blobs alone
 * are unpacked: no reader with one thread can be faster. It shows the first and the best of several runs.
 * The first run has yet to be compiled, as in an import.
 *
 *     npx tsc --noEmit false --outDir data/bench && node data/bench/bench/osm-reader.js FILE [RUNS]
 */
import { open, stat } from 'node:fs/promises';
import type { Tags } from '../src/geo/feature.js';
import type { RelationMember } from '../src/osm/element.js';
import { FileWindow } from '../src/osm/file-window.js';
import { readBlob, unpackBlob } from '../src/osm/pbf-blob.js';
import { readOsm } from '../src/osm/read.js';

const [path, runsText = '7'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node data/bench/bench/osm-reader.js FILE [RUNS]');
  process.exit(1);
}
const runs = Number(runsText);
const fileBytes = (await stat(path)).size;

async function measure(name: string, run: () => Promise<unknown>): Promise<void> {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < runs; i++) {
    const cpuStart = process.cpuUsage();
    const start = performance.now();
    await run();
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuStart);
    cpu.push((user + system) / 1000);
  }
  const rate = (ms: number): string => `${(fileBytes / 1000 / ms).toFixed(1)} MB/s`;
  console.log(
    `${name.padEnd(34)} first ${rate(wall[0])} (${wall[0].toFixed(0)} ms), ` +
      `best ${rate(Math.min(...wall))}, processor time ${Math.min(...cpu).toFixed(0)} ms`,
  );
}

/** @returns the number of unpacked bytes */
async function unpackOnly(file: string): Promise<number> {
  const handle = await open(file);
  const window = new FileWindow(handle, fileBytes);
  let unpacked = 0;
  for (let offset = 0; offset < fileBytes;) {
    const blob = await readBlob(window, offset);
    offset = blob.endOffset;
    unpacked += (await unpackBlob(blob)).length;
  }
  await handle.close();
  return unpacked;
}

/** Counts what the handlers saw. The handlers ask for everything but do almost nothing with it. */
let touched = 0;
const everything = {
  node: (id: number, lon7: number, lat7: number, tags: Tags | null): void => {
    touched += tags === null ? id + lon7 + lat7 : 1;
  },
  way: (_id: number, refs: Float64Array, tags: Tags | null): void => {
    touched += refs.length + (tags?.['highway'] === undefined ? 0 : 1);
  },
  relation: (_id: number, members: RelationMember[]): void => {
    touched += members.length;
  },
};

const { nodes, ways, relations } = await readOsm(path, {});
console.log(`${path}: ${fileBytes} bytes, ${nodes} nodes, ${ways} ways, ${relations} relations`);
if (path.endsWith('.pbf')) {
  await measure('unpack one blob after the other', () => unpackOnly(path));
}
await measure('read all, with tags', () => readOsm(path, everything));
await measure('count only', () => readOsm(path, {}));
await measure('relations only', () => readOsm(path, { relation: everything.relation }));
await measure('ways only', () => readOsm(path, { way: everything.way }));
await measure('nodes only', () => readOsm(path, { node: everything.node }));
if (touched === 0) console.log('the file is empty');
