import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.js';

/** Tests wait for what must come as long as everywhere, so that none of them measures the machine. */

const tests = resolve(import.meta.dirname, '..');

/** A limit in milliseconds, as code writes it, or a moment that is so far away. */
const NAMES = String.raw`\b(?:timeout|killAfter_ms): |\b(?:setDefaultTimeout|AbortSignal\.timeout)\(`;
const LIMIT = new RegExp(
  String.raw`(?:${NAMES}|\bnow\(\) \+ |^\s*\}, (?=\d+_000\)))([\d_]+)(?![\d_.]| \*)`,
  'g',
);

/** Lines with a limit below the common one, or with a wait that ends after a second unless told. */
function hasty(name: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    const limits = [...line.matchAll(LIMIT)];
    const isShort = limits.some(([, number]) => Number(number.replaceAll('_', '')) < PATIENCE_MS);
    return isShort || /\bvi\.wait(?:For|Until)\(/.test(line) ? [`${name}:${i + 1}`] : [];
  });
}

it('notices a wait that is short', () => {
  const [limit, wait, now, signal] = ['timeout', 'vi.waitFor', 'performance.now()', 'AbortSignal.timeout'];
  const lines = [`{ ${limit}: 60_000 }`, `{ ${limit}: 600_000 }`, `${wait}(() => 1)`];
  lines.push(`${now} + 60_000`, `${now} + 600_000`, `${signal}(4_000)`);
  expect(hasty('a', lines.join('\n'))).toEqual(['a:1', 'a:3', 'a:4', 'a:6']);
});

it('finds none in the tests', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((name) => hasty(name, readFileSync(join(tests, name), 'utf8')))).toEqual([]);
});
