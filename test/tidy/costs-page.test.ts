import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COSTS } from '../../src/geocoding/reading/costs.js';

it('finds each cost of a reading, with its value, in the table of docs/search.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/search.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` ([\d.]+) +\|/gm)].map(([, name, cost]) => [name, Number(cost)]);
  const { group, ...single } = COSTS;
  expect(Object.fromEntries(rows)).toEqual(single);
  expect(page).toContain(`by the match group, 1 to 7: ${Object.values(group).join(', ')} `);
});
