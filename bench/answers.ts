/**
 * Do two builds answer the same, byte for byte? It runs a built service as in production, asks it 20,000
 * requests, and writes down of each the status and a digest of the body.
 *
 *     npx -y tsx bench/answers.ts record --dataset DIR --out FILE [--build DIR] [--requests FILE]
 *     npx -y tsx bench/answers.ts compare FILE FILE
 *
 * `--build` is the folder of a built package, this one by default. `--requests` takes the requests of an
 * earlier recording, for a build whose datasets this source cannot read any more.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { answerTargets } from './answer-targets.js';
import { ask, startBuilt, stopBuilt } from './built-service.js';

/** So many requests are under way at once. */
const AT_ONCE = 8;
/** So many differences are printed. */
const SHOWN = 10;

const { values: flags, positionals } = parseArgs({
  options: {
    build: { type: 'string', default: '.' },
    dataset: { type: 'string' },
    out: { type: 'string' },
    requests: { type: 'string' },
  },
  allowPositionals: true,
});

const [order, ...files] = positionals;
if (order === 'record' && flags.dataset !== undefined && flags.out !== undefined)
  await record(flags.dataset, flags.out);
else if (order === 'compare' && files.length === 2) compare(files[0], files[1]);
else {
  console.error('usage: bench/answers.ts record --dataset DIR --out FILE | compare FILE FILE');
  process.exitCode = 1;
}

async function record(dataset: string, out: string): Promise<void> {
  const targets =
    flags.requests === undefined
      ? answerTargets(servedPath(dataset))
      : linesOf(flags.requests).map((line) => line.split('\t')[0]);
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-answers-'));
  const service = await startBuilt(flags.build, dataset, folder);
  const lines = new Array<string>(targets.length);
  const counts = new Map<number, number>();
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (next < targets.length) {
      const i = next++;
      const { status, body } = await ask(service, targets[i]);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const digest = createHash('sha256').update(withoutRequestId(body)).digest('hex');
      lines[i] = [targets[i], status, body.length, digest].join('\t');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  await stopBuilt(service);
  rmSync(folder, { recursive: true });
  writeFileSync(out, `${lines.join('\n')}\n`);
  const bytes = lines.reduce((sum, line) => sum + Number(line.split('\t')[2]), 0);
  console.log(`${targets.length} answers, ${bytes} bytes, by status ${JSON.stringify([...counts])}`);
}

/** Refusals name the request. */
function withoutRequestId(body: Buffer): string {
  return body.toString('latin1').replace(/"request_id":"[^"]*"/, '');
}

function compare(one: string, other: string): void {
  const [before, after] = [linesOf(one), linesOf(other)];
  const different = before.filter((line, i) => line !== after[i]);
  for (const line of different.slice(0, SHOWN)) console.log(line.split('\t')[0]);
  console.log(`${before.length} and ${after.length} answers, ${different.length} differ`);
  if (different.length > 0 || before.length !== after.length) process.exitCode = 1;
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
