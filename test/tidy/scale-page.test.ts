import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

/** The arithmetic of the page of sizes, done again with what was measured. */

const page = readFileSync(resolve(import.meta.dirname, '../../docs/scale.md'), 'utf8');

/** Rows of the table of a section, as cells, without the heading. */
function rowsOf(section: string): string[][] {
  const [, text] = new RegExp(`## ${section}\n([^]*?)(?=\n## |$)`).exec(page)!;
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'));
  return rows.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Numbers of a cell, as they are written. */
const numbers = (cell: string): string[] => cell.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
const value = (written: string): number => Number(written.replace(/,/g, ''));

/** Whether a number is as exact as it is written: 2.2 may be 2.15 to 2.25. */
function isRounded(written: string, exact: number): boolean {
  const places = written.split('.')[1]?.length ?? 0;
  return Math.abs(value(written) - exact) <= 0.5001 * 10 ** -places;
}

const measured = new Map(
  rowsOf('What was measured').map(([letter, , seen]) => [letter, numbers(seen).map(value)]),
);
const most = (letter: string): number => Math.max(...measured.get(letter)!);

/** Node and libraries of 1, 4, 8 and 16 workers. */
const node_mb = (workers: number): number => measured.get('N')![[1, 4, 8, 16].indexOf(workers)];

/** The lines by their numbers, in the units of the page. @param cores of a machine, each with a worker */
function linesOf(requests: number, machines: number, cores: number): Record<string, number> {
  const isOne = machines === 1;
  const first_us = isOne ? 0 : most('F') + most('R');
  const cores_needed = ((requests * (140 + first_us)) / 1e6 / 0.8) * 2;
  const balancer = (requests * most('T') + (requests / 50) * most('C')) / 1e6;
  const first_mb = isOne ? 0 : most('L') + most('K');
  const memory_mb = 198 + node_mb(cores) + first_mb + cores * (most('W') + measured.get('K')![0]);
  return {
    ...{ 1: 140, 2: first_us, 3: (requests * (140 + first_us)) / 1e6, 4: cores_needed / 2, 5: cores_needed },
    ...{ 6: Math.ceil(cores_needed / cores) + 1, 7: ((requests / (machines - 1)) * first_us) / 1e6 },
    ...{ 8: balancer, 9: 4 * balancer, 10: memory_mb / 1000, 11: machines * (3 * cores + 2) },
    ...{ 12: machines * cores, 13: machines / 5, 14: machines * 180, 15: (requests * 250) / 1e6 },
    ...{ 16: (2 * requests * most('Y')) / 1000, 17: (machines * 198) / 1000 },
  };
}

it('adds up line by line', () => {
  const exact = linesOf(10_000, 3, 4);
  const rows = rowsOf('The arithmetic');
  expect(rows.map(([line]) => line)).toEqual(Object.keys(exact));
  for (const [line, what, , example] of rows) {
    // Two balancers of whole cores.
    if (line === '9') expect(value(numbers(example)[0])).toBe(2 * Math.ceil(exact[9] / 4));
    else expect(isRounded(numbers(example)[0], exact[line]), `${line} ${what}: ${exact[line]}`).toBe(true);
  }
});

it('has three sizes of the same lines', () => {
  const sizes = [linesOf(100, 1, 1), linesOf(10_000, 3, 4), linesOf(1_000_000, 79, 8)];
  const inUnit = (cell: string, mb: number): number =>
    cell.includes('kB') ? mb * 1000 : cell.includes('GB') ? mb / 1000 : mb;
  const lines: Record<string, (line: Record<string, number>, cell: string) => number> = {
    'cores, line 5': (line) => line[5],
    workers: (line) => line[12],
    'first process, line 7': (line) => line[7],
    'balancer cores, line 9': (line) => line[9],
    'memory of a machine': (line) => line[10],
    keys: (line) => line[11],
    'queries for keys': (line) => line[12],
    'usage, transactions': (line) => line[13],
    log: (line, cell) => inUnit(cell, line[15]),
    'network, routes only': (line, cell) => inUnit(cell, line[16]),
    'a new dataset': (line) => line[17],
  };
  const rows = new Map(rowsOf('Three sizes').map(([name, ...cells]) => [name, cells]));
  for (const [name, exact] of Object.entries(lines))
    rows.get(name)!.forEach((cell, i) => {
      const [written] = numbers(cell);
      // A size without a first process, or with SQLite, says so in words.
      if (written !== undefined)
        expect(isRounded(written, exact(sizes[i], cell)), `${name}: ${cell}`).toBe(true);
    });
  // The largest has more machines than its cores need, so that no first process is busier than half.
  expect([sizes[2][6] < 79, sizes[2][7] < 0.5]).toEqual([true, true]);
});

it('has Asia, and where the format ends', () => {
  const [s, factor] = [15_000, 14.6];
  const pieces = (factor * s * 1e6) / 2 ** 32;
  const piece_mb = 15_000 / Math.round(pieces);
  const exact: number[][] = [
    [(factor * s) / 1000],
    [(150 + 36 * s) / 1000],
    [(3 * s) / 3600, (12 * s) / 3600],
    [pieces, piece_mb],
    [(150 + 36 * piece_mb) / 1000, (3 * piece_mb) / 60, (12 * piece_mb) / 60],
  ];
  rowsOf('All of Asia').forEach(([what, , cell], i) => {
    // The factors are of two digits or so, and so is what comes of them.
    const seen = numbers(cell).map((written, k) => value(written) / exact[i][k]);
    expect(seen, what).toHaveLength(exact[i].length);
    for (const share of seen) expect(Math.abs(share - 1), `${what}: ${cell}`).toBeLessThan(0.05);
  });
  const ends = rowsOf('Where the format ends').filter(([, , , room]) => room !== '');
  expect(ends.length).toBeGreaterThan(8);
  for (const [bound, ...cells] of ends) {
    const [end, mongolia, room] = cells.map((cell) => value(numbers(cell)[0]));
    expect(room, bound).toBe(Math.floor(end / mongolia));
  }
});
