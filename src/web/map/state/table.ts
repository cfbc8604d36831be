import type { Position } from '../../../geo/position.js';
import { computed, signal } from '@preact/signals';
import type { Place } from '../ask/answers.js';
import { pointOf, wanted } from './atlas.js';
import { boxOf } from './box-of.js';

/** The rows of a table that was dropped on the page. */

export interface TableRow {
  /** Place among the rows of the file. */
  row: number;
  text: string;
  /** Null: nothing was found, or nothing yet. */
  place: Place | null;
  others: readonly Place[];
  confidence: number;
  /** `asked` has an answer, `corrected` one that somebody gave. */
  state: 'waiting' | 'asked' | 'corrected';
}

export const rows = signal<readonly TableRow[]>([]);
/** Place in `rows` of the one that is looked at; null: none. */
export const looked = signal<number | null>(null);
export const lookedRow = computed(() => rows.value[looked.value ?? -1] ?? null);

export function lookAt(index: number | null): void {
  looked.value = index;
  const place = lookedRow.peek()?.place;
  if (place === null || place === undefined) return;
  const { longitude, latitude } = place;
  wanted.value = { box: [longitude, latitude, longitude, latitude], zoom: 16 };
}

/** The map shows all that was found, unless somebody looks at a row meanwhile. */
export function showRows(): void {
  const points = rows.peek().flatMap(({ place }) => (place === null ? [] : [pointOf(place)]));
  if (looked.peek() === null && points.length > 0) wanted.value = { box: boxOf(points), zoom: 16 };
}

/** @param changes by place in `rows`. What somebody has corrected meanwhile stays. */
export function changeRows(changes: ReadonlyMap<number, Partial<TableRow>>): void {
  if (changes.size === 0) return;
  rows.value = rows.peek().map((row, i) => (row.state === 'corrected' ? row : { ...row, ...changes.get(i) }));
}

/** Somebody says where it is. */
export function correct(index: number, place: Place): void {
  const own = { place, state: 'corrected', confidence: 1 } as const;
  rows.value = rows.peek().map((row, i) => (i === index ? { ...row, ...own } : row));
}

/** The marker was moved: the name stays, the place is another. */
export function moveTo([longitude, latitude]: Position): void {
  const [index, row] = [looked.peek(), lookedRow.peek()];
  if (index === null || row === null) return;
  const own = row.place ?? { id: '', name: row.text, address: null, type: 'place' };
  correct(index, { ...own, longitude: rounded(longitude), latitude: rounded(latitude) });
}

function rounded(degrees: number): number {
  return Math.round(1e6 * degrees) / 1e6;
}
