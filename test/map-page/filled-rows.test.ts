import { expect, it } from 'vitest';
import { csvRows } from '../../src/web/map/table/filled-rows.js';

const TABLE = { columns: ['Хаяг', '=1+1'], rows: [['=cmd|calc', -5]] };
const FOUND = [
  {
    ...{ row: 0, confidence: 0.5, state: 'asked' as const },
    place: { id: 'a', name: '=name', address: null, type: 'place', latitude: 47.9, longitude: -106.9 },
  },
];

it('writes text of a workbook as text, and the cells of a CSV as they are', () => {
  const rows = (isWorkbook: boolean): string[][] => csvRows({ ...TABLE, isWorkbook }, FOUND);
  expect(rows(true).map((row) => row.slice(0, 2))).toEqual([
    ['Хаяг', "'=1+1"],
    ["'=cmd|calc", '-5'],
  ]);
  expect(rows(false).map((row) => row.slice(0, 2))).toEqual([
    ['Хаяг', '=1+1'],
    ['=cmd|calc', '-5'],
  ]);
  for (const isWorkbook of [true, false])
    expect(rows(isWorkbook)[1].slice(2, 5)).toEqual(['47.9', '-106.9', "'=name"]);
});
