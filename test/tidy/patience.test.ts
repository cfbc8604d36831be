import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.js';

/** Tests wait for what must come as long as everywhere, so that none of them measures the machine. */

const tests = resolve(import.meta.dirname, '..');

/** A limit in milliseconds, as code writes it. */
const LIMIT = /(?:\b(?:timeout|killAfter_ms): |\bsetDefaultTimeout\(|^\s*\}, (?=\d+_000\)))([\d_]+)/g;

/** Lines with a limit below the common one, or with a wait that ends after a second unless told. */
function hasty(name: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    const limits = [...line.matchAll(LIMIT)];
    const isShort = limits.some(([, number]) => Number(number.replaceAll('_', '')) < PATIENCE_MS);
    return isShort || /\bvi\.wait(?:For|Until)\(/.test(line) ? [`${name}:${i + 1}`] : [];
  });
}

it('notices a wait that is short', () => {
  const [limit, wait] = ['timeout', 'vi.waitFor'];
  expect(hasty('a', `{ ${limit}: 60_000 }\n{ ${limit}: 600_000 }\n${wait}(() => 1)`)).toEqual(['a:1', 'a:3']);
});

it('finds none in the tests', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((name) => hasty(name, readFileSync(join(tests, name), 'utf8')))).toEqual([]);
});
