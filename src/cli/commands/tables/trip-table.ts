import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import { ORDER_KINDS, orderCells, type OrderCells } from '../../../tables/order-table.js';
import {
  ANSWERS_BEGIN,
  columnCalled,
  columnOf,
  hasColumnCalled,
  type ColumnKind,
} from '../../../tables/table-columns.js';
import { named, pointIn } from './sheet-columns.js';
import { isBlank, readSheetFile, textOf, type SheetFile } from './sheet-file.js';
import type { SheetFlags } from './sheet-work.js';
import type { TripTexts } from './trip-texts.js';

/** A table row with an order. */
export interface OrderRow extends OrderCells {
  /** The row's number in the sheet. */
  row: number;
  address: string;
  /** The point given in the row itself, in degrees. */
  point: Position | null;
}

export interface OrderTable {
  orders: OrderRow[];
  /** The indexes of the columns that are used, with their kinds. */
  read: Map<number, ColumnKind>;
  /** The indexes of the other columns, which are passed on to drivers. */
  others: number[];
}

/** Reads the table of orders. It must have a column with an address or a point. */
export function readOrderTable(path: string, flags: SheetFlags & { column?: string[] }): Promise<SheetFile> {
  const { sheet, headerRow, column = [] } = flags;
  const own = column.map(namedColumn);
  const isHeader = (columns: readonly string[]): boolean => {
    const has = (kind: ColumnKind): boolean => {
      const names = own.filter((each) => each.kind === kind);
      if (names.length === 0) return hasColumnCalled(columns, kind);
      return names.every(({ name }) => columnCalled(columns, name) !== -1);
    };
    return has('address') || (has('latitude') && has('longitude'));
  };
  return readSheetFile(path, { sheet, headerRow, isHeader });
}

const NAMED = /^(address|latitude|longitude|window|load|minutes)=(.+)$/s;

/**
 * Reads a `--column` value: the name of an address column, or of a column of another kind, as in
 * `load=Weight`.
 */
function namedColumn(text: string): { kind: ColumnKind; name: string } {
  const [, kind = 'address', name = text] = NAMED.exec(text) ?? [];
  return { kind: kind as ColumnKind, name };
}

/** @throws InputError if no column contains the orders' locations */
export function ordersOf(sheet: SheetFile, texts: TripTexts, column: readonly string[] = []): OrderTable {
  const { columns, rows, header, path } = sheet;
  const own = column.map(namedColumn);
  const of = (kind: ColumnKind): number[] =>
    own.flatMap((each) => (each.kind === kind ? [named(sheet, each.name)] : []));
  const at = (kind: ColumnKind): number => of(kind)[0] ?? columnOf(columns, kind);
  const address = of('address').length > 0 ? of('address') : [columnOf(columns, 'address')];
  const point = { latitude: at('latitude'), longitude: at('longitude') };
  const asked = { window: at('window'), load: at('load'), minutes: at('minutes') };
  const read = new Map<number, ColumnKind>([
    ...Object.entries(point).map(([kind, at]) => [at, kind as ColumnKind] as const),
    ...ORDER_KINDS.map((kind) => [asked[kind], kind] as const),
    ...address.map((at) => [at, 'address'] as const),
  ]);
  read.delete(-1);
  if (address[0] === -1 && Object.values(point).includes(-1))
    throw new InputError(`${path}: ${texts.noColumn}`);
  const others = columns.flatMap((name, i) =>
    name === '' || read.has(i) || name.startsWith(ANSWERS_BEGIN) ? [] : [i],
  );
  const isAnswer = columns[point.latitude]?.startsWith(ANSWERS_BEGIN);
  const orders = rows.flatMap((row, i): OrderRow[] => {
    if (i <= header || isBlank(row)) return [];
    const cell = (index: number): string => textOf(row[index] ?? null).trim();
    const texts = address.map(cell).filter((text) => text !== '');
    // If the row has an address, an earlier run's point is ignored, because the address may have been
    // corrected since.
    const found = texts.length > 0 && isAnswer ? null : pointIn(row, point);
    const at: Position | null = found && [found.longitude, found.latitude];
    return [{ row: i, address: texts.join(', '), point: at, ...orderCells(cell, asked) }];
  });
  return { orders, read, others };
}

/** Returns a sentence for each unreadable cell, including the correct format. */
export function refusedCells({ rows, columns }: SheetFile, table: OrderTable, texts: TripTexts): string[] {
  return table.orders.flatMap(({ row, unread }) =>
    unread.map((kind) => {
      const at = [...table.read].find(([, own]) => own === kind)![0];
      const text = textOf(rows[row][at]).trim();
      const { window, date, number } = texts.remedies;
      const remedy = kind !== 'window' ? number : /^\d{4}-\d\d-\d\d/.test(text) ? date : window;
      return texts.cell(row + 1, columns[at], JSON.stringify(text.slice(0, 40)), remedy);
    }),
  );
}

/** Shows the user each column's kind before the work begins, because a wrong kind leads to a wrong plan. */
export function columnsRead(
  { columns, rows }: SheetFile,
  { orders, read, others }: OrderTable,
  { texts, capacity }: { texts: TripTexts; capacity: string | undefined },
): string[][] {
  const told = [...read]
    .sort(([a], [b]) => a - b)
    .map(([at, kind]) => [
      columns[at],
      kind === 'window'
        ? [texts.kinds[kind], ...hoursRead(orders, ({ row }) => textOf(rows[row][at] ?? null).trim())].join(
            '; ',
          )
        : kind === 'load' && capacity === undefined
          ? texts.noCapacity
          : texts.kinds[kind],
    ]);
  const hasLoad = [...read.values()].includes('load');
  return [
    ...told,
    ...(others.length > 0 ? [[others.map((at) => columns[at]).join(', '), texts.forDriver]] : []),
    ...(capacity !== undefined && !hasLoad ? [['-', texts.noLoad(capacity)]] : []),
  ];
}

/** The maximum number of different time formats to explain. */
const MOST_HOURS = 8;

/** Explains how each time window that is not written like 09:00-12:00 was read, once per notation. */
function hoursRead(orders: readonly OrderRow[], typed: (order: OrderRow) => string): string[] {
  const told = orders
    .filter((order) => order.window !== '' && order.window !== typed(order).replaceAll(' ', ''))
    .map((order) => `${typed(order).slice(0, 40)} = ${order.window}`);
  const ways = [...new Set(told)];
  return ways.length > MOST_HOURS ? [...ways.slice(0, MOST_HOURS), '\u2026'] : ways;
}
