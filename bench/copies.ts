/**
 * Several disjoint copies of an OSM file in one, to see how an import grows with its map. Copy k has its ids
 * 10 ** 11 higher and lies 3.7 degrees farther east than copy k - 1. It needs osmium-tool.
 *
 *     bench/copies.js --copies 4 FILE.osm.pbf OUT.osm.pbf
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values: flags, positionals } = parseArgs({
  options: { copies: { type: 'string', default: '4' } },
  allowPositionals: true,
});
const [from, to] = positionals;
if (to === undefined) throw new Error('give a file to copy and a file to write');

const ID_STEP = 10 ** 11;
const LON_STEP = 3.7;
const folder = mkdtempSync(join(tmpdir(), 'gazarch-copies-'));
try {
  const copies: string[] = [];
  for (let k = 0; k < Number(flags.copies); k++) {
    copies.push(join(folder, `${k}.osm.pbf`));
    await copy(from, copies[k], k);
    console.log(`copy ${k + 1}`);
  }
  execFileSync('osmium', ['merge', '--overwrite', '--output', to, ...copies], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Through OPL, osmium's format with an object in each line. */
async function copy(source: string, target: string, k: number): Promise<void> {
  const read = spawn('osmium', ['cat', '--output-format', 'opl', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const write = spawn('osmium', ['cat', '--input-format', 'opl', '--output', target, '-'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const written = once(write, 'exit');
  for await (const line of createInterface({ input: read.stdout })) {
    if (!write.stdin.write(`${moved(line, k)}\n`)) await once(write.stdin, 'drain');
  }
  write.stdin.end();
  const [status] = (await written) as [number];
  if (status !== 0) throw new Error(`osmium ended with status ${status}`);
}

/** A line of OPL: `n17 v1 Tname=Зам x106.9 y47.9`, `w5 … Nn17,n18`, `r3 … Mn17@via,w5@from`. */
function moved(line: string, k: number): string {
  const [object, ...fields] = line.split(' ');
  const others = fields.map((field) => {
    if (field.startsWith('x') && field.length > 1) return `x${eastOf(Number(field.slice(1)), k).toFixed(7)}`;
    if (field.startsWith('N') || field.startsWith('M'))
      return field.replace(
        /(^[NM]|,)([nwr])(-?\d+)/g,
        (_, before: string, kind: string, id: string) => before + higher(kind, id, k),
      );
    return field;
  });
  return [higher(object[0], object.slice(1), k), ...others].join(' ');
}

function higher(kind: string, id: string, k: number): string {
  return `${kind}${Number(id) + k * ID_STEP}`;
}

function eastOf(lon: number, k: number): number {
  const moved_deg = lon + k * LON_STEP;
  return moved_deg > 180 ? moved_deg - 360 : moved_deg;
}
