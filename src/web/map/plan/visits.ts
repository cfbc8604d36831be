import type { Position } from '../../../geo/position.js';
import { ANSWERS_BEGIN, columnOf } from '../../../tables/table-columns.js';
import { windowsOf } from '../../../tables/windows-of.js';
import { textOf, type Sheet } from '../../shared/sheet.js';
import { pointOf } from '../state/atlas.js';
import type { TableRow } from '../state/table.js';

/** What is to be visited: a row of the table that has a place. */
export interface Visit {
  /** Among the rows of the file. */
  row: number;
  text: string;
  point: Position;
  /** As `/v1/trip` takes them. */
  windows: string;
  load: number;
  /** Null: what holds for all. */
  minutes: number | null;
}

const KINDS = ['window', 'load', 'minutes'] as const;
const MOST_NUMBER = 1e6;

/** By kind: the number of the column that says it; -1 for none. */
function planColumns({ columns }: Sheet): Record<(typeof KINDS)[number], number> {
  const [window, load, minutes] = KINDS.map((kind) => columnOf(columns, kind));
  return { window, load, minutes };
}

/** Names of the columns that say when, how much and how long. */
export function namesOfPlanColumns(sheet: Sheet): string[] {
  return Object.values(planColumns(sheet)).flatMap((at) => (at === -1 ? [] : [sheet.columns[at]]));
}

/** Columns that a driver may want beside the address: names, telephones, notes. */
export function otherColumns(sheet: Sheet, address: readonly number[]): number[] {
  const known = [...address, ...Object.values(planColumns(sheet))];
  return [...sheet.columns.keys()].filter(
    (i) => !known.includes(i) && !sheet.columns[i].startsWith(ANSWERS_BEGIN),
  );
}

/** @returns also the rows, from 1, with a cell that cannot be read */
export function visitsOf(sheet: Sheet, found: readonly TableRow[]): { visits: Visit[]; unread: number[] } {
  const at = planColumns(sheet);
  const unread = new Set<number>();
  const visits = found.flatMap(({ row, text, place }): Visit[] => {
    if (place === null) return [];
    const cell = (column: number): string => textOf(sheet.rows[row][column]).trim();
    const number = (column: number): number | null => {
      const value = Number(cell(column).replace(',', '.') || NaN);
      if (value >= 0 && value <= MOST_NUMBER) return value;
      if (cell(column) !== '') unread.add(row + 1);
      return null;
    };
    const windows = windowsOf(cell(at.window));
    if (windows === null) unread.add(row + 1);
    return [
      {
        ...{ row, text, point: pointOf(place), windows: windows ?? '' },
        ...{ load: Math.ceil(number(at.load) ?? 1), minutes: number(at.minutes) },
      },
    ];
  });
  return { visits, unread: [...unread] };
}
