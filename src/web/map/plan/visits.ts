import type { Position } from '../../../geo/position.js';
import { isVague, orderCells, orderColumns, type OrderCells } from '../../../tables/order-table.js';
import { ANSWERS_BEGIN } from '../../../tables/table-columns.js';
import { textOf, type Sheet } from '../../shared/sheet.js';
import { SURE } from '../map/sureness.js';
import { pointOf } from '../state/page-state.js';
import type { TableRow } from '../state/table.js';

/** A visit, made from a table row whose place was found. */
export interface Visit extends Pick<OrderCells, 'window' | 'load' | 'minutes'> {
  /** The row's number in the file. */
  row: number;
  text: string;
  point: Position;
  /** False until someone has confirmed that the place is correct. */
  isSure: boolean;
}

/** Returns the names of the columns that contain hours, loads and durations. */
export function namesOfPlanColumns({ columns }: Sheet): string[] {
  return Object.values(orderColumns(columns)).flatMap((at) => (at === -1 ? [] : [columns[at]]));
}

/**
 * Returns the columns other than the address that drivers may need, such as names, telephone numbers and
 * notes.
 */
export function otherColumns({ columns }: Sheet, address: readonly number[]): number[] {
  const known = [...address, ...Object.values(orderColumns(columns))];
  return [...columns.keys()].filter((i) => !known.includes(i) && !columns[i].startsWith(ANSWERS_BEGIN));
}

interface Read {
  visits: Visit[];
  /**
   * The numbers, counted from 1, of rows that have an unreadable cell, rows that have no place, and rows
   * whose place is a whole area or street.
   */
  unread: number[];
  lost: number[];
  vague: number[];
}

export function visitsOf({ columns, rows }: Sheet, found: readonly TableRow[]): Read {
  const at = orderColumns(columns);
  const read: Read = { visits: [], unread: [], lost: [], vague: [] };
  for (const { row, text, place, state, confidence } of found) {
    if (place === null) {
      read.lost.push(row + 1);
      continue;
    }
    const { unread, ...cells } = orderCells((column) => textOf(rows[row][column]).trim(), at);
    // Coordinates in the text have no confidence value, because they mean exactly that point, whatever street
    // is nearby.
    const isWhole = state !== 'corrected' && place.confidence !== undefined && isVague(place);
    if (unread.length > 0) read.unread.push(row + 1);
    if (isWhole) read.vague.push(row + 1);
    const isSure = confidence >= SURE && !isWhole;
    read.visits.push({ ...cells, row, text: text || place.name, point: pointOf(place), isSure });
  }
  return read;
}
